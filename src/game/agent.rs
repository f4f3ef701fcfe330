//! Agents: they choose moves.

use std::error::Error;
use std::io;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use fastrand::Rng;

use super::{Game, TimeLeft};
use crate::endings::Prober;
use crate::engine::{Engine, Limits, MAX_DEPTH};
use crate::model::illegal::IllegalMove;
use crate::model::moves::Move;
use crate::model::position::{MoveList, Position};
use crate::rank::{RankError, RankedMove, Ranker};
use crate::support::hash::spread;
use crate::support::resources::Resources;

/// An agent, which chooses moves.
pub trait Agent: Send {
    /// Prepares for a game before any clock runs, for example by starting a process. An agent
    /// that has not been asked to does so when it first chooses. The [flag](Self::stop_flag) stops it.
    ///
    /// # Errors
    ///
    /// If something prevents it from playing.
    fn prepare(&mut self) -> Result<(), AgentError> {
        Ok(())
    }

    /// Chooses a legal move at the cursor of a game.
    ///
    /// # Errors
    ///
    /// If the player to move has none, or something prevents the choice.
    fn choose(&mut self, game: &Game) -> Result<Move, AgentError>;

    /// Chooses as [`choose`](Self::choose) does, in a game with a clock. An agent that can divide
    /// its time does so; others take the time that they take.
    ///
    /// # Errors
    ///
    /// As for [`choose`](Self::choose).
    fn choose_in_time(&mut self, game: &Game, _: TimeLeft) -> Result<Move, AgentError> {
        self.choose(game)
    }

    /// Returns a flag that ends a choice within milliseconds when another thread
    /// raises it: by an error, or by the best move found by then. The agent never
    /// lowers it. `None` if the agent takes no time worth stopping.
    fn stop_flag(&self) -> Option<Arc<AtomicBool>> {
        None
    }
}

impl<T: Agent + ?Sized> Agent for Box<T> {
    fn prepare(&mut self) -> Result<(), AgentError> {
        (**self).prepare()
    }

    fn choose(&mut self, game: &Game) -> Result<Move, AgentError> {
        (**self).choose(game)
    }

    fn choose_in_time(&mut self, game: &Game, time: TimeLeft) -> Result<Move, AgentError> {
        (**self).choose_in_time(game, time)
    }

    fn stop_flag(&self) -> Option<Arc<AtomicBool>> {
        (**self).stop_flag()
    }
}

/// The reason why an agent did not choose a move.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AgentError {
    /// The player to move has no moves.
    #[error("there are no moves to choose from")]
    NoMoves,
    /// The moves could not be ranked.
    #[error("cannot rank the moves: {0}")]
    Rank(#[from] RankError),
    /// There are more moves than an agent ranks: [`MAX_RANKED`].
    #[error("more than {MAX_RANKED} moves are too many to rank")]
    TooManyMoves,
    /// The move chosen is illegal.
    #[error("an illegal move was chosen: {0}")]
    Illegal(#[from] IllegalMove),
    /// The system does not start a thread to play on.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
    /// The agent cannot play on, by a fault of its own, and loses the game.
    #[error(transparent)]
    Forfeit(Box<dyn Error + Send + Sync>),
    /// An error of an agent of your own.
    #[error(transparent)]
    Other(Box<dyn Error + Send + Sync>),
}

impl AgentError {
    /// Wraps any error, or a message.
    ///
    /// ```
    /// use rankmoves::game::AgentError;
    ///
    /// assert_eq!(AgentError::other("the book is closed").to_string(), "the book is closed");
    /// ```
    pub fn other(error: impl Into<Box<dyn Error + Send + Sync>>) -> AgentError {
        AgentError::Other(error.into())
    }

    /// Wraps any error, or a message, of an agent that loses the game by it.
    pub fn forfeit(error: impl Into<Box<dyn Error + Send + Sync>>) -> AgentError {
        AgentError::Forfeit(error.into())
    }
}

/// The greatest number of moves that [`Minimax`] ranks. Boards larger than the
/// standard one may have many millions: each would take its place in memory.
pub const MAX_RANKED: usize = 10_000;

/// An agent that chooses all moves with the same probability.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
    stop: Arc<AtomicBool>,
}

impl Random {
    /// Makes an agent that repeats its choices for the same seed.
    pub fn new(seed: u64) -> Random {
        Random { rng: Rng::with_seed(seed), stop: Arc::default() }
    }
}

impl Agent for Random {
    fn choose(&mut self, game: &Game) -> Result<Move, AgentError> {
        draw(&mut self.rng, game.position(), &self.stop).ok_or(AgentError::NoMoves)
    }

    fn stop_flag(&self) -> Option<Arc<AtomicBool>> {
        Some(Arc::clone(&self.stop))
    }
}

