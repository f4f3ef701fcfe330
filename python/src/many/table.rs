//! Answers as an Arrow table.

use std::collections::VecDeque;
use std::sync::{Arc, LazyLock};

use arrow_array::builder::{ArrayBuilder, Int32Builder, ListBuilder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch, StructArray};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule};
use pyo3_arrow::ffi::{ArrayIterator, to_schema_pycapsule, to_stream_pycapsule};

use super::answer::{Answer, Group, Wrong};
use crate::{Reduced, error, reduce};

/// The maximum number of bytes in the strings of a batch. A batch that would exceed this limit ends one row
/// earlier, because Arrow's strings hold at most 2 GiB.
const MAX_STRING_BYTES: usize = 1 << 30;

pub static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
    Arc::new(Schema::new(vec![
        Field::new("fen", DataType::Utf8, true),
        Field::new("move", DataType::List(item(DataType::Utf8)), true),
        Field::new("score", DataType::List(item(DataType::Int32)), true),
        Field::new("best", DataType::Utf8, true),
        Field::new("error", DataType::Utf8, true),
    ]))
});

fn item(kind: DataType) -> FieldRef {
    Arc::new(Field::new("item", kind, false))
}

/// Returns the field of a batch as one array.
pub fn field() -> FieldRef {
    Arc::new(Field::new_struct("", SCHEMA.fields().clone(), false))
}

/// Returns a batch as one array.
pub fn array(batch: RecordBatch) -> ArrayRef {
    Arc::new(StructArray::from(batch))
}

pub struct TableBuilder {
    /// The rows of a batch.
    rows: usize,
    raises: bool,
    /// The number of rows added so far, in all batches together.
    count: usize,
    /// The full batches.
    full: VecDeque<RecordBatch>,
    fens: StringBuilder,
    moves: ListBuilder<StringBuilder>,
    scores: ListBuilder<Int32Builder>,
    best: StringBuilder,
    errors: StringBuilder,
}

impl TableBuilder {
    /// Makes a table with batches of `rows` rows. It raises errors if `raises` is true; otherwise it has a
    /// column for errors.
    pub fn new(rows: usize, raises: bool) -> TableBuilder {
        TableBuilder {
            rows,
            raises,
            count: 0,
            full: VecDeque::new(),
            fens: StringBuilder::new(),
            moves: ListBuilder::new(StringBuilder::new()).with_field(item(DataType::Utf8)),
            scores: ListBuilder::new(Int32Builder::new()).with_field(item(DataType::Int32)),
            best: StringBuilder::new(),
            errors: StringBuilder::new(),
        }
    }

    /// Adds rows; if errors are raised, up to the first invalid row.
    pub fn add(&mut self, Group { fens, answers }: Group) -> PyResult<()> {
        for (fen, answer) in fens.iter().zip(answers) {
            match answer {
                Some(Answer::Wrong(Wrong { message, location })) if self.raises => {
                    let (line, column) = location.unzip();
                    let message = format!("row {}: {message}", self.count);
                    return Err(error::RowError::new_err((message, self.count, line, column)));
                }
                answer => self.add_row(fen, answer),
            }
        }
        Ok(())
    }

    pub fn is_full(&self) -> bool {
        !self.full.is_empty()
    }

    pub fn take_full(&mut self) -> Option<RecordBatch> {
        self.full.pop_front()
    }

    /// Returns the next batch, full or not, unless there are no rows.
    pub fn take_rest(&mut self) -> Option<RecordBatch> {
        self.end_batch();
        self.take_full()
    }

    fn add_row(&mut self, fen: Option<&str>, answer: Option<Answer>) {
        let length = fen.map_or(0, str::len);
        if self.fens.values_slice().len() + self.errors.values_slice().len() + length > MAX_STRING_BYTES {
            self.end_batch();
        }
        self.fens.append_option(fen.filter(|_| i32::try_from(length).is_ok()));
        let (mut best_move, mut error) = (None, None);
        let is_ranked = match answer {
            None => false,
            Some(Answer::Wrong(wrong)) => {
                error = Some(wrong.message);
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
        if self.fens.len() == self.rows {
            self.end_batch();
        }
    }

    fn end_batch(&mut self) {
        if self.fens.is_empty() {
            return;
        }
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.fens.finish()),
            Arc::new(self.moves.finish()),
            Arc::new(self.scores.finish()),
            Arc::new(self.best.finish()),
            Arc::new(self.errors.finish()),
        ];
        let batch = RecordBatch::try_new(Arc::clone(&SCHEMA), columns);
        self.full.push_back(batch.expect("the columns have the types of the schema"));
    }
}

#[doc = doc!(RankedTable)]
#[pyclass(frozen, module = "rankmoves")]
pub struct RankedTable(pub Vec<RecordBatch>);

#[pymethods]
impl RankedTable {
    fn __len__(&self) -> usize {
        self.0.iter().map(RecordBatch::num_rows).sum()
    }

    #[expect(clippy::unused_self, reason = "Python calls it on an object")]
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, SCHEMA.as_ref())?)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let batches: Vec<Result<ArrayRef, ArrowError>> =
            self.0.iter().map(|batch| Ok(array(batch.clone()))).collect();
        let reader = ArrayIterator::new(batches, field());
        Ok(to_stream_pycapsule(py, Box::new(reader), requested_schema)?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py> {
        let write = || -> Result<Vec<u8>, ArrowError> {
            let mut writer = StreamWriter::try_new(Vec::new(), &SCHEMA)?;
            self.0.iter().try_for_each(|batch| writer.write(batch))?;
            writer.into_inner()
        };
        let bytes = py.detach(write).map_err(error::argument)?;
        reduce::<RankedTable>(py, (PyBytes::new(py, &bytes),))
    }

    #[staticmethod]
    fn _restore(bytes: &[u8]) -> PyResult<RankedTable> {
        let reader = StreamReader::try_new(bytes, None).map_err(error::argument)?;
        if reader.schema() != *SCHEMA {
            return Err(error::argument("expected the bytes of a pickled table"));
        }
        let batches = reader.collect::<Result<_, _>>().map_err(error::argument)?;
        Ok(RankedTable(batches))
    }

    fn __repr__(&self) -> String {
        format!("<RankedTable of {} rows: fen, move, score, best, error>", self.__len__())
    }
}
