//! Exact alpha-beta: null windows and a transposition table.
//!
//! Values are small whole numbers and close to each other. Instead of one search with a wide window, a series
//! of null-window searches each test whether the value reaches a bound, until lower and upper bound meet:
//! MTD(f) (Plaat, Schaeffer, Pijls and de Bruin, *Best-first fixed-depth minimax algorithms*, 1996). The
//! table keeps each result, so that the series does not search a position twice. No value comes from a
//! reduced or extended search: the values of internal deepening go into the table under their own depth, and
//! the node uses them only to order its moves. So every value is exact.
//!
//! A thread defers a move that another thread is searching (ABDADA: Weill,
//! *The ABDADA distributed minimax search algorithm*, 1996).

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::entry::Entry;
use super::leaf;
use super::order::{self, CutoffHistory, Successor};
use super::progress::Progress;
use super::root::{Bounds, Root};
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::movegen;
use rankmoves_core::model::variant::{Black, Red, Side, Variant};
use rankmoves_core::support::table::{Key, SharedTable};
use rankmoves_core::support::tuning::Tuning;
use rankmoves_core::{LOST, Player, Score};

/// The number of nodes between two reports of a thread, which then also checks the stop flag: small enough
/// for a smooth display of progress, and large enough to make the cost negligible.
const NODES_PER_REPORT: u64 = 1 << 12;

/// The data that all threads of a search share.
#[derive(Clone, Copy)]
pub(super) struct Shared<'a, V: Variant> {
    pub(super) variant: V,
    pub(super) tuning: Tuning,
    pub(super) table: SharedTable<'a, V::Word, Entry>,
    /// `None` with a single thread.
    pub(super) busy: Option<&'a BusyNodes>,
    pub(super) progress: &'a Progress,
}

/// The data of one thread, on its own cache lines: it is written at every
/// node, and a line that two threads write is slow for both. (Processors fetch
/// lines in pairs.)
#[repr(align(128))]
pub(super) struct ThreadState<W> {
    history: CutoffHistory,
    /// The positions after the moves of every node on the path from the root.
    successors: Vec<Successor<W>>,
    /// The positions after the moves of a node of depth 1.
    leaves: Vec<Pieces<W>>,
    pub(super) nodes: u64,
}

impl<W> ThreadState<W> {
    pub(super) fn new() -> ThreadState<W> {
        ThreadState { history: CutoffHistory::new(), successors: Vec::new(), leaves: Vec::new(), nodes: 0 }
    }
}

/// The value of a root, which the first thread to find it sets.
pub(super) type SharedScore = OnceLock<Score>;

/// The nodes that threads are searching, by their hashes. A node may overwrite another; in that case two
/// threads may search the same node, which costs only time.
pub(super) struct BusyNodes(Vec<AtomicU64>);

impl BusyNodes {
    pub(super) fn new() -> BusyNodes {
        BusyNodes(std::iter::repeat_with(AtomicU64::default).take(1 << 10).collect())
    }
}

/// The search of one thread, with the data that it shares.
pub(super) struct Worker<'a, V: Variant> {
    shared: Shared<'a, V>,
    state: &'a mut ThreadState<V::Word>,
    /// The value of the root being searched. Another thread may set it first.
    root_value: Option<&'a SharedScore>,
}

impl<'a, V: Variant> Worker<'a, V> {
    pub(super) fn new(shared: Shared<'a, V>, state: &'a mut ThreadState<V::Word>) -> Self {
        Worker { shared, state, root_value: None }
    }

    /// Finds the value of a root, or whether the value reaches the root's bound, unless another thread is
    /// faster.
    pub(super) fn search_root(&mut self, root: &Root<V::Word>, depth: u32, root_value: &'a SharedScore) {
        self.root_value = Some(root_value);
        let value = match root.player {
            Player::Red => self.mtdf::<Red>(root, depth),
            Player::Black => self.mtdf::<Black>(root, depth),
        };
        if let Some(value) = value
            && root_value.set(value).is_ok()
        {
            self.shared.progress.add_done();
        }
    }

