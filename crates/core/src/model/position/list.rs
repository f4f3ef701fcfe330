//! Lists legal moves with their paths, leg by leg.
//!
//! A *leg* is a step or a single jump. A move is one leg, or a chain of several jumps. Between two
//! jumps of a chain, the position has a [jump in progress](Position::jumping). [`LegalMoves`] visits
//! legs in the order of their squares, which is the order of the paths.

use std::cmp::Reverse;
use std::iter;

use super::{Position, Setup};
use crate::model::bitboard::Bitboard;
use crate::model::board::Pieces;
use crate::model::layout::Direction;
use crate::model::movegen::{self, JumpBudget, Legs};
use crate::model::moves::{Move, Path, Squares};
use crate::model::square::Square;
use crate::model::variant::{self, Side, SidedTask, Variant};

/// The first legal moves of a position, up to a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveList {
    /// The moves in the order of their paths.
    pub moves: Vec<Move>,
    /// True if the position has no other moves.
    pub is_complete: bool,
}

impl MoveList {
    /// Returns the moves, if the list is complete.
    pub fn complete(self) -> Option<Vec<Move>> {
        self.is_complete.then_some(self.moves)
    }
}

impl Position {
    /// Returns the steps and jumps that begin legal moves, or that continue a jump in progress, in the order
    /// of their paths. Play them with [`advance`](Self::advance). Chains are not followed.
    pub fn next_legs(&self) -> Vec<Move> {
        self.legs(None).iter().rev().map(Leg::to_move).collect()
    }

    /// Returns the positions after the legal moves in any order, each at least once; `None` if the moves
    /// exceed the budget. If there are very many moves, those with the same effect yield one position.
    pub fn successors(&self, budget: JumpBudget) -> Option<Vec<Position>> {
        struct Successors {
            jumping: Bitboard<u128>,
            budget: JumpBudget,
        }

        impl SidedTask for Successors {
            type Output = Option<Vec<Pieces<u128>>>;

            fn run<V: Variant, S: Side>(self, variant: V, pieces: Pieces<V::Word>) -> Self::Output {
                let (budget, mut successors) = (self.budget, Vec::new());
                let after = |after: Pieces<V::Word>, _| after.convert();
                let is_complete = if self.jumping.is_empty() {
                    movegen::push_successors::<V, S, _>(variant, pieces, budget, &mut successors, after)
                } else {
                    let from = self.jumping.convert();
                    movegen::push_jumps::<V, S, _>(variant, pieces, from, budget, &mut successors, after)
                };
                is_complete.then_some(successors)
            }
        }

        let task = Successors { jumping: self.jumping_set(), budget };
        let successors = variant::dispatch_sided(self.board(), self.rules(), self.turn(), task)?;
        let after = |pieces| self.with_pieces(pieces, self.turn().opponent(), Bitboard::EMPTY);
        Some(successors.into_iter().map(after).collect())
    }

    /// Returns the legs of the player to move, or only of the piece on `from`, in reverse order.
    pub(super) fn legs(&self, from: Option<Square>) -> Vec<Leg> {
        struct ListLegs<'a> {
            position: &'a Position,
            among: Bitboard<u128>,
        }

        impl SidedTask for ListLegs<'_> {
            type Output = Vec<Leg>;

            fn run<V: Variant, S: Side>(self, variant: V, pieces: Pieces<V::Word>) -> Vec<Leg> {
                let legs = Legs::new::<V, S>(variant, pieces, self.position.jumping_set().convert());
                let legs = Direction::each(|direction| legs.of(direction) & self.among.convert());
                let mut list = Vec::with_capacity(legs.iter().map(|from| from.len() as usize).sum());
                for (direction, from) in iter::zip(Direction::ALL, legs) {
                    for from in from.singles() {
                        let leg = movegen::leg::<V, S>(variant, pieces, from, direction);
                        let (after, jumping) = movegen::play_leg::<V, S>(variant, pieces, leg);
                        let [from, to] =
                            [from, leg.to].map(|set| self.position.board().shape().square(set.first_bit()));
                        list.push(Leg {
                            order: u64::from(from.order()) << 32 | u64::from(to.order()),
                            from,
                            to,
                            is_jump: !leg.captured.is_empty(),
                            crowns: leg.crowns,
                            goes_on: !jumping.is_empty(),
                            after: after.convert(),
                        });
                    }
                }
                list.sort_unstable_by_key(|leg| Reverse(leg.order));
                list
            }
        }

        let shape = self.board().shape();
        let among = match from {
            Some(from) if !shape.is_playable(from) => return Vec::new(),
            Some(from) => Bitboard::single(shape.bit(from)),
            None => Bitboard(u128::MAX),
        };
        variant::dispatch_sided(self.board(), self.rules(), self.turn(), ListLegs { position: self, among })
    }

    pub(super) fn leg(&self, from: Square, to: Square) -> Option<Leg> {
        self.legs(Some(from)).into_iter().find(|leg| leg.to == to)
    }

    /// Returns the position after a leg, with the jump in progress if the piece can continue jumping.
    pub(super) fn after_leg(&self, leg: &Leg) -> Position {
        if !leg.goes_on {
            return self.with_pieces(leg.after, self.turn().opponent(), Bitboard::EMPTY);
        }
        let board = self.board().with_pieces(leg.after);
        Position { setup: Setup { board, jumping: Some(leg.to), ..self.setup } }
    }

    /// Follows a path. Returns the legal move along it, if there is one, and the position after the move.
    pub(super) fn follow(&self, path: &Path) -> Option<(Move, Position)> {
        let (mut position, mut crowns) = (*self, false);
        for (index, squares) in path.squares().windows(2).enumerate() {
            if index > 0 && position.jumping().is_none() {
                return None;
            }
            let leg = position.leg(squares[0], squares[1])?;
            (position, crowns) = (position.after_leg(&leg), leg.crowns);
        }
        if position.jumping().is_some() {
            position = position.stop_jumping().ok()?;
        }
        Some((Move { path: path.clone(), captured: captured_along(path), crowns }, position))
    }
}

