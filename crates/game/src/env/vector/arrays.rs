//! The arrays that a step fills, with a row for each game.

use std::iter::from_fn;

use crate::env::numbering::ActionNumbers;

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

impl Arrays<'_> {
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

    /// Splits the arrays into parts with the rows of `games` games each; the last part may have fewer.
    #[inline]
    pub(super) fn parts(
        &mut self,
        games: usize,
        numbers: &ActionNumbers,
    ) -> impl Iterator<Item = Arrays<'_>> {
        let mut observations = self.observations.chunks_mut(games * numbers.observation_len());
        let mut masks = self.masks.chunks_mut(games * numbers.count);
        let mut players = self.players.chunks_mut(games);
        let mut rewards = self.rewards.chunks_mut(games * 2);
        let mut terminations = self.terminations.chunks_mut(games);
        let mut truncations = self.truncations.chunks_mut(games);
        let mut final_observations = self.final_observations.chunks_mut(games * numbers.observation_len());
        let mut final_players = self.final_players.chunks_mut(games);
        from_fn(move || {
            Some(Arrays {
                observations: observations.next()?,
                masks: masks.next()?,
                players: players.next()?,
                rewards: rewards.next()?,
                terminations: terminations.next()?,
                truncations: truncations.next()?,
                final_observations: final_observations.next()?,
                final_players: final_players.next()?,
            })
        })
    }
}
