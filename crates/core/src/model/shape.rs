//! Shapes of boards: size, playable squares and square numbers.

use std::fmt;

use crate::model::square::Square;

/// The number of ranks and files of a board, and its playable squares.
///
/// ```
/// use rankmoves_core::Shape;
///
/// assert_eq!(Shape::STANDARD, Shape::new(8, 8, false)?);
/// assert_eq!(Shape::new(10, 10, false)?.squares().count(), 50);
/// assert!(Shape::new(16, 16, false).is_err());
/// # Ok::<(), rankmoves_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename = "shape"))]
pub struct Shape {
    ranks: u8,
    files: u8,
    flipped: bool,
}

impl Shape {
    /// The standard board: 8×8, `a1` playable.
    pub const STANDARD: Shape = Shape { ranks: 8, files: 8, flipped: false };

    /// The minimum number of ranks and of files.
    pub const MIN_SIDE: u32 = 4;

    /// The maximum number of bits of a board in a bitboard, including the ghost bits of its
    /// [layout](crate::model::layout).
    pub const MAX_BITS: u32 = 128;

    /// Returns the shape with `ranks` × `files` squares. Its top left square is playable if `flipped` is
    /// true.
    ///
    /// # Errors
    ///
    /// If either side is shorter than [`MIN_SIDE`](Self::MIN_SIDE), or the
    /// board takes more than [`MAX_BITS`](Self::MAX_BITS) bits: 14×14, 15×15
    /// and 15×16 fit, 16×16 does not.
    pub fn new(ranks: u32, files: u32, flipped: bool) -> Result<Shape, ShapeError> {
        if ranks < Self::MIN_SIDE || files < Self::MIN_SIDE {
            return Err(ShapeError::TooSmall);
        }
        let (Ok(ranks), Ok(files)) = (ranks.try_into(), files.try_into()) else {
            return Err(ShapeError::TooLarge);
        };
        let shape = Shape { ranks, files, flipped };
        if shape.bits() > Self::MAX_BITS { Err(ShapeError::TooLarge) } else { Ok(shape) }
    }

    /// Returns the number of ranks, at least 4.
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// Returns the number of files, at least 4.
    pub const fn files(self) -> u8 {
        self.files
    }

    /// Returns whether the board has 8 ranks and 8 files, flipped or not.
    pub const fn has_standard_size(self) -> bool {
        self.ranks == 8 && self.files == 8
    }

    /// Returns whether the top left square is playable. (On the standard board it is not.)
    pub const fn is_flipped(self) -> bool {
        self.flipped
    }

    /// Returns whether the board has this square, playable or not.
    pub const fn contains(self, square: Square) -> bool {
        square.file() < self.files && square.rank() < self.ranks
    }

    /// Returns whether pieces may stand on this square.
    pub const fn is_playable(self, square: Square) -> bool {
        if !self.contains(square) {
            return false;
        }
        let row = self.ranks - 1 - square.rank();
        (row + square.file()).is_multiple_of(2) == self.flipped
    }

    /// Returns the playable squares in the order of their numbers: row by row
    /// from the top left.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.ranks)
            .rev()
            .flat_map(move |rank| (0..self.files).filter_map(move |file| Square::new(file, rank)))
            .filter(move |&square| self.is_playable(square))
    }

    /// Returns the number of a playable square, counted from 1 at the top left. On the standard board this is
    /// its number in PDN.
    pub fn number(self, square: Square) -> Option<u32> {
        if !self.is_playable(square) {
            return None;
        }
        let row = u32::from(self.ranks - 1 - square.rank());
        // Two rows together have one playable square per file.
        let above = row / 2 * u32::from(self.files) + row % 2 * self.row_len(0);
        // The playable squares of a row are on its even columns or on its odd columns. Half the column,
        // rounded down, is the number of playable squares to its left.
        Some(above + u32::from(square.file()) / 2 + 1)
    }

    /// Returns the playable square with this number, if there is one.
    pub fn square_numbered(self, number: u32) -> Option<Square> {
        let (index, files) = (number.checked_sub(1)?, u32::from(self.files));
        let (pairs, rest) = (index / files, index % files);
        let (row, before) = match rest.checked_sub(self.row_len(0)) {
            Some(before) => (2 * pairs + 1, before),
            None => (2 * pairs, rest),
        };
        let column = 2 * before + u32::from(row.is_multiple_of(2) != self.flipped);
        let rank = u32::from(self.ranks).checked_sub(row + 1)?;
        Square::new(column.try_into().ok()?, rank.try_into().ok()?)
    }

    /// Returns the number of playable squares in a row. Row 0 is the top rank.
    pub(crate) const fn row_len(self, row: u32) -> u32 {
        let files = self.files as u32;
        if row.is_multiple_of(2) == self.flipped { files.div_ceil(2) } else { files / 2 }
    }
}

/// Writes `10x8`: ranks × files, as in the rule `board 10x8`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.ranks, self.files)
    }
}

/// The reason why a board size is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A side is shorter than [`Shape::MIN_SIDE`].
    #[error("each side of a board has at least 4 squares")]
    TooSmall,
    /// The board takes more than [`Shape::MAX_BITS`] bits.
    #[error("that is too large: 15x15 fits, 16x16 does not (the limit is 128 bits)")]
    TooLarge,
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Shape {
        /// Returns all shapes.
        pub(crate) fn all() -> impl Iterator<Item = Shape> {
            (0..130).flat_map(|ranks| {
                (0..130).flat_map(move |files| {
                    [false, true]
                        .into_iter()
                        .filter_map(move |flipped| Shape::new(ranks, files, flipped).ok())
                })
            })
        }
    }

    #[test]
    fn squares_are_numbered_from_1_in_their_order_on_every_shape() {
        for shape in Shape::all() {
            let mut count = 0;
            for (number, square) in (1..).zip(shape.squares()) {
                assert_eq!(shape.number(square), Some(number), "{shape:?}");
                assert_eq!(shape.square_numbered(number), Some(square), "{shape:?}");
                count = number;
            }
            assert_eq!([0, count + 1, u32::MAX].map(|number| shape.square_numbered(number)), [None; 3]);
        }
    }

    #[test]
    fn the_standard_board_has_the_numbers_of_pdn() {
        let named = [(1, "b8"), (4, "h8"), (5, "a7"), (29, "a1"), (32, "g1")];
        for (number, name) in named {
            let square = name.parse().unwrap();
            assert_eq!(Shape::STANDARD.number(square), Some(number));
            assert_eq!(Shape::STANDARD.square_numbered(number), Some(square));
        }
        assert_eq!(Shape::STANDARD.square_numbered(0), None);
        assert_eq!(Shape::STANDARD.square_numbered(33), None);
    }

    #[test]
    fn shapes_beyond_the_limits_are_refused() {
        for (ranks, files) in [(14, 14), (15, 15), (15, 16), (4, 62), (51, 4)] {
            assert!(Shape::new(ranks, files, false).is_ok(), "{ranks}x{files}");
        }
        for (ranks, files) in [(16, 16), (4, 63), (52, 4), (300, 8), (8, u32::MAX)] {
            assert_eq!(Shape::new(ranks, files, false), Err(ShapeError::TooLarge));
        }
        assert_eq!(Shape::new(3, 8, false), Err(ShapeError::TooSmall));
    }

    #[test]
    fn every_square_of_every_shape_has_a_name() {
        for shape in Shape::all() {
            assert!(shape.ranks() < Square::LIMIT && shape.files() < Square::LIMIT);
        }
    }
}
