//! The two players, and pairs of values for them.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

/// One of the two players. Red's men move up the board, black's down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Player {
    /// The player at the bottom, whose men are crowned on the highest rank (PDN's White).
    Red,
    /// The player at the top, whose men are crowned on rank 1 (PDN's Black).
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

/// A value for each player, indexed by [`Player`].
///
/// ```
/// use rankmoves_core::{ByPlayer, Player};
///
/// let mut pieces = ByPlayer::new(12, 12);
/// pieces[Player::Black] -= 1;
/// assert_eq!(pieces.map(|count| count * 2), ByPlayer::new(24, 22));
/// assert_eq!(pieces.iter().collect::<Vec<_>>(), [(Player::Red, &12), (Player::Black, &11)]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByPlayer<T>([T; 2]);

impl<T> ByPlayer<T> {
    /// Returns the pair of red's value and black's.
    pub const fn new(red: T, black: T) -> ByPlayer<T> {
        ByPlayer([red, black])
    }

    /// Calls `value` for red, then for black, and returns the pair of results.
    pub fn from_fn(value: impl FnMut(Player) -> T) -> ByPlayer<T> {
        ByPlayer(Player::ALL.map(value))
    }

    /// Applies a function to both values, red's first.
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> ByPlayer<U> {
        ByPlayer(self.0.map(f))
    }

    /// Returns the values with their players, red's first.
    pub fn iter(&self) -> impl Iterator<Item = (Player, &T)> {
        Player::ALL.into_iter().zip(&self.0)
    }

    /// Returns mutable references to the values with their players, red's first.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Player, &mut T)> {
        Player::ALL.into_iter().zip(&mut self.0)
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    #[inline]
    fn index(&self, player: Player) -> &T {
        &self.0[player as usize]
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player as usize]
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

/// An error: the text is not the name of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected red or black")]
pub struct ParsePlayerError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_player_has_its_own_value() {
        let mut values = ByPlayer::from_fn(|player| player.to_string());
        assert_eq!(values, ByPlayer::new("red".to_owned(), "black".to_owned()));
        values[Player::Red].push('!');
        values.iter_mut().for_each(|(player, value)| assert!(value.starts_with(&player.to_string())));
        assert_eq!((&*values[Player::Red], &*values[Player::Black]), ("red!", "black"));
    }

    #[test]
    fn display_and_from_str_are_inverse() {
        for player in Player::ALL {
            assert_eq!(player.to_string().parse(), Ok(player));
        }
        assert_eq!("Red".parse::<Player>(), Err(ParsePlayerError));
    }
}
