//! Plays games between two policies.

use super::{Action, Episode, IllegalAction, Policy, PolicyError};
use rankmoves_core::{ByPlayer, Player};

/// A game between two policies: an [`Episode`] played to its end.
pub struct Controller<'a> {
    episode: Episode,
    policies: ByPlayer<&'a mut dyn Policy>,
}

impl<'a> Controller<'a> {
    /// Makes a controller that continues an episode. The first policy plays for player 0. With
    /// [`DrawRules::NONE`](crate::DrawRules::NONE) policies may play for ever.
    pub fn new(episode: Episode, policies: [&'a mut dyn Policy; 2]) -> Controller<'a> {
        Controller { episode, policies: policies.into() }
    }

    /// Returns the episode: the state, the game in whole turns, and the outcome.
    pub const fn episode(&self) -> &Episode {
        &self.episode
    }

    /// Plays to the end and returns the payoffs, player 0's first: 1 for the
    /// winner and −1 for the loser, 0 for both after a draw.
    ///
    /// # Errors
    ///
    /// If a policy does not choose, or chooses an illegal action. The state stays as it was before that
    /// choice.
    #[expect(clippy::missing_panics_doc, reason = "the `expect` states an invariant")]
    pub fn play(&mut self) -> Result<[i8; 2], ControllerError> {
        while self.step()?.is_some() {}
        Ok(self.episode.payoffs().expect("without a further action the game is over"))
    }

    /// Plays one action and returns it; `None` if the game is over.
    ///
    /// # Errors
    ///
    /// Fails for the same reasons as [`play`](Self::play).
    pub fn step(&mut self) -> Result<Option<Action>, ControllerError> {
        if self.episode.end().is_some() {
            return Ok(None);
        }
        let player = self.episode.state().active_player();
        let choice = self.policies[player].act(self.episode.state());
        let action = choice.map_err(|why| ControllerError::Policy { player, why })?;
        let illegal = |why| ControllerError::Illegal { player, action, why: Box::new(why) };
        self.episode.act(action).map_err(illegal)?;
        Ok(Some(action))
    }
}

/// The reason why a game was not played to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ControllerError {
    /// A policy did not choose.
    #[error("{player} did not choose an action: {why}")]
    Policy {
        /// The player.
        player: Player,
        /// The reason.
        #[source]
        why: PolicyError,
    },
    /// A policy chose an illegal action.
    #[error("{player} chose an illegal action, {action}: {why}")]
    Illegal {
        /// The player.
        player: Player,
        /// The action.
        action: Action,
        /// The reason why the action is illegal.
        #[source]
        why: Box<IllegalAction>,
    },
}
