//! Legs: the steps and single jumps that make up moves, played one at a time.

use super::{Effect, all_jumpers, crowns, jumpers, steppers};
use crate::model::bitboard::{Bitboard, Word};
use crate::model::board::Pieces;
use crate::model::layout::{Direction, Layout};
use crate::model::variant::{Side, Variant};

/// The legs that a player may begin: for each [`Direction`], the squares of the pieces that may go
/// in that direction. Whether a piece steps or jumps depends on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Legs<W>([Bitboard<W>; 4]);

impl<W: Word> Legs<W> {
    /// Finds the legs of the player. If `jumping` has a square, the piece there is in the middle of a chain,
    /// and only its jumps are legs.
    #[inline]
    pub fn new<V: Variant<Word = W>, S: Side>(
        variant: V,
        pieces: Pieces<W>,
        jumping: Bitboard<W>,
    ) -> Legs<W> {
        let jumps = Legs(Direction::each(|direction| jumpers::<V, S>(variant, pieces, direction)));
        if !jumping.is_empty() {
            return Legs(jumps.0.map(|from| from & jumping));
        }
        if variant.must_capture() && !jumps.is_empty() {
            return jumps;
        }
        let in_direction = |direction| jumps.of(direction) | steppers::<V, S>(variant, pieces, direction);
        Legs(Direction::each(in_direction))
    }

    /// Returns the squares of the pieces that may go in a direction.
    #[inline]
    pub const fn of(&self, direction: Direction) -> Bitboard<W> {
        self.0[direction as usize]
    }

    /// Returns whether there are no legs.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|from| from.is_empty())
    }
}

/// Returns the effect of a leg of the piece on `from`. The leg must be in [`Legs`].
#[inline]
pub fn leg<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    from: Bitboard<V::Word>,
    direction: Direction,
) -> Effect<V::Word> {
    let next = variant.layout().step(from, direction);
    let captured = next & pieces.of(S::Opponent::PLAYER);
    let to = if captured.is_empty() { next } else { variant.layout().step(captured, direction) };
    Effect { from, to, captured, crowns: crowns::<V, S>(variant, pieces, from, to) }
}

/// Plays a leg. Returns the pieces after it, and the square of the moved piece if that piece can jump again.
#[inline]
pub fn play_leg<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    leg: Effect<V::Word>,
) -> (Pieces<V::Word>, Bitboard<V::Word>) {
    let after = leg.apply::<S>(pieces);
    // Crowning ends a man's move.
    let may_go_on = variant.may_chain() && !leg.captured.is_empty() && !leg.crowns;
    let jumping = if may_go_on { leg.to & all_jumpers::<V, S>(variant, after) } else { Bitboard::EMPTY };
    (after, jumping)
}
