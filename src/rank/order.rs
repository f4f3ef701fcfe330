//! The order in which the moves of a position are searched: it decides only
//! how soon an answer is found.

use crate::bitboard::Word;
use crate::board::Pieces;
use crate::movegen;
use crate::table::Key;
use crate::variant::{Side, Variant};

/// Remembers which move was good in a position, by its place in the order. Two
/// positions may share a hint.
pub(super) struct Hints {
    places: Vec<u8>,
}

/// Where the hint for a position is.
#[derive(Clone, Copy)]
pub(super) struct Slot(usize);

impl Hints {
    /// As many as fit a second-level cache, more or less.
    const LEN: usize = 1 << 20;

    /// No hints yet.
    pub(super) fn new() -> Hints {
        Hints { places: vec![0; Self::LEN] }
    }

    /// The slot for a position, whatever the depth.
    pub(super) fn slot<W: Word, S: Side>(pieces: Pieces<W>) -> Slot {
        let hash = Key::new::<S>(pieces, 0).map_or(0, |key| key.hash());
        Slot(usize::try_from(hash % Self::LEN as u64).unwrap_or_default())
    }

    /// Brings the hinted move of a position to the front.
    pub(super) fn promote<T>(&self, slot: Slot, moves: &mut [T]) {
        let place = usize::from(self.places[slot.0]);
        if place < moves.len() {
            moves.swap(0, place);
        }
    }

    /// Takes note that the move on `place`, after [`promote`](Self::promote), was good.
    pub(super) fn note(&mut self, slot: Slot, place: usize) {
        // The first was on the hinted place before, and stays hinted.
        if place > 0 {
            let hinted = usize::from(self.places[slot.0]);
            let place = if place == hinted { 0 } else { place };
            self.places[slot.0] = u8::try_from(place).unwrap_or(0);
        }
    }
}

/// Orders the positions after the moves of side `S`, which were generated
/// jumps first.
///
/// Where captures are required, moves that make the opponent jump come first:
/// the answer is near, for there are few replies. Elsewhere they come last:
/// they mostly lose a piece.
pub(super) fn sort<V: Variant, S: Side>(variant: V, successors: &mut [Pieces<V::Word>]) {
    let mut first = 0;
    for index in 0..successors.len() {
        let jumpers = movegen::all_jumpers::<V, S::Opponent>(variant, successors[index]);
        if jumpers.is_empty() != V::CAPTURE {
            successors.swap(first, index);
            first += 1;
        }
    }
}
