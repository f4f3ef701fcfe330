//! Exact search: alpha-beta with null windows and a transposition table.
//!
//! Values are small whole numbers and mostly near each other, so instead of a
//! window around the value it is asked again and again whether the value
//! reaches some bound, each answer moving the bound, until the answers meet:
//! MTD(f) (Plaat, Schaeffer, Pijls and de Bruin, *Best-first fixed-depth
//! minimax algorithms*, 1996). The table keeps each answer from being worked
//! out twice.

use super::leaf;
use super::table::{Bounds, Key, Table};
use crate::board::Pieces;
use crate::movegen::{self, Effect};
use crate::score::{BEYOND, LOST, Score};
use crate::variant::{Side, Variant};

/// Searches the positions of one variant.
pub(super) struct Search<V: Variant> {
    variant: V,
    table: Table<V::Word>,
    /// The positions after the moves of every node on the way from the root.
    successors: Vec<Pieces<V::Word>>,
}

impl<V: Variant> Search<V> {
    pub(super) fn new(variant: V) -> Search<V> {
        Search { variant, table: Table::new(), successors: Vec::new() }
    }

    /// The highest score, at `depth`, of the moves of side `S`; [`LOST`] if there are none.
    pub(super) fn value<S: Side>(&mut self, pieces: Pieces<V::Word>, depth: u32, guess: Score) -> Score {
        let mut value = guess;
        let mut bounds = Bounds::UNKNOWN;
        while bounds.lower < bounds.upper {
            // Does the value reach the last answer, or one more if it is known to?
            let bound = if value == bounds.lower { value + 1 } else { value };
            value = self.answer::<S>(pieces, depth, bound);
            bounds.note(value, bound);
        }
        value
    }

    /// Answers whether the [`value`](Self::value) reaches `bound`: it is at
    /// least the answer if that reaches `bound`, and at most the answer if not.
    fn answer<S: Side>(&mut self, pieces: Pieces<V::Word>, depth: u32, bound: Score) -> Score {
        if depth == 0 {
            return leaf::value::<V, S>(self.variant, pieces);
        }
        let key = Key::new::<S>(pieces, depth);
        if let Some(known) = self.table.get(key) {
            if known.bounds.lower >= bound {
                return known.bounds.lower;
            }
            if known.bounds.upper < bound {
                return known.bounds.upper;
            }
        }
        let first = self.successors.len();
        let successors = &mut self.successors;
        movegen::generate::<V, S>(self.variant, pieces, &mut |effect: Effect<V::Word>| {
            successors.push(effect.apply::<S>(pieces));
        });
        self.promote::<S>(pieces, depth, first);

        let mut highest = -BEYOND;
        let mut best = first;
        for index in first..self.successors.len() {
            let score = -self.answer::<S::Opponent>(self.successors[index], depth - 1, 1 - bound);
            if score > highest {
                highest = score;
                best = index;
            }
            if highest >= bound {
                break;
            }
        }
        if self.successors.len() == first {
            return LOST;
        }
        let best = self.successors[best];
        self.successors.truncate(first);
        self.table.note(key, best, highest, bound);
        highest
    }

    /// Puts the move first that was best when this position was last searched
    /// a ply or two less deep.
    fn promote<S: Side>(&mut self, pieces: Pieces<V::Word>, depth: u32, first: usize) {
        let shallower = (1..depth).rev().take(2);
        let best = shallower
            .filter_map(|depth| self.table.get(Key::new::<S>(pieces, depth)))
            .map(|known| known.best)
            .next();
        if let Some(best) = best
            && let Some(index) = self.successors[first..].iter().position(|&after| after == best)
        {
            self.successors[first..=first + index].rotate_right(1);
        }
    }
}
