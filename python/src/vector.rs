//! Many games in arrays, for agents that learn.

use std::num::NonZeroUsize;

use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadwriteArrayDyn};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use rankmoves_core::{Board, Player, Setup, Square};
use rankmoves_game::DrawRules;
use rankmoves_game::env::{
    Arrays, Environment, IllegalStep, SavedGame, VectorEnvironment, VectorOptions, numbered_piece,
};

use crate::arguments::{GameIndex, Games, MaxCycles, QuietMoves, Repetitions, Seed, Threads, draw_rules};
use crate::position::{Position, piece_numbers};
use crate::{Reduced, error, reduce};

#[doc = doc!(VectorCore)]
#[pyclass(module = "rankmoves._rankmoves")]
pub struct VectorCore {
    games: VectorEnvironment,
    /// The requested number of threads.
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
    #[pyo3(signature = (games, starts, repetitions, quiet_moves, max_cycles, threads))]
    fn new(
        games: Games,
        starts: Vec<Position>,
        repetitions: Option<Repetitions>,
        quiet_moves: Option<QuietMoves>,
        max_cycles: Option<MaxCycles>,
        threads: Option<Threads>,
    ) -> PyResult<VectorCore> {
        let threads = threads.map(|threads| threads.0);
        let options = VectorOptions {
            draw_rules: draw_rules(repetitions, quiet_moves),
            max_cycles: max_cycles.map(|cycles| cycles.0),
            threads: threads.unwrap_or(VectorOptions::default().threads),
        };
        let kind = |position: &Position| (position.0.board().shape(), position.0.rules());
        let Some(first) = starts.first() else {
            return Err(error::argument("start: expected at least one position"));
        };
        if starts.iter().any(|start| kind(start) != kind(first)) {
            return Err(error::argument("start: expected positions with the same shape and rules"));
        }
        let starts = starts.into_iter().map(|start| start.0.into()).collect();
        let games = VectorEnvironment::new(starts, games.0, options).map_err(error::argument)?;
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

    fn states<'py>(&self, py: Python<'py>) -> PyResult<StateArrays<'py>> {
        let states: Vec<_> = (0..self.games.games()).map(|game| self.games.state(game)).collect();
        self.arrays_of(py, &states)
    }

    fn set_states(
        &mut self,
        py: Python<'_>,
        states: StateArrays<'_>,
        mut arrays: AllFilled<'_>,
    ) -> PyResult<()> {
        let states = self.states_of(&states)?;
        let mut arrays = self.arrays(&mut arrays)?;
        py.detach(|| self.games.set_states(&states, &mut arrays)).map_err(error::argument)
    }

    fn position(&self, game: GameIndex) -> PyResult<Position> {
        self.state(game).map(|state| Position::of_state(&state))
    }

    fn draw(&self, game: GameIndex) -> PyResult<String> {
        self.state(game).map(|state| state.to_string())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py> {
        let VectorOptions { draw_rules, max_cycles, .. } = self.games.options();
        let DrawRules { repetitions, quiet_moves } = draw_rules;
        let options = (
            self.games.starts().iter().map(Position::of_state).collect::<Vec<_>>(),
            repetitions,
            quiet_moves,
            max_cycles,
            self.threads,
        );
        let games = py.detach(|| self.games.save());
        let origins: Vec<_> = games.iter().map(|game| game.origin).collect();
        let seeds = games.iter().map(|game| game.seed).collect();
        let lengths = games.iter().map(|game| game.actions.len() as u64).collect();
        let actions = games.into_iter().flat_map(|game| game.actions).collect();
        let saved =
            (PyArray1::from_vec(py, seeds), PyArray1::from_vec(py, lengths), PyArray1::from_vec(py, actions));
        reduce::<VectorCore>(py, (options, self.arrays_of(py, &origins)?, saved))
    }

    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        options: GivenOptions,
        origins: StateArrays<'_>,
        saved: Saved<'_>,
    ) -> PyResult<VectorCore> {
        let (starts, repetitions, quiet_moves, max_cycles, threads) = options;
        let (seeds, lengths, actions) = saved;
        let mut actions = actions.to_vec()?.into_iter();
        let lengths = lengths.to_vec()?.into_iter();
        let seeds = seeds.to_vec()?;
        let count = Games(seeds.len());
        let mut core = VectorCore::new(count, starts, repetitions, quiet_moves, max_cycles, threads)?;
        let games = seeds.into_iter().zip(lengths).zip(core.states_of(&origins)?);
        let games = games.map(|((seed, length), origin)| {
            let length = usize::try_from(length).unwrap_or(usize::MAX);
            SavedGame { seed, origin, actions: actions.by_ref().take(length).collect() }
        });
        let games: Vec<SavedGame> = games.collect();
        if games.len() != core.games.games() {
            return Err(error::argument("expected the arrays of pickled games"));
        }
        py.detach(|| core.games.restore(&games)).map_err(error::argument)?;
        Ok(core)
    }
}

