//! Positions.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use picture::Picture;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyList};
use rankmoves_core::exchange::Document;
use rankmoves_core::pdn::Fen;
use rankmoves::rank::MOST_MOVES;
use rankmoves::{RankError, RankedMove, Ranker};
use rankmoves_core::{Board, Piece, Player, Resources, Role, Setup, Square};

use crate::{drawing, error};
use crate::run::interruptibly;
use crate::values::{Depth, Move, PlyArgument, Rules, Shape, player, player_name};

/// The time after which a search gets a thread of its own, to be interruptible: most
/// are done before a thread would have started.
const QUICK: Duration = Duration::from_millis(20);

/// A position.
#[pyclass(frozen, eq, hash, module = "rankmoves", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position(pub rankmoves_core::Position);

#[pymethods]
impl Position {
    #[staticmethod]
    #[pyo3(signature = (*, rules = None, shape = None, turn = "black", rows = None))]
    fn start(
        rules: Option<Rules>,
        shape: Option<Shape>,
        turn: &str,
        rows: Option<i64>,
    ) -> PyResult<Position> {
        let shape = shape.map_or(rankmoves_core::Shape::STANDARD, |shape| shape.0);
        let most = shape.ranks() / 2;
        // Two ranks stay empty, as on the standard board; a row in four ranks.
        let count = rows.map_or(Some(most - 1), |rows| rows.try_into().ok());
        let count = count.filter(|count| (1..=most).contains(count)).ok_or_else(|| {
            let found = rows.unwrap_or_default();
            error::argument(format!("expected from 1 to {most} rows of men on each side but found {found}"))
        })?;
        position(Board::start(shape, count), turn, rules)
    }

    #[staticmethod]
    fn from_text(text: &str) -> PyResult<Position> {
        let document = Document::parse(text.as_bytes()).map_err(|why| error::of_exchange(&why))?;
        document.position().map(Position).map_err(|why| error::of_exchange(&why))
    }

    #[staticmethod]
    #[pyo3(signature = (fen, *, rules = None))]
    fn from_fen(fen: &str, rules: Option<Rules>) -> PyResult<Position> {
        let fen: Fen = fen.parse().map_err(|why| error::of_fen(&why))?;
        let setup = fen.setup(rules.map_or(rankmoves_core::Rules::ENGLISH, |rules| rules.0));
        setup.position().map(Position).map_err(error::refused)
    }

    #[staticmethod]
    #[pyo3(signature = (array, *, turn = "black", rules = None, flipped = false))]
    fn from_array(
        array: &Bound<'_, PyAny>,
        turn: &str,
        rules: Option<Rules>,
        flipped: bool,
    ) -> PyResult<Position> {
        let rows: Vec<Vec<i64>> = array.extract()?;
        position(board(&rows, flipped)?, turn, rules)
    }

    fn moves(&self, py: Python<'_>) -> PyResult<Vec<Move>> {
        let list = || Some(self.0.legal_moves_within(MOST_MOVES)?.iter().map(Move::from).collect());
        py.detach(list).ok_or_else(|| error::of_search(RankError::TooManyMoves(MOST_MOVES)))
    }

