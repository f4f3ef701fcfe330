//! The proven values of a position and its moves.

use crate::{Value, Wdl};
use rankmoves_core::Move;

/// The proven facts about the result of a move, for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Knowledge {
    /// The value under perfect play. Its plies include the move.
    Value(Value),
    /// The player wins, in at most this many plies.
    WonWithin(u32),
    /// The player loses, in at most this many plies.
    LostWithin(u32),
    /// The player wins in an unknown number of plies.
    Won,
    /// The player loses in an unknown number of plies.
    Lost,
    /// A draw or a win.
    NotLost,
    /// A draw or a loss.
    NotWon,
    /// Nothing is proven.
    Unknown,
}

impl Knowledge {
    /// Returns the result, if it is known.
    pub fn wdl(self) -> Option<Wdl> {
        match self {
            Knowledge::Value(value) => Some(value.wdl()),
            Knowledge::WonWithin(_) | Knowledge::Won => Some(Wdl::Win),
            Knowledge::LostWithin(_) | Knowledge::Lost => Some(Wdl::Loss),
            Knowledge::NotLost | Knowledge::NotWon | Knowledge::Unknown => None,
        }
    }

    /// Returns the worst possible result.
    pub fn at_least(self) -> Wdl {
        match self {
            Knowledge::NotLost => Wdl::Draw,
            known => known.wdl().unwrap_or(Wdl::Loss),
        }
    }

    /// Returns the best possible result.
    pub fn at_most(self) -> Wdl {
        match self {
            Knowledge::NotWon => Wdl::Draw,
            known => known.wdl().unwrap_or(Wdl::Win),
        }
    }

    /// Returns the number of plies to the end, if the game ends: the exact number, or an upper bound.
    pub fn plies(self) -> Option<u32> {
        match self {
            Knowledge::Value(value) => value.plies().map(u32::from),
            Knowledge::WonWithin(plies) | Knowledge::LostWithin(plies) => Some(plies),
            _ => None,
        }
    }

    /// Returns whether the value itself is known.
    pub fn is_exact(self) -> bool {
        matches!(self, Knowledge::Value(_))
    }
}

/// A move, the proven facts about its result, and the line that follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedMove {
    /// The move.
    pub mv: Move,
    /// The result of the move, for the player who makes it.
    pub knowledge: Knowledge,
    /// The proven best moves that follow: the winner takes the shortest known way, the loser the longest. The
    /// line has at most 1,000 moves. It ends early if a length is unknown, or if a position has more than 1,000
    /// moves.
    pub line: Vec<Move>,
}

/// The proven facts about a position and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The moves in the order of the paths.
    pub moves: Vec<SolvedMove>,
    /// The number of positions expanded.
    pub nodes: u64,
}

impl Solution {
    /// Returns the worst and the best possible result for the player to move.
    fn bounds(&self) -> (Wdl, Wdl) {
        let best = |bound: fn(Knowledge) -> Wdl| {
            self.moves.iter().map(|solved| bound(solved.knowledge)).max().unwrap_or(Wdl::Loss)
        };
        (best(Knowledge::at_least), best(Knowledge::at_most))
    }

    /// Returns the proven facts about the position: the value of its best move, if known.
    pub fn knowledge(&self) -> Knowledge {
        let known = || self.moves.iter().map(|solved| solved.knowledge);
        if self.moves.is_empty() {
            return Knowledge::Value(Value::Lost(0));
        }
        let of = |wdl| known().filter(move |knowledge| knowledge.wdl() == Some(wdl));
        let plies = |knowledge: &Knowledge| knowledge.plies().unwrap_or(u32::MAX);
        let best = match self.bounds() {
            (Wdl::Win, _) => of(Wdl::Win).min_by_key(plies),
            (_, Wdl::Loss) => of(Wdl::Loss).max_by_key(plies),
            (Wdl::Draw, Wdl::Draw) => Some(Knowledge::Value(Value::Drawn)),
            (Wdl::Draw, Wdl::Win) => Some(Knowledge::NotLost),
            (Wdl::Loss, Wdl::Draw) => Some(Knowledge::NotWon),
            (Wdl::Loss, Wdl::Win) => None,
        };
        // Another move may turn out to win sooner, or to lose later.
        match best.unwrap_or(Knowledge::Unknown) {
            Knowledge::Value(Value::Won(plies))
                if known().any(|other| !other.is_exact() && other.at_most() == Wdl::Win) =>
            {
                Knowledge::WonWithin(plies.into())
            }
            Knowledge::Value(Value::Lost(plies)) if !known().all(Knowledge::is_exact) => {
                Knowledge::LostWithin(plies.into())
            }
            best => best,
        }
    }
}
