//! Counts the sequences of legal moves of a given length (perft), which tests a move generator.
//!
//! ```
//! use rankmoves_core::{Player, Position, Rules};
//! use rankmoves_perft::{Perft, divide};
//!
//! let start = Position::start(Rules::ENGLISH, Player::Red);
//! assert_eq!(Perft::new().count(&start, 8)?, 845_931);
//! let by_move = divide(&start, 8)?;
//! assert_eq!(by_move.iter().map(|(_, count)| count).sum::<u64>(), 845_931);
//! # Ok::<(), rankmoves_perft::PerftError>(())
//! ```
//!
//! | Item | Purpose |
//! |---|---|
//! | [`perft`], [`divide`] | count on one thread, path by path; `divide` counts each root move separately |
//! | [`Perft`] | counts with all processors, a table and a limit; can be stopped and watched |
//! | [`positions_after`] | lists the distinct positions after some plies, to split a count among machines |
//!
//! Moves differ by their paths: two moves with the same effect count as two. The counts of published tables are
//! among the tests.

mod count;
mod group;
mod merge;
mod positions;
mod walk;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::{io, slice};

use count::CountAll;
use rankmoves_core::model::movegen::JumpBudget;
use rankmoves_core::model::moves::Move;
use rankmoves_core::model::position::Position;
use rankmoves_core::model::variant;
use rankmoves_core::support::resources::{Resources, Usage};
use rankmoves_core::support::tuning::Tuning;

pub use count::PerftProgress;
pub use positions::positions_after;

/// The greatest depth of a count.
pub const MAX_PERFT_DEPTH: u32 = 1000;

/// Returns the perft count of a position: the number of sequences of `depth`
/// legal moves, 1 at depth 0. Moves differ by their paths: two moves with the
/// same effect count as two.
///
/// The count runs on one thread, path by path except for the last two plies, at
/// several hundred million paths a second. [`Perft`] is faster.
///
/// ```
/// use rankmoves_core::{Player, Position, Rules};
/// use rankmoves_perft::perft;
///
/// assert_eq!(perft(&Position::start(Rules::ENGLISH, Player::Red), 4)?, 1469);
/// # Ok::<(), rankmoves_perft::PerftError>(())
/// ```
///
/// # Errors
///
/// If `depth` is more than [`MAX_PERFT_DEPTH`], the count does not fit, the system refuses a thread for a
/// deep count, or a piece in the middle of a chain has too many moves to list.
pub fn perft(position: &Position, depth: u32) -> Result<u64, PerftError> {
    Perft::with_resources(WALK).count(position, depth)
}

/// Splits the [`perft`] count by root move, in the order of the moves. At depth
/// 0 the list is empty.
///
/// # Errors
///
/// As for [`perft`], or if there are too many moves to list.
pub fn divide(position: &Position, depth: u32) -> Result<Vec<(Move, u64)>, PerftError> {
    Perft::with_resources(WALK).divide(position, depth)
}

/// The maximum number of root moves that are listed.
const MAX_DIVIDED_MOVES: usize = JumpBudget::DEFAULT.chains;

/// One thread and no table.
const WALK: Resources = Resources { threads: NonZeroUsize::MIN, table_bytes: 0 };

/// A counter that returns the same results as [`perft`] and [`divide`], but uses threads and a transposition
/// table.
///
/// ```
/// use rankmoves_core::{Player, Position, Rules};
/// use rankmoves_perft::Perft;
///
/// assert_eq!(Perft::new().count(&Position::start(Rules::ENGLISH, Player::Red), 12)?, 388_623_673);
/// # Ok::<(), rankmoves_perft::PerftError>(())
/// ```
#[derive(Debug)]
pub struct Perft {
    resources: Resources,
    tuning: Tuning,
    progress: Arc<PerftProgress>,
    stop: Arc<AtomicBool>,
    usage: Usage,
}

impl Default for Perft {
    fn default() -> Perft {
        Perft::with_resources(Resources::default())
    }
}

impl Perft {
    /// Creates a counter with the default resources.
    pub fn new() -> Perft {
        Perft::default()
    }

