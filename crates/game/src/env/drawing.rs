//! Drawings of states.

use std::fmt;

use super::Environment;
use rankmoves_core::{Piece, Square};

/// Draws the board in the letters of the exchange format, with rows at the left, compressed columns above,
/// ranks at the right and files below. The last line names the player to act, or describes the end of the
/// game.
impl fmt::Display for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.position.board();
        let shape = board.shape();
        let columns = (0..shape.files().div_ceil(2)).map(|column| format!("{column:<4}"));
        writeln!(f, "   {}", columns.collect::<String>().trim_end())?;
        for (row, rank) in (0..shape.ranks()).rev().enumerate() {
            write!(f, "{row:<3}")?;
            for file in 0..shape.files() {
                let square = Square::new(file, rank).filter(|&square| shape.is_playable(square));
                let letter = square.map_or(' ', |square| board.get(square).map_or('.', Piece::letter));
                write!(f, "{letter} ")?;
            }
            writeln!(f, " {}", rank + 1)?;
        }
        let names = (0..shape.files()).map(|file| format!("{:<2}", Square::file_name(file)));
        writeln!(f, "   {}", names.collect::<String>().trim_end())?;
        match (self.end(), self.jump_piece()) {
            (Some(end), _) => writeln!(f, "{end}"),
            (None, Some(cell)) => writeln!(f, "{} to continue jumping from {cell:?}", self.active_player()),
            (None, None) => writeln!(f, "{} to move", self.active_player()),
        }
    }
}
