//! Claims about a position, each true or false.

use crate::Wdl;
use rankmoves_core::Player;

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
