//! Slices by their names, and their entries: the codes of the values of all positions of one material.

use super::file::Packed;
use super::form::{self, Form};
use super::material::SliceId;
use super::numbering::Numbering;
use super::value::Value;
use super::{BuildError, FileError};
use rankmoves_core::Player;
use rankmoves_core::support::hash::WordMap;

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
        Entries { form: Form::Results, len: results.len(), bytes: form::pack(results) }
    }

    pub(super) fn blocks(&self) -> usize {
        self.len.div_ceil(self.form.block())
    }

    pub(super) fn block(&self, block: usize) -> &[u8] {
        let whole = self.form.block();
        let offset = |index: usize| self.form.bytes(index.min(self.len));
        &self.bytes[offset(block * whole)..offset((block + 1) * whole)]
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
}

/// The values of all positions of one material with one player to move.
pub(super) struct Slice {
    pub(super) numbering: Numbering,
    pub(super) codes: Codes,
}

/// Slices with the same kind of contents.
pub(super) struct SliceStore {
    /// The greatest number of pieces of any slice.
    pub(super) most_pieces: u32,
    slices: WordMap<SliceId, Slice>,
}

impl SliceStore {
    /// Creates a store without slices. Positions with one piece need no tables: the player without pieces
    /// has lost.
    pub(super) fn new() -> SliceStore {
        SliceStore { most_pieces: 1, slices: WordMap::default() }
    }

    pub(super) fn has(&self, ids: &[SliceId]) -> bool {
        ids.iter().all(|id| self.slices.contains_key(id))
    }

    pub(super) fn find(&self, id: SliceId) -> Option<&Slice> {
        self.slices.get(&id)
    }

    pub(super) fn slice(&self, id: SliceId) -> Result<&Slice, BuildError> {
        self.find(id).ok_or(BuildError::Missing(id.material))
    }

    /// Adds slices, or replaces them.
    pub(super) fn add(&mut self, slices: impl IntoIterator<Item = (SliceId, Slice)>) {
        for (id, slice) in slices {
            self.most_pieces = self.most_pieces.max(id.material.pieces());
            self.slices.insert(id, slice);
        }
    }

    pub(super) fn remove(&mut self, ids: &[SliceId]) {
        for id in ids {
            self.slices.remove(id);
        }
        self.most_pieces = self.ids().map(|id| id.material.pieces()).max().unwrap_or(1);
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = SliceId> {
        self.slices.keys().copied()
    }

    /// Returns the damage of the first file with an unreadable value.
    pub(super) fn damage(&self) -> Option<FileError> {
        let damage = |(id, slice): (&SliceId, &Slice)| Some((*id, slice.codes.file()?.damage()?));
        let mut damaged: Vec<_> = self.slices.iter().filter_map(damage).collect();
        damaged.sort_by_key(|(id, _)| (id.material.pieces(), id.material, id.player == Player::Black));
        damaged.into_iter().next().map(|(_, why)| why)
    }

    /// Returns the reason why a value that a build needs could not be read.
    pub(super) fn read_error(&self) -> BuildError {
        self.damage().map_or(BuildError::Unreadable, BuildError::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_keep_their_results() {
        let codes = [0, 1, 2, 3, 4, 500, 501];
        let results = codes.into_iter().map(|code| Some(form::result_of(code)));
        let results = Codes::InMemory(Entries::of_results(results));
        let read: Vec<u16> = (0..results.len()).filter_map(|index| results.code(index)).collect();
        assert_eq!(read, [0, 1, 2, 1, 2, 2, 1]);
    }
}
