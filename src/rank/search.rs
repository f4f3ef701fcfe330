//! The search of one variant: its table, its threads, its root positions.
//!
//! Threads share the table and little else. All of them go through all roots,
//! each by its own [`Schedule`], and finish each root by the null-window
//! searches of a [`Worker`]. A thread that comes late finds the work of the
//! others in the table.

use std::io;
use std::sync::Arc;

use super::bounds::Bounds;
use super::entry::Entry;
use super::progress::Progress;
use super::schedule::Schedule;
use super::worker::{BusyNodes, Shared, SharedScore, ThreadState, Worker};
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::variant::{Black, Red, Variant};
use rankmoves_core::support::resources::has_memory_for;
use rankmoves_core::support::table::{Key, Table};
use rankmoves_core::support::tuning::Tuning;
use rankmoves_core::support::{stack, threads};
use rankmoves_core::{Player, Resources, Score, Usage};

/// Searches the positions of one variant.
pub(super) struct Search<V: Variant> {
    variant: V,
    table: Table<V::Word, Entry>,
    busy: BusyNodes,
    threads: usize,
    /// The greatest number of threads that worked at a time.
    threads_used: usize,
    /// The nodes of the last two iterations, the last one second.
    last_nodes: [u64; 2],
    tuning: Tuning,
    progress: Arc<Progress>,
    /// The state of each thread that has been needed.
    thread_states: Vec<ThreadState<V::Word>>,
}

/// A position to search: a position after one of the ranked moves, or after a reply in a
/// line of play.
pub(super) struct Root<W> {
    pub(super) pieces: Pieces<W>,
    /// The side to move.
    pub(super) player: Player,
    /// The value: a guess before the search, exact after it. With a `bound` it may be a
    /// bound of the value, on the same side of `bound`.
    pub(super) value: Score,
    /// The bound that the value reaches or not, if nothing else is asked.
    pub(super) bound: Option<Score>,
}

impl<W> Root<W> {
    /// Returns the answer that bounds of the value give, if they give one.
    pub(super) fn answer(&self, Bounds { lower, upper }: Bounds) -> Option<Score> {
        match self.bound {
            None => Some(lower).filter(|_| lower == upper),
            Some(bound) if lower >= bound => Some(lower),
            Some(bound) => Some(upper).filter(|_| upper < bound),
        }
    }
}

impl<V: Variant> Search<V> {
    /// Creates a search that reports to `progress`.
    pub(super) fn new(
        variant: V,
        resources: Resources,
        tuning: Tuning,
        progress: Arc<Progress>,
    ) -> Search<V> {
        Search {
            variant,
            table: Table::new(resources.table_bytes),
            busy: BusyNodes::new(),
            threads: resources.threads.get(),
            threads_used: 1,
            last_nodes: [0; 2],
            tuning,
            progress,
            thread_states: Vec::new(),
        }
    }

    /// Returns the number of positions searched so far. Those of the last two
    /// plies do not count.
    pub(super) fn nodes(&self) -> u64 {
        self.thread_states.iter().map(|state| state.nodes).sum()
    }

    /// Returns the threads and the memory used so far.
    pub(super) fn usage(&self) -> Usage {
        Usage {
            threads: self.threads_used,
            table_bytes: self.table.bytes(),
            table_used: self.table.bytes_used(),
        }
    }

    /// Forgets all values. The history stays.
    pub(super) fn forget(&mut self) {
        self.table.clear();
        self.last_nodes = [0; 2];
    }

    /// Returns the progress, which also tells whether the search is stopped.
    pub(super) fn progress(&self) -> &Arc<Progress> {
        &self.progress
    }

    /// Returns the answer for a root that the table has.
    pub(super) fn known(&mut self, root: &Root<V::Word>, depth: u32) -> Option<Score> {
        let key = match root.player {
            Player::Red => Key::new::<Red>(root.pieces, depth)?,
            Player::Black => Key::new::<Black>(root.pieces, depth)?,
        };
        root.answer(self.table.shared().get(&key)?.bounds)
    }

    /// Finds the value of each root: the highest score, at `depth`, of the
    /// moves of the side to move; [`LOST`](rankmoves_core::LOST) if it has none. Grows
    /// the table first. Returns whether all roots are done: if the search is interrupted,
    /// the others keep their values.
    ///
    /// # Errors
    ///
    /// If there is no memory for this thread. If another thread cannot start,
    /// the others do its work.
    pub(super) fn search_all(&mut self, roots: &mut [Root<V::Word>], depth: u32) -> io::Result<bool> {
        self.grow_table();
        let nodes_before = self.nodes();
        // On which side of a bound a value is takes mostly less time than to start a thread.
        let is_ranking = roots.iter().any(|root| root.bound.is_none());
        let threads = if is_ranking && depth >= self.tuning.parallel_depth { self.threads } else { 1 };
        let threads = self.prepare_threads(threads, depth)?;
        // The roots are one ply below the ranked position.
        self.progress.begin(depth.saturating_add(1), roots.len());
        let values: Vec<SharedScore> = roots.iter().map(|_| SharedScore::unknown()).collect();
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
            for index in Schedule::of_thread(number, threads, all_roots.len()).indices(all_roots.len()) {
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
            root.value = value.get().unwrap_or(root.value);
        }
        Ok(values.iter().all(|value| value.get().is_some()))
    }

    /// Forgets how the nodes grew: those of other positions tell nothing.
    pub(super) fn begin_deepening(&mut self) {
        self.last_nodes = [0; 2];
    }

    /// Grows the table for the next iteration.
    fn grow_table(&mut self) {
        self.table.grow_for(expected_entries(self.last_nodes));
        self.table.grow_if_crowded();
    }

    /// Creates the states of up to `threads` threads that search to `depth`, as
    /// far as there is memory for them and their stacks. Returns how many of
    /// the threads have one.
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

/// Returns the entries that the next iteration is expected to store, by the nodes of the
/// last two, the last one second: it should take as many times the nodes of the last one
/// as that took of the one before, and some two nodes in five get an entry.
fn expected_entries([before, last]: [u64; 2]) -> u64 {
    let growth = (last / before.max(1)).clamp(4, 16);
    last * growth / 5 * 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use rankmoves_core::model::bitboard::Bitboard;

    #[test]
    fn bounds_answer_a_root_if_all_values_between_them_do() {
        for (lower, upper) in (-3..=3).flat_map(|lower| (lower..=3).map(move |upper| (lower, upper))) {
            let answer = |bound| {
                let pieces =
                    Pieces { red: Bitboard::<u64>::EMPTY, black: Bitboard::EMPTY, kings: Bitboard::EMPTY };
                Root { pieces, player: Player::Red, value: 0, bound }.answer(Bounds { lower, upper })
            };
            assert_eq!(answer(None), (lower == upper).then_some(lower));
            for bound in -4..=4 {
                let is_certain = (lower >= bound) == (upper >= bound);
                assert_eq!(
                    answer(Some(bound)).map(|value| value >= bound),
                    is_certain.then_some(lower >= bound),
                    "{lower} {upper} {bound}"
                );
            }
        }
    }

    #[test]
    fn entries_are_expected_to_grow_as_the_nodes_did() {
        assert_eq!(expected_entries([0, 0]), 0);
        assert_eq!(expected_entries([10, 100]), 400);
        // Neither less than four times nor more than sixteen times the last.
        assert_eq!(expected_entries([100, 100]), 160);
        assert_eq!(expected_entries([0, 100]), 640);
    }
}
