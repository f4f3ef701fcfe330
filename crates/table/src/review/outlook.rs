//! The result that a player can expect: known, or estimated from the engine's score.

use std::fmt;

use rankmoves_core::{Player, Position};
use rankmoves_endings::{Value, Wdl};
use rankmoves_engine::{Curve, is_proven, plies_to_end};

/// The result that a player can expect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outlook {
    /// The expected result in percent, at most 100: a win is 100, a draw 50, a loss 0.
    pub expected: u8,
    /// The value, if tables, a search to the end or the rules prove it. Otherwise the expected result is from
    /// 1 to 99.
    pub proven: Option<Value>,
}

impl Outlook {
    /// A draw.
    pub const DRAWN: Outlook = Outlook::proven(Value::Drawn);

    /// A loss in a finished game.
    pub const LOST: Outlook = Outlook::proven(Value::Lost(0));

    /// Returns the outlook with a proven value.
    pub const fn proven(value: Value) -> Outlook {
        let expected = match value {
            Value::Won(_) => 100,
            Value::Drawn => 50,
            Value::Lost(_) => 0,
        };
        Outlook { expected, proven: Some(value) }
    }

    /// Converts the engine's score of a move in `position` to the outlook of the player to move.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the value is from 1 to 99")]
    pub fn of_score(position: &Position, score: i32) -> Outlook {
        if is_proven(score) {
            let plies = plies_to_end(score).and_then(|plies| u16::try_from(plies).ok()).unwrap_or(u16::MAX);
            return Outlook::proven(if score > 0 { Value::Won(plies) } else { Value::Lost(plies) });
        }
        let pieces = Player::ALL.iter().map(|&player| position.board().count(player)).sum();
        let expected = Curve::of(position).expected(score, pieces);
        Outlook { expected: (100.0 * expected).round().clamp(1.0, 99.0) as u8, proven: None }
    }

    /// Returns the proven result without its number of plies.
    pub fn result(self) -> Option<Wdl> {
        self.proven.map(Value::wdl)
    }

    /// Returns red's expected result in percent, given `player`'s outlook.
    pub const fn for_red(self, player: Player) -> u8 {
        match player {
            Player::Red => self.expected,
            Player::Black => 100 - self.expected,
        }
    }
}

/// Writes `won in 3`, `drawn` or `42 %`.
impl fmt::Display for Outlook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.proven {
            Some(value) => value.fmt(f),
            None => write!(f, "{} %", self.expected),
        }
    }
}
