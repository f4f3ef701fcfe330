//! The search of one variant, with its table, threads and root positions.
//!
//! The search deepens step by step. Threads share the table and little else. All of them go through all
//! roots, each by its own [`schedule()`], and finish each root by the null-window searches of a [`Worker`]. A
//! thread that starts late finds the results of the others in the table.

use std::io;
use std::sync::Arc;

use super::any_depth::AnyDepth;
use super::entry::Entry;
use super::error::RankError;
use super::progress::Progress;
use super::root::Root;
use super::schedule::schedule;
use super::worker::{BusyNodes, Shared, SharedScore, ThreadState, Worker};
use rankmoves_core::model::bitboard::Word;
use rankmoves_core::model::variant::{AnyRules, Black, Red, Task, Variant};
use rankmoves_core::support::resources::has_memory_for;
use rankmoves_core::support::table::{Key, Table};
use rankmoves_core::support::tuning::Tuning;
use rankmoves_core::support::{stack, threads};
use rankmoves_core::{Player, Position, Resources, Score, Usage};

/// The work that a [`Ranker`](super::Ranker) has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// The positions searched, except positions of the last two plies, whose scores need no search. If the
    /// values of all positions that can be reached are computed, each position counts once for each depth
    /// that is computed for it.
    pub nodes: u64,
    /// The threads and the memory used.
    pub usage: Usage,
}

/// The plies between one iteration and the next. Scores an even number of plies apart are closer to each
/// other, and 4 took the least work in all measurements.
const PLIES_PER_ITERATION: u32 = 4;

/// The number of nodes that a line of best play may always take: about a second's work.
const MIN_LINE_NODES: u64 = 1 << 22;

/// The search of any variant.
pub(super) trait Search: Send {
    /// Finds the value of each position: the highest score, at `depth`, of the
    /// moves of the player to move; [`LOST`](rankmoves_core::LOST) if there are none.
    fn values(&mut self, positions: &[Position], depth: u32) -> Result<Vec<Score>, RankError>;

    /// Returns whether the value of a position is at most `bound`; `None` if finding out takes too much work.
    /// Recurses on the caller's stack. The limit of nodes since the last call of [`values`](Self::values) is the
    /// cost of that search or [`MIN_LINE_NODES`], whichever is greater.
    fn is_at_most(
        &mut self,
        position: &Position,
        depth: u32,
        bound: Score,
    ) -> Result<Option<bool>, RankError>;

    /// Forgets all values, and shrinks the table.
    fn forget(&mut self);

    /// Returns the work done so far.
    fn statistics(&self) -> Statistics;
}

/// The parameters of a new search.
pub(super) struct NewSearch {
    pub(super) resources: Resources,
    pub(super) tuning: Tuning,
    pub(super) progress: Arc<Progress>,
}

impl Task for NewSearch {
    type Output = Box<dyn Search>;

    fn run<V: Variant>(self, variant: V) -> Box<dyn Search> {
        let NewSearch { resources, tuning, progress } = self;
        let threads = resources.threads.get();
        Box::new(VariantSearch {
            variant,
            table: Table::new(resources.table_bytes),
            any_depth: AnyDepth::new(AnyRules::of(variant), tuning, threads),
            busy: BusyNodes::new(),
            threads,
            threads_used: 1,
            nodes_before: 0,
            values_cost: 0,
            last_nodes: [0; 2],
            tuning,
            progress,
            thread_states: Vec::new(),
        })
    }
}

/// The search of variant `V`.
struct VariantSearch<V: Variant> {
    variant: V,
    table: Table<V::Word, Entry>,
    any_depth: AnyDepth<AnyRules<V::Layout>>,
    busy: BusyNodes,
    threads: usize,
    /// The greatest number of threads that have worked at the same time.
    threads_used: usize,
    /// The nodes searched before the current ranking or principal variation.
    nodes_before: u64,
    /// The work of the last search for values, in nodes.
    values_cost: u64,
    /// The node counts of the last two iterations, the latest last.
    last_nodes: [u64; 2],
    tuning: Tuning,
    progress: Arc<Progress>,
    /// The state of each thread that has been needed.
    thread_states: Vec<ThreadState<V::Word>>,
}

