//! The root: lists its moves, drops moves that proven values rule out (the best proven value is never given up for the
//! result of a search), and searches the rest to a depth with aspiration windows.

use std::collections::{HashMap, HashSet};

use super::MAX_ROOT_MOVES;
use super::node::Node;
use super::searcher::Searcher;
use crate::clock::Stopped;
use crate::probe::Bounds;
use crate::scores::{INFINITY, MIN_WIN, WIN, Window, is_proven};
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

/// Keeps only the root moves that may be chosen in view of the proven results, in their order. Returns
/// whether their score is proven, in which case no search is needed.
///
/// If wins are proven, keeps the soonest; if all moves are proven losses, the latest. A proven draw is kept
/// alone if nothing better is possible, dropped if the position is a proven win, and otherwise takes part in the
/// search.
pub(super) fn keep_best<W>(roots: &mut Vec<RootMove<W>>, of_root: Option<Bounds>) -> bool {
    let best_proven = roots.iter().filter(|root| root.is_proven()).map(|root| root.score).max();
    let Some(best) = best_proven else { return false };
    let is_all = roots.iter().all(RootMove::is_proven);
    let reaches_root = of_root.is_some_and(|of_root| best >= of_root.upper);
    if is_all || best >= MIN_WIN || reaches_root {
        roots.retain(|root| root.is_proven() && root.score == best);
        return true;
    }
    if of_root.is_some_and(|of_root| best < of_root.lower) {
        // In this case, the value of the root comes from an unproven move.
        roots.retain(|root| !root.is_proven());
    }
    false
}

/// Lowers the scores of the unproven moves if a proven move has the proven score of the root. Each unproven move
/// then scores less than that move, because it cannot be better and may be worse.
pub(super) fn lower_others<W>(roots: &mut [RootMove<W>], of_root: Option<Bounds>) {
    let Some(Bounds { upper, .. }) = of_root else { return };
    if roots.iter().any(|root| root.is_proven() && root.score >= upper) {
        for root in roots.iter_mut().filter(|root| !root.is_proven()) {
            root.score = root.score.min(upper - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rankmoves_core::{Player, Rules};

    /// Makes root moves with these scores, proven or not; which moves they are does not matter.
    fn roots(scores: &[(i32, bool)]) -> Vec<RootMove<u64>> {
        let mv = Position::start(Rules::ENGLISH, Player::Red).legal_moves().next().unwrap();
        let root = |&(score, is_proven)| RootMove {
            after: Pieces::NONE,
            mv: mv.clone(),
            is_irreversible: false,
            score,
            proven: if is_proven { Bounds::only(score) } else { Bounds::ALL },
        };
        scores.iter().map(root).collect()
    }

    fn kept(scores: &[(i32, bool)], of_root: Option<i32>) -> (Vec<i32>, bool) {
        let mut roots = roots(scores);
        let is_proven = keep_best(&mut roots, of_root.map(Bounds::only));
        (roots.iter().map(|root| root.score).collect(), is_proven)
    }

    #[test]
    fn the_soonest_win_and_the_latest_loss_are_kept() {
        let wins = [(WIN - 9, true), (WIN - 3, true), (0, true), (700, false)];
        assert_eq!(kept(&wins, None), (vec![WIN - 3], true));
        let losses = [(4 - WIN, true), (8 - WIN, true), (6 - WIN, true)];
        assert_eq!(kept(&losses, Some(8 - WIN)), (vec![8 - WIN], true));
    }

    #[test]
    fn a_proven_draw_is_kept_where_the_root_is_drawn_and_searched_for_better_where_it_is_not_known() {
        let moves = [(50, false), (0, true), (6 - WIN, true), (0, true)];
        assert_eq!(kept(&moves, Some(0)), (vec![0, 0], true));
        assert_eq!(kept(&moves, None), (vec![50, 0, 6 - WIN, 0], false));
    }

    #[test]
    fn a_move_that_is_not_known_has_the_value_of_the_root_if_no_proven_one_has() {
        let moves = [(0, true), (-50, false), (6 - WIN, true)];
        assert_eq!(kept(&moves, Some(WIN - 7)), (vec![-50], false));
    }

    #[test]
    fn all_moves_are_searched_if_none_is_proven() {
        assert_eq!(kept(&[(3, false), (1, false)], Some(0)), (vec![3, 1], false));
        assert_eq!(kept(&[], None), (vec![], false));
    }

    #[test]
    fn a_loss_in_known_plies_may_be_the_best_of_a_root_that_is_lost_in_unknown_plies() {
        let lost = Bounds { upper: -20_000, ..Bounds::ALL };
        let mut moves = roots(&[(-50, false), (40 - WIN, true)]);
        assert!(!keep_best(&mut moves, Some(lost)));
        assert_eq!(moves.len(), 2);
        // If the position is won, there are better moves than a draw.
        assert!(!keep_best(&mut roots(&[(50, false), (0, true)]), Some(lost.reversed())));
        let mut moves = roots(&[(50, false), (0, true)]);
        keep_best(&mut moves, Some(lost.reversed()));
        assert_eq!(moves.len(), 1);
    }

    #[test]
    fn a_proven_move_that_reaches_the_least_of_the_root_may_be_chosen() {
        let mut moves = roots(&[(50, false), (0, true)]);
        assert!(!keep_best(&mut moves, Some(Bounds { lower: 0, upper: 100 })));
        assert_eq!(moves.len(), 2);
    }

    #[test]
    fn a_search_cannot_rate_a_move_above_a_proven_draw_of_a_drawn_root() {
        let mut moves = roots(&[(50, false), (0, true), (-20, false)]);
        lower_others(&mut moves, Some(Bounds::only(0)));
        assert_eq!(moves.iter().map(|root| root.score).collect::<Vec<_>>(), [-1, 0, -20]);
        let mut moves = roots(&[(50, false), (0, true)]);
        lower_others(&mut moves, None);
        assert_eq!(moves[0].score, 50);
    }
}
