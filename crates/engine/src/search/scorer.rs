//! Scores positions without a search, by the rules, proven values, and the evaluation.

use std::sync::Arc;

use super::NewAlphaBeta;
use crate::evaluate::Evaluator;
use crate::patterns::Patterns;
use crate::probe::{Bounds, Probe};
use crate::scores::{MIN_PROVEN_WIN, MIN_WIN};
use rankmoves_core::Position;
use rankmoves_core::model::bitboard::Bitboard;
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::movegen;
use rankmoves_core::model::variant::{Side, Variant};

/// A scorer of the positions of a variant, with the evaluation and the proven values.
pub(super) struct Scorer<V: Variant> {
    pub(super) variant: V,
    /// True if the rules are [`Blocked::Passes`](rankmoves_core::Blocked::Passes).
    pub(super) passes: bool,
    evaluator: Evaluator<V>,
    /// The trained evaluation, if it is for this variant.
    patterns: Option<Arc<Patterns>>,
    probe: Option<Probe>,
    /// The number of pieces of the root.
    root_pieces: u32,
}

impl<V: Variant> Scorer<V> {
    pub(super) fn new(variant: V, of: NewAlphaBeta) -> Self {
        let NewAlphaBeta { passes, weights, patterns, probe, .. } = of;
        let evaluator = Evaluator::new(variant, weights);
        Scorer { variant, passes, evaluator, patterns, probe, root_pieces: 0 }
    }

    /// Prepares the search of another root.
    pub(super) fn begin(&mut self, root: &Position) {
        self.root_pieces = count(root);
        if let Some(probe) = &mut self.probe {
            probe.begin();
        }
    }

    /// Returns the bounds that are proven for side `S`. If the side can jump, results-only tables are not used:
    /// they have no results for such positions, and the search looks further anyway.
    #[inline]
    pub(super) fn probe<S: Side>(&self, pieces: Pieces<V::Word>, ply: usize) -> Option<Bounds> {
        let probe = self.probe.as_ref().filter(|probe| probe.may_cover((pieces.red | pieces.black).len()))?;
        let position = probe.template.with_pieces(pieces.convert(), S::PLAYER, Bitboard::EMPTY);
        if let Some(score) = probe.score(&position, ply) {
            return Some(Bounds::only(score));
        }
        let is_quiet = movegen::all_jumpers::<V, S>(self.variant, pieces).is_empty();
        is_quiet.then(|| probe.result(&position, ply)).flatten()
    }

    /// Returns the bounds that are proven for the player to move, in the root or after a root move.
    pub(super) fn probe_position(&self, position: &Position, ply: usize) -> Option<Bounds> {
        let probe = self.probe.as_ref().filter(|probe| probe.may_cover(count(position)))?;
        probe.score(position, ply).map(Bounds::only).or_else(|| probe.result(position, ply))
    }

    /// Returns the score of side `S` if a proof ends the search: an exact score, or a win or loss with fewer
    /// pieces than the root. With the same number of pieces, the search continues in order to find the way to
    /// win.
    #[inline]
    pub(super) fn score_settled<S: Side>(
        &self,
        proven: Option<Bounds>,
        pieces: Pieces<V::Word>,
        ply: usize,
    ) -> Option<i32> {
        let has_fewer = (pieces.red | pieces.black).len() < self.root_pieces;
        let settled = proven.filter(|proven| has_fewer || proven.exact().is_some())?;
        Some(self.score_proven::<S>(settled, pieces, ply))
    }

    /// Scores a position for side `S` without a search.
    pub(super) fn score_leaf<S: Side>(&self, pieces: Pieces<V::Word>, ply: usize) -> i32 {
        match self.probe::<S>(pieces, ply) {
            Some(proven) => self.score_proven::<S>(proven, pieces, ply),
            None => self.evaluate::<S>(pieces),
        }
    }

    /// Returns the score of a proven position. A win of unknown length scores higher with fewer
    /// pieces left; with the same number of pieces, it scores higher with a better evaluation and
    /// fewer plies from the root. So the winner makes progress, because pieces never come back.
    fn score_proven<S: Side>(&self, proven: Bounds, pieces: Pieces<V::Word>, ply: usize) -> i32 {
        /// The difference in score for one piece more or fewer. It exceeds any difference of evaluations and
        /// plies.
        const PER_PIECE: u32 = 600;
        const MAX_COUNTED_PIECES: u32 = 12;
        const MAX_EVALUATION: i32 = 200;
        /// The base score of a win of unknown length. The terms added to it cannot take a score out of the range
        /// of such wins.
        const MIDDLE: i32 = MIN_WIN - 1000;
        if let Some(score) = proven.exact() {
            return score;
        }
        let pieces_left = (pieces.red | pieces.black).len().min(MAX_COUNTED_PIECES);
        let later = (PER_PIECE * pieces_left).cast_signed() + i32::try_from(ply).expect("a ply fits 32 bits");
        let evaluation = (self.evaluate::<S>(pieces) / 2).clamp(-MAX_EVALUATION, MAX_EVALUATION);
        evaluation + if proven.lower > 0 { MIDDLE - later } else { later - MIDDLE }
    }

    /// Evaluates a position for side `S`. The score never means a win or a loss.
    pub(super) fn evaluate<S: Side>(&self, pieces: Pieces<V::Word>) -> i32 {
        let score = match &self.patterns {
            Some(patterns) => patterns.evaluate(pieces.convert(), S::PLAYER),
            None => self.evaluator.evaluate::<S>(pieces),
        };
        score.clamp(1 - MIN_PROVEN_WIN, MIN_PROVEN_WIN - 1)
    }
}

fn count(position: &Position) -> u32 {
    let pieces = position.board().pieces();
    (pieces.red | pieces.black).len()
}
