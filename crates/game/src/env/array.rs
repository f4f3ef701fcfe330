//! States as compressed arrays.

use super::{Cell, Environment};
use rankmoves_core::{Board, InvalidSetup, Piece, Player, Role, Rules, Setup, Shape, ShapeError};

impl Environment {
    /// Reads a state from a compressed array: the playable squares row by row from the top. Positive numbers
    /// are pieces of player 0, negative numbers are pieces of player 1; 1 and −1 are men, and numbers farther
    /// from 0 are kings.
    ///
    /// With an even number of files, each row has half as many numbers as the board has files, and rows 0, 2,
    /// 4 and so on start one square to the right of the left edge. With an odd number of files, rows
    /// alternate between two lengths that differ by one; the longer rows start at the left edge.
    ///
    /// `jump_piece` is the cell of the piece whose chain of jumps is in progress.
    ///
    /// # Errors
    ///
    /// If the rows do not make a board, or the jump piece cannot continue jumping.
    pub fn from_array<R: AsRef<[i8]>>(
        rows: &[R],
        active_player: Player,
        jump_piece: Option<Cell>,
        rules: Rules,
    ) -> Result<Environment, ArrayError> {
        let board = read(rows)?;
        let shape = board.shape();
        let jumping = jump_piece
            .map(|cell| super::square(shape, cell).ok_or(ArrayError::OffBoard { cell, shape }))
            .transpose()?;
        Ok(Setup { board, turn: active_player, rules, jumping }.position()?.into())
    }

    /// Returns the board as a compressed array, with 2 and −2 for kings.
    ///
    /// [`from_array`](Self::from_array) reads it back. A [flipped](Shape::is_flipped) board with
    /// an even number of files has the same array as the unflipped board, and is read as
    /// unflipped.
    pub fn array(&self) -> Vec<Vec<i8>> {
        let board = self.position.board();
        let mut rows = vec![Vec::new(); board.shape().ranks().into()];
        for square in board.shape().squares() {
            rows[super::cell(board.shape(), square).0].push(board.get(square).map_or(0, piece_number));
        }
        rows
    }
}

fn read<R: AsRef<[i8]>>(rows: &[R]) -> Result<Board, ArrayError> {
    let length = |row: usize| rows.get(row).map_or(0, |row| row.as_ref().len());
    // Two neighbouring rows together have one square on each file.
    let (ranks, files) = (rows.len(), length(0).saturating_add(length(1)));
    let limited = |side: usize| side.try_into().unwrap_or(u32::MAX);
    let shape = Shape::new(limited(ranks), limited(files), length(0) > length(1))
        .map_err(|why| ArrayError::Shape { ranks, files, why })?;
    let mut board = Board::empty(shape);
    let mut squares = shape.squares().peekable();
    for (row, numbers) in rows.iter().enumerate() {
        let numbers = numbers.as_ref();
        let mut expected = 0;
        while let Some(square) = squares.next_if(|&square| super::cell(shape, square).0 == row) {
            if let Some(piece) = numbers.get(expected).copied().and_then(numbered_piece) {
                board.put(square, piece).expect("squares of a shape are playable");
            }
            expected += 1;
        }
        if numbers.len() != expected {
            return Err(ArrayError::Row { row, found: numbers.len(), expected, shape });
        }
    }
    Ok(board)
}

/// Returns the number that represents a piece in arrays: 1 for a man or 2 for a king, negative for player 1.
pub fn piece_number(piece: Piece) -> i8 {
    let number = if piece.is_king() { 2 } else { 1 };
    if piece.player == Player::Red { number } else { -number }
}

/// Returns the piece that a number represents in arrays; `None` for 0.
pub fn numbered_piece(number: i8) -> Option<Piece> {
    let player = if number > 0 { Player::Red } else { Player::Black };
    let role = if number.unsigned_abs() > 1 { Role::King } else { Role::Man };
    (number != 0).then_some(Piece { player, role })
}

/// The reason why an array is not a state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages show what the fields are")]
pub enum ArrayError {
    /// There is no board of this size.
    #[error("the array is a board of {ranks}x{files}: {why}")]
    Shape {
        ranks: usize,
        /// The sum of the lengths of the first two rows.
        files: usize,
        #[source]
        why: ShapeError,
    },
    /// A row (0 is the top row) has too few or too many numbers for the shape of the first two rows.
    #[error("expected {expected} numbers in row {row} of a board of {shape} but found {found}")]
    Row { row: usize, found: usize, expected: usize, shape: Shape },
    /// The jump piece is not on the board.
    #[error("the jump piece is on {cell:?}, which a board of {shape} does not have")]
    OffBoard { cell: Cell, shape: Shape },
    /// The jump piece cannot continue jumping.
    #[error("the jump piece cannot continue: {0}")]
    JumpPiece(#[from] InvalidSetup),
}
