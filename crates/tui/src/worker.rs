//! The threads that rank positions, look up tables and choose moves.
//!
//! Each thread has a slot for jobs. New jobs replace the waiting ones, and stop the current job unless it is
//! still the most urgent.

use std::io;
use std::mem;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex};
use std::thread::Builder;

use rankmoves::{Progress, RankError};
use rankmoves_core::{ByPlayer, Ply};
use rankmoves_game::{Agent, AgentError, Game};

use super::results::{Answer, Task};
use super::state::work::AgentQuestion;
use super::update::{Event, Input};
use rankmoves_endings::service::Proven;
use shell::terminal::lower_priority;
use table::agents::Spec;
use table::review::{self, Analyzer, Hint, ProvenMoves, Review, ReviewedPly};

/// Handles to the threads.
pub struct Workers {
    pub tasks: Arc<JobSlot<Task>>,
    /// At most one question. Without one, the agent that is thinking stops.
    pub questions: Arc<JobSlot<AgentQuestion>>,
    /// The tasks that use endgame tables.
    pub proofs: Arc<JobSlot<Task>>,
    pub progress: Arc<Progress>,
}

impl Workers {
    /// Starts the threads. They send their results to `events`.
    pub fn start(events: &Sender<Input>) -> io::Result<Workers> {
        let sender = events.clone();
        let warn = move |warning: &str| drop(sender.send(Ok(Event::Warned(warning.to_owned()))));
        let values = Arc::new(Proven::with_warnings(warn).with_builders(NonZeroUsize::MIN));
        let analyst = Analyst::new(Arc::clone(&values));
        let workers = Workers {
            tasks: JobSlot::new(),
            questions: JobSlot::new(),
            proofs: JobSlot::new(),
            progress: analyst.analyzer.ranker.progress(),
        };
        // Tables have a thread of their own, so that rankings do not wait for them.
        for (name, slot, mut analyst) in
            [("rank", &workers.tasks, analyst), ("endings", &workers.proofs, Analyst::new(values))]
        {
            let (slot, sender) = (Arc::clone(slot), events.clone());
            let work = move || work(&slot, &mut analyst, &sender);
            Builder::new().name(name.to_owned()).spawn(work)?;
        }
        let (slot, sender) = (Arc::clone(&workers.questions), events.clone());
        Builder::new().name("agents".to_owned()).spawn(move || choose(&slot, &sender))?;
        Ok(workers)
    }
}

fn work(slot: &JobSlot<Task>, analyst: &mut Analyst, events: &Sender<Input>) {
    let [ranks, estimates] = analyst.analyzer.stop_flags();
    lower_priority();
    loop {
        let task = slot.take(|task| match task {
            Task::Rank(..) | Task::Line(..) => Some(Arc::clone(&ranks)),
            Task::Estimate(..) => Some(Arc::clone(&estimates)),
            Task::Prove(_) | Task::Review(..) | Task::Try(..) | Task::Hint(_) => None,
        });
        let event = match analyst.answer(&task) {
            Ok(answer) => Event::Found(task, answer),
            Err(RankError::Stopped) => continue,
            Err(why) => Event::Failed(format!("cannot rank the moves: {why}")),
        };
        // A failed send means that the program is ending.
        let _ = events.send(Ok(event));
    }
}

/// An analyzer, and the review of a game so far.
pub struct Analyst {
    analyzer: Analyzer,
    review: Option<(Game, Review)>,
    /// The nodes of rankings that were searched before the last estimate.
    nodes_before: u64,
}

impl Analyst {
    pub fn new(values: Arc<Proven>) -> Analyst {
        Analyst { analyzer: Analyzer::new(values), review: None, nodes_before: 0 }
    }

    /// Does a task, after building small tables for it. A task without an answer counts as stopped.
    pub fn answer(&mut self, task: &Task) -> Result<Answer, RankError> {
        let Analyzer { ranker, estimator, values } = &mut self.analyzer;
        let answer = match task {
            Task::Rank(position, depth) => return ranker.rank(position, *depth).map(Answer::Ranking),
            Task::Line(position, mv, depth) => return ranker.line(position, mv, *depth).map(Answer::Line),
            Task::Estimate(position, depth) => {
                let nodes = ranker.progress().nodes();
                let ranked = nodes - mem::replace(&mut self.nodes_before, nodes);
                // Depth 0 stands for the usual estimate. Deeper ones search a quarter of the ranking's nodes, or the
                // usual number if that is more.
                let estimates = match depth {
                    0 => estimator.estimates(position),
                    _ => estimator.deepen(position, *depth, ranked / 4),
                };
                estimates.map(Answer::Estimates)
            }
            Task::Prove(position) => Some(Answer::Proofs(ProvenMoves::of(position, values))),
            Task::Review(game, at) => self.review(game, *at).map(Box::new).map(Answer::Reviewed),
            Task::Try(game, at, path) => {
                let tried = self.analyzer.try_move(game, *at, path).ok().flatten();
                tried.map(Box::new).map(Answer::Tried)
            }
            Task::Hint(game) => {
                review::hint(game, values, &mut Hint::engine(game)).map(Box::new).map(Answer::Hint)
            }
        };
        answer.ok_or(RankError::Stopped)
    }

