//! Handles proven values at the root, so that the best proven value is never given up for the result of a
//! search.

use super::root::RootMove;
use crate::probe::Bounds;
use crate::scores::MIN_WIN;

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
    use crate::scores::WIN;
    use rankmoves_core::model::board::Pieces;
    use rankmoves_core::{Player, Position, Rules};

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
