//! A position with its moves ranked, and lines of best play.

use super::{RankError, RankedMove, Ranker};
use rankmoves_core::{Move, Position};

/// A position with its moves ranked at some depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// The position.
    pub position: Position,
    /// The depth of the scores.
    pub depth: u32,
    /// The moves in the order of their paths.
    pub moves: Vec<RankedMove>,
    /// For each move a principal variation, as [`Ranker::line`] returns it.
    pub lines: Vec<Vec<Move>>,
}

/// Returns the first in order of the moves with the highest score; `None` if there
/// are no moves.
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
    // Of several, this returns the last.
    moves.iter().rev().max_by_key(|ranked| ranked.score)
}

/// Keeps the best moves, this many at most, in their order: those of the highest
/// scores, of equal ones the first.
pub fn keep_best(moves: &mut Vec<RankedMove>, count: usize) {
    let Some(above) = moves.len().checked_sub(count).filter(|&above| above > 0) else { return };
    let mut scores: Vec<_> = moves.iter().map(|ranked| ranked.score).collect();
    scores.sort_unstable();
    let Some(&lowest) = scores.get(above) else { return moves.clear() };
    let mut equal = count - scores.iter().filter(|&&score| score > lowest).count();
    moves.retain(|ranked| {
        let is_equal = ranked.score == lowest && equal > 0;
        equal -= usize::from(is_equal);
        ranked.score > lowest || is_equal
    });
}

impl Ranker {
    /// Ranks the moves of a position as [`rank`](Self::rank), with a line of best
    /// play for each.
    ///
    /// # Errors
    ///
    /// As for [`rank`](Self::rank).
    pub fn ranking(&mut self, position: &Position, depth: u32) -> Result<Ranking, RankError> {
        let moves = self.rank(position, depth)?;
        self.with_lines(position, depth, moves)
    }

    /// Adds a line of best play to each of the moves that have been ranked, or to some.
    ///
    /// # Errors
    ///
    /// As for [`rank`](Self::rank).
    pub fn with_lines(
        &mut self,
        position: &Position,
        depth: u32,
        moves: Vec<RankedMove>,
    ) -> Result<Ranking, RankError> {
        let lines = self.lines(position, moves.iter().map(|ranked| &ranked.mv), depth)?;
        Ok(Ranking { position: *position, depth, moves, lines })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rankmoves_core::{Player, Rules, Score};

    #[test]
    fn the_best_moves_are_kept_in_order() {
        let listed = Position::start(Rules::ENGLISH, Player::Red).legal_moves();
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
