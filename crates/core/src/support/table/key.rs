//! Keys of the table, packed into the words of an entry.

use std::marker::PhantomData;

use crate::model::bitboard::{Bitboard, Word};
use crate::model::board::Pieces;
use crate::model::layout::Standard;
use crate::model::player::Player;
use crate::model::variant::Side;
use crate::support::hash::spread;

/// Returns the number of bits for a value in the last word of an entry.
pub const fn value_bits<W: Word>() -> u32 {
    EntryFormat::<W>::VALUE_BITS
}

/// The format of the table's entries for boards whose sets are words `W`.
pub(super) struct EntryFormat<W>(W);

impl<W: Word> EntryFormat<W> {
    /// True for 8×8 boards, the only boards that use 64-bit words.
    const IS_STANDARD: bool = W::BITS == 64;
    pub(super) const VALUE_BITS: u32 = if Self::IS_STANDARD { 19 } else { 28 };
    const DEPTH_BITS: u32 = if Self::IS_STANDARD { 12 } else { 32 };
    /// The number of depths in a group: the entries of a position at these depths have the same hash, so they
    /// lie in one cache line. A group does not hold all depths, because a deep search reaches a few positions
    /// at very many depths, and their entries would replace each other. On boards other than 8×8, a line
    /// holds only one entry.
    const DEPTHS_PER_LINE: u64 = if Self::IS_STANDARD { 8 } else { 1 };
    /// The bits of the depth in the last word.
    pub(super) const DEPTH_MASK: u64 = ((1 << Self::DEPTH_BITS) - 1) << Self::VALUE_BITS;
    /// The number of words that hold the position, not counting the last word.
    pub(super) const POSITION_WORDS: usize = if Self::IS_STANDARD { 1 } else { 6 };

    /// Packs the position, side to move and depth into words. Returns the last word's bits above the value,
    /// then all other words.
    #[inline]
    fn pack(pieces: Pieces<W>, black_moves: bool, depth: u32) -> (u64, Words) {
        let [red, black, kings] = [pieces.red, pieces.black, pieces.kings].map(halves);
        if Self::IS_STANDARD {
            let last = Standard::compact(kings[0]) << 13 | u64::from(black_moves) << 12 | u64::from(depth);
            (last, [Standard::compact(red[0]) | Standard::compact(black[0]) << 32, 0, 0, 0, 0, 0, 0])
        } else {
            let last = u64::from(black_moves) << 32 | u64::from(depth);
            (last, [red[0], red[1], black[0], black[1], kings[0], kings[1], 0])
        }
    }
}

/// Returns the low and the high half of a set.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "each half is meant")]
fn halves<W: Word>(set: Bitboard<W>) -> [u64; 2] {
    let wide: u128 = set.0.into();
    [wide as u64, (wide >> 64) as u64]
}

/// All words of an entry except the last: first the words of the position, then the value. If an entry needs
/// fewer words, the rest are unused.
pub(super) type Words = [u64; 7];

/// Position, side to move and remaining depth, packed into words.
#[derive(Clone, Copy)]
pub struct Key<W> {
    /// The last word of the entry, without the value.
    pub(super) last: u64,
    /// The words before the last, without the value.
    pub(super) leading: Words,
    pub(super) hash: u64,
    word: PhantomData<W>,
}

impl<W: Word> Key<W> {
    /// Packs a key; `None` if the depth does not fit.
    #[inline]
    pub fn new<S: Side>(pieces: Pieces<W>, depth: u32) -> Option<Key<W>> {
        let fits = u64::from(depth) >> EntryFormat::<W>::DEPTH_BITS == 0;
        fits.then(|| Key::packed::<S>(pieces, depth))
    }

    /// Packs the key of a position in a table with one entry for all depths.
    #[inline]
    pub fn without_depth<S: Side>(pieces: Pieces<W>) -> Key<W> {
        // At depth 0, entries would have the replacement priority of empty entries.
        Key::packed::<S>(pieces, 1)
    }

    #[inline]
    fn packed<S: Side>(pieces: Pieces<W>, depth: u32) -> Key<W> {
        let (last, leading) = EntryFormat::<W>::pack(pieces, S::PLAYER == Player::Black, depth);
        Key::from_words(last << EntryFormat::<W>::VALUE_BITS, leading)
    }

    #[inline]
    pub(super) fn from_words(last: u64, leading: Words) -> Key<W> {
        let words = leading.iter().take(EntryFormat::<W>::POSITION_WORDS);
        let first = spread(last & !((EntryFormat::<W>::DEPTHS_PER_LINE - 1) << EntryFormat::<W>::VALUE_BITS));
        let hash = words.fold(first, |hash, &word| spread(hash.rotate_left(23) ^ word));
        Key { last, leading, hash, word: PhantomData }
    }

    /// Returns the hash of position, side to move and group of depths. All of its bits
    /// are well mixed.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::variant::Red;

    #[test]
    fn a_depth_that_does_not_fit_has_no_key() {
        let pieces = Pieces { red: Bitboard(1_u64), black: Bitboard(2), kings: Bitboard(0) };
        assert!(Key::new::<Red>(pieces, (1 << 12) - 1).is_some());
        assert!(Key::new::<Red>(pieces, 1 << 12).is_none());
        let pieces = Pieces { red: Bitboard(1_u128), black: Bitboard(2), kings: Bitboard(0) };
        assert!(Key::new::<Red>(pieces, u32::MAX).is_some());
    }

    #[test]
    fn eight_depths_of_a_position_of_the_standard_board_share_a_line() {
        let pieces = Pieces { red: Bitboard(1_u64), black: Bitboard(2), kings: Bitboard(0) };
        let hash = |depth| Key::new::<Red>(pieces, depth).unwrap().hash();
        assert!((8..16).all(|depth| hash(depth) == hash(8)));
        assert!(hash(7) != hash(8) && hash(15) != hash(16));
        let pieces = Pieces { red: Bitboard(1_u128), black: Bitboard(2), kings: Bitboard(0) };
        let hash = |depth| Key::new::<Red>(pieces, depth).unwrap().hash();
        assert_ne!(hash(8), hash(9), "a line of other boards holds one entry");
    }
}
