//! Errors of the library as Python's exceptions, whose classes are in `rankmoves/_types.py`.

use std::fmt::Display;

use pyo3::exceptions::{PyMemoryError, PyOSError, PyOverflowError, PyRuntimeError, PyValueError};
use pyo3::{PyErr, import_exception};
use rankmoves::RankError;
use rankmoves_core::exchange::{self, Location};
use rankmoves_core::pdn::{self, FenError};
use rankmoves_perft::PerftError;

import_exception!(rankmoves._types, RankmovesError);
import_exception!(rankmoves._types, ParseError);
import_exception!(rankmoves._types, IllegalMoveError);
import_exception!(rankmoves._types, RowError);

/// Makes a `RankmovesError` without a location.
pub fn refused(why: impl Display) -> PyErr {
    RankmovesError::new_err(why.to_string())
}

/// Makes an `IllegalMoveError` without a location.
pub fn illegal(why: impl Display) -> PyErr {
    IllegalMoveError::new_err(why.to_string())
}

/// Creates the error for an argument of the right type with an invalid value.
pub fn argument(message: impl Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

pub fn of_exchange(error: &exchange::Error) -> PyErr {
    at(error.location(), error, matches!(error.kind(), exchange::ErrorKind::Illegal { .. }))
}

pub fn of_pdn(error: &pdn::Error) -> PyErr {
    at(error.location(), error, matches!(error.kind(), pdn::ErrorKind::Illegal { .. }))
}

fn at(location: Location, error: impl Display, is_illegal: bool) -> PyErr {
    let arguments = (error.to_string(), location.line, location.column);
    if is_illegal { IllegalMoveError::new_err(arguments) } else { ParseError::new_err(arguments) }
}

pub fn of_fen(error: &FenError) -> PyErr {
    ParseError::new_err((error.to_string(), 1, error.column))
}

pub fn of_count(error: PerftError) -> PyErr {
    match error {
        PerftError::TooDeep(_) => argument(format!("depth: {error}")),
        PerftError::TooMany => PyOverflowError::new_err(error.to_string()),
        PerftError::Thread(why) => PyOSError::new_err(why.to_string()),
        PerftError::Stopped => PyRuntimeError::new_err(error.to_string()),
        memory => PyMemoryError::new_err(memory.to_string()),
    }
}

pub fn of_search(error: RankError) -> PyErr {
    match error {
        RankError::Memory(why) => PyMemoryError::new_err(why.to_string()),
        RankError::TooManyMoves(_) | RankError::TooManyChains(_) => PyMemoryError::new_err(error.to_string()),
        RankError::Thread(why) => PyOSError::new_err(why.to_string()),
        other => PyRuntimeError::new_err(other.to_string()),
    }
}
