//! The stack of a walk through a tree: the frames from the root to the current node.

use std::vec;

use rankmoves_core::model::position::MovesInOrder;
use rankmoves_core::{Move, Position, Score};

/// The most moves that a frame lists. The moves of a position that has more are
/// found one at a time.
const MAX_LISTED: usize = 10_000;

/// The moves of a position that are still to be visited, in order.
#[derive(Clone)]
pub(super) enum Moves {
    Listed(vec::IntoIter<Move>),
    Lazy(MovesInOrder),
}

impl Moves {
    fn of(position: &Position) -> Moves {
        match position.legal_moves_within(MAX_LISTED) {
            Some(moves) => Moves::Listed(moves.into_iter()),
            None => Moves::Lazy(position.lazy_moves()),
        }
    }
}

impl Iterator for Moves {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        match self {
            Moves::Listed(moves) => moves.next(),
            Moves::Lazy(moves) => moves.next(),
        }
    }
}

/// Compares the progress with the moves of one position.
impl PartialEq for Moves {
    fn eq(&self, other: &Moves) -> bool {
        match (self, other) {
            (Moves::Listed(moves), Moves::Listed(others)) => moves.len() == others.len(),
            (Moves::Lazy(moves), Moves::Lazy(others)) => moves == others,
            _ => false,
        }
    }
}

/// A position between the root and the current node, with the moves still to be visited.
#[derive(Clone)]
pub(super) struct Frame {
    pub(super) position: Position,
    pub(super) moves: Moves,
    /// The move with its replies being visited.
    pub(super) open: Option<Move>,
    /// The highest score so far; `None` before the first.
    pub(super) highest: Option<Score>,
}

/// Compares the positions and the progress of the walk there.
impl PartialEq for Frame {
    fn eq(&self, other: &Frame) -> bool {
        let state = |frame: &Frame| (frame.highest, frame.position);
        state(self) == state(other) && self.moves == other.moves
    }
}

impl Frame {
    fn new(position: Position) -> Frame {
        Frame { position, moves: Moves::of(&position), open: None, highest: None }
    }

    /// Updates the highest score with that of a visited move.
    pub(super) fn close(&mut self, score: Score) {
        self.highest = self.highest.max(Some(score));
    }
}

/// A stack of frames that stores repeated cycles once.
///
/// At a great depth the walk cycles on its way down: two kings go to and fro
/// until the depth is used up, which may be thousands of millions of plies.
/// Each cycle pushes the same frames.
pub(super) struct Trail {
    frames: Vec<Frame>,
    cycles: Vec<Cycle>,
    /// The index of the frame that new ones are compared with.
    anchor: usize,
    /// The number of frames above the anchor at which it moves up (R. P. Brent,
    /// *An improved Monte Carlo factorization algorithm*, 1980).
    stride: usize,
}

/// A repeated cycle of frames, stored outside the stack.
struct Cycle {
    /// The index in the stack where the frames belong.
    place: usize,
    frames: Vec<Frame>,
    /// The number of repetitions, at least one.
    count: u64,
}

impl Trail {
    pub(super) fn new(root: Position) -> Trail {
        Trail { frames: vec![Frame::new(root)], cycles: Vec::new(), anchor: 0, stride: 1 }
    }

    /// Returns the frame of the current node.
    pub(super) fn top(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut()
    }

    /// Pushes the frame of the position after the open move of the top.
    pub(super) fn push(&mut self, position: Position) {
        let place = self.frames.len();
        if place <= self.anchor {
            (self.anchor, self.stride) = (place, 1);
        } else if self.frames[self.anchor].position == position {
            let frames = self.frames.split_off(self.anchor);
            match self.cycles.last_mut() {
                Some(cycle) if cycle.place == self.anchor && cycle.frames == frames => cycle.count += 1,
                _ => self.cycles.push(Cycle { place: self.anchor, frames, count: 1 }),
            }
        } else if place - self.anchor > self.stride {
            (self.anchor, self.stride) = (place, 2 * self.stride);
        }
        self.frames.push(Frame::new(position));
    }

    /// Pops the top frame.
    pub(super) fn pop(&mut self) {
        self.frames.pop();
        if let Some(cycle) = self.cycles.pop_if(|cycle| cycle.place == self.frames.len()) {
            self.frames.extend_from_slice(&cycle.frames);
            if cycle.count > 1 {
                self.cycles.push(Cycle { count: cycle.count - 1, ..cycle });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::tree::{Node, Visitor, from_replies, walk};
    use rankmoves_core::{Board, Piece, Player, Rules, Setup, Shape};

    /// A visitor that records all visits.
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

    /// Walks the tree by its definition and returns the highest score.
    fn define(position: &Position, level: u32, depth: u32, log: &mut Log) -> Option<Score> {
        let mut highest = None;
        for mv in position.legal_moves() {
            let node = Node { mv: &mv, player: position.turn(), level, depth };
            let after = position.after(&mv);
            let score = if depth == 0 {
                rankmoves_core::score(&after, position.turn())
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
    fn the_walk_visits_all_nodes_although_cycles_are_stored_once() {
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
    fn an_endless_descent_takes_bounded_memory_and_returns_the_same_way() {
        let kings = position((8, 8), Rules::ENGLISH, &[("a1", 'R'), ("h8", 'B')]);
        let (mut trail, mut plain) = (Trail::new(kings), vec![Frame::new(kings)]);
        // The walk without its visitor, beside a stack that stores every frame.
        for _ in 0..100_000 {
            let frame = trail.top().unwrap();
            assert!(plain.last() == Some(frame));
            if let Some(mv) = frame.moves.next() {
                let after = frame.position.after(&mv);
                frame.open = Some(mv);
                *plain.last_mut().unwrap() = frame.clone();
                trail.push(after);
                plain.push(Frame::new(after));
            } else {
                let score = from_replies(frame.highest);
                trail.pop();
                trail.top().unwrap().close(score);
                plain.pop();
                plain.last_mut().unwrap().close(score);
            }
        }
        let stored: usize = trail.cycles.iter().map(|cycle| cycle.frames.len()).sum();
        assert!(plain.len() > 10_000 && trail.frames.len() + stored < 1000, "{} frames", plain.len());
        while let Some(frame) = plain.pop() {
            assert!(trail.top() == Some(&mut frame.clone()));
            trail.pop();
        }
        assert!(trail.top().is_none());
    }
}