#[derive(Clone, PartialEq)]
pub(super) struct Leg {
    /// A sort key: legs sort by the names of their squares.
    order: u64,
    from: Square,
    to: Square,
    is_jump: bool,
    crowns: bool,
    /// True if the piece can continue jumping.
    goes_on: bool,
    /// The pieces after the leg.
    after: Pieces<u128>,
}

impl Leg {
    fn to_move(&self) -> Move {
        let path = Path::from([self.from, self.to]);
        let captured = if self.is_jump { captured_along(&path) } else { Squares::default() };
        Move { path, captured, crowns: self.crowns }
    }
}

/// A position with the legs still to be listed, in reverse order.
#[derive(Clone, PartialEq)]
struct Frame {
    position: Position,
    legs: Vec<Leg>,
}

impl Frame {
    fn new(position: Position) -> Frame {
        Frame { position, legs: position.legs(None) }
    }
}

/// An iterator over legal moves in the order of their paths. It extends chains only on demand, one jump at a
/// time, so memory does not grow with the number of moves.
#[derive(Clone, PartialEq)]
pub struct LegalMoves {
    root: Frame,
    /// For each jump of the unfinished chain, its start and the position after the jump.
    chain: Vec<(Square, Frame)>,
}

impl LegalMoves {
    pub(super) fn new(position: &Position) -> LegalMoves {
        LegalMoves { root: Frame::new(*position), chain: Vec::new() }
    }

    /// Restricts the iterator to the moves of the piece on a square, without walking the moves of other
    /// pieces. No moves are left if that piece cannot move, or no piece stands there.
    #[must_use]
    pub fn of_piece(mut self, from: Square) -> LegalMoves {
        if self.chain.first().is_some_and(|&(start, _)| start != from) {
            self.chain.clear();
        }
        self.root.legs.retain(|leg| leg.from == from);
        self
    }

    /// Returns at most the first `limit` moves. Time and memory grow with `limit`, not with the number of
    /// moves.
    pub fn up_to(mut self, limit: usize) -> MoveList {
        let moves = self.by_ref().take(limit).collect();
        MoveList { moves, is_complete: self.next().is_none() }
    }

    /// Iterates over the moves, each with the pieces after it.
    pub fn with_pieces(mut self) -> impl Iterator<Item = (Move, Pieces<u128>)> {
        iter::from_fn(move || self.next_with_pieces())
    }

    fn next_with_pieces(&mut self) -> Option<(Move, Pieces<u128>)> {
        loop {
            let frame = self.chain.last_mut().map_or(&mut self.root, |(_, frame)| frame);
            let Some(leg) = frame.legs.pop() else {
                self.chain.pop()?;
                continue;
            };
            if !leg.goes_on {
                return Some((self.extended(&leg), leg.after));
            }
            let position = frame.position.after_leg(&leg);
            let branch = position.rules().chains_may_stop().then(|| (self.extended(&leg), leg.after));
            self.chain.push((leg.from, Frame::new(position)));
            if branch.is_some() {
                return branch;
            }
        }
    }

    /// Returns the move made of the unfinished chain and one more leg.
    fn extended(&self, leg: &Leg) -> Move {
        if self.chain.is_empty() {
            return leg.to_move();
        }
        let begun = self.chain.iter().map(|&(from, _)| from);
        let path = Path::new(begun.chain([leg.from, leg.to])).expect("a leg has two squares");
        Move { captured: captured_along(&path), path, crowns: leg.crowns }
    }
}

