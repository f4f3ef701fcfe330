//! Compares a listing line by line.
//!
//! The comparer writes each next line of the right listing itself. A line that equals it is not examined
//! further. `other_lines` reads all other lines.

mod checks;
mod other_lines;

use std::cell::RefCell;
use std::io::BufRead;

use super::cause;
use super::difference::{CompareError, Comparison, Difference, Finding, ListingPart, MAX_KEPT_FINDINGS};
use super::level::ListingLevel;
use super::listing::ListingLines;
use rankmoves::rank::{RankError, Ranker};
use rankmoves::tree::{push_close, push_open};
use rankmoves_core::{Position, Score, WON, score};

/// A line of the right listing.
enum ExpectedLine {
    /// Opens the move with this index.
    Open(usize),
    /// Scores the move with this index, which has no replies.
    Leaf(usize, Score),
    /// Closes the open move with its score.
    Close(Score),
}

/// A move that is skipped, with everything below it.
struct Skipped {
    path: String,
    indent: usize,
    /// True if the move has been reported already.
    is_reported: bool,
}

pub(super) struct Comparer<'a, 'b> {
    pub(super) ranker: &'a RefCell<&'b mut Ranker>,
    pub(super) depth: u32,
    pub(super) verbose: bool,
    /// The position of the question, then the positions after the open moves.
    pub(super) levels: Vec<ListingLevel>,
    skipped: Vec<Skipped>,
    pub(super) result: Comparison,
    /// The right scores of the root's moves, if the tree was not requested.
    pub(super) right: Vec<Score>,
    /// The scores found for the root's moves.
    pub(super) found: Vec<Option<i64>>,
    is_indented: bool,
    /// True if the listing has correctly reported that there are no moves.
    has_no_moves_line: bool,
    /// The next line of the right listing.
    right_line: Vec<u8>,
}

impl<'a, 'b> Comparer<'a, 'b> {
    pub(super) fn new(
        position: &Position,
        depth: u32,
        verbose: bool,
        ranker: &'a RefCell<&'b mut Ranker>,
    ) -> Result<Comparer<'a, 'b>, CompareError> {
        let root = ListingLevel::new(*position, if verbose { depth } else { 0 })?;
        let right = if verbose { Vec::new() } else { scores(ranker, position, depth)? };
        Ok(Comparer {
            ranker,
            depth,
            verbose,
            found: vec![None; root.moves.len()],
            levels: vec![root],
            skipped: Vec::new(),
            result: Comparison::default(),
            right,
            is_indented: false,
            has_no_moves_line: false,
            right_line: Vec::new(),
        })
    }

    pub(super) fn deepest(&mut self) -> &mut ListingLevel {
        self.levels.last_mut().expect("the root stays")
    }

    pub(super) fn add(&mut self, line: Option<u64>, difference: Difference) {
        if !self.result.count_one(&difference) {
            return;
        }
        let (deepest, above) = self.levels.split_last().expect("the root stays");
        let moves = above.iter().filter_map(|level| Some(level.moves[level.open?].clone())).collect();
        self.result.findings.push(Finding { line, moves, position: deepest.position, difference, more: 0 });
    }

    /// Adds a difference in the moves listed at the deepest level.
    pub(super) fn add_wrong(&mut self, line: Option<u64>, difference: Difference) {
        self.deepest().is_right = false;
        self.add(line, difference);
    }

    pub(super) fn read(&mut self, lines: &ListingLines<impl BufRead>) -> Result<(), CompareError> {
        match self.next_line() {
            Some(next) if self.right_line == lines.bytes => self.advance(&next),
            _ => lines.lines().iter().enumerate().try_for_each(|(index, line)| {
                if index > 0 {
                    self.add(Some(line.number), Difference::NoLineBreak);
                }
                self.line(line)
            }),
        }
    }

    /// Returns the next line of the right listing, if all moves before it are
    /// listed, and leaves its text in `right_line`.
    fn next_line(&mut self) -> Option<ExpectedLine> {
        if !self.skipped.is_empty() {
            return None;
        }
        let ply = u32::try_from(self.levels.len() - 1).ok()?;
        let (deepest, above) = self.levels.split_last().expect("the root stays");
        let player = deepest.position.turn();
        self.right_line.clear();
        let Some(mv) = deepest.moves.get(deepest.next) else {
            let above = above.last().filter(|_| deepest.is_full())?;
            let score = deepest.highest.map_or(WON, |highest| -highest);
            push_close(&mut self.right_line, ply - 1, &above.moves[above.open?], player.opponent(), score);
            return Some(ExpectedLine::Close(score));
        };
        if deepest.is_listed[deepest.next] {
            return None;
        }
        if deepest.depth > 0 {
            push_open(&mut self.right_line, ply, mv, player);
            return Some(ExpectedLine::Open(deepest.next));
        }
        let score =
            if self.verbose { score(&deepest.position.after(mv), player) } else { self.right[deepest.next] };
        push_close(&mut self.right_line, ply, mv, player, score);
        if !self.verbose {
            // A line of a plain listing is a line of the tree without its mark.
            self.right_line.drain(..2);
        }
        Some(ExpectedLine::Leaf(deepest.next, score))
    }

