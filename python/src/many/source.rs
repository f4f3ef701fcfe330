//! Reads the strings of an Arrow object, or of any other iterable.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use arrow_array::builder::LargeStringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, LargeStringArray, make_array};
use arrow_buffer::NullBuffer;
use arrow_schema::{ArrowError, DataType, Field};
use arrow_select::concat::concat;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyString};
use pyo3_arrow::error::PyArrowError;
use pyo3_arrow::ffi::ArrayReader;
use pyo3_arrow::input::AnyArray;
use rankmoves_core::{Rules, quoted};

use crate::arguments::wrong_type;
use crate::position::Position;
use crate::run::interruptibly;

/// The number of rows that are read at a time.
const CHUNK_ROWS: usize = 1 << 12;

/// A source of strings and nulls.
pub enum Source {
    /// The strings of an Arrow object; `None` once a signal has interrupted the reader.
    Arrow(Option<Reader>),
    Iterable {
        items: Py<PyIterator>,
        /// The number of items read so far.
        count: usize,
        /// The rules of FEN positions.
        rules: Rules,
    },
}

impl Source {
    /// Accepts an Arrow object or any other iterable.
    pub fn new(positions: &Bound<'_, PyAny>, rules: Rules) -> PyResult<Source> {
        if positions.hasattr("__arrow_c_array__")? || positions.hasattr("__arrow_c_stream__")? {
            let chunks = positions.extract::<AnyArray>()?.into_reader()?;
            let column = string_column(&chunks.field())?;
            return Ok(Source::Arrow(Some(Reader { chunks, column, rest: None })));
        }
        // The items of a `bytes` object are numbers, not strings.
        let is_one = positions.is_instance_of::<PyString>() || positions.is_instance_of::<PyBytes>();
        if is_one || !(positions.hasattr("__iter__")? || positions.hasattr("__getitem__")?) {
            return Err(wrong_type("positions", "an iterable of positions", positions));
        }
        Ok(Source::Iterable { items: positions.try_iter()?.unbind(), count: 0, rules })
    }

    /// Returns some rows (`None` at the end) and the error that follows them, if there is one.
    pub fn read(&mut self, py: Python<'_>) -> (Option<LargeStringArray>, PyResult<()>) {
        match self {
            Source::Iterable { items, count, rules } => {
                let mut strings = LargeStringBuilder::new();
                let read = read_items(items.bind(py), count, *rules, &mut strings);
                let strings = strings.finish();
                ((!strings.is_empty()).then_some(strings), read)
            }
            Source::Arrow(reader) => {
                let Some(mut taken) = reader.take() else { return (None, Ok(())) };
                let stop = Arc::new(AtomicBool::new(false));
                let flag = Arc::clone(&stop);
                let read = move || {
                    let rows = taken.read(&flag);
                    (taken, rows)
                };
                // The other side of the stream may need the GIL, and may be slow.
                match interruptibly(py, &stop, read) {
                    Err(signal) => (None, Err(signal)),
                    Ok((taken, (rows, read))) => {
                        *reader = Some(taken);
                        (rows, read.map_err(of_arrow))
                    }
                }
            }
        }
    }
}

/// Reads items of an iterable, up to the first invalid item.
fn read_items(
    items: &Bound<'_, PyIterator>,
    count: &mut usize,
    rules: Rules,
    strings: &mut LargeStringBuilder,
) -> PyResult<()> {
    for item in items.clone().take(CHUNK_ROWS) {
        let item = item?;
        if item.is_none() {
            strings.append_null();
        } else if let Ok(position) = item.cast::<Position>() {
            strings.append_value(position.get().fen_or_text(rules));
        } else if let Ok(string) = item.cast::<PyString>() {
            // An unpaired surrogate becomes a replacement character, which no position contains.
            strings.append_value(string.to_string_lossy());
        } else {
            return Err(wrong_type(
                &format!("positions, row {count}"),
                "a Position, a string or None",
                &item,
            ));
        }
        *count += 1;
    }
    Ok(())
}

