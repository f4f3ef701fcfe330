//! Policies, which choose actions, and the controller, which plays a game between two of them.

use std::error::Error;

use fastrand::Rng;

use super::{Action, Environment, Episode, IllegalAction};
use crate::{Agent, AgentError, Game};
use rankmoves_core::{ByPlayer, Player, Square};

/// A policy, which chooses an action in each state.
///
/// ```
/// use rankmoves_core::Player;
/// use rankmoves_game::env::{Action, Controller, Environment, Episode, Policy, PolicyError, RandomPolicy};
///
/// /// Jumps if it can.
/// struct Greedy;
///
/// impl Policy for Greedy {
///     fn act(&mut self, state: &Environment) -> Result<Action, PolicyError> {
///         let actions = state.actions();
///         let jump = actions.iter().find(|action| matches!(action, Action::Move { jumped: Some(_), .. }));
///         jump.or(actions.first()).copied().ok_or(PolicyError::NoActions)
///     }
/// }
///
/// let episode = Episode::new(Environment::default());
/// let payoffs = Controller::new(episode, [&mut Greedy, &mut RandomPolicy::new(1)]).play()?;
/// assert_eq!(payoffs[0] + payoffs[1], 0);
/// # Ok::<(), rankmoves_game::env::ControllerError>(())
/// ```
pub trait Policy {
    /// Chooses one of the [`actions`](Environment::actions) of a state that is
    /// not terminal.
    ///
    /// # Errors
    ///
    /// If something prevents the choice. The error ends the game.
    fn act(&mut self, state: &Environment) -> Result<Action, PolicyError>;
}

/// The reason why a policy did not choose an action.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// The state has no actions.
    #[error("there are no actions to choose from")]
    NoActions,
    /// The agent of a [`WholeMoves`] policy did not choose a move.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The agent of a [`WholeMoves`] policy chose an illegal move.
    #[error(transparent)]
    Illegal(#[from] IllegalAction),
    /// An error from a policy of your own, such as `PolicyError::Other("the script has ended".into())`.
    #[error(transparent)]
    Other(Box<dyn Error + Send + Sync>),
}

/// A policy that chooses each action with equal probability.
#[derive(Clone, Debug)]
pub struct RandomPolicy(Rng);

impl RandomPolicy {
    /// Makes a policy that repeats its choices for the same seed.
    pub fn new(seed: u64) -> RandomPolicy {
        RandomPolicy(Rng::with_seed(seed))
    }
}

impl Policy for RandomPolicy {
    fn act(&mut self, state: &Environment) -> Result<Action, PolicyError> {
        self.0.choice(state.actions()).ok_or(PolicyError::NoActions)
    }
}

/// A policy that plays the whole moves of an [`Agent`] action by action.
///
/// The agent sees the state as the start of a game, without a history.
///
/// ```
/// use rankmoves_game::env::{Controller, Environment, Episode, RandomPolicy, WholeMoves};
/// use rankmoves_game::AgentSpec;
/// use rankmoves_core::Resources;
///
/// let mut red = RandomPolicy::new(1);
/// let mut black = WholeMoves::new("minimax:2:1".parse::<AgentSpec>()?.agent(Resources::default())?);
/// let episode = Episode::new(Environment::default());
/// let payoffs = Controller::new(episode, [&mut red, &mut black]).play()?;
/// assert_eq!(payoffs, [-1, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct WholeMoves {
    agent: Box<dyn Agent>,
    /// The chain in progress: the state after its last action, and the rest of the path, beginning with the
    /// square of the piece.
    chain: Option<(Environment, Vec<Square>)>,
}

impl WholeMoves {
    /// Makes a policy from an agent.
    pub const fn new(agent: Box<dyn Agent>) -> WholeMoves {
        WholeMoves { agent, chain: None }
    }
}

impl Policy for WholeMoves {
    fn act(&mut self, state: &Environment) -> Result<Action, PolicyError> {
        let squares = match self.chain.take() {
            Some((at, squares)) if at == *state => squares,
            _ if !state.position().has_moves() => return Ok(Action::Pass),
            _ => self.agent.choose(&Game::new(*state.position()))?.path().squares().to_vec(),
        };
        let (&from, rest) = squares.split_first().expect("a move or the rest of a chain has a square");
        let action = match rest.first() {
            Some(&to) => state.action(from, to)?,
            None => Action::Stop,
        };
        let next = state.after(action)?;
        self.chain = next.jump_piece().map(|_| (next, rest.to_vec()));
        Ok(action)
    }
}

/// A game between two policies: an [`Episode`] played to its end.
pub struct Controller<'a> {
    episode: Episode,
    policies: ByPlayer<&'a mut dyn Policy>,
}

impl<'a> Controller<'a> {
    /// Makes a controller that continues an episode. The first policy plays for player 0. With
    /// [`DrawRules::NONE`](crate::DrawRules::NONE) policies may play for ever.
    pub fn new(episode: Episode, [red, black]: [&'a mut dyn Policy; 2]) -> Controller<'a> {
        Controller { episode, policies: ByPlayer::new(red, black) }
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
        if self.episode.outcome().is_some() {
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
#[expect(missing_docs, reason = "the messages show what the fields are")]
pub enum ControllerError {
    /// A policy did not choose.
    #[error("{player} did not choose an action: {why}")]
    Policy {
        player: Player,
        #[source]
        why: PolicyError,
    },
    /// A policy chose an illegal action.
    #[error("{player} chose an illegal action, {action}: {why}")]
    Illegal {
        player: Player,
        action: Action,
        #[source]
        why: Box<IllegalAction>,
    },
}
