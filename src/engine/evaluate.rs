//! The worth of a position without looking ahead, from sets of squares.

use super::weights::{Term, Weights};
use crate::bitboard::{Bitboard, Word};
use crate::board::Pieces;
use crate::layout::{Direction, Layout};
use crate::variant::{Black, Red, Side, Variant};

/// What the terms count, each at its place.
type Counts = [i32; Term::ALL.len()];

/// Evaluates positions of a variant.
pub(super) struct Evaluation<V: Variant> {
    layout: V::Layout,
    weights: Weights,
    centre: Bitboard<V::Word>,
    /// How far a man on each square has come: red's and black's.
    progress: [Numbering<V::Word>; 2],
}

impl<V: Variant> Evaluation<V> {
    pub(super) fn new(variant: V, weights: Weights) -> Self {
        let layout = variant.layout();
        let progress = [progress::<_, Red>(layout), progress::<_, Black>(layout)];
        Evaluation { layout, weights, centre: centre(layout), progress }
    }

    /// The worth for side `S`, in hundredths of a man.
    pub(super) fn worth<S: Side>(&self, pieces: Pieces<V::Word>) -> i32 {
        let own = self.counts::<S>(pieces);
        let other = self.counts::<S::Opponent>(pieces);
        let differences = own.iter().zip(other).map(|(own, other)| own - other);
        self.weights.values().zip(differences).map(|(weight, difference)| weight * difference).sum()
    }

    #[inline]
    fn counts<S: Side>(&self, pieces: Pieces<V::Word>) -> Counts {
        let (own, enemies) = (pieces.of(S::PLAYER), pieces.of(S::Opponent::PLAYER));
        let (men, kings) = (own - pieces.kings, own & pieces.kings);
        let empty = self.layout.squares() - (own | enemies);
        let step = |set, direction| self.layout.step(set, direction);
        // The squares that any piece, and those that only kings, may step to or jump over.
        let forward = S::FORWARD.map(|direction| (direction, step(own, direction)));
        let backward = S::BACKWARD.map(|direction| (direction, step(kings, direction)));
        let neighbours = || forward.into_iter().chain(backward);

        let guards_are_wanted = !(enemies - pieces.kings).is_empty();
        let guards =
            if guards_are_wanted { men & S::Opponent::crowning(self.layout) } else { Bitboard::EMPTY };
        // What stands in front of an empty square can be jumped from its front.
        let open = S::FORWARD.map(|direction| step(empty, direction));
        let threatened = neighbours().fold(Bitboard::EMPTY, |threatened, (direction, over)| {
            threatened | over & enemies & step(empty, direction.reversed())
        });
        [
            men.len(),
            kings.len(),
            self.progress[S::PLAYER as usize].sum(men),
            guards.len(),
            (own & self.centre).len(),
            neighbours().map(|(_, targets)| (targets & empty).len()).sum(),
            forward.iter().map(|&(_, next)| (next & own).len()).sum(),
            (men - (open[0] | open[1])).len(),
            threatened.len(),
            100 * own.len() / (own | enemies).len().max(1),
        ]
        .map(u32::cast_signed)
    }
}

/// A small number for each square.
struct Numbering<W> {
    /// The squares that have each binary digit, the lowest first.
    digits: [Bitboard<W>; DIGITS],
}

const DIGITS: usize = 3;

impl<W: Word> Numbering<W> {
    const HIGHEST: usize = (1 << DIGITS) - 1;

    /// The sum of the numbers of some squares.
    #[inline]
    fn sum(&self, set: Bitboard<W>) -> u32 {
        (0..).zip(&self.digits).map(|(place, &digit)| (set & digit).len() << place).sum()
    }
}

/// How far a man of side `S` has come on each square: from 0 to the highest number.
fn progress<L: Layout, S: Side>(layout: L) -> Numbering<L::Word> {
    let ahead = |row: &Bitboard<L::Word>| {
        let next = S::FORWARD.map(|direction| layout.step(*row, direction));
        Some((next[0] | next[1]) & layout.squares()).filter(|row| !row.is_empty())
    };
    let rows: Vec<_> = std::iter::successors(Some(S::Opponent::crowning(layout)), ahead).collect();
    let last = rows.len() - 1;
    let mut digits = [Bitboard::EMPTY; DIGITS];
    for (number, row) in rows.into_iter().enumerate() {
        let progress = (number * Numbering::<L::Word>::HIGHEST + last / 2) / last;
        for (place, digit) in digits.iter_mut().enumerate() {
            if progress >> place & 1 == 1 {
                *digit |= row;
            }
        }
    }
    Numbering { digits }
}

/// What is left of the board without its outermost ring of squares, and the
/// next, and so on, as long as a quarter of all squares is.
fn centre<L: Layout>(layout: L) -> Bitboard<L::Word> {
    let inside = |set: &Bitboard<L::Word>| {
        Some(Direction::ALL.iter().fold(*set, |inside, &direction| inside & layout.step(*set, direction)))
    };
    let rings = std::iter::successors(Some(layout.squares()), inside);
    rings.take_while(|set| set.len() * 4 >= layout.squares().len()).last().unwrap_or(Bitboard::EMPTY)
}
