//! Positions.

use std::path::PathBuf;

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use picture::Picture;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use rankmoves::rank::MAX_MOVES;
use rankmoves::{RankError, RankedMove};
use rankmoves_core::exchange::Document;
use rankmoves_core::pdn::Fen;
use rankmoves_core::{Board, Player, Setup, Square};
use rankmoves_endings::Value;
use rankmoves_game::Outcome;
use rankmoves_game::env::{Environment, numbered_piece, piece_number};
use rankmoves_perft::Perft;

use crate::arguments::{
    Depth, Fen as FenText, Files, Flip, Flipped, Numbers, Ranks, Text, Threads, Turn, argument_class,
    resources, whole, wrong_type,
};
use crate::run::{interruptibly, rank};
use crate::values::{Move, PlyArgument, Rules, Shape};
use crate::{drawing, error, proven};

#[doc = doc!(Position)]
#[pyclass(frozen, eq, hash, module = "rankmoves")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position(pub rankmoves_core::Position);

#[pymethods]
impl Position {
    #[doc = doc!(Position start)]
    #[staticmethod]
    #[pyo3(
        signature = (*, rules = None, shape = None, turn = Turn(Player::Black), rows = None),
        text_signature = "(*, rules=None, shape=None, turn='black', rows=None)"
    )]
    fn start(
        rules: Option<Rules>,
        shape: Option<Shape>,
        turn: Turn,
        rows: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Position> {
        let shape = shape.map_or(rankmoves_core::Shape::STANDARD, |shape| shape.0);
        let most = shape.ranks() / 2;
        // Two ranks stay empty, as on the standard board, or three if the number of ranks is odd.
        let count = rows.map_or(Ok(most - 1), |rows| whole(1..=most)("rows", rows))?;
        position(Board::start(shape, count), turn, rules)
    }

    #[doc = doc!(Position from_text)]
    #[staticmethod]
    fn from_text(text: Text) -> PyResult<Position> {
        let document = Document::parse(text.0.as_bytes()).map_err(|why| error::of_exchange(&why))?;
        document.position().map(Position).map_err(|why| error::of_exchange(&why))
    }

    #[doc = doc!(Position from_fen)]
    #[staticmethod]
    #[pyo3(signature = (fen, *, rules = None))]
    fn from_fen(fen: FenText, rules: Option<Rules>) -> PyResult<Position> {
        let fen: Fen = fen.0.parse().map_err(|why| error::of_fen(&why))?;
        let setup = fen.setup(rules.map_or(rankmoves_core::Rules::ENGLISH, |rules| rules.0));
        setup.position().map(Position).map_err(error::refused)
    }

    #[doc = doc!(Position from_array)]
    #[staticmethod]
    #[pyo3(
        signature = (array, *, turn = Turn(Player::Black), rules = None, flipped = Flipped(false)),
        text_signature = "(array, *, turn='black', rules=None, flipped=False)"
    )]
    fn from_array(
        array: &Bound<'_, PyAny>,
        turn: Turn,
        rules: Option<Rules>,
        flipped: Flipped,
    ) -> PyResult<Position> {
        position(board(array, flipped)?, turn, rules)
    }

    #[doc = doc!(Position legal_moves)]
    #[getter]
    pub fn legal_moves(&self, py: Python<'_>) -> PyResult<Vec<Move>> {
        let list = || {
            let moves = self.0.legal_moves().up_to(MAX_MOVES).complete()?;
            Some(moves.iter().map(|mv| Move::new(mv, &self.0)).collect())
        };
        py.detach(list).ok_or_else(|| error::of_search(RankError::TooManyMoves(MAX_MOVES)))
    }

    #[doc = doc!(Position outcome)]
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        outcome(py, Outcome::of(&self.0))
    }

    #[doc = doc!(Position is_game_over)]
    fn is_game_over(&self) -> bool {
        Outcome::of(&self.0).is_some()
    }

    #[doc = doc!(Position play)]
    fn play(&self, r#move: PlyArgument<'_>) -> PyResult<Position> {
        self.0.play_ply(&r#move.ply(&self.0)?).map(Position).map_err(error::illegal)
    }

    #[doc = doc!(Position rank)]
    #[pyo3(signature = (depth, threads = None))]
    fn rank<'py>(
        &self,
        py: Python<'py>,
        depth: Depth,
        threads: Option<Threads>,
    ) -> PyResult<Bound<'py, PyList>> {
        let class = crate::types(py)?.getattr("RankedMove")?;
        let ranked = rank(py, self.0, depth.0, resources(threads.as_ref()))?;
        let ranked =
            ranked.iter().map(|RankedMove { mv, score }| class.call1((Move::new(mv, &self.0), *score)));
        PyList::new(py, ranked.collect::<PyResult<Vec<_>>>()?)
    }

    #[doc = doc!(Position perft)]
    #[pyo3(signature = (depth, threads = None))]
    fn perft(&self, py: Python<'_>, depth: Depth, threads: Option<Threads>) -> PyResult<u64> {
        let mut perft = Perft::with_resources(resources(threads.as_ref()));
        let (stop, position) = (perft.stop_flag(), self.0);
        interruptibly(py, &stop, move || perft.count(&position, depth.0))?.map_err(error::of_count)
    }

    #[doc = doc!(Position proven)]
    #[pyo3(signature = (folder = None))]
    fn proven<'py>(&self, py: Python<'py>, folder: Option<PathBuf>) -> PyResult<Bound<'py, PyList>> {
        let class = crate::types(py)?.getattr("ProvenMove")?;
        let moves = proven::moves(py, self.0, folder)?;
        let moves = moves.iter().map(|(mv, value)| {
            class.call1((Move::new(mv, &self.0), value.map(Value::word), value.and_then(Value::plies)))
        });
        PyList::new(py, moves.collect::<PyResult<Vec<_>>>()?)
    }

    #[doc = doc!(Position svg)]
    #[pyo3(
        signature = (depth = None, *, flip = Flip(false), numbers = Numbers(false)),
        text_signature = "($self, depth=None, *, flip=False, numbers=False)"
    )]
    fn svg(&self, py: Python<'_>, depth: Option<Depth>, flip: Flip, numbers: Numbers) -> PyResult<String> {
        drawing::draw(py, Picture::new(&self.0), &self.0, depth, flip, numbers)
    }

    #[doc = doc!(Position _repr_svg_)]
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        drawing::draw_for_notebook(py, Picture::new(&self.0), &self.0)
    }

    #[doc = doc!(Position fen)]
    #[getter]
    fn fen(&self) -> PyResult<String> {
        let shape = self.0.board().shape();
        let refused = || error::refused(format!("FEN cannot hold a board of {shape}, see `text`"));
        self.0.fen().map(|fen| fen.to_string()).ok_or_else(refused)
    }

    #[doc = doc!(Position text)]
    #[getter]
    fn text(&self) -> String {
        Document::new(self.0.setup(), []).to_string()
    }

    #[doc = doc!(Position turn)]
    #[getter]
    fn turn(&self) -> String {
        self.0.turn().to_string()
    }

    #[doc = doc!(Position rules)]
    #[getter]
    fn rules(&self) -> Rules {
        Rules(self.0.rules())
    }

    #[doc = doc!(Position shape)]
    #[getter]
    fn shape(&self) -> Shape {
        Shape(self.0.board().shape())
    }

    #[doc = doc!(Position board)]
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let shape = self.0.board().shape();
        let numbers = PyArray1::from_vec(py, piece_numbers(self.0.board()));
        numbers.reshape([usize::from(shape.ranks()), usize::from(shape.files())])
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        let rules = self.0.rules();
        match self.0.fen() {
            Some(fen) if rules == rankmoves_core::Rules::ENGLISH => format!("Position.from_fen('{fen}')"),
            Some(fen) => format!("Position.from_fen('{fen}', rules={})", Rules(rules).__repr__()),
            None => format!("Position.from_text({:?})", self.text()),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Position>().getattr("from_text")?, (self.text(),)))
    }
}

