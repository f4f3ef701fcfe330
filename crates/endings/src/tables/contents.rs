//! The contents of a table, and the names of slices.

use super::material::Material;
use rankmoves_core::Player;

/// The contents of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Contents {
    /// Wins, draws and losses, with the number of plies to the end.
    Plies,
    /// Wins, draws and losses only.
    Results,
}

/// The name of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SliceId {
    /// The player to move; always red if rotating the board by half a turn merely exchanges the players.
    pub(super) player: Player,
    pub(super) material: Material,
}
