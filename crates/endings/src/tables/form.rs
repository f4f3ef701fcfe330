//! The forms of entries, in memory and in files.
//!
//! A result has the code of a value without its length: 0 for a draw, 1 for a loss, 2 for a win. A byte holds
//! five results, because 3^5 values fit. Files omit the results of positions without non-converting moves; these follow
//! from the tables to which captures and crownings lead. Their slots hold filler chosen for compression.

use super::material::Contents;

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
            Form::Results => unpack(bytes[index / RESULTS_PER_BYTE], index % RESULTS_PER_BYTE).into(),
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

/// The number of results per byte.
const RESULTS_PER_BYTE: usize = 5;
const POWERS: [u8; RESULTS_PER_BYTE] = [1, 3, 9, 27, 81];

/// Removes the number of plies from a code.
#[inline]
pub(super) fn result_of(code: u16) -> u8 {
    match code {
        0 => 0,
        code if code.is_multiple_of(2) => 2,
        _ => 1,
    }
}

/// Returns one of the five results in a byte.
#[inline]
fn unpack(byte: u8, index: usize) -> u8 {
    byte / POWERS[index] % 3
}

/// Packs results; `None` is a result that is not needed.
pub(super) fn pack(results: impl ExactSizeIterator<Item = Option<u8>>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(results.len().div_ceil(RESULTS_PER_BYTE));
    let (mut results, mut group) = (results.fuse(), Vec::with_capacity(RESULTS_PER_BYTE));
    let mut last = 0;
    loop {
        group.clear();
        group.extend(results.by_ref().take(RESULTS_PER_BYTE));
        if group.is_empty() {
            return bytes;
        }
        let agrees =
            |(index, result): (usize, &Option<u8>)| result.is_none_or(|result| result == unpack(last, index));
        if !group.iter().enumerate().all(agrees) {
            // If the preceding byte has all the results that are needed, it is repeated. Otherwise each filler
            // repeats the preceding result.
            let mut before = unpack(last, RESULTS_PER_BYTE - 1);
            last = 0;
            for (result, power) in group.iter().zip(POWERS) {
                before = result.unwrap_or(before);
                last += before * power;
            }
        }
        bytes.push(last);
    }
}

/// Returns the index of the first result that differs between two packed sequences.
pub(super) fn first_difference(one: &[u8], other: &[u8]) -> Option<usize> {
    let (byte, (one, other)) = one.iter().zip(other).enumerate().find(|(_, (one, other))| one != other)?;
    let differs = |&index: &usize| unpack(*one, index) != unpack(*other, index);
    Some(byte * RESULTS_PER_BYTE + (0..RESULTS_PER_BYTE).find(differs).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needed_results_are_kept_and_others_repeat_the_byte_before() {
        let needed = [2, 0, 1, 1, 2, 2, 2, 0, 1, 0, 1, 2];
        let bytes = pack(needed.iter().copied().map(Some));
        assert_eq!(bytes.len(), 3);
        let read: Vec<u8> = (0..needed.len()).map(|index| unpack(bytes[index / 5], index % 5)).collect();
        assert_eq!(read, needed);
        let some = [Some(2), None, Some(1), None, Some(2), None, None, Some(1), None, None];
        let bytes = pack(some.into_iter());
        assert_eq!(bytes[0], bytes[1]);
        assert_eq!([0, 2, 4].map(|index| unpack(bytes[0], index)), [2, 1, 2]);
    }

    #[test]
    fn the_first_difference_is_found_at_its_index() {
        let results = [2, 0, 1, 1, 2, 2, 2, 0, 1, 0, 1, 2];
        for index in 0..results.len() {
            let mut other = results;
            other[index] = (other[index] + 1) % 3;
            let [one, other] = [results, other].map(|results| pack(results.into_iter().map(Some)));
            assert_eq!(first_difference(&one, &other), Some(index));
        }
        let one = pack(results.into_iter().map(Some));
        assert_eq!(first_difference(&one, &one), None);
    }
}
