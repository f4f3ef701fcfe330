//! Episodes, for agents that learn.

use numpy::{PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use rankmoves_core::{Player, Ply, Rules};
use rankmoves_game::DrawRules;
use rankmoves_game::env::{Action, Environment};

use crate::arguments::{Action as ActionNumber, PlayerNumber, QuietMoves, Repetitions, draw_rules};
use crate::game::Game;
use crate::position::Position;
use crate::values::PlyArgument;
use crate::{Reduced, error, reduce};

#[doc = doc!(Episode)]
#[pyclass(module = "rankmoves.env")]
#[derive(Clone)]
pub struct Episode {
    played: rankmoves_game::env::Episode,
    /// The numbers of all actions.
    actions: Vec<i64>,
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
        let first = || rankmoves_core::Position::start(Rules::ENGLISH, Player::Red);
        let start = start.map_or_else(first, |start| start.0).into();
        let draw_rules = draw_rules(repetitions, quiet_moves);
        let played = rankmoves_game::env::Episode::with_draw_rules(start, draw_rules);
        Episode { played, actions: Vec::new() }
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
        Position::of_state(self.played.state())
    }

    #[doc = doc!(Episode mask)]
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; self.played.state().action_count()];
        if self.played.outcome().is_none() {
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
                episode.act(ActionNumber(number))?;
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
        if self.played.outcome().is_some() {
            return Vec::new();
        }
        let mask = self.played.state().mask().into_iter();
        mask.enumerate().filter_map(|(number, is_legal)| is_legal.then_some(number)).collect()
    }

    #[doc = doc!(Episode actions_of)]
    fn actions_of(&self, r#move: PlyArgument<'_>) -> PyResult<Vec<i64>> {
        self.numbers_of(&r#move.ply(self.played.state().position())?)
    }

    #[doc = doc!(Episode act)]
    fn act(&mut self, action: ActionNumber) -> PyResult<()> {
        let legal = self.played.state().numbered(action.0).map_err(error::illegal)?;
        self.played.act(legal).map_err(error::illegal)?;
        self.actions.push(action.0);
        Ok(())
    }

    #[doc = doc!(Episode describe)]
    fn describe(&self, action: ActionNumber) -> PyResult<String> {
        let legal = self.played.state().numbered(action.0).map_err(error::illegal)?;
        Ok(legal.to_string())
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

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py> {
        // The game begins where the episode began: a position in Python has no jump in progress.
        let game = self.played.game();
        let DrawRules { repetitions, quiet_moves } = game.draw_rules();
        reduce::<Episode>(py, (Position(*game.start()), repetitions, quiet_moves, &self.actions))
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

impl Episode {
    /// Returns the numbers of the actions of a ply.
    fn numbers_of(&self, ply: &Ply) -> PyResult<Vec<i64>> {
        let mut state = *self.played.state();
        let mut numbers = Vec::new();
        let mut act = |state: Environment, action| {
            let number = state.number(action).expect("legal actions have a number");
            numbers.push(i64::try_from(number).expect("actions are few"));
            state.after(action).map_err(error::illegal)
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
}
