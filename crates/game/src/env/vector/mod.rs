//! Plays many games at once, in arrays.

mod games;
mod playing;

use std::iter::from_fn;
use std::num::{NonZeroU32, NonZeroUsize};

use super::numbering::ActionNumbers;
use super::{Environment, Episode, IllegalAction};
use crate::{DrawRules, Outcome};
use games::{Create, Games};
use rankmoves_core::model::variant;
use rankmoves_core::{Resources, Rules, Shape};

/// Many games that are played at once. A [`step`](Self::step) plays one action in each game. Actions are
/// identified by their [numbers](Environment::action_count).
///
/// A game that ends is started again within the same step: rewards and flags describe the end,
/// while observation, mask and player describe the new start. (Gymnasium calls this mode
/// `SAME_STEP`.) The last state of the game that ended is in `final_observations`. So every game
/// has a legal action before every step.
///
/// The games work like [`Episode`]s, but without lists of moves: a step takes less than a microsecond. If
/// there are many games, threads share them.
///
/// ```
/// use rankmoves_game::env::{Arrays, Environment, VectorEnvironment, VectorOptions};
///
/// let mut games = VectorEnvironment::new(vec![Environment::default()], 2, VectorOptions::default())?;
/// let (mut observations, mut masks) = (vec![0; 2 * games.observation_len()], vec![0; 2 * 130]);
/// let (mut players, mut rewards, mut ends) = ([0; 2], [0.0; 4], [[false; 2]; 2]);
/// let (mut final_observations, mut final_players) = (observations.clone(), players);
/// let [terminations, truncations] = &mut ends;
/// let mut arrays = Arrays {
///     observations: &mut observations,
///     masks: &mut masks,
///     players: &mut players,
///     rewards: &mut rewards,
///     terminations,
///     truncations,
///     final_observations: &mut final_observations,
///     final_players: &mut final_players,
/// };
/// games.reset(1, &mut arrays);
/// let mut actions = [0; 2];
/// games.sample(&mut actions);
/// games.step(&actions, &mut arrays)?;
/// assert_eq!(arrays.players, [1, 1]);
///
/// let refused = games.step(&[130, 0], &mut arrays).unwrap_err();
/// assert_eq!(refused.to_string(), "game 0: expected an action from 0 to 129 but found 130");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct VectorEnvironment {
    starts: Vec<Environment>,
    /// The number of games.
    count: usize,
    games: Box<dyn Games>,
    numbers: ActionNumbers,
    options: VectorOptions,
}

/// One of the games of a [`VectorEnvironment`]. Playing the actions from the origin restores its state and
/// its history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    /// The state of the random generator of [`sample`](VectorEnvironment::sample).
    pub seed: u64,
    /// The start of the game, or the last state that was [set](VectorEnvironment::set_states).
    pub origin: Environment,
    /// The [numbers](Environment::action_count) of the actions since the origin.
    pub actions: Vec<u16>,
}

/// Options of a [`VectorEnvironment`]: the draw rules, the maximum number of turns, and the number of
/// threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VectorOptions {
    /// The rules for draws, which terminate a game.
    pub draw_rules: DrawRules,
    /// The maximum number of turns of each player: a game that has not ended by then is truncated.
    /// `None` for no limit.
    pub max_cycles: Option<NonZeroU32>,
    /// The maximum number of threads that play the games.
    pub threads: NonZeroUsize,
}

/// The default [`DrawRules`], no limit on turns, and a thread for each processor.
impl Default for VectorOptions {
    fn default() -> VectorOptions {
        let threads = Resources::default().threads;
        VectorOptions { draw_rules: DrawRules::default(), max_cycles: None, threads }
    }
}

impl VectorOptions {
    /// Returns the outcome if a game that starts in a state is already over.
    fn end(self, state: Environment) -> Option<Outcome> {
        Episode::with_draw_rules(state, self.draw_rules).outcome()
    }
}

impl VectorEnvironment {
    /// Starts `games` games from the given states in turn: game `i` always starts from
    /// `starts[i % starts.len()]`.
    ///
    /// # Errors
    ///
    /// If the game is over in one of the states.
    ///
    /// # Panics
    ///
    /// If there are no starts, or they differ in their shapes or rules.
    pub fn new(starts: Vec<Environment>, games: usize, options: VectorOptions) -> Result<Self, NoStart> {
        let (shape, rules) = kind(starts.first().expect("there is a start"));
        for start in &starts {
            assert_eq!(kind(start), (shape, rules), "the shape and the rules of all starts");
            if let Some(end) = options.end(*start) {
                return Err(NoStart(end));
            }
        }
        let create = Create { starts: &starts, games, options };
        let (count, games) = (games, variant::dispatch(shape, rules, create));
        Ok(VectorEnvironment { starts, count, games, numbers: ActionNumbers::new(shape), options })
    }

