//! Limits of a search, and its answers.

use std::time::{Duration, Instant};

use rankmoves_core::{Move, Path, Position};

/// The greatest search depth, in plies; also the depth of a search without limits.
pub const MAX_DEPTH: u32 = 99;

/// Limits of a search, which ends as soon as one of them is reached. Without limits, it continues to
/// [`MAX_DEPTH`], which may take longer than anyone can wait.
///
/// ```
/// use std::time::Duration;
///
/// use rankmoves_engine::Limits;
///
/// let limits = Limits { depth: Some(12), ..Limits::time(Duration::from_millis(50)) };
/// assert!(limits.deadline.is_some());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The deadline. It is met within a few milliseconds.
    pub deadline: Option<Instant>,
    /// The maximum number of nodes. If only nodes and depth are limited, the same engine makes the same
    /// choices for the same sequence of positions.
    pub nodes: Option<u64>,
    /// The maximum depth in plies. The quiescence search of jumps goes deeper.
    pub depth: Option<u32>,
}

impl Limits {
    /// Limits the time from now on. If the time is too long for the clock, there is no limit.
    pub fn time(time: Duration) -> Limits {
        Limits { deadline: Instant::now().checked_add(time), ..Limits::default() }
    }

    /// Limits the depth, in plies.
    pub fn depth(plies: u32) -> Limits {
        Limits { depth: Some(plies), ..Limits::default() }
    }

    /// Limits the nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }
}

/// A position to search, and the earlier positions to which a move may return.
///
/// A [`Position`] alone has no earlier positions; a `Game` of the package `rankmoves-game` has those of the
/// game.
///
/// ```
/// use rankmoves_core::Position;
/// use rankmoves_engine::History;
///
/// let start = Position::english();
/// assert_eq!(History::from(&start), History { position: &start, past: &[] });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct History<'a> {
    /// The position.
    pub position: &'a Position,
    /// The earlier positions of the game since the last jump or man's move: a move back to one of
    /// them is a draw.
    pub past: &'a [Position],
}

/// Makes the history of a position without a past.
impl<'a> From<&'a Position> for History<'a> {
    fn from(position: &'a Position) -> History<'a> {
        History { position, past: &[] }
    }
}

/// The engine's choice, with the facts of its search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The score of the move for the player who makes it, in hundredths of a man; near
    /// [`WIN`](crate::WIN) if the game is won by force, near −[`WIN`](crate::WIN) if it is lost.
    pub score: i32,
    /// The depth in plies of the last finished search; 0 if none was finished, because there is only one
    /// move, or no time.
    pub depth: u32,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The principal variation: the move and the expected replies, up to a pass or to a position
    /// without a stored best move.
    pub line: Vec<Move>,
}

/// The engine's view of every move of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Estimates {
    /// The moves in the order of their paths. At most 16,384 are listed; large boards may have
    /// more.
    pub moves: Vec<Estimate>,
    /// The depth in plies of the last search that was finished for all moves. If it is 0, no search was
    /// finished, and the scores are the evaluations after the moves.
    pub depth: u32,
    /// The number of nodes searched.
    pub nodes: u64,
}

/// A move and the engine's view of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The move.
    pub mv: Move,
    /// The score of the move for the player who makes it, as in [`Choice::score`].
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_constructor_sets_one_limit() {
        let none = Limits { deadline: None, nodes: None, depth: None };
        assert_eq!(Limits::depth(5), Limits { depth: Some(5), ..none });
        assert_eq!(Limits::nodes(7), Limits { nodes: Some(7), ..none });
        let time = Duration::from_secs(60);
        let before = Instant::now();
        let minute = Limits::time(time);
        assert!((before + time..=Instant::now() + time).contains(&minute.deadline.unwrap()));
        assert_eq!(Limits { deadline: None, ..minute }, none);
        assert_eq!(Limits::time(Duration::MAX), none);
    }
}
