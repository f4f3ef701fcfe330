//! Clocks as the page sends them, in seconds. The page runs the clocks, because it makes the moves.

use std::time::Duration;

use rankmoves_core::Player;
use rankmoves_game::{Game, TimeControl, TimeLeft};
use serde::{Deserialize, Serialize};
use table::written::Tags;

use super::problem::Problem;

/// The time control of a game: each player's time at the start, and the time added per move.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ControlFields {
    base: f64,
    increment: f64,
}

impl From<TimeControl> for ControlFields {
    fn from(TimeControl { base, increment }: TimeControl) -> ControlFields {
        ControlFields { base: base.as_secs_f64(), increment: increment.as_secs_f64() }
    }
}

/// A player's time left, and the time added per move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockFields {
    left: f64,
    increment: f64,
}

impl ClockFields {
    pub fn time_left(self) -> Result<TimeLeft, Problem> {
        Ok(TimeLeft { left: time(self.left)?, increment: time(self.increment)? })
    }
}

/// The clock of a game to be written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockRecord {
    control: ControlFields,
    /// The time left after each ply to the player who made it.
    left: Vec<f64>,
    /// The player who ran out of time.
    late: Option<Player>,
}

impl ClockRecord {
    /// Adds the clock to the tags of a game and, if a player has run out of time, ends the game.
    pub fn note(&self, game: &mut Game, tags: &mut Tags) -> Result<(), Problem> {
        let ControlFields { base, increment } = self.control;
        let control = TimeControl { base: time(base)?, increment: time(increment)? };
        tags.time_control = Some(control.to_string());
        for (ply, left) in self.left.iter().take(game.played().len()).enumerate() {
            tags.clocks.push((ply, time(*left)?));
        }
        if let Some(loser) = self.late {
            game.lose_on_time(loser);
        }
        Ok(())
    }
}

/// Reads a time.
fn time(seconds: f64) -> Result<Duration, Problem> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| Problem::field("clock", format!("expected a time in seconds but found {seconds:?}")))
}
