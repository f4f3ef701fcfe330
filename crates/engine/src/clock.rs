//! The clock of a search: counts nodes, and ends the search at its limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::answers::Limits;

/// The error of a search that has reached a limit or was stopped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// A counter of nodes that also checks the time now and then.
#[derive(Default)]
pub(super) struct Clock {
    limits: Limits,
    stop: Arc<AtomicBool>,
    nodes: u64,
    /// The number of moves generated since the time was last checked, plus 8 for each node.
    moves: usize,
    /// The number of nodes of all helpers, counted up to their last checks of the time.
    helpers_nodes: Arc<AtomicU64>,
    /// True if this is the clock of a helper, which adds its nodes to `helpers_nodes`.
    is_helpers: bool,
}

impl Clock {
    /// The value of `moves` at which the time is checked: about 50 µs of searching.
    const MOVES_PER_LOOK: usize = 1 << 10;

    pub(super) fn new(limits: Limits, stop: Arc<AtomicBool>) -> Clock {
        Clock { limits, stop, ..Clock::default() }
    }

    /// Makes the clock of a thread that helps until `stop` is raised.
    pub(super) fn helper(&self, stop: Arc<AtomicBool>) -> Clock {
        let limits = Limits { deadline: self.limits.deadline, ..Limits::default() };
        let helpers_nodes = Arc::clone(&self.helpers_nodes);
        Clock { limits, stop, helpers_nodes, is_helpers: true, ..Clock::default() }
    }

    /// Returns the number of nodes, including the nodes of helpers.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes + self.helpers_nodes.load(Relaxed)
    }

    /// Returns whether several threads may search. With a limit on nodes, or on depth but not on time, only one
    /// may: the same question must always have the same answer.
    pub(super) fn may_have_helpers(&self) -> bool {
        self.limits.nodes.is_none() && (self.limits.deadline.is_some() || self.limits.depth.is_none())
    }

    pub(super) fn depth(&self) -> Option<u32> {
        self.limits.depth
    }

    /// Returns whether the search may end before its depth limit, or has no depth limit.
    pub(super) fn may_end_early(&self) -> bool {
        self.limits.deadline.is_some() || self.limits.nodes.is_some() || self.limits.depth.is_none()
    }

    /// Counts a node.
    ///
    /// # Errors
    ///
    /// If the node limit has been reached, or the search must stop.
    #[inline]
    pub(super) fn count_node(&mut self) -> Result<(), Stopped> {
        if self.limits.nodes.is_some_and(|max_nodes| self.nodes >= max_nodes) {
            return Err(Stopped);
        }
        self.nodes += 1;
        self.count_moves(8)
    }

    /// Counts generated moves, and checks the time after enough of them.
    #[inline]
    pub(super) fn count_moves(&mut self, moves: usize) -> Result<(), Stopped> {
        self.moves += moves;
        if self.moves < Self::MOVES_PER_LOOK {
            return Ok(());
        }
        self.moves = 0;
        if self.is_helpers {
            self.helpers_nodes.fetch_add(std::mem::take(&mut self.nodes), Relaxed);
        }
        self.look()
    }

    /// Checks the time and the stop flag.
    pub(super) fn look(&self) -> Result<(), Stopped> {
        if self.stop.load(Relaxed) || !self.has(Duration::ZERO) { Err(Stopped) } else { Ok(()) }
    }

    /// Returns whether more than `time` is left.
    pub(super) fn has(&self, time: Duration) -> bool {
        self.limits.deadline.is_none_or(|deadline| deadline.saturating_duration_since(Instant::now()) > time)
    }
}
