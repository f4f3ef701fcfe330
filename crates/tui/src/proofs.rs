//! The proven values shown beside the scores of moves, and the costliest plies of a game.

use rankmoves_core::{Blocked, Position};
use rankmoves_endings::Value;

use super::results::Task;
use super::state::{Mode, Model};
use super::tree::Row;
use table::review::{Judgement, moments};

impl Model {
    /// Lists the positions still to look up in endgame tables, the most urgent first. If none are left, lists
    /// the explanation of the shown moment.
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
        let mut tasks: Vec<_> = tasks.filter(|task| can_be_proven(task.position())).collect();
        // Proven values may change a judgement, so look them up first.
        if tasks.is_empty()
            && let Some((ply, judgement)) = self.shown_moment()
        {
            tasks.push(Task::Explain(game.all_positions()[ply], Box::new(judgement)));
            tasks.retain(|task| !self.scores.results.has_result(task));
        }
        tasks
    }

    /// Returns the proven value of a move in the tree for the player who makes it.
    pub fn proven(&self, row: &Row) -> Option<Value> {
        let proofs = self.scores.results.proofs(&row.position).filter(|_| self.look.analysis)?;
        proofs.value(row.mv.path())
    }

    /// Returns the indices of the costliest plies judged so far, the worst first.
    fn moments(&self) -> Vec<usize> {
        let plies = 0..self.game().plies().len();
        let cost = |ply| self.judgement(ply).map_or(0, |judgement| judgement.cost());
        moments(&plies.map(cost).collect::<Vec<_>>())
    }

    /// Returns the moment that follows the moment at the cursor in the order of costs. After the last, or if
    /// the cursor is at no moment, returns the worst.
    pub fn next_moment(&self) -> Option<usize> {
        let moments = self.moments();
        let here = moments.iter().position(|ply| ply + 1 == self.game().played().len());
        here.and_then(|here| moments.get(here + 1)).or(moments.first()).copied()
    }

    /// Returns the last ply played if it is a moment, otherwise the costliest ply of the game.
    fn shown_moment(&self) -> Option<(usize, Judgement)> {
        if !self.is_review() {
            return None;
        }
        let here = self.game().played().len().checked_sub(1);
        let is_moment = |ply: &usize| self.judgement(*ply).is_some_and(|judgement| judgement.is_moment());
        let ply = here.filter(is_moment).or_else(|| self.moments().first().copied())?;
        Some((ply, self.judgement(ply)?))
    }

    /// Describes the last ply played if it is a moment, otherwise the costliest ply of the game: the cost, the
    /// reasons, and the refutation.
    pub fn slip(&self) -> Option<String> {
        let (ply, judgement) = self.shown_moment()?;
        let (position, notation) = (&self.game().all_positions()[ply], self.notation());
        let text = format!("{}. {}", ply + 1, judgement.text(position.turn(), notation));
        Some(match self.scores.results.why(position, &judgement.played.mv) {
            Some(why) => format!("{text}: {}: {}", why.reasons_text(), why.refutation.text(notation)),
            None => text,
        })
    }
}

/// Returns whether endgame tables may have the values of a position's moves.
fn can_be_proven(position: &Position) -> bool {
    position.rules().blocked == Blocked::Loses && position.has_moves()
}
