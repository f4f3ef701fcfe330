//! The engine's estimates, shown beside the exact scores.

use rankmoves_core::Position;

use super::results::Task;
use super::state::Model;
use super::tree::Row;
use table::review::expected_for_red;

impl Model {
    /// Returns the tasks for the estimates that are shown: first the root's, then those of the open replies.
    pub fn estimate_tasks(&self) -> impl Iterator<Item = Task> + use<> {
        let root = *self.position();
        let open = self.scores.tree.open_positions(&root).into_iter().map(|(position, _)| position);
        std::iter::once(root).chain(open).map(Task::Estimate)
    }

    /// Returns the engine's score of a move in the tree for the player who makes it.
    pub fn estimate(&self, row: &Row) -> Option<i32> {
        let estimates = self.scores.results.estimates(&row.position).filter(|_| self.look.analysis)?;
        estimates.score(row.mv.path())
    }

    /// Returns red's expected results in the game, in percent: at the start, and after each ply; `None` where
    /// unknown.
    pub fn graph(&self) -> Vec<Option<u8>> {
        let best = |position: &Position| Some(self.scores.results.judged(position)?.best()?.outlook);
        self.game().all_positions().iter().map(|position| expected_for_red(position, best)).collect()
    }
}
