//! The last ply: the best of the scores that moves lead to at once.

use crate::board::Pieces;
use crate::movegen::{self, Effect};
use crate::score::{LOST, Score, score_side};
use crate::variant::{Side, Variant};

/// The highest score at depth 0 of the moves of side `S`; [`LOST`] if there are none.
pub(super) fn value<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>) -> Score {
    let mut highest = None;
    movegen::generate::<V, S>(variant, pieces, &mut |effect: Effect<V::Word>| {
        let score = score_side::<V, S>(variant, effect.apply::<S>(pieces));
        highest = highest.max(Some(score));
    });
    highest.unwrap_or(LOST)
}
