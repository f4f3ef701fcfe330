//! Counts moves without generating the steps.

use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::movegen::{
    Effect, all_jumpers, for_each_direction, generate, generate_jumps, steppers,
};
use rankmoves_core::model::variant::{Side, Variant};

/// Returns the number of moves that [`generate`] generates.
#[inline]
pub fn count<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>) -> u64 {
    let mut count = 0;
    let jumpers = all_jumpers::<V, S>(variant, pieces);
    if !jumpers.is_empty() {
        generate_jumps::<V, S>(variant, pieces, jumpers, &mut |_| count += 1);
        if variant.must_capture() {
            return count;
        }
    }
    for_each_direction::<_, S>(pieces, |direction| {
        count += u64::from(steppers::<V, S>(variant, pieces, direction).len());
    });
    count
}

/// Returns the perft count at depth 2: the sum of the opponent's move counts
/// after each of the player's moves.
#[inline(never)]
pub fn count_two_plies<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>) -> u64 {
    let mut total = 0;
    generate::<V, S>(variant, pieces, &mut |effect: Effect<V::Word>| {
        total += count::<V, S::Opponent>(variant, effect.apply::<S>(pieces));
    });
    total
}
