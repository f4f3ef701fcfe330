//! The scale of scores: wins and losses are ordered by length, and lie outside the range of evaluations. Windows of
//! alpha-beta are ranges of scores.

/// The score of a game that is won. A win after `n` plies scores `n` less; losses score the same with the
/// other sign. Evaluations are far below.
pub const WIN: i32 = 30_000;

/// The least score of a game that is won after a known number of plies.
pub(super) const MIN_WIN: i32 = WIN - 1000;

/// The least score of a game that is won, whether in a known or an unknown number of plies. No evaluation is
/// as high.
pub(super) const MIN_PROVEN_WIN: i32 = WIN - 10_000;

/// Returns the number of plies to the forced win (or, if negative, loss) that a score represents; `None` for
/// other scores.
///
/// ```
/// use rankmoves_engine::{plies_to_end, WIN};
///
/// assert_eq!(plies_to_end(WIN - 5), Some(5));
/// assert_eq!(plies_to_end(4 - WIN), Some(4));
/// assert_eq!(plies_to_end(120), None);
/// ```
pub const fn plies_to_end(score: i32) -> Option<u32> {
    let size = score.unsigned_abs();
    if size < MIN_WIN.unsigned_abs() { None } else { Some(WIN.unsigned_abs().saturating_sub(size)) }
}

/// Returns whether a score is a proven win or, if negative, a proven loss: searched to the end, or taken from
/// tables. A win of unknown length scores less than any win of known length.
///
/// ```
/// use rankmoves_engine::{is_proven, WIN};
///
/// assert!(is_proven(WIN - 5) && is_proven(4 - WIN));
/// assert!(!is_proven(120));
/// ```
pub const fn is_proven(score: i32) -> bool {
    score.unsigned_abs() >= MIN_PROVEN_WIN.unsigned_abs()
}

/// A bound above every score.
pub(super) const INFINITY: i32 = WIN + 1;

/// The score of a position that repeats, or in which both players are blocked and pass.
pub(super) const DRAW: i32 = 0;

/// From this ply on, only jumps are searched.
pub(super) const MAX_PLY: usize = 128;

pub(super) fn loss_at(ply: usize) -> i32 {
    i32::try_from(ply).expect("a ply fits 32 bits") - WIN
}

/// The relation of an entry's score to the value of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Lower,
    Exact,
    Upper,
}

/// The scores that are searched exactly: those above `alpha` and below `beta`.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// Returns the same window from the opponent's point of view.
    #[inline]
    pub(super) fn reversed(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Returns the null window that separates scores above `alpha` from other scores.
    #[inline]
    pub(super) fn null(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// Returns whether the window contains no score.
    #[inline]
    pub(super) fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }

    /// Returns whether a score is inside the window, so that a search returns it exactly.
    #[inline]
    pub(super) fn contains(self, score: i32) -> bool {
        self.alpha < score && score < self.beta
    }

    /// Classifies a score found with this window: exact, or a bound.
    #[inline]
    pub(super) fn bound(self, score: i32) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}
