//! Arguments from Python. Errors name the argument, the expected values and the value found.

use std::fmt::Display;
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::RangeInclusive;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
use pyo3::{PyClass, PyTypeInfo};
use rankmoves_core::{MAX_QUOTED_CHARS, Player, Resources, shorten};
use rankmoves_game::DrawRules;

use crate::error;
use crate::words::{BLOCKED, CAPTURE, JUMPS, PLAYER};

/// The maximum number of threads that an argument may set.
const MAX_THREADS: NonZeroUsize = NonZeroUsize::new(1024).unwrap();

/// The maximum number of rows per batch that an argument may set.
const MAX_BATCH_ROWS: usize = 1 << 20;

/// The maximum number of games at once. If there are more games than fit in a processor's caches, the speed
/// does not increase.
const MAX_GAMES: usize = 1 << 20;

/// Defines types of arguments: each has a name, and a function that reads it.
macro_rules! arguments {
    ($($argument:ident($kind:ty) = $name:literal, $read:expr;)*) => {$(
        #[doc = concat!("The argument `", $name, "`.")]
        #[derive(Clone)]
        pub struct $argument(pub $kind);

        impl<'py> FromPyObject<'_, 'py> for $argument {
            type Error = PyErr;

            fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<$argument> {
                $read($name, &object).map($argument)
            }
        }
    )*};
}

arguments! {
    Action(i64) = "action", whole(i64::MIN..=i64::MAX);
    AgentName(String) = "name", text;
    Blocked(rankmoves_core::Blocked) = "blocked", word(BLOCKED);
    Capture(rankmoves_core::Capture) = "capture", word(CAPTURE);
    Depth(u32) = "depth", whole(0..=u32::MAX);
    Fen(String) = "fen", text;
    Files(u32) = "files", whole(0..=u32::MAX);
    Flip(bool) = "flip", flag;
    Flipped(bool) = "flipped", flag;
    GameIndex(i64) = "game", whole(i64::MIN..=i64::MAX);
    Games(usize) = "games", whole(0..=MAX_GAMES);
    Jumps(rankmoves_core::Jumps) = "jumps", word(JUMPS);
    MaxCycles(NonZeroU32) = "max_cycles", whole(NonZeroU32::MIN..=NonZeroU32::MAX);
    Nodes(u64) = "nodes", whole(0..=u64::MAX);
    Numbers(bool) = "numbers", flag;
    PlayerName(Player) = "player", word(PLAYER);
    PlayerNumber(usize) = "player", whole(0..=1);
    Plies(usize) = "plies", whole(0..=usize::MAX);
    QuietMoves(u32) = "quiet_moves", whole(0..=u32::MAX);
    Raises(bool) = "errors", word([("column", false), ("raise", true)]);
    Ranks(u32) = "ranks", whole(0..=u32::MAX);
    Repetitions(usize) = "repetitions", whole(0..=usize::MAX);
    Rows(usize) = "rows", whole(1..=MAX_BATCH_ROWS);
    Seconds(f64) = "seconds", number;
    Seed(u64) = "seed", whole(0..=u64::MAX);
    TagName(String) = "name", text;
    TagValue(String) = "value", text;
    Text(String) = "text", text;
    Threads(NonZeroUsize) = "threads", whole(NonZeroUsize::MIN..=MAX_THREADS);
    Turn(Player) = "turn", word(PLAYER);
}

/// Defines the reading of an object of one of the package's classes as a named argument.
macro_rules! argument_class {
    ($class:ty = $name:literal) => {
        impl<'py> pyo3::FromPyObject<'_, 'py> for $class {
            type Error = pyo3::PyErr;

            fn extract(object: pyo3::Borrowed<'_, 'py, pyo3::PyAny>) -> pyo3::PyResult<$class> {
                crate::arguments::instance($name, &object)
            }
        }
    };
}
pub(crate) use argument_class;

