//! Values of endings.

use std::cmp::Ordering;
use std::fmt;

#[cfg(feature = "serde")]
use serde::ser::SerializeStruct;

/// The result of a game for a player: a loss, a draw or a win, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Wdl {
    /// The player loses.
    Loss,
    /// Neither player can force a win.
    Draw,
    /// The player wins.
    Win,
}

impl Wdl {
    /// Returns the result for the opponent.
    #[must_use]
    pub const fn reversed(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }
}

/// The value of a position for the player to move under perfect play: the winner takes
/// the shortest way, the loser the longest. A player without pieces or moves has lost; a position in which
/// neither player can force a win is drawn.
///
/// Values are ordered by the player's preference. [`Display`](fmt::Display) writes `won in 3`, `drawn`,
/// `lost in 0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The player to move wins in this many plies, an odd number.
    Won(u16),
    /// Neither player can force a win.
    Drawn,
    /// The player to move loses in this many plies, an even number.
    Lost(u16),
}

impl Value {
    /// Returns the value of a position whose best move leads to a position of this value.
    #[must_use]
    pub fn before(self) -> Value {
        match self {
            Value::Won(plies) => Value::Lost(plies + 1),
            Value::Drawn => Value::Drawn,
            Value::Lost(plies) => Value::Won(plies + 1),
        }
    }

    /// Returns the plies to the end, if the game ends.
    pub fn plies(self) -> Option<u16> {
        match self {
            Value::Won(plies) | Value::Lost(plies) => Some(plies),
            Value::Drawn => None,
        }
    }

    /// Returns the result in a word: `won`, `drawn` or `lost`.
    pub fn word(self) -> &'static str {
        match self {
            Value::Won(_) => "won",
            Value::Drawn => "drawn",
            Value::Lost(_) => "lost",
        }
    }

    /// Returns the result without the plies.
    pub fn wdl(self) -> Wdl {
        match self {
            Value::Won(_) => Wdl::Win,
            Value::Drawn => Wdl::Draw,
            Value::Lost(_) => Wdl::Loss,
        }
    }

    /// Reads the code of a value: 0 for a draw, otherwise the plies plus one. Wins take an odd number of
    /// plies, losses an even one.
    pub(super) fn from_code(code: u16) -> Value {
        match code {
            0 => Value::Drawn,
            code if code % 2 == 0 => Value::Won(code - 1),
            code => Value::Lost(code - 1),
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        let preference = |value: &Value| match *value {
            Value::Won(plies) => i32::MAX - i32::from(plies),
            Value::Drawn => 0,
            Value::Lost(plies) => i32::MIN + i32::from(plies),
        };
        preference(self).cmp(&preference(other))
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())?;
        self.plies().map_or(Ok(()), |plies| write!(f, " in {plies}"))
    }
}

/// Serialized as `{"result": "won", "plies": 3}`; a draw has no plies, but null.
#[cfg(feature = "serde")]
impl serde::Serialize for Value {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("value", 2)?;
        fields.serialize_field("result", self.word())?;
        fields.serialize_field("plies", &self.plies())?;
        fields.end()
    }
}
