//! Bounds on the value of a position.

use rankmoves_core::Score;
use rankmoves_core::model::score::INFINITY;

/// Lower and upper bound of a value, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: Score,
    pub(super) upper: Score,
}

impl Bounds {
    pub(super) const UNKNOWN: Bounds = Bounds { lower: -INFINITY, upper: INFINITY };

    /// Replaces the bound that a null-window search below `bound` has improved.
    pub(super) fn tighten(&mut self, value: Score, bound: Score) {
        if value >= bound {
            self.lower = value;
        } else {
            self.upper = value;
        }
    }
}