    /// Returns the states from which the games start, in turn.
    pub fn starts(&self) -> &[Environment] {
        &self.starts
    }

    /// Returns the options of the games.
    pub const fn options(&self) -> VectorOptions {
        self.options
    }

    /// Returns the number of games.
    pub fn games(&self) -> usize {
        self.count
    }

    /// Returns the number of numbered actions, legal or not.
    pub fn action_count(&self) -> usize {
        self.numbers.count
    }

    /// Returns the length of an observation.
    pub fn observation_len(&self) -> usize {
        self.numbers.observation_len()
    }

    /// Starts all games again. The seed decides the choices of
    /// [`sample`](Self::sample) from now on.
    ///
    /// # Panics
    ///
    /// If an array does not have the length stated by [`Arrays`].
    pub fn reset(&mut self, seed: u64, arrays: &mut Arrays<'_>) {
        arrays.check(self.count, &self.numbers);
        self.games.reseed(seed);
        self.games.begin(&mut self.starts.iter().cycle(), arrays);
    }

    /// Plays an action in each game.
    ///
    /// # Errors
    ///
    /// If an action is illegal. The error contains the reason and the number of the game, for the first
    /// illegal action. In that case no game and no array is changed.
    ///
    /// # Panics
    ///
    /// If an array does not have the length stated by [`Arrays`], or the number of actions is not the number
    /// of games.
    pub fn step(&mut self, actions: &[i64], arrays: &mut Arrays<'_>) -> Result<(), IllegalStep> {
        arrays.check(self.count, &self.numbers);
        assert_eq!(actions.len(), self.games(), "an action for each game");
        if let Some(game) = self.games.first_illegal(actions) {
            let why = self.state(game).numbered(actions[game]).expect_err("it is illegal");
            return Err(IllegalStep { game, why });
        }
        self.games.step(actions, arrays, self.options.threads);
        Ok(())
    }

    /// Chooses a legal action in each game; all actions of a game are equally probable.
    ///
    /// # Panics
    ///
    /// If the number of actions is not the number of games.
    pub fn sample(&mut self, actions: &mut [i64]) {
        assert_eq!(actions.len(), self.games(), "an action for each game");
        self.games.sample(actions);
    }

    /// Puts each game into a state, without a history: repetitions, quiet moves and turns are counted from
    /// there. A game that ends starts again from its own start. Fills the arrays like [`reset`](Self::reset).
    ///
    /// # Errors
    ///
    /// If a requested state is already over. The error contains the first such game. In that case nothing is
    /// changed.
    ///
    /// # Panics
    ///
    /// If the number of states is not the number of games, if a state differs from the starts in shape or
    /// rules, or if an array has a wrong length.
    pub fn set_states(&mut self, states: &[Environment], arrays: &mut Arrays<'_>) -> Result<(), OverState> {
        arrays.check(self.count, &self.numbers);
        assert_eq!(states.len(), self.games(), "a state for each game");
        for (game, state) in states.iter().enumerate() {
            assert!(
                self.is_alike(state),
                "the state of game {game} has the shape and the rules of the starts"
            );
            if let Some(end) = self.options.end(*state) {
                return Err(OverState { game, end });
            }
        }
        self.games.begin(&mut states.iter(), arrays);
        Ok(())
    }

    /// Returns the current state of all games, for [`restore`](Self::restore).
    pub fn save(&self) -> Vec<SavedGame> {
        self.games.save()
    }

    /// Replaces all games with saved games, and plays their actions again. The games must have been saved
    /// with the same starts and options.
    ///
    /// # Errors
    ///
    /// If an origin is not an unfinished state with the shape and the rules of the starts. In that case no
    /// game is changed. Also if an action is illegal or ends its game. In that case the games before that
    /// game are restored, that game stops at the action, and the games after it are unchanged. The error
    /// contains the first such game.
    ///
    /// # Panics
    ///
    /// If the number of saved games is not the number of games.
    pub fn restore(&mut self, saved: &[SavedGame]) -> Result<(), WrongSave> {
        assert_eq!(saved.len(), self.games(), "a saved game for each game");
        let is_wrong = |origin: &Environment| !self.is_alike(origin) || self.options.end(*origin).is_some();
        let wrong = saved.iter().position(|saved| is_wrong(&saved.origin));
        wrong.or_else(|| self.games.restore(saved)).map_or(Ok(()), |game| Err(WrongSave { game }))
    }

