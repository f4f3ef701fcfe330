//! The bit layout of boards: a bit for each playable square, a shift for each step.
//!
//! Only playable squares have a bit. The bits are numbered row by row from the top left. Some rows are
//! followed by a *ghost* bit, which belongs to no square. Therefore each of the four diagonal steps is one
//! shift of the whole board:
//!
//! ```text
//!  8 ranks, 8 files: K = 4              5 ranks, 5 files: K = 3
//!     00    01    02    03                 00    01    (ghost 02)
//!  04    05    06    07    (ghost 08)   03    04    05 (ghost 06)
//!     09    10    11    12                 07    08    (ghost 09)
//!  13    14    15    16    (ghost 17)   10    11    12 (ghost 13)
//!     18    19    20    21                 14    15
//!  22    23    24    25    (ghost 26)
//!     27    28    29    30              down left  << K    up right >> K
//!  31    32    33    34                 down right << K+1  up left  >> K+1
//! ```
//!
//! With `K` half the number of files, rounded up, row `r` (0 at the top) begins at bit `r * K + r / 2`. If
//! the number of files is odd and the top left square is playable, it begins at bit `r * K + (r + 1) / 2`. A
//! step off the board never lands on the bit of a square, so intersecting the result with the squares removes
//! it.
//!
//! With an even number of files, a flipped board is the mirror image of the unflipped board: [`Shape`]
//! exchanges left and right when it names squares, and nothing else changes. With an odd number of files, a
//! flipped board has long rows where the unflipped board has short rows, so it has its own bit layout.

use crate::model::bitboard::{Bitboard, Word};
use crate::model::shape::Shape;
use crate::model::square::Square;

impl Shape {
    /// Returns whether the bits are those of the unflipped board with left and right exchanged.
    const fn is_mirrored(self) -> bool {
        self.is_flipped() && self.files().is_multiple_of(2)
    }

    /// Returns whether the top row in the bit layout begins at the left edge.
    const fn top_row_is_left(self) -> bool {
        self.is_flipped() && !self.is_mirrored()
    }

    /// Returns `K`, the smaller of the two shifts, as defined at the top of this module.
    const fn shift(self) -> u32 {
        (self.files() as u32).div_ceil(2)
    }

    /// Returns the first bit of a row. Row 0 is the top rank.
    const fn row_start(self, row: u32) -> u32 {
        let ghosts = if self.top_row_is_left() { row.div_ceil(2) } else { row / 2 };
        row * self.shift() + ghosts
    }

    /// Returns the number of bits from the first square to the last, ghosts included.
    pub(crate) const fn bits(self) -> u32 {
        let last = self.ranks() as u32 - 1;
        self.row_start(last) + self.row_len(last)
    }

    fn row_set<W: Word>(self, row: u32) -> Bitboard<W> {
        (self.row_start(row)..self.row_start(row) + self.row_len(row)).collect()
    }

    /// Returns the bit of a playable square.
    pub fn bit(self, square: Square) -> u32 {
        debug_assert!(self.is_playable(square), "{square} on {self:?}");
        let column = self.mirrored(square.file());
        self.row_start(u32::from(self.ranks() - 1 - square.rank())) + u32::from(column) / 2
    }

    /// Returns the square of a bit, which must not be a ghost.
    pub(crate) fn square(self, bit: u32) -> Square {
        // Two rows, with their ghosts, take 2K + 1 bits.
        let pair = 2 * self.shift() + 1;
        let row = bit / pair * 2 + u32::from(bit % pair >= self.row_start(1));
        let index = bit - self.row_start(row);
        let is_left = row.is_multiple_of(2) == self.top_row_is_left();
        let column = 2 * index + u32::from(!is_left);
        u8::try_from(column)
            .ok()
            .zip(u8::try_from(row).ok())
            .and_then(|(column, row)| Square::new(self.mirrored(column), self.ranks() - 1 - row))
            .expect("the bit stands for a square of this shape")
    }

