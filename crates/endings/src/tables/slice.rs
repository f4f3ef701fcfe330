//! Codes of the values of all positions of one material.

use std::ops::Range;

use super::FileError;
use super::file::Packed;
use super::results::Results;
use super::value::Value;

/// The codes of the values of all positions of a material, by their numbers. Most need
/// one byte each.
pub(super) enum Codes {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
    /// Results alone: each code stands for all of its result.
    Results(Results),
    Packed(Packed),
}

impl Codes {
    /// Packs codes.
    pub(super) fn new(codes: impl ExactSizeIterator<Item = u16> + Clone) -> Codes {
        if codes.clone().all(|code| code <= u8::MAX.into()) {
            Codes::Narrow(codes.map(|code| u8::try_from(code).unwrap_or(u8::MAX)).collect())
        } else {
            Codes::Wide(codes.collect())
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Codes::Narrow(codes) => codes.len(),
            Codes::Wide(codes) => codes.len(),
            Codes::Results(results) => results.len(),
            Codes::Packed(codes) => codes.len(),
        }
    }

    /// Returns some codes as bytes, the low one first; only narrow ones have one each.
    pub(super) fn bytes(&self, range: Range<usize>) -> Vec<u8> {
        match self {
            Codes::Narrow(codes) => codes[range].to_vec(),
            codes => range.filter_map(|index| codes.code(index)).flat_map(u16::to_le_bytes).collect(),
        }
    }

    /// Returns a code; `None` if the file that has it cannot be read.
    #[inline]
    pub(super) fn code(&self, index: usize) -> Option<u16> {
        Some(match self {
            Codes::Narrow(codes) => codes[index].into(),
            Codes::Wide(codes) => codes[index],
            Codes::Results(results) => results.get(index),
            Codes::Packed(codes) => return codes.get(index),
        })
    }

    /// Returns a value; `None` if the file that has it cannot be read. That of a result has the
    /// fewest plies: a win in 1, a loss in 0.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<Value> {
        self.code(index).map(Value::from_code)
    }

    /// Returns the damage of its file, if a value could not be read.
    pub(super) fn damage(&self) -> Option<FileError> {
        match self {
            Codes::Packed(codes) => codes.damage(),
            Codes::Narrow(_) | Codes::Wide(_) | Codes::Results(_) => None,
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Option<Value>> {
        (0..self.len()).map(|index| self.get(index))
    }
}
