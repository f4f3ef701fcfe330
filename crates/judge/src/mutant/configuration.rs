//! Stores boards as lists of ASCII characters.

use rankmoves_core::Player;

/// A row, counted from the top, and a column, counted from the left, both from 0.
pub(super) type Cell = (usize, usize);

/// One diagonal step: rows down and columns to the right, each 1 or -1.
pub(super) type Direction = (isize, isize);

/// A board, the player to move, and the rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Configuration {
    /// The board as drawn, row by row from the top: `"` red square, `.` empty
    /// black square, `r` `R` red man and king, `b` `B` black man and king.
    pub(super) cells: Vec<u8>,
    pub(super) ranks: usize,
    pub(super) files: usize,
    pub(super) turn: Player,
    /// True under `capture`, false under `no capture`.
    pub(super) capture: bool,
    /// True under `multiple jumps`, false under `single jumps`.
    pub(super) multiple: bool,
    pub(super) naming: Naming,
}

/// The ways in which squares are named wrongly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Naming {
    /// Each square has the name of its neighbour in the row.
    pub(super) is_shifted: bool,
    /// Ranks are counted from the top.
    pub(super) is_upside_down: bool,
}

impl Configuration {
    pub(super) fn get(&self, (row, column): Cell) -> u8 {
        self.cells[row * self.files + column]
    }

    pub(super) fn set(&mut self, (row, column): Cell, piece: u8) {
        self.cells[row * self.files + column] = piece;
    }

    pub(super) fn next(&self, (row, column): Cell, (down, right): Direction) -> Option<Cell> {
        let row = row.checked_add_signed(down).filter(|&row| row < self.ranks)?;
        Some((row, column.checked_add_signed(right).filter(|&column| column < self.files)?))
    }

    pub(super) fn pieces(&self, player: Player) -> impl Iterator<Item = (Cell, u8)> {
        let cells = self.cells.iter().enumerate().filter(move |&(_, &piece)| owner(piece) == Some(player));
        cells.map(|(index, &piece)| ((index / self.files, index % self.files), piece))
    }

    /// Returns the name of a square, such as `a1`.
    pub(super) fn name(&self, (row, column): Cell) -> String {
        let letter = |index: usize| (b'a'..=b'z').nth(index).map(char::from).expect("a letter of 26");
        let mut name = String::from_iter((column >= 26).then(|| letter(column / 26 - 1)));
        let column = if self.naming.is_shifted { column ^ 1 } else { column };
        name.push(letter(column % 26));
        let rank = if self.naming.is_upside_down { row + 1 } else { self.ranks - row };
        name + &rank.to_string()
    }
}

pub(super) fn owner(piece: u8) -> Option<Player> {
    match piece {
        b'r' | b'R' => Some(Player::Red),
        b'b' | b'B' => Some(Player::Black),
        _ => None,
    }
}

pub(super) fn is_king(piece: u8) -> bool {
    piece.is_ascii_uppercase()
}
