//! Values at any depth: beyond some depth they stay the same or repeat.
//!
//! The values at depth n + 1 follow from those at depth n, always in the same way. All values fit into memory
//! in two cases. If there are few pieces, [`Values`] holds the values of all positions with these pieces or
//! fewer. If many pieces block each other, so that few positions can be reached, a [`StateGraph`] holds the
//! values of these positions.
//!
//! A deep search takes long, and so do these computations if very many positions are reachable. Each is tried
//! once the search has taken as long as the computation would take, so a wrong choice at most doubles the
//! time.
//!
//! The values of positions with few pieces are computed by these modules:
//!
//! 1. `index` numbers the placements of one player's pieces without gaps;
//! 2. `moves` lists the steps and jumps of each placement, regardless of the opponent's placement;
//! 3. `sweep` computes a ply: the values of one player's positions from those
//!    of the opponent's;
//! 4. `values` goes from ply to ply until nothing changes any more or a `repetition`
//!    is found, and remembers earlier depths in a `history`.
//!
//! A position is a pair of placements. A step changes only one of the two placements; a jump changes both. So
//! a step leads from all positions of one row to the same columns of another row, and a ply mainly takes
//! maxima of rows. The price is unused pairs that share a square: about 12 % with four pieces on the standard
//! board, 18 % with five.

mod arrays;
mod graph;
mod history;
mod index;
mod lists;
mod moves;
mod repetition;
mod sweep;
#[cfg(test)]
mod tests;
mod values;

use super::progress::Progress;
use super::root::Root;
use graph::{GraphLimits, Roots, StateGraph};
use rankmoves_core::model::bitboard::Word;
use rankmoves_core::model::board::{PieceCount, Pieces};
use rankmoves_core::model::movegen::uncrowned_men;
use rankmoves_core::model::variant::Variant;
use rankmoves_core::support::tuning::Tuning;
use rankmoves_core::{ByPlayer, Player, Score};
use values::{Values, most_pieces};

/// The values, at any depth, of the positions that some roots lead to in one variant.
pub(super) struct AnyDepth<V: Variant> {
    variant: V,
    tuning: Tuning,
    threads: usize,
    values: Option<Values<V>>,
    graph: Option<StateGraph<V::Word>>,
    /// The roots of the last graph that exceeded the default limits.
    oversized: Roots<V::Word>,
    /// The number of nodes searched in the current ranking or principal variation when values were last
    /// computed.
    values_at: u64,
    /// The number of nodes at which the next graph is due.
    graph_due: u64,
    /// The number of values computed for all graphs and for dropped [`Values`].
    computed: u64,
}

/// The node counts at which the search next tries to compute the values of its roots at any depth.
pub(super) struct Attempts {
    most: ByPlayer<PieceCount>,
    values: Option<u64>,
    graph: Option<u64>,
}

impl Attempts {
    /// Returns the number of nodes at which the next attempt is due, if there is one.
    pub(super) fn next(&self) -> Option<u64> {
        self.values.into_iter().chain(self.graph).min()
    }
}

/// The number of plies until most values have settled.
const SETTLING_PLIES: u64 = 64;

/// The least depth at which graphs are tried. A graph may exceed its limits (the values of endings cannot),
/// and a shallower search usually ends before a graph would help.
const MIN_GRAPH_DEPTH: u32 = 24;

/// The number of nodes before the first graph is tried.
const NODES_BEFORE_GRAPH: u64 = 1 << 13;

/// The factor by which the number of nodes grows from one graph to the next.
const GRAPH_GROWTH: u64 = 4;

impl<V: Variant> AnyDepth<V> {
    pub(super) fn new(variant: V, tuning: Tuning, threads: usize) -> AnyDepth<V> {
        AnyDepth {
            variant,
            tuning,
            threads,
            values: None,
            graph: None,
            oversized: Roots::default(),
            values_at: 0,
            graph_due: 0,
            computed: 0,
        }
    }

    /// Prepares for a new ranking or principal variation, whose nodes are counted from 0.
    pub(super) fn begin(&mut self) {
        self.values_at = 0;
        self.graph_due = if self.is_immediate() { 0 } else { NODES_BEFORE_GRAPH };
    }

    fn is_immediate(&self) -> bool {
        self.tuning.values_per_node == u64::MAX
    }

    /// Returns the value of a position, if the graph or the values contain it.
    pub(super) fn value(&self, pieces: Pieces<V::Word>, player: Player, depth: u32) -> Option<Score> {
        let from_graph = self.graph.as_ref().and_then(|graph| graph.value(pieces, player, depth));
        from_graph.or_else(|| self.values.as_ref()?.value(pieces, player, depth))
    }

