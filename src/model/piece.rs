//! Pieces and their letters.

use crate::model::player::Player;

/// A man or a king of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The player it belongs to.
    pub player: Player,
    /// True if it is a king, false if it is a man.
    pub king: bool,
}

impl Piece {
    /// Returns the letter of the exchange format: `r` and `b` are men, `R` and `B` kings.
    pub const fn letter(self) -> char {
        match (self.player, self.king) {
            (Player::Red, false) => 'r',
            (Player::Red, true) => 'R',
            (Player::Black, false) => 'b',
            (Player::Black, true) => 'B',
        }
    }

    /// Returns the piece of a letter of the exchange format.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let (player, king) = match letter {
            'r' => (Player::Red, false),
            'R' => (Player::Red, true),
            'b' => (Player::Black, false),
            'B' => (Player::Black, true),
            _ => return None,
        };
        Some(Piece { player, king })
    }
}
