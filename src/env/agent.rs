//! Agents: who chooses actions.

use std::error::Error;

use fastrand::Rng;

use super::{Action, Environment};
use crate::game::{self, Game};
use crate::square::Square;

/// Somebody who chooses actions.
///
/// ```
/// use rankmoves::Player;
/// use rankmoves::env::{Action, Agent, AgentError, Controller, Environment, Random};
///
/// /// Jumps where it can.
/// struct Greedy;
///
/// impl Agent for Greedy {
///     fn act(&mut self, state: &Environment) -> Result<Action, AgentError> {
///         let actions = state.actions();
///         let jump = actions.iter().find(|action| matches!(action, Action::Move { jumped: Some(_), .. }));
///         Ok(*jump.or(actions.first()).ok_or("there is nothing to do")?)
///     }
/// }
///
/// let payoffs = Controller::new(Environment::default(), [&mut Greedy, &mut Random::new(1)]).play()?;
/// assert_eq!(payoffs[0] + payoffs[1], 0);
/// # Ok::<(), rankmoves::env::ControllerError>(())
/// ```
pub trait Agent {
    /// One of the [`actions`](Environment::actions) of a state that is not terminal.
    ///
    /// # Errors
    ///
    /// If something prevents the choice. It ends the game.
    fn act(&mut self, state: &Environment) -> Result<Action, AgentError>;
}

/// Why an agent did not choose: whatever error it has met.
pub type AgentError = Box<dyn Error + Send + Sync>;

/// Chooses among all actions with the same probability.
#[derive(Clone, Debug)]
pub struct Random(Rng);

impl Random {
    /// The agent makes the same choices for the same seed.
    pub fn new(seed: u64) -> Random {
        Random(Rng::with_seed(seed))
    }
}

impl Agent for Random {
    fn act(&mut self, state: &Environment) -> Result<Action, AgentError> {
        Ok(self.0.choice(state.actions()).ok_or(game::AgentError::NoMoves)?)
    }
}

/// Lets an agent of [`game`], which chooses whole moves, play action by action.
///
/// The agent sees the state as a game that begins there, without what came before.
///
/// ```
/// use rankmoves::env::{Controller, Environment, Random, WholeMoves};
/// use rankmoves::{Resources, game};
///
/// let mut red = Random::new(1);
/// let mut black = WholeMoves::new(game::Minimax::new(2, 1, Resources::default())?);
/// let payoffs = Controller::new(Environment::default(), [&mut red, &mut black]).play()?;
/// assert_eq!(payoffs, [-1, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WholeMoves<A> {
    agent: A,
    /// The chain in progress: the state that its last action leads to, and the
    /// squares still to be visited, the one where the piece stands first.
    chain: Option<(Environment, Vec<Square>)>,
}

impl<A: game::Agent> WholeMoves<A> {
    /// The agent that plays the moves of another.
    pub const fn new(agent: A) -> WholeMoves<A> {
        WholeMoves { agent, chain: None }
    }
}

impl<A: game::Agent> Agent for WholeMoves<A> {
    fn act(&mut self, state: &Environment) -> Result<Action, AgentError> {
        let squares = match self.chain.take() {
            Some((at, squares)) if at == *state => squares,
            _ if !state.position().has_moves() => return Ok(Action::Pass),
            _ => self.agent.choose(&Game::new(*state.position()))?.path().squares().to_vec(),
        };
        let [from, ref rest @ ..] = squares[..] else { return Err(game::AgentError::NoMoves.into()) };
        let action = match rest.first() {
            Some(&to) => state.action(from, to)?,
            None => Action::Stop,
        };
        let next = state.outcome(action)?;
        self.chain = next.jump_piece().map(|_| (next, rest.to_vec()));
        Ok(action)
    }
}