    /// Converts a direction in the bit layout to the direction on the board, or the reverse.
    pub const fn mirrored_direction(self, direction: Direction) -> Direction {
        if self.is_mirrored() { direction.mirrored() } else { direction }
    }

    const fn mirrored(self, column: u8) -> u8 {
        if self.is_mirrored() { self.files() - 1 - column } else { column }
    }
}

/// The four directions of steps and jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards file `a` and the highest rank.
    UpLeft,
    /// Towards the last file and the highest rank.
    UpRight,
    /// Towards file `a` and rank 1.
    DownLeft,
    /// Towards the last file and rank 1.
    DownRight,
}

impl Direction {
    /// All directions.
    pub const ALL: [Direction; 4] =
        [Direction::UpLeft, Direction::UpRight, Direction::DownLeft, Direction::DownRight];

    /// Calls `of` for all directions, and returns the results in the order of [`ALL`](Self::ALL). This
    /// compiles to four calls; `ALL.map` would compile to a loop.
    #[inline]
    pub fn each<T>(mut of: impl FnMut(Direction) -> T) -> [T; 4] {
        let [up_left, up_right, down_left, down_right] = Direction::ALL;
        [of(up_left), of(up_right), of(down_left), of(down_right)]
    }

    /// Returns the offset of a step, in files to the right and ranks up.
    pub const fn offset(self) -> (i8, i8) {
        match self {
            Direction::UpLeft => (-1, 1),
            Direction::UpRight => (1, 1),
            Direction::DownLeft => (-1, -1),
            Direction::DownRight => (1, -1),
        }
    }

    /// Returns the opposite direction.
    #[inline]
    #[must_use]
    pub const fn reversed(self) -> Direction {
        match self {
            Direction::UpLeft => Direction::DownRight,
            Direction::UpRight => Direction::DownLeft,
            Direction::DownLeft => Direction::UpRight,
            Direction::DownRight => Direction::UpLeft,
        }
    }

    const fn mirrored(self) -> Direction {
        match self {
            Direction::UpLeft => Direction::UpRight,
            Direction::UpRight => Direction::UpLeft,
            Direction::DownLeft => Direction::DownRight,
            Direction::DownRight => Direction::DownLeft,
        }
    }
}

/// A board's squares and shifts, for move generation.
#[derive(Clone, Copy, Debug)]
pub struct Masks<W> {
    squares: Bitboard<W>,
    /// The top row, where red is crowned.
    pub(super) top: Bitboard<W>,
    /// The bottom row, where black is crowned.
    pub(super) bottom: Bitboard<W>,
    /// `K`, as defined at the top of this module.
    shift: u32,
}

/// The layout of a board of any shape, with masks and shifts stored in fields.
pub type AnyShape = Masks<u128>;

/// The layout of a board.
pub trait Layout: Copy + Send + Sync + 'static {
    /// The word that holds a set of this board's squares.
    type Word: Word;

    /// Returns the masks and shifts.
    fn masks(self) -> Masks<Self::Word>;

    /// Returns all playable squares.
    #[inline]
    fn squares(self) -> Bitboard<Self::Word> {
        self.masks().squares
    }

    /// Moves every square of `set` one step. A step off the board never ends on the bit of a square.
    #[inline]
    fn step(self, set: Bitboard<Self::Word>, direction: Direction) -> Bitboard<Self::Word> {
        let Masks { shift, .. } = self.masks();
        match direction {
            Direction::UpLeft => set >> (shift + 1),
            Direction::UpRight => set >> shift,
            Direction::DownLeft => set << shift,
            Direction::DownRight => set << (shift + 1),
        }
    }
}

/// The layout of the 8×8 board, with constant masks and shifts.
#[derive(Clone, Copy, Debug)]
pub struct Standard;

