//! The controller, who lets agents play.

use std::mem::take;

use super::{Action, Agent, AgentError, Environment, IllegalAction};
use crate::game::{DrawRules, Game, Outcome};
use crate::moves::{Path, Ply};
use crate::player::{ByPlayer, Player};
use crate::square::Square;

/// Lets two agents play from a state to the end.
///
/// It keeps the game, and so knows when it is a draw by [`DrawRules`].
pub struct Controller<'a> {
    state: Environment,
    agents: ByPlayer<&'a mut dyn Agent>,
    /// What was played in whole turns.
    game: Game,
    /// The squares that were visited in the turn in progress.
    visited: Vec<Square>,
}

impl<'a> Controller<'a> {
    /// A controller of a game with the default [`DrawRules`]. The first agent
    /// is player 0.
    pub fn new(state: Environment, agents: [&'a mut dyn Agent; 2]) -> Controller<'a> {
        Controller::with_draw_rules(state, DrawRules::default(), agents)
    }

    /// A controller of a game with these draw rules. With [`DrawRules::NONE`]
    /// agents may play for ever.
    pub fn with_draw_rules(
        state: Environment,
        draw_rules: DrawRules,
        agents: [&'a mut dyn Agent; 2],
    ) -> Controller<'a> {
        let game = Game::with_draw_rules(*state.position(), draw_rules);
        Controller { state, agents: agents.into(), game, visited: Vec::new() }
    }

    /// The state of the game.
    pub const fn state(&self) -> &Environment {
        &self.state
    }

    /// The game in whole turns, without the turn in progress.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// How the game has ended, if it has, be it by the draw rules.
    pub fn end(&self) -> Option<Outcome> {
        self.state.end().or_else(|| self.game.outcome())
    }

    /// Plays to the end, and returns what the players are paid, player 0
    /// first: 1 for the winner and −1 for the loser, 0 for both after a draw.
    ///
    /// # Errors
    ///
    /// If an agent does not choose, or not a legal action. The state is that
    /// of its turn.
    pub fn play(&mut self) -> Result<[i8; 2], ControllerError> {
        while self.step()?.is_some() {}
        Ok(self.end().map_or([0, 0], super::payoffs))
    }

    /// Plays one action and returns it; `None` if the game is over.
    ///
    /// # Errors
    ///
    /// As [`play`](Self::play).
    pub fn step(&mut self) -> Result<Option<Action>, ControllerError> {
        if self.end().is_some() {
            return Ok(None);
        }
        let player = self.state.active_player();
        let choice = self.agents[player].act(&self.state);
        let action = choice.map_err(|why| ControllerError::Agent { player, why })?;
        let illegal = |why| ControllerError::Illegal { player, action, why: Box::new(why) };
        let next = self.state.outcome(action).map_err(illegal)?;
        if let Action::Move { from, to, .. } = action {
            let from = if self.visited.is_empty() { Some(from) } else { None };
            self.visited.extend(from.into_iter().chain([to]).filter_map(|cell| self.state.square(cell)));
        }
        self.state = next;
        if next.jump_piece().is_none() {
            self.end_turn(action);
        }
        Ok(Some(action))
    }

    fn end_turn(&mut self, last: Action) {
        let ply = match Path::new(take(&mut self.visited)) {
            Some(path) => Ply::Move(path),
            None if last == Action::Pass => Ply::Pass,
            // The chain that was in progress at the start has just been left:
            // nothing a game could record.
            None => return self.game = Game::with_draw_rules(*self.state.position(), self.game.draw_rules()),
        };
        self.game.record(&ply).expect("legal actions up to the end of a turn are a legal ply");
    }
}

/// Why a game was not played to its end.
#[derive(Debug, thiserror::Error)]
pub enum ControllerError {
    /// An agent did not choose.
    #[error("{player} did not choose an action: {why}")]
    Agent {
        /// Whose agent.
        player: Player,
        /// Why not.
        #[source]
        why: AgentError,
    },
    /// An agent chose what is illegal.
    #[error("{player} chose an illegal action, {action}: {why}")]
    Illegal {
        /// Whose agent.
        player: Player,
        /// What it chose.
        action: Action,
        /// Why it is illegal.
        #[source]
        why: Box<IllegalAction>,
    },
}
