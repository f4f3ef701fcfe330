//! The quiescence search: jumps are followed to their end.

use super::searcher::Searcher;
use crate::clock::Stopped;
use crate::order::Successors;
use crate::scores::{INFINITY, Window};
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::movegen;
use rankmoves_core::model::variant::{Side, Variant};

impl<V: Variant> Searcher<'_, V> {
    /// Searches the jumps of side `S`. If `S` need not jump, the score is at least the evaluation. Returns the
    /// score if that is in the window, otherwise a bound.
    pub(super) fn quiesce<S: Side>(
        &mut self,
        pieces: Pieces<V::Word>,
        mut window: Window,
        ply: usize,
    ) -> Result<i32, Stopped> {
        self.state.clock.count_node()?;
        let jumpers = movegen::all_jumpers::<V, S>(self.scorer.variant, pieces);
        let mut best = -INFINITY;
        if jumpers.is_empty() {
            if !movegen::has_moves::<V, S>(self.scorer.variant, pieces) {
                return self.score_blocked::<S>(pieces, ply, |search| {
                    search.quiesce::<S::Opponent>(pieces, window.reversed(), ply + 1)
                });
            }
            return Ok(self.scorer.score_leaf::<S>(pieces, ply));
        }
        if !self.scorer.variant.must_capture()
            && movegen::can_step_with::<V, S>(self.scorer.variant, pieces, 1)
        {
            best = self.scorer.score_leaf::<S>(pieces, ply);
            window.alpha = window.alpha.max(best);
        }
        if best >= window.beta {
            return Ok(best);
        }
        let first = self.state.moves.len();
        let mut successors = Successors::<_, S>::new(pieces, &mut self.state.moves);
        movegen::generate_jumps::<V, S>(self.scorer.variant, pieces, jumpers, &mut successors);
        let count = successors.count();
        self.state.clock.count_moves(count)?;
        for mv in &mut self.state.moves[first..] {
            mv.order = i32::from(mv.jumps);
        }
        for index in 0..count {
            let mv = self.take_next(first + index);
            let proven = self.scorer.probe::<S::Opponent>(mv.after, ply + 1);
            let settled = self.scorer.score_settled::<S::Opponent>(proven, mv.after, ply + 1);
            let score = match settled {
                Some(score) => -score,
                None => -self.quiesce::<S::Opponent>(mv.after, window.reversed(), ply + 1)?,
            };
            best = best.max(score);
            window.alpha = window.alpha.max(score);
            if score >= window.beta {
                break;
            }
        }
        self.state.moves.truncate(first);
        Ok(best)
    }
}
