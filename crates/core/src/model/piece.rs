//! Pieces and their letters.

use crate::model::player::Player;

/// A man or a king of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The owner of the piece.
    pub player: Player,
    /// Its role: a man, or a king once it is crowned.
    pub role: Role,
}

/// The role of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A piece that moves forwards only.
    Man,
    /// A crowned piece, which moves in all four directions.
    King,
}

impl Role {
    /// All roles.
    pub const ALL: [Role; 2] = [Role::Man, Role::King];
}

impl Piece {
    /// Returns whether the piece is a king.
    pub const fn is_king(self) -> bool {
        matches!(self.role, Role::King)
    }

    /// Returns the letter of the exchange format: `r` and `b` are men, `R` and `B` kings.
    pub const fn letter(self) -> char {
        match (self.player, self.role) {
            (Player::Red, Role::Man) => 'r',
            (Player::Red, Role::King) => 'R',
            (Player::Black, Role::Man) => 'b',
            (Player::Black, Role::King) => 'B',
        }
    }

    /// Returns the piece that a letter of the exchange format represents.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let pieces = Player::ALL.map(|player| Role::ALL.map(|role| Piece { player, role }));
        pieces.into_iter().flatten().find(|piece| piece.letter() == letter)
    }
}
