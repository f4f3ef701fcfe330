//! Agents that use the engine.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use fastrand::Rng;

use super::agent::{MAX_CHOICES, draw};
use super::{Agent, AgentError, Game, Level, TimeLeft};
use rankmoves_core::support::hash::spread;
use rankmoves_core::{Move, Position};
use rankmoves_endings::Prober;
use rankmoves_engine::{Engine, Limits, MAX_DEPTH};

/// An agent that plays the best move that the engine finds in a given time. See [`Engine::choose`].
pub struct Timed {
    engine: Engine,
    time: Duration,
    /// The function that returns the prober for the board and rules of a position.
    probers: Option<Probers>,
    /// The prober that the engine uses now.
    prober: Option<Arc<dyn Prober>>,
}

type Probers = Box<dyn Fn(&Position) -> Arc<dyn Prober> + Send>;

impl Timed {
    /// Makes an agent from an engine. It takes `time` for each move, or less if more time would change nothing.
    pub fn new(engine: Engine, time: Duration) -> Timed {
        Timed { engine, time, probers: None, prober: None }
    }

    /// Makes the agent look up proven values in each game that it plays. Tables are valid for one board size
    /// and one set of rules. `probers` must return the tables for a position, always the same tables for the
    /// same size and rules.
    #[must_use]
    pub fn with_probers(self, probers: impl Fn(&Position) -> Arc<dyn Prober> + Send + 'static) -> Timed {
        Timed { probers: Some(Box::new(probers)), ..self }
    }

    /// Gives the engine the prober for a game, unless the engine already uses that prober.
    fn look_up(&mut self, position: &Position) {
        let Some(prober) = self.probers.as_ref().map(|probers| probers(position)) else { return };
        if !self.prober.as_ref().is_some_and(|known| Arc::ptr_eq(known, &prober)) {
            self.engine = mem::take(&mut self.engine).with_prober(Arc::clone(&prober));
            self.prober = Some(prober);
        }
    }

    fn choose_within(&mut self, game: &Game, time: Duration) -> Result<Move, AgentError> {
        self.look_up(game.position());
        let choice = self.engine.choose(game, Limits::time(time));
        choice.map(|choice| choice.mv).ok_or(AgentError::NoMoves)
    }
}

impl Agent for Timed {
    fn choose(&mut self, game: &Game) -> Result<Move, AgentError> {
        self.choose_within(game, self.time)
    }

    /// Uses the time on the clock instead of the fixed time.
    fn choose_in_time(&mut self, game: &Game, time: TimeLeft) -> Result<Move, AgentError> {
        self.choose_within(game, time.budget(None))
    }

    fn stop_flag(&self) -> Option<Arc<AtomicBool>> {
        Some(self.engine.stop_flag())
    }
}

/// An agent that chooses, with equal probability, one of the moves that the engine scores highest, at a depth
/// or after a number of nodes. Below the highest level, some moves are random. See
/// [`Engine::rank`](rankmoves_engine::Engine::rank).
///
/// The choice depends only on the seed and the game, not on time or earlier choices, as long as the engine
/// gets its 64 MiB of memory.
pub struct Evaluating {
    engine: Engine,
    limits: Limits,
    /// The percentage of moves that are random.
    random_percent: u32,
    seed: u64,
}

impl Evaluating {
    /// Makes an agent from an engine. It looks 1 to [`MAX_DEPTH`] plies ahead; other depths are clamped to that
    /// range.
    ///
    /// ```
    /// use rankmoves_engine::{Engine, Term, Weights};
    /// use rankmoves_game::{Agent, Evaluating, Game};
    /// use rankmoves_core::{Player, Position, Rules};
    ///
    /// // An agent that ignores its back rank.
    /// let engine = Engine::with_weights(Weights::default().with(Term::BackRank, 0));
    /// let mut agent = Evaluating::new(engine, 4, 0);
    /// let game = Game::new(Position::start(Rules::ENGLISH, Player::Red));
    /// let mv = agent.choose(&game)?;
    /// assert!(game.position().legal_moves().any(|legal| legal == mv));
    /// # Ok::<(), rankmoves_game::AgentError>(())
    /// ```
    pub fn new(engine: Engine, depth: u32, seed: u64) -> Evaluating {
        let limits = Limits::depth(depth.clamp(1, MAX_DEPTH));
        Evaluating { engine, limits, random_percent: 0, seed }
    }

    /// Makes an agent that plays at a level. On a standard board it takes at most about a twentieth of a
    /// second per move, and its choices do not depend on the machine.
    pub fn at_level(level: Level, seed: u64) -> Evaluating {
        let (limits, random_percent) = (Limits::nodes(level.nodes()), level.random_percent());
        Evaluating { engine: Engine::new(), limits, random_percent, seed }
    }
}

impl Agent for Evaluating {
    fn choose(&mut self, game: &Game) -> Result<Move, AgentError> {
        let mut rng = Rng::with_seed(spread(self.seed).wrapping_add(game.played().len() as u64));
        // If no moves are random, the only random number is for the choice among the best moves.
        if self.random_percent > 0 && rng.u32(..100) < self.random_percent {
            let moves = game.position().legal_moves();
            return draw(&mut rng, moves, MAX_CHOICES, &self.engine.stop_flag()).ok_or(AgentError::NoMoves);
        }
        // Table entries of earlier searches would change the scores.
        self.engine.forget();
        let estimates = self.engine.rank(game, self.limits);
        if self.engine.stop_flag().load(Relaxed) {
            return Err(AgentError::Stopped);
        }
        let best = estimates.best();
        let mut moves = estimates.moves;
        moves.retain(|estimate| Some(estimate.score) == best);
        rng.choice(moves).map(|estimate| estimate.mv).ok_or(AgentError::NoMoves)
    }

    fn stop_flag(&self) -> Option<Arc<AtomicBool>> {
        Some(self.engine.stop_flag())
    }
}
