//! Limits of a solution.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// The limits of a solution. Without any, the solver continues until everything is proven, or memory runs
/// out.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The time at which to end.
    pub deadline: Option<Instant>,
    /// The number of positions to expand. It is checked between rounds, each four times as large as the one
    /// before. So a search may expand ten thousand positions even with a lower limit, and may exceed a higher
    /// one several times over.
    pub nodes: Option<u64>,
    /// The flag by which another thread ends the search.
    pub stop: Arc<AtomicBool>,
}

impl Limits {
    pub(super) fn are_met(&self) -> bool {
        self.stop.load(Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
