//! The limits of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::Limits;

/// The error of a search that has reached a limit or has been told to stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// A counter of nodes that looks at the time now and then.
#[derive(Default)]
pub(super) struct Clock {
    limits: Limits,
    stop: Arc<AtomicBool>,
    nodes: u64,
    /// The moves generated since the last look at the time.
    moves: usize,
}

impl Clock {
    /// The moves between two looks at the time: some 50 µs of searching.
    const MOVES_PER_LOOK: usize = 1 << 10;

    pub(super) fn new(limits: Limits, stop: Arc<AtomicBool>) -> Clock {
        Clock { limits, stop, nodes: 0, moves: 0 }
    }

    /// Returns the nodes counted.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the limit of depth.
    pub(super) fn depth(&self) -> Option<u32> {
        self.limits.depth
    }

    /// Returns whether anything but the depth limits the search.
    pub(super) fn may_end_early(&self) -> bool {
        self.limits.deadline.is_some() || self.limits.nodes.is_some() || self.limits.depth.is_none()
    }

    /// Counts a node.
    ///
    /// # Errors
    ///
    /// If the limit of nodes has been reached, or the search must stop.
    #[inline]
    pub(super) fn count_node(&mut self) -> Result<(), Stopped> {
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            return Err(Stopped);
        }
        self.nodes += 1;
        self.count_moves(8)
    }

    /// Counts generated moves, and looks at the time after enough of them.
    #[inline]
    pub(super) fn count_moves(&mut self, moves: usize) -> Result<(), Stopped> {
        self.moves += moves;
        if self.moves < Self::MOVES_PER_LOOK {
            return Ok(());
        }
        self.moves = 0;
        self.look()
    }

    /// Looks at the time and the stop flag.
    pub(super) fn look(&self) -> Result<(), Stopped> {
        if self.stop.load(Relaxed) || !self.has(Duration::ZERO) { Err(Stopped) } else { Ok(()) }
    }

    /// Returns whether more than `time` is left.
    pub(super) fn has(&self, time: Duration) -> bool {
        self.limits.deadline.is_none_or(|deadline| deadline.saturating_duration_since(Instant::now()) > time)
    }
}
