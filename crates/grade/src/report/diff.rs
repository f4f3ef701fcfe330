//! Finds the lines in which two answers differ, word by word.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::ops::Range;

use similar::{Algorithm, DiffTag, DiffableStr, capture_diff_slices};

/// The maximum number of words in lines that are compared word by word.
const MAX_COMPARED_WORDS: usize = 200;

/// The maximum number of lines of an answer that are compared.
const MAX_COMPARED_LINES: usize = 200;

/// The parts of lines that the other answer lacks, by the index of the line.
pub type Marks = BTreeMap<usize, Vec<Range<usize>>>;

/// Compares two answers. Returns for each answer the lines that the other lacks, with the parts that differ.
pub fn marks(got: &str, expected: &str) -> (Marks, Marks) {
    let (got, expected): (Vec<&str>, Vec<&str>) =
        (got.lines().take(MAX_COMPARED_LINES).collect(), expected.lines().take(MAX_COMPARED_LINES).collect());
    let (ours, mut theirs) = unmatched(&got, &expected);
    let (mut got_marks, mut expected_marks) = (Marks::new(), Marks::new());
    for index in ours {
        let line = got[index];
        let is_same = |&other: &usize| path(expected[other]) == path(line);
        let Some(other) = theirs.iter().position(is_same).map(|index| theirs.remove(index)) else {
            got_marks.insert(index, whole(line));
            continue;
        };
        let (parts, others) = parts(line, expected[other]);
        got_marks.insert(index, parts);
        expected_marks.insert(other, others);
    }
    expected_marks.extend(theirs.into_iter().map(|index| (index, whole(expected[index]))));
    (got_marks, expected_marks)
}

/// Returns the mark and the path of a line, by which lines are paired.
fn path(line: &str) -> (bool, Option<&str>) {
    (line.trim_start().starts_with('?'), line.split_whitespace().find(|word| word.contains("->")))
}

/// Returns the range of the whole line without the blanks around it, if the line is not blank.
fn whole(line: &str) -> Vec<Range<usize>> {
    let begin = line.len() - line.trim_start().len();
    let end = line.trim_end().len().max(begin);
    Some(begin..end).into_iter().filter(|part| !part.is_empty()).collect()
}

/// Returns for each of two lines the parts that the other lacks.
fn parts(got: &str, expected: &str) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    // The words, and the blanks between them.
    let (one, other) = (got.tokenize_words(), expected.tokenize_words());
    if one.len() > MAX_COMPARED_WORDS || other.len() > MAX_COMPARED_WORDS {
        return (whole(got), whole(expected));
    }
    let (ours, theirs) = unmatched(&one, &other);
    let range = |words: &[&str], index: usize| {
        let start = words[..index].iter().map(|word| word.len()).sum::<usize>();
        start..start + words[index].len()
    };
    (
        ours.into_iter().map(|index| range(&one, index)).collect(),
        theirs.into_iter().map(|index| range(&other, index)).collect(),
    )
}

/// Finds the longest common subsequence of two lists. Returns for each list the indices of its other elements.
fn unmatched<T: Hash + Ord>(ours: &[T], theirs: &[T]) -> (Vec<usize>, Vec<usize>) {
    let changes = capture_diff_slices(Algorithm::Lcs, ours, theirs);
    let changes = changes.iter().filter(|change| change.tag() != DiffTag::Equal);
    let (ours, theirs): (Vec<_>, Vec<_>) =
        changes.map(|change| (change.old_range(), change.new_range())).unzip();
    (ours.into_iter().flatten().collect(), theirs.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the parts of each marked line.
    fn marked(got: &str, expected: &str) -> [Vec<(usize, Vec<String>)>; 2] {
        let (ours, theirs) = marks(got, expected);
        let cut = |text: &str, marks: Marks| {
            let line = |index: usize| text.lines().nth(index).unwrap();
            let parts = |index, parts: Vec<Range<usize>>| {
                parts.into_iter().map(move |part| line(index)[part].to_owned())
            };
            marks.into_iter().map(|(index, ranges)| (index, parts(index, ranges).collect())).collect()
        };
        [cut(got, ours), cut(expected, theirs)]
    }

    fn owned(marks: &[(usize, &[&str])]) -> Vec<(usize, Vec<String>)> {
        marks.iter().map(|(index, parts)| (*index, parts.iter().map(ToString::to_string).collect())).collect()
    }

    #[test]
    fn all_lines_that_differ_are_found_with_their_words() {
        let got = "a1->b2 for red: score -98\nc3->d4 for red: score 0\ne5->f6 for red: score 98\n";
        let expected = got.replace("98", "99");
        let found = marked(got, &expected);
        assert_eq!(found, [owned(&[(0, &["-98"]), (2, &["98"])]), owned(&[(0, &["-99"]), (2, &["99"])])]);
        assert_eq!(marked("\ta1->b2", "    a1->b2"), [owned(&[(0, &["\t"])]), owned(&[(0, &["    "])])]);
        assert_eq!(marked(got, got), [vec![], vec![]]);
    }

    #[test]
    fn a_line_that_the_other_answer_lacks_is_marked_whole() {
        let [got, expected] = marked("a1->b2 x\nc3->d4 x\n", "a1->b2 x\ne5->f6 x\n");
        assert_eq!((got, expected), (owned(&[(1, &["c3->d4 x"])]), owned(&[(1, &["e5->f6 x"])])));
        assert_eq!(marked("a\n", "a\nb\n"), [vec![], owned(&[(1, &["b"])])]);
        assert_eq!(marked("", ""), [vec![], vec![]]);
    }

    #[test]
    fn very_long_lines_differ_as_a_whole() {
        let (got, expected) = ("a ".repeat(1000), "b ".repeat(1000));
        let (ours, theirs) = marks(&got, &expected);
        assert_eq!((ours[&0].len(), &ours[&0][0], &theirs[&0][0]), (1, &(0..1999), &(0..1999)));
    }
}
