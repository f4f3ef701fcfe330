//! The searcher of one variant: the graph of all positions at great depths,
//! otherwise the search, deepened step by step.

use std::sync::Arc;

use super::closed::Closed;
use super::progress::Progress;
use super::search::{Root, Search};
use super::{RankError, Statistics, Valued};
use rankmoves_core::model::bitboard::Word;
use rankmoves_core::model::variant::{Task, Variant};
use rankmoves_core::support::stack;
use rankmoves_core::support::tuning::Tuning;
use rankmoves_core::{Position, Resources, Score};

/// The plies between one iteration and the next. Scores at even distances are
/// nearer each other, and 4 does the least work over all that was measured.
const DEEPENING: u32 = 4;

/// The searcher of any variant.
pub(super) trait Searcher: Send {
    /// Finds the value of each position: the highest score, at `depth`, of the
    /// moves of the player to move; [`LOST`](rankmoves_core::LOST) if there are none.
    fn values(&mut self, positions: &mut [Valued], depth: u32) -> Result<(), RankError>;

    /// Returns whether the value of a position is at most `bound`. It recurses on the
    /// caller's stack. The work counts as that of the last [`values`](Self::values).
    fn is_at_most(&mut self, position: &Position, depth: u32, bound: Score) -> Result<bool, RankError>;

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
        let closed = Closed::new(variant, self.tuning, self.resources.threads.get());
        Box::new(VariantSearcher { search, closed, searched_before: 0 })
    }
}

/// The searcher of variant `V`.
struct VariantSearcher<V: Variant> {
    search: Search<V>,
    closed: Closed<V>,
    /// The nodes searched before the ranking, or the line of play, in hand.
    searched_before: u64,
}

impl<V: Variant> Searcher for VariantSearcher<V> {
    fn values(&mut self, positions: &mut [Valued], depth: u32) -> Result<(), RankError> {
        self.searched_before = self.search.nodes();
        self.closed.begin();
        let mut roots: Vec<_> =
            positions.iter().map(|Valued { position, value }| root_of(position, *value, None)).collect();
        if !self.look_up(&mut roots, depth) {
            stack::with_stack_for(depth, || self.deepen(&mut roots, depth)).map_err(RankError::Thread)??;
        }
        for (position, root) in positions.iter_mut().zip(roots) {
            position.value = root.value;
        }
        Ok(())
    }

    fn is_at_most(&mut self, position: &Position, depth: u32, bound: Score) -> Result<bool, RankError> {
        let mut roots = [root_of(position, bound, Some(bound + 1))];
        if !self.look_up(&mut roots, depth) {
            self.deepen(&mut roots, depth)?;
        }
        Ok(roots[0].value <= bound)
    }

    fn forget(&mut self) {
        self.search.forget();
        self.closed.forget();
    }

    fn statistics(&self) -> Statistics {
        let mut usage = self.search.usage();
        usage.table_bytes += self.closed.bytes();
        usage.table_used += self.closed.bytes();
        Statistics { nodes: self.search.nodes() + self.closed.computed(), usage }
    }
}

impl<V: Variant> VariantSearcher<V> {
    /// Sets the values of the roots if closed answers or the table have all of them.
    /// Returns whether they have.
    fn look_up(&mut self, roots: &mut [Root<V::Word>], depth: u32) -> bool {
        roots.iter_mut().all(|root| {
            let closed = self.closed.value(root.pieces, root.player, depth);
            let value = closed.or_else(|| self.search.known(root, depth));
            root.value = value.unwrap_or(root.value);
            value.is_some()
        })
    }

    /// Searches the roots at growing depths up to `depth`. The values at one
    /// depth are first guesses for the next, and their search leaves hash moves. It
    /// also keeps the recursion shallow where positions repeat. Pauses the search
    /// for attempts at closed answers, the first of which that succeeds ends it.
    fn deepen(&mut self, roots: &mut [Root<V::Word>], depth: u32) -> Result<(), RankError> {
        let mut attempts = self.closed.attempts(roots, depth);
        self.search.begin_deepening();
        let progress = Arc::clone(self.search.progress());
        let mut depths = (depth % DEEPENING..=depth).step_by(DEEPENING as usize);
        let mut next = depths.next();
        while let Some(iteration) = next {
            if progress.is_stopped() {
                return Err(RankError::Stopped);
            }
            let searched = self.search.nodes() - self.searched_before;
            let left = attempts.next().map(|due| due.saturating_sub(searched));
            if left == Some(0) {
                let has_answer = self.closed.attempt(&mut attempts, roots, depth, searched, &progress);
                if has_answer && self.look_up(roots, depth) {
                    break;
                }
                continue;
            }
            progress.set_pause(left);
            let is_done = self.search.search_all(roots, iteration);
            progress.set_pause(None);
            if is_done.map_err(RankError::Thread)? {
                next = depths.next();
            }
        }
        Ok(())
    }
}

fn root_of<W: Word>(position: &Position, value: Score, bound: Option<Score>) -> Root<W> {
    Root { pieces: position.board().pieces().convert(), player: position.turn(), value, bound }
}
