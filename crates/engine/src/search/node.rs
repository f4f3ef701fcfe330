//! Inner nodes: principal variation search with the transposition table.

use super::searcher::Searcher;
use crate::clock::Stopped;
use crate::entry::TableEntry;
use crate::order::{Successor, Successors};
use crate::probe::Bounds;
use crate::scores::{DRAW, INFINITY, MAX_PLY, Window, is_proven, loss_at};
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::movegen;
use rankmoves_core::model::variant::{Side, Variant};
use rankmoves_core::support::table::Key;

/// The least ply at which a node is pruned by its evaluation, so that nearer wins and losses are always
/// found.
const MIN_PRUNED_PLY: usize = 6;

#[derive(Clone, Copy)]
pub(super) struct Node<W> {
    pub(super) pieces: Pieces<W>,
    /// The remaining depth in plies.
    pub(super) depth: i32,
    /// The index in the path of the first position that could repeat.
    pub(super) since: usize,
}

impl<V: Variant> Searcher<'_, V> {
    /// Searches a node with side `S` to move. Returns its score if the score is in the window, otherwise a
    /// bound.
    pub(super) fn search<S: Side>(&mut self, node: Node<V::Word>, window: Window) -> Result<i32, Stopped> {
        let Node { pieces, depth, since } = node;
        let ply = self.ply();
        // This comes before the check for repetition: a proven win remains a win even if the position
        // repeats.
        let proven = self.scorer.probe::<S>(pieces, ply);
        if let Some(score) = self.scorer.score_settled::<S>(proven, pieces, ply) {
            return Ok(score);
        }
        let proven = proven.unwrap_or(Bounds::ALL);
        if self.state.path[since..].contains(&(pieces, S::PLAYER)) {
            return Ok(proven.clamp(DRAW));
        }
        if ply >= MAX_PLY || depth < 0 || depth == 0 && !self.is_threatened::<S>(pieces) {
            return self.quiesce::<S>(pieces, window, ply);
        }
        self.state.clock.count_node()?;
        // The score is at least that of a loss in this position, and at most that of a win by the next move.
        let window = Window {
            alpha: window.alpha.max(loss_at(ply)).max(proven.lower),
            beta: window.beta.min(-loss_at(ply + 1)).min(proven.upper),
        };
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        let key = Key::without_depth::<S>(pieces);
        let known = self.table.get(&key);
        if let Some(known) = known {
            let score = known.score_at(ply);
            if known.is_sufficient(depth, score, window) {
                return Ok(proven.clamp(score));
            }
        }

        if ply >= MIN_PRUNED_PLY
            && window.is_null()
            && let Some(bound) = self.prune::<S>(pieces, depth, window)
        {
            return Ok(bound);
        }
        let first = self.state.moves.len();
        let mut successors = Successors::<_, S>::new(pieces, &mut self.state.moves);
        movegen::generate::<V, S>(self.scorer.variant, pieces, &mut successors);
        let count = successors.count();
        self.state.clock.count_moves(count)?;
        if count == 0 {
            return self.score_blocked::<S>(pieces, ply, |search| {
                search.state.path.push((pieces, S::PLAYER));
                let passed = Node { pieces, depth: depth - 1, since };
                let score = search.search::<S::Opponent>(passed, window.reversed());
                search.state.path.pop();
                score
            });
        }
        // At depth 1 the positions after the moves are seldom looked up.
        if depth > 1 && self.table.is_large() {
            for mv in &self.state.moves[first..] {
                self.table.prefetch(&Key::without_depth::<S::Opponent>(mv.after));
            }
        }
        for mv in self.state.moves[first..].iter_mut().filter(|mv| mv.jumps == 0) {
            mv.hangs_piece =
                !movegen::all_jumpers::<V, S::Opponent>(self.scorer.variant, mv.after).is_empty();
        }
        let best = known.and_then(|known| known.best);
        self.state.order.rate(&mut self.state.moves[first..], S::PLAYER, ply, best);
        self.state.path.push((pieces, S::PLAYER));
        let (score, better) = self.search_moves::<S>(first, node, window)?;
        let score = proven.clamp(score);
        self.state.path.pop();
        self.state.moves.truncate(first);
        let bound = window.bound(score);
        let entry = TableEntry::new(score, ply, bound, depth, better.or(best), self.generation);
        self.table.put(&key, entry);
        Ok(score)
    }

    /// Searches the moves of `node`: those from `first` on, at least one. Returns the best score, and the
    /// number of its move if the score is above alpha.
    fn search_moves<S: Side>(
        &mut self,
        first: usize,
        node: Node<V::Word>,
        mut window: Window,
    ) -> Result<(i32, Option<u16>), Stopped> {
        let Node { depth, since, .. } = node;
        let count = self.state.moves.len() - first;
        let (mut best_score, mut best) = (-INFINITY, None);
        for index in 0..count {
            let mv = self.take_next(first + index);
            let converts = mv.jumps > 0 || mv.crowns;
            let after = Node {
                pieces: mv.after,
                // A forced jump costs no depth.
                depth: if count == 1 && mv.jumps > 0 { depth } else { depth - 1 },
                since: if mv.is_irreversible { self.state.path.len() } else { since },
            };
            let reduction = if converts { 0 } else { reduction(index, depth) };
            let score = match index {
                0 => -self.search::<S::Opponent>(after, window.reversed())?,
                _ => self.search_later_move::<S>(after, reduction, window)?,
            };
            best_score = best_score.max(score);
            if score > window.alpha {
                window.alpha = score;
                best = Some(mv.number);
            }
            if score >= window.beta {
                if !converts {
                    self.state.order.note_refutation(mv.route, S::PLAYER, self.ply() - 1, depth);
                }
                break;
            }
        }
        Ok((best_score, best))
    }

    /// Searches a move of side `S` other than the first; `after` is the resulting position. Searches first with
    /// a null window at a depth lower by `reduction`. If the score is above alpha, searches again with the given
    /// depth and window. Returns the score for `S`.
    #[inline]
    pub(super) fn search_later_move<S: Side>(
        &mut self,
        after: Node<V::Word>,
        reduction: i32,
        window: Window,
    ) -> Result<i32, Stopped> {
        let null = window.null().reversed();
        let reduced = Node { depth: after.depth - reduction, ..after };
        let mut score = -self.search::<S::Opponent>(reduced, null)?;
        if score > window.alpha && reduction > 0 {
            score = -self.search::<S::Opponent>(after, null)?;
        }
        if window.contains(score) {
            score = -self.search::<S::Opponent>(after, window.reversed())?;
        }
        Ok(score)
    }

    /// Returns a bound on the score of a quiet node near the end of the search, if the evaluation
    /// is so far beyond the window that a few plies seldom bring it back (futility pruning: E. Heinz, *Extended
    /// futility pruning*, 1998; and reverse futility pruning).
    fn prune<S: Side>(&self, pieces: Pieces<V::Word>, depth: i32, window: Window) -> Option<i32> {
        /// The greatest loss and the greatest gain expected of a ply, in hundredths of a man.
        const PER_PLY: [i32; 2] = [30, 40];
        /// The greatest depths at which nodes above and below the window are pruned.
        const MAX_PRUNED_DEPTHS: [i32; 2] = [7, 6];
        if depth > MAX_PRUNED_DEPTHS[0] || is_proven(window.alpha) || is_proven(window.beta) {
            return None;
        }
        let jumpers = movegen::all_jumpers::<V, S>(self.scorer.variant, pieces);
        if !jumpers.is_empty() || !movegen::has_moves::<V, S>(self.scorer.variant, pieces) {
            return None;
        }
        let score = self.scorer.evaluate::<S>(pieces);
        let [loss, gain] = PER_PLY.map(|ply| ply * depth);
        if score - loss >= window.beta {
            let is_quiet = movegen::all_jumpers::<V, S::Opponent>(self.scorer.variant, pieces).is_empty();
            is_quiet.then_some(score - loss)
        } else {
            (depth <= MAX_PRUNED_DEPTHS[1] && score + gain <= window.alpha).then_some(score + gain)
        }
    }

    /// Returns whether captures are required and side `S`, which is to move, cannot jump, but its opponent could.
    fn is_threatened<S: Side>(&self, pieces: Pieces<V::Word>) -> bool {
        self.scorer.variant.must_capture()
            && movegen::all_jumpers::<V, S>(self.scorer.variant, pieces).is_empty()
            && !movegen::all_jumpers::<V, S::Opponent>(self.scorer.variant, pieces).is_empty()
    }

    /// Returns the score of side `S`, which has no moves: a loss or, if the rules let a player with pieces pass,
    /// the score after the pass. If the opponent is blocked, too, the game is a draw.
    pub(super) fn score_blocked<S: Side>(
        &mut self,
        pieces: Pieces<V::Word>,
        ply: usize,
        pass: impl FnOnce(&mut Self) -> Result<i32, Stopped>,
    ) -> Result<i32, Stopped> {
        if !self.scorer.passes || pieces.of(S::PLAYER).is_empty() {
            Ok(loss_at(ply))
        } else if movegen::has_moves::<V, S::Opponent>(self.scorer.variant, pieces) {
            pass(self).map(|score| -score)
        } else {
            Ok(DRAW)
        }
    }

    /// Finds the highest-ordered move from `index` on, swaps it to `index`, and returns it.
    pub(super) fn take_next(&mut self, index: usize) -> Successor<V::Word> {
        let rest = &mut self.state.moves[index..];
        // Takes the first of equal moves, so that the order does not depend on earlier swaps.
        let (mut highest, mut order) = (0, rest[0].order);
        for (index, mv) in rest.iter().enumerate().skip(1) {
            if mv.order > order {
                (highest, order) = (index, mv.order);
            }
        }
        rest.swap(0, highest);
        rest[0]
    }
}

/// Returns the late-move reduction of a non-converting move, in plies. It grows with the depth and with the place
/// in the order, because late moves are seldom good.
#[inline]
fn reduction(index: usize, depth: i32) -> i32 {
    match (index, depth) {
        (..2, _) | (_, ..2) => 0,
        (5.., 4..6) => 2,
        (_, ..6) => 1,
        _ => {
            let late = (index - 1).ilog2() * depth.unsigned_abs().ilog2() / 2;
            (1 + late.cast_signed()).min(depth - 2)
        }
    }
}
