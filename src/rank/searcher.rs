//! The searcher of one variant: the graph of all positions at great depths,
//! otherwise the search, deepened step by step.

use std::io;
use std::sync::Arc;

use super::progress::Progress;
use super::search::{Root, Search};
use super::state_graph::{GraphLimits, Roots, StateGraph};
use super::{Statistics, Valued};
use crate::model::position::Position;
use crate::model::score::Score;
use crate::model::variant::{Task, Variant};
use crate::support::resources::Resources;
use crate::support::stack;
use crate::support::tuning::Tuning;

/// The plies between one iteration and the next. Scores at even distances are
/// nearer each other, and 4 does the least work over all that was measured.
const DEEPENING: u32 = 4;

/// The searcher of any variant.
pub(super) trait Searcher: Send {
    /// Finds the value of each position: the highest score, at `depth`, of the
    /// moves of the player to move; [`LOST`](crate::LOST) if there are none.
    fn values(&mut self, positions: &mut [Valued], depth: u32) -> io::Result<()>;

    /// Returns whether the value of a position is at most `bound`.
    fn is_at_most(&mut self, position: &Position, depth: u32, bound: Score) -> bool;

    /// Forgets all values, and makes the table small.
    fn forget(&mut self);

    /// Returns the work done so far.
    fn statistics(&self) -> Statistics;
}

/// Creates the searcher of a variant.
pub(super) struct NewSearcher {
    pub(super) resources: Resources,
    pub(super) tuning: Tuning,
    pub(super) progress: Arc<Progress>,
}

impl Task for NewSearcher {
    type Output = Box<dyn Searcher>;

    fn run<V: Variant>(self, variant: V) -> Box<dyn Searcher> {
        let search = Search::new(variant, self.resources, self.tuning, self.progress);
        Box::new(VariantSearcher {
            variant,
            graph_depth: self.tuning.state_graph_depth,
            search,
            graph: None,
            oversized: Roots::default(),
            graph_nodes: 0,
        })
    }
}

/// The searcher of variant `V`.
struct VariantSearcher<V: Variant> {
    variant: V,
    /// The least depth at which the graph is tried.
    graph_depth: u32,
    search: Search<V>,
    graph: Option<StateGraph<V::Word>>,
    /// The roots of the last graph that exceeded the limits.
    oversized: Roots<V::Word>,
    /// The nodes of all graphs.
    graph_nodes: u64,
}

impl<V: Variant> Searcher for VariantSearcher<V> {
    fn values(&mut self, positions: &mut [Valued], depth: u32) -> io::Result<()> {
        // Each move has ended the game: there is nothing to search.
        if positions.is_empty() {
            return Ok(());
        }
        let mut roots: Vec<_> = positions
            .iter()
            .map(|Valued { position, value }| Root {
                pieces: position.board().pieces().convert(),
                player: position.turn(),
                value: *value,
            })
            .collect();
        if depth >= self.graph_depth {
            self.explore(roots.iter().map(|root| (root.pieces, root.player)).collect());
        }
        if let Some(graph) = self.graph.as_ref().filter(|_| depth >= self.graph_depth) {
            for root in &mut roots {
                let value = graph.value(root.pieces, root.player, depth);
                root.value = value.expect("the graph was explored from the roots");
            }
        } else {
            self.deepen(&mut roots, depth)?;
        }
        for (position, root) in positions.iter_mut().zip(roots) {
            position.value = root.value;
        }
        Ok(())
    }

    fn is_at_most(&mut self, position: &Position, depth: u32, bound: Score) -> bool {
        let (pieces, player) = (position.board().pieces().convert(), position.turn());
        match self.graph.as_ref().and_then(|graph| graph.value(pieces, player, depth)) {
            Some(value) => value <= bound,
            None => self.search.is_at_most(pieces, player, depth, bound),
        }
    }

    fn forget(&mut self) {
        self.search.forget();
        self.graph = None;
        self.oversized = Roots::default();
    }

    fn statistics(&self) -> Statistics {
        Statistics { nodes: self.search.nodes() + self.graph_nodes, usage: self.search.usage() }
    }
}

impl<V: Variant> VariantSearcher<V> {
    /// Explores the graph of some roots, unless it is there already, or known
    /// to exceed the limits.
    fn explore(&mut self, roots: Roots<V::Word>) {
        if self.graph.as_ref().is_some_and(|graph| graph.contains_all(&roots)) {
            return;
        }
        self.graph = None;
        if !roots.is_subset(&self.oversized) {
            let progress = self.search.progress();
            self.graph = StateGraph::explore(GraphLimits::DEFAULT, self.variant, &roots, progress);
            match &self.graph {
                Some(graph) => self.graph_nodes += graph.nodes(),
                // A stopped exploration says nothing about the size.
                None if progress.is_stopped() => {}
                None => self.oversized = roots,
            }
        }
    }

    /// Searches the roots at growing depths up to `depth`. The values at one
    /// depth are first guesses for the next, and their search leaves hash moves. It
    /// also keeps the recursion shallow where positions repeat.
    fn deepen(&mut self, roots: &mut [Root<V::Word>], depth: u32) -> io::Result<()> {
        let search = &mut self.search;
        let mut depths = (depth % DEEPENING..=depth).step_by(DEEPENING as usize);
        let mut deepen =
            |depth| if search.progress().is_stopped() { Ok(()) } else { search.search_all(roots, depth) };
        stack::with_stack_for(depth, || depths.try_for_each(&mut deepen))?
    }
}
