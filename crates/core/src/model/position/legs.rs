//! Play one leg at a time, by a few mask operations and without lists.
//!
//! Directions here are those on the board, which a mirrored shape exchanges
//! with those in bits.

use super::{Position, Setup};
use crate::model::bitboard::Bitboard;
use crate::model::board::Pieces;
use crate::model::layout::Direction;
use crate::model::movegen::{self, Legs};
use crate::model::player::Player;
use crate::model::square::Square;
use crate::model::variant::{self, Side, SidedTask, Variant};

impl Position {
    /// Returns the steps and single jumps with which legal moves begin, or a jump
    /// in progress goes on: the squares of the pieces and their directions.
    pub fn begun_legs(&self) -> impl Iterator<Item = (Square, Direction)> + use<> {
        let (legs, shape) = (self.leg_sets(), self.board().shape());
        Direction::ALL.into_iter().flat_map(move |direction| {
            let squares = legs.of(shape.seen(direction)).bits().map(move |bit| shape.square(bit));
            squares.map(move |square| (square, direction))
        })
    }

    /// Returns the direction of the begun leg between two squares, if it is one.
    pub(crate) fn begun_leg_between(&self, from: Square, to: Square) -> Option<Direction> {
        let shape = self.board().shape();
        if !shape.is_playable(from) {
            return None;
        }
        let is_right = |direction: &Direction| self.leg_end(from, *direction) == Some(to);
        let direction = Direction::ALL.into_iter().find(is_right)?;
        let can_go = self.leg_sets().of(shape.seen(direction));
        can_go.intersects(Bitboard::single(shape.bit(from))).then_some(direction)
    }

    /// Returns the square where a leg in a direction would end, if it is on the
    /// board: the second one if a piece stands on the first.
    pub fn leg_end(&self, from: Square, direction: Direction) -> Option<Square> {
        let shape = self.board().shape();
        let after = |square: Square| {
            let (files, ranks) = direction.offset();
            let file = square.file().checked_add_signed(files)?;
            let rank = square.rank().checked_add_signed(ranks)?;
            Square::new(file, rank).filter(|&next| shape.is_playable(next))
        };
        let next = after(from)?;
        if self.board().get(next).is_some() { after(next) } else { Some(next) }
    }

    /// Returns the position after a begun leg, with the jump in progress if the
    /// piece can jump on.
    pub(crate) fn after_begun_leg(&self, from: Square, direction: Direction) -> Position {
        struct Play(Bitboard<u128>, Direction);

        impl SidedTask for Play {
            type Output = (Pieces<u128>, Bitboard<u128>);

            fn run<V: Variant, S: Side>(self, variant: V, pieces: Pieces<V::Word>) -> Self::Output {
                let leg = movegen::leg::<V, S>(variant, pieces, self.0.convert(), self.1);
                let (after, jumping) = movegen::play_leg::<V, S>(variant, pieces, leg);
                (after.convert(), jumping.convert())
            }
        }

        let shape = self.board().shape();
        let play = Play(Bitboard::single(shape.bit(from)), shape.seen(direction));
        let (pieces, jumping) = variant::dispatch_sided(self.board(), self.rules(), self.turn(), play);
        let turn = if jumping.is_empty() { self.turn().opponent() } else { self.turn() };
        self.with_pieces(pieces, turn, jumping)
    }

    /// Returns a position on the same board under the same rules. The piece on
    /// `jumping`, if the set has one, has jumped and can jump on.
    #[must_use]
    pub fn with_pieces(&self, pieces: Pieces<u128>, turn: Player, jumping: Bitboard<u128>) -> Position {
        let board = self.board().with_pieces(pieces);
        let jumping = (!jumping.is_empty()).then(|| board.shape().square(jumping.first_bit()));
        Position { setup: Setup { board, turn, jumping, ..self.setup } }
    }

    /// Returns the square of the jump in progress as a set.
    pub fn jumping_set(&self) -> Bitboard<u128> {
        self.jumping().map_or(Bitboard::EMPTY, |square| Bitboard::single(self.board().shape().bit(square)))
    }

    fn leg_sets(&self) -> Legs<u128> {
        struct Begun(Bitboard<u128>);

        impl SidedTask for Begun {
            type Output = Legs<u128>;

            fn run<V: Variant, S: Side>(self, variant: V, pieces: Pieces<V::Word>) -> Legs<u128> {
                Legs::new::<V, S>(variant, pieces, self.0.convert()).convert()
            }
        }

        variant::dispatch_sided(self.board(), self.rules(), self.turn(), Begun(self.jumping_set()))
    }
}
