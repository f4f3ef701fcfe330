//! The two players.

use std::fmt;
use std::str::FromStr;

/// One of the two players. Red's men move up the board, black's down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Starts at the bottom and is crowned on the highest rank (PDN's White).
    Red,
    /// Starts at the top and is crowned on rank 1 (PDN's Black).
    Black,
}

impl Player {
    /// Both players, red first.
    pub const ALL: [Player; 2] = [Player::Red, Player::Black];

    /// Returns the other player.
    #[must_use]
    pub const fn opponent(self) -> Player {
        match self {
            Player::Red => Player::Black,
            Player::Black => Player::Red,
        }
    }
}

/// Writes `red` or `black`, the words of the exchange format.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Player::Red => "red",
            Player::Black => "black",
        })
    }
}

/// Reads the words that [`Display`](fmt::Display) writes.
impl FromStr for Player {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Player, ParsePlayerError> {
        match text {
            "red" => Ok(Player::Red),
            "black" => Ok(Player::Black),
            _ => Err(ParsePlayerError),
        }
    }
}

/// An error: the text names no player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected red or black")]
pub struct ParsePlayerError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_and_from_str_are_inverse() {
        for player in Player::ALL {
            assert_eq!(player.to_string().parse(), Ok(player));
        }
        assert_eq!("Red".parse::<Player>(), Err(ParsePlayerError));
    }
}
