//! Ranked moves, and a position with all its ranked moves.

use std::cmp::Reverse;
use std::fmt;

use rankmoves_core::{Move, Position, Score};

/// A move and its score for the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// The score of the move.
    pub score: Score,
}

/// Writes `d4->e5: score -1`.
impl fmt::Display for RankedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: score {}", self.mv, self.score)
    }
}

/// A position with its moves ranked at some depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// The position.
    pub position: Position,
    /// The depth of the scores.
    pub depth: u32,
    /// The moves in the order of their paths.
    pub moves: Vec<RankedMove>,
    /// For each move, a principal variation, as returned by [`Ranker::line`](super::Ranker::line).
    pub lines: Vec<Vec<Move>>,
}

/// Returns the first of the moves with the highest score; `None` if there are no moves.
///
/// ```
/// use rankmoves::rank;
/// use rankmoves_core::{Player, Position, Rules};
///
/// let ranked = rank(&Position::start(Rules::ENGLISH, Player::Red), 9)?;
/// let best = rankmoves::rank::best(&ranked).expect("red has moves");
/// assert!(ranked.iter().all(|ranked| ranked.score <= best.score));
/// # Ok::<(), rankmoves::RankError>(())
/// ```
pub fn best(moves: &[RankedMove]) -> Option<&RankedMove> {
    // `max_by_key` returns the last of equal moves.
    moves.iter().rev().max_by_key(|ranked| ranked.score)
}

/// Keeps only the `count` moves with the highest scores, in their order. Among moves with equal scores, keeps
/// the first.
pub fn keep_best(moves: &mut Vec<RankedMove>, count: usize) {
    let mut numbered: Vec<_> = moves.drain(..).enumerate().collect();
    // The sort is stable, so that the first of equal moves stay first.
    numbered.sort_by_key(|(_, ranked)| Reverse(ranked.score));
    numbered.truncate(count);
    numbered.sort_unstable_by_key(|&(number, _)| number);
    moves.extend(numbered.into_iter().map(|(_, ranked)| ranked));
}

#[cfg(test)]
mod tests {
    use super::*;
    use rankmoves_core::{Player, Rules};

    #[test]
    fn the_best_moves_are_kept_in_order() {
        let listed: Vec<_> = Position::start(Rules::ENGLISH, Player::Red).legal_moves().collect();
        let moves = |scores: &[Score]| -> Vec<RankedMove> {
            listed.iter().zip(scores).map(|(mv, &score)| RankedMove { mv: mv.clone(), score }).collect()
        };
        let all = moves(&[1, 3, 2, 3, 1, 2, -1]);
        for (count, kept) in [
            (0, &[][..]),
            (1, &[1]),
            (2, &[1, 3]),
            (3, &[1, 2, 3]),
            (5, &[0, 1, 2, 3, 5]),
            (9, &[0, 1, 2, 3, 4, 5, 6]),
        ] {
            let mut kept_moves = all.clone();
            keep_best(&mut kept_moves, count);
            assert_eq!(
                kept_moves,
                kept.iter().map(|&index: &usize| all[index].clone()).collect::<Vec<_>>(),
                "{count}"
            );
        }
        assert_eq!(best(&all), Some(&all[1]));
        assert_eq!(best(&[]), None);
    }
}
