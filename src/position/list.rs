//! Lists legal moves with their paths.

use super::Position;
use crate::bitboard::{Bitboard, Word};
use crate::board::Pieces;
use crate::movegen::{self, Effect, Sink};
use crate::moves::{Move, Path};
use crate::square::Square;
use crate::squares::Squares;
use crate::variant::{Side, SidedTask, Variant};

/// The moves of a position, or the first of very many.
///
/// See [`Position::legal_moves_up_to`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveList {
    /// The moves in the order of their paths.
    pub moves: Vec<Move>,
    /// Whether there are no others.
    pub is_complete: bool,
}

/// Lists the moves of the player to move; those of the piece on `jumping` if a jump is in progress.
pub(super) struct List<'a, 'p> {
    pub(super) jumping: Option<u32>,
    /// The only piece whose moves are wanted, if not those of all are.
    pub(super) from: Option<u32>,
    pub(super) lister: &'a mut Lister<'p>,
}

impl SidedTask for List<'_, '_> {
    type Output = ();

    fn run<V: Variant, S: Side>(self, variant: V, pieces: Pieces<V::Word>) {
        let jump = |bit, lister| {
            movegen::generate_jumps::<V, S>(variant, pieces, Bitboard::single(bit), lister);
        };
        match (self.jumping, self.from) {
            (None, None) => movegen::generate::<V, S>(variant, pieces, self.lister),
            (Some(jumping), Some(from)) if jumping != from => {}
            (Some(jumping), _) => jump(jumping, self.lister),
            (None, Some(from)) => {
                if !movegen::movable::<V, S>(variant, pieces).intersects(Bitboard::single(from)) {
                    return;
                }
                jump(from, self.lister);
                if !V::CAPTURE || self.lister.is_empty() {
                    let is_wanted = |effect: &Effect<V::Word>| effect.from.first_bit() == from;
                    let mut accept = |effect| {
                        if is_wanted(&effect) {
                            self.lister.accept(effect);
                        }
                    };
                    movegen::generate_steps::<V, S>(variant, pieces, &mut accept);
                }
            }
        }
    }
}

/// Turns effects into moves with their paths.
pub(super) struct Lister<'p> {
    position: Position,
    /// The only path that is wanted, if not all are.
    wanted: Option<&'p Path>,
    /// The most moves that are kept.
    limit: usize,
    /// Whether there were more.
    is_cut: bool,
    /// The squares the chain in hand has landed on.
    landings: Vec<Square>,
    pub(super) moves: Vec<Move>,
}

impl<'p> Lister<'p> {
    pub(super) fn new(position: Position, wanted: Option<&'p Path>) -> Self {
        let (landings, moves) = (Vec::new(), Vec::new());
        Lister { position, wanted, limit: usize::MAX, is_cut: false, landings, moves }
    }

    /// Returns a lister of all moves that keeps no more than `limit`, and
    /// follows no chain once it has them.
    pub(super) fn up_to(limit: usize, position: Position) -> Self {
        Lister { limit, ..Lister::new(position, None) }
    }

    /// Returns the moves in order; `None` if there are more than the limit.
    pub(super) fn complete(mut self) -> Option<Vec<Move>> {
        self.moves.sort_unstable();
        (!self.is_cut).then_some(self.moves)
    }

    fn is_empty(&self) -> bool {
        self.moves.is_empty() && !self.is_cut
    }

    /// Notes that there is another move, and returns whether it may be kept.
    fn has_room(&mut self) -> bool {
        self.is_cut |= self.moves.len() >= self.limit;
        !self.is_cut
    }

    fn square<W: Word>(&self, set: Bitboard<W>) -> Square {
        self.position.board().shape().square(set.first_bit())
    }
}

impl<W: Word> Sink<W> for Lister<'_> {
    fn accept(&mut self, effect: Effect<W>) {
        if !self.has_room() {
            return;
        }
        let from = self.square(effect.from);
        let path = if self.landings.is_empty() {
            Path::from([from, self.square(effect.to)])
        } else {
            let squares = std::iter::once(from).chain(self.landings.iter().copied());
            Path::over(squares).expect("a move visits two squares")
        };
        let captured = if effect.captured.is_empty() {
            Squares::from(&[][..])
        } else {
            path.squares().windows(2).filter_map(|leg| between(leg[0], leg[1])).collect()
        };
        self.moves.push(Move { path, captured, crowns: effect.crowns });
    }

    fn enter(&mut self, to: Bitboard<W>) -> bool {
        // Each chain ends in a move: there is one more.
        if !self.has_room() {
            return false;
        }
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

/// The legal moves of a position in the order of their paths. Chains are
/// followed one jump at a time, only as far as moves are asked for.
pub(super) struct InOrder {
    /// Beginnings of moves, the next one last.
    begun: Vec<Begun>,
}

/// A move as far as it has come.
struct Begun {
    mv: Move,
    /// The position there: with a jump in progress if the move can go on.
    reached: Position,
}

impl InOrder {
    /// Starts before the first move of `position`; of those of the piece on `from` if given.
    pub(super) fn new(position: &Position, from: Option<Square>) -> InOrder {
        let mut begun: Vec<Begun> = position
            .beginnings(from)
            .into_iter()
            .map(|mv| Begun { reached: position.advanced(&mv), mv })
            .collect();
        begun.sort_unstable_by(|a, b| b.mv.cmp(&a.mv));
        InOrder { begun }
    }
}

impl Iterator for InOrder {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        loop {
            let Begun { mv, reached } = self.begun.pop()?;
            let goes_on = reached.jumping().is_some();
            if goes_on {
                let mut jumps = reached.beginnings(None);
                jumps.sort_unstable_by(|a, b| b.cmp(a));
                self.begun.extend(
                    jumps
                        .into_iter()
                        .map(|jump| Begun { reached: reached.advanced(&jump), mv: mv.extended(&jump) }),
                );
            }
            if !goes_on || reached.rules().chains_may_stop() {
                return Some(mv);
            }
        }
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
