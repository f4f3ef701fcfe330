//! The way from the root of a tree to where its walk is.

use std::vec;

use crate::moves::Move;
use crate::position::Position;
use crate::score::Score;

/// A position on the way from the root, and how far its moves have been visited.
#[derive(Clone)]
pub(super) struct Ply {
    pub(super) position: Position,
    pub(super) moves: vec::IntoIter<Move>,
    /// The move whose replies are being visited.
    pub(super) open: Option<Move>,
    /// The highest score so far; `None` until the first move has one.
    pub(super) highest: Option<Score>,
}

/// Equal if the walk has come equally far from equal positions.
impl PartialEq for Ply {
    fn eq(&self, other: &Ply) -> bool {
        let state = |ply: &Ply| (ply.moves.len(), ply.highest, ply.position);
        state(self) == state(other)
    }
}

impl Ply {
    fn new(position: Position) -> Ply {
        Ply { position, moves: position.legal_moves().into_iter(), open: None, highest: None }
    }

    /// Notes the score of a move that has been visited.
    pub(super) fn close(&mut self, score: Score) {
        self.highest = self.highest.max(Some(score));
    }
}

/// A stack of plies that stores equal rounds of a circle once.
///
/// At a great depth the walk goes around in circles on its way down: two kings
/// run to and fro until the depth is used up, which may be thousands of
/// millions of plies. Each round leaves the same plies on the stack.
pub(super) struct Trail {
    plies: Vec<Ply>,
    circles: Vec<Circle>,
    /// The ply that new ones are compared with.
    anchor: usize,
    /// The number of plies above the anchor at which it moves up (R. P. Brent,
    /// *An improved Monte Carlo factorization algorithm*, 1980).
    patience: usize,
}

/// Equal rounds of a circle, which belong below the ply at a place.
struct Circle {
    place: usize,
    round: Vec<Ply>,
    /// The number of rounds, at least one.
    count: u64,
}

impl Trail {
    pub(super) fn new(root: Position) -> Trail {
        Trail { plies: vec![Ply::new(root)], circles: Vec::new(), anchor: 0, patience: 1 }
    }

    /// Returns the ply that the walk is at.
    pub(super) fn top(&mut self) -> Option<&mut Ply> {
        self.plies.last_mut()
    }

    /// Goes down to a position from the open move of the top.
    pub(super) fn push(&mut self, position: Position) {
        let place = self.plies.len();
        if place <= self.anchor {
            (self.anchor, self.patience) = (place, 1);
        } else if self.plies[self.anchor].position == position {
            let round = self.plies.split_off(self.anchor);
            match self.circles.last_mut() {
                Some(circle) if circle.place == self.anchor && circle.round == round => circle.count += 1,
                _ => self.circles.push(Circle { place: self.anchor, round, count: 1 }),
            }
        } else if place - self.anchor > self.patience {
            (self.anchor, self.patience) = (place, 2 * self.patience);
        }
        self.plies.push(Ply::new(position));
    }

    /// Goes back up from the top.
    pub(super) fn pop(&mut self) {
        self.plies.pop();
        if let Some(circle) = self.circles.pop_if(|circle| circle.place == self.plies.len()) {
            self.plies.extend_from_slice(&circle.round);
            if circle.count > 1 {
                self.circles.push(Circle { count: circle.count - 1, ..circle });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::board::{Board, Piece};
    use crate::player::Player;
    use crate::position::Setup;
    use crate::rules::Rules;
    use crate::shape::Shape;
    use crate::tree::{Node, Visitor, from_replies, walk};

    /// Writes down all visits.
    #[derive(Default)]
    struct Log {
        lines: Vec<String>,
    }

    impl Visitor for Log {
        fn open(&mut self, node: Node<'_>) -> io::Result<()> {
            self.lines.push(format!("{} {} {}", node.level, node.mv, node.depth));
            Ok(())
        }

        fn close(&mut self, node: Node<'_>, score: Score) -> io::Result<()> {
            self.lines.push(format!("{} {} {} {score}", node.level, node.mv, node.depth));
            Ok(())
        }
    }

    /// The same walk by its definition. Returns the highest score.
    fn define(position: &Position, level: u32, depth: u32, log: &mut Log) -> Option<Score> {
        let mut highest = None;
        for mv in position.legal_moves() {
            let node = Node { mv: &mv, player: position.turn(), level, depth };
            let after = position.after(&mv);
            let score = if depth == 0 {
                crate::score::score(&after, position.turn())
            } else {
                log.open(node).unwrap();
                from_replies(define(&after, level + 1, depth - 1, log))
            };
            log.close(node, score).unwrap();
            highest = highest.max(Some(score));
        }
        highest
    }

    fn position(shape: (u32, u32), rules: Rules, pieces: &[(&str, char)]) -> Position {
        let mut board = Board::empty(Shape::new(shape.0, shape.1, false).unwrap());
        for (square, letter) in pieces {
            board.put(square.parse().unwrap(), Piece::from_letter(*letter).unwrap()).unwrap();
        }
        Setup { board, turn: Player::Red, rules, jumping: None }.position().unwrap()
    }

    #[test]
    fn circles_change_nothing_that_is_visited() {
        let free = Rules::ALL[0];
        let trees = [
            // A king that can only go to and fro, and one that is nearly as narrow.
            (position((4, 4), free, &[("a1", 'R'), ("d4", 'B'), ("c1", 'r')]), 9),
            (position((4, 4), free, &[("a1", 'R'), ("d4", 'B')]), 11),
            (position((4, 4), Rules::ENGLISH, &[("a1", 'R'), ("a3", 'b')]), 10),
            (position((5, 5), free, &[("a2", 'R'), ("e4", 'B'), ("a4", 'r')]), 7),
            (position((8, 8), Rules::ENGLISH, &[("a1", 'R'), ("h8", 'B')]), 8),
        ];
        for (position, depth) in trees {
            let (mut walked, mut defined) = (Log::default(), Log::default());
            walk(&position, depth, &mut walked).unwrap();
            define(&position, 0, depth, &mut defined);
            assert!(walked.lines == defined.lines, "{position:?} at depth {depth}");
        }
    }

    #[test]
    fn a_way_down_without_end_takes_no_more_room_and_is_found_back() {
        let kings = position((8, 8), Rules::ENGLISH, &[("a1", 'R'), ("h8", 'B')]);
        let (mut trail, mut plain) = (Trail::new(kings), vec![Ply::new(kings)]);
        // The walk without its visitor, and beside it a stack that stores all.
        for _ in 0..100_000 {
            let ply = trail.top().unwrap();
            assert!(plain.last() == Some(ply));
            if let Some(mv) = ply.moves.next() {
                let after = ply.position.after(&mv);
                ply.open = Some(mv);
                *plain.last_mut().unwrap() = ply.clone();
                trail.push(after);
                plain.push(Ply::new(after));
            } else {
                let score = from_replies(ply.highest);
                trail.pop();
                trail.top().unwrap().close(score);
                plain.pop();
                plain.last_mut().unwrap().close(score);
            }
        }
        let stored: usize = trail.circles.iter().map(|circle| circle.round.len()).sum();
        assert!(plain.len() > 10_000 && trail.plies.len() + stored < 1000, "{} plies", plain.len());
        while let Some(ply) = plain.pop() {
            assert!(trail.top() == Some(&mut ply.clone()));
            trail.pop();
        }
        assert!(trail.top().is_none());
    }
}
