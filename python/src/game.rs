//! Games with their history, and PDN.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use picture::Picture;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use rankmoves_core::Ply;
use rankmoves_core::pdn::{self, GameResult, Record};
use rankmoves_engine::{Choice, Engine, History, Limits};
use rankmoves_game::{DrawRules, Outcome};

use crate::arguments::{
    Depth, Flip, Nodes, Numbers, PlayerName, Plies, QuietMoves, Repetitions, Seconds, TagName, TagValue,
    Text, draw_rules,
};
use crate::position::{Position, outcome};
use crate::run::interruptibly;
use crate::values::{Move, PlyArgument};
use crate::{Reduced, drawing, error, reduce};

/// The longest search, in seconds: about 32 years.
const MAX_SEARCH_SECONDS: f64 = 1e9;

#[doc = doc!(Game)]
#[pyclass(eq, module = "rankmoves")]
pub struct Game {
    pub played: rankmoves_game::Game,
    tags: BTreeMap<String, String>,
    /// The result that was read, until a move is played or taken back.
    result: GameResult,
    /// The engine; `None` before its first search, and while it is searching.
    engine: Mutex<Option<Engine>>,
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        (&self.played, &self.tags, self.result()) == (&other.played, &other.tags, other.result())
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(
        signature = (start = None, *, repetitions = Some(Repetitions(3)), quiet_moves = Some(QuietMoves(40))),
        text_signature = "(start=None, *, repetitions=3, quiet_moves=40)"
    )]
    fn new(
        start: Option<Position>,
        repetitions: Option<Repetitions>,
        quiet_moves: Option<QuietMoves>,
    ) -> Game {
        let start = start.map_or_else(rankmoves_core::Position::english, |start| start.0);
        Game::of(rankmoves_game::Game::with_draw_rules(start, draw_rules(repetitions, quiet_moves)))
    }

    #[doc = doc!(Game from_pdn)]
    #[staticmethod]
    fn from_pdn(text: Text) -> PyResult<Game> {
        let first = pdn::games(&text.0).next();
        let first = first.ok_or_else(|| error::ParseError::new_err(("the text contains no game", 1, 1)))?;
        first.map(|record| Game::of_record(&record)).map_err(|why| error::of_pdn(&why))
    }

    #[doc = doc!(Game pdn)]
    fn pdn(&self) -> PyResult<String> {
        let mut record = Record::new(*self.played.start(), self.played.played()).map_err(error::refused)?;
        for (name, value) in &self.tags {
            record.set_tag(name, value).expect("it was set before");
        }
        record.set_result(self.ending());
        Ok(record.to_string())
    }

    #[doc = doc!(Game play)]
    fn play(&mut self, r#move: PlyArgument<'_>) -> PyResult<()> {
        let ply = r#move.ply(self.played.position())?;
        self.played.play(&ply).map_err(error::illegal)?;
        self.result = GameResult::Unknown;
        Ok(())
    }

    #[doc = doc!(Game push)]
    fn push(&mut self, r#move: PlyArgument<'_>) -> PyResult<()> {
        self.play(r#move)
    }

    #[doc = doc!(Game pop)]
    fn pop(&mut self) -> PyResult<String> {
        let last = self.played.played().last().map(Ply::to_string);
        let last = last.ok_or_else(|| PyIndexError::new_err("there is no move to take back"))?;
        let is_declared = self.played.declared_end().is_some();
        self.undo(Plies(1 + usize::from(is_declared)));
        Ok(last)
    }

    #[doc = doc!(Game undo)]
    #[pyo3(signature = (plies = Plies(1)), text_signature = "($self, plies=1)")]
    fn undo(&mut self, plies: Plies) -> usize {
        self.result = GameResult::Unknown;
        self.played.undo(plies.0)
    }

    #[doc = doc!(Game redo)]
    #[pyo3(signature = (plies = Plies(1)), text_signature = "($self, plies=1)")]
    fn redo(&mut self, plies: Plies) -> usize {
        self.result = GameResult::Unknown;
        self.played.redo(plies.0)
    }

    #[doc = doc!(Game resign)]
    fn resign(&mut self, player: PlayerName) {
        self.played.resign(player.0);
    }

    #[doc = doc!(Game best)]
    #[pyo3(
        signature = (seconds = Some(Seconds(1.0)), *, depth = None, nodes = None),
        text_signature = "($self, seconds=1.0, *, depth=None, nodes=None)"
    )]
    fn best<'py>(
        &self,
        py: Python<'py>,
        seconds: Option<Seconds>,
        depth: Option<Depth>,
        nodes: Option<Nodes>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        if seconds.is_none() && depth.is_none() && nodes.is_none() {
            return Err(error::argument("expected at least one limit: seconds, depth or nodes".to_owned()));
        }
        let deadline = seconds.map(deadline).transpose()?;
        let limits =
            Limits { deadline, nodes: nodes.map(|nodes| nodes.0), depth: depth.map(|depth| depth.0) };
        let position = *self.played.position();
        let past = self.played.past().to_vec();
        if self.played.outcome().is_some() {
            return Ok(None);
        }
        let kept = || self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        let mut engine = kept().take().unwrap_or_default();
        let stop = engine.stop_flag();
        let search = move || {
            let choice = engine.choose(History { position: &position, past: &past }, limits);
            (engine, choice)
        };
        let (engine, choice) = interruptibly(py, &stop, search)?;
        *kept() = Some(engine);
        choice.map(|choice| choice_of(py, &choice, self.played.position())).transpose()
    }

    #[doc = doc!(Game svg)]
    #[pyo3(
        signature = (depth = None, *, flip = Flip(false), numbers = Numbers(false)),
        text_signature = "($self, depth=None, *, flip=False, numbers=False)"
    )]
    fn svg(&self, py: Python<'_>, depth: Option<Depth>, flip: Flip, numbers: Numbers) -> PyResult<String> {
        drawing::draw(py, self.picture(), self.played.position(), depth, flip, numbers)
    }

    #[doc = doc!(Game _repr_svg_)]
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        if self.played.outcome().is_some() {
            return self.svg(py, None, Flip(false), Numbers(false));
        }
        drawing::draw_for_notebook(py, self.picture(), self.played.position())
    }

    #[doc = doc!(Game position)]
    #[getter]
    fn position(&self) -> Position {
        Position(*self.played.position())
    }

    #[doc = doc!(Game start)]
    #[getter]
    fn start(&self) -> Position {
        Position(*self.played.start())
    }

    #[doc = doc!(Game positions)]
    #[getter]
    fn positions(&self) -> Vec<Position> {
        self.played.positions().iter().copied().map(Position).collect()
    }

    #[doc = doc!(Game moves)]
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.played.played().iter().map(Ply::to_string).collect()
    }

    #[doc = doc!(Game outcome)]
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        outcome(py, self.played.outcome())
    }

    #[doc = doc!(Game is_game_over)]
    fn is_game_over(&self) -> bool {
        self.played.outcome().is_some()
    }

    #[doc = doc!(Game legal_moves)]
    #[getter]
    fn legal_moves(&self, py: Python<'_>) -> PyResult<Vec<Move>> {
        if self.is_game_over() { Ok(Vec::new()) } else { self.position().legal_moves(py) }
    }

    #[doc = doc!(Game result)]
    #[getter]
    fn result(&self) -> &'static str {
        self.ending().text()
    }

    #[doc = doc!(Game tags)]
    #[getter]
    fn tags(&self) -> BTreeMap<String, String> {
        self.tags.clone()
    }

    #[doc = doc!(Game set_tag)]
    fn set_tag(&mut self, name: TagName, value: TagValue) -> PyResult<()> {
        let mut record = Record::new(Record::standard_start(), &[]).map_err(error::refused)?;
        record.set_tag(&name.0, &value.0).map_err(error::argument)?;
        self.tags.extend(record.tags().iter().map(|tag| (tag.name.clone(), tag.value.clone())));
        Ok(())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py> {
        let DrawRules { repetitions, quiet_moves } = self.played.draw_rules();
        let pickled = Pickled {
            start: Position(*self.played.start()),
            repetitions,
            quiet_moves,
            plies: self.played.plies().iter().map(Ply::to_string).collect(),
            cursor: self.played.played().len(),
            resigned: match self.played.outcome() {
                Some(Outcome::Resigned { loser }) => Some(loser.to_string()),
                _ => None,
            },
            tags: self.tags.clone(),
            result: self.result.text().to_owned(),
        };
        reduce::<Game>(py, (pickled,))
    }

    #[staticmethod]
    fn _restore(pickled: Pickled) -> PyResult<Game> {
        let Pickled { start, repetitions, quiet_moves, plies, cursor, resigned, tags, result } = pickled;
        let mut game = Game::new(Some(start), repetitions.map(Repetitions), quiet_moves.map(QuietMoves));
        for ply in &plies {
            let ply = PlyArgument::Text(ply.clone()).ply(game.played.position())?;
            game.played.record(ply).map_err(error::illegal)?;
        }
        game.played.undo(plies.len().saturating_sub(cursor));
        if let Some(loser) = resigned {
            game.played.resign(loser.parse().map_err(error::refused)?);
        }
        let known = [GameResult::RedWins, GameResult::BlackWins, GameResult::Draw];
        let result = known.into_iter().find(|known| known.text() == result);
        Ok(Game { tags, result: result.unwrap_or(GameResult::Unknown), ..game })
    }

    fn __repr__(&self) -> String {
        let outcome = self.played.outcome().map_or(String::new(), |outcome| format!(": {outcome}"));
        let length = shell::quantity(self.played.played().len(), "ply", "plies");
        format!("<Game of {length}{outcome}>")
    }

    fn __copy__(&self) -> Game {
        let (tags, result) = (self.tags.clone(), self.result);
        Game { tags, result, ..Game::of(self.played.clone()) }
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> Game {
        let _ = memo;
        self.__copy__()
    }
}

/// A game as it is pickled: a dictionary. A resignation that was taken back is left out.
#[derive(FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
struct Pickled {
    start: Position,
    repetitions: Option<usize>,
    quiet_moves: Option<u32>,
    plies: Vec<String>,
    cursor: usize,
    resigned: Option<String>,
    tags: BTreeMap<String, String>,
    result: String,
}

impl Game {
    pub fn of(game: rankmoves_game::Game) -> Game {
        Game { played: game, tags: BTreeMap::new(), result: GameResult::Unknown, engine: Mutex::new(None) }
    }

    /// Returns the picture of the position, with the last move marked.
    fn picture(&self) -> Picture {
        let plies = self.played.played();
        Picture::of_plies(&self.played.positions()[..=plies.len()], plies)
    }

    fn of_record(record: &Record) -> Game {
        let game = rankmoves_game::Game::of_plies(record.start(), DrawRules::default(), record.moves())
            .expect("the moves of a record are legal");
        let mut read = Game { result: record.result(), ..Game::of(game) };
        for tag in record.tags() {
            // Tags that are derived from the game are not kept.
            let _ = read.set_tag(TagName(tag.name.clone()), TagValue(tag.value.clone()));
        }
        read
    }

    /// Returns the result that follows from the outcome or, without an outcome, the result that was
    /// read.
    fn ending(&self) -> GameResult {
        match self.played.outcome().map(GameResult::from) {
            // Players may have continued after a draw by the rules.
            None | Some(GameResult::Draw) if self.result != GameResult::Unknown => self.result,
            ending => ending.unwrap_or(GameResult::Unknown),
        }
    }
}

#[doc = doc!(read_pdn)]
#[pyfunction]
pub fn read_pdn(py: Python<'_>, text: Text) -> PyResult<Bound<'_, PyList>> {
    let games = PyList::empty(py);
    for record in pdn::games(&text.0) {
        games.append(Game::of_record(&record.map_err(|why| error::of_pdn(&why))?))?;
        py.check_signals()?;
    }
    Ok(games)
}

/// Returns the time after the given number of seconds.
fn deadline(Seconds(seconds): Seconds) -> PyResult<Instant> {
    let time = Duration::try_from_secs_f64(seconds).ok().filter(|_| seconds <= MAX_SEARCH_SECONDS);
    time.and_then(|time| Instant::now().checked_add(time)).ok_or_else(|| {
        error::argument(format!(
            "seconds: expected a number from 0 to {MAX_SEARCH_SECONDS} but found {seconds:?}"
        ))
    })
}

fn choice_of<'py>(
    py: Python<'py>,
    choice: &Choice,
    position: &rankmoves_core::Position,
) -> PyResult<Bound<'py, PyAny>> {
    let mv = |mv| Move::new(mv, position);
    let line: Vec<Move> = choice.line.iter().map(mv).collect();
    let class = crate::types(py)?.getattr("Choice")?;
    class.call1((mv(&choice.mv), choice.score, choice.depth, choice.nodes, line))
}