/// Reads a whole number in a range, of any type with `__index__` except `bool`.
pub fn whole<'py, N>(range: RangeInclusive<N>) -> impl FnOnce(&str, &Bound<'py, PyAny>) -> PyResult<N>
where
    N: for<'a> FromPyObject<'a, 'py> + PartialOrd + Display,
{
    move |name, object| {
        let (least, most) = (range.start(), range.end());
        let Some(index) = index(object)? else {
            return Err(wrong_type(name, &format!("a whole number from {least} to {most}"), object));
        };
        match index.extract() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => {
                let found = index.str().map_or_else(|_| "a longer one".to_owned(), |text| text.to_string());
                let found = shorten(&found, MAX_QUOTED_CHARS);
                let message =
                    format!("{name}: expected a whole number from {least} to {most} but found {found}");
                Err(error::argument(message))
            }
        }
    }
}

/// Returns a whole number as an `int`; `None` for other objects.
fn index<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if object.is_instance_of::<PyBool>() || !object.hasattr("__index__")? {
        return Ok(None);
    }
    match object.call_method0("__index__") {
        // Arrays have the method, but it raises TypeError.
        Err(why) if why.is_instance_of::<PyTypeError>(object.py()) => Ok(None),
        index => index.map(Some),
    }
}

fn number(name: &str, object: &Bound<'_, PyAny>) -> PyResult<f64> {
    let number = object.extract().ok().filter(|_| !object.is_instance_of::<PyBool>());
    number.ok_or_else(|| wrong_type(name, "a number", object))
}

fn text(name: &str, object: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = object.cast::<PyString>().map_err(|_| wrong_type(name, "a str", object))?;
    // An unpaired surrogate becomes a replacement character, which no valid text contains.
    Ok(text.to_string_lossy().into_owned())
}

fn flag(name: &str, object: &Bound<'_, PyAny>) -> PyResult<bool> {
    object.extract().map_err(|_| wrong_type(name, "a bool", object))
}

/// Reads one of two words.
fn word<'py, T: Copy>(words: [(&'static str, T); 2]) -> impl FnOnce(&str, &Bound<'py, PyAny>) -> PyResult<T> {
    move |name, object| {
        let [(first, _), (second, _)] = words;
        let expected = format!("'{first}' or '{second}'");
        let Ok(found) = object.cast::<PyString>() else { return Err(wrong_type(name, &expected, object)) };
        let found = found.to_string_lossy();
        let known = words.iter().find(|(word, _)| *word == found);
        known.map(|&(_, value)| value).ok_or_else(|| {
            let found = rankmoves_core::quoted(&found);
            error::argument(format!("{name}: expected {expected} but found {found}"))
        })
    }
}

/// Reads an object of one of the package's classes.
pub fn instance<T: PyClass + PyTypeInfo + Clone>(name: &str, object: &Bound<'_, PyAny>) -> PyResult<T> {
    match object.cast::<T>() {
        Ok(object) => Ok(object.borrow().clone()),
        Err(_) => Err(wrong_type(name, &T::type_object(object.py()).qualname()?.to_string(), object)),
    }
}

/// Creates the error for an argument of the wrong type.
pub fn wrong_type(name: &str, expected: &str, object: &Bound<'_, PyAny>) -> PyErr {
    let found = match object.get_type().qualname() {
        _ if object.is_none() => "None".to_owned(),
        Ok(found) => found.to_string(),
        Err(_) => "another object".to_owned(),
    };
    PyTypeError::new_err(format!("{name}: expected {expected} but found {found}"))
}

/// Makes the resources for a number of threads, by default one per processor.
pub fn resources(threads: Option<&Threads>) -> Resources {
    threads.map_or_else(Resources::default, |threads| Resources::with_threads(threads.0))
}

/// Makes the draw rules from two arguments.
pub fn draw_rules(repetitions: Option<Repetitions>, quiet_moves: Option<QuietMoves>) -> DrawRules {
    let (repetitions, quiet_moves) = (repetitions.map(|most| most.0), quiet_moves.map(|most| most.0));
    DrawRules { repetitions, quiet_moves }
}