impl Iterator for LegalMoves {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        self.next_with_pieces().map(|(mv, _)| mv)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        // Each leg begins at least one move.
        (self.root.legs.len(), None)
    }
}

pub(crate) fn captured_along(path: &Path) -> Squares {
    path.squares().windows(2).filter_map(|leg| jumped_square(leg[0], leg[1])).collect()
}

/// Returns the square jumped over, if the squares are a jump apart.
pub fn jumped_square(from: Square, to: Square) -> Option<Square> {
    if from.file().abs_diff(to.file()) == 2 && from.rank().abs_diff(to.rank()) == 2 {
        Square::new(from.file().midpoint(to.file()), from.rank().midpoint(to.rank()))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::model::board::Board;
    use crate::model::movegen::Effect;
    use crate::model::piece::Piece;
    use crate::model::player::Player;
    use crate::model::rules::Rules;
    use crate::model::score::{score, scores};
    use crate::model::shape::Shape;

    /// A task that counts how often the generator reaches each board.
    struct Generated;

    impl SidedTask for Generated {
        type Output = HashMap<Pieces<u128>, i32>;

        fn run<V: Variant, S: Side>(self, variant: V, pieces: Pieces<V::Word>) -> Self::Output {
            let mut counts = HashMap::new();
            movegen::generate::<V, S>(variant, pieces, &mut |effect: Effect<V::Word>| {
                *counts.entry(effect.apply::<S>(pieces).convert()).or_default() += 1;
            });
            counts
        }
    }

    /// Checks the listed moves against the generator. Checks the pieces and the score of each move against
    /// the position after the move.
    fn check(position: &Position) {
        let branches: Vec<(Move, Pieces<u128>)> = position.legal_moves().with_pieces().collect();
        assert!(branches.is_sorted_by(|(one, _), (next, _)| one.path() < next.path()), "{position:?}");
        let mut generated =
            variant::dispatch_sided(position.board(), position.rules(), position.turn(), Generated);
        for (mv, after) in &branches {
            let played = position.after(mv);
            assert_eq!(played.board().pieces(), *after, "{position:?}, {mv}");
            assert_eq!(position.play(mv), Ok(played), "{position:?}");
            assert_eq!(position.find(mv.path()).as_ref(), Ok(mv), "{position:?}");
            *generated.get_mut(after).expect("the generator leads there as well") -= 1;
        }
        assert!(generated.values().all(|&left| left == 0), "{position:?}");
        for player in Player::ALL {
            let scores = scores(position, player, branches.iter().map(|&(_, after)| after));
            let expected: Vec<_> =
                branches.iter().map(|(mv, _)| score(&position.after(mv), player)).collect();
            assert_eq!(scores, expected, "{position:?}");
        }
    }

    #[test]
    fn listed_moves_are_the_generated_ones() {
        let mut rng = fastrand::Rng::with_seed(1);
        let (mut chains, mut crowned) = (0, 0);
        for rules in Rules::ALL {
            for (ranks, files) in [(8, 8), (5, 7), (14, 14)] {
                let board = Board::start(Shape::new(ranks, files, false).unwrap(), 3);
                for _ in 0..10 {
                    let setup = Setup { board, turn: Player::Red, rules, jumping: None };
                    let mut position = setup.position().unwrap();
                    for _ in 0..80 {
                        check(&position);
                        let moves: Vec<_> = position.legal_moves().collect();
                        let Some(mv) = rng.choice(&moves) else { break };
                        chains += usize::from(mv.path().squares().len() > 2);
                        crowned += usize::from(mv.crowns());
                        position = position.after(mv);
                    }
                }
            }
        }
        assert!(chains > 20 && crowned > 20, "{chains} chains, {crowned} crowned");
    }

    #[test]
    fn each_of_very_many_paths_is_listed() {
        // A king among men: each path through them is a move.
        let mut board = Board::empty(Shape::new(14, 14, false).unwrap());
        board.put("a1".parse().unwrap(), Piece::from_letter('R').unwrap()).unwrap();
        for square in board.shape().squares().filter(|square| square.file() % 2 + square.rank() % 2 == 2) {
            if (1..11).contains(&square.file()) && (1..11).contains(&square.rank()) {
                board.put(square, Piece::from_letter('b').unwrap()).unwrap();
            }
        }
        let setup = Setup { board, turn: Player::Red, rules: Rules::ALL[1], jumping: None };
        let position = setup.position().unwrap();
        check(&position);
        assert!(position.legal_moves().count() > 10_000);
    }
}
