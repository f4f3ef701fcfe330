//! Ranking: every move of a position with its exact score.
//!
//! The score of a move `m` by `p`, leading from a position to `G`:
//!
//! - at depth 0, the [`score`] of `G` for `p`;
//! - at depth `D` > 0, [`WON`] if the opponent has no moves in `G`,
//!   otherwise minus the highest score of the opponent's moves in `G`, each
//!   taken at depth `D` − 1.
//!
//! [`minimax()`] is this definition as a program. [`Ranker`] gives the same
//! scores by searching less.

mod closed;
mod leaf;
mod minimax;
mod order;
mod search;
mod table;

pub use minimax::minimax;

use crate::layout::Shape;
use crate::moves::Move;
use crate::player::Player;
use crate::position::Position;
use crate::rules::Rules;
use crate::score::{Score, WON, score};
use crate::stack;
use crate::variant::{self, Task, Variant};
use closed::Closed;
use search::Search;

/// The most moves that a line of best play is followed for.
pub const LONGEST_LINE: usize = 10_000;

/// A move and its score for the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// Its score.
    pub score: Score,
}

/// Ranks the moves of a position: each legal move, in the order of the paths,
/// with its exact score at `depth`. No moves give an empty list.
///
/// The cost grows by a factor of two or three with each further ply of depth
/// in the middle of a game, and in proportion to depth once positions repeat.
///
/// ```
/// use rankmoves::{Position, Rules, rank};
///
/// let ranked = rank(&Position::start(Rules::ENGLISH), 6)?;
/// assert_eq!(ranked[0].mv.to_string(), "a3->b4");
/// assert!(ranked.iter().all(|ranked| ranked.score <= 0));
/// # Ok::<(), rankmoves::RankError>(())
/// ```
///
/// # Errors
///
/// If the system refuses what the search needs.
pub fn rank(position: &Position, depth: u32) -> Result<Vec<RankedMove>, RankError> {
    Ranker::new().rank(position, depth)
}

/// Why a ranking could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RankError {
    /// Deep searches run on a thread of their own, which has room for them.
    #[error("cannot start a thread for the search: {0}")]
    Thread(#[source] std::io::Error),
}

/// Ranks positions and remembers what it has searched: a second question about
/// the same game costs less.
#[derive(Default)]
pub struct Ranker {
    /// What searches boards of a shape under some rules: those of the last question.
    searcher: Option<(Shape, Rules, Box<dyn Searcher>)>,
}

impl Ranker {
    /// A ranker that has not searched anything.
    pub fn new() -> Ranker {
        Ranker::default()
    }

    /// As the function [`rank`].
    ///
    /// # Errors
    ///
    /// If the system refuses what the search needs.
    pub fn rank(&mut self, position: &Position, depth: u32) -> Result<Vec<RankedMove>, RankError> {
        let turn = position.turn();
        let after = |mv: Move| {
            let after = position.after(&mv);
            (RankedMove { score: score(&after, turn), mv }, after)
        };
        let mut moves: Vec<_> = position.legal_moves().into_iter().map(after).collect();
        let mut open = Vec::new();
        for (ranked, after) in moves.iter_mut().filter(|_| depth > 0) {
            if after.has_moves() {
                open.push((ranked, after));
            } else {
                // Even if the player is stuck as well, unlike at depth 0.
                ranked.score = WON;
            }
        }
        let searcher = self.searcher(position);
        if depth > FAR && searcher.close(&open.iter().map(|(_, after)| **after).collect::<Vec<_>>()) {
            for (ranked, after) in &mut open {
                ranked.score = -searcher.value(after, depth - 1, 0);
            }
        } else {
            // Each depth is searched with the scores of the one before as a
            // guess, and with what its search has left in the table. This also
            // keeps the recursion shallow where positions repeat.
            let deepen = || {
                for depth in 0..depth {
                    searcher.prepare();
                    for (ranked, after) in &mut open {
                        ranked.score = -searcher.value(after, depth, -ranked.score);
                    }
                }
            };
            stack::with_room_for(depth, deepen).map_err(RankError::Thread)?;
        }
        Ok(moves.into_iter().map(|(ranked, _)| ranked).collect())
    }

