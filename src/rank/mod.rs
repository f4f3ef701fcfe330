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

mod bounds;
mod closed;
mod leaf;
mod minimax;
mod order;
mod progress;
mod search;

pub use minimax::minimax;
pub use progress::Progress;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::{io, slice};

use crate::layout::Shape;
use crate::moves::Move;
use crate::position::{MoveList, Position};
use crate::resources::{NoMemory, Resources, Usage};
use crate::rules::Rules;
use crate::score::{Score, WON, score};
use crate::stack;
use crate::thresholds::Thresholds;
use crate::variant::{self, Task, Variant};
use closed::{Closed, Roots};
use search::{Question, Search};

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
    /// Searches run on threads that have room for them.
    #[error("cannot start a thread for the search: {0}")]
    Thread(#[source] io::Error),
    /// There is no memory for the table.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// Another thread has stopped it: see [`Ranker::stop_flag`].
    #[error("stopped")]
    Stopped,
}

/// What a [`Ranker`] has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The positions searched, those of the last two plies left out: they are
    /// answered without search. Where the values of all positions that can be
    /// reached are worked out, each of them at each depth.
    pub nodes: u64,
    /// What that took.
    pub usage: Usage,
}

/// Ranks positions and remembers what it has searched: a second question about
/// the same game costs less.
pub struct Ranker {
    resources: Resources,
    thresholds: Thresholds,
    progress: Arc<Progress>,
    /// What searches boards of a shape under some rules: those of the last question.
    searcher: Option<(Shape, Rules, Box<dyn Searcher>)>,
}

impl Default for Ranker {
    fn default() -> Ranker {
        Ranker::with(Resources::default())
    }
}

impl Ranker {
    /// A ranker that has not searched anything, with the default resources.
    pub fn new() -> Ranker {
        Ranker::default()
    }

    /// As [`new`](Self::new), with so many threads. The table stops growing
    /// where the system has no more memory to give.
    pub fn with_threads(threads: NonZeroUsize) -> Ranker {
        Ranker::with(Resources::with_threads(threads))
    }

    /// A ranker that has not searched anything.
    ///
    /// # Errors
    ///
    /// If the system has not the memory that the table may come to need.
    pub fn with_resources(resources: Resources) -> Result<Ranker, RankError> {
        resources.check_memory()?;
        Ok(Ranker::with(resources))
    }

    fn with(resources: Resources) -> Ranker {
        Ranker { resources, thresholds: Thresholds::default(), progress: Arc::default(), searcher: None }
    }

