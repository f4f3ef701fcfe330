//! The first line in which two answers differ, word by word.

use std::ops::Range;

/// The maximum number of words of a line that are compared one by one.
const MAX_COMPARED_WORDS: usize = 200;

/// The first line that differs: its index, and for each answer the parts of its line that the other
/// lacks.
#[derive(Debug, PartialEq, Eq)]
pub struct LineDiff {
    pub index: usize,
    pub got: Vec<Range<usize>>,
    pub expected: Vec<Range<usize>>,
}

/// Compares two answers. `None` if they are equal up to the end of the shorter one.
pub fn first(got: &str, expected: &str) -> Option<LineDiff> {
    let pairs = got.lines().zip(expected.lines());
    let (index, (got, expected)) = pairs.enumerate().find(|(_, (got, expected))| got != expected)?;
    let (one, other) = (words(got), words(expected));
    let (mut got_parts, mut expected_parts) = (Vec::new(), Vec::new());
    if one.len() <= MAX_COMPARED_WORDS && other.len() <= MAX_COMPARED_WORDS {
        let common = common(got, &one, expected, &other);
        let is_common =
            |index: &usize, of: fn(&(usize, usize)) -> usize| common.iter().any(|pair| of(pair) == *index);
        got_parts.extend(
            (0..one.len()).filter(|index| !is_common(index, |pair| pair.0)).map(|index| one[index].clone()),
        );
        expected_parts.extend(
            (0..other.len())
                .filter(|index| !is_common(index, |pair| pair.1))
                .map(|index| other[index].clone()),
        );
    } else {
        got_parts.push(0..got.len());
        expected_parts.push(0..expected.len());
    }
    Some(LineDiff { index, got: got_parts, expected: expected_parts })
}

/// Returns the words of a line, and the blanks between them.
fn words(line: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut is_blank = None;
    for (index, char) in line.char_indices() {
        let end = index + char.len_utf8();
        match words.last_mut() {
            Some(word) if is_blank == Some(char.is_whitespace()) => word.end = end,
            _ => words.push(index..end),
        }
        is_blank = Some(char.is_whitespace());
    }
    words
}

/// Finds the longest common subsequence: pairs of indices of equal words.
fn common(got: &str, one: &[Range<usize>], expected: &str, other: &[Range<usize>]) -> Vec<(usize, usize)> {
    let is_same = |i: usize, j: usize| got[one[i].clone()] == expected[other[j].clone()];
    // The lengths for the rest after each pair of places.
    let mut lengths = vec![vec![0_usize; other.len() + 1]; one.len() + 1];
    for i in (0..one.len()).rev() {
        for j in (0..other.len()).rev() {
            lengths[i][j] = if is_same(i, j) {
                lengths[i + 1][j + 1] + 1
            } else {
                lengths[i + 1][j].max(lengths[i][j + 1])
            };
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < one.len() && j < other.len() {
        if is_same(i, j) {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if lengths[i + 1][j] >= lengths[i][j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(got: &str, expected: &str) -> Option<(usize, Vec<String>, Vec<String>)> {
        let diff = first(got, expected)?;
        let line = |text: &str| text.lines().nth(diff.index).unwrap().to_owned();
        let (got, expected) = (line(got), line(expected));
        let cut = |line: &str, parts: &[Range<usize>]| {
            parts.iter().map(|part| line[part.clone()].to_owned()).collect()
        };
        Some((diff.index, cut(&got, &diff.got), cut(&expected, &diff.expected)))
    }

    #[test]
    fn words_that_differ_are_found() {
        let found = parts("a\nb6->a7 for red: score -98\n", "a\nb6->a7 for red: score -99\n");
        assert_eq!(found, Some((1, vec!["-98".to_owned()], vec!["-99".to_owned()])));
        let found = parts("the long way", "the way");
        assert_eq!(found, Some((0, vec!["long".to_owned(), " ".to_owned()], vec![])));
        let found = parts("\ta", "    a");
        assert_eq!(found, Some((0, vec!["\t".to_owned()], vec!["    ".to_owned()])));
    }

    #[test]
    fn answers_of_which_one_begins_with_the_other_have_no_such_line() {
        assert_eq!(parts("a\n", "a\nb\n"), None);
        assert_eq!(parts("", ""), None);
    }

    #[test]
    fn very_long_lines_differ_as_a_whole() {
        let (got, expected) = ("a ".repeat(1000), "b ".repeat(1000));
        let diff = first(&got, &expected).unwrap();
        let whole = 0..2000;
        assert_eq!((&diff.got[..], &diff.expected[..]), (&[whole.clone()][..], &[whole][..]));
    }
}
