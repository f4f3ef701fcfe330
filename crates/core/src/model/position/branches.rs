//! Legal moves together with the pieces after each.

use super::Position;
use super::list::MoveCollector;
use crate::model::board::Pieces;
use crate::model::moves::Move;

/// The legal moves of a position and where they lead.
pub struct Branches {
    /// The moves in the order of their generation.
    moves: Vec<Move>,
    /// The pieces after each of `moves`.
    afters: Vec<Pieces<u128>>,
    /// The first two squares of the paths as numbers, and the indices of the
    /// moves, in the order of the paths.
    order: Vec<(u64, u32)>,
}

impl Branches {
    /// Returns the number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns the moves in the order of their paths, each with the pieces after it.
    pub fn iter(&self) -> impl Iterator<Item = (&Move, Pieces<u128>)> {
        self.order.iter().map(|&(_, index)| (&self.moves[index as usize], self.afters[index as usize]))
    }
}

impl Position {
    /// Returns the position with the pieces after one of the
    /// [branches](Self::branches_within), the other player to move.
    #[must_use]
    pub fn with_turn_passed_to(&self, after: Pieces<u128>) -> Position {
        self.with_turn_passed(self.board().with_pieces(after))
    }

    /// Returns the legal moves with the pieces after each, if there are no more
    /// than `limit`: much faster than [`legal_moves_within`](Self::legal_moves_within)
    /// and [`after`](Self::after).
    ///
    /// Its moves are sorted by numbers first: nearly always their first two
    /// squares differ.
    pub fn branches_within(&self, limit: usize) -> Option<Branches> {
        let mut collector = MoveCollector::with_afters(limit.min(Self::FEW_MOVES), *self);
        self.generate(&mut collector);
        if collector.is_truncated() {
            if limit <= Self::FEW_MOVES || !self.has_at_most(limit) {
                return None;
            }
            collector = MoveCollector::with_afters(limit, *self);
            self.generate(&mut collector);
        }
        let (moves, afters) = collector.branches();
        let number = |mv: &Move| {
            let [from, to] = [0, 1].map(|index| u64::from(mv.path().squares()[index].order()));
            from << 32 | to
        };
        let mut order: Vec<(u64, u32)> = moves.iter().map(number).zip(0..).collect();
        order.sort_unstable_by(|a, b| {
            a.0.cmp(&b.0).then_with(|| moves[a.1 as usize].cmp(&moves[b.1 as usize]))
        });
        Some(Branches { moves, afters, order })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::board::Board;
    use crate::model::player::Player;
    use crate::model::position::Setup;
    use crate::model::rules::Rules;
    use crate::model::score::{score, scores};
    use crate::model::shape::Shape;

    /// Compares the branches of a position with its moves, played one by one.
    fn check(position: &Position, limit: usize) {
        let branches = position.branches_within(limit);
        let moves = position.legal_moves_within(limit);
        assert_eq!(branches.is_some(), moves.is_some(), "{position:?}, {limit}");
        let (Some(branches), Some(moves)) = (branches, moves) else {
            return;
        };
        let found: Vec<(Move, Position)> =
            branches.iter().map(|(mv, after)| (mv.clone(), position.with_turn_passed_to(after))).collect();
        let expected: Vec<(Move, Position)> =
            moves.into_iter().map(|mv| (mv.clone(), position.after(&mv))).collect();
        assert!(found == expected && branches.len() == expected.len(), "{position:?}");
        for player in Player::ALL {
            let scores = scores(position, player, branches.iter().map(|(_, after)| after));
            let expected: Vec<_> = expected.iter().map(|(_, after)| score(after, player)).collect();
            assert_eq!(scores, expected, "{position:?}");
        }
    }

    #[test]
    fn branches_are_the_legal_moves_played_one_by_one() {
        let mut rng = fastrand::Rng::with_seed(1);
        let (mut chains, mut crowned) = (0, 0);
        for rules in Rules::ALL {
            for (ranks, files) in [(8, 8), (5, 7), (14, 14)] {
                let board = Board::start(Shape::new(ranks, files, false).unwrap(), 3);
                for _ in 0..10 {
                    let setup = Setup { board, turn: Player::Red, rules, jumping: None };
                    let mut position = setup.position().unwrap();
                    for _ in 0..80 {
                        check(&position, usize::MAX);
                        check(&position, 5);
                        let moves = position.legal_moves();
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
    fn very_many_moves_have_branches_up_to_the_limit() {
        // A king among men: each path through them is a move.
        let mut board = Board::empty(Shape::new(14, 14, false).unwrap());
        board
            .put("a1".parse().unwrap(), "R".chars().next().and_then(crate::Piece::from_letter).unwrap())
            .unwrap();
        for square in
            board.shape().squares().filter(|square| square.file() % 2 == 1 && square.rank() % 2 == 1)
        {
            if (1..11).contains(&square.file()) && (1..11).contains(&square.rank()) {
                board.put(square, crate::Piece::from_letter('b').unwrap()).unwrap();
            }
        }
        let position =
            Setup { board, turn: Player::Red, rules: Rules::ALL[1], jumping: None }.position().unwrap();
        let count = position.legal_moves_within(1_000_000).map(|moves| moves.len());
        assert!(count.is_some_and(|count| count > Position::FEW_MOVES), "{count:?}");
        for limit in [100, Position::FEW_MOVES, count.unwrap() - 1, count.unwrap()] {
            check(&position, limit);
        }
    }
}
