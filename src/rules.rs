//! The rules that can be chosen.

/// Which of the games is played: a switch for each question on which they differ.
///
/// ```
/// use rankmoves::{Blocked, Capture, Jumps, Rules};
///
/// // English draughts.
/// let rules = Rules { capture: Capture::Required, jumps: Jumps::Multiple, blocked: Blocked::Loses };
/// assert_eq!(rules, Rules::ENGLISH);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Whether a player who can jump must.
    pub capture: Capture,
    /// Whether a piece that has jumped may jump on.
    pub jumps: Jumps,
    /// What becomes of a player who has no moves.
    pub blocked: Blocked,
}

impl Rules {
    /// English draughts: captures are required and chains carried to their end.
    pub const ENGLISH: Rules =
        Rules { capture: Capture::Required, jumps: Jumps::Multiple, blocked: Blocked::Loses };

    /// The four combinations of capture and jumps, a blocked player losing.
    pub const ALL: [Rules; 4] = [
        Rules::of(Capture::Optional, Jumps::Single),
        Rules::of(Capture::Optional, Jumps::Multiple),
        Rules::of(Capture::Required, Jumps::Single),
        Rules::of(Capture::Required, Jumps::Multiple),
    ];

    const fn of(capture: Capture, jumps: Jumps) -> Rules {
        Rules { capture, jumps, blocked: Blocked::Loses }
    }

    /// Whether a chain of jumps may be left before its end. It may where
    /// captures are optional, and then every prefix of a chain is a move.
    pub const fn chains_may_stop(self) -> bool {
        matches!((self.capture, self.jumps), (Capture::Optional, Jumps::Multiple))
    }
}

/// Whether a player who can jump must.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Capture {
    /// `no capture`: steps and jumps are freely chosen.
    Optional,
    /// `capture`: if any jump exists, only jumps may be played.
    Required,
}

/// How many jumps a move may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Jumps {
    /// `single jumps`: one.
    Single,
    /// `multiple jumps`: a chain, as long as the same piece can go on.
    Multiple,
}

/// What becomes of a player who has no moves. Scores do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Blocked {
    /// The player has lost.
    Loses,
    /// `blocked passes`: the turn goes to the other player.
    Passes,
}
