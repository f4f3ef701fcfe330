//! Move ordering: decides how soon a cutoff comes, never the value.

use crate::model::bitboard::Word;
use crate::model::board::Pieces;
use crate::model::movegen;
use crate::model::variant::{Side, Variant};
use crate::support::table::Key;

/// Best-move hints: for each position the index of the move that caused the
/// last cutoff. Positions whose hashes collide share a hint.
pub(super) struct Hints {
    indices: Vec<u8>,
}

/// Location of the hint for a position.
#[derive(Clone, Copy)]
pub(super) struct Slot(usize);

impl Hints {
    /// 1 MiB: about the size of a second-level cache.
    const LEN: usize = 1 << 20;

    /// Creates a table without hints.
    pub(super) fn new() -> Hints {
        Hints { indices: vec![0; Self::LEN] }
    }

    /// Returns the slot of a position, the same for all depths.
    pub(super) fn slot<W: Word, S: Side>(pieces: Pieces<W>) -> Slot {
        let hash = Key::new::<S>(pieces, 0).map_or(0, |key| key.hash());
        Slot(usize::try_from(hash % Self::LEN as u64).expect("the remainder is below a length"))
    }

    /// Brings the hinted move of a position to the front.
    pub(super) fn promote<T>(&self, slot: Slot, moves: &mut [T]) {
        let index = usize::from(self.indices[slot.0]);
        if index < moves.len() {
            moves.swap(0, index);
        }
    }

    /// Records a cutoff by the move at `index` after [`promote`](Self::promote).
    pub(super) fn note(&mut self, slot: Slot, index: usize) {
        // Move 0 is the hinted one already.
        if index > 0 {
            let hinted = usize::from(self.indices[slot.0]);
            // `promote` swapped these two.
            let index = if index == hinted { 0 } else { index };
            // Move 0, so no hint, if the index does not fit.
            self.indices[slot.0] = u8::try_from(index).unwrap_or(0);
        }
    }
}

/// Orders the positions after the moves of side `S`, which were generated
/// jumps first.
///
/// With required captures, moves that force the opponent to jump come first:
/// there are few replies to search. Otherwise moves that offer a jump come
/// last: they mostly lose a piece.
pub(super) fn sort<V: Variant, S: Side>(variant: V, successors: &mut [Pieces<V::Word>]) {
    let mut first = 0;
    for index in 0..successors.len() {
        let jumpers = movegen::all_jumpers::<V, S::Opponent>(variant, successors[index]);
        if jumpers.is_empty() != variant.must_capture() {
            successors.swap(first, index);
            first += 1;
        }
    }
}