/// An agent that chooses all pieces that can move with the same probability,
/// then all moves of the piece.
#[derive(Clone, Debug)]
pub struct RandomPiece {
    rng: Rng,
    stop: Arc<AtomicBool>,
}

impl RandomPiece {
    /// Makes an agent that repeats its choices for the same seed.
    pub fn new(seed: u64) -> RandomPiece {
        RandomPiece { rng: Rng::with_seed(seed), stop: Arc::default() }
    }
}

impl Agent for RandomPiece {
    fn choose(&mut self, game: &Game) -> Result<Move, AgentError> {
        let position = game.position();
        let piece = self.rng.choice(position.movable()).ok_or(AgentError::NoMoves)?;
        let own = position.moves_in_order().skip_while(|mv| mv.path().start() != piece);
        let own = own.take_while(|mv| mv.path().start() == piece);
        draw_from(&mut self.rng, position.legal_moves_from(piece, LISTED), own, &self.stop)
            .ok_or(AgentError::NoMoves)
    }

    fn stop_flag(&self) -> Option<Arc<AtomicBool>> {
        Some(Arc::clone(&self.stop))
    }
}

/// An agent that chooses all moves with the highest exact score at a depth with
/// the same probability. See [`rank`](crate::rank()).
pub struct Minimax {
    ranker: Ranker,
    depth: u32,
    rng: Rng,
}

impl Minimax {
    /// Makes an agent that repeats its choices for the same seed.
    ///
    /// # Errors
    ///
    /// If the system has not the memory.
    pub fn new(depth: u32, seed: u64, resources: Resources) -> Result<Minimax, RankError> {
        Ok(Minimax { ranker: Ranker::with_resources(resources)?, depth, rng: Rng::with_seed(seed) })
    }
}

impl Agent for Minimax {
    fn choose(&mut self, game: &Game) -> Result<Move, AgentError> {
        if !game.position().legal_moves_up_to(MAX_RANKED).is_complete {
            return Err(AgentError::TooManyMoves);
        }
        let mut ranked = self.ranker.rank(game.position(), self.depth)?;
        let highest = ranked.iter().map(|ranked| ranked.score).max();
        ranked.retain(|ranked| Some(ranked.score) == highest);
        pick(&mut self.rng, ranked).map(|RankedMove { mv, .. }| mv)
    }

    fn stop_flag(&self) -> Option<Arc<AtomicBool>> {
        Some(self.ranker.stop_flag())
    }
}

/// An agent that plays the best move that the engine finds in some time. See
/// [`engine`](crate::engine).
pub struct Timed {
    engine: Engine,
    time: Duration,
    /// Returns what is proven about the game of a position.
    probers: Option<Probers>,
    /// What the engine knows.
    prober: Option<Arc<dyn Prober>>,
}

type Probers = Box<dyn Fn(&Position) -> Arc<dyn Prober> + Send>;

impl Timed {
    /// Makes an agent of one thread that takes `time` for each move, or less if more would
    /// change nothing.
    pub fn new(time: Duration) -> Timed {
        Timed::with_engine(Engine::new(), time)
    }

    /// Makes an agent of an engine, for example one of several threads or one that knows tables
    /// of endings.
    pub fn with_engine(engine: Engine, time: Duration) -> Timed {
        Timed { engine, time, probers: None, prober: None }
    }

    /// Makes the agent look up what is proven about each game that it plays. Tables are those of
    /// one board and its rules: `probers` returns them for a position, the same ones each time.
    #[must_use]
    pub fn with_probers(self, probers: impl Fn(&Position) -> Arc<dyn Prober> + Send + 'static) -> Timed {
        Timed { probers: Some(Box::new(probers)), ..self }
    }

    /// Gives the engine the prober of a game, unless it has it.
    fn look_up(&mut self, position: &Position) {
        let Some(prober) = self.probers.as_ref().map(|probers| probers(position)) else { return };
        if !self.prober.as_ref().is_some_and(|known| Arc::ptr_eq(known, &prober)) {
            self.engine = mem::take(&mut self.engine).with_prober(Arc::clone(&prober));
            self.prober = Some(prober);
        }
    }

    fn choose_within(&mut self, game: &Game, time: Duration) -> Result<Move, AgentError> {
        self.look_up(game.position());
        let limits = Limits { deadline: Instant::now().checked_add(time), ..Limits::default() };
        let choice = self.engine.choose(game.position(), past(game), limits);
        choice.map(|choice| choice.mv).ok_or(AgentError::NoMoves)
    }
}

impl Agent for Timed {
    fn choose(&mut self, game: &Game) -> Result<Move, AgentError> {
        self.choose_within(game, self.time)
    }

    /// Takes the time from the clock, instead of its own.
    fn choose_in_time(&mut self, game: &Game, time: TimeLeft) -> Result<Move, AgentError> {
        self.choose_within(game, time.budget())
    }

    fn stop_flag(&self) -> Option<Arc<AtomicBool>> {
        Some(self.engine.stop_flag())
    }
}

