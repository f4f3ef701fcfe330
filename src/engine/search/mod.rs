//! The search: alpha-beta with null windows after the first move, deepened a
//! ply at a time, and a quiescence search of jumps.

mod line;
mod node;
mod quiescence;
mod ranking;
mod root;

use std::sync::Arc;
use std::time::Duration;

use super::clock::Clock;
use super::entry::Entry;
use super::evaluate::Evaluator;
use super::order::Order;
use super::patterns::Patterns;
use super::prober::Probe;
use super::successors::Successor;
use super::{AnyAlphaBeta, Choice, Estimates, LEAST_WIN, NewAlphaBeta, WIN};
use crate::model::board::Pieces;
use crate::model::player::Player;
use crate::model::position::Position;
use crate::model::variant::{Black, Red, Side, Variant};
use crate::support::table::Table;

/// The greatest size of the transposition table in bytes.
const TABLE_BYTES: usize = 64 << 20;

/// The greatest ply with alpha-beta; beyond it only jumps are searched.
const MAX_PLY: usize = 128;

/// The score of a position that repeats, or in which both players are blocked and pass.
const DRAW: i32 = 0;

/// The most root moves that are searched.
const MAX_ROOT_MOVES: usize = 1 << 14;

/// An alpha-beta search of one variant, with all that it keeps from one
/// question to the next.
pub(super) struct AlphaBeta<V: Variant> {
    variant: V,
    /// True if the rules are [`Blocked::Passes`](crate::Blocked::Passes).
    passes: bool,
    evaluator: Evaluator<V>,
    /// The trained evaluation, if it is for this variant.
    patterns: Option<Arc<Patterns>>,
    probe: Option<Probe>,
    table: Table<V::Word, Entry>,
    order: Order,
    /// The number of the search, for the table's entries.
    generation: u16,
    clock: Clock,
    /// The positions of the game and of the current line, with the player to move.
    path: Vec<(Pieces<V::Word>, Player)>,
    /// The length of the path up to the root.
    root: usize,
    /// The moves of every node of the current line.
    moves: Vec<Successor<V::Word>>,
}

impl<V: Variant> AnyAlphaBeta for AlphaBeta<V> {
    fn choose(&mut self, position: &Position, past: &[Position], clock: Clock) -> Option<Choice> {
        match position.turn() {
            Player::Red => self.deepen::<Red>(position, past, clock, None),
            Player::Black => self.deepen::<Black>(position, past, clock, None),
        }
    }

    fn search(
        &mut self,
        position: &Position,
        past: &[Position],
        clock: Clock,
        on_depth: &mut dyn FnMut(&Choice),
    ) -> Option<Choice> {
        match position.turn() {
            Player::Red => self.deepen::<Red>(position, past, clock, Some(on_depth)),
            Player::Black => self.deepen::<Black>(position, past, clock, Some(on_depth)),
        }
    }

    fn rank(&mut self, position: &Position, past: &[Position], clock: Clock) -> Estimates {
        match position.turn() {
            Player::Red => self.estimates::<Red>(position, past, clock),
            Player::Black => self.estimates::<Black>(position, past, clock),
        }
    }
}

impl<V: Variant> AlphaBeta<V> {
    pub(super) fn new(variant: V, of: NewAlphaBeta) -> Self {
        AlphaBeta {
            variant,
            passes: of.passes,
            evaluator: Evaluator::new(variant, of.weights),
            patterns: of.patterns,
            probe: of.probe,
            table: Table::new(TABLE_BYTES),
            order: Order::new(MAX_PLY + 1),
            generation: 0,
            clock: Clock::default(),
            path: Vec::new(),
            root: 0,
            moves: Vec::new(),
        }
    }

    /// Prepares the search of another root.
    fn begin(&mut self, position: &Position, past: &[Position]) {
        self.order.begin_search();
        self.generation = self.generation.checked_add(1).unwrap_or_else(|| {
            self.table = Table::new(TABLE_BYTES);
            0
        });
        let shape = position.board().shape();
        let comparable =
            past.iter().filter(|earlier| earlier.board().shape() == shape && earlier.jumping().is_none());
        self.path.clear();
        self.path.extend(comparable.chain([position]).map(|at| (at.board().pieces().convert(), at.turn())));
        self.root = self.path.len();
        self.moves.clear();
    }

    /// Grows the table if it is crowded and time allows.
    fn grow_table(&mut self) {
        // At most four times the time measured.
        const TIME_PER_MIB: Duration = Duration::from_millis(2);
        let mib = u32::try_from(self.table.next_bytes() >> 20).expect("the table has at most 64 MiB");
        if self.clock.has(TIME_PER_MIB * mib) {
            self.table.grow_if_crowded();
        }
    }

    /// Returns the ply of a position that follows the path; 1 after a root move.
    fn ply(&self) -> usize {
        self.path.len() - self.root + 1
    }

    /// Returns the score of a proven value of side `S`, if there is a source that knows it.
    #[inline]
    fn probe<S: Side>(&self, pieces: Pieces<V::Word>, ply: usize) -> Option<i32> {
        let probe = self.probe.as_ref().filter(|probe| probe.may_know((pieces.red | pieces.black).len()))?;
        probe.score(pieces.convert(), S::PLAYER, ply)
    }

    /// Evaluates a position for side `S`. The score is never that of a win or a loss.
    fn evaluate<S: Side>(&self, pieces: Pieces<V::Word>) -> i32 {
        let score = match &self.patterns {
            Some(patterns) => patterns.evaluate(pieces.convert(), S::PLAYER),
            None => self.evaluator.evaluate::<S>(pieces),
        };
        score.clamp(1 - LEAST_WIN, LEAST_WIN - 1)
    }
}

/// Returns the score of a player who has lost at a ply.
fn loss_at(ply: usize) -> i32 {
    i32::try_from(ply).expect("a ply fits 32 bits") - WIN
}
