//! How far a count has come.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// How far a [`Perft`](super::Perft) has come with the count it is at, for
/// other threads to read meanwhile. The figures are not of one instant.
#[derive(Debug, Default)]
pub struct PerftProgress {
    subtrees: AtomicUsize,
    done: AtomicUsize,
    paths: AtomicU64,
}

impl PerftProgress {
    /// The number of subtrees that the tree has been divided into.
    pub fn subtrees(&self) -> usize {
        self.subtrees.load(Relaxed)
    }

    /// How many of them have been counted.
    pub fn done(&self) -> usize {
        self.done.load(Relaxed)
    }

    /// The number of paths in those, modulo 2^64.
    pub fn paths(&self) -> u64 {
        self.paths.load(Relaxed)
    }

    pub(super) fn begin(&self, subtrees: usize) {
        self.subtrees.store(subtrees, Relaxed);
        self.done.store(0, Relaxed);
        self.paths.store(0, Relaxed);
    }

    pub(super) fn add(&self, paths: u64) {
        self.done.fetch_add(1, Relaxed);
        self.paths.fetch_add(paths, Relaxed);
    }
}
