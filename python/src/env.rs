//! Episodes and games in arrays, for agents that learn.

use std::num::{NonZeroU32, NonZeroUsize};

use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadwriteArrayDyn};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use rankmoves_game::env::{Arrays, Environment, IllegalStep, VectorEnvironment, VectorOptions};
use rankmoves_game::DrawRules;
use rankmoves_core::{Player, Rules, Setup};

use crate::error;
use crate::position::Position;

/// An episode.
#[pyclass(module = "rankmoves")]
pub struct Episode(rankmoves_game::env::Episode);

#[pymethods]
impl Episode {
    #[new]
    #[pyo3(
        signature = (start = None, *, repetitions = Some(3), quiet_moves = Some(40)),
        text_signature = "(start=None, *, repetitions=3, quiet_moves=40)"
    )]
    fn new(start: Option<Position>, repetitions: Option<usize>, quiet_moves: Option<u32>) -> Episode {
        let draw_rules = DrawRules { repetitions, quiet_moves };
        Episode(rankmoves_game::env::Episode::with_draw_rules(state(start), draw_rules))
    }

    #[getter]
    fn player(&self) -> usize {
        self.0.state().active_player() as usize
    }

    #[getter]
    fn in_chain(&self) -> bool {
        self.0.state().jump_piece().is_some()
    }

    #[getter]
    fn payoffs(&self) -> Option<(i8, i8)> {
        self.0.payoffs().map(|[red, black]| (red, black))
    }

    #[getter]
    fn position(&self) -> Position {
        position(self.0.state())
    }

    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; self.0.state().action_count()];
        if self.0.end().is_none() {
            mask = self.0.state().mask().into_iter().map(i8::from).collect();
        }
        PyArray1::from_vec(py, mask)
    }

    fn observation<'py>(&self, py: Python<'py>, player: usize) -> PyResult<Bound<'py, PyArrayDyn<i8>>> {
        let player = *Player::ALL.get(player).ok_or_else(|| error::argument("expected player 0 or 1"))?;
        let state = self.0.state();
        let shape = state.position().board().shape();
        let numbers = PyArray1::from_vec(py, state.observation(player));
        let (ranks, files) = (usize::from(shape.ranks()), usize::from(shape.files()));
        numbers.reshape(&[rankmoves_game::env::PLANES, ranks, files][..])
    }

    fn act(&mut self, action: usize) -> PyResult<()> {
        let acted = self.0.state().numbered(action).and_then(|action| self.0.act(action));
        acted.map_err(error::illegal)
    }

    fn describe(&self, action: usize) -> PyResult<String> {
        self.0.state().numbered(action).map(|action| action.to_string()).map_err(error::illegal)
    }

    fn __str__(&self) -> String {
        self.0.state().to_string()
    }

    fn __copy__(&self) -> Episode {
        Episode(self.0.clone())
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> Episode {
        let _ = memo;
        self.__copy__()
    }
}

/// Many games that are played at once.
#[pyclass(module = "rankmoves")]
pub struct VectorCore(VectorEnvironment);

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

/// The most games at once: more than a processor's caches hold are no faster.
const MOST_GAMES: usize = 1 << 20;

#[pymethods]
impl VectorCore {
    #[new]
    #[pyo3(signature = (games, start, repetitions, quiet_moves, max_cycles, threads))]
    fn new(
        games: usize,
        start: Option<Position>,
        repetitions: Option<usize>,
        quiet_moves: Option<u32>,
        max_cycles: Option<u32>,
        threads: Option<usize>,
    ) -> PyResult<VectorCore> {
        if games > MOST_GAMES {
            let message = format!("games: expected at most {MOST_GAMES} but found {games}");
            return Err(error::argument(message));
        }
        let at_least_one = |name| error::argument(format!("{name}: expected at least 1 but found 0"));
        let max_cycles = max_cycles.map(|cycles| NonZeroU32::new(cycles).ok_or(at_least_one("max_cycles")));
        let threads = threads.map(|threads| NonZeroUsize::new(threads).ok_or(at_least_one("threads")));
        let options = VectorOptions {
            draw_rules: DrawRules { repetitions, quiet_moves },
            max_cycles: max_cycles.transpose()?,
            threads: threads.transpose()?.unwrap_or(VectorOptions::default().threads),
        };
        VectorEnvironment::new(state(start), games, options).map(VectorCore).map_err(error::argument)
    }

    #[getter]
    fn action_count(&self) -> usize {
        self.0.action_count()
    }

    fn reset(&mut self, py: Python<'_>, seed: u64, mut arrays: AllFilled<'_>) -> PyResult<()> {
        let mut arrays = self.arrays(&mut arrays)?;
        py.detach(|| self.0.reset(seed, &mut arrays));
        Ok(())
    }

    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut arrays: AllFilled<'_>,
    ) -> PyResult<()> {
        let actions = actions.as_slice()?;
        let games = self.0.games();
        if actions.len() != games {
            let found = actions.len();
            return Err(error::argument(format!("expected {games} actions but found {found}")));
        }
        let mut arrays = self.arrays(&mut arrays)?;
        let stepped: Result<(), IllegalStep> = py.detach(|| self.0.step(actions, &mut arrays));
        stepped.map_err(error::illegal)
    }

    fn sample<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let mut actions = vec![0; self.0.games()];
        py.detach(|| self.0.sample(&mut actions));
        PyArray1::from_vec(py, actions)
    }

    fn position(&self, game: usize) -> PyResult<Position> {
        self.state(game).map(|state| position(&state))
    }

    fn draw(&self, game: usize) -> PyResult<String> {
        self.state(game).map(|state| state.to_string())
    }
}

impl VectorCore {
    fn state(&self, game: usize) -> PyResult<Environment> {
        let games = self.0.games();
        if game < games {
            Ok(self.0.state(game))
        } else {
            Err(PyIndexError::new_err(format!("expected a game below {games} but found {game}")))
        }
    }

    /// Borrows the numbers of the arrays that `rankmoves.env.VectorEnv` has made.
    fn arrays<'a>(&self, filled: &'a mut AllFilled<'_>) -> PyResult<Arrays<'a>> {
        let games = self.0.games();
        let (observation, mask) = (games * self.0.observation_len(), games * self.0.action_count());
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

/// Borrows the numbers of an array, which must be so many, one after the other.
fn numbers<'a, T: Element>(array: &'a mut Filled<'_, T>, length: usize) -> PyResult<&'a mut [T]> {
    let numbers = array.as_slice_mut()?;
    if numbers.len() == length {
        Ok(numbers)
    } else {
        let found = numbers.len();
        Err(error::argument(format!("expected an array of {length} numbers but found {found}")))
    }
}

/// Returns the state at the start of a game; by default the first player, red, is to act.
fn state(start: Option<Position>) -> Environment {
    start.map_or_else(|| rankmoves_core::Position::start(Rules::ENGLISH, Player::Red), |start| start.0).into()
}

/// Returns the position of a state, without the jump in progress.
fn position(state: &Environment) -> Position {
    let setup = Setup { jumping: None, ..state.position().setup() };
    Position(setup.position().expect("without a jump in progress every setup is a position"))
}
