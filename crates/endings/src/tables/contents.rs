//! Names of tables: what they hold, and for which positions.

use super::material::Material;
use rankmoves_core::Player;

/// The contents of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Contents {
    /// Wins, draws and losses with the plies to the end.
    Plies,
    /// Wins, draws and losses without the plies.
    Results,
}

/// The name of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SliceId {
    /// The player to move; always red on boards that can be turned.
    pub(super) player: Player,
    pub(super) material: Material,
}