    fn play(&self, r#move: PlyArgument<'_>) -> PyResult<Position> {
        self.0.play_ply(&r#move.ply()?).map(Position).map_err(error::illegal)
    }

    fn rank<'py>(&self, py: Python<'py>, depth: Depth) -> PyResult<Bound<'py, PyList>> {
        let class = crate::types(py)?.getattr("RankedMove")?;
        let ranked = rank(py, self.0, depth.0)?;
        let ranked = ranked.iter().map(|RankedMove { mv, score }| class.call1((Move::from(mv), *score)));
        PyList::new(py, ranked.collect::<PyResult<Vec<_>>>()?)
    }

    #[pyo3(signature = (depth = None, *, flip = false, numbers = false))]
    fn svg(&self, py: Python<'_>, depth: Option<Depth>, flip: bool, numbers: bool) -> PyResult<String> {
        drawing::draw(py, Picture::new(&self.0), &self.0, depth, flip, numbers)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        drawing::draw_for_notebook(py, Picture::new(&self.0), &self.0)
    }

    #[getter]
    fn fen(&self) -> PyResult<String> {
        let fen = Fen::new(*self.0.board(), self.0.turn());
        let shape = self.0.board().shape();
        fen.map(|fen| fen.to_string())
            .ok_or_else(|| error::refused(format!("FEN cannot hold a board of {shape}, see `text`")))
    }

    #[getter]
    fn text(&self) -> String {
        Document::new(self.0.setup(), []).to_string()
    }

    #[getter]
    fn turn(&self) -> &'static str {
        player_name(self.0.turn())
    }

    #[getter]
    fn rules(&self) -> Rules {
        Rules(self.0.rules())
    }

    #[getter]
    fn shape(&self) -> Shape {
        Shape(self.0.board().shape())
    }

    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let board = self.0.board();
        let (ranks, files) = (board.shape().ranks(), board.shape().files());
        let mut numbers = vec![0; usize::from(ranks) * usize::from(files)];
        for (square, piece) in board.iter() {
            let row = usize::from(ranks - 1 - square.rank());
            numbers[row * usize::from(files) + usize::from(square.file())] = number(piece).cast_unsigned();
        }
        // Of bytes that can be changed, so can the array.
        let numbers = PyByteArray::new(py, &numbers);
        let array = py.import("numpy")?.call_method1("frombuffer", (numbers, "int8"))?;
        array.call_method1("reshape", (ranks, files))
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        let rules = self.0.rules();
        match Fen::new(*self.0.board(), self.0.turn()) {
            Some(fen) if rules == rankmoves_core::Rules::ENGLISH => format!("Position.from_fen('{fen}')"),
            Some(fen) => format!("Position.from_fen('{fen}', rules={})", Rules(rules).__repr__()),
            None => format!("Position.from_text({:?})", self.text()),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Position>().getattr("from_text")?, (self.text(),)))
    }
}

/// Makes a position.
fn position(board: Board, turn: &str, rules: Option<Rules>) -> PyResult<Position> {
    let rules = rules.map_or(rankmoves_core::Rules::ENGLISH, |rules| rules.0);
    let setup = Setup { board, turn: player(turn)?, rules, jumping: None };
    setup.position().map(Position).map_err(error::refused)
}

/// Reads the board of an array with a number for each square, playable or not.
fn board(rows: &[Vec<i64>], flipped: bool) -> PyResult<Board> {
    let files = rows.first().map_or(0, Vec::len);
    if let Some((row, found)) = rows.iter().map(Vec::len).enumerate().find(|&(_, length)| length != files) {
        let message = format!("row {row} has {found} numbers, and row 0 has {files}");
        return Err(error::argument(message));
    }
    let side = |side: usize| side.try_into().unwrap_or(i64::MAX);
    let shape = Shape::new(side(rows.len()), side(files), flipped)?.0;
    let mut board = Board::empty(shape);
    for (row, (rank, numbers)) in (0..shape.ranks()).rev().zip(rows).enumerate() {
        for (file, &number) in (0..shape.files()).zip(numbers).filter(|&(_, &number)| number != 0) {
            let at = format!("row {row}, column {file}");
            let piece = piece(number).ok_or_else(|| {
                error::argument(format!("{at}: expected a number from -2 to 2 but found {number}"))
            })?;
            let square = Square::new(file, rank).expect("every square of every shape has a name");
            board.put(square, piece).map_err(|_| {
                let other = if flipped { "False" } else { "True" };
                error::argument(format!("{at}: no piece can stand there unless `flipped` is {other}"))
            })?;
        }
    }
    Ok(board)
}

/// Returns the number of a piece.
fn number(piece: Piece) -> i8 {
    let number = if piece.is_king() { 2 } else { 1 };
    if piece.player == Player::Red { number } else { -number }
}

/// Returns the piece of a number other than 0.
fn piece(number: i64) -> Option<Piece> {
    let player = if number > 0 { Player::Red } else { Player::Black };
    let role = match number.unsigned_abs() {
        1 => Role::Man,
        2 => Role::King,
        _ => return None,
    };
    Some(Piece { player, role })
}

/// Ranks the moves of a position on all processors.
pub fn rank(py: Python<'_>, position: rankmoves_core::Position, depth: u32) -> PyResult<Vec<RankedMove>> {
    match py.detach(|| Ranker::new().rank_within(&position, QUICK, depth)) {
        Ok((ranked, reached)) if reached == depth => return Ok(ranked),
        Ok(_) => {}
        Err(why) => return Err(error::of_search(why)),
    }
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let search = move || -> Result<_, RankError> {
        Ranker::with_stop_flag(Resources::default(), flag).rank(&position, depth)
    };
    interruptibly(py, &stop, search)?.map_err(error::of_search)
}
