//! Ranks many positions at once: takes strings, and returns Arrow data.

mod answer;
mod source;
mod stream;
mod table;

use pyo3::prelude::*;

use crate::arguments::{Depth, Raises, Rows, Threads};
use crate::values::Rules;
pub use stream::RankedBatches;
use stream::{AtError, Stream};
pub use table::RankedTable;
use table::TableBuilder;

/// The number of rows per batch of a table.
const DEFAULT_BATCH_ROWS: usize = 1 << 16;

#[doc = doc!(rank_many)]
#[pyfunction]
#[pyo3(
    signature = (positions, depth, threads = None, *, rules = None, errors = Raises(false)),
    text_signature = "(positions, depth, threads=None, *, rules=None, errors='column')"
)]
pub fn rank_many(
    py: Python<'_>,
    positions: &Bound<'_, PyAny>,
    depth: Depth,
    threads: Option<Threads>,
    rules: Option<Rules>,
    errors: Raises,
) -> PyResult<RankedTable> {
    let table = TableBuilder::new(DEFAULT_BATCH_ROWS, errors.0);
    let mut stream = Stream::start(positions, depth, threads, rules, table, AtError::Raise)?;
    let mut batches = Vec::new();
    while let Some(batch) = stream.next(py)? {
        batches.push(batch);
    }
    Ok(RankedTable(batches))
}

#[doc = doc!(rank_batches)]
#[pyfunction]
#[pyo3(
    signature = (positions, depth, threads = None, *, rows = Rows(DEFAULT_BATCH_ROWS), rules = None, errors = Raises(false)),
    text_signature = "(positions, depth, threads=None, *, rows=65536, rules=None, errors='column')"
)]
pub fn rank_batches(
    positions: &Bound<'_, PyAny>,
    depth: Depth,
    threads: Option<Threads>,
    rows: Rows,
    rules: Option<Rules>,
    errors: Raises,
) -> PyResult<RankedBatches> {
    let table = TableBuilder::new(rows.0, errors.0);
    Stream::start(positions, depth, threads, rules, table, AtError::Finish).map(RankedBatches::new)
}
