//! Slices: the values of all positions of one material.

use std::ops::Range;

use super::file::{FileError, Packed};
use super::value::Value;

/// The codes of the values of all positions of a material, by their numbers. Most need
/// one byte each.
pub(super) enum Codes {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
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
            Codes::Packed(codes) => codes.len(),
        }
    }

    /// Returns the bytes of a code.
    pub(super) fn width(&self) -> usize {
        match self {
            Codes::Narrow(_) => 1,
            Codes::Wide(_) => 2,
            Codes::Packed(codes) => codes.width(),
        }
    }

    /// Returns some codes as bytes, the low one first.
    pub(super) fn bytes(&self, range: Range<usize>) -> Vec<u8> {
        match self {
            Codes::Narrow(codes) => codes[range].to_vec(),
            Codes::Wide(codes) => codes[range].iter().flat_map(|code| code.to_le_bytes()).collect(),
            Codes::Packed(codes) => {
                range.filter_map(|index| codes.get(index)).flat_map(u16::to_le_bytes).collect()
            }
        }
    }

    /// Returns a value; `None` if the file that has it cannot be read.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<Value> {
        Some(Value::from_code(match self {
            Codes::Narrow(codes) => codes[index].into(),
            Codes::Wide(codes) => codes[index],
            Codes::Packed(codes) => codes.get(index)?,
        }))
    }

    /// Returns the damage of its file, if a value could not be read.
    pub(super) fn damage(&self) -> Option<FileError> {
        match self {
            Codes::Narrow(_) | Codes::Wide(_) => None,
            Codes::Packed(codes) => codes.damage(),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Option<Value>> {
        (0..self.len()).map(|index| self.get(index))
    }
}
