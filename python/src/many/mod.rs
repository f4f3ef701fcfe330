//! Many positions at once: strings in, Arrow out.

mod answer;
mod source;
mod stream;
mod table;

use std::num::NonZeroUsize;

use pyo3::prelude::*;
use rankmoves_core::Resources;

use crate::error;
use crate::values::{Depth, Rules};
use source::Source;
pub use stream::RankedBatches;
use stream::Stream;
pub use table::RankedTable;
use table::TableBuilder;

/// The rows of a batch of a table.
const ROWS: usize = 1 << 16;

/// The most rows of a batch that may be asked for.
const MOST_ROWS: usize = 1 << 20;

/// The most threads that may be asked for.
const MOST_THREADS: usize = 1024;

/// Ranks the moves of many positions.
#[pyfunction]
#[pyo3(signature = (fens, depth, threads = None, *, rules = None, errors = "column"))]
pub fn rank_many(
    py: Python<'_>,
    fens: &Bound<'_, PyAny>,
    depth: Depth,
    threads: Option<i64>,
    rules: Option<Rules>,
    errors: &str,
) -> PyResult<RankedTable> {
    let mut stream = start(fens, depth, threads, rules, errors, ROWS)?;
    let mut batches = Vec::new();
    while let Some(batch) = stream.next(py)? {
        batches.push(batch);
    }
    Ok(RankedTable::new(batches))
}

/// Ranks the moves of many positions, some at a time.
#[pyfunction]
#[pyo3(signature = (fens, depth, threads = None, *, rows = 65536, rules = None, errors = "column"))]
pub fn rank_batches(
    fens: &Bound<'_, PyAny>,
    depth: Depth,
    threads: Option<i64>,
    rows: i64,
    rules: Option<Rules>,
    errors: &str,
) -> PyResult<RankedBatches> {
    let rows = within("rows of a batch", rows, MOST_ROWS)?;
    start(fens, depth, threads, rules, errors, rows).map(RankedBatches::new)
}

/// Starts to rank positions.
fn start(
    fens: &Bound<'_, PyAny>,
    depth: Depth,
    threads: Option<i64>,
    rules: Option<Rules>,
    errors: &str,
    rows: usize,
) -> PyResult<Stream> {
    let raises = match errors {
        "column" => false,
        "raise" => true,
        found => {
            let found = rankmoves_core::quoted(found);
            let message = format!("errors: expected 'column' or 'raise' but found {found}");
            return Err(error::argument(message));
        }
    };
    let mut resources = Resources::default();
    if let Some(threads) = threads {
        let threads = within("threads", threads, MOST_THREADS)?;
        resources.threads = NonZeroUsize::new(threads).expect("one at least");
    }
    let rules = rules.map_or(rankmoves_core::Rules::ENGLISH, |rules| rules.0);
    Stream::start(Source::new(fens)?, depth.0, resources, rules, TableBuilder::new(rows, raises))
}

/// Reads a number from 1 to some most.
fn within(name: &str, found: i64, most: usize) -> PyResult<usize> {
    let number = usize::try_from(found).ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| error::argument(format!("expected from 1 to {most} {name} but found {found}")))
}