impl<V: Variant> Search for VariantSearch<V> {
    fn values(&mut self, positions: &[Position], depth: u32) -> Result<Vec<Score>, RankError> {
        self.nodes_before = self.nodes();
        self.any_depth.begin();
        let mut roots: Vec<_> = positions.iter().map(|position| root_of(position, 0, None)).collect();
        if !self.look_up(&mut roots, depth) {
            let before = self.cost();
            stack::with_stack_for(depth, || self.deepen(&mut roots, depth, None))
                .map_err(RankError::Thread)??;
            self.values_cost = self.cost() - before;
        }
        Ok(roots.into_iter().map(|root| root.value).collect())
    }

    fn is_at_most(
        &mut self,
        position: &Position,
        depth: u32,
        bound: Score,
    ) -> Result<Option<bool>, RankError> {
        let mut roots = [root_of(position, bound, Some(bound + 1))];
        let max_nodes = self.values_cost.max(MIN_LINE_NODES);
        let is_known = self.look_up(&mut roots, depth) || self.deepen(&mut roots, depth, Some(max_nodes))?;
        Ok(is_known.then_some(roots[0].value <= bound))
    }

    fn forget(&mut self) {
        // The history of cutoffs stays, because it affects only speed.
        self.table.clear();
        self.last_nodes = [0; 2];
        self.any_depth.forget();
    }

    fn statistics(&self) -> Statistics {
        let usage = Usage {
            threads: self.threads_used,
            table_bytes: self.table.bytes() + self.any_depth.bytes(),
            table_used: self.table.bytes_used() + self.any_depth.bytes(),
        };
        Statistics { nodes: self.nodes() + self.any_depth.computed(), usage }
    }
}

impl<V: Variant> VariantSearch<V> {
    /// Returns the number of positions searched so far. Nodes of the last two plies do not count.
    fn nodes(&self) -> u64 {
        self.thread_states.iter().map(|state| state.nodes).sum()
    }

    /// Returns the work done so far, in nodes: computed values count as the number of nodes that could be
    /// searched in the same time.
    fn cost(&self) -> u64 {
        self.nodes() + self.any_depth.computed() / self.tuning.values_per_node
    }

    /// Looks up the values of the roots, each in `any_depth` or else in the table. Stops at the first root
    /// whose value is in neither. Returns whether all values are set.
    fn look_up(&mut self, roots: &mut [Root<V::Word>], depth: u32) -> bool {
        roots.iter_mut().all(|root| {
            let at_any_depth = self.any_depth.value(root.pieces, root.player, depth);
            let value = at_any_depth.or_else(|| self.known(root, depth));
            root.value = value.unwrap_or(root.value);
            value.is_some()
        })
    }

    /// Searches the roots at growing depths up to `depth`. Each depth supplies first guesses and hash moves for
    /// the next. Now and then, pauses to try to compute the values at any depth; the first success ends the
    /// search.
    ///
    /// Returns `false` if the search reaches `max_nodes`, counted from the start of the last call of
    /// [`values`](Search::values).
    fn deepen(
        &mut self,
        roots: &mut [Root<V::Word>],
        depth: u32,
        max_nodes: Option<u64>,
    ) -> Result<bool, RankError> {
        let mut attempts = self.any_depth.attempts(roots, depth);
        // Resets the growth estimate, which was made for other positions.
        self.last_nodes = [0; 2];
        let progress = Arc::clone(&self.progress);
        let mut depths = (depth % PLIES_PER_ITERATION..=depth).step_by(PLIES_PER_ITERATION as usize);
        let mut next = depths.next();
        while let Some(iteration) = next {
            if progress.is_stopped() {
                return Err(RankError::Stopped);
            }
            let searched = self.nodes() - self.nodes_before;
            if max_nodes.is_some_and(|max_nodes| searched >= max_nodes) {
                return Ok(false);
            }
            let due = attempts.next();
            let left = due.into_iter().chain(max_nodes).min().map(|due| due.saturating_sub(searched));
            if left == Some(0) {
                let has_answer = self.any_depth.attempt(&mut attempts, roots, depth, searched, &progress);
                if has_answer && self.look_up(roots, depth) {
                    break;
                }
                continue;
            }
            progress.set_pause(left);
            let is_done = self.search_all(roots, iteration);
            progress.set_pause(None);
            if is_done.map_err(RankError::Thread)? {
                next = depths.next();
            }
        }
        Ok(true)
    }

