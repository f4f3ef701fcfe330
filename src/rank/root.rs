//! Positions whose values are wanted, and bounds on these values.

use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::score::INFINITY;
use rankmoves_core::{Player, Score};

/// A position to search: a position after one of the ranked moves, or after a reply in a
/// principal variation.
pub(super) struct Root<W> {
    pub(super) pieces: Pieces<W>,
    /// The side to move.
    pub(super) player: Player,
    /// The value: a guess before the search, exact after it. If `bound` is set, the search may store a
    /// bound on the value instead: a lower bound that reaches `bound`, or an upper bound below it.
    pub(super) value: Score,
    /// The bound, if the only question is whether the value reaches it.
    pub(super) bound: Option<Score>,
}

impl<W> Root<W> {
    /// Returns the value to store in the root, if bounds on the value decide it.
    pub(super) fn answer(&self, Bounds { lower, upper }: Bounds) -> Option<Score> {
        match self.bound {
            None => Some(lower).filter(|_| lower == upper),
            Some(bound) if lower >= bound => Some(lower),
            Some(bound) => Some(upper).filter(|_| upper < bound),
        }
    }
}

/// A lower and an upper bound on a value, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: Score,
    pub(super) upper: Score,
}

impl Bounds {
    pub(super) const UNKNOWN: Bounds = Bounds { lower: -INFINITY, upper: INFINITY };

    /// Tightens the lower or upper bound, given the result of a null-window search that tested `bound`.
    pub(super) fn tighten(&mut self, value: Score, bound: Score) {
        if value >= bound {
            self.lower = value;
        } else {
            self.upper = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rankmoves_core::model::bitboard::Bitboard;

    #[test]
    fn bounds_answer_a_root_if_all_values_between_them_do() {
        for (lower, upper) in (-3..=3).flat_map(|lower| (lower..=3).map(move |upper| (lower, upper))) {
            let answer = |bound| {
                let pieces =
                    Pieces { red: Bitboard::<u64>::EMPTY, black: Bitboard::EMPTY, kings: Bitboard::EMPTY };
                Root { pieces, player: Player::Red, value: 0, bound }.answer(Bounds { lower, upper })
            };
            assert_eq!(answer(None), (lower == upper).then_some(lower));
            for bound in -4..=4 {
                let is_certain = (lower >= bound) == (upper >= bound);
                assert_eq!(
                    answer(Some(bound)).map(|value| value >= bound),
                    is_certain.then_some(lower >= bound),
                    "{lower} {upper} {bound}"
                );
            }
        }
    }
}
