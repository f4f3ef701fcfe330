//! The arrays that a step fills, with a row for each game.

use crate::env::numbers::ActionNumbers;

/// The arrays that [`reset`](super::VectorEnvironment::reset) and
/// [`step`](super::VectorEnvironment::step) fill, each with a row for each game.
///
/// | Array | Length of a row | Value |
/// |---|---|---|
/// | `observations` | [`observation_len`](super::VectorEnvironment::observation_len) | the board as the player to act [sees](crate::env::Environment::observation) it |
/// | `masks` | [`action_count`](super::VectorEnvironment::action_count) | 1 for each legal [number](crate::env::Environment::action_count), 0 elsewhere |
/// | `players` | 1 | the player to act, 0 or 1 |
/// | `rewards` | 2 | the rewards of player 0 and player 1: 1 for the winner and −1 for the loser of a game that the step ended, otherwise 0 |
/// | `terminations` | 1 | true if the step ended the game |
/// | `truncations` | 1 | true if the step ended the last of [`max_cycles`](super::VectorOptions::max_cycles) turns, but not the game |
/// | `final_observations` | as `observations` | the last state of a game that ended or was truncated; otherwise unchanged |
/// | `final_players` | 1 | the player to act in that last state; otherwise unchanged |
#[derive(Debug)]
#[expect(missing_docs, reason = "the table above is the documentation of the fields")]
pub struct Arrays<'a> {
    pub observations: &'a mut [i8],
    pub masks: &'a mut [i8],
    pub players: &'a mut [i8],
    pub rewards: &'a mut [f32],
    pub terminations: &'a mut [bool],
    pub truncations: &'a mut [bool],
    pub final_observations: &'a mut [i8],
    pub final_players: &'a mut [i8],
}

impl<'a> Arrays<'a> {
    /// Panics unless each array has a row for each of `games` games.
    pub(super) fn check(&self, games: usize, numbers: &ActionNumbers) {
        let found = [
            self.observations.len(),
            self.masks.len(),
            self.players.len(),
            self.rewards.len(),
            self.terminations.len(),
            self.truncations.len(),
            self.final_observations.len(),
            self.final_players.len(),
        ];
        let observation = numbers.observation_len();
        let rows = [observation, numbers.count, 1, 2, 1, 1, observation, 1];
        assert_eq!(found, rows.map(|length| length * games), "the lengths of the arrays");
    }

    /// Borrows the arrays again, so that rows can be split off without shortening these arrays.
    pub(super) fn reborrow(&mut self) -> Arrays<'_> {
        Arrays {
            observations: self.observations,
            masks: self.masks,
            players: self.players,
            rewards: self.rewards,
            terminations: self.terminations,
            truncations: self.truncations,
            final_observations: self.final_observations,
            final_players: self.final_players,
        }
    }

    /// Splits off the rows of the first games.
    #[inline]
    pub(super) fn split_off(&mut self, games: usize, numbers: &ActionNumbers) -> Arrays<'a> {
        Arrays {
            observations: rows(&mut self.observations, games * numbers.observation_len()),
            masks: rows(&mut self.masks, games * numbers.count),
            players: rows(&mut self.players, games),
            rewards: rows(&mut self.rewards, games * 2),
            terminations: rows(&mut self.terminations, games),
            truncations: rows(&mut self.truncations, games),
            final_observations: rows(&mut self.final_observations, games * numbers.observation_len()),
            final_players: rows(&mut self.final_players, games),
        }
    }
}

/// Splits off the first `length` items of an array.
#[expect(clippy::mut_mut, reason = "the rows live as long as the array, and leave it shorter")]
#[inline]
fn rows<'a, T>(array: &mut &'a mut [T], length: usize) -> &'a mut [T] {
    array.split_off_mut(..length).expect("the lengths of the arrays have been checked")
}
