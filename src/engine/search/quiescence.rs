//! The quiescence search: jumps are followed to their end.

use super::AlphaBeta;
use crate::engine::clock::Stopped;
use crate::engine::window::{INFINITY, Window};
use crate::model::board::Pieces;
use crate::model::movegen;
use crate::model::variant::{Side, Variant};

impl<V: Variant> AlphaBeta<V> {
    /// Searches the jumps of side `S`. Where it need not jump, the score is at
    /// least the evaluation. Returns the score if that is in the window,
    /// otherwise a bound.
    pub(super) fn quiesce<S: Side>(
        &mut self,
        pieces: Pieces<V::Word>,
        mut window: Window,
        ply: usize,
    ) -> Result<i32, Stopped> {
        self.clock.count_node()?;
        let jumpers = movegen::all_jumpers::<V, S>(self.variant, pieces);
        let mut best = -INFINITY;
        if jumpers.is_empty() {
            if !movegen::has_moves::<V, S>(self.variant, pieces) {
                return self.score_blocked::<S>(pieces, ply, |search| {
                    search.quiesce::<S::Opponent>(pieces, window.reversed(), ply + 1)
                });
            }
            return Ok(self.evaluate::<S>(pieces));
        }
        if !self.variant.must_capture() && movegen::can_step_with::<V, S>(self.variant, pieces, 1) {
            best = self.evaluate::<S>(pieces);
            window.alpha = window.alpha.max(best);
        }
        if best >= window.beta {
            return Ok(best);
        }
        let first = self.moves.len();
        self.push_moves::<S>(pieces, |variant, sink| {
            movegen::generate_jumps::<V, S>(variant, pieces, jumpers, sink);
        });
        let count = self.moves.len() - first;
        self.clock.count_moves(count)?;
        for mv in &mut self.moves[first..] {
            mv.order = i32::from(mv.jumps);
        }
        for index in 0..count {
            let mv = self.take_next(first + index);
            let score = -self.quiesce::<S::Opponent>(mv.after, window.reversed(), ply + 1)?;
            best = best.max(score);
            window.alpha = window.alpha.max(score);
            if score >= window.beta {
                break;
            }
        }
        self.moves.truncate(first);
        Ok(best)
    }
}
