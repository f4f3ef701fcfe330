//! Many positions at once: strings in, an Arrow table out.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Instant;

use arrow_array::builder::{Int32Builder, LargeStringBuilder, ListBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, LargeStringArray, RecordBatch, StructArray};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyString};
use pyo3_arrow::error::PyArrowError;
use pyo3_arrow::ffi::{ArrayIterator, to_schema_pycapsule, to_stream_pycapsule};
use pyo3_arrow::input::AnyArray;
use rankmoves::batch::Batch;
use rankmoves::pdn::{Fen, FenError};
use rankmoves::rank::best;
use rankmoves::{RankedMove, Ranker, Resources};

use crate::error;
use crate::run::{PERIOD, interruptibly};
use crate::values::{Depth, Rules};

/// The rows of a batch of the table that is returned.
const ROWS: usize = 1 << 16;

/// The strings of an iterable between two looks for signals.
const STRINGS: usize = 1 << 12;

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
    let raises = match errors {
        "column" => false,
        "raise" => true,
        found => {
            let found = rankmoves::quoted(found);
            let message = format!("errors: expected 'column' or 'raise' but found {found}");
            return Err(error::argument(message));
        }
    };
    let resources = resources(threads)?;
    let rules = rules.map_or(rankmoves::Rules::ENGLISH, |rules| rules.0);
    let chunks: Arc<[LargeStringArray]> = strings(py, fens)?.into();
    let mut batch = start(&chunks, depth.0, resources, rules)?;
    let mut table = TableBuilder::new(raises);
    loop {
        let state = py.detach(|| table.collect(&mut batch, &chunks));
        if matches!(state, State::Done) {
            return Ok(py.detach(|| table.finish()));
        }
        if let State::Wrong { row, message, column } = state {
            let message = format!("row {row}: {message}");
            return Err(error::RowError::new_err((message, row, column.map(|_| 1), column)));
        }
        // An error drops the batch, which stops the threads.
        py.check_signals()?;
    }
}

/// Reads the number of threads.
fn resources(threads: Option<i64>) -> PyResult<Resources> {
    let default = Resources::default();
    let Some(found) = threads else { return Ok(default) };
    let threads = usize::try_from(found).ok().filter(|&threads| threads <= MOST_THREADS);
    let threads = threads.and_then(NonZeroUsize::new).ok_or_else(|| {
        error::argument(format!("expected from 1 to {MOST_THREADS} threads but found {found}"))
    })?;
    Ok(Resources { threads, ..default })
}

/// Reads strings, or nulls, from an object of Arrow or any other iterable.
fn strings(py: Python<'_>, fens: &Bound<'_, PyAny>) -> PyResult<Vec<LargeStringArray>> {
    if fens.hasattr("__arrow_c_array__")? || fens.hasattr("__arrow_c_stream__")? {
        let reader = fens.extract::<AnyArray>()?.into_reader()?;
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        // The other side of the stream may need the interpreter.
        let read = move || {
            let chunks = reader.take_while(|_| !flag.load(Relaxed));
            chunks.map(|chunk| string_column(&chunk?)).collect::<Result<_, ColumnError>>()
        };
        return Ok(interruptibly(py, &stop, read)??);
    }
    if fens.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("expected an iterable of strings but found one string"));
    }
    let mut strings = LargeStringBuilder::new();
    for (row, item) in fens.try_iter()?.enumerate() {
        let item = item?;
        if item.is_none() {
            strings.append_null();
        } else if let Ok(string) = item.cast::<PyString>() {
            strings.append_value(string.to_str()?);
        } else {
            let found = item.get_type().qualname()?;
            return Err(PyTypeError::new_err(format!(
                "row {row}: expected a string or None but found {found}"
            )));
        }
        if row % STRINGS == STRINGS - 1 {
            // Other threads run meanwhile.
            py.detach(|| {});
            py.check_signals()?;
        }
    }
    Ok(vec![strings.finish()])
}

/// The reason why an object of Arrow has no column of strings.
enum ColumnError {
    Type(String),
    Columns(String),
    Arrow(ArrowError),
}

impl From<ArrowError> for ColumnError {
    fn from(why: ArrowError) -> ColumnError {
        ColumnError::Arrow(why)
    }
}

impl From<ColumnError> for PyErr {
    fn from(why: ColumnError) -> PyErr {
        match why {
            ColumnError::Type(message) => PyTypeError::new_err(message),
            ColumnError::Columns(message) => PyValueError::new_err(message),
            ColumnError::Arrow(why @ ArrowError::ExternalError(_)) => PyArrowError::from(why).into(),
            ColumnError::Arrow(why) => PyValueError::new_err(why.to_string()),
        }
    }
}

