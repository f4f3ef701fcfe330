//! Small values: rules, shapes and moves.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use rankmoves_core::{Blocked, Capture, Jumps, Path, Ply, Square};

use crate::arguments::{self, Files, Flipped, Ranks, argument_class, wrong_type};
use crate::error;
use crate::words::{BLOCKED, CAPTURE, JUMPS, word};

/// Rules of a game.
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

    #[getter]
    fn capture(&self) -> &'static str {
        word(self.0.capture, CAPTURE)
    }

    #[getter]
    fn jumps(&self) -> &'static str {
        word(self.0.jumps, JUMPS)
    }

    #[getter]
    fn blocked(&self) -> &'static str {
        word(self.0.blocked, BLOCKED)
    }

    pub fn __repr__(&self) -> String {
        let default = rankmoves_core::Rules::ENGLISH;
        let mut arguments = Vec::new();
        if self.0.capture != default.capture {
            arguments.push(format!("capture='{}'", self.capture()));
        }
        if self.0.jumps != default.jumps {
            arguments.push(format!("jumps='{}'", self.jumps()));
        }
        if self.0.blocked != default.blocked {
            arguments.push(format!("blocked='{}'", self.blocked()));
        }
        format!("Rules({})", arguments.join(", "))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Words)> {
        let restore = crate::types(py)?.getattr("restore_rules")?;
        Ok((restore, (self.capture(), self.jumps(), self.blocked())))
    }
}

argument_class!(Rules = "rules");

/// Size of a board, and its playable squares.
#[pyclass(frozen, eq, hash, module = "rankmoves")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
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

    #[getter]
    fn ranks(&self) -> u8 {
        self.0.ranks()
    }

    #[getter]
    fn files(&self) -> u8 {
        self.0.files()
    }

    #[getter]
    fn flipped(&self) -> bool {
        self.0.is_flipped()
    }

    fn __repr__(&self) -> String {
        let flipped = if self.0.is_flipped() { ", flipped=True" } else { "" };
        format!("Shape({}, {}{flipped})", self.0.ranks(), self.0.files())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (u8, u8, bool))> {
        let restore = crate::types(py)?.getattr("restore_shape")?;
        Ok((restore, (self.ranks(), self.files(), self.flipped())))
    }
}

argument_class!(Shape = "shape");

/// A move, or any path of squares.
#[pyclass(frozen, eq, ord, hash, module = "rankmoves")]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    path: Path,
    captured: Vec<Square>,
    crowns: bool,
}

impl From<&rankmoves_core::Move> for Move {
    fn from(mv: &rankmoves_core::Move) -> Move {
        Move { path: mv.path().clone(), captured: mv.captured().to_vec(), crowns: mv.crowns() }
    }
}

#[pymethods]
impl Move {
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        names(py, self.path.squares())
    }

    #[getter]
    fn captured<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        names(py, &self.captured)
    }

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

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, MoveFields)> {
        let restore = py.get_type::<Move>().getattr("_restore")?;
        let captured = self.captured.iter().map(Square::to_string).collect();
        Ok((restore, (self.path.to_string(), captured, self.crowns)))
    }

    #[staticmethod]
    fn _restore(path: &str, captured: Vec<String>, crowns: bool) -> PyResult<Move> {
        let path = path.parse().map_err(error::refused)?;
        let captured = captured.iter().map(|square| square.parse());
        Ok(Move { path, captured: captured.collect::<Result<_, _>>().map_err(error::refused)?, crowns })
    }
}

/// Rules as they are pickled.
type Words = (&'static str, &'static str, &'static str);

/// A move as it is pickled.
type MoveFields = (String, Vec<String>, bool);

/// Names squares.
fn names<'py>(py: Python<'py>, squares: &[Square]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, squares.iter().map(Square::to_string))
}

/// A move as an argument: a `Move`, or a text such as `d4->e5` or `pass`.
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
    /// Reads the move.
    pub fn ply(&self) -> PyResult<Ply> {
        match self {
            PlyArgument::Move(mv) => Ok(Ply::Move(mv.get().path.clone())),
            PlyArgument::Text(text) => text.parse().map_err(|why| {
                let found = rankmoves_core::quoted(text);
                error::ParseError::new_err((format!("{why} but found {found}"), 1, 1))
            }),
        }
    }
}
