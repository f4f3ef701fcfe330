//! The positions after the moves that are ranked, and rankings without a list.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::{RankError, RankedMove, Ranker, Valued};
use rankmoves_core::model::board::Pieces;
use rankmoves_core::support::hash::WordHasher;
use rankmoves_core::{Position, Score, WON, score};

/// The score of a move, or the root that tells it.
#[derive(Clone, Copy)]
pub(super) enum Target {
    Score(Score),
    Root(usize),
}

/// The positions after moves that take a search.
#[derive(Default)]
pub(super) struct Roots {
    roots: Vec<Valued>,
    /// The indices of those that several moves may lead to.
    indices: HashMap<Pieces<u128>, usize, BuildHasherDefault<WordHasher>>,
}

impl Roots {
    /// Adds the position after a move, unless it has no moves. If `is_looked_up`,
    /// it may have been added before, and is not added again.
    pub(super) fn add(&mut self, after: Position, is_looked_up: bool) -> Target {
        if !after.has_moves() {
            // Even if the player is stuck as well, unlike at depth 0.
            return Target::Score(WON);
        }
        let next = self.roots.len();
        let index =
            if is_looked_up { *self.indices.entry(after.board().pieces()).or_insert(next) } else { next };
        if index == next {
            self.roots.push(Valued { position: after, value: 0 });
        }
        Target::Root(index)
    }
}

impl Ranker {
    /// Ranks the moves of a position, as [`rank`](Self::rank), without a list of
    /// them: the iterator finds one after the other in the order of the paths,
    /// slower than a list would be. There may be more than can be counted.
    ///
    /// At depth 0 it begins at once, and no position has too many moves.
    /// Otherwise it keeps the scores of all positions after the moves.
    ///
    /// # Errors
    ///
    /// As for [`rank`](Self::rank), but moves with the same effect count once.
    pub fn rank_in_order(
        &mut self,
        position: &Position,
        depth: u32,
    ) -> Result<impl Iterator<Item = RankedMove> + use<>, RankError> {
        let (position, budget) = (*position, self.progress.budget());
        let mut roots = Roots::default();
        let mut scores = HashMap::<Pieces<u128>, Score, BuildHasherDefault<WordHasher>>::default();
        if depth > 0 {
            let successors = position.successors(budget).ok_or(RankError::TooManyChains(budget.chains))?;
            for after in successors {
                if let Target::Score(score) = roots.add(after, true) {
                    scores.insert(after.board().pieces(), score);
                }
            }
        }
        for Valued { position: after, value } in self.values_of(roots, &position, depth)? {
            scores.insert(after.board().pieces(), -value);
        }
        Ok(position.moves_in_order().map(move |mv| {
            let after = position.after(&mv);
            let score = match depth {
                0 => score(&after, position.turn()),
                _ => scores[&after.board().pieces()],
            };
            RankedMove { mv, score }
        }))
    }

    /// Finds the values of the positions after moves that are taken at `depth`.
    pub(super) fn values_of(
        &mut self,
        Roots { mut roots, .. }: Roots,
        position: &Position,
        depth: u32,
    ) -> Result<Vec<Valued>, RankError> {
        if let Some(depth) = depth.checked_sub(1) {
            let found = self.searcher(position).values(&mut roots, depth);
            self.check_stop()?;
            found?;
        }
        Ok(roots)
    }
}