/// Returns the strings of a column, or of the column of a table that is named `fen` or
/// is the only one.
fn string_column(array: &ArrayRef) -> Result<LargeStringArray, ColumnError> {
    let array = match array.as_struct_opt() {
        None => array,
        Some(table) => match (table.column_by_name("fen"), table.columns()) {
            (Some(column), _) | (None, [column]) => column,
            (None, _) => {
                let names = table.column_names().join(", ");
                let message = format!("expected a column fen, or only one, but found the columns {names}");
                return Err(ColumnError::Columns(message));
            }
        },
    };
    let is_string = |kind: &DataType| {
        matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null)
    };
    let accepted = match array.data_type() {
        DataType::Dictionary(_, values) => is_string(values),
        kind => is_string(kind),
    };
    if !accepted {
        let found = array.data_type();
        return Err(ColumnError::Type(format!("expected a column of strings but found one of {found}")));
    }
    // Other languages made it: its strings may be no UTF-8.
    array.to_data().validate_full()?;
    let strings = arrow_cast::cast(array, &DataType::LargeUtf8)?;
    Ok(strings.as_string().clone())
}

/// Starts to rank the rows of all chunks.
fn start(
    chunks: &Arc<[LargeStringArray]>,
    depth: u32,
    resources: Resources,
    rules: rankmoves::Rules,
) -> PyResult<Batch<Group>> {
    // A thread takes several rows at a time where each takes little more than to hand it over.
    let size = match depth {
        0..=4 => 64,
        5..=8 => 8,
        _ => 1,
    };
    let lengths: Vec<usize> = chunks.iter().map(Array::len).collect();
    let groups = lengths.into_iter().enumerate().flat_map(move |(chunk, length)| {
        (0..length).step_by(size).map(move |row| (chunk, row..length.min(row + size)))
    });
    let share = resources.per_thread();
    let ranker = move |stop: &Arc<AtomicBool>| Ranker::with_stop_flag(share, Arc::clone(stop));
    let strings = Arc::clone(chunks);
    let work = move |ranker: &mut Ranker, (chunk, rows): (usize, Range<usize>)| {
        let strings = &strings[chunk];
        let answer =
            |row| (!strings.is_null(row)).then(|| Answer::to(ranker, strings.value(row), depth, rules));
        Group { chunk, rows: rows.clone(), answers: rows.map(answer).collect() }
    };
    Ok(Batch::start(groups, resources.threads, ranker, work)?)
}

/// The answers to some rows of a chunk.
struct Group {
    chunk: usize,
    rows: Range<usize>,
    /// `None` for a null.
    answers: Vec<Option<Answer>>,
}

/// The answer to a row.
enum Answer {
    Ranked {
        /// The texts of the moves, one behind the other, and the end of each.
        text: String,
        ends: Vec<usize>,
        scores: Vec<i32>,
        /// The text of the best move, unless there is none.
        best: Option<String>,
    },
    Wrong {
        message: String,
        /// The column of the fault, in characters from 1, if it is one of the string.
        column: Option<usize>,
    },
}

impl Answer {
    /// Ranks the position of a row.
    fn to(ranker: &mut Ranker, text: &str, depth: u32, rules: rankmoves::Rules) -> Answer {
        let read: Result<Fen, FenError> = text.parse();
        let fen = match read {
            Ok(fen) => fen,
            Err(why) => return Answer::Wrong { message: why.to_string(), column: Some(why.column) },
        };
        let position = fen.setup(rules).position().expect("no jump is in progress");
        ranker.forget();
        let moves = match ranker.rank(&position, depth) {
            Ok(moves) => moves,
            Err(why) => return Answer::Wrong { message: why.to_string(), column: None },
        };
        let (mut text, mut ends) = (String::new(), Vec::with_capacity(moves.len()));
        for RankedMove { mv, .. } in &moves {
            text.push_str(&mv.to_string());
            ends.push(text.len());
        }
        let scores = moves.iter().map(|ranked| ranked.score).collect();
        Answer::Ranked { text, ends, scores, best: best(&moves).map(|best| best.mv.to_string()) }
    }
}

/// The state of the collection of answers.
enum State {
    Done,
    /// There is more to come, and it is time to look for signals.
    Waiting,
    /// A row is wrong, and errors are to be raised.
    Wrong {
        row: usize,
        message: String,
        column: Option<usize>,
    },
}

