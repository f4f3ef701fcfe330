//! Board shapes, and which bit stands for which square.
//!
//! Only playable squares have a bit. They are numbered row by row from the top
//! left, with *ghost* bits between some rows that never belong to a square, so
//! that each of the four diagonal steps is one shift of the whole board:
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
//! With `K` half the number of files, rounded up, row `r` (0 at the top) begins
//! at bit `r * K + r / 2`, or `r * K + (r + 1) / 2` if the top left square is
//! playable. A step that leaves the board lands on a ghost bit or falls off the
//! word, and disappears when the result is intersected with the squares.
//!
//! With an even number of files a flipped board is the other one in a mirror:
//! [`Shape`] exchanges left and right when it names squares, and nothing else
//! changes. With an odd number it has rows of other lengths and its own bits.

use crate::bitboard::{Bitboard, Word};
use crate::square::Square;

/// The number of ranks and files of a board, and which squares are playable.
///
/// ```
/// use rankmoves::Shape;
///
/// assert_eq!(Shape::STANDARD, Shape::new(8, 8, false)?);
/// assert_eq!(Shape::new(10, 10, false)?.squares().count(), 50);
/// assert!(Shape::new(16, 16, false).is_err());
/// # Ok::<(), rankmoves::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    ranks: u8,
    files: u8,
    flipped: bool,
}

impl Shape {
    /// The standard board: 8×8, `a1` playable.
    pub const STANDARD: Shape = Shape { ranks: 8, files: 8, flipped: false };

    /// The fewest ranks, and the fewest files, of a board.
    pub const MIN_SIDE: u32 = 4;

    /// The most bits a board may take: see the head of this module's source.
    pub const MAX_BITS: u32 = 128;

    /// A board of `ranks` × `files` squares; `flipped` if its top left square
    /// is playable.
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
        let (Ok(narrow_ranks), Ok(narrow_files)) = (ranks.try_into(), files.try_into()) else {
            return Err(ShapeError::TooLarge);
        };
        let shape = Shape { ranks: narrow_ranks, files: narrow_files, flipped };
        if shape.row_start(ranks - 1) + shape.row_len(ranks - 1) > Self::MAX_BITS {
            return Err(ShapeError::TooLarge);
        }
        Ok(shape)
    }

    /// The number of ranks, at least 4.
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// The number of files, at least 4.
    pub const fn files(self) -> u8 {
        self.files
    }

    /// Whether the top left square is playable. (On the standard board it is not.)
    pub const fn is_flipped(self) -> bool {
        self.flipped
    }

    /// Whether the board has this square, playable or not.
    pub const fn contains(self, square: Square) -> bool {
        square.file() < self.files && square.rank() < self.ranks
    }

    /// Whether pieces may stand on this square.
    pub const fn is_playable(self, square: Square) -> bool {
        self.contains(square) && self.is_playable_cell(self.ranks - 1 - square.rank(), square.file())
    }

    /// The playable squares in the order of their numbers: row by row from
    /// the top left.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.ranks)
            .rev()
            .flat_map(move |rank| (0..self.files).filter_map(move |file| Square::new(file, rank)))
            .filter(move |&square| self.is_playable(square))
    }

    /// The number of a playable square, from 1 at the top left; PDN's numbers
    /// on the standard board.
    pub fn number(self, square: Square) -> Option<u32> {
        if !self.is_playable(square) {
            return None;
        }
        let row = u32::from(self.ranks - 1 - square.rank());
        let above: u32 = (0..row).map(|above| self.row_len(above)).sum();
        // A row that starts at the left edge has its squares on even columns,
        // any other on odd ones: halving the column counts those before it.
        Some(above + u32::from(square.file()) / 2 + 1)
    }

    /// The playable square with this number, if there is one.
    pub fn square_numbered(self, number: u32) -> Option<Square> {
        self.squares().nth(number.checked_sub(1)?.try_into().ok()?)
    }

    /// Row 0 is the top rank.
    const fn is_playable_cell(self, row: u8, column: u8) -> bool {
        (row + column).is_multiple_of(2) == self.flipped
    }

    /// Whether bits are laid out as for the unflipped board, left and right exchanged.
    const fn is_mirrored(self) -> bool {
        self.flipped && self.files.is_multiple_of(2)
    }

    /// Whether, in bits, the top row begins at the left edge.
    const fn top_row_is_left(self) -> bool {
        self.flipped && !self.is_mirrored()
    }

    /// `K` of the head of this module: the smaller of the two shifts.
    const fn shift(self) -> u32 {
        (self.files as u32).div_ceil(2)
    }

    const fn row_start(self, row: u32) -> u32 {
        let ghosts = if self.top_row_is_left() { row.div_ceil(2) } else { row / 2 };
        row * self.shift() + ghosts
    }

    const fn row_len(self, row: u32) -> u32 {
        let is_left = row.is_multiple_of(2) == self.top_row_is_left();
        if is_left { self.shift() } else { self.files as u32 / 2 }
    }

    fn row_set<W: Word>(self, row: u32) -> Bitboard<W> {
        (self.row_start(row)..self.row_start(row) + self.row_len(row)).collect()
    }

    /// The bit number of a playable square.
    pub(crate) fn bit(self, square: Square) -> u32 {
        debug_assert!(self.is_playable(square), "{square} on {self:?}");
        let column = self.mirrored(square.file());
        self.row_start(u32::from(self.ranks - 1 - square.rank())) + u32::from(column) / 2
    }

    /// The square of a bit number, which must stand for one.
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
            .and_then(|(column, row)| Square::new(self.mirrored(column), self.ranks - 1 - row))
            .expect("the bit stands for a square of this shape")
    }

    const fn mirrored(self, column: u8) -> u8 {
        if self.is_mirrored() { self.files - 1 - column } else { column }
    }
}

