//! How far a search has come.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// How far a [`Ranker`](super::Ranker) has come with the ranking it is at, for
/// other threads to read meanwhile. The figures are not of one instant.
#[derive(Debug, Default)]
pub struct Progress {
    depth: AtomicU32,
    moves: AtomicUsize,
    done: AtomicUsize,
    nodes: AtomicU64,
    stop: Arc<AtomicBool>,
}

impl Progress {
    /// The depth at which the moves are being ranked; lower ones are done.
    pub fn depth(&self) -> u32 {
        self.depth.load(Relaxed)
    }

    /// The number of moves whose score takes a search.
    pub fn moves(&self) -> usize {
        self.moves.load(Relaxed)
    }

    /// How many of them have their score at [`depth`](Self::depth).
    pub fn done(&self) -> usize {
        self.done.load(Relaxed)
    }

    /// About how many positions have been searched so far, in all.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    pub(super) fn stop_flag(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    pub(super) fn begin(&self, depth: u32, moves: usize) {
        self.depth.store(depth, Relaxed);
        self.moves.store(moves, Relaxed);
        self.done.store(0, Relaxed);
    }

    pub(super) fn add_done(&self) {
        self.done.fetch_add(1, Relaxed);
    }

    pub(super) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }
}
