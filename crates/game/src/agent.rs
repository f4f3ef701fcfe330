//! Agents, which choose moves.

use std::error::Error;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use fastrand::Rng;

use super::{Game, TimeLeft};
use rankmoves::rank::{RankError, RankedMove, Ranker};
use rankmoves_core::model::position::LegalMoves;
use rankmoves_core::{IllegalMove, Move, Resources};

/// An agent, which chooses moves.
pub trait Agent: Send {
    /// Prepares for a game before any clock runs, for example by starting a process. Without this call, an
    /// agent prepares when it first chooses. Raising the [flag](Self::stop_flag) stops the preparation, too.
    ///
    /// # Errors
    ///
    /// If something prevents the agent from playing.
    fn prepare(&mut self) -> Result<(), AgentError> {
        Ok(())
    }

    /// Chooses a legal move at the cursor of a game.
    ///
    /// # Errors
    ///
    /// If the player to move has no moves, or something prevents the choice.
    fn choose(&mut self, game: &Game) -> Result<Move, AgentError>;

    /// Chooses like [`choose`](Self::choose), in a game with a clock. An agent that can divide its time does
    /// so; other agents ignore the clock.
    ///
    /// # Errors
    ///
    /// As for [`choose`](Self::choose).
    fn choose_in_time(&mut self, game: &Game, _: TimeLeft) -> Result<Move, AgentError> {
        self.choose(game)
    }

    /// Returns a flag that another thread can raise to end a choice within milliseconds. The agent then
    /// returns the best move found so far, or [`AgentError::Stopped`]. The agent never lowers the flag. Returns `None` if
    /// the agent is so quick that it need not be stopped.
    fn stop_flag(&self) -> Option<Arc<AtomicBool>> {
        None
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
    Rank(#[source] RankError),
    /// Another thread stopped the search: see [`Agent::stop_flag`].
    #[error("stopped")]
    Stopped,
    /// There are more than [`MAX_RANKED`] moves, the most that an agent ranks.
    #[error("there are more than {MAX_RANKED} moves, too many to rank")]
    TooManyMoves,
    /// The move chosen is illegal.
    #[error("an illegal move was chosen: {0}")]
    Illegal(#[from] IllegalMove),
    /// The system could not start a thread in which the agent plays.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
    /// The agent cannot continue through its own fault, so it loses the game.
    #[error(transparent)]
    Forfeit(Box<dyn Error + Send + Sync>),
    /// An error from an agent of your own, such as `AgentError::Other("the book is closed".into())`.
    #[error(transparent)]
    Other(Box<dyn Error + Send + Sync>),
}

impl From<RankError> for AgentError {
    fn from(error: RankError) -> AgentError {
        match error {
            RankError::Stopped => AgentError::Stopped,
            error => AgentError::Rank(error),
        }
    }
}

/// The greatest number of moves that [`Minimax`] ranks. Boards larger than the standard board may have many
/// millions of moves, and each takes memory.
pub const MAX_RANKED: usize = 10_000;

/// An agent that chooses at random: either among all moves with equal probability, or first a piece and then
/// one of its moves.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
    by_piece: bool,
    stop: Arc<AtomicBool>,
}

impl Random {
    /// Creates an agent that repeats its choices for the same seed.
    pub fn new(seed: u64) -> Random {
        Random { rng: Rng::with_seed(seed), by_piece: false, stop: Arc::default() }
    }

    /// Makes an agent that picks one of the pieces that can move, then one of the moves of that
    /// piece, each with equal probability.
    pub fn by_piece(seed: u64) -> Random {
        Random { by_piece: true, ..Random::new(seed) }
    }
}

impl Agent for Random {
    fn choose(&mut self, game: &Game) -> Result<Move, AgentError> {
        let position = game.position();
        let moves = if self.by_piece {
            position.legal_moves().of_piece(self.rng.choice(position.movable()).ok_or(AgentError::NoMoves)?)
        } else {
            position.legal_moves()
        };
        draw(&mut self.rng, moves, MAX_CHOICES, &self.stop).ok_or(AgentError::NoMoves)
    }

    fn stop_flag(&self) -> Option<Arc<AtomicBool>> {
        Some(Arc::clone(&self.stop))
    }
}

/// An agent that chooses, with equal probability, one of the moves with the highest exact score at
/// a depth. See [`rank`](rankmoves::rank()).
pub struct Minimax {
    ranker: Ranker,
    depth: u32,
    rng: Rng,
}

impl Minimax {
    /// Creates an agent that repeats its choices for the same seed.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub fn new(depth: u32, seed: u64, resources: Resources) -> Result<Minimax, RankError> {
        resources.check_memory()?;
        Ok(Minimax { ranker: Ranker::with_resources(resources), depth, rng: Rng::with_seed(seed) })
    }
}

impl Agent for Minimax {
    fn choose(&mut self, game: &Game) -> Result<Move, AgentError> {
        if !game.position().legal_moves().up_to(MAX_RANKED).is_complete {
            return Err(AgentError::TooManyMoves);
        }
        let mut ranked = self.ranker.rank(game.position(), self.depth)?;
        let highest = ranked.iter().map(|ranked| ranked.score).max();
        ranked.retain(|ranked| Some(ranked.score) == highest);
        self.rng.choice(ranked).map(|RankedMove { mv, .. }| mv).ok_or(AgentError::NoMoves)
    }

    fn stop_flag(&self) -> Option<Arc<AtomicBool>> {
        Some(self.ranker.stop_flag())
    }
}

/// The greatest number of moves that are listed for a random choice.
pub(super) const MAX_CHOICES: usize = 10_000;

/// Chooses a move with equal probability: from a list if there are at most `limit` moves, otherwise in one pass
/// over them, so that memory does not grow with their number. `None` if there are no moves. When another thread
/// raises `stop`, the choice is among the moves generated so far.
pub(super) fn draw(rng: &mut Rng, moves: LegalMoves, limit: usize, stop: &AtomicBool) -> Option<Move> {
    if let Some(list) = moves.clone().up_to(limit).complete() {
        return rng.choice(list);
    }
    // Reservoir sampling (Waterman's Algorithm R): the n-th move replaces the chosen move with probability
    // 1/n.
    let mut drawn = None;
    for (count, mv) in (1..).zip(moves) {
        if drawn.is_some() && stop.load(Relaxed) {
            break;
        }
        if rng.u64(..count) == 0 {
            drawn = Some(mv);
        }
    }
    drawn
}

#[cfg(test)]
mod tests {
    use rankmoves_core::Position;

    use super::*;

    #[test]
    fn a_move_is_drawn_from_a_stream_with_the_same_probability() {
        let start = Position::english();
        let moves: Vec<_> = start.legal_moves().collect();
        let mut rng = Rng::with_seed(7);
        let mut counts = vec![0; moves.len()];
        for _ in 0..7000 {
            let drawn = draw(&mut rng, start.legal_moves(), 1, &AtomicBool::new(false)).unwrap();
            counts[moves.iter().position(|mv| *mv == drawn).unwrap()] += 1;
        }
        // Five standard deviations, sqrt(7000 * 1/7 * 6/7), around 1000.
        assert!(counts.iter().all(|count| (854..=1146).contains(count)), "{counts:?}");
    }
}
