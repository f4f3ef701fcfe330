//! The number of moves, with no list of them.

use super::{
    Effect, all_jumpers, crowns, empty, for_each_direction, generate_jumps, movers, springs_of_men, steppers,
};
use crate::bitboard::{Bitboard, Word};
use crate::board::Pieces;
use crate::layout::{Direction, Layout};
use crate::variant::{Side, Variant};

/// The sum of the sizes over the directions in which the player has pieces that may go.
#[inline]
fn total_len<W: Word, S: Side>(pieces: Pieces<W>, pieces_for: impl Fn(Direction) -> Bitboard<W>) -> u64 {
    let mut total = 0;
    for_each_direction::<W, S>(pieces, |direction| total += u64::from(pieces_for(direction).len()));
    total
}

/// The number of moves [`generate`](super::generate) would generate.
#[inline]
pub(crate) fn count<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>) -> u64 {
    let jumpers = all_jumpers::<V, S>(variant, pieces);
    if jumpers.is_empty() {
        return count_steps::<V, S>(variant, pieces);
    }
    let jumps = count_jumps::<V, S>(variant, pieces, jumpers);
    if V::CAPTURE { jumps } else { jumps + count_steps::<V, S>(variant, pieces) }
}

#[inline]
fn count_steps<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>) -> u64 {
    total_len::<_, S>(pieces, |direction| steppers::<V, S>(variant, pieces, direction))
}

/// The number of jumps and chains, of which `jumpers` can make one each at least.
#[inline]
fn count_jumps<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>, jumpers: Bitboard<V::Word>) -> u64 {
    if !V::CHAINS {
        return total_len::<_, S>(pieces, |direction| super::jumpers::<V, S>(variant, pieces, direction));
    }
    // A man who cannot jump on from any square he can jump to has as many moves
    // as there are such squares. The others' chains are followed.
    let layout = variant.layout();
    let springs = springs_of_men::<V, S>(variant, pieces) - S::crowning(layout);
    let jumping_men = S::FORWARD.map(|direction| {
        (direction, (jumpers - pieces.kings) & super::springs::<V, S>(variant, pieces, direction))
    });
    let mut followed = jumpers & pieces.kings;
    for (direction, men) in jumping_men {
        let back = direction.reversed();
        // Who can jump this way lands two steps on.
        let reaches_spring = layout.step(layout.step(springs, back), back);
        followed |= men & reaches_spring;
    }
    let mut count = jumping_men.iter().map(|(_, men)| u64::from((*men - followed).len())).sum();
    if !followed.is_empty() {
        generate_jumps::<V, S>(variant, pieces, followed, &mut |_| count += 1);
    }
    count
}

/// The number of moves [`generate`](super::generate) would generate, and
/// after each of them the number of moves of the opponent.
///
/// Most steps leave the opponent without a jump. Then its replies are its
/// steps; and a step from `A` to `B` changes no more about them than that
/// nobody can go to `B` and those who reach `A` can. Such steps are counted
/// all at once, without being made. [`Attacks`] tells which they are.
#[expect(clippy::inline_always, reason = "perft takes 4 % longer where the compiler decides against it")]
#[inline(always)]
pub(crate) fn count_two<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>) -> u64 {
    let mut total = 0;
    let mut count_after = |effect: Effect<V::Word>| {
        total += count::<V, S::Opponent>(variant, effect.apply::<S>(pieces));
    };
    let jumpers = all_jumpers::<V, S>(variant, pieces);
    if !jumpers.is_empty() {
        generate_jumps::<V, S>(variant, pieces, jumpers, &mut count_after);
        if V::CAPTURE {
            return total;
        }
    }
    let attacks = Attacks::new::<V, S>(variant, pieces);
    let mut quiet = 0;
    for_each_direction::<_, S>(pieces, |direction| {
        let (layout, back) = (variant.layout(), direction.reversed());
        let targets =
            layout.step(movers::<V::Word, S>(pieces, direction), direction) & empty(variant, pieces);
        let loud = targets & attacks.loud_targets(layout, direction);
        quiet += attacks.count_after_steps(targets - loud, layout.step(targets - loud, back));
        for to in loud.singles() {
            let from = layout.step(to, back);
            let crowns = crowns::<V, S>(variant, pieces, from, to);
            count_after(Effect { from, to, captured: Bitboard::EMPTY, crowns });
        }
    });
    total + quiet
}

/// What the opponent reaches, with the player's step to come.
struct Attacks<W> {
    /// For each direction, the squares next to one of the opponent's pieces
    /// that may go that way, whatever stands on them.
    next: [Bitboard<W>; 4],
    /// The number of steps the opponent would have if it were its turn.
    steps: u64,
    /// Whether it could jump if it were its turn.
    jumps: bool,
    /// The squares on which a piece of the player can be jumped, or could if
    /// they were free: only those among free ones mean anything.
    ///
    /// ```text
    /// b . .      next to a piece that may come this way,
    /// . x .      and with nothing behind
    /// . . .
    /// ```
    exposed: Bitboard<W>,
    /// The player's pieces that keep another from being jumped.
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
            next: [Bitboard::EMPTY; 4],
            steps: 0,
            jumps: false,
            exposed: Bitboard::EMPTY,
            shields: Bitboard::EMPTY,
        };
        for_each_direction::<W, S::Opponent>(pieces, |direction| {
            let next = layout.step(movers::<W, S::Opponent>(pieces, direction), direction);
            let behind_is_free = layout.step(free, direction.reversed());
            attacks.next[direction as usize] = next;
            attacks.steps += u64::from((next & free).len());
            attacks.jumps |= next.intersects(own & behind_is_free);
            attacks.exposed |= next & behind_is_free;
            attacks.shields |= layout.step(next & own, direction);
        });
        attacks
    }

    /// The squares a step in a direction must not lead to, lest the opponent
    /// can jump after it, or could before: a jump is over the piece that has
    /// stepped, or onto the square that it has left, or nothing to do with it.
    #[inline]
    fn loud_targets<L: Layout<Word = W>>(&self, layout: L, direction: Direction) -> Bitboard<W> {
        if self.jumps {
            return layout.squares();
        }
        // ```text
        // . . b      A piece that steps towards one that may come its way
        // . x .      is jumped, for the square behind is the one it left.
        // r . .
        // ```
        let met = self.next[direction.reversed() as usize];
        self.exposed | met | layout.step(self.shields, direction)
    }

    /// The number of steps of the opponent after each step of the player from
    /// one of `sources` to the one of `targets` in the same direction.
    #[inline]
    fn count_after_steps(&self, targets: Bitboard<W>, sources: Bitboard<W>) -> u64 {
        let count = |set| self.next.iter().map(|&next| u64::from((next & set).len())).sum::<u64>();
        // What is taken away was counted before: a target is a free square.
        u64::from(targets.len()) * self.steps + count(sources) - count(targets)
    }
}
