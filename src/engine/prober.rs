//! Proven results, as a search asks for them.

use std::sync::Arc;

use super::{LEAST_WIN, WIN};
use crate::endings::{Prober, Value};
use crate::model::bitboard::Bitboard;
use crate::model::board::Pieces;
use crate::model::player::Player;
use crate::model::position::Position;

/// A prober with the shape and rules of a search.
pub(super) struct Probe {
    prober: Arc<dyn Prober>,
    most_pieces: u32,
    /// A position of the same shape and rules.
    alike: Position,
}

impl Probe {
    pub(super) fn new(prober: &Arc<dyn Prober>, alike: &Position) -> Probe {
        Probe { prober: Arc::clone(prober), most_pieces: prober.most_pieces(), alike: *alike }
    }

    /// Asks the prober anew how much it knows, for the search of another root.
    pub(super) fn begin(&mut self) {
        self.most_pieces = self.prober.most_pieces();
    }

    #[inline]
    pub(super) fn may_know(&self, pieces: u32) -> bool {
        pieces <= self.most_pieces
    }

    /// Returns the score of the proven value of pieces at a ply, `player` to move.
    pub(super) fn score(&self, pieces: Pieces<u128>, player: Player, ply: usize) -> Option<i32> {
        let position = self.alike.with_pieces(pieces, player, Bitboard::EMPTY);
        self.score_of(&position, ply)
    }

    /// Returns the score of the proven value of a position of the same shape and rules at a ply.
    pub(super) fn score_of(&self, position: &Position, ply: usize) -> Option<i32> {
        // Scores of wins and losses are apart from all others by the plies that they may count.
        const MOST_PLIES: u32 = (WIN - LEAST_WIN).unsigned_abs();
        let win_in = |plies: u32| {
            let plies = plies.saturating_add(u32::try_from(ply).expect("a ply fits 32 bits"));
            WIN - plies.min(MOST_PLIES).cast_signed()
        };
        Some(match self.prober.probe(position)? {
            Value::Won(plies) => win_in(plies.into()),
            Value::Drawn => 0,
            Value::Lost(plies) => -win_in(plies.into()),
        })
    }
}
