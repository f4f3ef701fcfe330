//! The engine's estimates and proven values shown beside the exact scores, the costliest plies, and the results
//! expected in the game.

use rankmoves_endings::Value;

use super::Model;
use crate::tree::Row;
use table::review::{JudgedMoves, Judgement, ReviewedPly, Why, expected_for_red, moments};

impl Model {
    /// Returns the engine's score of a move in the tree for the player who makes it.
    pub fn estimate(&self, row: &Row) -> Option<i32> {
        let estimates = self.scores.results.estimates(&row.position).filter(|_| self.look.analysis)?;
        estimates.score(row.mv.path())
    }

    /// Returns red's expected result at the cursor, in percent, by the best move's proven value or estimate.
    pub fn expected_for_red(&self) -> Option<u8> {
        let position = self.game().position();
        let results = &self.scores.results;
        expected_for_red(position, |position| {
            let judged = JudgedMoves::new(position, results.estimates(position)?, results.proofs(position));
            Some(judged.best()?.outlook)
        })
        .filter(|_| self.look.analysis)
    }

    /// Returns red's expected results in the game, in percent: at the start, and after each ply; `None` where
    /// unknown.
    pub fn graph(&self) -> Vec<Option<u8>> {
        let plies = 0..self.game().plies().len();
        let first = self.reviewed(0).and_then(|first| Some((first, first.judgement.as_ref()?)));
        let start = first.map(|(first, judgement)| judgement.best.outlook.for_red(first.player));
        std::iter::once(start).chain(plies.map(|ply| Some(self.reviewed(ply)?.red))).collect()
    }

    /// Returns the judged ply of the game after `at` plies, once it is known.
    pub fn reviewed(&self, at: usize) -> Option<&ReviewedPly> {
        self.scores.results.reviewed(self.game(), at)
    }

    /// Returns the number of plies judged so far.
    pub fn reviewed_plies(&self) -> usize {
        (0..self.game().plies().len()).filter(|&at| self.reviewed(at).is_some()).count()
    }

    /// Returns the proven value of a move in the tree for the player who makes it.
    pub fn proven(&self, row: &Row) -> Option<Value> {
        let proofs = self.scores.results.proofs(&row.position).filter(|_| self.look.analysis)?;
        proofs.value(row.mv.path())
    }

    /// Returns the indices of the costliest plies judged so far, the worst first.
    pub fn moments(&self) -> Vec<usize> {
        let plies = 0..if self.is_review() { self.game().plies().len() } else { 0 };
        let cost = |ply| self.reviewed(ply).map_or(0, ReviewedPly::cost);
        moments(&plies.map(cost).collect::<Vec<_>>())
    }

    /// Returns the moment that follows the moment at the cursor in the order of costs. After the last, or if
    /// the cursor is at no moment, returns the worst.
    pub fn next_moment(&self) -> Option<usize> {
        let moments = self.moments();
        let here = moments.iter().position(|ply| ply + 1 == self.game().played().len());
        here.and_then(|here| moments.get(here + 1)).or(moments.first()).copied()
    }

    /// Returns the last ply played if it is a moment or was tried, otherwise the costliest ply of the game.
    pub fn shown_moment(&self) -> Option<usize> {
        let here = self.game().played().len().checked_sub(1);
        let is_tried = self.record().is_some() && !self.library.branches.is_empty();
        let is_moment = |reviewed: &ReviewedPly| {
            is_tried || reviewed.judgement.as_ref().is_some_and(Judgement::is_moment)
        };
        let here = here.filter(|&ply| self.is_review() && self.reviewed(ply).is_some_and(is_moment));
        here.or_else(|| self.moments().first().copied())
    }

    /// Lists the moments in one line each, with their indices. If `refutes`, adds the moves that refute the
    /// [shown moment](Self::shown_moment), below its line.
    pub fn moment_lines(&self, refutes: bool) -> Vec<(usize, String)> {
        let (shown, notation) = (self.shown_moment(), self.notation());
        let mut lines = Vec::new();
        for ply in self.moments() {
            let Some(reviewed) = self.reviewed(ply) else { continue };
            let why = reviewed.why.as_ref();
            let reasons = why.map_or_else(String::new, Why::reasons_text);
            let made = notation.ply(&reviewed.ply);
            lines.push((ply, format!("{:>3} {made:<8} -{:<3} {reasons}", ply + 1, reviewed.cost())));
            let refutation =
                why.filter(|_| refutes && shown == Some(ply)).map_or(&[][..], |why| &why.refutation.moves);
            lines.extend((ply + 1..).zip(refutation).map(|(number, made)| {
                (ply, format!("{number:>7} {} {made}", notation.path(made.mv.path())))
            }));
        }
        lines
    }

    /// Describes the [moment](Self::shown_moment) that the screen shows: its cost, the reasons, and the refutation.
    pub fn slip(&self) -> Option<String> {
        let ply = self.shown_moment()?;
        Some(format!("{}. {}", ply + 1, self.reviewed(ply)?.explained(self.notation())))
    }
}
