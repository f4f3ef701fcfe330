//! Slices by their names.

use super::contents::SliceId;
use super::entries::Codes;
use super::numbering::Numbering;
use super::{BuildError, FileError};
use rankmoves_core::Player;
use rankmoves_core::support::hash::WordMap;

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

    /// Returns whether all of these slices are present.
    pub(super) fn has(&self, ids: &[SliceId]) -> bool {
        ids.iter().all(|id| self.slices.contains_key(id))
    }

    /// Returns the slice with this name, if it is present.
    pub(super) fn find(&self, id: SliceId) -> Option<&Slice> {
        self.slices.get(&id)
    }

    /// Returns the slice with this name.
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

    /// Removes slices.
    pub(super) fn remove(&mut self, ids: &[SliceId]) {
        for id in ids {
            self.slices.remove(id);
        }
        self.most_pieces = self.ids().map(|id| id.material.pieces()).max().unwrap_or(1);
    }

    /// Returns the names of all slices.
    pub(super) fn ids(&self) -> impl Iterator<Item = SliceId> {
        self.slices.keys().copied()
    }

    /// Returns the damage of the first file with an unreadable value.
    pub(super) fn damage(&self) -> Option<FileError> {
        let damage = |(id, slice): (&SliceId, &Slice)| Some((*id, slice.codes.file()?.damage()?));
        let mut broken: Vec<_> = self.slices.iter().filter_map(damage).collect();
        broken.sort_by_key(|(id, _)| (id.material.pieces(), id.material, id.player == Player::Black));
        broken.into_iter().next().map(|(_, why)| why)
    }

    /// Returns the reason why a value that a build needs could not be read.
    pub(super) fn read_error(&self) -> BuildError {
        self.damage().map_or(BuildError::Unreadable, BuildError::from)
    }
}
