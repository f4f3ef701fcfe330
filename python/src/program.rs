//! The program `rankmoves`, as a function.

use std::ffi::OsString;
use std::process::ExitCode;

use pyo3::prelude::*;

#[doc = doc!(main)]
#[pyfunction]
pub fn main(py: Python<'_>, line: Vec<OsString>) -> i32 {
    let status = py.detach(|| rankmoves::program::main_with(&line));
    i32::from(status != ExitCode::SUCCESS)
}
