//! Compares a listing with the right one.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::io::{self, BufRead, Read};

use super::comparer::Comparer;
use super::difference::{CompareError, Comparison, Difference, Finding, ListingPart};
use super::listing::{Content, ListedMove, ListingLines, Mark};
use super::utf16;
use rankmoves::rank::Ranker;
use rankmoves_core::Position;

/// Compares a program's listing with the right one, for a position and a depth. If `verbose`, the listing is
/// the whole tree; otherwise only the moves.
///
/// Reads the listing (UTF-8 or UTF-16) as a stream, so memory use grows only with the depth. `ranker` finds
/// the right scores if the listing is not a tree, and the scores of moves that a tree does not list.
///
/// # Errors
///
/// If the listing cannot be read, a position has more than 100000 moves, or
/// memory is short.
pub fn compare(
    position: &Position,
    depth: u32,
    verbose: bool,
    listing: impl BufRead,
    ranker: &mut Ranker,
) -> Result<Comparison, CompareError> {
    let ranker = RefCell::new(ranker);
    let (mut listing, is_utf16) = utf16::to_utf8(listing)?;
    let (head, others) =
        if verbose { lead(position, depth, &mut listing)? } else { (Vec::new(), Vec::new()) };
    let questions = [(depth, verbose)].into_iter().chain(others);
    let comparers = questions.map(|(depth, verbose)| Comparer::new(position, depth, verbose, &ranker));
    let mut comparers = comparers.collect::<Result<Vec<_>, _>>()?;
    let mut lines = ListingLines::new(head.as_slice().chain(listing));
    let mut has_line_feed = true;
    while lines.read()? {
        has_line_feed = lines.bytes.ends_with(b"\n");
        for comparer in &mut comparers {
            comparer.read(&lines)?;
        }
        drop_hopeless(&mut comparers);
    }
    let mut results = Vec::new();
    for comparer in comparers {
        let (found, is_tree) = (comparer.depth, comparer.verbose);
        let result = comparer.end(lines.number, has_line_feed)?;
        results.push(if is_tree != verbose {
            result.under(position, Difference::Plain)
        } else if found != depth {
            result.under(position, Difference::Depth { found, expected: depth })
        } else {
            result
        });
    }
    let result = closest(results);
    Ok(if is_utf16 { result.under(position, Difference::Utf16) } else { result })
}

/// Drops the other questions that the listing clearly does not answer. The first question stays: its answer in
/// another form may have more differences than the answer to another question, because those skip its lines.
fn drop_hopeless(comparers: &mut Vec<Comparer<'_, '_>>) {
    let Some(least) = comparers.iter().map(|comparer| comparer.result.total()).min() else { return };
    let others = comparers.split_off(1);
    let is_close = |other: &Comparer<'_, '_>| other.result.total() <= least + HOPELESS_DIFFERENCES;
    comparers.extend(others.into_iter().filter(is_close));
}

/// Returns the result for the question that a listing answers best. Prefers another question to the first
/// only if the listing has its moves and scores, or lists another tree than the first question asks for.
fn closest(results: Vec<Comparison>) -> Comparison {
    let weight = |result: &Comparison| (result.total() - result.count(ListingPart::Form), result.total());
    let better = |best: Comparison, other: Comparison| {
        let is_other = other.right_for.is_some() || best.has_other_tree();
        if is_other && weight(&other) < weight(&best) { other } else { best }
    };
    results.into_iter().reduce(better).expect("the one with the fewest differences is left")
}

/// The number of differences that an answer may have beyond those of the closest answer. With more, its
/// question is ruled out.
const HOPELESS_DIFFERENCES: u64 = 100;

/// The maximum number of bytes read ahead.
const MAX_LEAD_BYTES: usize = 1 << 20;

/// Another question that a listing may answer: its depth, and whether a tree is requested.
type Other = (u32, bool);

/// Reads the lines up to the first score of a tree. Returns them, and the other questions that the listing
/// may answer.
fn lead(position: &Position, depth: u32, listing: &mut impl BufRead) -> io::Result<(Vec<u8>, Vec<Other>)> {
    /// The maximum number of surplus lines read.
    const MAX_MORE_LINES: u32 = 8;
    let mut expected = 0;
    let mut after = *position;
    while expected < depth.min(1000) {
        let Some(first) = after.legal_moves().next() else { break };
        after = after.after(&first);
        expected += 1;
    }
    let (mut head, mut found) = (Vec::new(), 0);
    let mut lines = ListingLines::new(listing);
    while found < expected + MAX_MORE_LINES && head.len() < MAX_LEAD_BYTES && lines.read()? {
        head.extend_from_slice(&lines.bytes);
        match lines.lines().swap_remove(0).content {
            Content::Move(
                ListedMove { mark: Some(Mark::Open), .. } | ListedMove { mark: None, score: None, .. },
            ) => {
                found += 1;
            }
            Content::Move(ListedMove { mark: None, .. }) if found == 0 && depth > 0 => {
                return Ok((head, vec![(depth, false)]));
            }
            Content::Move(_) if found < expected || expected == depth => {
                let others = match found.cmp(&expected) {
                    Ordering::Less => vec![(found, true)],
                    Ordering::Equal => Vec::new(),
                    // The game may end at this move, before the depth is reached.
                    Ordering::Greater => vec![(found, true), (found + 1, true)],
                };
                return Ok((head, others));
            }
            _ => break,
        }
    }
    // The game ends before the depth is reached, so the beginning of the listing does not show the depth.
    let near = [depth.checked_sub(1), depth.checked_add(1)];
    Ok((head, near.into_iter().flatten().map(|depth| (depth, true)).collect()))
}

impl Comparison {
    /// Returns whether the listed moves differ from the moves of the tree.
    fn has_other_tree(&self) -> bool {
        let is_too_deep = |finding: &Finding| matches!(finding.difference, Difference::TooDeep(_));
        self.count(ListingPart::Moves) > 0 || self.findings.iter().any(is_too_deep)
    }

    /// Puts a difference that affects the whole listing before the other differences.
    fn under(mut self, position: &Position, difference: Difference) -> Comparison {
        if let Difference::Depth { found, .. } = difference {
            self.right_for = Some(found).filter(|_| self.is_content_right());
        }
        self.count_one(&difference);
        let finding = Finding { line: Some(1), moves: Vec::new(), position: *position, difference, more: 0 };
        self.findings.insert(0, finding);
        self.findings.sort_by_key(|finding| finding.difference.part());
        self
    }
}