/// A string column of an Arrow object.
pub struct Reader {
    chunks: Box<dyn ArrayReader + Send>,
    /// The column of a table that holds the strings; `None` if the whole array holds them.
    column: Option<usize>,
    /// The rows of the last chunk that are still to be read.
    rest: Option<ArrayRef>,
}

impl Reader {
    /// Reads rows up to an error, and combines small chunks. Returns `None` at the end, or if stopped.
    fn read(&mut self, stop: &AtomicBool) -> (Option<LargeStringArray>, Result<(), ArrowError>) {
        let mut parts = Vec::new();
        let read = self.read_parts(stop, &mut parts);
        if parts.is_empty() {
            return (None, read);
        }
        let parts: Vec<&dyn Array> = parts.iter().map(AsRef::as_ref).collect();
        match concat(&parts) {
            Ok(rows) => (Some(rows.as_string().clone()), read),
            Err(why) => (None, Err(why)),
        }
    }

    fn read_parts(&mut self, stop: &AtomicBool, parts: &mut Vec<ArrayRef>) -> Result<(), ArrowError> {
        let mut rows = 0;
        while rows < CHUNK_ROWS && !stop.load(Relaxed) {
            let chunk = match self.rest.take() {
                Some(chunk) => chunk,
                None => match self.chunks.next() {
                    Some(chunk) => strings(self.column, &chunk?)?,
                    None => break,
                },
            };
            let taken = chunk.len().min(CHUNK_ROWS - rows);
            if taken < chunk.len() {
                self.rest = Some(chunk.slice(taken, chunk.len() - taken));
            }
            if taken > 0 {
                parts.push(arrow_cast::cast(&chunk.slice(0, taken), &DataType::LargeUtf8)?);
                rows += taken;
            }
        }
        Ok(())
    }
}

/// Finds the column that holds the strings: the one named `fen`, or the only one. Checks its type.
/// Returns `None` if there is no table.
fn string_column(field: &Field) -> PyResult<Option<usize>> {
    let DataType::Struct(columns) = field.data_type() else {
        check(field)?;
        return Ok(None);
    };
    let index = match columns.find("fen") {
        Some((index, _)) => index,
        None if columns.len() == 1 => 0,
        None => {
            let names: Vec<String> = columns.iter().map(|column| quoted(column.name())).collect();
            let found = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            let message = format!("positions: expected a column 'fen', or only one, but found {found}");
            return Err(PyValueError::new_err(message));
        }
    };
    check(&columns[index])?;
    Ok(Some(index))
}

fn strings(column: Option<usize>, chunk: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let (column, nulls) = match column {
        None => (chunk, None),
        Some(index) => (chunk.as_struct().column(index), chunk.nulls()),
    };
    let data = column.to_data();
    // The data comes from another language, so its strings may not be UTF-8.
    data.validate_full()?;
    if nulls.is_none() || column.data_type() == &DataType::Null {
        return Ok(Arc::clone(column));
    }
    // A whole row of a table may be null.
    let nulls = NullBuffer::union(nulls, column.nulls());
    Ok(make_array(data.into_builder().nulls(nulls).build()?))
}

fn check(column: &Field) -> PyResult<()> {
    let found = column.data_type();
    let kind = if let DataType::Dictionary(_, values) = found { values } else { found };
    if matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null) {
        return Ok(());
    }
    let column = match column.name().as_str() {
        "" => String::new(),
        name => format!(", column {}", quoted(name)),
    };
    let message =
        format!("positions{column}: expected strings (Utf8, LargeUtf8 or Utf8View) but found {found}");
    Err(PyTypeError::new_err(message))
}

fn of_arrow(why: ArrowError) -> PyErr {
    match why {
        ArrowError::ExternalError(_) => PyArrowError::from(why).into(),
        ArrowError::CDataInterface(why) => PyValueError::new_err(format!(
            "positions: expected valid Arrow data (if this is a Polars column of the type Null, cast it to String): {why}"
        )),
        why => PyValueError::new_err(why.to_string()),
    }
}
