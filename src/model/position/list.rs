//! Lists legal moves with their paths.

use super::Position;
use crate::model::bitboard::{Bitboard, Word};
use crate::model::board::Pieces;
use crate::model::movegen::{self, Effect, Sink};
use crate::model::moves::{Move, Path};
use crate::model::square::Square;
use crate::model::squares::Squares;
use crate::model::variant::{Side, SidedTask, Variant};

/// The moves of a position, or the first of very many.
///
/// See [`Position::legal_moves_up_to`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveList {
    /// The moves in the order of their paths.
    pub moves: Vec<Move>,
    /// True if there are no other moves.
    pub is_complete: bool,
}

/// The task of listing the moves of the player to move; those of the piece on
/// `jumping` if a jump is in progress.
pub(super) struct ListTask<'a, 'p> {
    pub(super) jumping: Option<u32>,
    /// The only piece whose moves are listed, if not all are.
    pub(super) from: Option<u32>,
    pub(super) collector: &'a mut MoveCollector<'p>,
}

impl SidedTask for ListTask<'_, '_> {
    type Output = ();

    fn run<V: Variant, S: Side>(self, variant: V, pieces: Pieces<V::Word>) {
        let jump = |bit, collector| {
            movegen::generate_jumps::<V, S>(variant, pieces, Bitboard::single(bit), collector);
        };
        match (self.jumping, self.from) {
            (None, None) => movegen::generate::<V, S>(variant, pieces, self.collector),
            (Some(jumping), Some(from)) if jumping != from => {}
            (Some(jumping), _) => jump(jumping, self.collector),
            (None, Some(from)) => {
                if !movegen::movable::<V, S>(variant, pieces).intersects(Bitboard::single(from)) {
                    return;
                }
                jump(from, self.collector);
                if !variant.must_capture() || self.collector.is_empty() {
                    let is_wanted = |effect: &Effect<V::Word>| effect.from.first_bit() == from;
                    let mut accept = |effect| {
                        if is_wanted(&effect) {
                            self.collector.accept(effect);
                        }
                    };
                    movegen::generate_steps::<V, S>(variant, pieces, &mut accept);
                }
            }
        }
    }
}

/// Collects generated moves with their paths.
pub(super) struct MoveCollector<'p> {
    position: Position,
    /// The only path to be followed, if not all are.
    only_path: Option<&'p Path>,
    /// The greatest number of moves to be kept.
    limit: usize,
    /// True if there are more moves than the limit.
    is_truncated: bool,
    /// The landing squares of the current chain.
    landings: Vec<Square>,
    pub(super) moves: Vec<Move>,
}

impl<'p> MoveCollector<'p> {
    pub(super) fn new(position: Position, only_path: Option<&'p Path>) -> Self {
        let (landings, moves) = (Vec::new(), Vec::new());
        MoveCollector { position, only_path, limit: usize::MAX, is_truncated: false, landings, moves }
    }

    /// Returns a collector of all moves that keeps no more than `limit`, and
    /// follows no chain once it has them.
    pub(super) fn up_to(limit: usize, position: Position) -> Self {
        MoveCollector { limit, ..MoveCollector::new(position, None) }
    }

    /// Returns the moves in order; `None` if there are more than the limit.
    pub(super) fn complete(mut self) -> Option<Vec<Move>> {
        self.moves.sort_unstable();
        (!self.is_truncated).then_some(self.moves)
    }

    fn is_empty(&self) -> bool {
        self.moves.is_empty() && !self.is_truncated
    }

    /// Notes that there is another move, and returns whether it may be kept.
    fn has_room(&mut self) -> bool {
        self.is_truncated |= self.moves.len() >= self.limit;
        !self.is_truncated
    }

    fn square<W: Word>(&self, set: Bitboard<W>) -> Square {
        self.position.board().shape().square(set.first_bit())
    }
}

impl<W: Word> Sink<W> for MoveCollector<'_> {
    fn accept(&mut self, effect: Effect<W>) {
        if !self.has_room() {
            return;
        }
        let from = self.square(effect.from);
        if self.only_path.is_some_and(|path| path.start() != from) {
            return;
        }
        let path = if self.landings.is_empty() {
            Path::from([from, self.square(effect.to)])
        } else {
            let squares = std::iter::once(from).chain(self.landings.iter().copied());
            Path::over(squares).expect("a move visits two squares")
        };
        let captured = if effect.captured.is_empty() {
            Squares::from(&[][..])
        } else {
            path.squares().windows(2).filter_map(|leg| jumped_square(leg[0], leg[1])).collect()
        };
        self.moves.push(Move { path, captured, crowns: effect.crowns });
    }

    fn enter(&mut self, to: Bitboard<W>) -> bool {
        // Each chain ends in at least one more move.
        if !self.has_room() {
            return false;
        }
        let to = self.square(to);
        // `find` compares the whole path, its start included; here only the
        // landing squares prune.
        let enters =
            self.only_path.is_none_or(|path| path.squares().get(self.landings.len() + 1) == Some(&to));
        if enters {
            self.landings.push(to);
        }
        enters
    }

    fn leave(&mut self) {
        self.landings.pop();
    }
}

/// Iterates over the legal moves of a position in the order of their paths.
/// Chains are extended one jump at a time, only as the iterator is advanced.
pub(super) struct MovesInOrder {
    /// A stack of begun moves, the first in order on top.
    stack: Vec<Begun>,
}

/// A complete move, or a chain that may or must go on.
struct Begun {
    mv: Move,
    /// The position after it, with a jump in progress if it can go on.
    reached: Position,
}

impl MovesInOrder {
    /// Returns the moves of `position`; those of the piece on `from` if given.
    pub(super) fn new(position: &Position, from: Option<Square>) -> MovesInOrder {
        let mut stack: Vec<Begun> = position
            .legs(from)
            .into_iter()
            .map(|mv| Begun { reached: position.after_leg(&mv), mv })
            .collect();
        stack.sort_unstable_by(|a, b| b.mv.cmp(&a.mv));
        MovesInOrder { stack }
    }
}

impl Iterator for MovesInOrder {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        loop {
            let Begun { mv, reached } = self.stack.pop()?;
            let goes_on = reached.jumping().is_some();
            if goes_on {
                let mut jumps = reached.legs(None);
                jumps.sort_unstable_by(|a, b| b.cmp(a));
                self.stack.extend(
                    jumps
                        .into_iter()
                        .map(|jump| Begun { reached: reached.after_leg(&jump), mv: mv.extended(&jump) }),
                );
            }
            if !goes_on || reached.rules().chains_may_stop() {
                return Some(mv);
            }
        }
    }
}

/// Returns the square jumped over, if the squares are a jump apart.
pub(crate) fn jumped_square(from: Square, to: Square) -> Option<Square> {
    if from.file().abs_diff(to.file()) == 2 && from.rank().abs_diff(to.rank()) == 2 {
        Square::new(from.file().midpoint(to.file()), from.rank().midpoint(to.rank()))
    } else {
        None
    }
}
