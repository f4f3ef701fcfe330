//! The transposition table: what has been found out about positions.
//!
//! An entry holds the whole position, so that two are never taken for one
//! another, and answers only for the remaining depth it was searched with: the
//! score at another depth is another number.

use crate::bitboard::Word;
use crate::board::Pieces;
use crate::player::Player;
use crate::score::{BEYOND, Score};
use crate::variant::Side;

/// The most memory a table takes, in bytes: 256 MiB.
const MAX_BYTES: usize = 256 << 20;

/// The number of entries at first: small questions do not pay for a large table.
const FIRST_LEN: usize = 1 << 10;

/// What an entry is about: a position, the player to move, the remaining depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key<W> {
    pieces: Pieces<W>,
    depth: u32,
    black: bool,
}

impl<W: Word> Key<W> {
    pub(super) fn new<S: Side>(pieces: Pieces<W>, depth: u32) -> Key<W> {
        Key { pieces, depth, black: S::PLAYER == Player::Black }
    }

    /// Spread over all 64 bits; the high ones are the best.
    fn hash(&self) -> u64 {
        // Odd constants without pattern: fractional parts of square roots.
        let mixed = self.pieces.red.0.folded().wrapping_mul(0x6a09_e667_f3bc_c909)
            ^ self.pieces.black.0.folded().wrapping_mul(0xbb67_ae85_84ca_a73b).rotate_left(23)
            ^ self.pieces.kings.0.folded().wrapping_mul(0x3c6e_f372_fe94_f82b).rotate_left(41)
            ^ (u64::from(self.depth) << 1 | u64::from(self.black)).wrapping_mul(0xa54f_f53a_5f1d_36f1);
        (mixed ^ mixed >> 32).wrapping_mul(0x510e_527f_ade6_82d1)
    }
}

/// The bounds between which a value lies, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: Score,
    pub(super) upper: Score,
}

impl Bounds {
    pub(super) const UNKNOWN: Bounds = Bounds { lower: -BEYOND, upper: BEYOND };

    /// Takes note of the answer to whether the value reaches `bound`.
    pub(super) fn note(&mut self, answer: Score, bound: Score) {
        if answer >= bound {
            self.lower = answer;
        } else {
            self.upper = answer;
        }
    }
}

/// What is known about a key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<W> {
    pub(super) bounds: Bounds,
    /// The position after the move that was best.
    pub(super) best: Pieces<W>,
}

/// A table that grows as it fills, up to a limit, and then forgets.
pub(super) struct Table<W> {
    /// A power of two of slots, in pairs: the first of a pair keeps the
    /// deeper entry, the second the latest.
    slots: Vec<Option<(Key<W>, Known<W>)>>,
    used: usize,
}

impl<W: Word> Table<W> {
    pub(super) fn new() -> Table<W> {
        Table { slots: vec![None; FIRST_LEN], used: 0 }
    }

    pub(super) fn get(&self, key: Key<W>) -> Option<Known<W>> {
        let pair = self.pair(&key);
        let entry = self.slots[pair..pair + 2].iter().flatten().find(|(found, _)| *found == key);
        entry.map(|&(_, known)| known)
    }

    /// Takes note of the answer to whether the value of `key` reaches `bound`,
    /// and of the position that it came from.
    pub(super) fn note(&mut self, key: Key<W>, best: Pieces<W>, answer: Score, bound: Score) {
        let mut bounds = self.get(key).map_or(Bounds::UNKNOWN, |known| known.bounds);
        bounds.note(answer, bound);
        self.put(key, Known { bounds, best });
        if self.used > self.slots.len() / 2 {
            self.grow();
        }
    }

    fn put(&mut self, key: Key<W>, known: Known<W>) {
        let pair = self.pair(&key);
        let [deepest, latest] =
            [self.slots[pair], self.slots[pair + 1]].map(|slot| slot.map(|(found, _)| found));
        let slot = if deepest.is_none_or(|found| found == key) {
            pair
        } else if latest.is_none_or(|found| found == key) {
            pair + 1
        } else {
            pair + usize::from(deepest.is_some_and(|found| found.depth > key.depth))
        };
        self.used += usize::from(self.slots[slot].is_none());
        self.slots[slot] = Some((key, known));
    }

    fn grow(&mut self) {
        let len = self.slots.len() * 2;
        if len * size_of::<Option<(Key<W>, Known<W>)>>() > MAX_BYTES {
            return;
        }
        let slots = std::mem::replace(&mut self.slots, vec![None; len]);
        self.used = 0;
        for (key, known) in slots.into_iter().flatten() {
            self.put(key, known);
        }
    }

    /// The index of the first slot for a key.
    fn pair(&self, key: &Key<W>) -> usize {
        let bits = self.slots.len().trailing_zeros() - 1;
        // At most 64 bits of index are taken from a hash of 64 bits.
        usize::try_from(key.hash() >> (u64::BITS - bits)).map_or(0, |pair| pair * 2)
    }
}
