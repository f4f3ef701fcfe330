//! Counts the moves of one position, and of many positions at once, without generating the steps.
//!
//! For many positions, every operation is done for all positions of a [`Group`] before the next operation, in
//! loops without branches. The compiler turns them into vector instructions, which handle all the positions that
//! fit in a register at the same time. The functions here are inlined so that all directions are constants: a
//! shift by a variable would become a branch.

#![expect(clippy::inline_always, reason = "the loops are vectorised only where all directions are constants")]

use rankmoves_core::model::bitboard::{Bitboard, Word};
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::layout::{Direction, Layout};
use rankmoves_core::model::movegen::{
    Effect, all_jumpers, for_each_direction, generate, generate_jumps, jump_origins, jump_origins_of_men,
    jumpers, steppers,
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

/// The number of positions in a group. With 8 or 16, the compiler unrolls the loops before it can vectorise
/// them; with 64, more lanes are idle until the lane with the most moves is done.
pub const LANES: usize = 32;

/// A set of squares for each position of a group.
type Sets<W> = [Bitboard<W>; LANES];

/// Positions with the same player to move, one per lane.
pub struct Group<W> {
    red: Sets<W>,
    black: Sets<W>,
    kings: Sets<W>,
}

impl<W: Word> Group<W> {
    /// A group of boards without pieces, and so without moves.
    pub const EMPTY: Group<W> = Group {
        red: [Bitboard::EMPTY; LANES],
        black: [Bitboard::EMPTY; LANES],
        kings: [Bitboard::EMPTY; LANES],
    };

    /// Puts a position into a lane.
    #[inline]
    pub fn set(&mut self, lane: usize, pieces: Pieces<W>) {
        (self.red[lane], self.black[lane], self.kings[lane]) = (pieces.red, pieces.black, pieces.kings);
    }

    #[inline(always)]
    fn get<const KINGS: bool>(&self, lane: usize) -> Pieces<W> {
        let kings = if KINGS { self.kings[lane] } else { Bitboard::EMPTY };
        Pieces { red: self.red[lane], black: self.black[lane], kings }
    }

    /// Returns the result of `set_of` for each position.
    #[inline(always)]
    fn sets<const KINGS: bool>(&self, set_of: impl Fn(Pieces<W>) -> Bitboard<W>) -> Sets<W> {
        let mut sets = [Bitboard::EMPTY; LANES];
        for (lane, set) in sets.iter_mut().enumerate() {
            *set = set_of(self.get::<KINGS>(lane));
        }
        sets
    }
}

/// Returns the perft count at depth 2 of each position of a group, like [`count_two_plies`] for a single
/// position.
///
/// `JUMPS` is true if the player to move can jump in every position, and false if in no position. `KINGS` is
/// false only if there are no kings.
pub fn count_two_plies_of_each<V: Variant, S: Side, const JUMPS: bool, const KINGS: bool>(
    variant: V,
    group: &Group<V::Word>,
) -> [u64; LANES] {
    let mut tally = Tally { counts: [0; LANES], unfinished: [Bitboard::EMPTY; LANES] };
    if JUMPS {
        each_direction::<S, KINGS>(|direction| {
            add_jumps::<V, S, KINGS>(variant, group, direction, &mut tally);
        });
    }
    if !(JUMPS && variant.must_capture()) {
        each_direction::<S, KINGS>(|direction| {
            add_steps::<V, S, KINGS>(variant, group, direction, &mut tally);
        });
    }
    for (lane, unfinished) in tally.unfinished.iter().enumerate() {
        if !unfinished.is_empty() {
            tally.counts[lane] = count_two_plies::<V, S>(variant, group.get::<KINGS>(lane));
        }
    }
    tally.counts
}

/// Calls `act` with the directions in which men move and, if there are kings, with the others.
#[inline(always)]
fn each_direction<S: Side, const KINGS: bool>(mut act: impl FnMut(Direction)) {
    let ([left, right], [back_left, back_right]) = (S::FORWARD, S::BACKWARD);
    act(left);
    act(right);
    if KINGS {
        act(back_left);
        act(back_right);
    }
}

struct Tally<W> {
    counts: [u64; LANES],
    /// The squares on which a chain is broken off although it could continue. The chains of the player and of
    /// the opponent's kings are broken off after one jump, those of the opponent's men after two. A position
    /// with such a chain is counted alone.
    unfinished: Sets<W>,
}

/// Adds the counts after the player's steps in a direction.
#[inline(always)]
fn add_steps<V: Variant, S: Side, const KINGS: bool>(
    variant: V,
    group: &Group<V::Word>,
    direction: Direction,
    tally: &mut Tally<V::Word>,
) {
    let layout = variant.layout();
    let from = group.sets::<KINGS>(|pieces| steppers::<V, S>(variant, pieces, direction));
    let step = |from| (layout.step(from, direction), Bitboard::EMPTY);
    add_moves::<V, S, KINGS>(variant, group, from, step, tally);
}

/// Adds the counts after the player's single jumps in a direction.
#[inline(always)]
fn add_jumps<V: Variant, S: Side, const KINGS: bool>(
    variant: V,
    group: &Group<V::Word>,
    direction: Direction,
    tally: &mut Tally<V::Word>,
) {
    let layout = variant.layout();
    let from = group.sets::<KINGS>(|pieces| jumpers::<V, S>(variant, pieces, direction));
    if V::CHAINS && variant.may_chain() {
        let chains = group.sets::<KINGS>(|pieces| {
            let jumpers = jumpers::<V, S>(variant, pieces, direction);
            let [men, kings] = chains::<V, S, KINGS>(variant, pieces, jumpers, direction);
            men | kings
        });
        for (unfinished, chains) in tally.unfinished.iter_mut().zip(chains) {
            *unfinished |= chains;
        }
    }
    let jump = |from| {
        let over = layout.step(from, direction);
        (layout.step(over, direction), over)
    };
    add_moves::<V, S, KINGS>(variant, group, from, jump, tally);
}

/// Plays the moves from some squares of each position, and adds the numbers of the opponent's replies. `path`
/// returns the square on which a move from a square ends, and the square that it jumps over.
///
/// One move of each position is made at a time, until no position has moves left.
#[inline(always)]
fn add_moves<V: Variant, S: Side, const KINGS: bool>(
    variant: V,
    group: &Group<V::Word>,
    mut from: Sets<V::Word>,
    path: impl Fn(Bitboard<V::Word>) -> (Bitboard<V::Word>, Bitboard<V::Word>),
    tally: &mut Tally<V::Word>,
) {
    while !from.iter().fold(Bitboard::EMPTY, |all, &set| all | set).is_empty() {
        for (lane, from) in from.iter_mut().enumerate() {
            let rest = from.without_lowest();
            let from_one = *from - rest;
            *from = rest;
            let (to, captured) = path(from_one);
            // Crowning the man would not change the opponent's replies.
            let effect = Effect { from: from_one, to, captured, crowns: false };
            let after = effect.apply::<S>(group.get::<KINGS>(lane));
            let (count, unfinished) = count_flat::<V, S::Opponent, KINGS>(variant, after);
            let is_done = from_one.is_empty();
            tally.counts[lane] += if is_done { 0 } else { count };
            tally.unfinished[lane] |= if is_done { Bitboard::EMPTY } else { unfinished };
        }
    }
}

/// Returns the number of the player's moves, counting only chains of at most two jumps of men and one of
/// kings, and the squares from which longer chains continue.
///
/// The pieces that a man captures are behind it, so the first jump of a man changes
/// nothing that affects its second. A king's second jump could go over the piece behind
/// it only if that piece were still there, and back to its start only over the same
/// piece.
#[inline(always)]
fn count_flat<V: Variant, S: Side, const KINGS: bool>(
    variant: V,
    pieces: Pieces<V::Word>,
) -> (u64, Bitboard<V::Word>) {
    let mut moves = Moves { steps: 0, jumps: 0, unfinished: Bitboard::EMPTY };
    each_direction::<S, KINGS>(|direction| moves.add::<V, S, KINGS>(variant, pieces, direction));
    let Moves { steps, jumps, unfinished } = moves;
    // If there are jumpers but no counted jumps, a chain is unfinished.
    let count = if variant.must_capture() && jumps > 0 { jumps } else { steps + jumps };
    (count, unfinished)
}

struct Moves<W> {
    steps: u64,
    jumps: u64,
    /// The squares from which longer chains continue. Such chains are not counted.
    unfinished: Bitboard<W>,
}

impl<W: Word> Moves<W> {
    /// Adds the moves in a direction, and the second jumps after the first in this direction.
    #[inline(always)]
    fn add<V: Variant<Word = W>, S: Side, const KINGS: bool>(
        &mut self,
        variant: V,
        pieces: Pieces<W>,
        direction: Direction,
    ) {
        self.steps += u64::from(steppers::<V, S>(variant, pieces, direction).len());
        let jumpers = jumpers::<V, S>(variant, pieces, direction);
        if !(V::CHAINS && variant.may_chain()) {
            self.jumps += u64::from(jumpers.len());
            return;
        }
        let [men, kings] = chains::<V, S, KINGS>(variant, pieces, jumpers, direction);
        let layout = variant.layout();
        let ends = landings(layout, jumpers, direction);
        self.jumps += u64::from(if variant.must_capture() { ends - men } else { ends }.len());
        self.unfinished |= kings;
        if S::is_forward(direction) {
            let [left, right] = S::FORWARD;
            let ends_left = landings(layout, men & jump_origins::<V, S>(variant, pieces, left), left);
            let ends_right = landings(layout, men & jump_origins::<V, S>(variant, pieces, right), right);
            self.jumps += u64::from(ends_left.len()) + u64::from(ends_right.len());
            self.unfinished |= (ends_left | ends_right) & origins_of_chains::<V, S>(variant, pieces);
        }
    }
}

/// Returns the squares on which `jumpers` land by jumps in a direction and from which they can jump again:
/// first for men, then for kings.
#[inline(always)]
fn chains<V: Variant, S: Side, const KINGS: bool>(
    variant: V,
    pieces: Pieces<V::Word>,
    jumpers: Bitboard<V::Word>,
    direction: Direction,
) -> [Bitboard<V::Word>; 2] {
    let layout = variant.layout();
    let (mut men, mut kings) = (Bitboard::EMPTY, Bitboard::EMPTY);
    if S::is_forward(direction) {
        men =
            landings(layout, jumpers - pieces.kings, direction) & origins_of_chains::<V, S>(variant, pieces);
    }
    if KINGS {
        kings = landings(layout, jumpers & pieces.kings, direction)
            & jump_origins_of_kings::<V, S>(variant, pieces);
    }
    [men, kings]
}

/// Returns the squares on which jumps from some squares land.
#[inline(always)]
fn landings<L: Layout>(layout: L, from: Bitboard<L::Word>, direction: Direction) -> Bitboard<L::Word> {
    layout.step(layout.step(from, direction), direction)
}

/// Returns the squares from which a man of the player that lands there can jump again.
#[inline(always)]
fn origins_of_chains<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>) -> Bitboard<V::Word> {
    jump_origins_of_men::<V, S>(variant, pieces) - S::crowning(variant.layout())
}

/// Returns the squares from which a king of the player could jump.
#[inline(always)]
fn jump_origins_of_kings<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>) -> Bitboard<V::Word> {
    let [left, right] = S::BACKWARD;
    jump_origins_of_men::<V, S>(variant, pieces)
        | jump_origins::<V, S>(variant, pieces, left)
        | jump_origins::<V, S>(variant, pieces, right)
}

#[cfg(test)]
mod tests;
