//! Boards: the pieces on their squares.

use crate::model::bitboard::{Bitboard, Word};
use crate::model::piece::{Piece, Role};
use crate::model::player::Player;
use crate::model::shape::Shape;
use crate::model::square::Square;

/// The pieces of a position, stored as sets of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pieces<W> {
    /// Red's men and kings.
    pub red: Bitboard<W>,
    /// Black's men and kings; disjoint from `red`.
    pub black: Bitboard<W>,
    /// A subset of the union of `red` and `black`.
    pub kings: Bitboard<W>,
}

impl<W: Word> Pieces<W> {
    /// No pieces.
    pub const NONE: Self = Pieces { red: Bitboard::EMPTY, black: Bitboard::EMPTY, kings: Bitboard::EMPTY };

    /// Returns the pieces with `own` as a player's men and kings, and `theirs` as the opponent's.
    #[inline]
    pub fn new(player: Player, own: Bitboard<W>, theirs: Bitboard<W>, kings: Bitboard<W>) -> Self {
        match player {
            Player::Red => Pieces { red: own, black: theirs, kings },
            Player::Black => Pieces { red: theirs, black: own, kings },
        }
    }

    /// Returns the squares of a player's pieces.
    #[inline]
    pub fn of(self, player: Player) -> Bitboard<W> {
        match player {
            Player::Red => self.red,
            Player::Black => self.black,
        }
    }

    /// Counts a player's men and kings.
    pub fn count(self, player: Player) -> PieceCount {
        let own = self.of(player);
        PieceCount { men: (own - self.kings).len(), kings: (own & self.kings).len() }
    }

    /// Returns the same pieces in words of another width, which must be wide enough.
    pub fn convert<V: Word>(self) -> Pieces<V> {
        Pieces { red: self.red.convert(), black: self.black.convert(), kings: self.kings.convert() }
    }
}

/// Numbers of men and kings of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PieceCount {
    /// The number of men.
    pub men: u32,
    /// The number of kings.
    pub kings: u32,
}

impl PieceCount {
    /// Returns the number of men and kings together.
    pub const fn total(self) -> u32 {
        self.men + self.kings
    }
}

/// A board of some shape with pieces on it.
///
/// [`Display`](std::fmt::Display) draws the board as in the exchange format.
///
/// ```
/// use rankmoves_core::{Board, Piece, Player, Role, Shape};
///
/// let mut board = Board::empty(Shape::STANDARD);
/// let king = Piece { player: Player::Red, role: Role::King };
/// board.put("d4".parse()?, king)?;
/// assert_eq!(board.get("d4".parse()?), Some(king));
/// assert!(board.put("d5".parse()?, king).is_err(), "a red square");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    shape: Shape,
    /// The sets of pieces, as bits of the [`layout`](crate::model::layout). The words are wide enough for any
    /// shape.
    pieces: Pieces<u128>,
}

impl Board {
    /// Returns a board without pieces.
    pub const fn empty(shape: Shape) -> Board {
        Board { shape, pieces: Pieces::NONE }
    }

    /// Returns a board with `rows` rows of men on each side. On the standard board, a game starts with 3. At
    /// most half the ranks are filled on each side.
    #[expect(clippy::missing_panics_doc, reason = "the `expect` states an invariant")]
    pub fn start(shape: Shape, rows: u8) -> Board {
        let rows = rows.min(shape.ranks() / 2);
        let mut board = Board::empty(shape);
        for square in shape.squares() {
            let player = if square.rank() < rows {
                Player::Red
            } else if square.rank() >= shape.ranks() - rows {
                Player::Black
            } else {
                continue;
            };
            board.put(square, Piece { player, role: Role::Man }).expect("the square is playable");
        }
        board
    }

    /// Returns the pieces.
    pub const fn pieces(&self) -> Pieces<u128> {
        self.pieces
    }

