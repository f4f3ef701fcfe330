//! The principal variation, read from the transposition table.

use super::searcher::Searcher;
use crate::successors::Successors;
use rankmoves_core::model::movegen;
use rankmoves_core::model::variant::{Black, Red, Side, Variant};
use rankmoves_core::support::table::Key;
use rankmoves_core::{Move, Player, Position};

impl<V: Variant> Searcher<'_, V> {
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

    /// Returns the best move stored in the table for a position.
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
