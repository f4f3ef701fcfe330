//! Episodes are states with their history.

use std::mem::take;

use super::{Action, Environment, IllegalAction};
use crate::{DrawRules, Game, Outcome};
use rankmoves_core::{Path, Ply, Square};

/// A state with its history since the start of a game, so that [`DrawRules`] can apply.
///
/// ```
/// use rankmoves_game::env::{Environment, Episode};
/// use rankmoves_game::{DrawRules, Outcome};
///
/// let rules = DrawRules { quiet_moves: Some(1), ..DrawRules::NONE };
/// let lonely = [[0, 0], [0, 2], [0, 0], [0, 0], [0, 0], [0, -2]];
/// let state = Environment::from_array(&lonely, rankmoves_core::Player::Red, None, Environment::RULES)?;
/// let mut episode = Episode::with_draw_rules(state, rules);
/// while episode.outcome().is_none() {
///     let action = episode.state().actions()[0];
///     episode.act(action)?;
/// }
/// assert_eq!((episode.outcome(), episode.payoffs()), (Some(Outcome::NoProgress), Some([0, 0])));
/// assert_eq!(episode.state().outcome(), None, "the state has no history");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Episode {
    state: Environment,
    /// The game in whole turns.
    game: Game,
    /// The squares visited in the turn in progress.
    visited: Vec<Square>,
}

impl Episode {
    /// Starts an episode with the default [`DrawRules`].
    pub fn new(state: Environment) -> Episode {
        Episode::with_draw_rules(state, DrawRules::default())
    }

    /// Starts an episode.
    pub fn with_draw_rules(state: Environment, draw_rules: DrawRules) -> Episode {
        let game = Game::with_draw_rules(*state.position(), draw_rules);
        Episode { state, game, visited: Vec::new() }
    }

    /// Returns the state.
    pub const fn state(&self) -> &Environment {
        &self.state
    }

    /// Returns the game in whole turns, without the turn in progress.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the outcome if the game is over, including draws by the draw rules.
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.outcome().or_else(|| self.game.outcome())
    }

    /// Returns the payoffs, player 0's first, if the game is over: 1 for the
    /// winner and −1 for the loser, 0 for both after a draw.
    pub fn payoffs(&self) -> Option<[i8; 2]> {
        self.outcome().map(super::payoffs)
    }

    /// Plays an action.
    ///
    /// # Errors
    ///
    /// If the action is illegal. In that case the episode is unchanged.
    pub fn act(&mut self, action: Action) -> Result<(), IllegalAction> {
        if let Some(end) = self.outcome() {
            return Err(IllegalAction::Over(end));
        }
        let next = self.state.after(action)?;
        self.visit(action);
        self.state = next;
        if next.jump_piece().is_none() {
            self.end_turn(action);
        }
        Ok(())
    }

    /// Notes the squares that a legal action visits.
    fn visit(&mut self, action: Action) {
        if let Action::Move { from, to, .. } = action {
            let from = if self.visited.is_empty() { Some(from) } else { None };
            let square = |cell| self.state.square(cell).expect("a legal action names cells of the board");
            self.visited.extend(from.into_iter().chain([to]).map(square));
        }
    }

    /// Records the finished turn. `last` is its last action.
    fn end_turn(&mut self, last: Action) {
        let ply = match Path::new(take(&mut self.visited)) {
            Some(path) => Ply::Move(path),
            None if last == Action::Pass => Ply::Pass,
            // The chain in progress at the start was stopped at once. A game cannot record this, so a new
            // game begins here.
            None => return self.game = Game::with_draw_rules(*self.state.position(), self.game.draw_rules()),
        };
        self.game.record(ply).expect("legal actions up to the end of a turn are a legal ply");
    }
}
