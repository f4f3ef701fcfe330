//! The engine's estimates, shown beside the exact scores.

use rankmoves_core::{Ply, Position};

use super::results::Task;
use super::state::Model;
use super::tree::Row;
use table::estimator;

impl Model {
    /// Returns the tasks for the estimates that are shown: first the root's, then those of the open replies.
    pub fn estimate_tasks(&self) -> impl Iterator<Item = Task> + use<> {
        let root = *self.position();
        let open = self.scores.tree.open_positions(&root).into_iter().map(|(position, _)| position);
        std::iter::once(root).chain(open).map(Task::Estimate)
    }

    /// Returns the tasks for the estimates in the graph of the game.
    pub fn graph_tasks(&self) -> impl Iterator<Item = Task> + use<'_> {
        self.places().iter().copied().map(Task::Estimate)
    }

    /// Returns the engine's score of a move in the tree for the player who makes it.
    pub fn estimate(&self, row: &Row) -> Option<i32> {
        let estimates = self.scores.results.estimates(&row.position).filter(|_| self.look.analysis)?;
        estimates.score(row.mv.path())
    }

    /// Returns the engine's score of a ply of the game for the player who made it.
    pub fn estimate_of_ply(&self, ply: usize) -> Option<i32> {
        let Ply::Move(path) = self.game().plies().get(ply)? else { return None };
        self.scores.results.estimates(self.places().get(ply)?)?.score(path)
    }

    /// Returns the engine's scores of the game for red: of the start, and of the position after each ply.
    /// Unknown scores are `None`.
    pub fn graph(&self) -> Vec<Option<i32>> {
        let best = |position: &Position| self.scores.results.estimates(position)?.best();
        self.places().iter().map(|position| estimator::score_for_red(position, best)).collect()
    }

    /// Returns the positions of the game from its start to its last ply.
    fn places(&self) -> &[Position] {
        self.game().all_positions()
    }
}
