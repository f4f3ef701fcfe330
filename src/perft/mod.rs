//! Move counts: the number of paths through the tree of moves.

mod count;
mod progress;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::{io, slice};

use crate::board::Pieces;
use crate::moves::Move;
use crate::player::Player;
use crate::position::Position;
use crate::resources::{NoMemory, Resources, Usage};
use crate::thresholds::Thresholds;
use crate::variant::{self, Black, Red, Task, Variant};
use count::{Counts, count_all};

pub use progress::PerftProgress;

/// The deepest count that is taken.
pub const MAX_PERFT_DEPTH: u32 = 1000;

/// The number of sequences of `depth` legal moves from a position. Moves
/// count by their paths: two with the same effect are two. At depth 0, 1.
///
/// It is counted on this thread, path by path but for the last two plies. The
/// time grows with the number itself, at some hundred million a second.
/// [`Perft`] takes less.
///
/// ```
/// use rankmoves::{Position, Rules, perft};
///
/// assert_eq!(perft(&Position::start(Rules::ENGLISH), 4)?, 1469);
/// # Ok::<(), rankmoves::PerftError>(())
/// ```
///
/// # Errors
///
/// If `depth` is more than [`MAX_PERFT_DEPTH`], the number is more than fits,
/// or the system refuses a thread.
pub fn perft(position: &Position, depth: u32) -> Result<u64, PerftError> {
    Perft::with(PLAIN).count(position, depth)
}

/// The part of each legal move, in their order, in the [`perft`] of a position.
///
/// At depth 0 there are no parts, and the list is empty.
///
/// # Errors
///
/// As [`perft`].
pub fn divide(position: &Position, depth: u32) -> Result<Vec<(Move, u64)>, PerftError> {
    Perft::with(PLAIN).divide(position, depth)
}

const PLAIN: Resources = Resources { threads: NonZeroUsize::MIN, table_bytes: 0 };

/// Counts the same as the functions [`perft`] and [`divide`], with several
/// threads and with a table of positions whose counts are known.
///
/// ```
/// use rankmoves::{Perft, Position, Rules};
///
/// assert_eq!(Perft::new().count(&Position::start(Rules::ENGLISH), 12)?, 388_623_673);
/// # Ok::<(), rankmoves::PerftError>(())
/// ```
#[derive(Debug)]
pub struct Perft {
    resources: Resources,
    thresholds: Thresholds,
    progress: Arc<PerftProgress>,
    usage: Usage,
}

impl Default for Perft {
    fn default() -> Perft {
        Perft::with(Resources::default())
    }
}

impl Perft {
    /// A counter with the default resources.
    pub fn new() -> Perft {
        Perft::default()
    }

    /// As [`new`](Self::new), with so many threads. The table stops growing
    /// where the system has no more memory to give.
    pub fn with_threads(threads: NonZeroUsize) -> Perft {
        Perft::with(Resources::with_threads(threads))
    }

    /// A counter. With a table of no bytes, every path is walked.
    ///
    /// # Errors
    ///
    /// If the system has not the memory that the table may come to need.
    pub fn with_resources(resources: Resources) -> Result<Perft, PerftError> {
        resources.check_memory()?;
        Ok(Perft::with(resources))
    }

    fn with(resources: Resources) -> Perft {
        Perft {
            resources,
            thresholds: Thresholds::default(),
            progress: Arc::default(),
            usage: Usage::default(),
        }
    }

    /// The same counter with other thresholds, for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn with_thresholds(self, thresholds: Thresholds) -> Perft {
        Perft { thresholds, ..self }
    }

    /// How far it has come, to be watched from another thread.
    pub fn progress(&self) -> Arc<PerftProgress> {
        Arc::clone(&self.progress)
    }

    /// What the last count used.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// As the function [`perft`].
    ///
    /// # Errors
    ///
    /// As [`perft`].
    pub fn count(&mut self, position: &Position, depth: u32) -> Result<u64, PerftError> {
        check(depth)?;
        // While a jump is in progress only the piece that jumps may move.
        if depth > 0 && position.jumping().is_some() {
            let parts = self.divide(position, depth)?;
            let sum = parts.iter().try_fold(0_u64, |sum, (_, count)| sum.checked_add(*count));
            return sum.ok_or(PerftError::TooMany);
        }
        let counts = self.count_all(slice::from_ref(position), depth)?;
        counts.first().copied().ok_or(PerftError::TooMany)
    }

    /// As the function [`divide`].
    ///
    /// # Errors
    ///
    /// As [`perft`].
    pub fn divide(&mut self, position: &Position, depth: u32) -> Result<Vec<(Move, u64)>, PerftError> {
        check(depth)?;
        let Some(below) = depth.checked_sub(1) else {
            return Ok(Vec::new());
        };
        let moves = position.legal_moves();
        let afters: Vec<_> = moves.iter().map(|mv| position.after(mv)).collect();
        let counts = self.count_all(&afters, below)?;
        Ok(moves.into_iter().zip(counts).collect())
    }

    /// The counts of positions of one shape, with the same rules and the same
    /// player to move, none in the middle of a jump.
    fn count_all(&mut self, positions: &[Position], depth: u32) -> Result<Vec<u64>, PerftError> {
        let Some(first) = positions.first() else {
            return Ok(Vec::new());
        };
        let roots = positions.iter().map(|position| position.board().pieces()).collect();
        let (resources, thresholds, progress) = (self.resources, self.thresholds, &*self.progress);
        let task = CountAll { roots, player: first.turn(), depth, resources, thresholds, progress };
        let Counts { counts, usage } =
            variant::dispatch(first.board().shape(), first.rules(), task).map_err(PerftError::Thread)?;
        self.usage = usage;
        // Sums that do not fit stop there.
        if counts.contains(&u64::MAX) { Err(PerftError::TooMany) } else { Ok(counts) }
    }
}

/// Why moves could not be counted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PerftError {
    /// The depth is more than [`MAX_PERFT_DEPTH`].
    #[error("moves are counted to a depth of {MAX_PERFT_DEPTH} at most, not {0}")]
    TooDeep(u32),
    /// The number is 2^64 − 1 or more.
    #[error("there are more than {} paths", u64::MAX - 1)]
    TooMany,
    /// There is no memory for the table.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// Deep counts run on threads of their own, which have room for them.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
}

fn check(depth: u32) -> Result<(), PerftError> {
    if depth > MAX_PERFT_DEPTH { Err(PerftError::TooDeep(depth)) } else { Ok(()) }
}

struct CountAll<'a> {
    roots: Vec<Pieces<u128>>,
    player: Player,
    depth: u32,
    resources: Resources,
    thresholds: Thresholds,
    progress: &'a PerftProgress,
}

impl Task for CountAll<'_> {
    type Output = io::Result<Counts>;

    fn run<V: Variant>(self, variant: V) -> io::Result<Counts> {
        let CountAll { roots, player, depth, resources, thresholds, progress } = self;
        let roots: Vec<_> = roots.iter().map(|pieces| pieces.convert()).collect();
        match player {
            Player::Red => count_all::<V, Red>(variant, &roots, depth, resources, thresholds, progress),
            Player::Black => count_all::<V, Black>(variant, &roots, depth, resources, thresholds, progress),
        }
    }
}
