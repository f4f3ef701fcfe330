//! Lists legal moves with their paths.

use super::Position;
use crate::bitboard::{Bitboard, Word};
use crate::board::Pieces;
use crate::movegen::{self, Effect, Sink};
use crate::moves::{Move, Path};
use crate::square::Square;
use crate::variant::{Side, SidedTask, Variant};

/// Lists the moves of the player to move; those of the piece on `jumping` if a jump is in progress.
pub(super) struct List<'a, 'p> {
    pub(super) jumping: Option<u32>,
    pub(super) lister: &'a mut Lister<'p>,
}

impl SidedTask for List<'_, '_> {
    type Output = ();

    fn run<V: Variant, S: Side>(self, variant: V, pieces: Pieces<V::Word>) {
        match self.jumping {
            None => movegen::generate::<V, S>(variant, pieces, self.lister),
            Some(bit) => {
                movegen::generate_jumps::<V, S>(variant, pieces, Bitboard::single(bit), self.lister);
            }
        }
    }
}

/// Turns effects into moves with their paths.
pub(super) struct Lister<'p> {
    position: Position,
    /// The only path that is wanted, if not all are.
    wanted: Option<&'p Path>,
    /// The squares the chain in hand has landed on.
    landings: Vec<Square>,
    pub(super) moves: Vec<Move>,
}

impl<'p> Lister<'p> {
    pub(super) fn new(position: Position, wanted: Option<&'p Path>) -> Self {
        Lister { position, wanted, landings: Vec::new(), moves: Vec::new() }
    }

    fn square<W: Word>(&self, set: Bitboard<W>) -> Square {
        self.position.board().shape().square(set.first_bit())
    }
}

impl<W: Word> Sink<W> for Lister<'_> {
    fn accept(&mut self, effect: Effect<W>) {
        let mut squares = Vec::with_capacity(1 + self.landings.len().max(1));
        squares.push(self.square(effect.from));
        if self.landings.is_empty() {
            squares.push(self.square(effect.to));
        } else {
            squares.extend_from_slice(&self.landings);
        }
        let captured = if effect.captured.is_empty() {
            Vec::new()
        } else {
            squares.windows(2).filter_map(|leg| between(leg[0], leg[1])).collect()
        };
        let path = Path::new(squares).expect("a move visits two squares");
        self.moves.push(Move { path, captured, crowns: effect.crowns });
    }

    fn enter(&mut self, to: Bitboard<W>) -> bool {
        let to = self.square(to);
        // A path is followed only as far as it agrees; where it starts is
        // told apart when the moves are compared with it.
        let enters = self.wanted.is_none_or(|path| path.squares().get(self.landings.len() + 1) == Some(&to));
        if enters {
            self.landings.push(to);
        }
        enters
    }

    fn leave(&mut self) {
        self.landings.pop();
    }
}

/// The square in the middle of a jump.
pub(crate) fn between(from: Square, to: Square) -> Option<Square> {
    if from.file().abs_diff(to.file()) == 2 && from.rank().abs_diff(to.rank()) == 2 {
        Square::new(from.file().midpoint(to.file()), from.rank().midpoint(to.rank()))
    } else {
        None
    }
}
