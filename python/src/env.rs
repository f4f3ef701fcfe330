//! Episodes and games in arrays, for agents that learn.

use std::num::{NonZeroU32, NonZeroUsize};

use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadwriteArrayDyn};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use rankmoves_core::{Board, Player, Ply, Rules, Setup, Square};
use rankmoves_game::DrawRules;
use rankmoves_game::env::{
    Action, Arrays, Environment, IllegalAction, IllegalStep, SavedGame, VectorEnvironment, VectorOptions,
    numbered_piece, piece_number,
};

use crate::arguments::{
    Action as ActionNumber, GameIndex, Games, MaxCycles, PlayerNumber, QuietMoves, Repetitions, Seed,
    Threads, draw_rules,
};
use crate::error;
use crate::game::Game;
use crate::position::Position;
use crate::values::PlyArgument;

#[doc = doc!(Episode)]
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

    #[doc = doc!(Episode player)]
    #[getter]
    fn player(&self) -> usize {
        self.played.state().active_player() as usize
    }

    #[doc = doc!(Episode in_chain)]
    #[getter]
    fn in_chain(&self) -> bool {
        self.played.state().jump_piece().is_some()
    }

    #[doc = doc!(Episode payoffs)]
    #[getter]
    fn payoffs(&self) -> Option<(i8, i8)> {
        self.played.payoffs().map(|[red, black]| (red, black))
    }

    #[doc = doc!(Episode position)]
    #[getter]
    fn position(&self) -> Position {
        position(self.played.state())
    }

    #[doc = doc!(Episode mask)]
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; self.played.state().action_count()];
        if self.played.end().is_none() {
            mask = self.played.state().mask().into_iter().map(i8::from).collect();
        }
        PyArray1::from_vec(py, mask)
    }

    #[doc = doc!(Episode observation)]
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

    #[doc = doc!(Episode from_game)]
    #[staticmethod]
    fn from_game(game: PyRef<'_, Game>) -> PyResult<Episode> {
        let played = &game.played;
        let DrawRules { repetitions, quiet_moves } = played.draw_rules();
        let start = Some(Position(*played.start()));
        let mut episode = Episode::new(start, repetitions.map(Repetitions), quiet_moves.map(QuietMoves));
        for ply in played.played() {
            for number in episode.numbers_of(ply)? {
                let action = episode.played.state().numbered(number).map_err(error::illegal)?;
                episode.played.act(action).map_err(error::illegal)?;
                episode.actions.push(number);
            }
        }
        Ok(episode)
    }

    #[doc = doc!(Episode game)]
    #[getter]
    fn game(&self) -> Game {
        Game::of(self.played.game().clone())
    }

    #[doc = doc!(Episode legal_actions)]
    #[getter]
    fn legal_actions(&self) -> Vec<usize> {
        if self.played.end().is_some() {
            return Vec::new();
        }
        let mask = self.played.state().mask().into_iter();
        mask.enumerate().filter_map(|(number, is_legal)| is_legal.then_some(number)).collect()
    }

    #[doc = doc!(Episode actions_of)]
    fn actions_of(&self, r#move: PlyArgument<'_>) -> PyResult<Vec<usize>> {
        self.numbers_of(&r#move.ply(self.played.state().position())?)
    }

    #[doc = doc!(Episode act)]
    fn act(&mut self, action: ActionNumber) -> PyResult<()> {
        let (number, action) = self.numbered(action)?;
        self.played.act(action).map_err(error::illegal)?;
        self.actions.push(number);
        Ok(())
    }

    #[doc = doc!(Episode describe)]
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
    /// Returns the numbers of the actions of a ply.
    fn numbers_of(&self, ply: &Ply) -> PyResult<Vec<usize>> {
        let mut state = *self.played.state();
        let mut numbers = Vec::new();
        let mut act = |state: Environment, action| {
            numbers.push(state.number(action).expect("legal actions have a number"));
            state.outcome(action).map_err(error::illegal)
        };
        match ply {
            Ply::Pass => state = act(state, Action::Pass)?,
            Ply::Move(path) => {
                // The error messages name the whole path.
                state.position().find(path).map_err(error::illegal)?;
                for leg in path.squares().windows(2) {
                    let action = state.action(leg[0], leg[1]).map_err(error::illegal)?;
                    state = act(state, action)?;
                }
            }
        }
        if state.jump_piece().is_some() {
            act(state, Action::Stop)?;
        }
        Ok(numbers)
    }

    /// Returns the legal action with the given number.
    fn numbered(&self, ActionNumber(number): ActionNumber) -> PyResult<(usize, Action)> {
        let state = self.played.state();
        let Ok(index) = usize::try_from(number) else {
            return Err(error::illegal(IllegalAction::NoNumber { number, count: state.action_count() }));
        };
        state.numbered(index).map(|action| (index, action)).map_err(error::illegal)
    }
}

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
        let threads = threads.and_then(|threads| NonZeroUsize::new(threads.0));
        let options = VectorOptions {
            draw_rules: draw_rules(repetitions, quiet_moves),
            max_cycles: max_cycles.and_then(|cycles| NonZeroU32::new(cycles.0)),
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
        let games = VectorEnvironment::with_starts(starts, games.0, options).map_err(error::argument)?;
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
        self.state(game).map(|state| position(&state))
    }

    fn draw(&self, game: GameIndex) -> PyResult<String> {
        self.state(game).map(|state| state.to_string())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (PickledOptions, StateArrays<'py>, Saved<'py>))> {
        let VectorOptions { draw_rules, max_cycles, .. } = self.games.options();
        let DrawRules { repetitions, quiet_moves } = draw_rules;
        let options = (
            self.games.starts().iter().map(position).collect(),
            repetitions,
            quiet_moves,
            max_cycles.map(NonZeroU32::get),
            self.threads.map(NonZeroUsize::get),
        );
        let games = py.detach(|| self.games.save());
        let origins: Vec<_> = games.iter().map(|game| game.origin).collect();
        let seeds = games.iter().map(|game| game.seed).collect();
        let lengths = games.iter().map(|game| game.actions.len() as u64).collect();
        let actions = games.into_iter().flat_map(|game| game.actions).collect();
        let saved =
            (PyArray1::from_vec(py, seeds), PyArray1::from_vec(py, lengths), PyArray1::from_vec(py, actions));
        let origins = self.arrays_of(py, &origins)?;
        Ok((py.get_type::<VectorCore>().getattr("_restore")?, (options, origins, saved)))
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

/// The start and the options of many games as they are pickled.
type PickledOptions = (Vec<Position>, Option<usize>, Option<u32>, Option<u32>, Option<usize>);

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

    /// Writes states into arrays.
    fn arrays_of<'py>(&self, py: Python<'py>, states: &[Environment]) -> PyResult<StateArrays<'py>> {
        let shape = self.games.starts()[0].position().board().shape();
        let (ranks, files) = (usize::from(shape.ranks()), usize::from(shape.files()));
        let mut boards = vec![0; states.len() * ranks * files];
        let (mut players, mut chains) = (Vec::new(), Vec::new());
        for (state, board) in states.iter().zip(boards.chunks_mut(ranks * files)) {
            for (square, piece) in state.position().board().iter() {
                let row = ranks - 1 - usize::from(square.rank());
                board[row * files + usize::from(square.file())] = piece_number(piece);
            }
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

/// Returns the position of a state, without the jump in progress.
fn position(state: &Environment) -> Position {
    let setup = Setup { jumping: None, ..state.position().setup() };
    Position(setup.position().expect("without a jump in progress every setup is a position"))
}
