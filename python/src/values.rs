//! Small values: rules, shapes and moves.

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rankmoves_core::{Blocked, Capture, Jumps, Path, Player, Ply, Square};

use crate::error;

/// Rules of a game.
#[pyclass(frozen, eq, hash, module = "rankmoves", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules(pub rankmoves_core::Rules);

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (*, capture = "required", jumps = "multiple", blocked = "loses"))]
    fn new(capture: &str, jumps: &str, blocked: &str) -> PyResult<Rules> {
        Ok(Rules(rankmoves_core::Rules {
            capture: choice("capture", capture, CAPTURE)?,
            jumps: choice("jumps", jumps, JUMPS)?,
            blocked: choice("blocked", blocked, BLOCKED)?,
        }))
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

const CAPTURE: [(&str, Capture); 2] = [("required", Capture::Required), ("optional", Capture::Optional)];
const JUMPS: [(&str, Jumps); 2] = [("multiple", Jumps::Multiple), ("single", Jumps::Single)];
const BLOCKED: [(&str, Blocked); 2] = [("loses", Blocked::Loses), ("passes", Blocked::Passes)];
const PLAYER: [(&str, Player); 2] = [("red", Player::Red), ("black", Player::Black)];

/// Finds the value of a word.
fn choice<T: Copy>(name: &str, found: &str, words: [(&'static str, T); 2]) -> PyResult<T> {
    let known = words.iter().find(|(word, _)| *word == found);
    known.map(|&(_, value)| value).ok_or_else(|| {
        let [(first, _), (second, _)] = words;
        let found = rankmoves_core::quoted(found);
        error::argument(format!("{name}: expected '{first}' or '{second}' but found {found}"))
    })
}

/// Finds the word of a value.
fn word<T: Copy + PartialEq>(value: T, words: [(&'static str, T); 2]) -> &'static str {
    if words[0].1 == value { words[0].0 } else { words[1].0 }
}

/// Reads a player.
pub fn player(found: &str) -> PyResult<Player> {
    choice("player", found, PLAYER)
}

/// Names a player.
pub fn player_name(player: Player) -> &'static str {
    word(player, PLAYER)
}

/// Size of a board, and its playable squares.
#[pyclass(frozen, eq, hash, module = "rankmoves", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape(pub rankmoves_core::Shape);

#[pymethods]
impl Shape {
    #[new]
    #[pyo3(signature = (ranks = 8, files = 8, *, flipped = false))]
    pub fn new(ranks: i64, files: i64, flipped: bool) -> PyResult<Shape> {
        let side = |side: i64| u32::try_from(side.max(0)).unwrap_or(u32::MAX);
        let shape = rankmoves_core::Shape::new(side(ranks), side(files), flipped);
        shape
            .map(Shape)
            .map_err(|why| error::argument(format!("there is no board of {ranks}x{files}: {why}")))
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
#[derive(FromPyObject)]
pub enum PlyArgument<'py> {
    #[pyo3(transparent, annotation = "Move")]
    Move(PyRef<'py, Move>),
    #[pyo3(transparent, annotation = "str")]
    Text(String),
}

impl PlyArgument<'_> {
    /// Reads the move.
    pub fn ply(&self) -> PyResult<Ply> {
        match self {
            PlyArgument::Move(mv) => Ok(Ply::Move(mv.path.clone())),
            PlyArgument::Text(text) => text.parse().map_err(|why| {
                let found = rankmoves_core::quoted(text);
                error::ParseError::new_err((format!("{why} but found {found}"), 1, 1))
            }),
        }
    }
}

/// A depth as an argument.
pub struct Depth(pub u32);

impl<'py> FromPyObject<'_, 'py> for Depth {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Depth> {
        match object.extract::<u32>() {
            Ok(depth) => Ok(Depth(depth)),
            Err(why) if why.is_instance_of::<PyOverflowError>(object.py()) => {
                let most = u32::MAX;
                Err(error::argument(format!("expected a depth from 0 to {most} but found {}", object.str()?)))
            }
            Err(why) => Err(why),
        }
    }
}
