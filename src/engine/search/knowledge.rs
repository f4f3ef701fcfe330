//! The knowledge of positions that a search begins with.

use std::sync::Arc;

use crate::engine::evaluate::Evaluator;
use crate::engine::patterns::Patterns;
use crate::engine::prober::Probe;
use crate::engine::{LEAST_WIN, NewAlphaBeta};
use crate::model::board::Pieces;
use crate::model::position::Position;
use crate::model::variant::{Side, Variant};

/// The rules of a variant, its evaluation, and proven values.
pub(super) struct Knowledge<V: Variant> {
    pub(super) variant: V,
    /// True if the rules are [`Blocked::Passes`](crate::Blocked::Passes).
    pub(super) passes: bool,
    evaluator: Evaluator<V>,
    /// The trained evaluation, if it is for this variant.
    patterns: Option<Arc<Patterns>>,
    pub(super) probe: Option<Probe>,
}

impl<V: Variant> Knowledge<V> {
    pub(super) fn new(variant: V, of: NewAlphaBeta) -> Self {
        Knowledge {
            variant,
            passes: of.passes,
            evaluator: Evaluator::new(variant, of.weights),
            patterns: of.patterns,
            probe: of.probe,
        }
    }

    /// Prepares the search of another root.
    pub(super) fn begin(&mut self) {
        if let Some(probe) = &mut self.probe {
            probe.begin();
        }
    }

    /// Returns the score of a proven value of side `S`, if there is a source that knows it.
    #[inline]
    pub(super) fn probe<S: Side>(&self, pieces: Pieces<V::Word>, ply: usize) -> Option<i32> {
        let probe = self.probe.as_ref().filter(|probe| probe.may_know((pieces.red | pieces.black).len()))?;
        probe.score(pieces.convert(), S::PLAYER, ply)
    }

    /// Returns the proven score of a root, if there is a source that knows it.
    pub(super) fn score_of_root(&self, root: &Position) -> Option<i32> {
        let pieces = root.board().pieces();
        let probe = self.probe.as_ref().filter(|probe| probe.may_know((pieces.red | pieces.black).len()))?;
        probe.score_of(root, 0)
    }

    /// Evaluates a position for side `S`. The score is never that of a win or a loss.
    pub(super) fn evaluate<S: Side>(&self, pieces: Pieces<V::Word>) -> i32 {
        let score = match &self.patterns {
            Some(patterns) => patterns.evaluate(pieces.convert(), S::PLAYER),
            None => self.evaluator.evaluate::<S>(pieces),
        };
        score.clamp(1 - LEAST_WIN, LEAST_WIN - 1)
    }
}
