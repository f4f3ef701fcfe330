//! A position of the standard board as the player to move sees it.

use crate::model::bitboard::Bitboard;
use crate::model::board::Pieces;
use crate::model::layout::{Direction, Layout, Standard};
use crate::model::player::Player;

/// The pieces of the standard board, turned so that the men of the player to
/// move go up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) struct View {
    pub(super) men: Bitboard<u64>,
    pub(super) kings: Bitboard<u64>,
    pub(super) enemy_men: Bitboard<u64>,
    pub(super) enemy_kings: Bitboard<u64>,
}

impl View {
    /// Returns the view of `player`, who is to move.
    #[inline]
    pub(in crate::engine) fn of(pieces: Pieces<u64>, player: Player) -> View {
        let (red, black, kings) = match player {
            Player::Red => (pieces.red, pieces.black, pieces.kings),
            Player::Black => (turned(pieces.black), turned(pieces.red), turned(pieces.kings)),
        };
        View { men: red - kings, kings: red & kings, enemy_men: black - kings, enemy_kings: black & kings }
    }

    /// Returns the view of the opponent.
    #[inline]
    pub(super) fn turned(self) -> View {
        View {
            men: turned(self.enemy_men),
            kings: turned(self.enemy_kings),
            enemy_men: turned(self.men),
            enemy_kings: turned(self.kings),
        }
    }

    #[inline]
    pub(super) fn empty(self) -> Bitboard<u64> {
        Standard.squares() - (self.men | self.kings | self.enemy_men | self.enemy_kings)
    }

    /// Counts the steps of men, and those of kings, to empty squares where no enemy
    /// could jump them, the square that they leave taken for occupied.
    #[inline]
    pub(super) fn safe_steps(self) -> (u32, u32) {
        let empty = self.empty();
        let enemies = self.enemy_men | self.enemy_kings;
        let mut attacked = Bitboard::EMPTY;
        for direction in Direction::ALL {
            let down = matches!(direction, Direction::DownLeft | Direction::DownRight);
            let jumpers = if down { enemies } else { self.enemy_kings };
            attacked |= Standard.step(empty, direction.reversed()) & Standard.step(jumpers, direction);
        }
        let safe = empty - attacked;
        let steps = |set, direction| (Standard.step(set, direction) & safe).len();
        let up = [Direction::UpLeft, Direction::UpRight];
        let men = up.into_iter().map(|direction| steps(self.men, direction)).sum();
        let kings = if self.kings.is_empty() {
            0
        } else {
            Direction::ALL.into_iter().map(|direction| steps(self.kings, direction)).sum()
        };
        (men, kings)
    }
}

/// Turns the board half around.
#[inline]
fn turned(set: Bitboard<u64>) -> Bitboard<u64> {
    // The first square has bit 0 and the last one bit 34.
    Bitboard(set.0.reverse_bits() >> 29)
}

/// Removes the ghost bits: square `n` of the board, row by row, has bit `n`.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "32 squares are left")]
pub(super) fn compact(set: Bitboard<u64>) -> u32 {
    let set = set.0;
    (set & 0xff | set >> 1 & 0xff << 8 | set >> 2 & 0xff << 16 | set >> 3 & 0xff << 24) as u32
}