impl Position {
    /// Returns the position of a state, without the jump in progress.
    pub fn of_state(state: &Environment) -> Position {
        let setup = Setup { jumping: None, ..state.position().setup() };
        Position(setup.position().expect("without a jump in progress every setup is a position"))
    }

    /// Returns the FEN if FEN can hold the position under the given rules, otherwise the exchange format.
    pub fn fen_or_text(&self, rules: rankmoves_core::Rules) -> String {
        let fen = self.0.fen().filter(|_| self.0.rules() == rules);
        fen.map_or_else(|| self.text(), |fen| fen.to_string())
    }
}

argument_class!(Position = "start");

fn position(board: Board, turn: Turn, rules: Option<Rules>) -> PyResult<Position> {
    let rules = rules.map_or(rankmoves_core::Rules::ENGLISH, |rules| rules.0);
    let setup = Setup { board, turn: turn.0, rules, jumping: None };
    setup.position().map(Position).map_err(error::refused)
}

pub fn outcome(py: Python<'_>, outcome: Option<Outcome>) -> PyResult<Option<Bound<'_, PyAny>>> {
    let outcome = outcome.map(|outcome| {
        let class = crate::types(py)?.getattr("Outcome")?;
        class.call1((outcome.winner().map(|winner| winner.to_string()), reason(outcome)))
    });
    outcome.transpose()
}

fn reason(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::NoPieces { .. } => "no pieces",
        Outcome::NoMoves { .. } => "no moves",
        Outcome::Resigned { .. } => "resigned",
        Outcome::OutOfTime { .. } => "out of time",
        Outcome::Agreed => "agreed",
        Outcome::BothPassed => "both blocked",
        Outcome::Repetition => "repetition",
        Outcome::NoProgress => "no progress",
    }
}

