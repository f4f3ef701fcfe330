//! A position of the standard board, seen by the player to move.

use rankmoves_core::Player;
use rankmoves_core::model::bitboard::Bitboard;
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::layout::{Direction, Layout, Standard};
use rankmoves_core::model::variant::{Red, Side};

/// The pieces of the standard board, rotated so that the player to move has the men that go up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View {
    pub(super) men: Bitboard<u64>,
    pub(super) kings: Bitboard<u64>,
    pub(super) enemy_men: Bitboard<u64>,
    pub(super) enemy_kings: Bitboard<u64>,
}

impl View {
    /// Returns the view of `player`, who is to move.
    #[inline]
    pub(crate) fn of(pieces: Pieces<u64>, player: Player) -> View {
        let (red, black, kings) = match player {
            Player::Red => (pieces.red, pieces.black, pieces.kings),
            Player::Black => (turned(pieces.black), turned(pieces.red), turned(pieces.kings)),
        };
        View { men: red - kings, kings: red & kings, enemy_men: black - kings, enemy_kings: black & kings }
    }

    /// Counts the safe steps of the player and then those of the opponent, of men and kings separately: steps
    /// to an empty square where the other player could not jump the piece. The square that the piece leaves
    /// is treated as occupied.
    #[inline]
    pub(super) fn safe_steps(self) -> [SafeSteps; 2] {
        let (own, enemies) = (self.men | self.kings, self.enemy_men | self.enemy_kings);
        let empty = Standard.squares() - (own | enemies);
        // The squares on which an enemy could jump a piece of the player, and those on which the player could
        // jump an enemy.
        let (mut attacked, mut threatened) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for direction in Direction::ALL {
            let behind = Standard.step(empty, direction.reversed());
            let (jumpers, enemy_jumpers) =
                if Red::is_forward(direction) { (own, self.enemy_kings) } else { (self.kings, enemies) };
            attacked |= behind & Standard.step(enemy_jumpers, direction);
            threatened |= behind & Standard.step(jumpers, direction);
        }
        let count = |men, men_go_up, kings: Bitboard<u64>, safe| {
            let steps = |set, direction| (Standard.step(set, direction) & safe).len();
            let forward =
                Direction::ALL.into_iter().filter(|&direction| Red::is_forward(direction) == men_go_up);
            SafeSteps {
                men: forward.map(|direction| steps(men, direction)).sum(),
                kings: if kings.is_empty() {
                    0
                } else {
                    Direction::ALL.into_iter().map(|direction| steps(kings, direction)).sum()
                },
            }
        };
        [
            count(self.men, true, self.kings, empty - attacked),
            count(self.enemy_men, false, self.enemy_kings, empty - threatened),
        ]
    }
}

#[derive(Clone, Copy)]
pub(super) struct SafeSteps {
    pub(super) men: u32,
    pub(super) kings: u32,
}

/// Rotates the board by half a turn.
#[inline]
fn turned(set: Bitboard<u64>) -> Bitboard<u64> {
    // The first square has bit 0, and the last has bit 34.
    Bitboard(set.0.reverse_bits() >> 29)
}