    /// One line of best play that begins with a move taken at `depth`: the
    /// move, then at each step the first in order of the moves with the
    /// highest score, up to the last ply that is searched or a player without
    /// moves. It has `depth` + 1 moves at most, and is cut after [`LONGEST_LINE`].
    ///
    /// # Errors
    ///
    /// If the system refuses what the search needs.
    pub fn line(&mut self, position: &Position, first: &Move, depth: u32) -> Result<Vec<Move>, RankError> {
        let mut line = vec![first.clone()];
        let mut position = position.after(first);
        let searcher = self.searcher(&position);
        let follow = || {
            for depth in (0..depth).rev().take(LONGEST_LINE - 1) {
                let Some(best) = best_move(searcher, &position, depth) else {
                    break;
                };
                position = position.after(&best);
                line.push(best);
            }
            line
        };
        stack::with_room_for(depth, follow).map_err(RankError::Thread)
    }

    fn searcher(&mut self, position: &Position) -> &mut dyn Searcher {
        let (shape, rules) = (position.board().shape(), position.rules());
        if self.searcher.as_ref().is_none_or(|known| (known.0, known.1) != (shape, rules)) {
            self.searcher = None;
        }
        let (_, _, searcher) =
            self.searcher.get_or_insert_with(|| (shape, rules, variant::dispatch(shape, rules, NewSearch)));
        &mut **searcher
    }
}

/// The first in order of the moves with the highest score at `depth`.
fn best_move(searcher: &mut dyn Searcher, position: &Position, depth: u32) -> Option<Move> {
    let highest = searcher.value(position, depth, 0);
    position.legal_moves().into_iter().find(|mv| {
        let after = position.after(mv);
        match depth.checked_sub(1) {
            None => score(&after, position.turn()) >= highest,
            Some(depth) => searcher.is_at_most(&after, depth, -highest),
        }
    })
}

/// Above this depth it is first asked whether few positions can be reached.
/// Where many can, such a depth takes longer than anyone waits.
const FAR: u32 = 32;

/// A search of one variant, whichever it is.
trait Searcher: Send {
    /// Called before each depth that is searched.
    fn prepare(&mut self);

    /// Gets ready to answer for some positions, and those that can be reached
    /// from them, at any depth. Says whether it can.
    fn close(&mut self, positions: &[Position]) -> bool;

    /// The highest score, at `depth`, of the moves of the player to move;
    /// [`LOST`](crate::LOST) if there are none. A `guess` near it saves time.
    fn value(&mut self, position: &Position, depth: u32, guess: Score) -> Score;

    /// Whether the value is not more than `bound`.
    fn is_at_most(&mut self, position: &Position, depth: u32, bound: Score) -> bool;
}

/// The search of a variant, and what it knows about any depth.
struct Both<V: Variant> {
    variant: V,
    search: Search<V>,
    closed: Option<Closed<V>>,
}

impl<V: Variant> Both<V> {
    fn closed_value(&self, position: &Position, depth: u32) -> Option<Score> {
        let pieces = position.board().pieces().convert();
        self.closed.as_ref().and_then(|closed| closed.value(pieces, position.turn(), depth))
    }
}

impl<V: Variant> Searcher for Both<V> {
    fn prepare(&mut self) {
        self.search.prepare();
    }

    fn close(&mut self, positions: &[Position]) -> bool {
        let roots = positions.iter().map(|position| (position.board().pieces().convert(), position.turn()));
        self.closed = Closed::explore(self.variant, roots);
        self.closed.is_some()
    }

    fn value(&mut self, position: &Position, depth: u32, guess: Score) -> Score {
        let pieces = position.board().pieces().convert();
        self.closed_value(position, depth).unwrap_or_else(|| match position.turn() {
            Player::Red => self.search.value::<variant::Red>(pieces, depth, guess),
            Player::Black => self.search.value::<variant::Black>(pieces, depth, guess),
        })
    }

    fn is_at_most(&mut self, position: &Position, depth: u32, bound: Score) -> bool {
        let pieces = position.board().pieces().convert();
        let answer = self.closed_value(position, depth).unwrap_or_else(|| match position.turn() {
            Player::Red => self.search.answer::<variant::Red>(pieces, depth, bound + 1),
            Player::Black => self.search.answer::<variant::Black>(pieces, depth, bound + 1),
        });
        answer <= bound
    }
}

struct NewSearch;

impl Task for NewSearch {
    type Output = Box<dyn Searcher>;

    fn run<V: Variant>(self, variant: V) -> Box<dyn Searcher> {
        Box::new(Both { variant, search: Search::new(variant), closed: None })
    }
}
