//! Progress of a search.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use rankmoves_core::model::movegen::JumpBudget;

/// Progress of the current ranking of a [`Ranker`](super::Ranker), for other threads to read. The figures may
/// be from slightly different moments.
#[derive(Debug, Default)]
pub struct Progress {
    depth: AtomicU32,
    moves: AtomicUsize,
    done: AtomicUsize,
    nodes: AtomicU64,
    /// The node count at which the search pauses; 0 for never.
    pause: AtomicU64,
    pub(super) stop: Arc<AtomicBool>,
    /// The time at which the search stops, in nanoseconds after `epoch`; 0 for never.
    deadline: AtomicU64,
    epoch: OnceLock<Instant>,
    /// The limits on the work for the jumps of one position.
    pub(super) budget: JumpBudget,
    /// True if a position exceeded the budget. Values found since may be wrong.
    is_exceeded: AtomicBool,
}

impl Progress {
    /// Creates the progress of a search that this flag stops.
    pub(super) fn new(stop: Arc<AtomicBool>, budget: JumpBudget) -> Progress {
        Progress { stop, budget, ..Progress::default() }
    }

    /// Returns the depth at which the moves are being ranked; lower depths are done.
    pub fn depth(&self) -> u32 {
        self.depth.load(Relaxed)
    }

    /// Returns the number of moves whose scores need a search.
    pub fn moves(&self) -> usize {
        self.moves.load(Relaxed)
    }

    /// Returns the number of moves that have their score at [`depth`](Self::depth).
    pub fn done(&self) -> usize {
        self.done.load(Relaxed)
    }

    /// Returns the approximate total number of positions searched so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Returns whether the search must stop at once, for good or for a pause.
    pub(super) fn is_interrupted(&self) -> bool {
        let pause = self.pause.load(Relaxed);
        self.is_stopped() || pause != 0 && self.nodes() >= pause
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed) || self.is_exceeded.load(Relaxed) || self.is_late()
    }

    /// Stops the search because a position exceeds the budget. The values found must not be used.
    #[cold]
    pub(super) fn exceed(&self) {
        self.is_exceeded.store(true, Relaxed);
    }

    /// Returns whether a position has exceeded the budget, and resets the mark.
    pub(super) fn take_exceeded(&self) -> bool {
        self.is_exceeded.swap(false, Relaxed)
    }

    /// Makes the search pause after this many more nodes; `None` for no pause.
    pub(super) fn set_pause(&self, nodes: Option<u64>) {
        let pause = nodes.map(|nodes| self.nodes().saturating_add(nodes).max(1));
        self.pause.store(pause.unwrap_or(0), Relaxed);
    }

    /// Returns whether the deadline has passed.
    pub(super) fn is_late(&self) -> bool {
        let deadline = self.deadline.load(Relaxed);
        deadline != 0 && self.epoch.get().is_some_and(|epoch| nanoseconds(epoch.elapsed()) >= deadline)
    }

    /// Sets the deadline, counted from now; `None` for no deadline.
    pub(super) fn set_deadline(&self, time: Option<Duration>) {
        let now = self.epoch.get_or_init(Instant::now).elapsed();
        let deadline = time.map(|time| nanoseconds(now.saturating_add(time)).max(1));
        self.deadline.store(deadline.unwrap_or(0), Relaxed);
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

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
