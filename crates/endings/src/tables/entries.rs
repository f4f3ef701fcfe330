//! The entries of a slice: the codes of the values of all positions of one material.

use super::file::Packed;
use super::form::Form;
use super::results;
use super::value::Value;

/// Entries in memory.
pub(super) struct Entries {
    pub(super) form: Form,
    pub(super) len: usize,
    bytes: Vec<u8>,
}

impl Entries {
    /// Stores codes, in one byte each if all of them fit, otherwise in two.
    pub(super) fn new(codes: impl ExactSizeIterator<Item = u16> + Clone) -> Entries {
        let len = codes.len();
        if codes.clone().all(|code| code <= u8::MAX.into()) {
            let bytes = codes.map(|code| u8::try_from(code).unwrap_or(u8::MAX)).collect();
            Entries { form: Form::Narrow, len, bytes }
        } else {
            Entries { form: Form::Wide, len, bytes: codes.flat_map(u16::to_le_bytes).collect() }
        }
    }

    /// Stores only results; `None` is a result that is not needed.
    pub(super) fn of_results(results: impl ExactSizeIterator<Item = Option<u8>>) -> Entries {
        Entries { form: Form::Results, len: results.len(), bytes: results::pack(results) }
    }

    /// Returns the number of blocks.
    pub(super) fn blocks(&self) -> usize {
        self.len.div_ceil(self.form.block())
    }

    /// Returns the bytes of a block.
    pub(super) fn block(&self, block: usize) -> &[u8] {
        let whole = self.form.block();
        let place = |index: usize| self.form.bytes(index.min(self.len));
        &self.bytes[place(block * whole)..place((block + 1) * whole)]
    }
}

/// The codes of the values of all positions of a material, by their numbers.
pub(super) enum Codes {
    InMemory(Entries),
    InFile(Packed),
}

impl Codes {
    pub(super) fn len(&self) -> usize {
        match self {
            Codes::InMemory(entries) => entries.len,
            Codes::InFile(packed) => packed.len,
        }
    }

    /// Returns a code; `None` if it cannot be read from its file.
    #[inline]
    pub(super) fn code(&self, index: usize) -> Option<u16> {
        match self {
            Codes::InMemory(entries) => Some(entries.form.code(&entries.bytes, index)),
            Codes::InFile(packed) => packed.code(index),
        }
    }

    /// Returns a value; `None` if it cannot be read from its file. If only results are stored, values have
    /// the least possible number of plies: a win in 1, a loss in 0.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<Value> {
        self.code(index).map(Value::from_code)
    }

    /// Returns the file that holds the codes, if they are not in memory.
    pub(super) fn file(&self) -> Option<&Packed> {
        match self {
            Codes::InFile(packed) => Some(packed),
            Codes::InMemory(_) => None,
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Option<Value>> {
        (0..self.len()).map(|index| self.get(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_keep_their_results() {
        let codes = [0, 1, 2, 3, 4, 500, 501];
        let results = codes.into_iter().map(|code| Some(results::result_of(code)));
        let results = Codes::InMemory(Entries::of_results(results));
        let read: Vec<u16> = (0..results.len()).filter_map(|index| results.code(index)).collect();
        assert_eq!(read, [0, 1, 2, 1, 2, 2, 1]);
    }
}
