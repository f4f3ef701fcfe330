//! Checks the form of lines, and the scores of moves.

use super::{Comparer, scores};
use crate::cause;
use crate::difference::{CompareError, Difference, ListingPart, MAX_KEPT_FINDINGS, excerpt};
use crate::listing::{ListedMove, ListingLine};
use crate::mistake::Mistakes;
use rankmoves::rank::RankError;
use rankmoves_core::{Player, Position, Score, WON, score};

impl Comparer<'_, '_> {
    /// Compares the form of a line with `template`: the right text without leading blanks, but with the
    /// line's own score. `right` is the text to report as expected; it differs from `template` if the score
    /// is wrong.
    pub(super) fn check_form(
        &mut self,
        line: &ListingLine,
        template: &str,
        right: &str,
        player: Option<Player>,
    ) {
        let number = Some(line.number);
        let indent = 4 * (self.levels.len() - 1);
        let text = line.text.strip_prefix('\u{feff}').unwrap_or(&line.text);
        let stripped = text.strip_suffix('\r').unwrap_or(text);
        if stripped.len() < text.len() {
            self.add(number, Difference::CarriageReturn);
        }
        let trimmed = stripped.trim_end();
        if trimmed.len() < stripped.len() {
            self.add(number, Difference::TrailingBlanks);
        }
        let content = trimmed.trim_start();
        let found = &trimmed[..trimmed.len() - content.len()];
        if found.len() != indent || found.bytes().any(|byte| byte != b' ') {
            self.add(number, Difference::Indentation(excerpt(found)));
        }
        if content == template {
            return;
        }
        let mover = self.deepest().position.turn();
        if let Some(found) = player.filter(|&player| player != mover) {
            self.add(number, Difference::Player(found));
        } else {
            let (found, expected) = (excerpt(content), right.to_owned());
            self.add(number, Difference::Wording { found, expected });
        }
    }

    /// Checks the score of a move whose replies are not listed.
    pub(super) fn score_leaf(
        &mut self,
        line: &ListingLine,
        entry: &ListedMove,
        index: usize,
    ) -> Result<(), CompareError> {
        let deepest = self.levels.last().expect("the root stays");
        let (position, mv) = (deepest.position, deepest.moves[index].clone());
        let depth = if self.verbose { deepest.depth } else { self.depth };
        let expected = self.expected(&position, index, depth)?;
        let causes = match entry.score.filter(|&found| depth == 0 && found != i64::from(expected)) {
            Some(found) => cause::of_leaf(&position.after(&mv), position.turn(), found),
            None => Mistakes::NONE,
        };
        if !self.verbose {
            self.found[index] = entry.score;
        }
        self.check_score(Some(line.number), Some((line, entry)), index, (expected, depth), Some(causes))
    }

    /// Ends the deepest level, which is not the root, and checks the score of its move. `listed` is the line of that
    /// score; `None` if it is missing before the line `number`, or at the end.
    pub(super) fn end_level(
        &mut self,
        number: Option<u64>,
        listed: Option<(&ListingLine, &ListedMove)>,
    ) -> Result<(), CompareError> {
        self.report_missing(number)?;
        let replies = self.levels.pop().expect("a level is above another");
        let deepest = self.deepest();
        let index = deepest.open.take().expect("a level above another has an open move");
        let (player, depth) = (deepest.position.turn(), deepest.depth);
        let causes = match listed.and_then(|(_, entry)| entry.score) {
            Some(found) => {
                cause::of_inner(&replies.position, player, &replies.listed, deepest.carried, found)
            }
            None => Mistakes::NONE,
        };
        deepest.carried = deepest.carried.max(replies.listed.highest);
        let expected = replies.highest.map_or(WON, |highest| -highest);
        self.check_score(number, listed, index, (expected, depth), replies.is_right.then_some(causes))
    }

    /// Checks the score of a move of the deepest level. `causes` are the mistakes that explain a wrong score; `None` if
    /// a wrong score follows from wrong replies.
    fn check_score(
        &mut self,
        number: Option<u64>,
        listed: Option<(&ListingLine, &ListedMove)>,
        index: usize,
        (expected, depth): (Score, u32),
        causes: Option<Mistakes>,
    ) -> Result<(), CompareError> {
        let mark = if self.verbose { ". " } else { "" };
        let found = listed.and_then(|(_, entry)| entry.score);
        let deepest = self.deepest();
        // A search with pruning may find only a bound for a move that is worse than the best so far.
        let is_bound = depth > 0 && found > Some(expected.into()) && found <= deepest.listed.highest;
        deepest.add_score(expected, found);
        let words = format!("{mark}{} for {}: score ", deepest.moves[index], deepest.position.turn());
        let right = format!("{words}{expected}");
        if let Some((line, entry)) = listed {
            let shown = found.unwrap_or(i64::from(expected));
            self.check_form(line, &format!("{words}{shown}"), &right, entry.player);
        } else {
            self.add(number, Difference::MissingLine(right));
        }
        if found == Some(i64::from(expected)) {
            return Ok(());
        }
        self.deepest().is_right = false;
        let Some(causes) = causes else {
            self.result.consequences += 1;
            return Ok(());
        };
        self.result.pruned.bounds += u64::from(is_bound);
        self.add_wrong_score(number, index, found, (expected, depth), causes)
    }

    /// Records a wrong or missing score of a move of the deepest level.
    fn add_wrong_score(
        &mut self,
        line: Option<u64>,
        index: usize,
        found: Option<i64>,
        (expected, depth): (Score, u32),
        causes: Mistakes,
    ) -> Result<(), CompareError> {
        let deepest = self.deepest();
        let (position, mv) = (deepest.position, deepest.moves[index].clone());
        // A line of best play is found only for differences that are kept.
        let is_kept = self.result.count(ListingPart::Scores) < MAX_KEPT_FINDINGS;
        let best = if is_kept { self.ranker.borrow_mut().line(&position, &mv, depth)? } else { Vec::new() };
        self.add(line, Difference::Score { mv, found, expected, depth, causes, line: best });
        Ok(())
    }

    pub(super) fn expected(&self, position: &Position, index: usize, depth: u32) -> Result<Score, RankError> {
        if !self.verbose {
            return Ok(self.right[index]);
        }
        let after = position.after(&self.levels.last().expect("the root stays").moves[index]);
        if depth == 0 {
            return Ok(score(&after, position.turn()));
        }
        let replies = scores(self.ranker, &after, depth - 1)?;
        Ok(replies.into_iter().max().map_or(WON, |highest| -highest))
    }

    /// Returns another depth at which the scores of a plain listing are right.
    pub(super) fn other_depth(&self) -> Result<Option<u32>, RankError> {
        let is_candidate = !self.verbose
            && self.result.count(ListingPart::Scores) > 0
            && self.result.count(ListingPart::Moves) == 0;
        let Some(root) = self.levels.first().filter(|_| is_candidate) else { return Ok(None) };
        let near = [self.depth.checked_sub(1), self.depth.checked_add(1), self.depth.checked_sub(2)];
        // A search that was cut short ends after a few plies.
        let depths = near.into_iter().flatten().chain(0..=MAX_TRIED_DEPTH);
        for depth in depths.filter(|&depth| depth != self.depth) {
            let right = scores(self.ranker, &root.position, depth)?;
            if right.iter().zip(&self.found).all(|(&right, &found)| found == Some(right.into())) {
                return Ok(Some(depth));
            }
        }
        Ok(None)
    }
}

/// Every depth up to this depth is tried.
const MAX_TRIED_DEPTH: u32 = 4;
