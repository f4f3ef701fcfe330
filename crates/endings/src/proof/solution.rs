//! The limits on the search for proven values, and its results.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use crate::{Value, Wdl};
use rankmoves_core::Move;

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

/// The proven facts about the result of a move, for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Knowledge {
    /// The worst possible result.
    pub at_least: Wdl,
    /// The best possible result.
    pub at_most: Wdl,
    /// The number of plies to the end, with the move, if the game ends: the exact number if the value is known,
    /// otherwise an upper bound.
    pub plies: Option<u32>,
    /// True if the value under perfect play is known.
    #[cfg_attr(feature = "serde", serde(rename = "exact"))]
    pub is_exact: bool,
}

impl Knowledge {
    /// Returns the result, if it is known.
    pub fn wdl(self) -> Option<Wdl> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }
}

impl From<Value> for Knowledge {
    fn from(value: Value) -> Knowledge {
        let wdl = value.wdl();
        Knowledge { at_least: wdl, at_most: wdl, plies: value.plies().map(u32::from), is_exact: true }
    }
}

/// A move, the proven facts about its result, and the line that follows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SolvedMove {
    /// The move.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: Move,
    /// The result of the move, for the player who makes it.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub knowledge: Knowledge,
    /// The proven best moves that follow: the winner takes the shortest known way, the loser the longest. The
    /// line has at most 1,000 moves. It ends early if a length is unknown, or if a position has more than 1,000
    /// moves.
    pub line: Vec<Move>,
}

/// The proven facts about a position and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Solution {
    /// The moves in the order of the paths.
    pub moves: Vec<SolvedMove>,
    /// The number of positions expanded.
    pub nodes: u64,
}

impl Solution {
    /// Returns the proven facts about the position: the value of its best move, if known.
    pub fn knowledge(&self) -> Knowledge {
        let known = || self.moves.iter().map(|solved| solved.knowledge);
        let bounds = known().map(|of| of.at_least).max().zip(known().map(|of| of.at_most).max());
        let Some((at_least, at_most)) = bounds else { return Value::Lost(0).into() };
        // Another move may turn out to win sooner, or to lose later.
        let (plies, is_exact) = match (at_least, at_most) {
            (Wdl::Win, _) => {
                let wins = known().filter(|of| of.at_least == Wdl::Win);
                (wins.filter_map(|of| of.plies).min(), known().all(|of| of.is_exact || of.at_most < Wdl::Win))
            }
            (_, Wdl::Loss) => {
                let longest = known().map(|of| of.plies).collect::<Option<Vec<_>>>();
                (longest.and_then(|plies| plies.into_iter().max()), known().all(|of| of.is_exact))
            }
            _ => (None, at_least == at_most),
        };
        Knowledge { at_least, at_most, plies, is_exact }
    }
}
