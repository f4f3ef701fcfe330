//! Scores all root moves, not only the best.

use std::collections::HashMap;

use super::root::{ASPIRATION, RootMove, lower_others, sort};
use super::searcher::Searcher;
use super::{AlphaBeta, MAX_ROOT_MOVES};
use crate::answers::{Estimate, Estimates, History, MAX_DEPTH};
use crate::clock::{Clock, Stopped};
use crate::scores::{INFINITY, Window};
use rankmoves_core::Position;
use rankmoves_core::model::bitboard::Word;
use rankmoves_core::model::variant::{Side, Variant};

impl<V: Variant> AlphaBeta<V> {
    /// Ranks the moves of side `S`, which is to move.
    pub(super) fn estimates<S: Side>(&mut self, history: History<'_>, clock: Clock) -> Estimates {
        self.begin(history, clock);
        let position = history.position;
        let mut roots = self.searcher().root_moves::<S>(position);
        if roots.is_empty() {
            return Estimates::default();
        }
        let mut ranked = (0, roots.clone());
        let deepest = self.own.clock.depth().unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        // If only the depth is limited, only the last depth is ranked; the earlier searches are the same as in
        // `choose`.
        let ranks_each_depth = self.own.clock.may_end_early();
        for depth in 1..=deepest {
            self.grow_table();
            if self.searcher().search_depth::<S>(&mut roots, depth.cast_signed()).is_err() {
                break;
            }
            let is_last = depth == deepest || roots[0].is_decided(depth);
            if !ranks_each_depth && !is_last {
                continue;
            }
            let depth = if ranks_each_depth { depth } else { deepest };
            if self.searcher().score_others::<S>(&mut roots, depth.cast_signed()).is_err() {
                break;
            }
            sort(&mut roots, &|_| false);
            ranked = (depth, roots.clone());
            if depth == deepest || roots.iter().all(|root| root.is_decided(depth)) {
                break;
            }
        }
        let (depth, mut roots) = ranked;
        lower_others(&mut roots, self.scorer.probe_position(position, 0));
        Estimates { moves: with_scores(position, &roots), depth, nodes: self.own.clock.nodes() }
    }
}

impl<V: Variant> Searcher<'_, V> {
    /// Scores the moves after the first, which has the highest score.
    fn score_others<S: Side>(&mut self, roots: &mut [RootMove<V::Word>], depth: i32) -> Result<(), Stopped> {
        let Some((first, others)) = roots.split_first_mut() else { return Ok(()) };
        let beta = first.score + 1;
        for root in others.iter_mut().filter(|root| !root.is_proven()) {
            self.state.clock.look()?;
            let after = self.root_node(root, depth - 1);
            let mut width = 4 * ASPIRATION;
            root.score = loop {
                let alpha = (first.score - width).max(-INFINITY);
                let score = -self.search::<S::Opponent>(after, Window { alpha, beta }.reversed())?;
                if score > alpha || alpha == -INFINITY {
                    // The search that found the first move best may have searched this one at reduced depth.
                    break root.proven.clamp(score).min(first.score);
                }
                width = width.saturating_mul(8);
            };
        }
        Ok(())
    }
}

/// Lists the moves in the order of their paths, each with the score of the
/// root move that has the same effect.
fn with_scores<W: Word>(position: &Position, roots: &[RootMove<W>]) -> Vec<Estimate> {
    let scores: HashMap<_, _> = roots.iter().map(|root| (root.after, root.score)).collect();
    let moves = position.legal_moves().with_pieces().take(MAX_ROOT_MOVES);
    moves.map(|(mv, after)| Estimate { score: scores[&after.convert()], mv }).collect()
}
