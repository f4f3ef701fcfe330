//! The selectable rules of the game.

/// The rules of a game: one setting for each rule that varies.
///
/// ```
/// use rankmoves_core::{Blocked, Capture, Jumps, Rules};
///
/// // English draughts.
/// let rules = Rules { capture: Capture::Required, jumps: Jumps::Multiple, blocked: Blocked::Loses };
/// assert_eq!(rules, Rules::ENGLISH);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename = "rules", deny_unknown_fields, expecting = "an object with capture, jumps and blocked")
)]
pub struct Rules {
    /// The rule on captures.
    pub capture: Capture,
    /// The rule on chains.
    pub jumps: Jumps,
    /// The rule on a player without moves.
    pub blocked: Blocked,
}

impl Rules {
    /// English draughts: captures are required, and chains must be completed.
    pub const ENGLISH: Rules =
        Rules { capture: Capture::Required, jumps: Jumps::Multiple, blocked: Blocked::Loses };

    /// The four combinations of [`Capture`] and [`Jumps`]. In each of them, a blocked player loses.
    pub const ALL: [Rules; 4] = [
        Rules::of(Capture::Optional, Jumps::Single),
        Rules::of(Capture::Optional, Jumps::Multiple),
        Rules::of(Capture::Required, Jumps::Single),
        Rules::of(Capture::Required, Jumps::Multiple),
    ];

    const fn of(capture: Capture, jumps: Jumps) -> Rules {
        Rules { capture, jumps, blocked: Blocked::Loses }
    }

    /// Returns whether a chain of jumps may stop early. It may if captures are optional; in that case every
    /// prefix of a chain is a move.
    pub const fn chains_may_stop(self) -> bool {
        matches!((self.capture, self.jumps), (Capture::Optional, Jumps::Multiple))
    }
}

/// The rule on captures: optional or required.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Capture {
    /// `no capture`: the player may choose a step although a jump is available.
    Optional,
    /// `capture`: if any jump exists, only jumps may be played.
    Required,
}

/// The number of jumps that a move may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Jumps {
    /// `single jumps`: one jump.
    Single,
    /// `multiple jumps`: a chain, as long as the same piece can continue jumping.
    Multiple,
}

/// The rule on a player without moves. Scores do not depend on this rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Blocked {
    /// The player has lost.
    Loses,
    /// `blocked passes`: the turn goes to the other player.
    Passes,
}
