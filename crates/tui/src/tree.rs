//! The tree of moves and replies, with its open moves and its selection.

use std::cmp::Reverse;
use std::collections::HashSet;

use rankmoves::RankedMove;
use rankmoves_core::{Move, Path, Position, Score};

use super::results::Results;
use table::session::MAX_LISTED_MOVES;

/// The moves from the root to a move in the tree, including that move.
pub type Branch = Vec<Path>;

/// The display of the tree: order, open moves and selection.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// False if the best moves are first once ranked; equal ones by their [view](Results::view), then by path.
    pub is_alphabetical: bool,
    open: HashSet<Branch>,
    /// The selected move; `None` selects the first row, even if the order changes.
    pub pointed: Option<Branch>,
}

#[derive(Clone, Debug)]
pub struct Row {
    pub branch: Branch,
    /// The position before the move.
    pub position: Position,
    pub mv: Move,
    /// The score at `depth`; `None` until it is known.
    pub score: Option<Score>,
    /// True if no sibling has a better score.
    pub is_best: bool,
    pub is_open: bool,
    /// True if the row can be opened, because it has replies and they are searched.
    pub has_replies: bool,
    /// The depth of the score; if it is more than 0, replies are searched.
    pub depth: Option<u32>,
}

impl Row {
    /// Returns the number of moves before this one, 0 at the root.
    pub fn level(&self) -> usize {
        self.branch.len() - 1
    }
}

impl Tree {
    /// Closes all moves and resets the selection, for a new root.
    pub fn reset(&mut self) {
        self.open.clear();
        self.pointed = None;
    }

    /// Lists the visible rows from the top: the moves of a position with their scores at `depth`, and the replies to
    /// open moves. `above` is the branch that leads to the position.
    pub fn rows(
        &self,
        above: &[Path],
        position: &Position,
        depth: Option<u32>,
        results: &Results,
    ) -> Vec<Row> {
        let ranking = depth.and_then(|depth| results.ranking(position, depth));
        let mut moves: Vec<(Move, Option<Score>)> = if let Some(ranking) = ranking {
            ranking.iter().map(|RankedMove { mv, score }| (mv.clone(), Some(*score))).collect()
        } else {
            let list = position.legal_moves().up_to(MAX_LISTED_MOVES);
            list.moves.into_iter().map(|mv| (mv, None)).collect()
        };
        let best = moves.iter().filter_map(|(_, score)| *score).max();
        if ranking.is_some() && !self.is_alphabetical {
            moves.sort_by_cached_key(|(mv, score)| Reverse((*score, results.view(position, mv.path()))));
        }
        let below = depth.and_then(|depth| depth.checked_sub(1));
        let mut rows = Vec::new();
        for (mv, score) in moves {
            let branch: Branch = above.iter().chain([mv.path()]).cloned().collect();
            let is_open = self.open.contains(&branch);
            let after = below.map(|_| position.after(&mv));
            let is_best = score.is_some() && score == best;
            rows.push(Row {
                branch: branch.clone(),
                position: *position,
                mv,
                score,
                is_best,
                is_open,
                has_replies: after.as_ref().is_some_and(Position::has_moves),
                depth,
            });
            if is_open && let Some(after) = after {
                rows.extend(self.rows(&branch, &after, below, results));
            }
        }
        rows
    }

    /// Returns the index of the selected row; 0 if it is not visible.
    pub fn pointed(&self, rows: &[Row]) -> usize {
        rows.iter().position(|row| self.pointed.as_ref() == Some(&row.branch)).unwrap_or(0)
    }

    pub fn point(&mut self, row: &Row) {
        self.pointed = Some(row.branch.clone());
    }

    pub fn open(&mut self, row: &Row) {
        self.open.insert(row.branch.clone());
    }

    /// Closes a move and everything below it.
    pub fn close(&mut self, row: &Row) {
        self.open.retain(|branch| !branch.starts_with(&row.branch));
    }

    /// Returns the positions after the open moves, with their distances from the root.
    pub fn open_positions(&self, root: &Position) -> Vec<(Position, u32)> {
        let mut branches: Vec<&Branch> = self.open.iter().collect();
        branches.sort_unstable();
        let step = |position: Position, path: &Path| position.find(path).map(|mv| position.after(&mv));
        let after = |branch: &Branch| branch.iter().try_fold(*root, step).ok();
        let level = |branch: &Branch| u32::try_from(branch.len()).expect("a branch has a few plies");
        branches.into_iter().filter_map(|branch| Some((after(branch)?, level(branch)))).collect()
    }
}