/// `10x8`: ranks × files, as in the rule `board 10x8`.
impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.ranks, self.files)
    }
}

/// Why there is no board of some shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// A side is shorter than [`Shape::MIN_SIDE`].
    #[error("each side of a board has at least 4 squares")]
    TooSmall,
    /// The board takes more than [`Shape::MAX_BITS`] bits.
    #[error(
        "the squares of a board and the gaps between its rows must fit 128 bits, as those of 14x14 and 15x15 do"
    )]
    TooLarge,
}

/// The four ways a piece can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    UpLeft,
    UpRight,
    DownLeft,
    DownRight,
}

impl Direction {
    pub(crate) const ALL: [Direction; 4] =
        [Direction::UpLeft, Direction::UpRight, Direction::DownLeft, Direction::DownRight];

    #[inline]
    pub(crate) const fn reversed(self) -> Direction {
        match self {
            Direction::UpLeft => Direction::DownRight,
            Direction::UpRight => Direction::DownLeft,
            Direction::DownLeft => Direction::UpRight,
            Direction::DownRight => Direction::UpLeft,
        }
    }
}

/// What move generation must know of a board: its squares and its shifts.
pub(crate) trait Layout: Copy + Send + Sync + 'static {
    /// The word that holds a set of this board's squares.
    type Word: Word;

    /// Every playable square.
    fn squares(self) -> Bitboard<Self::Word>;

    /// The squares of the top row, where red is crowned.
    fn top(self) -> Bitboard<Self::Word>;

    /// The squares of the bottom row, where black is crowned.
    fn bottom(self) -> Bitboard<Self::Word>;

    /// `K` of the head of this module.
    fn shift(self) -> u32;

    /// Every square of `set` moved one step; what leaves the board ends on
    /// bits that are no square's.
    #[inline]
    fn step(self, set: Bitboard<Self::Word>, direction: Direction) -> Bitboard<Self::Word> {
        match direction {
            Direction::UpLeft => set >> (self.shift() + 1),
            Direction::UpRight => set >> self.shift(),
            Direction::DownLeft => set << self.shift(),
            Direction::DownRight => set << (self.shift() + 1),
        }
    }
}

/// The 8×8 board, everything a constant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standard;

impl Layout for Standard {
    type Word = u64;

    #[inline]
    fn squares(self) -> Bitboard<u64> {
        // Each pair of rows is eight squares and a ghost.
        Bitboard(0xff | 0xff << 9 | 0xff << 18 | 0xff << 27)
    }

    #[inline]
    fn top(self) -> Bitboard<u64> {
        Bitboard(0xf)
    }