    /// The same ranker with other thresholds, for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn with_thresholds(self, thresholds: Thresholds) -> Ranker {
        Ranker { thresholds, searcher: None, ..self }
    }

    /// How far it has come, to be watched from another thread.
    pub fn progress(&self) -> Arc<Progress> {
        Arc::clone(&self.progress)
    }

    /// A flag that stops the search when another thread raises it. While it is
    /// up, whatever takes a search ends within milliseconds, as
    /// [`RankError::Stopped`]; the ranker never lowers it. What was found out
    /// before is kept.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(self.progress.stop_flag())
    }

    /// What has been done since the shape or the rules last changed.
    pub fn statistics(&self) -> Statistics {
        self.searcher.as_ref().map_or_else(Statistics::default, |(_, _, searcher)| searcher.statistics())
    }

    /// As the function [`rank`].
    ///
    /// # Errors
    ///
    /// If the system refuses what the search needs, or it is stopped.
    pub fn rank(&mut self, position: &Position, depth: u32) -> Result<Vec<RankedMove>, RankError> {
        let turn = position.turn();
        let mut ranked = Vec::new();
        let mut open = Vec::new();
        for mv in position.legal_moves() {
            let after = position.after(&mv);
            let score = match depth {
                0 => score(&after, turn),
                // Even if the player is stuck as well, unlike at depth 0.
                _ if !after.has_moves() => WON,
                _ => {
                    open.push((ranked.len(), Valued { position: after, value: 0 }));
                    0
                }
            };
            ranked.push(RankedMove { mv, score });
        }
        if let Some(depth) = depth.checked_sub(1) {
            let (places, mut afters): (Vec<_>, Vec<_>) = open.into_iter().unzip();
            self.searcher(position).values(&mut afters, depth).map_err(RankError::Thread)?;
            self.check_stop()?;
            for (place, after) in places.into_iter().zip(afters) {
                ranked[place].score = -after.value;
            }
        }
        Ok(ranked)
    }

    /// One line of best play that begins with a move taken at `depth`: the
    /// move, then at each step the first in order of the moves with the
    /// highest score, up to the last ply that is searched or a player without
    /// moves. It has `depth` + 1 moves at most, and is cut after [`LONGEST_LINE`].
    ///
    /// # Errors
    ///
    /// If the system refuses what the search needs, or it is stopped.
    pub fn line(&mut self, position: &Position, first: &Move, depth: u32) -> Result<Vec<Move>, RankError> {
        let mut line = vec![first.clone()];
        let mut after = Valued { position: position.after(first), value: 0 };
        let stop = self.stop_flag();
        let searcher = self.searcher(position);
        if let Some(depth) = depth.checked_sub(1) {
            searcher.values(slice::from_mut(&mut after), depth).map_err(RankError::Thread)?;
        }
        let follow = || {
            for depth in (0..depth).rev().take(LONGEST_LINE - 1) {
                let Some((best, next)) = best_move(searcher, &after, depth, &stop) else {
                    break;
                };
                line.push(best);
                after = next;
            }
            line
        };
        let line = stack::with_room_for(depth, follow).map_err(RankError::Thread)?;
        self.check_stop()?;
        Ok(line)
    }

    fn check_stop(&self) -> Result<(), RankError> {
        if self.progress.is_stopped() { Err(RankError::Stopped) } else { Ok(()) }
    }

    fn searcher(&mut self, position: &Position) -> &mut dyn Searcher {
        let (shape, rules) = (position.board().shape(), position.rules());
        if self.searcher.as_ref().is_none_or(|known| (known.0, known.1) != (shape, rules)) {
            self.searcher = None;
        }
        let (resources, thresholds, progress) = (self.resources, self.thresholds, &self.progress);
        let new = || {
            let task = NewSearch { resources, thresholds, progress: Arc::clone(progress) };
            (shape, rules, variant::dispatch(shape, rules, task))
        };
        let (_, _, searcher) = self.searcher.get_or_insert_with(new);
        &mut **searcher
    }
}

/// The most moves that are listed at once where one is looked for.
const MOST_LISTED: usize = 10_000;

/// The first in order of the moves with the highest score at `depth`, which
/// is the value of the position, and the position after it with its value.
fn best_move(
    searcher: &mut dyn Searcher,
    position: &Valued,
    depth: u32,
    stop: &AtomicBool,
) -> Option<(Move, Valued)> {
    let Valued { position, value: highest } = position;
    let MoveList { moves, is_complete } = position.legal_moves_up_to(MOST_LISTED);
    // Where there are very many, one at a time: the list could take all memory.
    let rest = (!is_complete).then(|| position.moves_in_order().skip(MOST_LISTED));
    let moves = moves.into_iter().chain(rest.into_iter().flatten());
    let moves = moves.take_while(|_| !stop.load(Relaxed));
    let mut moves = moves.map(|mv| (position.after(&mv), mv));
    let (position, mv) = moves.find(|(after, _)| match depth.checked_sub(1) {
        None => score(after, position.turn()) == *highest,
        Some(depth) => searcher.is_at_most(after, depth, -highest),
    })?;
    Some((mv, Valued { position, value: -highest }))
}

/// How many plies deeper each search is than the one before. Scores at even
/// distances are nearer each other, and 4 does the least work over all that was
/// measured.
const DEEPENING: u32 = 4;

/// A position and its value for the player to move.
struct Valued {
    position: Position,
    value: Score,
}

