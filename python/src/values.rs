//! Small values: rules, shapes and moves.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use rankmoves_core::{Blocked, Capture, Jumps, Notation, Path, Ply, Position, Square};

use crate::arguments::{self, Files, Flipped, Ranks, argument_class, wrong_type};
use crate::error;
use crate::words::{BLOCKED, CAPTURE, JUMPS, word};
use crate::{Reduced, reduce};

#[doc = doc!(Rules)]
#[pyclass(frozen, eq, hash, module = "rankmoves")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules(pub rankmoves_core::Rules);

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(
        signature = (
            *,
            capture = arguments::Capture(Capture::Required),
            jumps = arguments::Jumps(Jumps::Multiple),
            blocked = arguments::Blocked(Blocked::Loses),
        ),
        text_signature = "(*, capture='required', jumps='multiple', blocked='loses')"
    )]
    fn new(capture: arguments::Capture, jumps: arguments::Jumps, blocked: arguments::Blocked) -> Rules {
        Rules(rankmoves_core::Rules { capture: capture.0, jumps: jumps.0, blocked: blocked.0 })
    }

    #[doc = doc!(Rules capture)]
    #[getter]
    fn capture(&self) -> &'static str {
        word(self.0.capture, CAPTURE)
    }

    #[doc = doc!(Rules jumps)]
    #[getter]
    fn jumps(&self) -> &'static str {
        word(self.0.jumps, JUMPS)
    }

    #[doc = doc!(Rules blocked)]
    #[getter]
    fn blocked(&self) -> &'static str {
        word(self.0.blocked, BLOCKED)
    }

    pub fn __repr__(&self) -> String {
        let default = Rules(rankmoves_core::Rules::ENGLISH);
        let arguments = [
            ("capture", self.capture(), default.capture()),
            ("jumps", self.jumps(), default.jumps()),
            ("blocked", self.blocked(), default.blocked()),
        ];
        let others = arguments.iter().filter(|(_, word, default)| word != default);
        let others: Vec<_> = others.map(|(name, word, _)| format!("{name}='{word}'")).collect();
        format!("Rules({})", others.join(", "))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py> {
        reduce::<Rules>(py, (self.capture(), self.jumps(), self.blocked()))
    }

    #[staticmethod]
    fn _restore(capture: arguments::Capture, jumps: arguments::Jumps, blocked: arguments::Blocked) -> Rules {
        Rules::new(capture, jumps, blocked)
    }
}

argument_class!(Rules = "rules");

#[doc = doc!(Shape)]
#[pyclass(frozen, eq, hash, module = "rankmoves")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape(pub rankmoves_core::Shape);

#[pymethods]
impl Shape {
    #[new]
    #[pyo3(
        signature = (ranks = Ranks(8), files = Files(8), *, flipped = Flipped(false)),
        text_signature = "(ranks=8, files=8, *, flipped=False)"
    )]
    pub fn new(ranks: Ranks, files: Files, flipped: Flipped) -> PyResult<Shape> {
        let (Ranks(ranks), Files(files), Flipped(flipped)) = (ranks, files, flipped);
        let shape = rankmoves_core::Shape::new(ranks, files, flipped);
        shape.map(Shape).map_err(|why| error::argument(format!("a board cannot be {ranks}x{files}: {why}")))
    }

    #[doc = doc!(Shape ranks)]
    #[getter]
    fn ranks(&self) -> u8 {
        self.0.ranks()
    }

    #[doc = doc!(Shape files)]
    #[getter]
    fn files(&self) -> u8 {
        self.0.files()
    }

    #[doc = doc!(Shape flipped)]
    #[getter]
    fn flipped(&self) -> bool {
        self.0.is_flipped()
    }

    fn __repr__(&self) -> String {
        let flipped = if self.0.is_flipped() { ", flipped=True" } else { "" };
        format!("Shape({}, {}{flipped})", self.0.ranks(), self.0.files())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py> {
        reduce::<Shape>(py, (self.ranks(), self.files(), self.flipped()))
    }

    #[staticmethod]
    fn _restore(ranks: Ranks, files: Files, flipped: Flipped) -> PyResult<Shape> {
        Shape::new(ranks, files, flipped)
    }
}

