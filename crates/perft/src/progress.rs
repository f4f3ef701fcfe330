//! Progress of a count.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Progress of the current count of a [`Perft`](super::Perft), for other threads to read. The figures may be
/// from slightly different moments.
#[derive(Debug, Default)]
pub struct PerftProgress {
    subtrees: AtomicUsize,
    done: AtomicUsize,
    paths: AtomicU64,
}

impl PerftProgress {
    /// Returns the number of subtrees into which the tree is split.
    pub fn subtrees(&self) -> usize {
        self.subtrees.load(Relaxed)
    }

    /// Returns the number of subtrees that have been counted.
    pub fn done(&self) -> usize {
        self.done.load(Relaxed)
    }

    /// Returns the number of paths in the counted subtrees, modulo 2^64.
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
