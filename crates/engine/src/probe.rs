//! Converts proven results to the form that a search needs.

use std::sync::Arc;

use super::scores::{INFINITY, MAX_PLY, MIN_PROVEN_WIN, MIN_WIN, WIN};
use rankmoves_core::Position;
use rankmoves_endings::{Prober, Value, Wdl};

/// The scores that are possible according to a proof: only one score, unless the position is won or lost in
/// an unknown number of plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl Bounds {
    /// The bounds of a position without a proof.
    pub(super) const ALL: Bounds = Bounds { lower: -INFINITY, upper: INFINITY };

    /// Returns the bounds of a win in an unknown number of plies, `ply` plies from the root. A win found at a
    /// deeper ply scores lower, as the search expects: its table stores win scores relative to the position.
    fn won_at(ply: usize) -> Bounds {
        let later = i32::try_from(MAX_PLY.saturating_sub(ply)).expect("a ply fits 32 bits");
        Bounds { lower: MIN_PROVEN_WIN + later, ..Bounds::ALL }
    }

    pub(super) const fn only(score: i32) -> Bounds {
        Bounds { lower: score, upper: score }
    }

    /// Returns the same bounds from the opponent's point of view.
    pub(super) fn reversed(self) -> Bounds {
        Bounds { lower: -self.upper, upper: -self.lower }
    }

    /// Returns the score, if only one is possible.
    pub(super) fn exact(self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }

    pub(super) fn clamp(self, score: i32) -> i32 {
        score.clamp(self.lower, self.upper)
    }
}

/// A prober with the shape and rules of a search.
pub(super) struct Probe {
    prober: Arc<dyn Prober>,
    most_pieces: u32,
    /// A position of the same shape and rules.
    pub(super) template: Position,
}

impl Probe {
    pub(super) fn new(prober: &Arc<dyn Prober>, template: &Position) -> Probe {
        Probe { prober: Arc::clone(prober), most_pieces: prober.most_pieces(), template: *template }
    }

    /// Updates the number of pieces that the prober covers, before the search of another root.
    pub(super) fn begin(&mut self) {
        self.most_pieces = self.prober.most_pieces();
    }

    #[inline]
    pub(super) fn may_cover(&self, pieces: u32) -> bool {
        pieces <= self.most_pieces
    }

    /// Returns the score of a position of the same shape and rules at a ply, if its value is proven.
    pub(super) fn score(&self, position: &Position, ply: usize) -> Option<i32> {
        // The greatest number of plies that the score of a win or a loss can encode.
        const MAX_WIN_PLIES: u32 = (WIN - MIN_WIN).unsigned_abs();
        let win_in = |plies: u32| {
            let plies = plies.saturating_add(u32::try_from(ply).expect("a ply fits 32 bits"));
            WIN - plies.min(MAX_WIN_PLIES).cast_signed()
        };
        Some(match self.prober.probe(position)? {
            Value::Won(plies) => win_in(plies.into()),
            Value::Drawn => 0,
            Value::Lost(plies) => -win_in(plies.into()),
        })
    }

    /// Returns the bounds at a ply that follow from the proven result of a position of the same shape
    /// and rules.
    pub(super) fn result(&self, position: &Position, ply: usize) -> Option<Bounds> {
        Some(match self.prober.result(position)? {
            Wdl::Win => Bounds::won_at(ply),
            Wdl::Draw => Bounds::only(0),
            Wdl::Loss => Bounds::won_at(ply).reversed(),
        })
    }
}