    /// Returns the number of values computed so far.
    pub(super) fn computed(&self) -> u64 {
        self.computed + self.values.as_ref().map_or(0, |values| values.computed)
    }

    /// Returns the size of the values in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.values.as_ref().map_or(0, Values::bytes)
    }

    /// Forgets the values and the graph.
    pub(super) fn forget(&mut self) {
        self.drop_values();
        self.graph = None;
        self.oversized = Roots::default();
    }

    fn drop_values(&mut self) {
        self.computed += self.values.take().map_or(0, |values| values.computed);
    }

    /// Returns the attempts that may be worthwhile for some roots at `depth`.
    pub(super) fn attempts(&self, roots: &[Root<V::Word>], depth: u32) -> Attempts {
        let most = most_pieces(&roots.iter().map(|root| root.pieces));
        let mut attempts = Attempts { most, values: None, graph: None };
        if depth >= self.tuning.any_depth_from {
            // The index omits positions with uncrowned men.
            let is_indexed =
                |root: &Root<V::Word>| uncrowned_men(self.variant.layout(), root.pieces).is_empty();
            let positions = Values::positions(self.variant, most).filter(|_| roots.iter().all(is_indexed));
            // Each ply computes only the positions of one player: half of them.
            let plies = SETTLING_PLIES.min(u64::from(depth) + 1);
            let cost = |positions: u64| (positions / 2).saturating_mul(plies) / self.tuning.values_per_node;
            attempts.values = positions.map(|positions| self.values_at.saturating_add(cost(positions)));
            let is_deep = self.is_immediate() || depth >= MIN_GRAPH_DEPTH;
            if is_deep && !states(roots).is_subset(&self.oversized) {
                attempts.graph = Some(self.graph_due);
            }
        }
        attempts
    }

    /// Makes the attempts that are due after `nodes` nodes. Returns whether one succeeded.
    pub(super) fn attempt(
        &mut self,
        attempts: &mut Attempts,
        roots: &[Root<V::Word>],
        depth: u32,
        nodes: u64,
        progress: &Progress,
    ) -> bool {
        if attempts.values.is_some_and(|due| due <= nodes) {
            attempts.values = None;
            self.values_at = nodes;
            if self.compute(attempts.most, roots, depth, progress) {
                return true;
            }
        }
        if attempts.graph.is_some_and(|due| due <= nodes) {
            let values = nodes.max(1).saturating_mul(self.tuning.values_per_node);
            let limits = GraphLimits::within(values);
            self.graph_due = nodes.saturating_mul(GRAPH_GROWTH);
            attempts.graph = (limits != GraphLimits::DEFAULT).then_some(self.graph_due);
            if self.explore(limits, roots, progress) {
                return true;
            }
        }
        false
    }

    /// Computes the values of all positions with up to the given numbers of pieces. Returns `false` if the
    /// computation is stopped or there is no memory.
    fn compute(
        &mut self,
        most: ByPlayer<PieceCount>,
        roots: &[Root<V::Word>],
        depth: u32,
        progress: &Progress,
    ) -> bool {
        let has_all = |values: &Values<V>| {
            values.contains(roots.iter().map(|root| root.pieces))
                && !roots.iter().any(|root| values.has_forgotten(root.player, depth))
        };
        if !self.values.as_ref().is_some_and(has_all) {
            self.drop_values();
            self.values = Values::new(self.variant, most, self.threads);
        }
        let Some(values) = &mut self.values else { return false };
        roots.iter().all(|root| values.compute(root.player, depth, &|| progress.is_stopped()))
    }

    /// Explores the graph of some roots. Returns `false` if it exceeds the limits or
    /// is stopped.
    fn explore(&mut self, limits: GraphLimits, roots: &[Root<V::Word>], progress: &Progress) -> bool {
        let states = states(roots);
        self.graph = StateGraph::explore(limits, self.variant, &states, progress);
        match &self.graph {
            Some(graph) => self.computed += graph.nodes(),
            // A stopped exploration leaves the size unknown.
            None if limits == GraphLimits::DEFAULT && !progress.is_stopped() => self.oversized = states,
            None => {}
        }
        self.graph.is_some()
    }
}

fn states<W: Word>(roots: &[Root<W>]) -> Roots<W> {
    roots.iter().map(|root| (root.pieces, root.player)).collect()
}
