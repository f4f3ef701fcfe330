//! The root: lists its moves, and searches them to a depth with aspiration windows.

use std::collections::{HashMap, HashSet};

use super::MAX_ROOT_MOVES;
use super::node::Node;
use super::searcher::Searcher;
use crate::clock::Stopped;
use crate::probe::Bounds;
use crate::scores::{INFINITY, WIN, Window, is_proven};
use rankmoves_core::model::bitboard::Word;
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::movegen::JumpBudget;
use rankmoves_core::model::variant::{Side, Variant};
use rankmoves_core::{Move, Position};

/// Half the width of the first window around the last depth's score, in hundredths of a man.
pub(super) const ASPIRATION: i32 = 20;

#[derive(Clone)]
pub(super) struct RootMove<W> {
    pub(super) after: Pieces<W>,
    pub(super) mv: Move,
    pub(super) is_irreversible: bool,
    pub(super) score: i32,
    /// The proven bounds of the score.
    pub(super) proven: Bounds,
}

impl<W> RootMove<W> {
    /// Returns whether the score is a proven value, which no search changes.
    pub(super) fn is_proven(&self) -> bool {
        self.proven.exact().is_some()
    }

    /// Returns whether a search to `depth` has reached the end of the game after the move.
    pub(super) fn is_decided(&self, depth: u32) -> bool {
        WIN - self.score.abs() <= depth.cast_signed()
    }
}

impl<V: Variant> Searcher<'_, V> {
    /// Lists the root moves with their proven scores, or with the evaluations after them, the best first.
    /// Moves with the same effect are listed once. Among equal scores, proven moves that repeat a position come
    /// last.
    pub(super) fn root_moves<S: Side>(&self, position: &Position) -> Vec<RootMove<V::Word>> {
        let mut roots = distinct_moves(position);
        let repeats = |root: &RootMove<_>| self.state.path.contains(&(root.after, S::Opponent::PLAYER));
        for root in &mut roots {
            root.score = -self.scorer.evaluate::<S::Opponent>(root.after);
        }
        sort(&mut roots, &|_| false);
        for root in &mut roots {
            if let Some(proven) = self.scorer.probe_position(&position.after(&root.mv), 1) {
                root.proven = proven.reversed();
                root.score = root.proven.clamp(root.score);
            }
        }
        sort(&mut roots, &|root| root.is_proven() && repeats(root));
        roots
    }

    /// Searches the root moves to a depth. The aspiration window around the best score widens until it
    /// contains the new score.
    pub(super) fn search_depth<S: Side>(
        &mut self,
        roots: &mut [RootMove<V::Word>],
        depth: i32,
    ) -> Result<(), Stopped> {
        let score = roots[0].score;
        let (mut low, mut high) = (ASPIRATION, ASPIRATION);
        if depth < 4 || is_proven(score) {
            (low, high) = (2 * INFINITY, 2 * INFINITY);
        }
        loop {
            let window = Window { alpha: (score - low).max(-INFINITY), beta: (score + high).min(INFINITY) };
            let best = self.search_roots::<S>(roots, depth, window)?;
            if best <= window.alpha {
                low = low.saturating_mul(8);
            } else if best >= window.beta {
                high = high.saturating_mul(8);
            } else {
                return Ok(());
            }
        }
    }

    /// Searches the root moves and returns the best score. Each move that
    /// raises alpha comes to the front, even if the search is stopped later.
    fn search_roots<S: Side>(
        &mut self,
        roots: &mut [RootMove<V::Word>],
        depth: i32,
        mut window: Window,
    ) -> Result<i32, Stopped> {
        let mut best = -INFINITY;
        for index in 0..roots.len() {
            self.state.clock.look()?;
            let after = self.root_node(&roots[index], depth - 1);
            let score = match index {
                _ if roots[index].is_proven() => roots[index].score,
                0 => -self.search::<S::Opponent>(after, window.reversed())?,
                _ => self.search_later_move::<S>(after, 0, window)?,
            };
            let score = roots[index].proven.clamp(score);
            best = best.max(score);
            if score > window.alpha {
                roots[index].score = score;
                roots[..=index].rotate_right(1);
                window.alpha = score;
                if score >= window.beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    pub(super) fn root_node(&self, root: &RootMove<V::Word>, depth: i32) -> Node<V::Word> {
        let since = if root.is_irreversible { self.state.path.len() } else { 0 };
        Node { pieces: root.after, depth, since }
    }
}

/// Sorts root moves, the best first. Among equal scores, those for which `comes_last` is true come last;
/// otherwise their order stays. A sort compiles to much code, so this one is not generic over variant and side.
pub(super) fn sort<W>(roots: &mut [RootMove<W>], comes_last: &dyn Fn(&RootMove<W>) -> bool) {
    roots.sort_by_key(|root| (-root.score, comes_last(root)));
}

/// Lists the moves of a position, one for each effect, without scores, in the order of generation.
fn distinct_moves<W: Word>(position: &Position) -> Vec<RootMove<W>> {
    let mut seen = HashSet::new();
    let root_move = |(mv, after): (Move, Pieces<u128>)| {
        let after = after.convert();
        let is_man = position.board().get(mv.path().start()).is_some_and(|piece| !piece.is_king());
        let is_irreversible = mv.is_jump() || is_man;
        let root = RootMove { after, mv, is_irreversible, score: 0, proven: Bounds::ALL };
        seen.insert(after).then_some(root)
    };
    let moves = position.legal_moves().with_pieces().take(MAX_ROOT_MOVES);
    let mut roots: Vec<RootMove<W>> = moves.filter_map(root_move).collect();
    let budget = JumpBudget { paths: MAX_ROOT_MOVES, chains: MAX_ROOT_MOVES };
    let generated = position.successors(budget).unwrap_or_default();
    let numbered = generated.iter().map(|after| after.board().pieces().convert()).enumerate();
    let numbers: HashMap<Pieces<W>, usize> = numbered.rev().map(|(number, after)| (after, number)).collect();
    roots.sort_by_key(|root| numbers.get(&root.after).copied().unwrap_or(usize::MAX));
    roots
}
