//! Iterative deepening with one or several threads.
//!
//! The caller's thread searches deeper and deeper, and its result counts. Helpers search the same
//! root on their own, at the same depth or a ply deeper; their findings reach the caller's thread
//! through the transposition table (lazy SMP). The search pauses when the table must grow, because
//! no other thread may use the table while it grows. It also pauses once it has run long enough
//! for helpers to be worthwhile.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use super::root::{RootMove, keep_best};
use super::searcher::{Searcher, SearcherState};
use super::{AlphaBeta, OnDepth};
use crate::answers::{Choice, History, MAX_DEPTH};
use crate::clock::Clock;
use rankmoves_core::Position;
use rankmoves_core::model::variant::{Side, Variant};
use rankmoves_core::support::threads::run_alongside;

/// The number of nodes before helpers start: about two milliseconds' work.
const NODES_ALONE: u64 = 1 << 12;

/// The number of plies of recursion for which a helper's stack has room: plies of alpha-beta, several calls
/// each, and the jumps after them.
const STACK_PLIES: u32 = 512;

struct Deepening<'a, 'b, W> {
    position: &'a Position,
    /// The root moves that may be chosen, the best first.
    roots: Vec<RootMove<W>>,
    /// The greatest finished depth.
    finished: u32,
    on_depth: OnDepth<'b>,
}

impl<V: Variant> AlphaBeta<V> {
    /// Searches at increasing depths, and passes the choice of each finished depth to `on_depth`. Without
    /// `on_depth`, does not search if there is only one move.
    pub(super) fn deepen<S: Side>(
        &mut self,
        history: History<'_>,
        clock: Clock,
        on_depth: OnDepth<'_>,
    ) -> Option<Choice> {
        self.begin(history, clock);
        let position = history.position;
        let roots = self.searcher().root_moves::<S>(position);
        let is_single = roots.len() == 1 && on_depth.is_none();
        let mut deepening = Deepening { position, roots, finished: 0, on_depth };
        if keep_best(&mut deepening.roots, self.scorer.probe_position(position, 0)) {
            deepening.finish(&self.searcher(), 1);
        } else if !deepening.roots.is_empty() && !is_single {
            self.deepen_with_helpers::<S>(&mut deepening);
        }
        let Deepening { roots, finished, .. } = deepening;
        Some(self.searcher().choice(position, roots.first()?, finished))
    }

    /// Runs iterative deepening until the search ends.
    fn deepen_with_helpers<S: Side>(&mut self, deepening: &mut Deepening<'_, '_, V::Word>) {
        let max_helpers = if self.own.clock.may_have_helpers() { self.threads.get() - 1 } else { 0 };
        loop {
            self.grow_table();
            let helpers = if self.own.clock.nodes() >= NODES_ALONE { max_helpers } else { 0 };
            if self.deepen_until_pause::<S>(deepening, helpers, helpers < max_helpers).is_break() {
                return;
            }
        }
    }

    /// Deepens with helpers until the search ends (`Break`) or pauses: for the table to grow, or if `wants_helpers`, as
    /// soon as helpers are worth starting.
    fn deepen_until_pause<S: Side>(
        &mut self,
        deepening: &mut Deepening<'_, '_, V::Word>,
        helpers: usize,
        wants_helpers: bool,
    ) -> ControlFlow<()> {
        let time_to_grow = self.time_to_grow();
        let is_to_pause = |searcher: &Searcher<'_, V>| {
            let clock = &searcher.state.clock;
            wants_helpers && clock.nodes() >= NODES_ALONE
                || searcher.table.is_crowded() && clock.has(time_to_grow)
        };
        if helpers == 0 {
            return deepening.deepen::<V, S>(&mut self.searcher(), is_to_pause, &AtomicU32::new(0));
        }
        let is_over = Arc::new(AtomicBool::new(false));
        self.helpers.resize_with(self.helpers.len().max(helpers), SearcherState::new);
        for helper in &mut self.helpers {
            helper.begin_to_help(&self.own, self.own.clock.helper(Arc::clone(&is_over)));
        }
        let (scorer, table, generation) = (&self.scorer, self.table.shared(), self.generation);
        let searcher = |state| Searcher { scorer, table, generation, state };
        let (roots, depth) = (deepening.roots.clone(), AtomicU32::new(deepening.finished + 1));
        run_alongside(
            (1..).zip(self.helpers.iter_mut().take(helpers)),
            STACK_PLIES,
            |(number, state)| searcher(state).help::<S>(roots.clone(), &depth, number),
            |_, _| {
                let _end = RaiseAtEnd(&is_over);
                deepening.deepen::<V, S>(&mut searcher(&mut self.own), is_to_pause, &depth)
            },
        )
    }
}

/// A guard that raises a flag when it is dropped, even by a panic.
struct RaiseAtEnd<'a>(&'a AtomicBool);

impl Drop for RaiseAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

impl<W> Deepening<'_, '_, W> {
    /// Searches at increasing depths until a pause or the end, and passes the depth to helpers.
    fn deepen<V: Variant<Word = W>, S: Side>(
        &mut self,
        searcher: &mut Searcher<'_, V>,
        is_to_pause: impl Fn(&Searcher<'_, V>) -> bool,
        depth_in_hand: &AtomicU32,
    ) -> ControlFlow<()> {
        for depth in self.finished + 1..=searcher.state.clock.depth().unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
            depth_in_hand.store(depth, Relaxed);
            if searcher.search_depth::<S>(&mut self.roots, depth.cast_signed()).is_err() {
                return ControlFlow::Break(());
            }
            self.finish(searcher, depth);
            if self.roots[0].is_decided(depth) {
                return ControlFlow::Break(());
            }
            if is_to_pause(searcher) {
                return ControlFlow::Continue(());
            }
        }
        ControlFlow::Break(())
    }

    fn finish<V: Variant<Word = W>>(&mut self, searcher: &Searcher<'_, V>, depth: u32) {
        self.finished = depth;
        if let (Some(on_depth), Some(best)) = (&mut self.on_depth, self.roots.first()) {
            on_depth(&searcher.choice(self.position, best, depth));
        }
    }
}

impl<V: Variant> Searcher<'_, V> {
    /// Searches as a helper until stopped. Helpers with odd numbers search at least one ply
    /// deeper than the caller's thread.
    fn help<S: Side>(&mut self, mut roots: Vec<RootMove<V::Word>>, in_hand: &AtomicU32, number: u32) {
        let mut depth = 0;
        loop {
            depth = (depth + 1).max(in_hand.load(Relaxed) + number % 2);
            let may_go_on = depth <= MAX_DEPTH && !roots.is_empty();
            if !may_go_on || self.search_depth::<S>(&mut roots, depth.cast_signed()).is_err() {
                return;
            }
        }
    }

    fn choice(&self, position: &Position, best: &RootMove<V::Word>, depth: u32) -> Choice {
        let line = self.line(position, best.mv.clone(), depth);
        Choice { mv: best.mv.clone(), score: best.score, depth, nodes: self.state.clock.nodes(), line }
    }
}
