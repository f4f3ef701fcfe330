//! Levels of play, from beginner to master.

/// A level of play: the number of nodes that the engine searches for a move, and the probability of a random
/// move instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Level 1, which occasionally loses to an agent that plays random moves.
    Beginner,
    /// Level 2.
    Learner,
    /// Level 3.
    Casual,
    /// Level 4.
    Club,
    /// Level 5.
    Expert,
    /// Level 6.
    Master,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 6] =
        [Level::Beginner, Level::Learner, Level::Casual, Level::Club, Level::Expert, Level::Master];

    /// Returns the level with the given name or number, from 1 to 6; `None` for other texts.
    pub fn of_text(text: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == text || level.number().to_string() == text)
    }

    /// Returns the number, from 1.
    pub fn number(self) -> u32 {
        self as u32 + 1
    }

    /// Returns the name in lower case.
    pub fn name(self) -> &'static str {
        ["beginner", "learner", "casual", "club", "expert", "master"][self as usize]
    }

    /// Returns the strength in Elo above random moves, on the standard board: the sum of the measured
    /// differences between neighbouring levels.
    pub fn elo(self) -> u32 {
        [660, 860, 1060, 1270, 1510, 1750][self as usize]
    }

    /// Returns the number of nodes that the engine searches for a move.
    pub fn nodes(self) -> u64 {
        [300, 600, 1200, 3000, 12_000, 40_000][self as usize]
    }

    /// Returns the percentage of moves that are random.
    pub fn random_percent(self) -> u32 {
        [28, 18, 10, 5, 2, 0][self as usize]
    }
}