/// An agent that chooses all moves with the engine's highest score at a depth with
/// the same probability. See [`Engine::rank`](crate::engine::Engine::rank).
///
/// The choice depends on the seed and the game alone, not on time or earlier
/// choices, as long as the system has the engine's 64 MiB.
pub struct Evaluating {
    engine: Engine,
    depth: u32,
    seed: u64,
}

impl Evaluating {
    /// Makes an agent with the default weights. It looks 1 to [`MAX_DEPTH`] plies
    /// ahead; another depth becomes the nearest of these.
    pub fn new(depth: u32, seed: u64) -> Evaluating {
        Evaluating::with_engine(Engine::new(), depth, seed)
    }

    /// Makes an agent of an engine, for example one with other weights.
    ///
    /// ```
    /// use rankmoves::engine::{Engine, Term, Weights};
    /// use rankmoves::game::{Agent, Evaluating, Game};
    /// use rankmoves::{Player, Position, Rules};
    ///
    /// // An agent that ignores its back rank.
    /// let engine = Engine::with_weights(Weights::default().without(Term::BackRank));
    /// let mut agent = Evaluating::with_engine(engine, 4, 0);
    /// let game = Game::new(Position::start(Rules::ENGLISH, Player::Red));
    /// let mv = agent.choose(&game)?;
    /// assert!(game.position().legal_moves().contains(&mv));
    /// # Ok::<(), rankmoves::game::AgentError>(())
    /// ```
    pub fn with_engine(engine: Engine, depth: u32, seed: u64) -> Evaluating {
        Evaluating { engine, depth: depth.clamp(1, MAX_DEPTH), seed }
    }
}

impl Agent for Evaluating {
    fn choose(&mut self, game: &Game) -> Result<Move, AgentError> {
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        // Entries of earlier searches would change scores.
        self.engine.forget();
        let estimates = self.engine.rank(game.position(), past(game), limits);
        if self.engine.stop_flag().load(Relaxed) {
            return Err(RankError::Stopped.into());
        }
        let best = estimates.best();
        let mut moves = estimates.moves;
        moves.retain(|estimate| Some(estimate.score) == best);
        let mut rng = Rng::with_seed(spread(self.seed).wrapping_add(game.played().len() as u64));
        pick(&mut rng, moves).map(|estimate| estimate.mv)
    }

    fn stop_flag(&self) -> Option<Arc<AtomicBool>> {
        Some(self.engine.stop_flag())
    }
}

/// Returns the earlier positions that may come back.
fn past(game: &Game) -> &[Position] {
    game.since_progress().split_last().map_or(&[], |(_, past)| past)
}

/// The greatest number of moves that are listed to draw one of them.
const LISTED: usize = 10_000;

/// Draws a legal move, all with the same probability; `None` if there is none.
///
/// Memory does not grow with the number of moves. When another thread raises
/// `stop`, the draw is among those met so far.
pub(super) fn draw(rng: &mut Rng, position: &Position, stop: &AtomicBool) -> Option<Move> {
    draw_from(rng, position.legal_moves_up_to(LISTED), position.moves_in_order(), stop)
}

/// Draws from a list of moves or, if it is not complete, from all of them.
fn draw_from(
    rng: &mut Rng,
    list: MoveList,
    all: impl Iterator<Item = Move>,
    stop: &AtomicBool,
) -> Option<Move> {
    if list.is_complete {
        return rng.choice(list.moves);
    }
    // Reservoir sampling (Waterman's Algorithm R): the n-th move takes the
    // place of the one before with probability 1/n.
    let mut drawn = None;
    for (count, mv) in (1..).zip(all) {
        if drawn.is_some() && stop.load(Relaxed) {
            break;
        }
        if rng.u64(..count) == 0 {
            drawn = Some(mv);
        }
    }
    drawn
}

/// Chooses one of a list, all with the same probability.
fn pick<T>(rng: &mut Rng, from: Vec<T>) -> Result<T, AgentError> {
    rng.choice(from).ok_or(AgentError::NoMoves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_drawn_from_a_stream_with_the_same_probability() {
        let start = Position::start(crate::model::rules::Rules::ENGLISH, crate::model::player::Player::Red);
        let moves = start.legal_moves();
        let mut rng = Rng::with_seed(7);
        let mut counts = vec![0; moves.len()];
        for _ in 0..7000 {
            let list = start.legal_moves_up_to(1);
            let drawn = draw_from(&mut rng, list, start.moves_in_order(), &AtomicBool::new(false)).unwrap();
            counts[moves.iter().position(|mv| *mv == drawn).unwrap()] += 1;
        }
        // Five standard deviations, sqrt(7000 * 1/7 * 6/7), around 1000.
        assert!(counts.iter().all(|count| (854..=1146).contains(count)), "{counts:?}");
    }
}
