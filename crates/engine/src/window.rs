//! Windows of alpha-beta.

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