/// Returns a number for each square, playable or not, row by row from the top left.
pub fn piece_numbers(board: &Board) -> Vec<i8> {
    let (ranks, files) = (usize::from(board.shape().ranks()), usize::from(board.shape().files()));
    let mut numbers = vec![0; ranks * files];
    for (square, piece) in board.iter() {
        let row = ranks - 1 - usize::from(square.rank());
        numbers[row * files + usize::from(square.file())] = piece_number(piece);
    }
    numbers
}

/// Reads the board from an array with a number for each square, playable or not.
fn board(array: &Bound<'_, PyAny>, flipped: Flipped) -> PyResult<Board> {
    let rows = items("array", "rows of whole numbers", array)?.into_iter().enumerate();
    let rows = rows.map(|(row, numbers)| items(&format!("array, row {row}"), "whole numbers", &numbers));
    let rows = rows.collect::<PyResult<Vec<_>>>()?;
    let files = rows.first().map_or(0, Vec::len);
    if let Some((row, found)) = rows.iter().map(Vec::len).enumerate().find(|&(_, length)| length != files) {
        let message = format!("array, row {row}: expected {files} numbers as in row 0 but found {found}");
        return Err(error::argument(message));
    }
    let side = |side: usize| side.try_into().unwrap_or(u32::MAX);
    let is_flipped = flipped.0;
    let shape = Shape::new(Ranks(side(rows.len())), Files(side(files)), flipped)?.0;
    let mut board = Board::empty(shape);
    for (row, (rank, numbers)) in (0..shape.ranks()).rev().zip(rows).enumerate() {
        for (file, found) in (0..shape.files()).zip(&numbers) {
            let at = format!("array, row {row}, column {file}");
            let Some(piece) = numbered_piece(whole(-2..=2)(&at, found)?) else { continue };
            let square = Square::new(file, rank).expect("every square of every shape has a name");
            board.put(square, piece).map_err(|_| {
                let other = if is_flipped { "False" } else { "True" };
                error::argument(format!("{at}: no piece can stand there unless `flipped` is {other}"))
            })?;
        }
    }
    Ok(board)
}

/// Returns the items of a sequence or an array, but not the characters of a text.
fn items<'py>(name: &str, expected: &str, object: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    match object.try_iter() {
        // An iterator that has no length may have no end.
        Ok(items) if object.len().is_ok() && !object.is_instance_of::<PyString>() => items.collect(),
        _ => Err(wrong_type(name, expected, object)),
    }
}
