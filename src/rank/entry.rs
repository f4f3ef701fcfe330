//! Entries of the transposition table.

use super::root::Bounds;
use rankmoves_core::model::bitboard::Word;
use rankmoves_core::model::score::INFINITY;
use rankmoves_core::support::table::{Key, SharedTable, Value, value_bits};
use rankmoves_core::{Score, WON};

/// The stored results for a position at a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) bounds: Bounds,
    /// The move that caused the last cutoff, as its number in the order of generation.
    pub(super) hash_move: Option<u16>,
}

impl Entry {
    /// Stores the result of a null-window search that tested `bound`, and the hash move.
    #[inline]
    pub(super) fn store<W: Word>(
        table: SharedTable<'_, W, Entry>,
        key: &Key<W>,
        value: Score,
        bound: Score,
        hash_move: Option<u16>,
    ) {
        let mut bounds = table.get(key).map_or(Bounds::UNKNOWN, |known| known.bounds);
        bounds.tighten(value, bound);
        table.put(key, Entry { bounds, hash_move });
    }
}

/// The format of an entry: lower bound, upper bound, hash move.
struct Packing<W>(W);

impl<W: Word> Packing<W> {
    const IS_STANDARD: bool = W::BITS == 64;
    /// On the standard board material reaches 64, and scores up to 62 have exact codes. On other boards it reaches 248.
    const BOUND_BITS: u32 = if Self::IS_STANDARD { 7 } else { 10 };
    const MOVE_BITS: u32 = value_bits::<W>() - 2 * Self::BOUND_BITS;
    /// The offset that makes bounds positive.
    const MIDDLE: Score = 1 << (Self::BOUND_BITS - 1);
    /// The code of the greatest value. Its negative is the code of the least value.
    const END: Score = Self::MIDDLE - 1;
    /// The value that the code [`END`](Self::END) represents. On the standard board it is [`WON`], because codes
    /// have too few bits for 99.
    const MAX_VALUE: Score = if Self::IS_STANDARD { WON } else { INFINITY };

    /// Packs a lower bound. If it has no exact code, packs the next lower value that has one, which is also a
    /// lower bound.
    #[inline]
    fn pack_lower(bound: Score) -> u64 {
        Self::pack(if bound >= Self::MAX_VALUE { Self::END } else { bound.clamp(-Self::END, Self::END - 1) })
    }

    /// Packs an upper bound. If it has no exact code, packs the next higher value that has one.
    #[inline]
    fn pack_upper(bound: Score) -> u64 {
        Self::pack(if bound <= -Self::MAX_VALUE { -Self::END } else { bound.clamp(1 - Self::END, Self::END) })
    }

    #[inline]
    fn pack(number: Score) -> u64 {
        u64::from((number + Self::MIDDLE).unsigned_abs())
    }

    #[inline]
    fn unpack(bits: u64) -> Score {
        // The masked bits always fit. A default is cheaper here than a branch to a panic.
        let positive = Score::try_from(bits & ((1 << Self::BOUND_BITS) - 1)).unwrap_or_default();
        match positive - Self::MIDDLE {
            number if number == -Self::END => -Self::MAX_VALUE,
            number if number == Self::END => Self::MAX_VALUE,
            number => number,
        }
    }
}

impl<W: Word> Value<W> for Entry {
    const HAS_WORD: bool = false;

    #[inline]
    fn pack(self) -> (u64, u64) {
        let lower = Packing::<W>::pack_lower(self.bounds.lower);
        let upper = Packing::<W>::pack_upper(self.bounds.upper);
        // 0 means that there is no move, or that its number does not fit.
        let number = self.hash_move.map_or(0, |number| u64::from(number) + 1);
        let number = if number >> Packing::<W>::MOVE_BITS == 0 { number } else { 0 };
        ((lower << Packing::<W>::BOUND_BITS | upper) << Packing::<W>::MOVE_BITS | number, 0)
    }

    #[inline]
    fn unpack(bits: u64, _: u64) -> Entry {
        let number = bits & ((1 << Packing::<W>::MOVE_BITS) - 1);
        let bounds = bits >> Packing::<W>::MOVE_BITS;
        let lower = Packing::<W>::unpack(bounds >> Packing::<W>::BOUND_BITS);
        Entry {
            bounds: Bounds { lower, upper: Packing::<W>::unpack(bounds) },
            hash_move: number.checked_sub(1).and_then(|number| number.try_into().ok()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rankmoves_core::LOST;

    fn unpacked<W: Word>(lower: Score, upper: Score, hash_move: Option<u16>) -> Entry {
        let entry = Entry { bounds: Bounds { lower, upper }, hash_move };
        let (bits, word) = Value::<W>::pack(entry);
        assert!(bits != 0 && bits >> value_bits::<W>() == 0, "{entry:?}");
        <Entry as Value<W>>::unpack(bits, word)
    }

    #[test]
    fn bounds_survive_packing_or_become_weaker() {
        for lower in (-64..=64).chain([LOST, WON]) {
            for upper in (lower..=64).chain([WON]) {
                let Bounds { lower: less, upper: more } = unpacked::<u64>(lower, upper, None).bounds;
                assert!(less <= lower && more >= upper, "{lower} {upper} {less} {more}");
                let survives = |bound: Score| bound.abs() <= 62 || bound.abs() == WON;
                assert!(less == lower || !survives(lower), "{lower} became {less}");
                assert!(more == upper || !survives(upper), "{upper} became {more}");
            }
        }
        for lower in -248..=248 {
            for upper in lower..=248 {
                assert_eq!(unpacked::<u128>(lower, upper, None).bounds, Bounds { lower, upper });
            }
        }
    }

    #[test]
    fn an_unknown_bound_decides_no_value() {
        let Bounds { lower, upper } = unpacked::<u64>(-INFINITY, INFINITY, None).bounds;
        assert!(lower <= LOST && upper >= WON);
        let Bounds { lower, upper } = unpacked::<u128>(-INFINITY, INFINITY, None).bounds;
        assert!(lower <= -248 && upper >= 248, "{lower} {upper}");
    }

    #[test]
    fn hash_moves_survive_packing_up_to_a_number() {
        let kept = |number| unpacked::<u64>(0, 0, Some(number)).hash_move;
        assert_eq!((kept(0), kept(30), kept(31), kept(u16::MAX)), (Some(0), Some(30), None, None));
        let kept = |number| unpacked::<u128>(0, 0, Some(number)).hash_move;
        assert_eq!((kept(0), kept(254), kept(255), kept(u16::MAX)), (Some(0), Some(254), None, None));
    }
}