    /// Creates a counter. With a table of 0 bytes it walks every path. The table stops growing when the system
    /// has no more memory; call [`Resources::check_memory`] first to refuse that.
    pub fn with_resources(resources: Resources) -> Perft {
        let (progress, stop) = Default::default();
        Perft { resources, tuning: Tuning::default(), progress, stop, usage: Usage::default() }
    }

    /// Replaces the tuning, with values that are too low raised ([`Tuning::normalised`]).
    #[must_use]
    pub fn with_tuning(self, tuning: Tuning) -> Perft {
        Perft { tuning: tuning.normalised(), ..self }
    }

    /// Returns the progress of the current count, for other threads to watch.
    pub fn progress(&self) -> Arc<PerftProgress> {
        Arc::clone(&self.progress)
    }

    /// Returns a flag that ends all counts with [`PerftError::Stopped`] once it is true. Each thread first
    /// finishes its current subtree.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Returns the threads and the memory that the last count used.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// Returns the perft count, like the function [`perft`].
    ///
    /// # Errors
    ///
    /// As for [`perft`].
    pub fn count(&mut self, position: &Position, depth: u32) -> Result<u64, PerftError> {
        check(depth)?;
        // In the middle of a chain only the jumping piece may move.
        if depth > 0 && position.jumping().is_some() {
            let parts = self.divide(position, depth)?;
            let sum = parts.iter().try_fold(0_u64, |sum, (_, count)| sum.checked_add(*count));
            return sum.ok_or(PerftError::TooMany);
        }
        let counts = self.count_all(slice::from_ref(position), depth)?;
        counts.first().copied().ok_or(PerftError::TooMany)
    }

    /// Splits the perft count by root move, like the function [`divide`].
    ///
    /// # Errors
    ///
    /// As for the function [`divide`].
    pub fn divide(&mut self, position: &Position, depth: u32) -> Result<Vec<(Move, u64)>, PerftError> {
        check(depth)?;
        let Some(below) = depth.checked_sub(1) else {
            return Ok(Vec::new());
        };
        let list = position.legal_moves().up_to(MAX_DIVIDED_MOVES);
        let moves = list.complete().ok_or(PerftError::TooManyMoves(MAX_DIVIDED_MOVES))?;
        let positions_after: Vec<_> = moves.iter().map(|mv| position.after(mv)).collect();
        let counts = self.count_all(&positions_after, below)?;
        Ok(moves.into_iter().zip(counts).collect())
    }

    /// Returns the count of each position. All have the same shape, rules and
    /// player to move, and no jump in progress.
    fn count_all(&mut self, positions: &[Position], depth: u32) -> Result<Vec<u64>, PerftError> {
        let Some(first) = positions.first() else {
            return Ok(Vec::new());
        };
        let Perft { resources, tuning, ref progress, ref stop, .. } = *self;
        let task = CountAll { positions, player: first.turn(), depth, resources, tuning, progress, stop };
        let (counts, usage) =
            variant::dispatch(first.board().shape(), first.rules(), task).map_err(PerftError::Thread)?;
        self.usage = usage;
        if self.stop.load(Relaxed) {
            return Err(PerftError::Stopped);
        }
        // Sums saturate at this value.
        if counts.contains(&u64::MAX) { Err(PerftError::TooMany) } else { Ok(counts) }
    }
}

/// The reason why a count failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PerftError {
    /// The depth is more than [`MAX_PERFT_DEPTH`].
    #[error("expected a depth of at most {MAX_PERFT_DEPTH} but found {0}")]
    TooDeep(u32),
    /// The count is 2^64 − 1 or more.
    #[error("there are more than {} paths", u64::MAX - 1)]
    TooMany,
    /// The count was [stopped](Perft::stop_flag).
    #[error("the count was stopped")]
    Stopped,
    /// There are more root moves than a list may hold.
    #[error("there are more than {0} moves to list")]
    TooManyMoves(usize),
    /// There is no memory for more than this number of positions.
    #[error("there is no memory for more than {0} positions")]
    Positions(usize),
    /// The system could not start a thread with a stack for the count.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
}

fn check(depth: u32) -> Result<(), PerftError> {
    if depth > MAX_PERFT_DEPTH { Err(PerftError::TooDeep(depth)) } else { Ok(()) }
}
