//! Limits on the search for proven values.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// The limits on the search for proven values. Without limits, the solver continues until everything is proven,
/// or memory runs out.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The time at which to end.
    pub deadline: Option<Instant>,
    /// The number of positions to expand. The limit is checked between rounds, and each round is four times as
    /// large as the previous one. So a search may expand tens of thousands of positions even if the limit is
    /// lower, and may exceed a higher limit several times over.
    pub nodes: Option<u64>,
    /// The flag by which another thread ends the search.
    pub stop: Arc<AtomicBool>,
}

impl Limits {
    pub(super) fn are_met(&self) -> bool {
        self.stop.load(Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
