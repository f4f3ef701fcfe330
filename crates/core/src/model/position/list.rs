//! Lists legal moves with their paths.

use super::Position;
use crate::model::bitboard::{Bitboard, Word};
use crate::model::board::Pieces;
use crate::model::movegen::{self, Effect, JumpBudget, Sink};
use crate::model::moves::{Move, Path};
use crate::model::square::Square;
use crate::model::squares::Squares;
use crate::model::variant::{self, Side, SidedTask, Variant};

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

impl Position {
    /// Returns the [`legal_moves`](Self::legal_moves) if there are no more than
    /// `limit`. If there are more, it takes time to count to `limit`, and little
    /// memory.
    ///
    /// ```
    /// use rankmoves_core::{Player, Position, Rules};
    ///
    /// let start = Position::start(Rules::ENGLISH, Player::Red);
    /// assert_eq!(start.legal_moves_within(7), Some(start.legal_moves()));
    /// assert_eq!(start.legal_moves_within(6), None);
    /// ```
    pub fn legal_moves_within(&self, limit: usize) -> Option<Vec<Move>> {
        let mut collector = MoveCollector::up_to(limit.min(Self::FEW_MOVES), *self);
        self.generate(&mut collector);
        let few = collector.complete();
        if few.is_some() || limit <= Self::FEW_MOVES {
            return few;
        }
        self.has_at_most(limit).then(|| self.legal_moves())
    }

    /// The most moves that are listed before they are counted.
    pub(super) const FEW_MOVES: usize = 10_000;

    /// Returns whether there are no more than `limit` legal moves, which are counted.
    pub(super) fn has_at_most(&self, limit: usize) -> bool {
        let mut counter = MoveCollector::counting(limit, *self);
        self.generate(&mut counter);
        !counter.is_truncated()
    }

    /// Returns the positions after the legal moves in any order, each at least
    /// once; `None` if they exceed the budget. Moves with the same effect lead to
    /// one position if there are very many moves.
    pub fn successors(&self, budget: JumpBudget) -> Option<Vec<Position>> {
        let jumping = self.jumping().map(|square| self.board().shape().bit(square));
        let task = SuccessorsTask { jumping, budget };
        let successors = variant::dispatch_sided(self.board(), self.rules(), self.turn(), task)?;
        let after = |pieces| self.with_pieces(pieces, self.turn().opponent(), Bitboard::EMPTY);
        Some(successors.into_iter().map(after).collect())
    }

    /// Returns the legal moves in order, each found when it is asked for.
    pub fn lazy_moves(&self) -> MovesInOrder {
        MovesInOrder::new(self, None)
    }
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

/// The task of finding the positions after the moves of the player to move, in
/// any order; after moves with the same effect, if very many, one. `None` if that
/// exceeds the budget.
pub(super) struct SuccessorsTask {
    pub(super) jumping: Option<u32>,
    pub(super) budget: JumpBudget,
}

impl SidedTask for SuccessorsTask {
    type Output = Option<Vec<Pieces<u128>>>;

    fn run<V: Variant, S: Side>(self, variant: V, pieces: Pieces<V::Word>) -> Self::Output {
        let (budget, mut successors) = (self.budget, Vec::new());
        let is_complete = match self.jumping.map(Bitboard::single) {
            None => {
                movegen::push_successors::<V, S, _>(variant, pieces, budget, &mut successors, |after, _| {
                    after
                })
            }
            Some(from) => {
                movegen::push_jumps::<V, S, _>(variant, pieces, from, budget, &mut successors, |after, _| {
                    after
                })
            }
        };
        is_complete.then(|| successors.into_iter().map(Pieces::convert).collect())
    }
}

/// Collects generated moves with their paths.
pub(super) struct MoveCollector<'p> {
    position: Position,
    /// The only path to be followed, if not all are.
    only_path: Option<&'p Path>,
    /// True if moves are only counted.
    counts_only: bool,
    count: usize,
    /// The greatest number of moves to be kept.
    limit: usize,
    /// True if there are more moves than the limit.
    is_truncated: bool,
    /// The landing squares of the current chain.
    landings: Vec<Square>,
    pub(super) moves: Vec<Move>,
    /// The pieces after each of `moves`, if they are wanted.
    afters: Option<Vec<Pieces<u128>>>,
}

impl<'p> MoveCollector<'p> {
    pub(super) fn new(position: Position, only_path: Option<&'p Path>) -> Self {
        MoveCollector {
            position,
            only_path,
            counts_only: false,
            count: 0,
            limit: usize::MAX,
            is_truncated: false,
            landings: Vec::new(),
            moves: Vec::new(),
            afters: None,
        }
    }

    /// Returns a collector of all moves that keeps no more than `limit`, and
    /// follows no chain once it has them.
    pub(super) fn up_to(limit: usize, position: Position) -> Self {
        MoveCollector { limit, ..MoveCollector::new(position, None) }
    }

    /// Returns a collector that keeps no move, and tells whether there are more
    /// than `limit`.
    pub(super) fn counting(limit: usize, position: Position) -> Self {
        MoveCollector { counts_only: true, ..MoveCollector::up_to(limit, position) }
    }

    /// Returns a collector as [`up_to`](Self::up_to) does, which keeps the pieces
    /// after each move as well.
    pub(super) fn with_afters(limit: usize, position: Position) -> Self {
        // As many as most positions have.
        let (moves, afters) = (Vec::with_capacity(16), Some(Vec::with_capacity(16)));
        MoveCollector { moves, afters, ..MoveCollector::up_to(limit, position) }
    }

    /// Returns the moves in the order of their generation, and the pieces after each.
    pub(super) fn branches(self) -> (Vec<Move>, Vec<Pieces<u128>>) {
        (self.moves, self.afters.unwrap_or_default())
    }

    /// Returns whether there are more moves than the limit.
    pub(super) fn is_truncated(&self) -> bool {
        self.is_truncated
    }

    /// Returns the moves in order; `None` if there are more than the limit.
    pub(super) fn complete(mut self) -> Option<Vec<Move>> {
        self.moves.sort_unstable();
        (!self.is_truncated).then_some(self.moves)
    }

    fn is_empty(&self) -> bool {
        self.count == 0 && !self.is_truncated
    }

    /// Notes that there is another move, and returns whether it may be kept.
    fn has_room(&mut self) -> bool {
        self.is_truncated |= self.count >= self.limit;
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
        self.count += 1;
        if self.counts_only {
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
        if let Some(afters) = &mut self.afters {
            let pieces = self.position.board().pieces().convert();
            afters.push(effect.apply_by(self.position.turn(), pieces).convert());
        }
    }

    fn enter(&mut self, to: Bitboard<W>, _: Bitboard<W>) -> bool {
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
#[derive(Clone, PartialEq)]
pub struct MovesInOrder {
    /// A stack of begun moves, the first in order on top.
    stack: Vec<Begun>,
}

/// A complete move, or a chain that may or must go on.
#[derive(Clone, PartialEq)]
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
pub fn jumped_square(from: Square, to: Square) -> Option<Square> {
    if from.file().abs_diff(to.file()) == 2 && from.rank().abs_diff(to.rank()) == 2 {
        Square::new(from.file().midpoint(to.file()), from.rank().midpoint(to.rank()))
    } else {
        None
    }
}
