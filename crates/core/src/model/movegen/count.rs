//! Move counts, without generating the moves where possible.

use super::{
    Effect, all_jumpers, crowns, empty, for_each_direction, generate_jumps, jump_origins_of_men, movers,
    steppers,
};
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
///
/// After most steps the opponent cannot jump. Its replies are then its steps,
/// and a step from `A` to `B` changes them only by closing `B` and opening `A`.
/// Such quiet steps are counted in bulk, without being made; [`Attacks`]
/// separates them from the noisy ones.
#[expect(clippy::inline_always, reason = "perft takes 4 % longer where the compiler decides against it")]
#[inline(always)]
pub(crate) fn count_two_plies<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>) -> u64 {
    let mut total = 0;
    let mut count_after = |effect: Effect<V::Word>| {
        total += count::<V, S::Opponent>(variant, effect.apply::<S>(pieces));
    };
    let jumpers = all_jumpers::<V, S>(variant, pieces);
    if !jumpers.is_empty() {
        generate_jumps::<V, S>(variant, pieces, jumpers, &mut count_after);
        if variant.must_capture() {
            return total;
        }
    }
    let attacks = Attacks::new::<V, S>(variant, pieces);
    let mut quiet = 0;
    for_each_direction::<_, S>(pieces, |direction| {
        let (layout, back) = (variant.layout(), direction.reversed());
        let targets =
            layout.step(movers::<V::Word, S>(pieces, direction), direction) & empty(variant, pieces);
        let noisy = targets & attacks.noisy_targets(layout, direction);
        quiet += attacks.count_replies_to_steps(targets - noisy, layout.step(targets - noisy, back));
        for to in noisy.singles() {
            let from = layout.step(to, back);
            let crowns = crowns::<V, S>(variant, pieces, from, to);
            count_after(Effect { from, to, captured: Bitboard::EMPTY, crowns });
        }
    });
    total + quiet
}

/// The squares that the opponent attacks before the player's step.
struct Attacks<W> {
    /// For each direction, the squares next to one of the opponent's pieces
    /// that may go that way, occupied or not.
    adjacent: [Bitboard<W>; 4],
    /// The number of steps of the opponent if it were to move.
    steps: u64,
    /// True if the opponent could jump if it were to move.
    jumps: bool,
    /// The squares on which a piece of the player could be jumped. Meaningful
    /// only for empty squares, as targets of steps are.
    ///
    /// ```text
    /// b . .      next to a piece that may come this way,
    /// . x .      with an empty square behind
    /// . . .
    /// ```
    exposed: Bitboard<W>,
    /// The squares on which a piece of the player shields another from being jumped.
    ///
    /// ```text
    /// b . .
    /// . r .      behind a piece that is next to one that may come this way
    /// . . x
    /// ```
    shields: Bitboard<W>,
}

impl<W: Word> Attacks<W> {
    #[inline]
    fn new<V: Variant<Word = W>, S: Side>(variant: V, pieces: Pieces<W>) -> Attacks<W> {
        let (layout, own, free) = (variant.layout(), pieces.of(S::PLAYER), empty(variant, pieces));
        let mut attacks = Attacks {
            adjacent: [Bitboard::EMPTY; 4],
            steps: 0,
            jumps: false,
            exposed: Bitboard::EMPTY,
            shields: Bitboard::EMPTY,
        };
        for_each_direction::<W, S::Opponent>(pieces, |direction| {
            let adjacent = layout.step(movers::<W, S::Opponent>(pieces, direction), direction);
            let behind_is_free = layout.step(free, direction.reversed());
            attacks.adjacent[direction as usize] = adjacent;
            attacks.steps += u64::from((adjacent & free).len());
            attacks.jumps |= adjacent.intersects(own & behind_is_free);
            attacks.exposed |= adjacent & behind_is_free;
            attacks.shields |= layout.step(adjacent & own, direction);
        });
        attacks
    }

    /// Returns a superset of the targets of noisy steps in a direction: those
    /// after which the opponent can jump. It jumps over the piece that stepped,
    /// onto the square that it left, or could have jumped before.
    #[inline]
    fn noisy_targets<L: Layout<Word = W>>(&self, layout: L, direction: Direction) -> Bitboard<W> {
        if self.jumps {
            return layout.squares();
        }
        // ```text
        // . . b      A piece that steps towards an enemy that may go the
        // . x .      opposite way is jumped: the square behind it is the
        // r . .      one it left.
        // ```
        let met = self.adjacent[direction.reversed() as usize];
        self.exposed | met | layout.step(self.shields, direction)
    }

    /// Returns the number of the opponent's steps after each quiet step of the
    /// player, from one of `sources` to the matching one of `targets`.
    #[inline]
    fn count_replies_to_steps(&self, targets: Bitboard<W>, sources: Bitboard<W>) -> u64 {
        let count =
            |set| self.adjacent.iter().map(|&adjacent| u64::from((adjacent & set).len())).sum::<u64>();
        // No underflow: targets are empty squares, so `self.steps` counts the steps to them.
        u64::from(targets.len()) * self.steps + count(sources) - count(targets)
    }
}
