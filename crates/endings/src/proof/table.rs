//! Claims about a position, each true or false, and the proof numbers of all positions searched for one claim.

use crate::Wdl;
use rankmoves_core::model::board::Pieces;
use rankmoves_core::support::hash::WordMap;
use rankmoves_core::{Player, Position};

/// The claim that a player can force at least a given result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) player: Player,
    /// A draw or a win.
    pub(super) least: Wdl,
}

impl Claim {
    /// Returns whether the claim holds in a position with this result for the player to move.
    pub(super) fn holds(self, to_move: Player, result: Wdl) -> bool {
        self.least <= if to_move == self.player { result } else { result.reversed() }
    }
}

/// The known facts about a claim, for one position.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) is_proven: bool,
    /// True if the prober refutes the claim.
    pub(super) is_refuted: bool,
    /// An estimate of the least number of positions that must still be proven.
    pub(super) proof_number: u32,
}

/// A position, as its pieces and the player to move. It is kept whole, because a proof must not confuse two
/// positions that share a hash.
pub(super) type PositionKey = (Pieces<u128>, Player);

pub(super) fn key(position: &Position) -> PositionKey {
    (position.board().pieces(), position.turn())
}

/// Marks a proof as impossible. Sums are capped at this number.
pub(super) const INFINITE: u32 = u32::MAX / 4;

pub(super) const UNKNOWN_PLIES: u32 = u32::MAX;

/// The proof number and the disproof number of a position, from the point of view of the player to move (Nagai's
/// φ and δ).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    /// An estimate of the least number of positions that must still be proven before the player to move has
    /// reached the goal: to prove the claim, or to refute it. 0 once the goal is reached.
    pub(super) phi: u32,
    /// The same for the opponent.
    pub(super) delta: u32,
}

impl ProofNumbers {
    /// The numbers once the player to move has reached the goal.
    pub(super) const REACHED: ProofNumbers = ProofNumbers { phi: 0, delta: INFINITE };
    /// The numbers once the player to move can no longer reach the goal.
    pub(super) const MISSED: ProofNumbers = ProofNumbers { phi: INFINITE, delta: 0 };

    /// Returns whether the numbers prove a claim for a position with `to_move` to move.
    pub(super) fn prove(self, claim: Claim, to_move: Player) -> bool {
        if to_move == claim.player { self.phi == 0 } else { self.delta == 0 }
    }

    /// Returns whether nothing is left to be proven.
    pub(super) fn is_final(self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// The results of the search so far for a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofEntry {
    pub(super) numbers: ProofNumbers,
    /// An upper bound on the plies of the claim's proof, once it is proven; [`UNKNOWN_PLIES`] if the proof
    /// uses results of unknown length.
    pub(super) plies: u32,
    /// The number of positions expanded to find the proof numbers.
    pub(super) work: u32,
}

/// A map from positions to entries for a claim, of limited size.
pub(super) struct ProofTable {
    claim: Claim,
    entries: WordMap<PositionKey, ProofEntry>,
    max_entries: usize,
}

impl ProofTable {
    /// Creates an empty table, which grows to at most `bytes` bytes.
    pub(super) fn new(claim: Claim, bytes: usize) -> ProofTable {
        // The map doubles when seven eighths are full. At worst it is then about half empty, and the old map,
        // half its size, still exists while entries are moved.
        let max_entries = bytes / (size_of::<(PositionKey, ProofEntry)>() + 1) / 3;
        ProofTable { claim, entries: WordMap::default(), max_entries: max_entries.max(1 << 10) }
    }

    /// Drops all entries that do not prove the claim. Returns how many stay.
    pub(super) fn keep_proven(&mut self) -> usize {
        self.entries.retain(|key, entry| entry.numbers.prove(self.claim, key.1));
        self.entries.len()
    }

    pub(super) fn get(&self, key: &PositionKey) -> Option<ProofEntry> {
        self.entries.get(key).copied()
    }

    /// Stores an entry. If there are too many entries, the entries that took the least work are
    /// dropped first. Proven entries stay, because lines are read from them. Returns `false` if
    /// there is still no room.
    pub(super) fn put(&mut self, key: PositionKey, entry: ProofEntry) -> bool {
        if self.entries.len() >= self.max_entries {
            let mut least = 2;
            while self.entries.len() > self.max_entries / 2 {
                if least > self.max_entries {
                    return false;
                }
                self.entries.retain(|key, entry| {
                    entry.work as usize >= least || entry.numbers.prove(self.claim, key.1)
                });
                least *= 4;
            }
        }
        if self.entries.try_reserve(1).is_err() {
            return false;
        }
        self.entries.insert(key, entry);
        true
    }
}
