//! The numbers of pieces of each kind in a position, and the slices named after them.

use std::fmt;

use rankmoves_core::{PieceCount, Player, Position};

/// The numbers of men and kings of both players, from the point of view of the player to move.
///
/// [`Display`](fmt::Display) writes the four numbers, own men first: `1 0 0 2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    /// The pieces of the player to move.
    pub own: PieceCount,
    /// The opponent's pieces.
    pub theirs: PieceCount,
}

impl Material {
    /// Counts the pieces of a position, from the point of view of the player to move.
    pub fn of_position(position: &Position) -> Material {
        let (pieces, player) = (position.board().pieces(), position.turn());
        Material { own: pieces.count(player), theirs: pieces.count(player.opponent()) }
    }

    /// Returns the number of pieces of both players.
    pub fn pieces(self) -> u32 {
        self.own.total() + self.theirs.total()
    }

    /// Returns the number of men of both players.
    pub(crate) fn men(self) -> u32 {
        self.own.men + self.theirs.men
    }

    /// Returns whether both players have pieces.
    pub(crate) fn has_both_sides(self) -> bool {
        self.own.total() > 0 && self.theirs.total() > 0
    }

    /// Returns the same pieces from the opponent's point of view.
    #[must_use]
    pub fn turned(self) -> Material {
        Material { own: self.theirs, theirs: self.own }
    }

    /// Returns every material of 2 to `pieces` pieces, fewest first, in the order of [`all`](Self::all).
    pub fn up_to(pieces: u32) -> Vec<Material> {
        (2..=pieces).flat_map(Material::all).collect()
    }

    /// Returns every material of `pieces` pieces, with both players present. In this order, captures and
    /// crownings lead only to earlier materials.
    pub fn all(pieces: u32) -> Vec<Material> {
        let side = |count: u32| (0..=count).map(move |men| PieceCount { men, kings: count - men });
        let pairs = (1..pieces).flat_map(|count| {
            side(count).flat_map(move |own| side(pieces - count).map(move |theirs| Material { own, theirs }))
        });
        let mut all: Vec<Material> = pairs.collect();
        all.sort_by_key(|material| (material.men(), *material));
        all
    }

    /// Returns this material and every material to which captures and crownings may lead, with both players
    /// present and either player to move.
    pub fn all_after(self) -> Vec<Material> {
        let side = |before: PieceCount| {
            // Men are captured or crowned, kings are captured.
            (0..=before.men)
                .flat_map(move |men| (0..=before.total() - men).map(move |kings| PieceCount { men, kings }))
        };
        let pairs =
            side(self.own).flat_map(|own| side(self.theirs).map(move |theirs| Material { own, theirs }));
        pairs.filter(|material| material.has_both_sides()).collect()
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Material { own, theirs } = self;
        write!(f, "{} {} {} {}", own.men, own.kings, theirs.men, theirs.kings)
    }
}

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
