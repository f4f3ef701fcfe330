//! Episodes and games in arrays, for agents that learn.

use std::num::{NonZeroU32, NonZeroUsize};

use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadwriteArrayDyn};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use rankmoves_core::{Player, Rules, Setup};
use rankmoves_game::DrawRules;
use rankmoves_game::env::{
    Action, Arrays, Environment, IllegalAction, IllegalStep, SavedGame, VectorEnvironment, VectorOptions,
};

use crate::arguments::{
    Action as ActionNumber, GameIndex, Games, MaxCycles, PlayerNumber, QuietMoves, Repetitions, Seed,
    Threads, draw_rules,
};
use crate::error;
use crate::position::Position;

/// An episode.
#[pyclass(module = "rankmoves.env")]
#[derive(Clone)]
pub struct Episode {
    played: rankmoves_game::env::Episode,
    start: Position,
    /// The numbers of all actions.
    actions: Vec<usize>,
}

#[pymethods]
impl Episode {
    #[new]
    #[pyo3(
        signature = (start = None, *, repetitions = Some(Repetitions(3)), quiet_moves = Some(QuietMoves(40))),
        text_signature = "(start=None, *, repetitions=3, quiet_moves=40)"
    )]
    fn new(
        start: Option<Position>,
        repetitions: Option<Repetitions>,
        quiet_moves: Option<QuietMoves>,
    ) -> Episode {
        let start =
            start.unwrap_or_else(|| Position(rankmoves_core::Position::start(Rules::ENGLISH, Player::Red)));
        let draw_rules = draw_rules(repetitions, quiet_moves);
        let played = rankmoves_game::env::Episode::with_draw_rules(start.0.into(), draw_rules);
        Episode { played, start, actions: Vec::new() }
    }

    #[getter]
    fn player(&self) -> usize {
        self.played.state().active_player() as usize
    }

    #[getter]
    fn in_chain(&self) -> bool {
        self.played.state().jump_piece().is_some()
    }

    #[getter]
    fn payoffs(&self) -> Option<(i8, i8)> {
        self.played.payoffs().map(|[red, black]| (red, black))
    }

    #[getter]
    fn position(&self) -> Position {
        position(self.played.state())
    }

    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; self.played.state().action_count()];
        if self.played.end().is_none() {
            mask = self.played.state().mask().into_iter().map(i8::from).collect();
        }
        PyArray1::from_vec(py, mask)
    }

    fn observation<'py>(
        &self,
        py: Python<'py>,
        player: PlayerNumber,
    ) -> PyResult<Bound<'py, PyArrayDyn<i8>>> {
        let player = Player::ALL[player.0];
        let state = self.played.state();
        let shape = state.position().board().shape();
        let numbers = PyArray1::from_vec(py, state.observation(player));
        let (ranks, files) = (usize::from(shape.ranks()), usize::from(shape.files()));
        numbers.reshape(&[rankmoves_game::env::PLANES, ranks, files][..])
    }

    fn act(&mut self, action: ActionNumber) -> PyResult<()> {
        let (number, action) = self.numbered(action)?;
        self.played.act(action).map_err(error::illegal)?;
        self.actions.push(number);
        Ok(())
    }

    fn describe(&self, action: ActionNumber) -> PyResult<String> {
        self.numbered(action).map(|(_, action)| action.to_string())
    }

    fn __str__(&self) -> String {
        self.played.state().to_string()
    }

    fn __copy__(&self) -> Episode {
        self.clone()
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> Episode {
        let _ = memo;
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, PickledEpisode)> {
        let DrawRules { repetitions, quiet_moves } = self.played.game().draw_rules();
        let fields = (self.start, repetitions, quiet_moves, self.actions.clone());
        Ok((py.get_type::<Episode>().getattr("_restore")?, fields))
    }

    #[staticmethod]
    fn _restore(
        start: Position,
        repetitions: Option<Repetitions>,
        quiet_moves: Option<QuietMoves>,
        actions: Vec<ActionNumber>,
    ) -> PyResult<Episode> {
        let mut episode = Episode::new(Some(start), repetitions, quiet_moves);
        actions.into_iter().try_for_each(|action| episode.act(action))?;
        Ok(episode)
    }
}

