//! What is known about the value of a position.

use crate::bitboard::Word;
use crate::score::{BEYOND, Score};
use crate::table::{Key, Table, Value, value_bits};

/// The bounds between which a value lies, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: Score,
    pub(super) upper: Score,
}

impl Bounds {
    pub(super) const UNKNOWN: Bounds = Bounds { lower: -BEYOND, upper: BEYOND };

    /// Takes note of the answer to whether the value reaches `bound`.
    pub(super) fn note(&mut self, answer: Score, bound: Score) {
        if answer >= bound {
            self.lower = answer;
        } else {
            self.upper = answer;
        }
    }
}

/// Half of the bits for each bound: 8 on the standard board, where scores are
/// at most 99 or 64, and 10 on others, where they are at most 248.
struct Packing<W>(W);

impl<W: Word> Packing<W> {
    const BITS: u32 = value_bits::<W>() / 2;
    /// Added to a bound to make it positive. The numbers furthest from the
    /// middle stand for beyond.
    const MIDDLE: Score = 1 << (Self::BITS - 1);

    #[inline]
    fn pack(bound: Score) -> u64 {
        let positive = bound.clamp(1 - Self::MIDDLE, Self::MIDDLE - 1) + Self::MIDDLE;
        u64::from(positive.unsigned_abs())
    }

    #[inline]
    fn unpack(bits: u64) -> Score {
        let positive = Score::try_from(bits & ((1 << Self::BITS) - 1)).unwrap_or_default();
        match positive - Self::MIDDLE {
            bound if bound == 1 - Self::MIDDLE => -BEYOND,
            bound if bound == Self::MIDDLE - 1 => BEYOND,
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

/// Takes note of the answer to whether the value of a key reaches `bound`.
#[inline]
pub(super) fn note<W: Word>(table: &Table<W, Bounds>, key: &Key<W>, answer: Score, bound: Score) {
    let mut bounds = table.get(key).unwrap_or(Bounds::UNKNOWN);
    bounds.note(answer, bound);
    table.put(key, bounds);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn survives<W: Word>(lower: Score, upper: Score) {
        let bounds = Bounds { lower, upper };
        let (bits, word) = Value::<W>::pack(bounds);
        assert!(bits != 0 && bits >> value_bits::<W>() == 0, "{bounds:?}");
        assert_eq!(<Bounds as Value<W>>::unpack(bits, word), bounds);
    }

    #[test]
    fn every_bound_there_may_be_is_packed_and_unpacked() {
        let all = |most: Score| [-BEYOND, BEYOND].into_iter().chain(-most..=most);
        for lower in all(99) {
            all(99).for_each(|upper| survives::<u64>(lower, upper));
        }
        for lower in all(248) {
            all(248).for_each(|upper| survives::<u128>(lower, upper));
        }
    }
}