    /// Judges the ply of a game after `at` plies. Continues the review if it is the next ply.
    fn review(&mut self, game: &Game, at: usize) -> Option<ReviewedPly> {
        let goes_on = |(old, review): &(Game, Review)| old == game && review.plies() == at;
        let started = || (game.clone(), Review::after(vec![0; at]));
        let (game, mut review) = self.review.take().filter(goes_on).unwrap_or_else(started);
        let reviewed = review.next(&mut self.analyzer, &game).ok()??;
        self.review = Some((game, review));
        Some(reviewed)
    }
}

/// The agents of both players, with the specifications that they were made from.
type Agents = ByPlayer<Option<(Spec, Box<dyn Agent>)>>;

fn agent<'a>(agents: &'a mut Agents, question: &AgentQuestion) -> Result<&'a mut dyn Agent, AgentError> {
    let entry = &mut agents[question.game.position().turn()];
    if entry.as_ref().is_none_or(|(spec, _)| *spec != question.spec) {
        *entry = Some((question.spec, question.spec.agent()?));
    }
    entry.as_mut().map(|(_, agent)| &mut **agent as &mut dyn Agent).ok_or(AgentError::NoMoves)
}

fn choose(slot: &JobSlot<AgentQuestion>, events: &Sender<Input>) {
    let mut agents = Agents::default();
    loop {
        let question = slot.take(|question| agent(&mut agents, question).ok()?.stop_flag());
        let choice = agent(&mut agents, &question).and_then(|agent| match question.time {
            Some(time) => agent.choose_in_time(&question.game, time),
            None => agent.choose(&question.game),
        });
        let event = match choice {
            Ok(mv) => Event::Chosen(question.generation, Ok(Ply::from(&mv))),
            Err(AgentError::Stopped) => continue,
            Err(AgentError::Forfeit(why)) => Event::Chosen(question.generation, Err(why.to_string())),
            Err(why) => Event::Failed(format!("{} cannot choose a move: {why}", question.spec)),
        };
        // A failed send means that the program is ending.
        let _ = events.send(Ok(event));
    }
}

/// A slot for the jobs of one thread: waiting jobs, the current job, and the flag that stops it.
pub struct JobSlot<J> {
    state: Mutex<State<J>>,
    changed: Condvar,
}

const NO_PANIC: &str = "a panic ends the program";

struct State<J> {
    /// The jobs that were put last, the most urgent first.
    wanted: Vec<J>,
    /// The number of these jobs that have been taken.
    taken: usize,
    in_hand: Option<J>,
    stop: Option<Arc<AtomicBool>>,
}

impl<J: Clone + PartialEq> JobSlot<J> {
    fn new() -> Arc<JobSlot<J>> {
        let state = State { wanted: Vec::new(), taken: 0, in_hand: None, stop: None };
        Arc::new(JobSlot { state: Mutex::new(state), changed: Condvar::new() })
    }

    /// Replaces the waiting jobs with `jobs`, the most urgent first, unless they are the same as the last time.
    pub fn put(&self, jobs: Vec<J>) {
        let mut state = self.state.lock().expect(NO_PANIC);
        if jobs == state.wanted {
            return;
        }
        let goes_on = state.in_hand.is_some() && state.in_hand.as_ref() == jobs.first();
        if let Some(stop) = state.stop.take_if(|_| !goes_on) {
            stop.store(true, Relaxed);
            // If the stopped job is wanted again, it must start again.
            state.in_hand = None;
        }
        (state.wanted, state.taken) = (jobs, usize::from(goes_on));
        self.changed.notify_one();
    }

    /// Waits for the next job. Clears its stop flag under the lock that `put` holds when it sets the flag, so
    /// only later calls of `put` can stop this job.
    fn take(&self, mut flag: impl FnMut(&J) -> Option<Arc<AtomicBool>>) -> J {
        let mut state = self.state.lock().expect(NO_PANIC);
        (state.in_hand, state.stop) = (None, None);
        let is_done = |state: &mut State<J>| state.taken == state.wanted.len();
        let mut state = self.changed.wait_while(state, is_done).expect(NO_PANIC);
        let job = state.wanted[state.taken].clone();
        state.taken += 1;
        state.stop = flag(&job).inspect(|stop| stop.store(false, Relaxed));
        state.in_hand = Some(job.clone());
        job
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_current_job_is_stopped_unless_it_is_still_wanted_first() {
        let slot = JobSlot::new();
        let stop = Arc::new(AtomicBool::new(true));
        slot.put(vec![1, 2, 3]);
        assert_eq!(slot.take(|_| Some(Arc::clone(&stop))), 1);
        assert!(!stop.load(Relaxed));
        slot.put(vec![1, 4]);
        assert!(!stop.load(Relaxed), "1 is still the first");
        slot.put(vec![4, 1]);
        assert!(stop.load(Relaxed));
        slot.put(vec![1, 4]);
        assert_eq!(slot.take(|_| Some(Arc::clone(&stop))), 1, "it was stopped, so it is done again");
        slot.put(vec![4, 1]);
        assert_eq!(slot.take(|_| Some(Arc::clone(&stop))), 4);
        assert!(!stop.load(Relaxed));
        slot.put(Vec::new());
        assert!(stop.load(Relaxed), "nothing is wanted any more");
    }
}
