//! What an entry of the table is about, in the words that it takes there.

use std::marker::PhantomData;

use crate::bitboard::{Bitboard, Word};
use crate::board::Pieces;
use crate::mixer::spread;
use crate::player::Player;
use crate::variant::Side;

/// The bits for a value in the last word of an entry.
pub(crate) const fn value_bits<W: Word>() -> u32 {
    Form::<W>::VALUE_BITS
}

/// How entries for positions in words `W` are made.
pub(super) struct Form<W>(W);

impl<W: Word> Form<W> {
    /// A word of 64 bits is a set of the standard board.
    const IS_STANDARD: bool = W::BITS == 64;
    pub(super) const VALUE_BITS: u32 = if Self::IS_STANDARD { 16 } else { 20 };
    pub(super) const MAX_DEPTH: u32 = if Self::IS_STANDARD { (1 << 15) - 1 } else { u32::MAX };
    /// The words before the last that hold the position.
    pub(super) const POSITION_WORDS: usize = if Self::IS_STANDARD { 1 } else { 6 };

    /// The bits above the value in the last word, and the words before it.
    #[inline]
    fn pack(pieces: Pieces<W>, black_moves: bool, depth: u32) -> (u64, Words) {
        let [red, black, kings] = [pieces.red, pieces.black, pieces.kings].map(halves);
        if Self::IS_STANDARD {
            let last = squeeze(kings[0]) << 16 | u64::from(black_moves) << 15 | u64::from(depth);
            (last, [squeeze(red[0]) | squeeze(black[0]) << 32, 0, 0, 0, 0, 0, 0])
        } else {
            let last = u64::from(black_moves) << 32 | u64::from(depth);
            (last, [red[0], red[1], black[0], black[1], kings[0], kings[1], 0])
        }
    }
}

/// The low and the high half of a set.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "each half is meant")]
fn halves<W: Word>(set: Bitboard<W>) -> [u64; 2] {
    let wide = set.0.to_wide();
    [wide as u64, (wide >> 64) as u64]
}

/// A set of the standard board without the gaps that its ghosts leave, one
/// after each eight squares.
#[inline]
const fn squeeze(set: u64) -> u64 {
    set & 0xff | set >> 1 & 0xff << 8 | set >> 2 & 0xff << 16 | set >> 3 & 0xff << 24
}

/// The words of an entry before the last, as far as it has them: those of the
/// position, then that of the value.
pub(super) type Words = [u64; 7];

/// What an entry is about: a position, the player to move, the remaining depth.
#[derive(Clone, Copy)]
pub(crate) struct Key<W> {
    /// The last word of the entry, the value left out.
    pub(super) last: u64,
    /// The words before it, likewise.
    pub(super) first: Words,
    pub(super) hash: u64,
    word: PhantomData<W>,
}

impl<W: Word> Key<W> {
    /// The key of a position; `None` if the depth is too great for an entry.
    #[inline]
    pub(crate) fn new<S: Side>(pieces: Pieces<W>, depth: u32) -> Option<Key<W>> {
        if depth > Form::<W>::MAX_DEPTH {
            return None;
        }
        let (last, first) = Form::<W>::pack(pieces, S::PLAYER == Player::Black, depth);
        Some(Key::from_words(last << Form::<W>::VALUE_BITS, first))
    }

    #[inline]
    pub(super) fn from_words(last: u64, first: Words) -> Key<W> {
        let words = first.iter().take(Form::<W>::POSITION_WORDS);
        let hash = words.fold(spread(last), |hash, &word| spread(hash.rotate_left(23) ^ word));
        Key { last, first, hash, word: PhantomData }
    }

    /// A number that any bits may be taken from.
    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Red;

    #[test]
    fn each_square_of_the_standard_board_has_a_bit_of_its_own_in_a_key() {
        // Eight squares, a ghost, eight squares and so on.
        let squares = |number: u32| 1_u64 << (number + number / 8);
        let all = (0..32).map(squares).sum();
        assert_eq!(squeeze(all), u64::from(u32::MAX));
        for number in 0..32 {
            assert_eq!(squeeze(squares(number)), 1 << number);
            assert_eq!(squeeze(all - squares(number)), u64::from(!(1_u32 << number)));
        }
    }

    #[test]
    fn a_depth_that_does_not_fit_has_no_key() {
        let pieces = Pieces { red: Bitboard(1_u64), black: Bitboard(2), kings: Bitboard(0) };
        assert!(Key::new::<Red>(pieces, (1 << 15) - 1).is_some());
        assert!(Key::new::<Red>(pieces, 1 << 15).is_none());
        let pieces = Pieces { red: Bitboard(1_u128), black: Bitboard(2), kings: Bitboard(0) };
        assert!(Key::new::<Red>(pieces, u32::MAX).is_some());
    }
}
