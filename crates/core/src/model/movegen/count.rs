//! Move counts, without generating the moves where possible.

use super::{Effect, all_jumpers, for_each_direction, generate_jumps, jump_origins_of_men, steppers};
use crate::model::bitboard::{Bitboard, Word};
use crate::model::board::Pieces;
use crate::model::layout::{Direction, Layout};
use crate::model::variant::{Side, Variant};

/// Returns the sum of the sizes of `pieces_for` over the directions of [`for_each_direction`].
#[inline]
fn total_len<W: Word, S: Side>(pieces: Pieces<W>, pieces_for: impl Fn(Direction) -> Bitboard<W>) -> u64 {
    let mut total = 0;
    for_each_direction::<W, S>(pieces, |direction| total += u64::from(pieces_for(direction).len()));
    total
}

/// Returns the number of moves that [`generate`](super::generate) generates.
#[inline]
pub(crate) fn count<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>) -> u64 {
    let jumpers = all_jumpers::<V, S>(variant, pieces);
    if jumpers.is_empty() {
        return count_steps::<V, S>(variant, pieces);
    }
    let jumps = count_jumps::<V, S>(variant, pieces, jumpers);
    if variant.must_capture() { jumps } else { jumps + count_steps::<V, S>(variant, pieces) }
}

#[inline]
fn count_steps<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>) -> u64 {
    total_len::<_, S>(pieces, |direction| steppers::<V, S>(variant, pieces, direction))
}

/// Returns the number of jumps and chains of `jumpers`, each of which has at least one.
#[inline]
fn count_jumps<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>, jumpers: Bitboard<V::Word>) -> u64 {
    if !(V::CHAINS && variant.may_chain()) {
        return total_len::<_, S>(pieces, |direction| super::jumpers::<V, S>(variant, pieces, direction));
    }
    // A man that cannot jump on after its first jump has one move for each
    // landing square. Only the chains of the others are followed.
    let layout = variant.layout();
    let jump_origins = jump_origins_of_men::<V, S>(variant, pieces) - S::crowning(layout);
    let men_in = |direction| {
        (direction, (jumpers - pieces.kings) & super::jump_origins::<V, S>(variant, pieces, direction))
    };
    let [left, right] = S::FORWARD;
    let jumping_men = [men_in(left), men_in(right)];
    let mut followed = jumpers & pieces.kings;
    for (direction, men) in jumping_men {
        let back = direction.reversed();
        let jumps_on = layout.step(layout.step(jump_origins, back), back);
        followed |= men & jumps_on;
    }
    let mut count = jumping_men.iter().map(|(_, men)| u64::from((*men - followed).len())).sum();
    if !followed.is_empty() {
        generate_jumps::<V, S>(variant, pieces, followed, &mut |_| count += 1);
    }
    count
}

/// Returns the perft count at depth 2: the sum of the opponent's move counts
/// after each of the player's moves.
#[inline]
pub(crate) fn count_two_plies<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>) -> u64 {
    let mut total = 0;
    super::generate::<V, S>(variant, pieces, &mut |effect: Effect<V::Word>| {
        total += count::<V, S::Opponent>(variant, effect.apply::<S>(pieces));
    });
    total
}