/// A table in the making.
struct TableBuilder {
    schema: SchemaRef,
    raises: bool,
    /// The number of rows so far.
    count: usize,
    batches: Vec<RecordBatch>,
    fens: StringBuilder,
    moves: ListBuilder<StringBuilder>,
    scores: ListBuilder<Int32Builder>,
    best: StringBuilder,
    errors: StringBuilder,
}

impl TableBuilder {
    fn new(raises: bool) -> TableBuilder {
        let item = |kind| Arc::new(Field::new("item", kind, false));
        let (moves, scores) = (item(DataType::Utf8), item(DataType::Int32));
        let schema = Schema::new(vec![
            Field::new("fen", DataType::Utf8, true),
            Field::new("move", DataType::List(Arc::clone(&moves)), true),
            Field::new("score", DataType::List(Arc::clone(&scores)), true),
            Field::new("best", DataType::Utf8, true),
            Field::new("error", DataType::Utf8, true),
        ]);
        TableBuilder {
            schema: Arc::new(schema),
            raises,
            count: 0,
            batches: Vec::new(),
            fens: StringBuilder::new(),
            moves: ListBuilder::new(StringBuilder::new()).with_field(moves),
            scores: ListBuilder::new(Int32Builder::new()).with_field(scores),
            best: StringBuilder::new(),
            errors: StringBuilder::new(),
        }
    }

    /// Takes answers until it is time to look for signals.
    fn collect(&mut self, batch: &mut Batch<Group>, chunks: &[LargeStringArray]) -> State {
        let end = Instant::now() + PERIOD;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return State::Waiting;
            }
            match batch.next_within(left) {
                Err(RecvTimeoutError::Timeout) => return State::Waiting,
                Err(RecvTimeoutError::Disconnected) => return State::Done,
                Ok(Group { chunk, rows, answers }) => {
                    for (row, answer) in rows.zip(answers) {
                        if let (true, Some(Answer::Wrong { message, column })) = (self.raises, &answer) {
                            return State::Wrong {
                                row: self.count,
                                message: message.clone(),
                                column: *column,
                            };
                        }
                        let fen = &chunks[chunk];
                        self.add((!fen.is_null(row)).then(|| fen.value(row)), answer);
                    }
                }
            }
        }
    }

    /// Adds a row.
    fn add(&mut self, fen: Option<&str>, answer: Option<Answer>) {
        self.fens.append_option(fen);
        let (mut best_move, mut error) = (None, None);
        let is_ranked = match answer {
            None => false,
            Some(Answer::Wrong { message, .. }) => {
                error = Some(message);
                false
            }
            Some(Answer::Ranked { text, ends, scores, best }) => {
                let mut start = 0;
                for end in ends {
                    self.moves.values().append_value(&text[start..end]);
                    start = end;
                }
                self.scores.values().append_slice(&scores);
                best_move = best;
                true
            }
        };
        self.moves.append(is_ranked);
        self.scores.append(is_ranked);
        self.best.append_option(best_move);
        self.errors.append_option(error);
        self.count += 1;
        if self.count.is_multiple_of(ROWS) {
            self.end_batch();
        }
    }

    fn end_batch(&mut self) {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.fens.finish()),
            Arc::new(self.moves.finish()),
            Arc::new(self.scores.finish()),
            Arc::new(self.best.finish()),
            Arc::new(self.errors.finish()),
        ];
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns);
        self.batches.push(batch.expect("the columns have the types of the schema"));
    }

    fn finish(&mut self) -> RankedTable {
        if !self.count.is_multiple_of(ROWS) {
            self.end_batch();
        }
        let batches = std::mem::take(&mut self.batches);
        RankedTable { schema: Arc::clone(&self.schema), batches, count: self.count }
    }
}

/// An Arrow table of ranked positions.
#[pyclass(frozen, module = "rankmoves")]
pub struct RankedTable {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
    count: usize,
}

#[pymethods]
impl RankedTable {
    fn __len__(&self) -> usize {
        self.count
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, self.schema.as_ref())?)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let field = Field::new_struct("", self.schema.fields().clone(), false);
        let batches: Vec<Result<ArrayRef, ArrowError>> = self
            .batches
            .iter()
            .map(|batch| Ok(Arc::new(StructArray::from(batch.clone())) as ArrayRef))
            .collect();
        let reader = ArrayIterator::new(batches, Arc::new(field));
        Ok(to_stream_pycapsule(py, Box::new(reader), requested_schema)?)
    }

    fn __repr__(&self) -> String {
        format!("<RankedTable of {} rows: fen, move, score, best, error>", self.count)
    }
}
