//! The numbers of pieces of each kind in a position.

use std::fmt;

use rankmoves_core::Position;

/// The numbers of men and kings of both players, from the point of view of the player to move.
///
/// [`Display`](fmt::Display) writes the four numbers, own men first: `1 0 0 2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Material {
    /// The men of the player to move.
    pub own_men: u8,
    /// The kings of the player to move.
    pub own_kings: u8,
    /// The opponent's men.
    pub their_men: u8,
    /// The opponent's kings.
    pub their_kings: u8,
}

impl Material {
    /// Counts the pieces of a position, from the point of view of the player to move.
    pub fn of_position(position: &Position) -> Material {
        let (pieces, player) = (position.board().pieces(), position.turn());
        let count = |player| {
            let count = pieces.count(player);
            // A board has at most 128 bits.
            [count.men, count.kings].map(|number| u8::try_from(number).unwrap_or(u8::MAX))
        };
        let ([own_men, own_kings], [their_men, their_kings]) = (count(player), count(player.opponent()));
        Material { own_men, own_kings, their_men, their_kings }
    }

    /// Returns the number of pieces of both players.
    pub fn pieces(self) -> u32 {
        u32::from(self.own_men)
            + u32::from(self.own_kings)
            + u32::from(self.their_men)
            + u32::from(self.their_kings)
    }

    /// Returns the number of men of both players.
    pub(crate) fn men(self) -> u32 {
        u32::from(self.own_men) + u32::from(self.their_men)
    }

    /// Returns whether both players have pieces.
    pub(crate) fn has_both_sides(self) -> bool {
        self.own_men + self.own_kings > 0 && self.their_men + self.their_kings > 0
    }

    /// Returns the same pieces from the opponent's point of view.
    #[must_use]
    pub fn turned(self) -> Material {
        Material {
            own_men: self.their_men,
            own_kings: self.their_kings,
            their_men: self.own_men,
            their_kings: self.own_kings,
        }
    }

    /// Returns every material of 2 to `pieces` pieces, fewest first, in the order of [`all`](Self::all).
    pub fn up_to(pieces: u32) -> Vec<Material> {
        (2..=pieces).flat_map(Material::all).collect()
    }

    /// Returns every material of `pieces` pieces, with both players present. In this order, captures and
    /// crownings lead only to earlier materials.
    pub fn all(pieces: u32) -> Vec<Material> {
        let count = u8::try_from(pieces).unwrap_or(u8::MAX);
        let mut all = Vec::new();
        for own in 1..count {
            for own_men in 0..=own {
                for their_men in 0..=count - own {
                    all.push(Material {
                        own_men,
                        own_kings: own - own_men,
                        their_men,
                        their_kings: count - own - their_men,
                    });
                }
            }
        }
        all.sort_by_key(|material| (material.men(), *material));
        all
    }

    /// Returns this material and every material to which captures and crownings may lead, with both players
    /// present and either player to move.
    pub fn all_after(self) -> Vec<Material> {
        let side = |men: u8, kings: u8| {
            // Men are captured or crowned, kings are captured.
            (0..=men).flat_map(move |left| (0..=kings + men - left).map(move |kings| (left, kings)))
        };
        let pairs = side(self.own_men, self.own_kings).flat_map(|(own_men, own_kings)| {
            side(self.their_men, self.their_kings).map(move |(their_men, their_kings)| Material {
                own_men,
                own_kings,
                their_men,
                their_kings,
            })
        });
        pairs.filter(|material| material.has_both_sides()).collect()
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Material { own_men, own_kings, their_men, their_kings } = self;
        write!(f, "{own_men} {own_kings} {their_men} {their_kings}")
    }
}
