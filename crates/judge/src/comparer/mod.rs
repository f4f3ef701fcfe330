//! Compares a listing line by line.
//!
//! The comparer writes each next line of the right listing itself. A line that equals it is not examined
//! further. `other_lines` reads all other lines.

mod form;
mod other_lines;
mod scoring;

use std::cell::RefCell;
use std::io::BufRead;

use super::cause;
use super::difference::{Comparison, Difference, Finding, ListingPart, MAX_KEPT_FINDINGS};
use super::error::CompareError;
use super::level::ListingLevel;
use super::listing::ListingLines;
use super::mistakes::Mistakes;
use rankmoves::rank::{RankError, Ranker};
use rankmoves::tree::{push_close, push_open};
use rankmoves_core::{Position, Score, WON, score};

/// A line of the right listing.
enum Next {
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
    /// The position of the question, then the positions after the open moves. The last is called the
    /// top level.
    pub(super) levels: Vec<ListingLevel>,
    skipped: Vec<Skipped>,
    pub(super) result: Comparison,
    /// The right scores of the root's moves, if the tree was not requested.
    pub(super) right: Vec<Score>,
    /// The scores found for the root's moves.
    pub(super) found: Vec<Option<i64>>,
    /// True if some line was indented.
    is_indented: bool,
    /// True if the listing has correctly reported that there are no moves.
    has_no_moves_line: bool,
    /// The next line of the right listing.
    text: Vec<u8>,
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
            text: Vec::new(),
        })
    }

    pub(super) fn top(&mut self) -> &mut ListingLevel {
        self.levels.last_mut().expect("the root stays")
    }

    pub(super) fn add(&mut self, line: Option<u64>, difference: Difference) {
        if !self.result.count_one(&difference) {
            return;
        }
        let (top, above) = self.levels.split_last().expect("the root stays");
        let way = above.iter().filter_map(|level| Some(level.moves[level.open?].clone())).collect();
        self.result.findings.push(Finding { line, way, position: top.position, difference, more: 0 });
    }

    /// Adds a difference in the moves listed at the top level.
    pub(super) fn add_wrong(&mut self, line: Option<u64>, difference: Difference) {
        self.top().is_right = false;
        self.add(line, difference);
    }

    /// Compares the next line.
    pub(super) fn read(&mut self, lines: &ListingLines<impl BufRead>) -> Result<(), CompareError> {
        match self.next_line() {
            Some(next) if self.text == lines.bytes => self.advance(&next),
            _ => lines.lines().iter().enumerate().try_for_each(|(index, line)| {
                if index > 0 {
                    self.add(Some(line.number), Difference::NoLineBreak);
                }
                self.line(line)
            }),
        }
    }

    /// Returns the next line of the right listing, if all moves before it are
    /// listed, and leaves its text in `text`.
    fn next_line(&mut self) -> Option<Next> {
        if !self.skipped.is_empty() {
            return None;
        }
        let level = u32::try_from(self.levels.len() - 1).ok()?;
        let (top, above) = self.levels.split_last().expect("the root stays");
        let player = top.position.turn();
        self.text.clear();
        let Some(mv) = top.moves.get(top.next) else {
            let above = above.last().filter(|_| top.is_full())?;
            let score = top.highest.map_or(WON, |highest| -highest);
            push_close(&mut self.text, level - 1, &above.moves[above.open?], player.opponent(), score);
            return Some(Next::Close(score));
        };
        if top.is_listed[top.next] {
            return None;
        }
        if top.depth > 0 {
            push_open(&mut self.text, level, mv, player);
            return Some(Next::Open(top.next));
        }
        let score = if self.verbose { score(&top.position.after(mv), player) } else { self.right[top.next] };
        push_close(&mut self.text, level, mv, player, score);
        if !self.verbose {
            // A line of a plain listing is a line of the tree without its mark.
            self.text.drain(..2);
        }
        Some(Next::Leaf(top.next, score))
    }

    /// Goes past a line that equals the next line of the right listing.
    fn advance(&mut self, next: &Next) -> Result<(), CompareError> {
        let indent = 4 * (self.levels.len() - 1);
        self.is_indented |= indent > 0;
        self.top().indent.get_or_insert(indent);
        match *next {
            Next::Open(index) => {
                let top = self.top();
                top.list(index);
                self.push(index)?;
            }
            Next::Leaf(index, score) => {
                if !self.verbose {
                    self.found[index] = Some(score.into());
                }
                let top = self.top();
                top.list(index);
                top.add_score(score, Some(score.into()));
            }
            Next::Close(score) => {
                let replies = self.levels.pop().expect("a level is above another");
                let top = self.top();
                top.open = None;
                top.carried = top.carried.max(replies.listed.highest);
                top.add_score(score, Some(score.into()));
            }
        }
        Ok(())
    }

    /// Opens a move at the top level.
    fn push(&mut self, index: usize) -> Result<(), CompareError> {
        let top = self.top();
        top.open = Some(index);
        let (after, depth) = (top.position.after(&top.moves[index]), top.depth - 1);
        self.levels.push(ListingLevel::new(after, depth)?);
        Ok(())
    }

    /// Looks for unlisted moves at the top level.
    fn miss(&mut self, line: Option<u64>) -> Result<(), CompareError> {
        let needs_scores = self.levels.len() > 1;
        let may_be_cut_off = self.may_be_cut_off();
        let count = self.top().moves.len();
        for index in 0..count {
            let is_kept = self.result.count(ListingPart::Moves) < MAX_KEPT_FINDINGS as u64;
            let top = self.top();
            if top.is_listed[index] {
                continue;
            }
            let (position, depth, mv) = (top.position, top.depth, top.moves[index].clone());
            // This examines all moves, and there may be very many.
            let rule = if is_kept { cause::permission(&position, &mv, top.moves.iter()) } else { "" };
            self.add_wrong(line, Difference::Missing { mv, rule });
            self.result.pruned.cut_off += u64::from(may_be_cut_off);
            if needs_scores {
                let expected = self.expected(&position, index, depth)?;
                let top = self.top();
                top.highest = top.highest.max(Some(expected));
            }
        }
        Ok(())
    }

    /// Returns whether a search with pruning may have ended the list at the top level: the listed moves
    /// are the first in the order, and the last of them is so good that the opponent will avoid this position.
    fn may_be_cut_off(&self) -> bool {
        let (top, above) = self.levels.split_last().expect("the root stays");
        let Some(last) = top.listed.last.filter(|_| top.lists_first_moves()) else { return false };
        // The opponent's best scores so far, at every second level above.
        let mut bests = above.iter().rev().step_by(2).filter_map(|level| level.listed.highest);
        let is_enough = i64::from(WON) == last || bests.any(|best| last >= -best);
        !above.is_empty() && is_enough && top.listed.highest == Some(last)
    }

    /// Ends the top level, which is not the root.
    pub(super) fn finish(&mut self, line: Option<u64>) -> Result<ListingLevel, CompareError> {
        self.miss(line)?;
        Ok(self.levels.pop().expect("a level is above another"))
    }

    /// Ends the top level and its move, whose closing line is missing.
    fn close_unclosed(&mut self, line: Option<u64>) -> Result<(), CompareError> {
        let replies = self.finish(line)?;
        let expected = replies.highest.map_or(WON, |highest| -highest);
        let top = self.top();
        let index = top.open.take().expect("a level above another has an open move");
        top.add_score(expected, None);
        top.carried = top.carried.max(replies.listed.highest);
        let text = format!(". {} for {}: score {expected}", top.moves[index], top.position.turn());
        let depth = top.depth;
        self.add_wrong(line, Difference::MissingLine(text));
        if !replies.is_right {
            self.result.consequences += 1;
            return Ok(());
        }
        self.add_wrong_score(line, index, None, (expected, depth), Mistakes::NONE)
    }

    /// Ends the listing.
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
            let expected = String::from_utf8_lossy(&self.text).trim().to_owned();
            self.add(None, Difference::EndsTooSoon(expected));
        } else {
            while self.levels.len() > 1 {
                self.close_unclosed(None)?;
            }
            self.miss(None)?;
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