    /// Returns a board of the same shape with other pieces.
    pub(crate) const fn with_pieces(self, pieces: Pieces<u128>) -> Board {
        Board { pieces, ..self }
    }

    /// Returns the board's shape.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the piece on a square; `None` if the square is empty or off the board.
    pub fn get(&self, square: Square) -> Option<Piece> {
        if !self.shape.is_playable(square) {
            return None;
        }
        let at = Bitboard::single(self.shape.bit(square));
        let player = Player::ALL.into_iter().find(|&player| self.pieces.of(player).intersects(at))?;
        let role = if self.pieces.kings.intersects(at) { Role::King } else { Role::Man };
        Some(Piece { player, role })
    }

    /// Puts a piece on a square, replacing any piece there.
    ///
    /// # Errors
    ///
    /// If the square is not playable on this board; the board is unchanged.
    pub fn put(&mut self, square: Square, piece: Piece) -> Result<(), NotPlayable> {
        if !self.shape.is_playable(square) {
            return Err(NotPlayable(square));
        }
        self.remove(square);
        let at = Bitboard::single(self.shape.bit(square));
        match piece.player {
            Player::Red => self.pieces.red |= at,
            Player::Black => self.pieces.black |= at,
        }
        if piece.is_king() {
            self.pieces.kings |= at;
        }
        Ok(())
    }

    /// Removes the piece from a square, if there is one, and returns it.
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.get(square)?;
        let at = Bitboard::single(self.shape.bit(square));
        self.pieces = Pieces {
            red: self.pieces.red - at,
            black: self.pieces.black - at,
            kings: self.pieces.kings - at,
        };
        Some(piece)
    }

    /// Returns the pieces with their squares, in the order of the squares' numbers.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.shape.squares().filter_map(|square| self.get(square).map(|piece| (square, piece)))
    }

    /// Returns the number of a player's pieces, men and kings.
    pub fn count(&self, player: Player) -> u32 {
        self.pieces.of(player).len()
    }

    /// Returns the rank, counted from 0, on which a player's men are crowned.
    pub const fn crowning_rank(&self, player: Player) -> u8 {
        match player {
            Player::Red => self.shape.ranks() - 1,
            Player::Black => 0,
        }
    }
}

/// An error: no piece may stand on the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no piece can stand on {0}")]
pub struct NotPlayable(pub Square);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_has_twelve_men_a_side_and_its_drawing() {
        let board = Board::start(Shape::STANDARD, 3);
        assert_eq!((board.count(Player::Red), board.count(Player::Black)), (12, 12));
        let drawing = board.to_string();
        let mut lines = drawing.lines();
        assert_eq!(lines.next(), Some(r#" " | b | " | b | " | b | " | b # 8"#));
        assert_eq!(lines.next(), Some("---+---+---+---+---+---+---+---"));
        assert_eq!(lines.next_back(), Some(r#" r | " | r | " | r | " | r | " # 1"#));
    }

    #[test]
    fn rows_of_men_never_meet() {
        let shape = Shape::new(5, 5, false).unwrap();
        let board = Board::start(shape, 200);
        assert_eq!((board.count(Player::Red), board.count(Player::Black)), (5, 5));
    }

    #[test]
    fn put_replaces_and_remove_returns() {
        let square = "a8".parse().unwrap();
        let mut board = Board::empty(Shape::new(8, 8, true).unwrap());
        for letter in ['r', 'R', 'b', 'B'] {
            let piece = Piece::from_letter(letter).unwrap();
            assert_eq!(board.put(square, piece), Ok(()));
            assert_eq!(board.get(square).map(Piece::letter), Some(letter));
            assert_eq!(board.iter().collect::<Vec<_>>(), [(square, piece)]);
        }
        assert_eq!(board.remove(square).map(Piece::letter), Some('B'));
        assert_eq!(board, Board::empty(board.shape()));
        assert_eq!(board.remove(square), None);
    }
}
