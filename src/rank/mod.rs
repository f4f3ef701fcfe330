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

mod leaf;
mod minimax;
mod order;
mod search;
mod table;

pub use minimax::minimax;

use crate::board::Pieces;
use crate::layout::Shape;
use crate::moves::Move;
use crate::player::Player;
use crate::position::Position;
use crate::rules::Rules;
use crate::score::{Score, WON, score};
use crate::stack;
use crate::variant::{self, Task, Variant};
use search::Search;

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
        stack::with_room_for(depth, || {
            // Each depth is searched with the scores of the one before as a
            // guess, and its table for the order of moves. This also keeps the
            // recursion shallow where positions repeat, however large `depth` is.
            for depth in 0..depth {
                if open.is_empty() {
                    break;
                }
                searcher.prepare();
                for (ranked, after) in &mut open {
                    ranked.score = -searcher.value(after, depth, -ranked.score);
                }
            }
        })
        .map_err(RankError::Thread)?;
        Ok(moves.into_iter().map(|(ranked, _)| ranked).collect())
    }

    /// One line of best play that begins with a move taken at `depth`: the
    /// move, then at each step the first in order of the moves with the
    /// highest score, up to the last ply that is searched or a player without
    /// moves. It has `depth` + 1 moves at most.
    ///
    /// # Errors
    ///
    /// If the system refuses what the search needs.
    pub fn line(&mut self, position: &Position, first: &Move, depth: u32) -> Result<Vec<Move>, RankError> {
        let mut line = vec![first.clone()];
        let mut position = position.after(first);
        let searcher = self.searcher(&position);
        stack::with_room_for(depth, || {
            for depth in (0..depth).rev() {
                let Some(best) = best_move(searcher, &position, depth) else {
                    break;
                };
                position = position.after(&best);
                line.push(best);
            }
        })
        .map_err(RankError::Thread)?;
        Ok(line)
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
    let scored = position.legal_moves().into_iter().map(|mv| {
        let after = position.after(&mv);
        let score = match depth.checked_sub(1) {
            None => score(&after, position.turn()),
            Some(depth) => -searcher.value(&after, depth, 0),
        };
        (mv, score)
    });
    scored.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(mv, _)| mv)
}

/// A search of one variant, whichever it is.
trait Searcher: Send {
    /// Called before each depth that is searched.
    fn prepare(&mut self);

    /// The highest score, at `depth`, of the moves of the player to move;
    /// [`LOST`](crate::LOST) if there are none. A `guess` near it saves time.
    fn value(&mut self, position: &Position, depth: u32, guess: Score) -> Score;
}

impl<V: Variant> Searcher for Search<V> {
    fn prepare(&mut self) {
        self.prepare();
    }

    fn value(&mut self, position: &Position, depth: u32, guess: Score) -> Score {
        let pieces: Pieces<V::Word> = position.board().pieces().convert();
        match position.turn() {
            Player::Red => self.value::<variant::Red>(pieces, depth, guess),
            Player::Black => self.value::<variant::Black>(pieces, depth, guess),
        }
    }
}

struct NewSearch;

impl Task for NewSearch {
    type Output = Box<dyn Searcher>;

    fn run<V: Variant>(self, variant: V) -> Box<dyn Searcher> {
        Box::new(Search::new(variant))
    }
}
