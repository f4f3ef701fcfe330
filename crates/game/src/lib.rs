//! Games of checkers: plies played from a position, the players that choose them, and how games end.
//!
//! A [`Game`] keeps every position with a cursor for undo and redo, refuses illegal plies, and ends by
//! the rules or by [`DrawRules`]. An [`Agent`] chooses moves; a [`Series`] lets two of them play many
//! games.
//!
//! ```
//! use rankmoves_core::{Position, Resources};
//! use rankmoves_game::{AgentSpec, Game};
//!
//! let mut game = Game::new(Position::english());
//! let spec: AgentSpec = "minimax:2:1".parse()?;
//! let mut agent = spec.agent(Resources::default())?;
//! while game.outcome().is_none() && game.played().len() < 10 {
//!     let mv = agent.choose(&game)?;
//!     game.play(mv)?;
//! }
//! assert_eq!(game.plies().len(), 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | To | Begin with |
//! |---|---|
//! | play, take back and end a game | [`Game`], [`Outcome`], [`DrawRules`] |
//! | let a program choose moves | [`Agent`]: [`Random`], [`Minimax`], [`Evaluating`], [`Timed`]; [`AgentSpec`] describes an agent in text; [`Level`] is one of six levels of play |
//! | limit the time | [`TimeControl`], [`Clock`] |
//! | compare two agents | [`Series`], then [`Tally`], [`PairTally`], [`Elo`], [`Sprt`] |
//! | begin with a known opening | [`Opening`] |
//! | train an agent, one step or jump at a time | [`env`](mod@env): [`Environment`](env::Environment), [`VectorEnvironment`](env::VectorEnvironment) |
//!
//! Positions and moves come from [`rankmoves_core`], exact scores from [`rankmoves`], evaluations from
//! [`rankmoves_engine`].

mod agent;
mod agent_spec;
mod clock;
mod elo;
mod engine_agent;
pub mod env;
mod level;
mod openings;
mod outcome;
mod series;

pub use agent::{Agent, AgentError, MAX_RANKED, Minimax, Random};
pub use agent_spec::{AgentKind, AgentSpec, ParseAgentError};
pub use clock::{Clock, ParseTimeError, TimeControl, TimeLeft, clock_text};
pub use elo::{Elo, PairTally, ParseSprtError, Sprt, SprtVerdict};
pub use engine_agent::{Evaluating, Timed};
pub use level::Level;
pub use openings::{Opening, ParseOpeningError};
pub use outcome::{DrawRules, Outcome};
pub use series::{MatchScore, Played, Series, Tally};

use rankmoves_core::model::board::Pieces;
use rankmoves_core::{IllegalMove, Player, Ply, Position};
use rankmoves_engine::History;

/// A game: a position, the plies that have been played from it, and a cursor
/// among them that [`undo`](Self::undo) and [`redo`](Self::redo) move.
///
/// All queries refer to the cursor.
///
/// ```
/// use rankmoves_game::Game;
/// use rankmoves_core::{Ply, Position};
///
/// let mut game = Game::new(Position::english());
/// game.play("f6->g5".parse::<Ply>()?)?;
/// let reply = game.position().legal_moves().next().expect("red can move");
/// game.play(&reply)?;
/// assert_eq!(game.undo(1), 1);
/// assert_eq!((game.played().len(), game.plies().len()), (1, 2));
/// game.play("c3->d4".parse::<Ply>()?)?;
/// assert_eq!(game.redo(1), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The start position, and the position after each ply.
    positions: Vec<Position>,
    plies: Vec<Ply>,
    cursor: usize,
    draw_rules: DrawRules,
    /// The outcome declared after the last ply. The flag is `false` once the outcome is taken back.
    declared: Option<(Outcome, bool)>,
}

impl Game {
    /// Starts a game with the default [`DrawRules`].
    pub fn new(start: Position) -> Game {
        Game::with_draw_rules(start, DrawRules::default())
    }

    /// Starts a game.
    pub fn with_draw_rules(start: Position, draw_rules: DrawRules) -> Game {
        Game { positions: vec![start], plies: Vec::new(), cursor: 0, draw_rules, declared: None }
    }

    /// Starts a game and [records](Self::record) plies.
    ///
    /// # Errors
    ///
    /// If a ply is illegal.
    pub fn of_plies(
        start: Position,
        draw_rules: DrawRules,
        plies: impl IntoIterator<Item = impl Into<Ply>>,
    ) -> Result<Game, IllegalMove> {
        let mut game = Game::with_draw_rules(start, draw_rules);
        plies.into_iter().try_for_each(|ply| game.record(ply))?;
        Ok(game)
    }

    /// Returns the first position.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Returns the position at the cursor.
    pub fn position(&self) -> &Position {
        &self.positions[self.cursor]
    }

    /// Returns the positions from the start to the cursor, both included.
    pub fn positions(&self) -> &[Position] {
        &self.positions[..=self.cursor]
    }

    /// Returns the positions before and after all plies, including undone ones.
    pub fn all_positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns all plies, including undone ones.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Returns the plies from the start to the cursor.
    pub fn played(&self) -> &[Ply] {
        &self.plies[..self.cursor]
    }