    /// Returns the value of a root for side `S`, which is to move, by
    /// null-window searches from a first guess; `None` if another thread was
    /// faster, or the search is stopped.
    fn mtdf<S: Side>(&mut self, root: &Root<V::Word>, depth: u32) -> Option<Score> {
        let mut value = root.bound.unwrap_or(root.value);
        let mut bounds = Bounds::UNKNOWN;
        loop {
            // The value is known to reach `lower`, so test the next value.
            let bound = if value == bounds.lower { value + 1 } else { value };
            value = self.null_window::<S>(root.pieces, depth, bound)?;
            bounds.tighten(value, bound);
            if root.answer(bounds).is_some() {
                return Some(value);
            }
        }
    }

    /// Searches a position with the null window [`bound` − 1, `bound`), for side
    /// `S`, which is to move. The result is a lower bound of the value if it reaches
    /// `bound`; otherwise it is an upper bound. `None` if another thread has found
    /// the value of the root, or the search is stopped.
    pub(super) fn null_window<S: Side>(
        &mut self,
        pieces: Pieces<V::Word>,
        depth: u32,
        bound: Score,
    ) -> Option<Score> {
        let variant = self.shared.variant;
        match depth {
            0 => return Some(leaf::depth_zero::<V, S>(variant, pieces, bound, self.shared.progress)),
            1 => {
                let (progress, leaves) = (self.shared.progress, &mut self.state.leaves);
                return Some(leaf::depth_one::<V, S>(variant, pieces, bound, leaves, progress));
            }
            _ => {}
        }
        self.state.nodes += 1;
        if self.state.nodes.is_multiple_of(NODES_PER_REPORT) {
            self.shared.progress.add_nodes(NODES_PER_REPORT);
            if self.shared.progress.is_interrupted() {
                return None;
            }
        }
        let tuning = self.shared.tuning;
        let key = if depth < tuning.table_depth { None } else { Key::new::<S>(pieces, depth) };
        let mut hash_move = None;
        if let Some(key) = &key {
            let probe = self.shared.table.probe(key);
            if let Some(Entry { bounds: Bounds { lower, upper }, .. }) = probe.value {
                if lower >= bound {
                    return Some(lower);
                }
                if upper < bound {
                    return Some(upper);
                }
            }
            let known = |entry: Option<Entry>| entry.and_then(|entry| entry.hash_move);
            hash_move = known(probe.value).or(known(probe.deepest_other));
        }
        if depth >= tuning.defer_depth && self.root_value.is_some_and(|value| value.get().is_some()) {
            return None;
        }
        if key.is_some() && hash_move.is_none() && depth >= tuning.internal_deepening_depth {
            let reduced = depth - tuning.internal_reduction;
            hash_move = self.known_hash_move::<S>(pieces, reduced);
            if hash_move.is_none() {
                self.null_window::<S>(pieces, reduced, bound)?;
                hash_move = self.known_hash_move::<S>(pieces, reduced);
            }
        }

        let first = self.state.successors.len();
        let (budget, successors) = (self.shared.progress.budget, &mut self.state.successors);
        if !movegen::push_successors::<V, S, _>(variant, pieces, budget, successors, Successor::new) {
            self.shared.progress.exceed();
            return None;
        }
        let value = if self.state.successors.len() == first {
            Some(LOST)
        } else {
            self.search_successors::<S>(pieces, first, depth, bound, &mut hash_move)
        };
        self.state.successors.truncate(first);
        if let (Some(key), Some(value)) = (key, value) {
            Entry::store(self.shared.table, &key, value, bound, hash_move);
        }
        value
    }

    /// Returns the hash move stored for a position at this depth.
    fn known_hash_move<S: Side>(&self, pieces: Pieces<V::Word>, depth: u32) -> Option<u16> {
        let key = Key::new::<S>(pieces, depth)?;
        self.shared.table.get(&key).and_then(|entry| entry.hash_move)
    }

