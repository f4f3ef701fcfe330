//! Exact search: alpha-beta with null windows and a transposition table.
//!
//! Values are small whole numbers and mostly near each other, so instead of a
//! window around the value it is asked again and again whether the value
//! reaches some bound, each answer moving the bound, until the answers meet:
//! MTD(f) (Plaat, Schaeffer, Pijls and de Bruin, *Best-first fixed-depth
//! minimax algorithms*, 1996). The table keeps each answer from being worked
//! out twice. Nothing is left out and nothing is extended: every answer is
//! that of the definition.

use super::leaf;
use super::order::{self, Hints};
use super::table::{Bounds, Key, Table};
use crate::board::Pieces;
use crate::movegen::{self, Effect};
use crate::score::{LOST, Score};
use crate::variant::{Side, Variant};

/// The least depth at which the table is asked about all replies before any
/// is searched: for less it costs more than it saves.
const LOOK_AHEAD: u32 = 4;

/// Searches the positions of one variant.
pub(super) struct Search<V: Variant> {
    variant: V,
    table: Table<V::Word>,
    hints: Hints,
    /// The positions after the moves of every node on the way from the root.
    successors: Vec<Pieces<V::Word>>,
}

impl<V: Variant> Search<V> {
    pub(super) fn new(variant: V) -> Search<V> {
        Search { variant, table: Table::new(), hints: Hints::new(), successors: Vec::new() }
    }

    /// Makes room for what the next depth will find out.
    pub(super) fn prepare(&mut self) {
        self.table.grow_if_crowded();
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
    pub(super) fn answer<S: Side>(&mut self, pieces: Pieces<V::Word>, depth: u32, bound: Score) -> Score {
        match depth {
            0 => return leaf::answer::<V, S>(self.variant, pieces, bound),
            1 => return leaf::answer_before::<V, S>(self.variant, pieces, bound, &mut self.successors),
            _ => {}
        }
        let key = Key::new::<S>(pieces, depth);
        if let Some(known) = key.as_ref().and_then(|key| self.table.get(key)) {
            if known.lower >= bound {
                return known.lower;
            }
            if known.upper < bound {
                return known.upper;
            }
        }

        let first = self.successors.len();
        let successors = &mut self.successors;
        movegen::generate::<V, S>(self.variant, pieces, &mut |effect: Effect<V::Word>| {
            successors.push(effect.apply::<S>(pieces));
        });
        let answer = self.answer_from_successors::<S>(pieces, first, depth, bound);
        self.successors.truncate(first);
        if let (Some(key), Some(answer)) = (key, answer) {
            self.table.note(&key, answer, bound);
        }
        answer.unwrap_or(LOST)
    }

    /// As [`answer`](Self::answer), from the positions that begin at `first`;
    /// `None` if there are none.
    fn answer_from_successors<S: Side>(
        &mut self,
        pieces: Pieces<V::Word>,
        first: usize,
        depth: u32,
        bound: Score,
    ) -> Option<Score> {
        let successors = &mut self.successors[first..];
        if depth >= LOOK_AHEAD {
            for &after in &*successors {
                let known = Key::new::<S::Opponent>(after, depth - 1).and_then(|key| self.table.get(&key));
                if let Some(known) = known
                    && -known.upper >= bound
                {
                    return Some(-known.upper);
                }
            }
        }
        order::sort::<V, S>(self.variant, successors);
        let slot = Hints::slot::<V::Word, S>(pieces);
        self.hints.promote(slot, successors);

        let mut highest = None;
        for place in 0..self.successors.len() - first {
            let score = -self.answer::<S::Opponent>(self.successors[first + place], depth - 1, 1 - bound);
            highest = highest.max(Some(score));
            if score >= bound {
                self.hints.note(slot, place);
                break;
            }
        }
        highest
    }
}
