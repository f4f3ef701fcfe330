//! The expected result of a game, given the engine's score.

use crate::patterns::Patterns;
use crate::scores::is_proven;
use rankmoves_core::Position;

/// A logistic curve that turns a score into the expected result. Its scale changes evenly with the number of
/// pieces, because the same score means different chances with few pieces and with many.
///
/// ```
/// use rankmoves_core::Position;
/// use rankmoves_engine::{Curve, WIN};
///
/// let start = Position::english();
/// let expected = |score| Curve::of(&start).expected(score, 24);
/// assert_eq!([expected(0), expected(WIN - 5), expected(5 - WIN)], [0.5, 1.0, 0.0]);
/// assert!(0.5 < expected(100) && expected(100) < expected(200) && expected(200) < 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// The score, in hundredths of a man, that gives an expected result of 0.73 with [`Curve::FEW_PIECES`] pieces.
    pub few: f64,
    /// The score that gives the same with [`Curve::MANY_PIECES`] pieces.
    pub many: f64,
}

impl Curve {
    /// The number of pieces up to which the scale is `few`.
    pub const FEW_PIECES: u32 = 6;

    /// The number of pieces from which the scale is `many`.
    pub const MANY_PIECES: u32 = 24;

    /// The curve of the trained evaluation, fitted by `train chance 3000 1000 30000 english.weights TABLES`.
    /// docs/dev/evaluation.md describes the data and the check.
    const TRAINED: Curve = Curve { few: 109.0, many: 47.0 };

    /// The curve of the named terms, fitted by `train chance 2000 1000 30000 terms TABLES`.
    const TERMS: Curve = Curve { few: 62.0, many: 65.0 };

    /// Returns the curve for the evaluation of a position by [`Engine::new`](crate::Engine::new).
    pub fn of(position: &Position) -> Curve {
        let is_trained = Patterns::are_for(position.board().shape(), position.rules());
        if is_trained { Curve::TRAINED } else { Curve::TERMS }
    }

    /// Returns the expected result for a player with this score, from 0 for a loss to 1 for a win; a draw
    /// counts half. `pieces` is the number of both players' pieces.
    pub fn expected(self, score: i32, pieces: u32) -> f64 {
        if is_proven(score) {
            return if score > 0 { 1.0 } else { 0.0 };
        }
        let span = f64::from(Curve::MANY_PIECES - Curve::FEW_PIECES);
        let share = f64::from(pieces.clamp(Curve::FEW_PIECES, Curve::MANY_PIECES) - Curve::FEW_PIECES) / span;
        let scale = self.few + (self.many - self.few) * share;
        1.0 / (1.0 + (-f64::from(score) / scale).exp())
    }
}
