//! Results under perfect play.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyRuntimeWarning;
use pyo3::prelude::*;
use rankmoves::RankError;
use rankmoves::rank::MAX_MOVES;
use rankmoves_core::{Move, Position, Resources};
use rankmoves_endings::Value;
use rankmoves_endings::service::{self, Proven};

use crate::error;
use crate::run::interruptibly;

/// A folder, or `None` for the user's folder, and its tables.
type OpenTables = (Option<PathBuf>, Arc<Proven>);

/// The tables used last, which stay open.
static OPEN: Mutex<Option<OpenTables>> = Mutex::new(None);

/// Returns all legal moves with their results; `None` for results that no table contains.
pub fn moves(
    py: Python<'_>,
    position: Position,
    folder: Option<PathBuf>,
) -> PyResult<Vec<(Move, Option<Value>)>> {
    if let Some(folder) = &folder {
        // Raises Python's own OSError, with the folder's name, if the folder cannot be read.
        py.import("os")?.call_method1("listdir", (folder,))?;
    }
    let tables = tables(folder);
    let find = move || {
        let moves = position.legal_moves().up_to(MAX_MOVES).complete()?;
        let values = tables.values_of(&position, &moves);
        Some(moves.into_iter().zip(values).collect())
    };
    // If an interrupt comes while tables are built, the build is finished, so that the next call can use
    // them.
    let moves = interruptibly(py, &Arc::default(), find)?;
    moves.ok_or_else(|| error::of_search(RankError::TooManyMoves(MAX_MOVES)))
}

/// Returns the tables of a folder, which stay open until another folder is used.
fn tables(folder: Option<PathBuf>) -> Arc<Proven> {
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((of, tables)) = &*open
        && *of == folder
    {
        return Arc::clone(tables);
    }
    // A library must leave no files behind.
    service::write_none();
    let mut tables = Proven::with_warnings(warn).with_builders(Resources::default().threads);
    if let Some(folder) = &folder {
        tables = tables.with_folder(folder.clone());
    }
    let tables = Arc::new(tables);
    *open = Some((folder, Arc::clone(&tables)));
    tables
}

/// Issues a Python warning, which Python may ignore.
fn warn(message: &str) {
    Python::attach(|py| {
        let warnings = py.import("warnings");
        let category = py.get_type::<PyRuntimeWarning>();
        // If warnings are errors, no caller can catch this error.
        let _ = warnings.and_then(|warnings| warnings.call_method1("warn", (message, category)));
    });
}
