//! Sets of squares, one bit per square.
//!
//! [`layout`](crate::model::layout) assigns the bits to squares.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr, Sub};

/// The machine word that holds a set: `u64` for 8×8 boards, `u128` for all others.
pub trait Word:
    Copy
    + Debug
    + Eq
    + Hash
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Into<u128>
    + 'static
{
    /// The number of bits.
    const BITS: u32;
    /// The word with no bit set.
    const ZERO: Self;
    /// The word with only its lowest bit set.
    const ONE: Self;

    /// Returns the number of set bits.
    fn count_ones(self) -> u32;
    /// Returns the number of the lowest set bit; [`BITS`](Self::BITS) if there is none.
    fn trailing_zeros(self) -> u32;
    /// Returns the word without its lowest set bit.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// Returns the low bits of a wide word.
    fn from_wide(wide: u128) -> Self;
}

macro_rules! word {
    ($word:ty, $from_wide:expr) => {
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline]
            fn count_ones(self) -> u32 {
                <$word>::count_ones(self)
            }

            #[inline]
            fn trailing_zeros(self) -> u32 {
                <$word>::trailing_zeros(self)
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn from_wide(wide: u128) -> Self {
                $from_wide(wide)
            }
        }
    };
}

word!(u64, low);
word!(u128, |wide| wide);

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "only the low half is wanted")]
const fn low(wide: u128) -> u64 {
    wide as u64
}

/// A set of squares.
///
/// `|` is union, `&` intersection, `-` difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bitboard<W>(pub W);

impl<W: Word> Bitboard<W> {
    /// The empty set.
    pub const EMPTY: Self = Bitboard(W::ZERO);

    /// Returns the set that contains only the square with this bit number.
    #[inline]
    pub fn single(bit: u32) -> Self {
        Bitboard(W::ONE << bit)
    }

    /// Returns whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == W::ZERO
    }

    /// Returns whether the sets have a square in common.
    #[inline]
    pub fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Returns whether the set has two squares or more.
    #[inline]
    pub fn has_several(self) -> bool {
        self.0.without_lowest() != W::ZERO
    }

    /// Returns the number of squares in the set.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the set with its lowest-numbered square removed.
    #[inline]
    #[must_use]
    pub fn without_lowest(self) -> Self {
        Bitboard(self.0.without_lowest())
    }

    /// Returns the lowest bit number in a set, which must not be empty.
    #[inline]
    pub fn first_bit(self) -> u32 {
        self.0.trailing_zeros()
    }

    /// Returns the squares one at a time, each as a set, lowest bit first.
    #[inline]
    pub fn singles(self) -> impl Iterator<Item = Self> {
        self.bits().map(Self::single)
    }

    /// Returns the bit numbers, lowest first.
    #[inline]
    pub fn bits(self) -> impl Iterator<Item = u32> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != W::ZERO).then(|| {
                let bit = rest.trailing_zeros();
                rest = rest.without_lowest();
                bit
            })
        })
    }

    /// Returns the same set in a word of another width, which must be wide enough.
    #[inline]
    pub fn convert<V: Word>(self) -> Bitboard<V> {
        Bitboard(V::from_wide(self.0.into()))
    }
}

impl<W: Word> FromIterator<u32> for Bitboard<W> {
    fn from_iter<I: IntoIterator<Item = u32>>(bits: I) -> Self {
        bits.into_iter().fold(Self::EMPTY, |set, bit| set | Self::single(bit))
    }
}

impl<W: Word> BitAnd for Bitboard<W> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Bitboard(self.0 & other.0)
    }
}

impl<W: Word> BitOr for Bitboard<W> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Bitboard(self.0 | other.0)
    }
}

impl<W: Word> BitXor for Bitboard<W> {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Bitboard(self.0 ^ other.0)
    }
}

impl<W: Word> Sub for Bitboard<W> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Bitboard(self.0 & !other.0)
    }
}

impl<W: Word> Shl<u32> for Bitboard<W> {
    type Output = Self;
    #[inline]
    fn shl(self, bits: u32) -> Self {
        Bitboard(self.0 << bits)
    }
}

impl<W: Word> Shr<u32> for Bitboard<W> {
    type Output = Self;
    #[inline]
    fn shr(self, bits: u32) -> Self {
        Bitboard(self.0 >> bits)
    }
}

impl<W: Word> BitOrAssign for Bitboard<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bitboard_is_a_set() {
        let low: Bitboard<u64> = [1, 2, 40].into_iter().collect();
        let high = Bitboard::single(40) | Bitboard::single(63);
        assert_eq!((low | high).len(), 4);
        assert_eq!(low & high, Bitboard::single(40));
        assert_eq!((low - high).bits().collect::<Vec<_>>(), [1, 2]);
        assert!(low.intersects(high) && !(low - high).intersects(high));
        assert_eq!(Bitboard::<u64>::EMPTY.singles().count(), 0);
    }

    #[test]
    fn conversion_keeps_the_set() {
        let narrow: Bitboard<u64> = [0, 35, 63].into_iter().collect();
        let wide: Bitboard<u128> = narrow.convert();
        assert_eq!(wide.bits().collect::<Vec<_>>(), [0, 35, 63]);
        assert_eq!(wide.convert(), narrow);
    }
}
