//! Boards as text: as rows of characters, which JSON uses, and as drawings.

use std::fmt;

use crate::model::board::Board;
use crate::model::piece::Piece;
use crate::model::square::Square;
use crate::quoted;

const EMPTY: char = '.';
pub(crate) const NOT_PLAYABLE: char = '"';

pub(crate) fn is_cell(character: char) -> bool {
    matches!(character, EMPTY | NOT_PLAYABLE) || Piece::from_letter(character).is_some()
}

/// Describes the cells that belong on black squares, or on red ones.
pub(crate) const fn cells_of(is_playable: bool) -> &'static str {
    if is_playable { "a black square (., r, R, b or B)" } else { "a red square (\")" }
}

impl Board {
    /// Returns a rank, counted from 0 at the bottom, as a row of characters from the left: the letters of
    /// pieces, `.` for an empty square, `"` for a square that is not playable.
    ///
    /// ```
    /// use rankmoves_core::{Board, Shape};
    ///
    /// assert_eq!(Board::start(Shape::STANDARD, 3).row(0), "r\"r\"r\"r\"");
    /// ```
    pub fn row(&self, rank: u8) -> String {
        let squares = (0..self.shape().files()).filter_map(|file| Square::new(file, rank));
        let cell = |square| match self.get(square) {
            Some(piece) => piece.letter(),
            None if self.shape().is_playable(square) => EMPTY,
            None => NOT_PLAYABLE,
        };
        squares.map(cell).collect()
    }

    /// Puts the pieces of a row, in the form that [`row`](Self::row) returns, on an empty rank.
    ///
    /// # Errors
    ///
    /// If the row does not fit the board. In that case the pieces before the fault are already on the board.
    pub fn put_row(&mut self, rank: u8, row: &str) -> Result<(), RowError> {
        let shape = self.shape();
        let (expected, found) = (shape.files(), row.chars().count());
        if found != usize::from(expected) {
            return Err(RowError::Length { expected, rank: rank.saturating_add(1), found });
        }
        for (file, found) in (0..shape.files()).zip(row.chars()) {
            let Some(square) = Square::new(file, rank) else { continue };
            if !self.put_cell(square, found) {
                return Err(RowError::Cell { expected: cells_of(shape.is_playable(square)), square, found });
            }
        }
        Ok(())
    }

    /// Puts the piece of a cell, if it has one, on an empty square. Returns whether the cell belongs on the square.
    pub(crate) fn put_cell(&mut self, square: Square, cell: char) -> bool {
        match (self.shape().is_playable(square), cell) {
            (true, EMPTY) | (false, NOT_PLAYABLE) => true,
            _ => Piece::from_letter(cell).is_some_and(|piece| self.put(square, piece).is_ok()),
        }
    }
}

/// Draws the board in the cells of the exchange format, one rank per line, followed by the rank's number, and
/// ends with a newline.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..self.shape().ranks()).rev() {
            let cells: Vec<String> = self.row(rank).chars().map(|cell| format!(" {cell} ")).collect();
            writeln!(f, "{}# {}", cells.join("|"), rank + 1)?;
            if rank > 0 {
                writeln!(f, "---{}", "+---".repeat(cells.len() - 1))?;
            }
        }
        Ok(())
    }
}

/// The reason why a row does not fit a rank of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RowError {
    /// The row has too few cells, or too many.
    #[error("expected {expected} cells of rank {rank} but found {found}")]
    Length {
        /// The number of files of the board.
        expected: u8,
        /// The rank, from 1.
        rank: u8,
        /// The number of cells found.
        found: usize,
    },
    /// The cell does not belong on its square.
    #[error("expected {expected} on {square} but found {}", quoted(&found.to_string()))]
    Cell {
        /// A description of the cells that belong there.
        expected: &'static str,
        /// The square.
        square: Square,
        /// The character found.
        found: char,
    },
}
