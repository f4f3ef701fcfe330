//! Proven values of moves, shown beside their scores, and plies that give a result away.

use rankmoves_core::{Blocked, Path, Ply, Position};
use rankmoves_endings::{Value, Wdl};

use super::results::Task;
use super::state::{Mode, Model};
use super::tree::Row;

/// A ply of the game with its proven value.
#[derive(Clone, Copy, Debug)]
pub struct ProvenPly<'a> {
    pub value: Value,
    /// The first of the best moves, if its result is better than the ply's.
    pub better: Option<(&'a Path, Value)>,
}

impl Model {
    /// Lists the tasks of looking up moves in endgame tables, the most urgent first.
    pub fn proof_tasks(&self) -> Vec<Task> {
        if !self.look.analysis || self.base_mode() == Mode::Edit {
            return Vec::new();
        }
        let root = *self.position();
        let open = self.scores.tree.open_positions(&root).into_iter().map(|(position, _)| position);
        let game = self.game();
        let judged = &game.all_positions()[..if self.is_review() { game.plies().len() } else { 0 }];
        let positions = std::iter::once(root).chain(open).chain(judged.iter().copied());
        let tasks = positions.map(Task::Prove).filter(|task| !self.scores.results.has_result(task));
        tasks.filter(|task| can_be_proven(task.position())).collect()
    }

    /// Returns the proven value of a move in the tree for the player who makes it.
    pub fn proven(&self, row: &Row) -> Option<Value> {
        let proofs = self.scores.results.proofs(&row.position).filter(|_| self.look.analysis)?;
        proofs.value(row.mv.path())
    }

    /// Returns the proven value of a ply of the game; `None` if an unproven move may be better.
    pub fn proven_ply(&self, ply: usize) -> Option<ProvenPly<'_>> {
        let Ply::Move(path) = self.game().plies().get(ply)? else { return None };
        let proofs = self.scores.results.proofs(self.game().all_positions().get(ply)?)?;
        let value = proofs.value(path)?;
        let (best, best_value) = proofs.best()?;
        let better = (best_value.wdl() > value.wdl()).then_some((best.path(), best_value));
        let is_judged = better.is_some() || value.wdl() == Wdl::Win || proofs.is_whole();
        is_judged.then_some(ProvenPly { value, better })
    }

    /// Describes the ply that gave away a win or a draw: the last ply played if it did, otherwise the last
    /// such ply of the game.
    pub fn slip(&self) -> Option<String> {
        if !self.is_review() {
            return None;
        }
        let here = self.game().played().len().checked_sub(1);
        let all = (0..self.game().plies().len()).rev();
        here.into_iter().chain(all).find_map(|ply| self.slip_at(ply))
    }

    fn slip_at(&self, ply: usize) -> Option<String> {
        let ProvenPly { value, better } = self.proven_ply(ply)?;
        let (best, best_value) = better?;
        let lost = if best_value.wdl() == Wdl::Win { "win" } else { "draw" };
        let notation = self.notation();
        let (made, best) = (notation.ply(&self.game().plies()[ply]), notation.path(best));
        Some(format!("{}. {made} throws the {lost} away: {value}; {best} was {best_value}", ply + 1))
    }
}

/// Returns whether endgame tables may have the values of a position's moves.
fn can_be_proven(position: &Position) -> bool {
    position.rules().blocked == Blocked::Loses && position.has_moves()
}
