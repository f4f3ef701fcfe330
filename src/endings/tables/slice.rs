//! Slices: the values of all positions of one material.

use super::value::Value;

/// The codes of the values of all positions of a material, by their numbers. Most need
/// one byte each.
pub(super) enum Codes {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
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
        }
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> u16 {
        match self {
            Codes::Narrow(codes) => codes[index].into(),
            Codes::Wide(codes) => codes[index],
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Value> {
        (0..self.len()).map(|index| Value::from_code(self.get(index)))
    }
}
