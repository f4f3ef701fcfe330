//! The engine's estimates, shown beside the exact scores.

use rankmoves_core::Position;

use super::results::Task;
use super::state::Model;
use super::tree::Row;
use table::review::{JudgedMoves, expected_for_red};

/// The first and last depth of the exact scores at which the estimates deepen too.
const FIRST_DEEPER: u32 = 6;
const LAST_DEEPER: u32 = 20;

/// Returns the tasks for the estimates that are shown: first for the root, whose exact scores have the depth `depth`,
/// then for the open replies.
pub fn estimate_tasks(positions: &[(Position, u32)], depth: u32) -> impl Iterator<Item = Task> {
    let of_root = if depth < FIRST_DEEPER { 0 } else { depth.min(LAST_DEEPER) / 2 * 2 };
    positions
        .iter()
        .map(move |&(position, level)| Task::Estimate(position, if level == 0 { of_root } else { 0 }))
}

impl Model {
    /// Returns the engine's score of a move in the tree for the player who makes it.
    pub fn estimate(&self, row: &Row) -> Option<i32> {
        let estimates = self.scores.results.estimates(&row.position).filter(|_| self.look.analysis)?;
        estimates.score(row.mv.path())
    }

    /// Returns red's expected result at the cursor, in percent, by the best move's proven value or estimate.
    pub fn expected_for_red(&self) -> Option<u8> {
        let position = self.game().position();
        let results = &self.scores.results;
        expected_for_red(position, |position| {
            let judged = JudgedMoves::new(position, results.estimates(position)?, results.proofs(position));
            Some(judged.best()?.outlook)
        })
        .filter(|_| self.look.analysis)
    }

    /// Returns red's expected results in the game, in percent: at the start, and after each ply; `None` where
    /// unknown.
    pub fn graph(&self) -> Vec<Option<u8>> {
        let plies = 0..self.game().plies().len();
        let first = self.reviewed(0).and_then(|first| Some((first, first.judgement.as_ref()?)));
        let start = first.map(|(first, judgement)| judgement.best.outlook.for_red(first.player));
        std::iter::once(start).chain(plies.map(|ply| Some(self.reviewed(ply)?.red))).collect()
    }
}
