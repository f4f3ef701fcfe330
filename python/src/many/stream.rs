//! Reads, ranks and returns positions, several at a time.

use std::sync::mpsc::{RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use arrow_array::{Array, ArrayRef, LargeStringArray, RecordBatch};
use arrow_schema::{ArrowError, FieldRef};
use pyo3::exceptions::{PyException, PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::ffi::{ArrayReader, to_schema_pycapsule, to_stream_pycapsule};
use rankmoves::batch::Batch;

use super::answer::{self, Group};
use super::source::Source;
use super::table::{self, RankedTable, SCHEMA, TableBuilder};
use crate::arguments::{Depth, Threads, resources};
use crate::run::SIGNAL_POLL;
use crate::values::Rules;

/// The maximum number of rows that wait for their answers.
const MAX_ROWS_AHEAD: usize = 1 << 16;

/// Positions that are ranked while the next positions are read.
///
/// Only [`next`](Self::next) reads rows; threads rank the rows read so far in the background.
pub struct Stream {
    source: Source,
    /// Sends rows to the threads, until the last row.
    feed: Option<Sender<LargeStringArray>>,
    /// The rows that wait for their answers.
    waiting: usize,
    batch: Batch<Group>,
    table: TableBuilder,
    /// The error that is raised after the full batches.
    wrong: Option<PyErr>,
    at_error: AtError,
    /// The error of the source, which is raised after the rows before it.
    failure: Option<PyErr>,
}

/// The fate of the rows before an error of the source.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum AtError {
    /// The rows are dropped.
    Raise,
    /// The rows are ranked and returned first.
    Finish,
}

impl Stream {
    pub fn start(
        positions: &Bound<'_, PyAny>,
        depth: Depth,
        threads: Option<Threads>,
        rules: Option<Rules>,
        table: TableBuilder,
        at_error: AtError,
    ) -> PyResult<Stream> {
        let rules = rules.map_or(rankmoves_core::Rules::ENGLISH, |rules| rules.0);
        let source = Source::new(positions, rules)?;
        let (feed, batch) = answer::start(depth.0, resources(threads.as_ref()), rules)?;
        let feed = Some(feed);
        Ok(Stream { source, feed, waiting: 0, batch, table, wrong: None, at_error, failure: None })
    }

    /// Returns the next batch; `None` at the end. The stream must not be read after an error.
    pub fn next(&mut self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
        loop {
            if let Some(batch) = self.table.take_full() {
                return Ok(Some(batch));
            }
            if let Some(wrong) = self.wrong.take() {
                return Err(wrong);
            }
            let reads = self.can_read();
            if reads {
                self.read(py)?;
            }
            let timeout = if reads { Duration::ZERO } else { SIGNAL_POLL };
            let is_done = py.detach(|| self.collect(timeout));
            if is_done {
                return match self.table.take_rest() {
                    None => self.failure.take().map_or(Ok(None), Err),
                    batch => Ok(batch),
                };
            }
            py.check_signals()?;
        }
    }

    fn can_read(&self) -> bool {
        self.feed.is_some() && self.waiting < MAX_ROWS_AHEAD
    }

    /// Reads some rows, and hands them to the threads.
    fn read(&mut self, py: Python<'_>) -> PyResult<()> {
        let (rows, read) = self.source.read(py);
        if let Err(why) = read {
            // Ctrl-C is not an error of the source, and must not wait.
            if self.at_error == AtError::Raise || !why.is_instance_of::<PyException>(py) {
                return Err(why);
            }
            self.failure = Some(why);
        }
        let is_last = rows.is_none() || self.failure.is_some();
        if let (Some(rows), Some(feed)) = (rows, &self.feed) {
            self.waiting += rows.len();
            // If the threads are gone, one has panicked, and the wait for answers will panic as well.
            let _ = feed.send(rows);
        }
        if is_last {
            self.feed = None;
        }
        Ok(())
    }

    /// Receives answers until there is a full batch or a wrong row, reading becomes possible, or time runs out.
    /// Returns true if each row has its answer, and there will be no more rows.
    fn collect(&mut self, timeout: Duration) -> bool {
        let could_read = self.can_read();
        let end = Instant::now() + timeout;
        while !self.table.is_full() && self.can_read() == could_read {
            match self.batch.next_within(end.saturating_duration_since(Instant::now())) {
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return true,
                Ok(group) => {
                    self.waiting -= group.fens.len();
                    if let Err(wrong) = self.table.add(group) {
                        self.wrong = Some(wrong);
                        break;
                    }
                }
            }
        }
        false
    }
}

/// The message if batches are read twice.
const HANDED_OVER_MESSAGE: &str = "the batches have been handed over to another reader";

#[doc = doc!(RankedBatches)]
#[pyclass(module = "rankmoves")]
pub struct RankedBatches {
    /// Only one thread at a time uses the stream, because its methods take `&mut self`.
    state: Mutex<State>,
}

enum State {
    Going(Box<Stream>),
    Ended,
    /// Another reader has the stream.
    HandedOver,
}

impl RankedBatches {
    pub fn new(stream: Stream) -> RankedBatches {
        RankedBatches { state: Mutex::new(State::Going(Box::new(stream))) }
    }

    fn state(&mut self) -> &mut State {
        self.state.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn next_batch(&mut self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
        let State::Going(stream) = self else { return Ok(None) };
        let batch = stream.next(py);
        if !matches!(batch, Ok(Some(_))) {
            *self = State::Ended;
        }
        batch
    }
}

#[pymethods]
impl RankedBatches {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<RankedTable>> {
        let state = self.state();
        if matches!(state, State::HandedOver) {
            return Err(PyValueError::new_err(HANDED_OVER_MESSAGE));
        }
        Ok(state.next_batch(py)?.map(|batch| RankedTable(vec![batch])))
    }

    #[expect(clippy::unused_self, reason = "Python calls it on an object")]
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, SCHEMA.as_ref())?)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &mut self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        match std::mem::replace(self.state(), State::HandedOver) {
            State::HandedOver => Err(PyValueError::new_err(HANDED_OVER_MESSAGE)),
            state => Ok(to_stream_pycapsule(py, Box::new(state), requested_schema)?),
        }
    }
}

/// Reads the stream for the reader to which it was handed over.
impl Iterator for State {
    type Item = Result<ArrayRef, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = Python::attach(|py| self.next_batch(py).map_err(|why| message(py, &why)));
        let batch = batch.map_err(|message| ArrowError::ExternalError(message.into())).transpose()?;
        Some(batch.map(table::array))
    }
}

impl ArrayReader for State {
    fn field(&self) -> FieldRef {
        table::field()
    }
}

/// Reduces an error to its message, because an Arrow stream can pass on nothing else. An interrupt is raised
/// again once the reader is back in Python.
fn message(py: Python<'_>, why: &PyErr) -> String {
    // In the stream, the message ends at a NUL.
    let message = why.to_string().replace('\0', "\\0");
    if why.is_instance_of::<PyKeyboardInterrupt>(py) {
        // If this fails, the message is still reported.
        let _ = py.import("_thread").and_then(|thread| thread.call_method0("interrupt_main"));
    }
    message
}