    /// Does the part of [`null_window`](Self::null_window) after move generation.
    /// The positions after the moves begin at `first`; there is at least one.
    /// After a cutoff, `hash_move` is the move that caused it.
    fn search_successors<S: Side>(
        &mut self,
        pieces: Pieces<V::Word>,
        first: usize,
        depth: u32,
        bound: Score,
        hash_move: &mut Option<u16>,
    ) -> Option<Score> {
        let successors = &mut self.state.successors[first..];
        // Prefetch the cache lines of all replies: a deep search spends a quarter of its time on cache misses.
        if depth > self.shared.tuning.table_depth && self.shared.table.is_large() {
            for successor in &*successors {
                if let Some(key) = Key::new::<S::Opponent>(successor.pieces, depth - 1) {
                    self.shared.table.prefetch(&key);
                }
            }
        }
        if depth >= self.shared.tuning.enhanced_cutoff_depth {
            for successor in &mut *successors {
                let Some(key) = Key::new::<S::Opponent>(successor.pieces, depth - 1) else { continue };
                let probe = self.shared.table.probe(&key);
                if let Some(known) = probe.value
                    && -known.bounds.upper >= bound
                {
                    *hash_move = Some(successor.number);
                    return Some(-known.bounds.upper);
                }
                successor.classify(&probe, bound);
            }
        }
        order::rate::<V, S>(self.shared.variant, pieces, successors, &self.state.history, *hash_move);

        let count = successors.len();
        let mut highest = Score::MIN;
        // The indices of moves that other threads are searching.
        let mut deferred = Vec::new();
        for turn in 0.. {
            let is_deferred = turn >= count;
            let index = if is_deferred {
                let Some(&index) = deferred.get(turn - count) else { break };
                index
            } else {
                if turn > 0 {
                    order::take_next(&mut self.state.successors[first + turn..first + count], turn);
                }
                turn
            };
            let Successor { pieces: after, number, .. } = self.state.successors[first + index];
            let busy = self.busy_slot::<S::Opponent>(after, depth - 1);
            let is_busy = |(slot, hash): (&AtomicU64, u64)| slot.load(Relaxed) == hash;
            if turn > 0 && !is_deferred && busy.is_some_and(is_busy) {
                deferred.push(index);
                continue;
            }
            highest = highest.max(self.search_successor::<S>(after, depth, bound, busy)?);
            if highest >= bound {
                self.state.history.note::<V::Word, S>(pieces, after, depth);
                *hash_move = Some(number);
                break;
            }
        }
        Some(highest)
    }

    /// Searches the position after a move of side `S`. Returns the result of
    /// [`null_window`](Self::null_window) for `S`.
    #[inline]
    fn search_successor<S: Side>(
        &mut self,
        after: Pieces<V::Word>,
        depth: u32,
        bound: Score,
        busy: Option<(&AtomicU64, u64)>,
    ) -> Option<Score> {
        if let Some((slot, hash)) = busy {
            slot.store(hash, Relaxed);
        }
        let value = self.null_window::<S::Opponent>(after, depth - 1, 1 - bound);
        if let Some((slot, _)) = busy {
            slot.store(0, Relaxed);
        }
        Some(-value?)
    }

    /// Returns the slot in which threads mark a position as busy, and the mark: the position's hash. Returns
    /// `None` with a single thread, or at a low depth.
    #[inline]
    fn busy_slot<S: Side>(&self, pieces: Pieces<V::Word>, depth: u32) -> Option<(&'a AtomicU64, u64)> {
        let BusyNodes(slots) = self.shared.busy.filter(|_| depth >= self.shared.tuning.defer_depth)?;
        let hash = Key::new::<S>(pieces, depth)?.hash();
        let slot = usize::try_from(hash % slots.len() as u64).expect("the remainder is below a length");
        Some((&slots[slot], hash))
    }
}