    /// Returns the game without the plies after the cursor, and without a declared end.
    ///
    /// ```
    /// use rankmoves_core::{Player, Ply, Position};
    /// use rankmoves_game::Game;
    ///
    /// let mut game = Game::new(Position::english());
    /// game.play("f6->g5".parse::<Ply>()?)?;
    /// game.resign(Player::Red);
    /// let open = game.up_to_cursor();
    /// assert_eq!((open.plies(), open.outcome()), (game.plies(), None));
    /// game.undo(2);
    /// assert_eq!(game.up_to_cursor(), Game::new(Position::english()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn up_to_cursor(&self) -> Game {
        let (positions, plies) = (self.positions().to_vec(), self.played().to_vec());
        Game { positions, plies, declared: None, ..*self }
    }

    /// Returns the draw rules.
    pub fn draw_rules(&self) -> DrawRules {
        self.draw_rules
    }

    /// Plays a ply at the cursor, given as a [`Ply`], a move or a path. Drops the plies after the cursor.
    ///
    /// # Errors
    ///
    /// If the game is over or the ply is illegal. In that case the game is unchanged.
    pub fn play(&mut self, ply: impl Into<Ply>) -> Result<(), PlayError> {
        match self.outcome() {
            Some(outcome) => Err(PlayError::Over(outcome)),
            None => self.record(ply).map_err(PlayError::Illegal),
        }
    }

    /// Plays a ply like [`play`](Self::play), even if the game is over: in recorded games, players may have
    /// continued after a draw by the rules or a resignation.
    ///
    /// # Errors
    ///
    /// If the ply is illegal. In that case the game is unchanged.
    pub fn record(&mut self, ply: impl Into<Ply>) -> Result<(), IllegalMove> {
        let ply = ply.into();
        let position = self.position().play_ply(&ply)?;
        self.truncate();
        self.positions.push(position);
        self.plies.push(ply);
        self.cursor += 1;
        self.declared = None;
        Ok(())
    }

    /// Takes back up to `plies` plies and returns their number. A [declared](Outcome::is_declared) end counts
    /// as a ply.
    pub fn undo(&mut self, plies: usize) -> usize {
        let withdrawn = plies > 0 && self.declared.is_some_and(|(_, stands)| stands);
        if withdrawn {
            self.declared = self.declared.map(|(outcome, _)| (outcome, false));
        }
        let back = self.cursor.min(plies - usize::from(withdrawn));
        self.cursor -= back;
        back + usize::from(withdrawn)
    }

    /// Replays up to `plies` plies that were taken back, and returns their number. A declared end counts as a
    /// ply.
    pub fn redo(&mut self, plies: usize) -> usize {
        let on = plies.min(self.plies.len() - self.cursor);
        self.cursor += on;
        let ends = plies > on && self.declared.is_some_and(|(_, stands)| !stands);
        if ends {
            self.declared = self.declared.map(|(outcome, _)| (outcome, true));
        }
        on + usize::from(ends)
    }

    /// Drops the plies after the cursor, and a declared end that was taken back.
    pub fn truncate(&mut self) {
        self.declared = self.declared.filter(|(_, stands)| *stands);
        self.positions.truncate(self.cursor + 1);
        self.plies.truncate(self.cursor);
    }

    /// Ends the game, unless it is already over, because `player` resigns.
    pub fn resign(&mut self, player: Player) {
        self.declare(Outcome::Resigned { loser: player });
    }

    /// Ends the game, unless it is already over, because `player` has no time left.
    pub fn lose_on_time(&mut self, player: Player) {
        self.declare(Outcome::OutOfTime { loser: player });
    }

    /// Ends the game, unless it is already over, in a draw by agreement.
    pub fn agree_draw(&mut self) {
        self.declare(Outcome::Agreed);
    }

    fn declare(&mut self, outcome: Outcome) {
        if self.outcome().is_none() {
            self.truncate();
            self.declared = Some((outcome, true));
        }
    }

    /// Returns the outcome if the game is over at the cursor.
    pub fn outcome(&self) -> Option<Outcome> {
        match (self.declared, Outcome::of(self.position())) {
            (Some((outcome, true)), _) | (_, Some(outcome)) => Some(outcome),
            _ if self.played().ends_with(&[Ply::Pass, Ply::Pass]) => Some(Outcome::BothPassed),
            _ => self.draw_rules.outcome(self.quiet_plies(), || self.repetitions()),
        }
    }

    /// Returns the outcome if the game is over at the cursor because its end was
    /// [declared](Outcome::is_declared).
    pub fn declared_end(&self) -> Option<Outcome> {
        self.outcome().filter(|outcome| outcome.is_declared())
    }

    /// Returns how often the position at the cursor has occurred, this time included.
    pub fn repetitions(&self) -> usize {
        self.since_progress().iter().filter(|&earlier| earlier == self.position()).count()
    }

    /// Returns the number of plies up to the cursor since the last jump or man's move.
    pub fn quiet_plies(&self) -> usize {
        self.since_progress().len() - 1
    }

    /// Returns the positions up to the cursor that may still repeat: those since
    /// the last jump or man's move.
    pub fn since_progress(&self) -> &[Position] {
        let positions = self.positions();
        // Only irreversible moves change these values.
        let progress = |position: &Position| {
            let Pieces { red, black, kings } = position.board().pieces();
            (red - kings, black - kings, kings.len())
        };
        let now = progress(self.position());
        let earlier = positions.iter().rposition(|position| progress(position) != now);
        &positions[earlier.map_or(0, |last| last + 1)..]
    }

    /// Returns the positions before the cursor that may still repeat, in the form that searches need.
    pub fn past(&self) -> &[Position] {
        self.since_progress().split_last().map_or(&[], |(_, past)| past)
    }
}

/// Gives the engine the position at the cursor, with the earlier positions that may repeat.
impl<'a> From<&'a Game> for History<'a> {
    fn from(game: &'a Game) -> History<'a> {
        History { position: game.position(), past: game.past() }
    }
}

/// The reason why a ply cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The rules forbid the ply.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(Outcome),
}