/// States in arrays: the boards, the players to act, and for each state the number of the square from which a
/// chain continues (−1 if no chain is in progress).
type StateArrays<'py> = (Bound<'py, PyArrayDyn<i8>>, Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i16>>);

/// The start and the options of many games, as arguments that come from a pickle.
type GivenOptions =
    (Vec<Position>, Option<Repetitions>, Option<QuietMoves>, Option<MaxCycles>, Option<Threads>);

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

    fn arrays_of<'py>(&self, py: Python<'py>, states: &[Environment]) -> PyResult<StateArrays<'py>> {
        let shape = self.games.starts()[0].position().board().shape();
        let (ranks, files) = (usize::from(shape.ranks()), usize::from(shape.files()));
        let (mut boards, mut players, mut chains) = (Vec::new(), Vec::new(), Vec::new());
        for state in states {
            boards.extend(piece_numbers(state.position().board()));
            players.push(i8::from(state.active_player() == Player::Black));
            let chain = state.position().jumping().and_then(|square| shape.number(square));
            chains.push(chain.map_or(-1, |number| i16::try_from(number - 1).expect("boards are small")));
        }
        let boards = PyArray1::from_vec(py, boards).reshape(&[states.len(), ranks, files][..])?;
        Ok((boards, PyArray1::from_vec(py, players), PyArray1::from_vec(py, chains)))
    }

    /// Reads a state for each game from arrays.
    fn states_of(&self, (boards, players, chains): &StateArrays<'_>) -> PyResult<Vec<Environment>> {
        let start = self.games.starts()[0];
        let (shape, rules) = (start.position().board().shape(), start.position().rules());
        let area = usize::from(shape.ranks()) * usize::from(shape.files());
        let (boards, players, chains) = (boards.to_vec()?, players.to_vec()?, chains.to_vec()?);
        let games = self.games.games();
        if (boards.len(), players.len(), chains.len()) != (games * area, games, games) {
            return Err(error::argument(format!("expected the arrays of {games} states of {shape}")));
        }
        let rows = boards.chunks(area).zip(&players).zip(&chains).enumerate();
        let state = |(game, ((numbers, &player), &chain)): (usize, ((&[i8], &i8), &i16))| {
            let wrong = |message: &str| error::argument(format!("game {game}: {message}"));
            let mut board = Board::empty(shape);
            let ranks = numbers.chunks(shape.files().into()).zip((0..shape.ranks()).rev());
            for (row, rank) in ranks {
                for (&number, file) in row.iter().zip(0..) {
                    let Some(piece) = numbered_piece(number) else { continue };
                    let square = Square::new(file, rank).expect("every square of every shape has a name");
                    let is_piece = (-2..=2).contains(&number) && board.put(square, piece).is_ok();
                    if !is_piece {
                        return Err(wrong(&format!("no piece {number} can stand on {square}")));
                    }
                }
            }
            let turn = usize::try_from(player).ok().and_then(|player| Player::ALL.get(player));
            let turn = *turn.ok_or_else(|| wrong("expected the player 0 or 1"))?;
            let jumping = match u32::try_from(chain) {
                Ok(index) => Some(shape.square_numbered(index + 1).ok_or_else(|| wrong("no such square"))?),
                Err(_) => None,
            };
            let setup = Setup { board, turn, rules, jumping };
            setup.position().map(Environment::from).map_err(|why| wrong(&why.to_string()))
        };
        rows.map(state).collect()
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

/// Borrows the numbers of an array, which must be contiguous and have the length `length`.
fn numbers<'a, T: Element>(array: &'a mut Filled<'_, T>, length: usize) -> PyResult<&'a mut [T]> {
    let numbers = array.as_slice_mut()?;
    if numbers.len() == length {
        Ok(numbers)
    } else {
        let found = numbers.len();
        Err(error::argument(format!("expected an array of {length} numbers but found {found}")))
    }
}
