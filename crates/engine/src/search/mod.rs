//! The search: alpha-beta with null windows after the first move, deepened one ply at a time, and a
//! quiescence search of jumps.
//!
//! [`AlphaBeta`] holds everything that is kept from one search to the next. During a search, each thread has a
//! [`Searcher`]; searchers share only the transposition table and the scorer, which none of them changes.

mod deepening;
mod node;
mod quiescence;
mod ranking;
mod root;
mod scorer;
mod searcher;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use crate::answers::{Choice, Estimates, History};
use crate::clock::Clock;
use crate::entry::TableEntry;
use crate::patterns::Patterns;
use crate::probe::Probe;
use crate::term::Weights;
use rankmoves_core::Player;
use rankmoves_core::model::variant::{Black, Red, Task, Variant};
use rankmoves_core::support::table::Table;
use scorer::Scorer;
use searcher::{Searcher, SearcherState};

/// The maximum number of root moves searched.
const MAX_ROOT_MOVES: usize = 1 << 14;

/// A function that gets the choice of each finished depth, if the caller has one.
type OnDepth<'a> = Option<&'a mut dyn FnMut(&Choice)>;

/// An [`AlphaBeta`] of any variant.
pub(super) trait AnyAlphaBeta: Send {
    /// Chooses a move like [`Engine::choose`](crate::Engine::choose) or, with `on_depth`, like
    /// [`Engine::search`](crate::Engine::search).
    fn choose(&mut self, history: History<'_>, clock: Clock, on_depth: OnDepth<'_>) -> Option<Choice>;

    /// Ranks all moves like [`Engine::rank`](crate::Engine::rank).
    fn rank(&mut self, history: History<'_>, clock: Clock) -> Estimates;
}

/// The task of creating an [`AlphaBeta`] for a variant.
pub(super) struct NewAlphaBeta {
    pub(super) passes: bool,
    pub(super) weights: Weights,
    pub(super) threads: NonZeroUsize,
    pub(super) table_bytes: usize,
    pub(super) patterns: Option<Arc<Patterns>>,
    pub(super) probe: Option<Probe>,
}

impl Task for NewAlphaBeta {
    type Output = Box<dyn AnyAlphaBeta>;

    fn run<V: Variant>(self, variant: V) -> Box<dyn AnyAlphaBeta> {
        Box::new(AlphaBeta {
            threads: self.threads,
            table: Table::new(self.table_bytes),
            scorer: Scorer::new(variant, self),
            generation: 0,
            own: SearcherState::new(),
            helpers: Vec::new(),
        })
    }
}

/// An alpha-beta search of one variant, with everything that is kept from one search to the next.
struct AlphaBeta<V: Variant> {
    scorer: Scorer<V>,
    table: Table<V::Word, TableEntry>,
    /// The number of the search, for the table's entries.
    generation: u16,
    /// The state of the caller's thread, and the states of its helpers.
    own: SearcherState<V::Word>,
    helpers: Vec<SearcherState<V::Word>>,
    threads: NonZeroUsize,
}

impl<V: Variant> AnyAlphaBeta for AlphaBeta<V> {
    fn choose(&mut self, history: History<'_>, clock: Clock, on_depth: OnDepth<'_>) -> Option<Choice> {
        match history.position.turn() {
            Player::Red => self.deepen::<Red>(history, clock, on_depth),
            Player::Black => self.deepen::<Black>(history, clock, on_depth),
        }
    }

    fn rank(&mut self, history: History<'_>, clock: Clock) -> Estimates {
        match history.position.turn() {
            Player::Red => self.estimates::<Red>(history, clock),
            Player::Black => self.estimates::<Black>(history, clock),
        }
    }
}

impl<V: Variant> AlphaBeta<V> {
    /// Prepares the search of another root.
    fn begin(&mut self, history: History<'_>, clock: Clock) {
        self.generation = self.generation.checked_add(1).unwrap_or_else(|| {
            self.table.clear();
            0
        });
        self.scorer.begin(history.position);
        self.own.begin(history, clock);
    }

    /// Returns the searcher of the caller's thread.
    fn searcher(&mut self) -> Searcher<'_, V> {
        Searcher {
            scorer: &self.scorer,
            table: self.table.shared(),
            generation: self.generation,
            state: &mut self.own,
        }
    }

    /// Grows the table if it is crowded and time allows.
    fn grow_table(&mut self) {
        if self.own.clock.has(self.time_to_grow()) {
            self.table.grow_if_crowded();
        }
    }

    /// Returns the time to reserve for growing the table. Measured growth took a quarter of it or more.
    fn time_to_grow(&self) -> Duration {
        const TIME_PER_MIB: Duration = Duration::from_millis(2);
        let mib = u32::try_from(self.table.next_bytes() >> 20).unwrap_or(u32::MAX);
        TIME_PER_MIB.saturating_mul(mib)
    }
}
