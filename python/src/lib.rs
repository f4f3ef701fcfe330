//! The compiled part of the Python package `rankmoves`; `package/rankmoves/_rankmoves.pyi`
//! declares and documents it.

// The docstrings: see build.rs.
include!(concat!(env!("OUT_DIR"), "/docs.rs"));

mod agent;
mod arguments;
mod drawing;
mod episode;
mod error;
mod game;
mod many;
mod position;
mod proven;
mod run;
mod values;
mod vector;
mod words;

use std::ffi::OsString;
use std::process::ExitCode;

use pyo3::PyTypeInfo;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

/// Returns the module with the types that are written in Python.
fn types(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    static TYPES: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let types = TYPES.get_or_try_init(py, || py.import("rankmoves._types").map(Bound::unbind))?;
    Ok(types.bind(py))
}

/// The result of `__reduce__`: a function that restores an object, and its arguments.
type Reduced<'py> = PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)>;

/// Reduces an object to arguments of the function `_restore` of its class.
fn reduce<'py, Class: PyTypeInfo>(
    py: Python<'py>,
    arguments: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> Reduced<'py> {
    Ok((py.get_type::<Class>().getattr("_restore")?, arguments.into_pyobject(py)?))
}

#[doc = doc!(main)]
#[pyfunction]
pub fn main(py: Python<'_>, line: Vec<OsString>) -> i32 {
    let status = py.detach(|| rankmoves::program::main_with(&line));
    i32::from(status != ExitCode::SUCCESS)
}

#[pymodule]
mod _rankmoves {
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python names it so")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use crate::agent::Agent;
    #[pymodule_export]
    use crate::episode::Episode;
    #[pymodule_export]
    use crate::game::{Game, read_pdn};
    #[pymodule_export]
    use crate::main;
    #[pymodule_export]
    use crate::many::{RankedBatches, RankedTable, rank_batches, rank_many};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::values::{Move, Rules, Shape};
    #[pymodule_export]
    use crate::vector::VectorCore;
}