    #[inline]
    fn bottom(self) -> Bitboard<u64> {
        Bitboard(0xf << 31)
    }

    #[inline]
    fn shift(self) -> u32 {
        4
    }
}

/// A board of any shape, its masks and shifts in fields.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sized {
    squares: Bitboard<u128>,
    top: Bitboard<u128>,
    bottom: Bitboard<u128>,
    shift: u32,
}

impl From<Shape> for Sized {
    fn from(shape: Shape) -> Sized {
        let last = u32::from(shape.ranks) - 1;
        Sized {
            squares: (0..=last).fold(Bitboard::EMPTY, |squares, row| squares | shape.row_set(row)),
            top: shape.row_set(0),
            bottom: shape.row_set(last),
            shift: shape.shift(),
        }
    }
}

impl Layout for Sized {
    type Word = u128;

    #[inline]
    fn squares(self) -> Bitboard<u128> {
        self.squares
    }

    #[inline]
    fn top(self) -> Bitboard<u128> {
        self.top
    }

    #[inline]
    fn bottom(self) -> Bitboard<u128> {
        self.bottom
    }

    #[inline]
    fn shift(self) -> u32 {
        self.shift
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every shape there is.
    fn shapes() -> impl Iterator<Item = Shape> {
        (0..130).flat_map(|ranks| {
            (0..130).flat_map(move |files| {
                [false, true].into_iter().filter_map(move |flipped| Shape::new(ranks, files, flipped).ok())
            })
        })
    }

    fn offset(square: Square, files: i8, ranks: i8) -> Option<Square> {
        let file = square.file().checked_add_signed(files)?;
        let rank = square.rank().checked_add_signed(ranks)?;
        Square::new(file, rank)
    }

    #[test]
    fn the_constants_of_the_standard_board_are_those_of_its_shape() {
        let sized = Sized::from(Shape::STANDARD);
        assert_eq!(Standard.squares().convert(), sized.squares());
        assert_eq!(Standard.top().convert(), sized.top());
        assert_eq!(Standard.bottom().convert(), sized.bottom());
        assert_eq!(Standard.shift(), sized.shift());
    }

    #[test]
    fn every_square_of_every_shape_has_its_own_bit_and_its_own_number() {
        for shape in shapes() {
            let layout = Sized::from(shape);
            let bits: Vec<u32> = shape.squares().map(|square| shape.bit(square)).collect();
            let set: Bitboard<u128> = bits.iter().copied().collect();
            assert_eq!(set, layout.squares(), "{shape:?}");
            assert_eq!(set.len() as usize, bits.len(), "{shape:?}");
            for (number, square) in (1..).zip(shape.squares()) {
                assert_eq!(shape.square(shape.bit(square)), square, "{shape:?}");
                assert_eq!(shape.number(square), Some(number), "{shape:?}");
                assert_eq!(shape.square_numbered(number), Some(square), "{shape:?}");
            }
        }
    }

    #[test]
    fn the_four_shifts_are_the_four_diagonal_steps_on_every_shape() {
        for shape in shapes() {
            let layout = Sized::from(shape);
            for square in shape.squares() {
                for direction in Direction::ALL {
                    let (files, ranks) = match direction {
                        Direction::UpLeft => (-1, 1),
                        Direction::UpRight => (1, 1),
                        Direction::DownLeft => (-1, -1),
                        Direction::DownRight => (1, -1),
                    };
                    let files = if shape.is_mirrored() { -files } else { files };
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

    #[test]
    fn pdn_numbers_of_the_standard_board() {
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
    fn the_limits_of_size() {
        for (ranks, files) in [(14, 14), (15, 15), (15, 16), (4, 62), (51, 4)] {
            assert!(Shape::new(ranks, files, false).is_ok(), "{ranks}x{files}");
        }
        for (ranks, files) in [(16, 16), (4, 63), (52, 4), (300, 8), (8, u32::MAX)] {
            assert_eq!(Shape::new(ranks, files, false), Err(ShapeError::TooLarge));
        }
        assert_eq!(Shape::new(3, 8, false), Err(ShapeError::TooSmall));
    }

    #[test]
    fn every_square_has_a_name() {
        for shape in shapes() {
            assert!(shape.ranks() < Square::LIMIT && shape.files() < Square::LIMIT);
        }
    }
}