/// An episode as it is pickled: the start, the draw rules and the actions.
type PickledEpisode = (Position, Option<usize>, Option<u32>, Vec<usize>);

impl Episode {
    /// Returns the legal action with a number.
    fn numbered(&self, ActionNumber(number): ActionNumber) -> PyResult<(usize, Action)> {
        let state = self.played.state();
        let Ok(index) = usize::try_from(number) else {
            return Err(error::illegal(IllegalAction::NoNumber { number, count: state.action_count() }));
        };
        state.numbered(index).map(|action| (index, action)).map_err(error::illegal)
    }
}

/// Many games that are played at once.
#[pyclass(module = "rankmoves._rankmoves")]
pub struct VectorCore {
    games: VectorEnvironment,
    /// The threads that were asked for.
    threads: Option<NonZeroUsize>,
}

/// An array that a step fills.
type Filled<'py, T> = PyReadwriteArrayDyn<'py, T>;

/// The arrays that a step fills, in the order of the fields of `Arrays`.
type AllFilled<'py> = (
    Filled<'py, i8>,
    Filled<'py, i8>,
    Filled<'py, i8>,
    Filled<'py, f32>,
    Filled<'py, bool>,
    Filled<'py, bool>,
    Filled<'py, i8>,
    Filled<'py, i8>,
);

#[pymethods]
impl VectorCore {
    #[new]
    #[pyo3(signature = (games, start, repetitions, quiet_moves, max_cycles, threads))]
    fn new(
        games: Games,
        start: Position,
        repetitions: Option<Repetitions>,
        quiet_moves: Option<QuietMoves>,
        max_cycles: Option<MaxCycles>,
        threads: Option<Threads>,
    ) -> PyResult<VectorCore> {
        let threads = threads.and_then(|threads| NonZeroUsize::new(threads.0));
        let options = VectorOptions {
            draw_rules: draw_rules(repetitions, quiet_moves),
            max_cycles: max_cycles.and_then(|cycles| NonZeroU32::new(cycles.0)),
            threads: threads.unwrap_or(VectorOptions::default().threads),
        };
        let games = VectorEnvironment::new(start.0.into(), games.0, options).map_err(error::argument)?;
        Ok(VectorCore { games, threads })
    }

    #[getter]
    fn action_count(&self) -> usize {
        self.games.action_count()
    }

