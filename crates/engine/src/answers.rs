//! Limits of a search, and its answers.

use std::time::Instant;

use rankmoves_core::{Move, Path};

/// The greatest search depth, in plies; also the depth of a search without limits.
pub const MAX_DEPTH: u32 = 99;

/// Limits of a search, which ends as soon as one of them is reached. Without any,
/// it goes on until [`MAX_DEPTH`], which may take longer than anyone waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The deadline. It is met within a few milliseconds.
    pub deadline: Option<Instant>,
    /// The maximum number of nodes. With this limit or the next alone, the same engine asked the
    /// same questions makes the same choices.
    pub nodes: Option<u64>,
    /// The depth in plies, without the quiescence search of jumps.
    pub depth: Option<u32>,
}

/// The engine's choice, with the facts of its search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Its score for the player who makes it, in hundredths of a man; near
    /// [`WIN`](crate::WIN) if the game is won by force, near −[`WIN`](crate::WIN) if it is lost.
    pub score: i32,
    /// The depth in plies of the last search that was finished; 0 if none was,
    /// because there is one move, or no time.
    pub depth: u32,
    /// The nodes searched.
    pub nodes: u64,
    /// The principal variation: the move and the expected replies, up to the first pass or unknown
    /// move.
    pub line: Vec<Move>,
}

/// The engine's view of every move of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Estimates {
    /// The moves in the order of their paths. At most 16,384 are listed; large boards may have
    /// more.
    pub moves: Vec<Estimate>,
    /// The depth in plies of the last search that was finished for all moves; 0
    /// if none was: then the scores are the evaluations after the moves.
    pub depth: u32,
    /// The nodes searched.
    pub nodes: u64,
}

/// A move and the engine's view of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The move.
    pub mv: Move,
    /// Its score for the player who makes it, as in [`Choice::score`].
    pub score: i32,
}

impl Estimates {
    /// Returns the highest score, which is the score of the position for the player to move; `None`
    /// without moves.
    pub fn best(&self) -> Option<i32> {
        self.moves.iter().map(|estimate| estimate.score).max()
    }

    /// Returns the score of a move.
    pub fn score(&self, path: &Path) -> Option<i32> {
        let index = self.moves.binary_search_by(|estimate| estimate.mv.path().cmp(path)).ok()?;
        Some(self.moves[index].score)
    }
}