/// A search of one variant, whichever it is.
trait Searcher: Send {
    /// Finds the value of each position: the highest score, at `depth`, of the
    /// moves of the player to move; [`LOST`](crate::LOST) if there are none.
    fn values(&mut self, positions: &mut [Valued], depth: u32) -> io::Result<()>;

    /// Whether the value of a position is at most `bound`.
    fn is_at_most(&mut self, position: &Position, depth: u32, bound: Score) -> bool;

    fn statistics(&self) -> Statistics;
}

/// The search of a variant, and what is known about any depth.
struct Both<V: Variant> {
    variant: V,
    /// The least depth at which it is first asked whether few positions can be reached.
    far: u32,
    search: Search<V>,
    closed: Option<Closed<V>>,
    /// Positions from which too many can be reached.
    too_many: Roots<V::Word>,
    /// The nodes of all that have been explored.
    worked_out: u64,
}

impl<V: Variant> Both<V> {
    /// Works out all that can be reached from some positions, unless it is
    /// known already, or known to be too much.
    fn explore(&mut self, roots: Roots<V::Word>) {
        if self.closed.as_ref().is_some_and(|closed| closed.knows(&roots)) {
            return;
        }
        self.closed = None;
        if !roots.is_subset(&self.too_many) {
            let stop = self.search.stop_flag();
            self.closed = Closed::explore(self.variant, roots.iter().copied(), &stop);
            match &self.closed {
                Some(closed) => self.worked_out += closed.nodes(),
                // Nobody knows how many there are.
                None if stop.load(Relaxed) => {}
                None => self.too_many = roots,
            }
        }
    }
}

impl<V: Variant> Searcher for Both<V> {
    fn values(&mut self, positions: &mut [Valued], depth: u32) -> io::Result<()> {
        // Each move has ended the game: there is no depth to go through.
        if positions.is_empty() {
            return Ok(());
        }
        let mut questions: Vec<_> = positions
            .iter()
            .map(|Valued { position, value }| Question {
                pieces: position.board().pieces().convert(),
                player: position.turn(),
                value: *value,
            })
            .collect();
        let stop = self.search.stop_flag();
        if depth >= self.far {
            let roots = questions.iter().map(|question| (question.pieces, question.player));
            self.explore(roots.collect());
        }
        if let Some(closed) = self.closed.as_ref().filter(|_| depth >= self.far) {
            for question in &mut questions {
                question.value = closed.value(question.pieces, question.player, depth).unwrap_or_default();
            }
        } else {
            // The values at some depth are a guess for those further down, and
            // their search leaves hints. This also keeps the recursion shallow
            // where positions repeat.
            let search = &mut self.search;
            let depths = (depth % DEEPENING..=depth).step_by(DEEPENING as usize);
            let mut depths = depths.take_while(|_| !stop.load(Relaxed));
            let deepen = || depths.try_for_each(|depth| search.answer_all(&mut questions, depth));
            stack::with_room_for(depth, deepen)??;
        }
        for (position, question) in positions.iter_mut().zip(questions) {
            position.value = question.value;
        }
        Ok(())
    }

    fn is_at_most(&mut self, position: &Position, depth: u32, bound: Score) -> bool {
        let (pieces, player) = (position.board().pieces().convert(), position.turn());
        match self.closed.as_ref().and_then(|closed| closed.value(pieces, player, depth)) {
            Some(value) => value <= bound,
            None => self.search.is_at_most(pieces, player, depth, bound),
        }
    }

    fn statistics(&self) -> Statistics {
        Statistics { nodes: self.search.nodes() + self.worked_out, usage: self.search.usage() }
    }
}

struct NewSearch {
    resources: Resources,
    thresholds: Thresholds,
    progress: Arc<Progress>,
}

impl Task for NewSearch {
    type Output = Box<dyn Searcher>;

    fn run<V: Variant>(self, variant: V) -> Box<dyn Searcher> {
        let search = Search::new(variant, self.resources, self.thresholds, self.progress);
        Box::new(Both {
            variant,
            far: self.thresholds.far,
            search,
            closed: None,
            too_many: Roots::default(),
            worked_out: 0,
        })
    }
}
