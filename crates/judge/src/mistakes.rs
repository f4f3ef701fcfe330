//! Sets of mistakes.

use rankmoves_core::Player;

use super::mistake::Mistake;

/// A set of mistakes, perhaps made for one player only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mistakes {
    bits: u128,
    player: Option<Player>,
}

impl Mistakes {
    /// No mistake: the definition itself.
    pub const NONE: Mistakes = Mistakes { bits: 0, player: None };

    /// Returns whether a mistake is in the set.
    pub const fn has(self, mistake: Mistake) -> bool {
        self.bits >> mistake as u32 & 1 == 1
    }

    /// Returns the set with one more mistake.
    #[must_use]
    pub const fn with(self, mistake: Mistake) -> Mistakes {
        Mistakes { bits: self.bits | 1 << mistake as u32, ..self }
    }

    /// Returns the same mistakes, limited to the pieces, moves and scores of one player.
    #[must_use]
    pub const fn only_for(self, player: Player) -> Mistakes {
        Mistakes { player: Some(player), ..self }
    }

    /// Returns the only player for whom the mistakes are made; `None` for both.
    pub const fn player(self) -> Option<Player> {
        self.player
    }

    /// Returns whether a mistake is in the set and applies to a player.
    pub(super) fn has_for(self, mistake: Mistake, player: Player) -> bool {
        self.has(mistake) && self.player.is_none_or(|only| only == player)
    }

    /// Returns the mistakes in the order of [`Mistake::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Mistake> {
        Mistake::ALL.iter().copied().filter(move |&mistake| self.has(mistake))
    }
}

/// The mistakes that are in both sets.
impl std::ops::BitAnd for Mistakes {
    type Output = Mistakes;

    fn bitand(self, other: Mistakes) -> Mistakes {
        Mistakes { bits: self.bits & other.bits, player: self.player.or(other.player) }
    }
}

impl FromIterator<Mistake> for Mistakes {
    fn from_iter<I: IntoIterator<Item = Mistake>>(mistakes: I) -> Mistakes {
        mistakes.into_iter().fold(Mistakes::NONE, Mistakes::with)
    }
}

impl From<Mistake> for Mistakes {
    fn from(mistake: Mistake) -> Mistakes {
        Mistakes::NONE.with(mistake)
    }
}
