//! Limits of a solution.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// The limits of a solution. Without any, it goes on until all is proven, or it runs out
/// of memory.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The time at which to end.
    pub deadline: Option<Instant>,
    /// The number of positions to expand. It is looked at between rounds, each of four times as many
    /// as the last, so that the first may expand some ten thousand and the last some times as many.
    pub nodes: Option<u64>,
    /// Set by another thread to end it.
    pub stop: Arc<AtomicBool>,
}

impl Limits {
    pub(super) fn are_met(&self) -> bool {
        self.stop.load(Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