    /// Goes past a line that equals the next line of the right listing.
    fn advance(&mut self, next: &ExpectedLine) -> Result<(), CompareError> {
        let indent = 4 * (self.levels.len() - 1);
        self.is_indented |= indent > 0;
        self.deepest().indent.get_or_insert(indent);
        match *next {
            ExpectedLine::Open(index) => {
                let deepest = self.deepest();
                deepest.list(index);
                self.push(index)?;
            }
            ExpectedLine::Leaf(index, score) => {
                if !self.verbose {
                    self.found[index] = Some(score.into());
                }
                let deepest = self.deepest();
                deepest.list(index);
                deepest.add_score(score, Some(score.into()));
            }
            ExpectedLine::Close(score) => {
                let replies = self.levels.pop().expect("a level is above another");
                let deepest = self.deepest();
                deepest.open = None;
                deepest.carried = deepest.carried.max(replies.listed.highest);
                deepest.add_score(score, Some(score.into()));
            }
        }
        Ok(())
    }

    fn push(&mut self, index: usize) -> Result<(), CompareError> {
        let deepest = self.deepest();
        deepest.open = Some(index);
        let (after, depth) = (deepest.position.after(&deepest.moves[index]), deepest.depth - 1);
        self.levels.push(ListingLevel::new(after, depth)?);
        Ok(())
    }

    /// Looks for unlisted moves at the deepest level.
    fn report_missing(&mut self, line: Option<u64>) -> Result<(), CompareError> {
        let needs_scores = self.levels.len() > 1;
        let may_be_cut_off = self.may_be_cut_off();
        let count = self.deepest().moves.len();
        for index in 0..count {
            let is_kept = self.result.count(ListingPart::Moves) < MAX_KEPT_FINDINGS;
            let deepest = self.deepest();
            if deepest.is_listed[index] {
                continue;
            }
            let (position, depth, mv) = (deepest.position, deepest.depth, deepest.moves[index].clone());
            // This examines all moves, and there may be very many.
            let rule = if is_kept { cause::permission(&position, &mv, deepest.moves.iter()) } else { "" };
            self.add_wrong(line, Difference::Missing { mv, rule });
            self.result.pruned.cut_off += u64::from(may_be_cut_off);
            if needs_scores {
                let expected = self.expected(&position, index, depth)?;
                let deepest = self.deepest();
                deepest.highest = deepest.highest.max(Some(expected));
            }
        }
        Ok(())
    }

    /// Returns whether a search with pruning may have ended the list at the deepest level: the listed moves
    /// are the first in the order, and the last of them is so good that the opponent will avoid this position.
    fn may_be_cut_off(&self) -> bool {
        let (deepest, above) = self.levels.split_last().expect("the root stays");
        let Some(last) = deepest.listed.last.filter(|_| deepest.lists_first_moves()) else { return false };
        // The opponent's best scores so far, at every second level above.
        let mut bests = above.iter().rev().step_by(2).filter_map(|level| level.listed.highest);
        let is_enough = i64::from(WON) == last || bests.any(|best| last >= -best);
        !above.is_empty() && is_enough && deepest.listed.highest == Some(last)
    }

    pub(super) fn end(mut self, lines: u64, has_line_feed: bool) -> Result<Comparison, CompareError> {
        self.result.lines = lines;
        if !has_line_feed {
            self.add(Some(lines), Difference::NoLineFeed);
        }
        let root = &self.levels[0];
        if root.moves.is_empty() {
            let expected = root.no_moves();
            if !self.has_no_moves_line {
                self.add(None, Difference::EndsTooSoon(expected));
            }
        } else if (self.levels.len() > 1 || lines == 0) && self.next_line().is_some() {
            let expected = String::from_utf8_lossy(&self.right_line).trim().to_owned();
            self.add(None, Difference::EndsTooSoon(expected));
        } else {
            while self.levels.len() > 1 {
                self.end_level(None, None)?;
            }
            self.report_missing(None)?;
        }
        self.result.right_for = self.other_depth()?;
        self.result.findings.sort_by_key(|finding| finding.difference.part());
        Ok(self.result)
    }
}

/// Returns the right scores of the moves of a position.
fn scores(ranker: &RefCell<&mut Ranker>, position: &Position, depth: u32) -> Result<Vec<Score>, RankError> {
    let moves = ranker.borrow_mut().rank(position, depth)?;
    Ok(moves.into_iter().map(|ranked| ranked.score).collect())
}
