//! Reads, as liberally as possible, the lines that differ from the next line of the right listing.

use super::{Comparer, Skipped};
use crate::difference::{CompareError, Difference, excerpt};
use crate::level::ListingLevel;
use crate::listing::{Content, ListedMove, ListingLine, Mark, may_mean_no_moves, player};
use rankmoves_core::Path;

/// The maximum number of skipped moves that are open at the same time. Programs in an endless loop open more.
const MAX_SKIPPED_MOVES: usize = 4096;

impl Comparer<'_, '_> {
    pub(super) fn line(&mut self, line: &ListingLine) -> Result<(), CompareError> {
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
            Content::NoMoves | Content::Other(_) if self.is_first_no_moves_line(line) => {
                self.has_no_moves_line = true;
                let expected = self.levels[0].no_moves();
                self.check_form(line, &expected, &expected, player(&line.text));
            }
            Content::NoMoves if !self.deepest().moves.is_empty() => {
                self.add_wrong(number, Difference::SaysNoMoves);
            }
            Content::NoMoves | Content::Other(_) => {
                self.add(number, Difference::OtherText(excerpt(&line.text)));
            }
        }
        Ok(())
    }

    /// Returns whether a line is the first that correctly reports that there are no moves.
    fn is_first_no_moves_line(&self, line: &ListingLine) -> bool {
        let states_no_moves = || line.content == Content::NoMoves || may_mean_no_moves(&line.text);
        self.levels[0].moves.is_empty() && !self.has_no_moves_line && states_no_moves()
    }

    /// Returns the mark of a line or, if it has none, the mark that it should have.
    fn mark(&self, entry: &ListedMove) -> Mark {
        entry.mark.unwrap_or(if self.verbose && entry.score.is_none() { Mark::Open } else { Mark::Close })
    }

    /// Ends skipped moves, the last one first. Stops at a move that is indented less than the line, or that the
    /// line names.
    fn leave_skipped(&mut self, line: &ListingLine, path: &str) {
        let is_behind = |skipped: &Skipped| line.indent <= skipped.indent && skipped.path != path;
        while self.is_indented && self.skipped.last().is_some_and(is_behind) {
            self.skipped.pop();
        }
    }

    /// Ends levels whose moves are not closed, if a move can be legal only after they end.
    fn leave_levels(&mut self, line: &ListingLine, path: &str) -> Result<(), CompareError> {
        let is_same = |level: &ListingLevel| self.is_indented && level.indent == Some(line.indent);
        let fits = |level: &ListingLevel| level.expects(path) && (level.indent.is_none() || is_same(level));
        let (deepest, above) = self.levels.split_last().expect("the root stays");
        if deepest.index(path).is_some() || is_same(deepest) {
            return Ok(());
        }
        if let Some(at) =
            above.iter().rposition(|level| fits(level) || !self.is_indented && level.expects(path))
        {
            while self.levels.len() > at + 1 {
                self.end_level(Some(line.number), None)?;
            }
        }
        Ok(())
    }

    fn open(&mut self, line: &ListingLine, entry: &ListedMove) -> Result<(), CompareError> {
        let path = &entry.path;
        let skip = |is_reported| Skipped { path: path.clone(), indent: line.indent, is_reported };
        if !self.skipped.is_empty() {
            if self.skipped.len() < MAX_SKIPPED_MOVES {
                self.skipped.push(skip(true));
            }
            return Ok(());
        }
        self.leave_levels(line, path)?;
        let deepest = self.deepest();
        if deepest.depth == 0 && deepest.index(path).is_some() {
            let difference =
                if self.verbose { Difference::TooDeep(path.clone()) } else { Difference::Verbose };
            self.add(Some(line.number), difference);
            self.skipped.push(skip(false));
            return Ok(());
        }
        let Some(index) = self.list(line, path) else {
            self.skipped.push(skip(true));
            return Ok(());
        };
        let player = self.deepest().position.turn();
        let text = format!("? {path} for {player}:");
        self.check_form(line, &text, &text, entry.player);
        self.push(index)
    }

    fn close(&mut self, line: &ListingLine, entry: &ListedMove) -> Result<(), CompareError> {
        let path = &entry.path;
        if let Some(open) = self.skipped.last() {
            if open.path != *path || self.is_indented && line.indent > open.indent {
                return Ok(());
            }
            let is_reported = open.is_reported;
            self.skipped.pop();
            if is_reported || !self.skipped.is_empty() {
                return Ok(());
            }
            return match self.list(line, path) {
                Some(index) => self.score_leaf(line, entry, index),
                None => Ok(()),
            };
        }
        let deepest = self.levels.len() - 1;
        let is_reply = |at: usize| at + 1 < deepest && self.levels[deepest].expects(path);
        if let Some(at) =
            self.levels.iter().rposition(|level| level.has_open(path)).filter(|&at| !is_reply(at))
        {
            while self.levels.len() > at + 2 {
                self.end_level(Some(line.number), None)?;
            }
            return self.end_level(Some(line.number), Some((line, entry)));
        }
        self.leave_levels(line, path)?;
        let Some(index) = self.list(line, path) else { return Ok(()) };
        let deepest = self.deepest();
        if deepest.depth > 0 {
            let mv = deepest.moves[index].clone();
            let difference = if deepest.position.after(&mv).has_moves() {
                Difference::NoReplies(mv)
            } else {
                Difference::MissingLine(format!("? {path} for {}:", deepest.position.turn()))
            };
            self.add(Some(line.number), difference);
        }
        self.score_leaf(line, entry, index)
    }

    /// Notes a move as listed; `None` if it is not legal.
    fn list(&mut self, line: &ListingLine, path: &str) -> Option<usize> {
        let number = Some(line.number);
        let deepest = self.deepest();
        deepest.indent.get_or_insert(line.indent);
        let Some(index) = deepest.index(path) else {
            let position = deepest.position;
            let difference = match path.parse::<Path>().map(|path| (position.find(&path), path)) {
                Ok((Err(reason), path)) => Difference::Illegal { path, reason },
                // No legal move has this text, so it is not a path.
                _ => Difference::NoPath(excerpt(path)),
            };
            self.add_wrong(number, difference);
            return None;
        };
        let mv = &deepest.moves[index];
        if deepest.is_listed[index] {
            let difference = Difference::Repeated(mv.clone());
            self.add_wrong(number, difference);
        } else if let Some(last) = deepest.next.checked_sub(1).filter(|&last| last > index) {
            let difference = Difference::Order { mv: mv.clone(), before: deepest.moves[last].clone() };
            self.add(number, difference);
        }
        self.deepest().list(index);
        Some(index)
    }
}
