//! Strings of an object of Arrow, or of any other iterable.

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
use pyo3::types::{PyIterator, PyString};
use pyo3_arrow::error::PyArrowError;
use pyo3_arrow::ffi::ArrayReader;
use pyo3_arrow::input::AnyArray;
use rankmoves_core::quoted;

use crate::run::interruptibly;

/// The rows that are read at a time.
const ROWS: usize = 1 << 12;

/// Strings, or nulls.
pub enum Source {
    /// `None` once a signal has interrupted it.
    Arrow(Option<Reader>),
    Iterable {
        items: Py<PyIterator>,
        /// The number of items so far.
        count: usize,
    },
}

impl Source {
    /// Recognises an object of Arrow, or any other iterable.
    pub fn new(fens: &Bound<'_, PyAny>) -> PyResult<Source> {
        if fens.hasattr("__arrow_c_array__")? || fens.hasattr("__arrow_c_stream__")? {
            let chunks = fens.extract::<AnyArray>()?.into_reader()?;
            let column = Column::of(&chunks.field())?;
            return Ok(Source::Arrow(Some(Reader { chunks, column, rest: None })));
        }
        if fens.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("expected an iterable of strings but found one string"));
        }
        Ok(Source::Iterable { items: fens.try_iter()?.unbind(), count: 0 })
    }

    /// Reads some rows, one at least. `None` at the end.
    pub fn read(&mut self, py: Python<'_>) -> PyResult<Option<LargeStringArray>> {
        match self {
            Source::Iterable { items, count } => read_items(items.bind(py), count),
            Source::Arrow(reader) => {
                let Some(mut taken) = reader.take() else { return Ok(None) };
                let stop = Arc::new(AtomicBool::new(false));
                let flag = Arc::clone(&stop);
                let read = move || {
                    let rows = taken.read(&flag);
                    (taken, rows)
                };
                // The other side of the stream may need the interpreter, and may be slow.
                let (taken, rows) = interruptibly(py, &stop, read)?;
                *reader = Some(taken);
                rows.map_err(of_arrow)
            }
        }
    }
}

/// Reads items of an iterable.
fn read_items(items: &Bound<'_, PyIterator>, count: &mut usize) -> PyResult<Option<LargeStringArray>> {
    let mut strings = LargeStringBuilder::new();
    for item in items.clone().take(ROWS) {
        let item = item?;
        if item.is_none() {
            strings.append_null();
        } else if let Ok(string) = item.cast::<PyString>() {
            // Half of a surrogate pair becomes a character that no position has.
            strings.append_value(string.to_string_lossy());
        } else {
            let found = item.get_type().qualname()?;
            let message = format!("row {count}: expected a string or None but found {found}");
            return Err(PyTypeError::new_err(message));
        }
        *count += 1;
    }
    let strings = strings.finish();
    Ok((!strings.is_empty()).then_some(strings))
}

/// A column of strings of an object of Arrow.
pub struct Reader {
    chunks: Box<dyn ArrayReader + Send>,
    column: Column,
    /// The rows of the last chunk that are still to be read.
    rest: Option<ArrayRef>,
}

impl Reader {
    /// Reads rows, of several chunks if they are small. `None` at the end, and if it is stopped.
    fn read(&mut self, stop: &AtomicBool) -> Result<Option<LargeStringArray>, ArrowError> {
        let mut parts = Vec::new();
        let mut rows = 0;
        while rows < ROWS && !stop.load(Relaxed) {
            let chunk = match self.rest.take() {
                Some(chunk) => chunk,
                None => match self.chunks.next() {
                    Some(chunk) => self.column.strings(&chunk?)?,
                    None => break,
                },
            };
            let taken = chunk.len().min(ROWS - rows);
            if taken < chunk.len() {
                self.rest = Some(chunk.slice(taken, chunk.len() - taken));
            }
            if taken > 0 {
                parts.push(arrow_cast::cast(&chunk.slice(0, taken), &DataType::LargeUtf8)?);
                rows += taken;
            }
        }
        let parts: Vec<&dyn Array> = parts.iter().map(AsRef::as_ref).collect();
        Ok(match parts[..] {
            [] => None,
            [part] => Some(part.as_string().clone()),
            _ => Some(concat(&parts)?.as_string().clone()),
        })
    }
}

/// The column that holds the strings.
enum Column {
    /// The whole array.
    Whole,
    /// A column of a table: the one named `fen`, or the only one.
    OfTable(usize),
}

impl Column {
    /// Finds the column, and checks its type.
    fn of(field: &Field) -> PyResult<Column> {
        let DataType::Struct(columns) = field.data_type() else {
            check(field)?;
            return Ok(Column::Whole);
        };
        let index = match columns.find("fen") {
            Some((index, _)) => index,
            None if columns.len() == 1 => 0,
            None => {
                let names: Vec<String> = columns.iter().map(|column| quoted(column.name())).collect();
                let found = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                let message = format!("expected a column 'fen', or only one, but found {found}");
                return Err(PyValueError::new_err(message));
            }
        };
        check(&columns[index])?;
        Ok(Column::OfTable(index))
    }

    /// Returns the column of a chunk.
    fn strings(&self, chunk: &ArrayRef) -> Result<ArrayRef, ArrowError> {
        let (column, nulls) = match *self {
            Column::Whole => (chunk, None),
            Column::OfTable(index) => (chunk.as_struct().column(index), chunk.nulls()),
        };
        let data = column.to_data();
        // Other languages made it: its strings may be no UTF-8.
        data.validate_full()?;
        if nulls.is_none() || column.data_type() == &DataType::Null {
            return Ok(Arc::clone(column));
        }
        // A row of a table may be null as a whole.
        let nulls = NullBuffer::union(nulls, column.nulls());
        Ok(make_array(data.into_builder().nulls(nulls).build()?))
    }
}

/// Checks that a column holds strings.
fn check(column: &Field) -> PyResult<()> {
    let is_string = |kind: &DataType| {
        matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null)
    };
    let found = column.data_type();
    let accepted = match found {
        DataType::Dictionary(_, values) => is_string(values),
        kind => is_string(kind),
    };
    if accepted {
        return Ok(());
    }
    let message = format!("expected strings (Utf8, LargeUtf8 or Utf8View) but found {found}");
    Err(PyTypeError::new_err(match column.name().as_str() {
        "" => message,
        name => format!("column {}: {message}", quoted(name)),
    }))
}

/// Makes an error of Python.
fn of_arrow(why: ArrowError) -> PyErr {
    match why {
        ArrowError::ExternalError(_) => PyArrowError::from(why).into(),
        why => PyValueError::new_err(why.to_string()),
    }
}