argument_class!(Shape = "shape");

#[doc = doc!(Move)]
#[pyclass(frozen, eq, ord, hash, module = "rankmoves")]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    // Moves are compared by their fields, in this order.
    path: Path,
    captured: Vec<Square>,
    /// The shape of the board, for the numbers of the squares.
    shape: Shape,
    crowns: bool,
}

impl Move {
    pub fn new(mv: &rankmoves_core::Move, position: &Position) -> Move {
        let shape = Shape(position.board().shape());
        Move { path: mv.path().clone(), captured: mv.captured().to_vec(), crowns: mv.crowns(), shape }
    }
}

#[pymethods]
impl Move {
    #[doc = doc!(Move path)]
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        names(py, self.path.squares())
    }

    #[doc = doc!(Move numbers)]
    #[getter]
    fn numbers(&self) -> String {
        Notation::Numbers(self.shape.0).path(&self.path)
    }

    #[doc = doc!(Move captured)]
    #[getter]
    fn captured<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        names(py, &self.captured)
    }

    #[doc = doc!(Move crowns)]
    #[getter]
    fn crowns(&self) -> bool {
        self.crowns
    }

    fn __str__(&self) -> String {
        self.path.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.path)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py> {
        let captured: Vec<String> = self.captured.iter().map(Square::to_string).collect();
        reduce::<Move>(py, (self.path.to_string(), captured, self.crowns, self.shape))
    }

    #[staticmethod]
    fn _restore(path: &str, captured: Vec<String>, crowns: bool, shape: Shape) -> PyResult<Move> {
        let path = path.parse().map_err(error::refused)?;
        let captured = captured.iter().map(|square| square.parse());
        let captured = captured.collect::<Result<_, _>>().map_err(error::refused)?;
        Ok(Move { path, captured, shape, crowns })
    }
}

fn names<'py>(py: Python<'py>, squares: &[Square]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, squares.iter().map(Square::to_string))
}

/// A move as an argument: a `Move`, or a text such as `d4->e5`, `18-15` or `pass`.
pub enum PlyArgument<'py> {
    Move(Bound<'py, Move>),
    Text(String),
}

impl<'py> FromPyObject<'_, 'py> for PlyArgument<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<PlyArgument<'py>> {
        if let Ok(mv) = object.cast::<Move>() {
            return Ok(PlyArgument::Move(mv.to_owned()));
        }
        let text = object.cast::<PyString>().map_err(|_| wrong_type("move", "a Move or a str", &object))?;
        Ok(PlyArgument::Text(text.to_string_lossy().into_owned()))
    }
}

impl PlyArgument<'_> {
    /// Reads the move, which need not be legal in the position.
    pub fn ply(&self, position: &Position) -> PyResult<Ply> {
        match self {
            PlyArgument::Move(mv) => Ok(Ply::Move(mv.get().path.clone())),
            PlyArgument::Text(text) => {
                let ply = text.parse().ok().or_else(|| numbered(position, text).map(Ply::Move));
                ply.ok_or_else(|| {
                    let found = rankmoves_core::quoted(text);
                    let message = format!("expected a move such as d4->e5 or 18-15 but found {found}");
                    error::ParseError::new_err((message, 1, 1))
                })
            }
        }
    }
}

/// Reads a path by the numbers of its squares, such as `18-15` or `22x15x8`. As in PDN, the first and the
/// last number are enough if only one move leads from the first square to the last.
fn numbered(position: &Position, text: &str) -> Option<Path> {
    let shape = position.board().shape();
    let square = |number: &str| {
        let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
        number.parse().ok().filter(|_| is_number).and_then(|number| shape.square_numbered(number))
    };
    let path = Path::new(text.split(['-', 'x']).map(square).collect::<Option<Vec<_>>>()?)?;
    if path.squares().len() > 2 || position.find(&path).is_ok() {
        return Some(path);
    }
    let mut moves = position.legal_moves().of_piece(path.start());
    let mut moves = moves.by_ref().filter(|mv| mv.path().end() == path.end());
    match (moves.next(), moves.next()) {
        (Some(only), None) => Some(only.path().clone()),
        _ => Some(path),
    }
}
