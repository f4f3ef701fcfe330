//! The part of a search that one thread does.

use super::scorer::Scorer;
use crate::answers::History;
use crate::clock::Clock;
use crate::entry::TableEntry;
use crate::order::{MoveOrder, Successor, Successors};
use crate::scores::MAX_PLY;
use rankmoves_core::model::bitboard::Word;
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::movegen;
use rankmoves_core::model::variant::{Black, Red, Side, Variant};
use rankmoves_core::support::table::{Key, SharedTable};
use rankmoves_core::{Move, Player, Position};

/// The search of one thread, with the data that it shares.
pub(super) struct Searcher<'a, V: Variant> {
    pub(super) scorer: &'a Scorer<V>,
    pub(super) table: SharedTable<'a, V::Word, TableEntry>,
    /// The number of the search, for the table's entries.
    pub(super) generation: u16,
    pub(super) state: &'a mut SearcherState<V::Word>,
}

impl<V: Variant> Searcher<'_, V> {
    /// Returns the ply of the position that follows the path; 1 after a root move.
    pub(super) fn ply(&self) -> usize {
        self.state.path.len() - self.state.root + 1
    }

    /// Returns a move, followed by the best moves that the table stores for the resulting positions: at most
    /// `depth` moves.
    pub(super) fn line(&self, position: &Position, mv: Move, depth: u32) -> Vec<Move> {
        let mut position = position.after(&mv);
        let mut line = vec![mv];
        while line.len() < depth as usize {
            let next = match position.turn() {
                Player::Red => self.best_move::<Red>(&position),
                Player::Black => self.best_move::<Black>(&position),
            };
            let Some(mv) = next else { break };
            position = position.after(&mv);
            line.push(mv);
        }
        line
    }

    fn best_move<S: Side>(&self, position: &Position) -> Option<Move> {
        let key = Key::without_depth::<S>(position.board().pieces().convert());
        let number = usize::from(self.table.get(&key)?.best?);
        // The table numbers moves in the order of generation.
        let (pieces, mut successors) = (position.board().pieces().convert(), Vec::new());
        let variant = self.scorer.variant;
        movegen::generate::<V, S>(variant, pieces, &mut Successors::<_, S>::new(pieces, &mut successors));
        let best = successors.get(number)?.after.convert();
        let mut moves = position.legal_moves().with_pieces();
        moves.find(|&(_, after)| after == best).map(|(mv, _)| mv)
    }
}

/// The state of a thread that searches.
pub(super) struct SearcherState<W> {
    pub(super) order: MoveOrder,
    pub(super) clock: Clock,
    /// The positions of the game and of the current line, each with the player to move.
    pub(super) path: Vec<(Pieces<W>, Player)>,
    /// The length of the path up to the root.
    root: usize,
    /// The moves of every node of the current line.
    pub(super) moves: Vec<Successor<W>>,
}

impl<W: Word> SearcherState<W> {
    pub(super) fn new() -> SearcherState<W> {
        SearcherState {
            order: MoveOrder::new(MAX_PLY + 1),
            clock: Clock::default(),
            path: Vec::new(),
            root: 0,
            moves: Vec::new(),
        }
    }

    /// Prepares the search of another root.
    pub(super) fn begin(&mut self, History { position, past }: History<'_>, clock: Clock) {
        let shape = position.board().shape();
        let comparable =
            past.iter().filter(|earlier| earlier.board().shape() == shape && earlier.jumping().is_none());
        self.path.clear();
        self.path.extend(comparable.chain([position]).map(|at| (at.board().pieces().convert(), at.turn())));
        self.begin_at_end_of_path(clock);
    }

    /// Prepares to help with a search from its root.
    pub(super) fn begin_to_help(&mut self, searching: &SearcherState<W>, clock: Clock) {
        self.path.clear();
        self.path.extend_from_slice(&searching.path[..searching.root]);
        self.begin_at_end_of_path(clock);
    }

    fn begin_at_end_of_path(&mut self, clock: Clock) {
        self.root = self.path.len();
        self.moves.clear();
        self.order.begin_search();
        self.clock = clock;
    }
}
