//! Work that follows from the state: tasks, questions to agents, and timed events.

use std::iter;
use std::time::Duration;

use rankmoves_core::{Blocked, Position};
use rankmoves_game::{Game, TimeLeft};

use super::{Flow, Model, PACES};
use crate::results::Task;
use table::agents::Spec;
use table::session::too_many_moves;

const MAX_ANSWER_PAUSE: Duration = Duration::from_millis(250);

/// The number of further depths queued after the next one.
const QUEUED_DEPTHS: u32 = 2;

/// The first and last depth of the exact scores at which the estimates deepen too.
const FIRST_DEEPER: u32 = 6;
const LAST_DEEPER: u32 = 20;

#[derive(Clone, Debug)]
pub struct AgentQuestion {
    pub generation: u64,
    pub spec: Spec,
    pub game: Game,
    pub time: Option<TimeLeft>,
}

/// Compares generations only, because each generation has only one question.
impl PartialEq for AgentQuestion {
    fn eq(&self, other: &AgentQuestion) -> bool {
        self.generation == other.generation
    }
}

impl Model {
    /// Returns whether the game is under review, in which case its moves are judged.
    pub fn is_review(&self) -> bool {
        let is_live = self.autoplay.flow == Flow::Playing && self.game().outcome().is_none();
        self.analysis && !is_live && !self.game().plies().is_empty()
    }

    /// Lists the positions of the tree whose moves are ranked, with their distances from the root, which is first.
    fn ranked_positions(&self) -> Vec<(Position, u32)> {
        if !self.analysis || self.is_edit() {
            return Vec::new();
        }
        let root = *self.position();
        let positions = iter::once((root, 0)).chain(self.scores.tree.open_positions(&root));
        let is_ranked = |at: &Position| at.has_moves() && too_many_moves(at).is_none();
        positions.filter(|(position, _)| is_ranked(position)).collect()
    }

    /// Lists the open tasks of the worker that ranks, the most urgent first.
    pub fn tasks(&self) -> Vec<Task> {
        let mut tasks = Vec::new();
        let positions = self.ranked_positions();
        let Some(((root, _), open)) = positions.split_first() else { return tasks };
        let shown = self.scores.results.depth(root, self.scores.depth);
        // Rank replies before the root, because a depth is shown as soon as it is ranked for the root.
        let at = |depth: u32| {
            let levels = open.iter().chain(&positions[..1]);
            levels
                .filter_map(move |(position, level)| Some(Task::Rank(*position, depth.checked_sub(*level)?)))
        };
        if let Some(shown) = shown {
            tasks.extend(at(shown));
            let deeper = if shown < FIRST_DEEPER { 0 } else { shown.min(LAST_DEEPER) / 2 * 2 };
            tasks.push(Task::Estimate(*root, deeper));
            tasks.extend(open.iter().map(|(position, _)| Task::Estimate(*position, 0)));
            if let Some(row) = self.pointed()
                && let Some(depth) = row.depth
            {
                tasks.push(Task::Line(row.position, row.mv, depth));
            }
        }
        let next = shown.map_or(0, |shown| shown.saturating_add(1));
        tasks.extend((next..=self.scores.depth.min(next.saturating_add(QUEUED_DEPTHS))).flat_map(at));
        tasks.retain(|task| !self.scores.results.has_result(task));
        tasks
    }

    /// Lists the tasks that use endgame tables, the most urgent first: the one that a command asked for, the
    /// positions of the tree, then the next ply of the review.
    pub fn proof_tasks(&self) -> Vec<Task> {
        if self.is_edit() {
            return Vec::new();
        }
        let mut tasks = Vec::from_iter(self.scores.asked.clone());
        let positions = self.ranked_positions().into_iter().map(|(position, _)| position);
        // Endgame tables have no values where a blocked player passes.
        let positions = positions.filter(|at| at.rules().blocked == Blocked::Loses);
        tasks.extend(positions.map(Task::Prove).filter(|task| !self.scores.results.has_result(task)));
        let plies = 0..if self.is_review() { self.game().plies().len() } else { 0 };
        // Judging a ply takes the moves of the positions before and after it.
        let is_small = |at: usize| {
            self.game().all_positions()[at..=at + 1].iter().all(|position| too_many_moves(position).is_none())
        };
        if let Some(at) = { plies }.find(|&at| self.reviewed(at).is_none() && is_small(at)) {
            // Move the cursor to the end, so that stepping through the game does not change the task.
            let mut game = self.game().clone();
            game.redo(usize::MAX);
            tasks.push(Task::Review(Box::new(game), at));
        }
        tasks
    }

    /// Returns the question for the agent to move, if that agent should think now.
    pub fn agent_question(&self) -> Option<AgentQuestion> {
        if self.autoplay.flow != Flow::Playing || self.is_interrupted() || self.autoplay.answer.is_some() {
            return None;
        }
        let spec = self.session.agent_to_move().filter(|_| self.position().has_moves())?;
        let (game, time) = (self.game().clone(), self.session.time_left());
        Some(AgentQuestion { generation: self.autoplay.generation, spec, game, time })
    }

    pub fn pause(&self) -> Duration {
        let pace = Duration::from_millis(PACES[self.autoplay.pace]);
        if self.autoplay.flow == Flow::Replaying || self.session.is_watched() {
            pace
        } else {
            pace.min(MAX_ANSWER_PAUSE)
        }
    }

    /// Returns the time of the next event that needs no input, if there is one: a ply of autoplay, a change
    /// of the clock's display, or the moment when a player's time runs out.
    pub fn wakes_at(&self) -> Option<Duration> {
        let clock = self.session.time_left().filter(|_| self.session.is_clock_running());
        let ticks_at = clock.map(|TimeLeft { left, .. }| self.now + until_next_tick(left));
        [self.plays_at(), ticks_at].into_iter().flatten().min()
    }

    /// Returns whether the clock of the player to move should run: the game is in play, neither the
    /// editor nor a loading file interrupts it, and the player is a person or a thinking program.
    pub fn is_clock_due(&self) -> bool {
        let is_thinking = self.session.agent_to_move().is_none() || self.agent_question().is_some();
        let is_played = self.autoplay.flow == Flow::Playing && self.game().outcome().is_none();
        is_played && !self.is_interrupted() && is_thinking
    }

    fn is_interrupted(&self) -> bool {
        self.is_edit() || self.library.loading.is_some()
    }

    /// Returns the time of the next ply of autoplay, if there is one.
    pub fn plays_at(&self) -> Option<Duration> {
        let waits = match self.autoplay.flow {
            Flow::Paused => false,
            Flow::Playing => {
                self.autoplay.answer.is_some()
                    || self.session.agent_to_move().is_some() && !self.position().has_moves()
            }
            Flow::Replaying => true,
        };
        (waits && !self.is_interrupted()).then_some(self.autoplay.next_at)
    }
}

/// Returns the time until the display of a clock changes, or the time runs out. A clock shows seconds, and
/// tenths below ten seconds.
fn until_next_tick(left: Duration) -> Duration {
    const BLINK: Duration = Duration::from_millis(1);
    let (second, tenth) = (1_000_000_000, 100_000_000);
    let unit = if left.as_secs() >= 10 { second } else { tenth };
    Duration::from_nanos(u64::from(left.subsec_nanos()) % unit) + BLINK
}
