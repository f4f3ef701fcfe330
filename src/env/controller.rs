//! The controller, which lets two policies play.

use std::mem::take;

use super::{Action, Environment, IllegalAction, Policy, PolicyError};
use crate::game::{DrawRules, Game, Outcome};
use crate::model::moves::{Path, Ply};
use crate::model::player::{ByPlayer, Player};
use crate::model::square::Square;

/// A game of two policies from a state to the end.
///
/// The controller has the history, and so knows draws by [`DrawRules`].
pub struct Controller<'a> {
    state: Environment,
    policies: ByPlayer<&'a mut dyn Policy>,
    /// The game in whole turns.
    game: Game,
    /// The squares visited in the turn in progress.
    visited: Vec<Square>,
}

impl<'a> Controller<'a> {
    /// Makes a controller with the default [`DrawRules`]. The first policy is
    /// that of player 0.
    pub fn new(state: Environment, policies: [&'a mut dyn Policy; 2]) -> Controller<'a> {
        Controller::with_draw_rules(state, DrawRules::default(), policies)
    }

    /// Makes a controller with draw rules. With [`DrawRules::NONE`] policies may
    /// play for ever.
    pub fn with_draw_rules(
        state: Environment,
        draw_rules: DrawRules,
        policies: [&'a mut dyn Policy; 2],
    ) -> Controller<'a> {
        let game = Game::with_draw_rules(*state.position(), draw_rules);
        Controller { state, policies: policies.into(), game, visited: Vec::new() }
    }

    /// Returns the state of the game.
    pub const fn state(&self) -> &Environment {
        &self.state
    }

    /// Returns the game in whole turns, without the turn in progress.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the outcome if the game is over, be it by the draw rules.
    pub fn end(&self) -> Option<Outcome> {
        self.state.end().or_else(|| self.game.outcome())
    }

    /// Plays to the end and returns the payoffs, player 0's first: 1 for the
    /// winner and −1 for the loser, 0 for both after a draw.
    ///
    /// # Errors
    ///
    /// If a policy does not choose, or chooses an illegal action. The state is
    /// that of its turn.
    pub fn play(&mut self) -> Result<[i8; 2], ControllerError> {
        loop {
            match self.end() {
                Some(outcome) => return Ok(super::payoffs(outcome)),
                None => self.act()?,
            };
        }
    }

    /// Plays one action and returns it; `None` if the game is over.
    ///
    /// # Errors
    ///
    /// Fails as [`play`](Self::play) does.
    pub fn step(&mut self) -> Result<Option<Action>, ControllerError> {
        if self.end().is_some() { Ok(None) } else { self.act().map(Some) }
    }

    /// Plays one action of a game that is not over.
    fn act(&mut self) -> Result<Action, ControllerError> {
        let player = self.state.active_player();
        let choice = self.policies[player].act(&self.state);
        let action = choice.map_err(|why| ControllerError::Policy { player, why })?;
        let illegal = |why| ControllerError::Illegal { player, action, why: Box::new(why) };
        let next = self.state.outcome(action).map_err(illegal)?;
        if let Action::Move { from, to, .. } = action {
            let from = if self.visited.is_empty() { Some(from) } else { None };
            let square = |cell| self.state.square(cell).expect("a legal action names cells of the board");
            self.visited.extend(from.into_iter().chain([to]).map(square));
        }
        self.state = next;
        if next.jump_piece().is_none() {
            self.end_turn(action);
        }
        Ok(action)
    }

    /// Records the turn that `last` has ended.
    fn end_turn(&mut self, last: Action) {
        let ply = match Path::new(take(&mut self.visited)) {
            Some(path) => Ply::Move(path),
            None if last == Action::Pass => Ply::Pass,
            // A chain in progress at the start was stopped: a game cannot record that.
            None => return self.game = Game::with_draw_rules(*self.state.position(), self.game.draw_rules()),
        };
        self.game.record(&ply).expect("legal actions up to the end of a turn are a legal ply");
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
        /// The reason why it is illegal.
        #[source]
        why: Box<IllegalAction>,
    },
}
