//! Many positions at once: strings in, Arrow out.

mod answer;
mod source;
mod stream;
mod table;

use std::num::NonZeroUsize;

use pyo3::prelude::*;
use rankmoves_core::Resources;

use crate::arguments::{Depth, Raises, Rows, Threads};
use crate::values::Rules;
use source::Source;
pub use stream::RankedBatches;
use stream::{AtError, Stream};
pub use table::RankedTable;
use table::TableBuilder;

/// The rows of a batch of a table.
const DEFAULT_BATCH_ROWS: usize = 1 << 16;

/// Ranks the moves of many positions.
#[pyfunction]
#[pyo3(
    signature = (fens, depth, threads = None, *, rules = None, errors = Raises(false)),
    text_signature = "(fens, depth, threads=None, *, rules=None, errors='column')"
)]
pub fn rank_many(
    py: Python<'_>,
    fens: &Bound<'_, PyAny>,
    depth: Depth,
    threads: Option<Threads>,
    rules: Option<Rules>,
    errors: Raises,
) -> PyResult<RankedTable> {
    let mut stream =
        start(fens, depth, threads, rules, TableBuilder::new(DEFAULT_BATCH_ROWS, errors.0), AtError::Raise)?;
    let mut batches = Vec::new();
    while let Some(batch) = stream.next(py)? {
        batches.push(batch);
    }
    Ok(RankedTable::new(batches))
}

/// Ranks the moves of many positions, some at a time.
#[pyfunction]
#[pyo3(
    signature = (fens, depth, threads = None, *, rows = Rows(DEFAULT_BATCH_ROWS), rules = None, errors = Raises(false)),
    text_signature = "(fens, depth, threads=None, *, rows=65536, rules=None, errors='column')"
)]
pub fn rank_batches(
    fens: &Bound<'_, PyAny>,
    depth: Depth,
    threads: Option<Threads>,
    rows: Rows,
    rules: Option<Rules>,
    errors: Raises,
) -> PyResult<RankedBatches> {
    let table = TableBuilder::new(rows.0, errors.0);
    start(fens, depth, threads, rules, table, AtError::Finish).map(RankedBatches::new)
}

/// Starts to rank positions.
fn start(
    fens: &Bound<'_, PyAny>,
    depth: Depth,
    threads: Option<Threads>,
    rules: Option<Rules>,
    table: TableBuilder,
    at_error: AtError,
) -> PyResult<Stream> {
    let mut resources = Resources::default();
    if let Some(threads) = threads.and_then(|threads| NonZeroUsize::new(threads.0)) {
        resources.threads = threads;
    }
    let rules = rules.map_or(rankmoves_core::Rules::ENGLISH, |rules| rules.0);
    Stream::start(Source::new(fens)?, depth.0, resources, rules, table, at_error)
}