    fn reset(&mut self, py: Python<'_>, seed: Seed, mut arrays: AllFilled<'_>) -> PyResult<()> {
        let mut arrays = self.arrays(&mut arrays)?;
        py.detach(|| self.games.reset(seed.0, &mut arrays));
        Ok(())
    }

    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut arrays: AllFilled<'_>,
    ) -> PyResult<()> {
        let actions = actions.as_slice()?;
        let mut arrays = self.arrays(&mut arrays)?;
        let stepped: Result<(), IllegalStep> = py.detach(|| self.games.step(actions, &mut arrays));
        stepped.map_err(error::illegal)
    }

    fn sample<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let mut actions = vec![0; self.games.games()];
        py.detach(|| self.games.sample(&mut actions));
        PyArray1::from_vec(py, actions)
    }

    fn position(&self, game: GameIndex) -> PyResult<Position> {
        self.state(game).map(|state| position(&state))
    }

    fn draw(&self, game: GameIndex) -> PyResult<String> {
        self.state(game).map(|state| state.to_string())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (PickledOptions, Saved<'py>))> {
        let VectorOptions { draw_rules, max_cycles, .. } = self.games.options();
        let DrawRules { repetitions, quiet_moves } = draw_rules;
        let start = position(self.games.start());
        let options = (
            start,
            repetitions,
            quiet_moves,
            max_cycles.map(NonZeroU32::get),
            self.threads.map(NonZeroUsize::get),
        );
        let games = py.detach(|| self.games.save());
        let seeds = games.iter().map(|game| game.seed).collect();
        let lengths = games.iter().map(|game| game.actions.len() as u64).collect();
        let actions = games.into_iter().flat_map(|game| game.actions).collect();
        let saved =
            (PyArray1::from_vec(py, seeds), PyArray1::from_vec(py, lengths), PyArray1::from_vec(py, actions));
        Ok((py.get_type::<VectorCore>().getattr("_restore")?, (options, saved)))
    }

    #[staticmethod]
    fn _restore(py: Python<'_>, options: GivenOptions, saved: Saved<'_>) -> PyResult<VectorCore> {
        let (start, repetitions, quiet_moves, max_cycles, threads) = options;
        let (seeds, lengths, actions) = saved;
        let mut actions = actions.to_vec()?.into_iter();
        let lengths = lengths.to_vec()?.into_iter();
        let games = seeds.to_vec()?.into_iter().zip(lengths);
        let games = games.map(|(seed, length)| {
            let length = usize::try_from(length).unwrap_or(usize::MAX);
            SavedGame { seed, actions: actions.by_ref().take(length).collect() }
        });
        let games: Vec<SavedGame> = games.collect();
        let count = Games(games.len());
        let mut core = VectorCore::new(count, start, repetitions, quiet_moves, max_cycles, threads)?;
        py.detach(|| core.games.restore(&games)).map_err(error::argument)?;
        Ok(core)
    }
}

/// The start and the options of many games as they are pickled.
type PickledOptions = (Position, Option<usize>, Option<u32>, Option<u32>, Option<usize>);

/// The start and the options of many games as they are read back.
type GivenOptions = (Position, Option<Repetitions>, Option<QuietMoves>, Option<MaxCycles>, Option<Threads>);

/// Many games as they are pickled: the seeds, the numbers of actions, and the actions of all games.
type Saved<'py> = (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u16>>);

impl VectorCore {
    fn state(&self, GameIndex(game): GameIndex) -> PyResult<Environment> {
        let games = self.games.games();
        match usize::try_from(game) {
            Ok(game) if game < games => Ok(self.games.state(game)),
            _ => Err(PyIndexError::new_err(format!(
                "game: expected a number from 0 to {} but found {game}",
                games - 1
            ))),
        }
    }

    /// Borrows the contents of the arrays that `rankmoves.env.VectorEnv` has made.
    fn arrays<'a>(&self, filled: &'a mut AllFilled<'_>) -> PyResult<Arrays<'a>> {
        let games = self.games.games();
        let (observation, mask) = (games * self.games.observation_len(), games * self.games.action_count());
        Ok(Arrays {
            observations: numbers(&mut filled.0, observation)?,
            masks: numbers(&mut filled.1, mask)?,
            players: numbers(&mut filled.2, games)?,
            rewards: numbers(&mut filled.3, games * 2)?,
            terminations: numbers(&mut filled.4, games)?,
            truncations: numbers(&mut filled.5, games)?,
            final_observations: numbers(&mut filled.6, observation)?,
            final_players: numbers(&mut filled.7, games)?,
        })
    }
}

/// Borrows the numbers of an array, which must be contiguous and `length` in number.
fn numbers<'a, T: Element>(array: &'a mut Filled<'_, T>, length: usize) -> PyResult<&'a mut [T]> {
    let numbers = array.as_slice_mut()?;
    if numbers.len() == length {
        Ok(numbers)
    } else {
        let found = numbers.len();
        Err(error::argument(format!("expected an array of {length} numbers but found {found}")))
    }
}

/// Returns the position of a state, without the jump in progress.
fn position(state: &Environment) -> Position {
    let setup = Setup { jumping: None, ..state.position().setup() };
    Position(setup.position().expect("without a jump in progress every setup is a position"))
}
