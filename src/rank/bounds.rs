//! Bounds on the value of a position, as the table stores them.

use crate::model::bitboard::Word;
use crate::model::score::{INFINITY, Score};
use crate::support::table::{Key, Table, Value, value_bits};

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

/// Format of a bound in half of a value's bits: 8 on the standard board, where
/// scores are at most 99 or 64, and 10 on others, where they are at most 248.
struct Packing<W>(W);

impl<W: Word> Packing<W> {
    const BITS: u32 = value_bits::<W>() / 2;
    /// Offset that makes bounds positive. The numbers furthest from it stand
    /// for ±[`INFINITY`].
    const MIDDLE: Score = 1 << (Self::BITS - 1);

    #[inline]
    fn pack(bound: Score) -> u64 {
        let positive = bound.clamp(1 - Self::MIDDLE, Self::MIDDLE - 1) + Self::MIDDLE;
        u64::from(positive.unsigned_abs())
    }

    #[inline]
    fn unpack(bits: u64) -> Score {
        // It always fits. A default is cheaper here than the branch to a panic.
        let positive = Score::try_from(bits & ((1 << Self::BITS) - 1)).unwrap_or_default();
        match positive - Self::MIDDLE {
            bound if bound == 1 - Self::MIDDLE => -INFINITY,
            bound if bound == Self::MIDDLE - 1 => INFINITY,
            bound => bound,
        }
    }
}

impl<W: Word> Value<W> for Bounds {
    const HAS_WORD: bool = false;

    #[inline]
    fn pack(self) -> (u64, u64) {
        (Packing::<W>::pack(self.lower) << Packing::<W>::BITS | Packing::<W>::pack(self.upper), 0)
    }

    #[inline]
    fn unpack(bits: u64, _: u64) -> Bounds {
        let lower = Packing::<W>::unpack(bits >> Packing::<W>::BITS);
        Bounds { lower, upper: Packing::<W>::unpack(bits) }
    }
}

/// Stores the result of a null-window search below `bound` in the table.
#[inline]
pub(super) fn store<W: Word>(table: &Table<W, Bounds>, key: &Key<W>, value: Score, bound: Score) {
    let mut bounds = table.get(key).unwrap_or(Bounds::UNKNOWN);
    bounds.tighten(value, bound);
    table.put(key, bounds);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_round_trip<W: Word>(lower: Score, upper: Score) {
        let bounds = Bounds { lower, upper };
        let (bits, word) = Value::<W>::pack(bounds);
        assert!(bits != 0 && bits >> value_bits::<W>() == 0, "{bounds:?}");
        assert_eq!(<Bounds as Value<W>>::unpack(bits, word), bounds);
    }

    #[test]
    fn every_possible_bound_survives_packing() {
        let all = |most: Score| [-INFINITY, INFINITY].into_iter().chain(-most..=most);
        for lower in all(99) {
            all(99).for_each(|upper| assert_round_trip::<u64>(lower, upper));
        }
        for lower in all(248) {
            all(248).for_each(|upper| assert_round_trip::<u128>(lower, upper));
        }
    }
}
