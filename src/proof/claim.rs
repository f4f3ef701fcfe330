//! Claims about a position, which are true or false of it.

use crate::model::player::Player;

/// The result of a game for a player: a loss, a draw or a win, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The player loses.
    Loss,
    /// Nobody can force a win.
    Draw,
    /// The player wins.
    Win,
}

impl Wdl {
    /// Returns the result for the opponent.
    #[must_use]
    pub const fn reversed(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }
}

/// The claim that a player can force a result, or a better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) player: Player,
    /// A draw or a win.
    pub(super) least: Wdl,
}

impl Claim {
    /// Returns whether the claim holds for a position whose result is known for
    /// the player to move.
    pub(super) fn holds(self, to_move: Player, result: Wdl) -> bool {
        self.least <= if to_move == self.player { result } else { result.reversed() }
    }
}