    /// Returns the table's answer for a root, if it has one.
    fn known(&mut self, root: &Root<V::Word>, depth: u32) -> Option<Score> {
        let key = match root.player {
            Player::Red => Key::new::<Red>(root.pieces, depth)?,
            Player::Black => Key::new::<Black>(root.pieces, depth)?,
        };
        root.answer(self.table.shared().get(&key)?.bounds)
    }

    /// Finds the value of each root: the highest score, at `depth`, of the moves of the
    /// side to move; [`LOST`](rankmoves_core::LOST) if it has none. Grows the table
    /// first. Returns whether all roots are done. If the search is interrupted, the
    /// unfinished roots keep their values.
    ///
    /// # Errors
    ///
    /// If there is no memory for this thread. If another thread cannot start, the remaining threads do its
    /// work.
    fn search_all(&mut self, roots: &mut [Root<V::Word>], depth: u32) -> io::Result<bool> {
        self.table.grow_for(expected_entries(self.last_nodes));
        self.table.grow_if_crowded();
        let nodes_before = self.nodes();
        // Finding out whether a value is above or below a bound usually takes less time than starting a
        // thread.
        let is_ranking = roots.iter().any(|root| root.bound.is_none());
        let threads = if is_ranking && depth >= self.tuning.parallel_depth { self.threads } else { 1 };
        let threads = self.prepare_threads(threads, depth)?;
        // The roots are one ply below the ranked position.
        self.progress.begin(depth.saturating_add(1), roots.len());
        let values: Vec<SharedScore> = roots.iter().map(|_| SharedScore::new()).collect();
        let shared = Shared {
            variant: self.variant,
            tuning: self.tuning,
            table: self.table.shared(),
            busy: (threads > 1).then_some(&self.busy),
            progress: &self.progress,
        };
        let (all_roots, all_values) = (&*roots, &values);
        let work = |(number, state): (usize, _)| {
            let mut worker = Worker::new(shared, state);
            for index in schedule(number, threads, all_roots.len()) {
                if shared.progress.is_interrupted() {
                    return;
                }
                worker.search_root(&all_roots[index], depth, &all_values[index]);
            }
        };
        let mut thread_states = self.thread_states.iter_mut().take(threads).enumerate();
        let own = thread_states.next();
        let started = threads::run_alongside(thread_states, depth, work, |others, _| {
            own.map(work);
            1 + others
        });
        self.threads_used = self.threads_used.max(started);
        self.last_nodes = [self.last_nodes[1], self.nodes() - nodes_before];
        for (root, value) in roots.iter_mut().zip(&values) {
            root.value = value.get().copied().unwrap_or(root.value);
        }
        Ok(values.iter().all(|value| value.get().is_some()))
    }

    /// Creates states for up to `threads` threads that search to `depth`, while there is memory for the
    /// states and the stacks. Returns how many threads have a state.
    fn prepare_threads(&mut self, threads: usize, depth: u32) -> io::Result<usize> {
        while self.thread_states.len() < threads {
            let stacks = stack::size_for(depth).saturating_mul(self.thread_states.len());
            if !has_memory_for(stacks) {
                break;
            }
            self.thread_states.push(ThreadState::new());
        }
        match threads.min(self.thread_states.len()) {
            0 => Err(io::ErrorKind::OutOfMemory.into()),
            enough => Ok(enough),
        }
    }
}

fn root_of<W: Word>(position: &Position, value: Score, bound: Option<Score>) -> Root<W> {
    Root { pieces: position.board().pieces().convert(), player: position.turn(), value, bound }
}

/// Estimates the number of entries that the next iteration will store, from the node counts of the last two
/// iterations, the latest last: the count should grow by the same factor again, and about two nodes in five
/// get an entry.
fn expected_entries([before, last]: [u64; 2]) -> u64 {
    let growth = (last / before.max(1)).clamp(4, 16);
    last * growth / 5 * 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_expected_to_grow_as_the_nodes_did() {
        assert_eq!(expected_entries([0, 0]), 0);
        assert_eq!(expected_entries([10, 100]), 400);
        // The node count is expected to grow at least four times and at most sixteen times.
        assert_eq!(expected_entries([100, 100]), 160);
        assert_eq!(expected_entries([0, 100]), 640);
    }
}
