//! The comparison of a listing line by line.
//!
//! The next line of the right listing is always known: a line that equals it is
//! not read any further. Other lines are read as liberally as they can be
//! understood.

use std::cell::RefCell;
use std::io::BufRead;

use super::cause;
use super::compare::CompareError;
use super::difference::{Comparison, Difference, Finding, MOST_KEPT, Part};
use super::form::{no_moves, quoted};
use super::level::Level;
use super::listing::{Content, Entry, Line, Lines, Mark, may_say_no_moves, player};
use super::scoring::scores;
use crate::model::moves::Path;
use crate::model::position::Position;
use crate::model::score::{Score, WON, score};
use crate::rank::Ranker;
use crate::tree::{push_close, push_open};

/// A line of the right listing.
enum Next {
    /// Opens a move by its index.
    Open(usize),
    /// Scores a move without replies by its index.
    Leaf(usize, Score),
    /// Scores the open move.
    Close(Score),
}

/// The most moves passed over that are open at a time. Programs in an endless loop
/// open more.
const MOST_SKIPPED: usize = 4096;

/// A move that is passed over, with all below it.
struct Skipped {
    path: String,
    indent: usize,
    /// The move has been told of already.
    is_told: bool,
}

pub(super) struct Comparer<'a, 'b> {
    pub(super) ranker: &'a RefCell<&'b mut Ranker>,
    pub(super) depth: u32,
    pub(super) verbose: bool,
    /// The position asked about, and those after the open moves.
    pub(super) levels: Vec<Level>,
    skipped: Vec<Skipped>,
    pub(super) result: Comparison,
    /// The right scores of the moves of the root, where the tree is not asked for.
    pub(super) right: Vec<Score>,
    /// The scores found for them.
    pub(super) found: Vec<Option<i64>>,
    /// Some line has been indented.
    is_indented: bool,
    /// The listing has said that there are no moves where there are none.
    has_said_none: bool,
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
        let root = level(*position, if verbose { depth } else { 0 })?;
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
            has_said_none: false,
            text: Vec::new(),
        })
    }

    pub(super) fn top(&mut self) -> &mut Level {
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

    /// Adds a difference of the moves listed at the top level.
    pub(super) fn add_wrong(&mut self, line: Option<u64>, difference: Difference) {
        self.top().is_right = false;
        self.add(line, difference);
    }

    /// Compares the next line.
    pub(super) fn read(&mut self, lines: &Lines<impl BufRead>) -> Result<(), CompareError> {
        match self.next_line() {
            Some(next) if self.text == lines.bytes() => self.advance(&next),
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
            // A plain line is one of the tree without its mark.
            self.text.drain(..2);
        }
        Some(Next::Leaf(top.next, score))
    }

    /// Takes the next line of the right listing as read.
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
                top.carry(&replies.listed);
                top.add_score(score, Some(score.into()));
            }
        }
        Ok(())
    }

    /// Opens a move of the top level.
    fn push(&mut self, index: usize) -> Result<(), CompareError> {
        let top = self.top();
        top.open = Some(index);
        let (after, depth) = (top.position.after(&top.moves[index]), top.depth - 1);
        self.levels.push(level(after, depth)?);
        Ok(())
    }

    fn line(&mut self, line: &Line) -> Result<(), CompareError> {
        let number = Some(line.number);
        self.is_indented |= line.indent > 0;
        if line.number == 1 && line.text.starts_with('\u{feff}') {
            self.add(number, Difference::ByteOrderMark);
        }
        match &line.content {
            Content::Blank => self.add(number, Difference::BlankLine),
            Content::Move(entry) => {
                self.leave_skipped(line, &entry.path);
                match self.mark(entry) {
                    Mark::Open => self.open(line, entry)?,
                    Mark::Close => self.close(line, entry)?,
                }
            }
            Content::NoMoves | Content::Other if self.says_none(line) => {
                self.has_said_none = true;
                let expected = no_moves(&self.levels[0].position);
                self.check_form(line, &expected, player(&line.text));
            }
            Content::NoMoves if !self.top().moves.is_empty() => {
                self.add_wrong(number, Difference::SaysNoMoves);
            }
            Content::NoMoves | Content::Other => self.add(number, Difference::OtherText(quoted(&line.text))),
        }
        Ok(())
    }

    /// Returns whether a line is the first to say that there are no moves where
    /// there are none.
    fn says_none(&self, line: &Line) -> bool {
        let says_none = || line.content == Content::NoMoves || may_say_no_moves(&line.text);
        self.levels[0].moves.is_empty() && !self.has_said_none && says_none()
    }

    /// Returns the mark of a line, or the one that it should have.
    fn mark(&self, entry: &Entry) -> Mark {
        entry.mark.unwrap_or(if self.verbose && entry.score.is_none() { Mark::Open } else { Mark::Close })
    }

    /// Stops passing over lines where the indentation says so.
    fn leave_skipped(&mut self, line: &Line, path: &str) {
        let is_behind = |skipped: &Skipped| line.indent <= skipped.indent && skipped.path != path;
        while self.is_indented && self.skipped.last().is_some_and(is_behind) {
            self.skipped.pop();
        }
    }

    /// Ends levels whose moves are not closed, if only so a move can be legal.
    fn leave_levels(&mut self, line: &Line, path: &str) -> Result<(), CompareError> {
        let is_same = |level: &Level| self.is_indented && level.indent == Some(line.indent);
        let fits = |level: &Level| level.expects(path) && (level.indent.is_none() || is_same(level));
        let (top, above) = self.levels.split_last().expect("the root stays");
        if top.index(path).is_some() || is_same(top) {
            return Ok(());
        }
        if let Some(at) =
            above.iter().rposition(|level| fits(level) || !self.is_indented && level.expects(path))
        {
            while self.levels.len() > at + 1 {
                self.close_unclosed(Some(line.number))?;
            }
        }
        Ok(())
    }

    fn open(&mut self, line: &Line, entry: &Entry) -> Result<(), CompareError> {
        let path = &entry.path;
        let skip = |is_told| Skipped { path: path.clone(), indent: line.indent, is_told };
        if !self.skipped.is_empty() {
            if self.skipped.len() < MOST_SKIPPED {
                self.skipped.push(skip(true));
            }
            return Ok(());
        }
        self.leave_levels(line, path)?;
        let top = self.top();
        if top.depth == 0 && top.index(path).is_some() {
            let difference =
                if self.verbose { Difference::TooDeep { path: path.clone() } } else { Difference::Verbose };
            self.add(Some(line.number), difference);
            self.skipped.push(skip(false));
            return Ok(());
        }
        let Some(index) = self.list(line, path) else {
            self.skipped.push(skip(true));
            return Ok(());
        };
        let player = self.top().position.turn();
        self.check_form(line, &format!("? {path} for {player}:"), entry.player);
        self.push(index)
    }

    fn close(&mut self, line: &Line, entry: &Entry) -> Result<(), CompareError> {
        let path = &entry.path;
        if let Some(open) = self.skipped.last() {
            if open.path != *path || self.is_indented && line.indent > open.indent {
                return Ok(());
            }
            let is_told = open.is_told;
            self.skipped.pop();
            if is_told || !self.skipped.is_empty() {
                return Ok(());
            }
            return match self.list(line, path) {
                Some(index) => self.score_leaf(line, entry, index),
                None => Ok(()),
            };
        }
        let top = self.levels.len() - 1;
        let is_reply = |at: usize| at + 1 < top && self.levels[top].expects(path);
        if let Some(at) =
            self.levels.iter().rposition(|level| level.has_open(path)).filter(|&at| !is_reply(at))
        {
            while self.levels.len() > at + 2 {
                self.close_unclosed(Some(line.number))?;
            }
            return self.score_inner(line, entry);
        }
        self.leave_levels(line, path)?;
        let Some(index) = self.list(line, path) else { return Ok(()) };
        let top = self.top();
        if top.depth > 0 {
            let mv = top.moves[index].clone();
            let difference = if top.position.after(&mv).has_moves() {
                Difference::NoReplies(mv)
            } else {
                Difference::MissingLine(format!("? {path} for {}:", top.position.turn()))
            };
            self.add(Some(line.number), difference);
        }
        self.score_leaf(line, entry, index)
    }

    /// Notes a move as listed; `None` if it is not legal.
    fn list(&mut self, line: &Line, path: &str) -> Option<usize> {
        let number = Some(line.number);
        let top = self.top();
        top.indent.get_or_insert(line.indent);
        let Some(index) = top.index(path) else {
            let position = top.position;
            let difference = match path.parse::<Path>() {
                Ok(path) => match position.find(&path) {
                    Err(reason) => Difference::Illegal { path, reason },
                    Ok(_) => Difference::NoPath(path.to_string()),
                },
                Err(_) => Difference::NoPath(quoted(path)),
            };
            self.add_wrong(number, difference);
            return None;
        };
        let mv = &top.moves[index];
        if top.is_listed[index] {
            let difference = Difference::Repeated(mv.clone());
            self.add_wrong(number, difference);
        } else if let Some(last) = top.next.checked_sub(1).filter(|&last| last > index) {
            let difference = Difference::Order { mv: mv.clone(), before: top.moves[last].clone() };
            self.add(number, difference);
        }
        self.top().list(index);
        Some(index)
    }

    /// Looks for moves of the top level that are not listed.
    fn miss(&mut self, line: Option<u64>) -> Result<(), CompareError> {
        let needs_scores = self.levels.len() > 1;
        let count = self.top().moves.len();
        for index in 0..count {
            let is_kept = self.result.count(Part::Moves) < MOST_KEPT as u64;
            let top = self.top();
            if top.is_listed[index] {
                continue;
            }
            let (position, depth, mv) = (top.position, top.depth, top.moves[index].clone());
            // It takes a look at all moves, of which there may be very many.
            let rule = if is_kept { cause::permission(&position, &mv, top.moves.iter()) } else { "" };
            self.add_wrong(line, Difference::Missing { mv, rule });
            if needs_scores {
                let expected = self.expected(&position, index, depth)?;
                let top = self.top();
                top.highest = top.highest.max(Some(expected));
            }
        }
        Ok(())
    }

    /// Ends the top level, which is not the root.
    pub(super) fn finish(&mut self, line: Option<u64>) -> Result<Level, CompareError> {
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
        top.carry(&replies.listed);
        let text = format!(". {} for {}: score {expected}", top.moves[index], top.position.turn());
        self.add_wrong(line, Difference::MissingLine(text));
        Ok(())
    }

    /// Ends the listing.
    pub(super) fn end(mut self, lines: u64, has_line_feed: bool) -> Result<Comparison, CompareError> {
        self.result.lines = lines;
        if !has_line_feed {
            self.add(Some(lines), Difference::NoLineFeed);
        }
        let root = &self.levels[0];
        if root.moves.is_empty() {
            let expected = no_moves(&root.position);
            if !self.has_said_none {
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

fn level(position: Position, depth: u32) -> Result<Level, CompareError> {
    Level::new(position, depth).ok_or(CompareError::TooManyMoves)
}
