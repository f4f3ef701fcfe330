//! The forms of entries, in memory and in files.

use super::contents::Contents;
use super::results::{self, RESULTS_PER_BYTE};

/// The form in which codes are stored in bytes. Its number represents it in a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Results only, five per byte: a code stands for all values with the same result.
    Results = 0,
    /// Codes of one byte, which is enough for most slices.
    Narrow = 1,
    /// Codes of two bytes, the low one first.
    Wide = 2,
}

impl Form {
    /// Returns the number of entries of a whole block of a file.
    #[inline]
    pub(super) const fn block(self) -> usize {
        match self {
            Form::Narrow | Form::Wide => 4096,
            Form::Results => 40960,
        }
    }

    /// Returns the number of bytes that `count` entries take.
    pub(super) const fn bytes(self, count: usize) -> usize {
        match self {
            Form::Narrow => count,
            Form::Wide => 2 * count,
            Form::Results => count.div_ceil(RESULTS_PER_BYTE),
        }
    }

    /// Reads the code of an entry.
    #[inline]
    pub(super) fn code(self, bytes: &[u8], index: usize) -> u16 {
        match self {
            Form::Narrow => bytes[index].into(),
            Form::Wide => u16::from_le_bytes([bytes[2 * index], bytes[2 * index + 1]]),
            Form::Results => {
                results::unpack(bytes[index / RESULTS_PER_BYTE], index % RESULTS_PER_BYTE).into()
            }
        }
    }

    /// Returns the form that a byte of a header represents, in a file with these contents.
    pub(super) fn from_width(width: u8, contents: Contents) -> Option<Form> {
        match (contents, width) {
            (Contents::Plies, 1) => Some(Form::Narrow),
            (Contents::Plies, 2) => Some(Form::Wide),
            (Contents::Results, 0) => Some(Form::Results),
            _ => None,
        }
    }
}
