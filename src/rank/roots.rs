//! The positions after the ranked moves, each stored once.

use rankmoves_core::model::board::Pieces;
use rankmoves_core::support::hash::WordMap;
use rankmoves_core::{Position, Score, WON};

/// The score of a move, or the root that gives it.
#[derive(Clone, Copy)]
pub(super) enum Target {
    Score(Score),
    Root(usize),
}

/// The distinct positions after the moves, if their values need a search.
#[derive(Default)]
pub(super) struct Roots {
    pub(super) roots: Vec<Position>,
    /// The indices of the roots that several moves may lead to.
    indices: WordMap<Pieces<u128>, usize>,
}

impl Roots {
    /// Adds the position after a move, if that position has moves. If `is_looked_up`, the position may have
    /// been added before, and is not added again.
    pub(super) fn add(&mut self, after: Position, is_looked_up: bool) -> Target {
        if !after.has_moves() {
            // The move wins, even if it leaves its player stuck as well. (At depth 0, such a move loses.)
            return Target::Score(WON);
        }
        let next = self.roots.len();
        let index =
            if is_looked_up { *self.indices.entry(after.board().pieces()).or_insert(next) } else { next };
        if index == next {
            self.roots.push(after);
        }
        Target::Root(index)
    }
}