    /// Returns the state of a game.
    ///
    /// # Panics
    ///
    /// If there is no such game.
    pub fn state(&self, game: usize) -> Environment {
        self.games.state(game)
    }

    /// Returns whether a state has the shape and the rules of the starts.
    fn is_alike(&self, state: &Environment) -> bool {
        kind(state) == kind(&self.starts[0])
    }
}

/// The arrays that [`reset`](VectorEnvironment::reset) and
/// [`step`](VectorEnvironment::step) fill, each with a row for each game.
///
/// | Array | Length of a row | Value |
/// |---|---|---|
/// | `observations` | [`observation_len`](VectorEnvironment::observation_len) | the board as the player to act [sees](Environment::observation) it |
/// | `masks` | [`action_count`](VectorEnvironment::action_count) | 1 for each legal [number](Environment::action_count), 0 elsewhere |
/// | `players` | 1 | the player to act, 0 or 1 |
/// | `rewards` | 2 | the rewards of player 0 and player 1: 1 for the winner and −1 for the loser of a game that the step ended, otherwise 0 |
/// | `terminations` | 1 | true if the step ended the game |
/// | `truncations` | 1 | true if the step ended the last of [`max_cycles`](VectorOptions::max_cycles) turns, but not the game |
/// | `final_observations` | as `observations` | the last state of a game that ended or was truncated; otherwise unchanged |
/// | `final_players` | 1 | the player to act in that last state; otherwise unchanged |
#[derive(Debug)]
#[expect(missing_docs, reason = "the table above is the documentation of the fields")]
pub struct Arrays<'a> {
    pub observations: &'a mut [i8],
    pub masks: &'a mut [i8],
    pub players: &'a mut [i8],
    pub rewards: &'a mut [f32],
    pub terminations: &'a mut [bool],
    pub truncations: &'a mut [bool],
    pub final_observations: &'a mut [i8],
    pub final_players: &'a mut [i8],
}

impl Arrays<'_> {
    /// Panics unless each array has a row for each of `games` games.
    fn check(&self, games: usize, numbers: &ActionNumbers) {
        let found = [
            self.observations.len(),
            self.masks.len(),
            self.players.len(),
            self.rewards.len(),
            self.terminations.len(),
            self.truncations.len(),
            self.final_observations.len(),
            self.final_players.len(),
        ];
        let observation = numbers.observation_len();
        let rows = [observation, numbers.count, 1, 2, 1, 1, observation, 1];
        assert_eq!(found, rows.map(|length| length * games), "the lengths of the arrays");
    }

    /// Splits the arrays into parts with the rows of `games` games each; the last part may have fewer.
    #[inline]
    pub(super) fn parts(
        &mut self,
        games: usize,
        numbers: &ActionNumbers,
    ) -> impl Iterator<Item = Arrays<'_>> {
        let mut observations = self.observations.chunks_mut(games * numbers.observation_len());
        let mut masks = self.masks.chunks_mut(games * numbers.count);
        let mut players = self.players.chunks_mut(games);
        let mut rewards = self.rewards.chunks_mut(games * 2);
        let mut terminations = self.terminations.chunks_mut(games);
        let mut truncations = self.truncations.chunks_mut(games);
        let mut final_observations = self.final_observations.chunks_mut(games * numbers.observation_len());
        let mut final_players = self.final_players.chunks_mut(games);
        from_fn(move || {
            Some(Arrays {
                observations: observations.next()?,
                masks: masks.next()?,
                players: players.next()?,
                rewards: rewards.next()?,
                terminations: terminations.next()?,
                truncations: truncations.next()?,
                final_observations: final_observations.next()?,
                final_players: final_players.next()?,
            })
        })
    }
}

/// Returns the shape and the rules of a state.
fn kind(state: &Environment) -> (Shape, Rules) {
    (state.position().board().shape(), state.position().rules())
}

/// An error: an action is illegal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {game}: {why}")]
pub struct IllegalStep {
    /// The game, counted from 0.
    pub game: usize,
    /// The reason.
    #[source]
    pub why: IllegalAction,
}

/// An error: a saved game is not an unfinished game on this board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {game}: the saved actions do not form an unfinished game")]
pub struct WrongSave {
    /// The game, counted from 0.
    pub game: usize,
}

/// An error: the game is already over in a start state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game is over at the start: {0}")]
pub struct NoStart(pub Outcome);

/// An error: in a requested state, the game is already over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {game}: the game is over: {end}")]
pub struct OverState {
    /// The first game whose requested state is already over.
    pub game: usize,
    /// The outcome.
    pub end: Outcome,
}
