//! Batches: several threads process many items, and the results come out in order.
//!
//! ```
//! use rankmoves::batch::rank_all;
//! use rankmoves_core::{Player, Position, Resources, Rules};
//!
//! let positions = Rules::ALL.map(|rules| Position::start(rules, Player::Black));
//! for ranked in rank_all(positions, 4, Resources::default())? {
//!     assert_eq!(ranked?.len(), 7);
//! }
//! # Ok::<(), rankmoves::RankError>(())
//! ```

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rankmoves_core::{Position, Resources};

use crate::rank::{RankError, RankedMove, Ranker};

pub use rankmoves_core::support::batch::Batch;

/// Ranks the moves of many positions at one depth, several at a time: each thread ranks different positions,
/// with its own table. The results come in order, with an error in the place of each position that fails.
///
/// # Errors
///
/// If the system lacks the memory for the tables, or does not start any thread. If it starts only some
/// threads, these do all the work.
pub fn rank_all<I>(
    positions: I,
    depth: u32,
    resources: Resources,
) -> Result<Batch<Result<Vec<RankedMove>, RankError>>, RankError>
where
    I: IntoIterator<Item = Position>,
    I::IntoIter: Send + 'static,
{
    resources.check_memory()?;
    let share = resources.per_thread();
    let ranker = move |stop: &Arc<AtomicBool>| Ranker::with_stop_flag(share, Arc::clone(stop));
    let rank = move |ranker: &mut Ranker, position: Position| {
        ranker.forget();
        ranker.rank(&position, depth)
    };
    Batch::start(positions, resources.threads, ranker, rank).map_err(RankError::Thread)
}