impl Standard {
    /// Removes the ghost bits of a set: square `n` of the board, row by row, gets bit `n` of 32.
    #[inline]
    pub const fn compact(set: u64) -> u64 {
        set & 0xff | set >> 1 & 0xff << 8 | set >> 2 & 0xff << 16 | set >> 3 & 0xff << 24
    }
}

impl Layout for Standard {
    type Word = u64;

    #[inline]
    fn masks(self) -> Masks<u64> {
        // Each pair of rows has eight squares and a ghost bit.
        let squares = Bitboard(0xff | 0xff << 9 | 0xff << 18 | 0xff << 27);
        Masks { squares, top: Bitboard(0xf), bottom: Bitboard(0xf << 31), shift: 4 }
    }
}

impl From<Shape> for AnyShape {
    fn from(shape: Shape) -> AnyShape {
        let last = u32::from(shape.ranks()) - 1;
        AnyShape {
            squares: (0..=last).fold(Bitboard::EMPTY, |squares, row| squares | shape.row_set(row)),
            top: shape.row_set(0),
            bottom: shape.row_set(last),
            shift: shape.shift(),
        }
    }
}

impl Layout for AnyShape {
    type Word = u128;

    #[inline]
    fn masks(self) -> AnyShape {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offset(square: Square, files: i8, ranks: i8) -> Option<Square> {
        let file = square.file().checked_add_signed(files)?;
        let rank = square.rank().checked_add_signed(ranks)?;
        Square::new(file, rank)
    }

    #[test]
    fn the_standard_board_has_the_masks_and_shifts_of_its_shape() {
        let any = AnyShape::from(Shape::STANDARD);
        let Masks { squares, top, bottom, shift } = Standard.masks();
        assert_eq!([squares, top, bottom].map(Bitboard::convert), [any.squares, any.top, any.bottom]);
        assert_eq!(shift, any.shift);
    }

    #[test]
    fn a_compact_set_has_one_bit_for_each_square_of_the_standard_board() {
        // Eight squares, a ghost bit, eight squares and so on.
        let squares = |number: u32| 1_u64 << (number + number / 8);
        let all = (0..32).map(squares).sum();
        assert_eq!(Standard::compact(all), u64::from(u32::MAX));
        for number in 0..32 {
            assert_eq!(Standard::compact(squares(number)), 1 << number);
            assert_eq!(Standard::compact(all - squares(number)), u64::from(!(1_u32 << number)));
        }
    }

    #[test]
    fn every_square_of_every_shape_has_its_own_bit() {
        for shape in Shape::all() {
            let layout = AnyShape::from(shape);
            let bits: Vec<u32> = shape.squares().map(|square| shape.bit(square)).collect();
            let set: Bitboard<u128> = bits.iter().copied().collect();
            assert_eq!(set, layout.squares(), "{shape:?}");
            assert_eq!(set.len() as usize, bits.len(), "{shape:?}");
            assert_eq!(bits.iter().max().map(|last| last + 1), Some(shape.bits()), "{shape:?}");
            for square in shape.squares() {
                assert_eq!(shape.square(shape.bit(square)), square, "{shape:?}");
            }
        }
    }

    #[test]
    fn the_four_shifts_are_the_four_diagonal_steps_on_every_shape() {
        for shape in Shape::all() {
            let layout = AnyShape::from(shape);
            for square in shape.squares() {
                for direction in Direction::ALL {
                    let (files, ranks) = shape.mirrored_direction(direction).offset();
                    let expected: Bitboard<u128> = offset(square, files, ranks)
                        .filter(|&to| shape.is_playable(to))
                        .map(|to| shape.bit(to))
                        .into_iter()
                        .collect();
                    let from = Bitboard::single(shape.bit(square));
                    let to = layout.step(from, direction) & layout.squares();
                    assert_eq!(to, expected, "{shape:?} {square} {direction:?}");
                }
            }
        }
    }
}
