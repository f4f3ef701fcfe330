//! Results only: wins, draws and losses without their lengths.
//!
//! A result has the code of a value without its length: 0 for a draw, 1 for a loss, 2 for a win. A byte holds
//! five results, because 3^5 values fit. Files omit the results of positions without non-converting moves; these follow
//! from the tables to which captures and crownings lead. Their slots hold filler chosen for compression.

/// The number of results per byte.
pub(super) const RESULTS_PER_BYTE: usize = 5;
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
pub(super) fn unpack(byte: u8, place: usize) -> u8 {
    byte / POWERS[place] % 3
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
            |(place, result): (usize, &Option<u8>)| result.is_none_or(|result| result == unpack(last, place));
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
    let differs = |&place: &usize| unpack(*one, place) != unpack(*other, place);
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
        assert_eq!([0, 2, 4].map(|place| unpack(bytes[0], place)), [2, 1, 2]);
    }

    #[test]
    fn the_first_difference_is_found_at_its_place() {
        let results = [2, 0, 1, 1, 2, 2, 2, 0, 1, 0, 1, 2];
        for place in 0..results.len() {
            let mut other = results;
            other[place] = (other[place] + 1) % 3;
            let [one, other] = [results, other].map(|results| pack(results.into_iter().map(Some)));
            assert_eq!(first_difference(&one, &other), Some(place));
        }
        let one = pack(results.into_iter().map(Some));
        assert_eq!(first_difference(&one, &one), None);
    }
}
