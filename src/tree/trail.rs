//! The stack of a walk through a tree: the frames from the root to the current node.

use rankmoves_core::model::position::LegalMoves;
use rankmoves_core::{Move, Position, Score};

/// A position between the root and the current node.
#[derive(Clone, PartialEq)]
pub(super) struct Frame {
    pub(super) position: Position,
    /// The moves still to be visited.
    pub(super) moves: LegalMoves,
    /// The move whose replies are being visited.
    pub(super) open: Option<Move>,
    /// The highest score so far; `None` before the first.
    pub(super) highest: Option<Score>,
}

impl Frame {
    fn new(position: Position) -> Frame {
        Frame { position, moves: position.legal_moves(), open: None, highest: None }
    }

    /// Updates the highest score with the score of a visited move.
    pub(super) fn close(&mut self, score: Score) {
        self.highest = self.highest.max(Some(score));
    }
}

/// A stack of frames that stores repeated cycles once.
///
/// At a great depth the walk cycles on its way down: two kings go to and fro
/// until the depth is used up, which may be billions of plies. Each cycle
/// pushes the same frames.
pub(super) struct Trail {
    frames: Vec<Frame>,
    cycles: Vec<Cycle>,
    /// The anchors from the root up, each with a greater stride than the previous anchor. Earlier anchors are
    /// kept because the walk returns to them from finite branches.
    anchors: Vec<Anchor>,
}

/// A frame to compare new frames with.
#[derive(Clone, Copy)]
struct Anchor {
    /// The index in the stack.
    index: usize,
    /// The next anchor is set more than this many frames above this anchor (R. P. Brent,
    /// *An improved Monte Carlo factorization algorithm*, 1980).
    stride: usize,
}

/// A repeated cycle of frames, stored outside the stack.
struct Cycle {
    /// The index in the stack where the frames belong.
    index: usize,
    frames: Vec<Frame>,
    /// The number of repetitions, at least one.
    count: u64,
}

impl Trail {
    pub(super) fn new(root: Position) -> Trail {
        let anchors = vec![Anchor { index: 0, stride: 1 }];
        Trail { frames: vec![Frame::new(root)], cycles: Vec::new(), anchors }
    }

    /// Returns the frame of the current node.
    pub(super) fn top(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut()
    }

    /// Pushes a frame for the position after the top frame's open move.
    pub(super) fn push(&mut self, position: Position) {
        let index = self.frames.len();
        while self.anchors.pop_if(|anchor| anchor.index >= index).is_some() {}
        let anchor = *self.anchors.last().expect("the root, at index 0, is an anchor");
        if self.frames[anchor.index].position == position {
            let frames = self.frames.split_off(anchor.index);
            match self.cycles.last_mut() {
                Some(cycle) if cycle.index == anchor.index && cycle.frames == frames => cycle.count += 1,
                _ => self.cycles.push(Cycle { index: anchor.index, frames, count: 1 }),
            }
        } else if index - anchor.index > anchor.stride {
            self.anchors.push(Anchor { index, stride: 2 * anchor.stride });
        }
        self.frames.push(Frame::new(position));
    }

    /// Pops the top frame.
    pub(super) fn pop(&mut self) {
        self.frames.pop();
        if let Some(cycle) = self.cycles.pop_if(|cycle| cycle.index == self.frames.len()) {
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
    use crate::tree::walk::{Node, Visitor, from_replies, walk};
    use rankmoves_core::{Board, Piece, Player, Rules, Setup, Shape};
    use testing::notation::position_on;

    /// A visitor that records all visits.
    #[derive(Default)]
    struct Log {
        lines: Vec<String>,
    }

    impl Visitor for Log {
        fn open(&mut self, node: Node<'_>) -> io::Result<()> {
            self.lines.push(format!("{} {} {}", node.ply, node.mv, node.depth));
            Ok(())
        }

        fn close(&mut self, node: Node<'_>, score: Score) -> io::Result<()> {
            self.lines.push(format!("{} {} {} {score}", node.ply, node.mv, node.depth));
            Ok(())
        }
    }

    /// Walks the tree by its definition and returns the highest score.
    fn define(position: &Position, ply: u32, depth: u32, log: &mut Log) -> Option<Score> {
        let mut highest = None;
        for mv in position.legal_moves() {
            let node = Node { mv: &mv, player: position.turn(), ply, depth };
            let after = position.after(&mv);
            let score = if depth == 0 {
                rankmoves_core::score(&after, position.turn())
            } else {
                log.open(node).unwrap();
                from_replies(define(&after, ply + 1, depth - 1, log))
            };
            log.close(node, score).unwrap();
            highest = highest.max(Some(score));
        }
        highest
    }

    #[test]
    fn the_walk_visits_all_nodes_although_cycles_are_stored_once() {
        let free = Rules::ALL[0];
        let trees = [
            // Few pieces, mostly on small boards: positions soon repeat.
            (position_on("4x4", free, Player::Red, "R a1, B d4, r c1"), 9),
            (position_on("4x4", free, Player::Red, "R a1, B d4"), 11),
            (position_on("4x4", Rules::ENGLISH, Player::Red, "R a1, b a3"), 10),
            (position_on("5x5", free, Player::Red, "R a2, B e4, r a4"), 7),
            (position_on("8x8", Rules::ENGLISH, Player::Red, "R a1, B h8"), 8),
        ];
        for (position, depth) in trees {
            let (mut walked, mut defined) = (Log::default(), Log::default());
            walk(&position, depth, &mut walked).unwrap();
            define(&position, 0, depth, &mut defined);
            assert!(walked.lines == defined.lines, "{position:?} at depth {depth}");
        }
    }

    /// Takes one step of a walk without a visitor. Returns the frame of the position that was entered, or the
    /// score of the move that led to the position that was left; `None` at the end.
    fn step(trail: &mut Trail) -> Option<Result<Frame, Score>> {
        let frame = trail.top()?;
        if let Some(mv) = frame.moves.next() {
            let after = frame.position.after(&mv);
            frame.open = Some(mv);
            trail.push(after);
            return Some(Ok(Frame::new(after)));
        }
        let score = from_replies(frame.highest);
        trail.pop();
        trail.top()?.close(score);
        Some(Err(score))
    }

    fn stored(trail: &Trail) -> usize {
        trail.frames.len() + trail.cycles.iter().map(|cycle| cycle.frames.len()).sum::<usize>()
    }

    #[test]
    fn an_endless_descent_returns_the_same_way() {
        // On the way down the walk returns from finite branches again and again.
        let kings = position_on("8x8", Rules::ENGLISH, Player::Red, "R b8, B g1");
        let (mut trail, mut plain) = (Trail::new(kings), vec![Frame::new(kings)]);
        // For comparison, `plain` stores every frame.
        for _ in 0..100_000 {
            let frame = trail.top().unwrap();
            assert!(plain.last() == Some(frame));
            *plain.last_mut().unwrap() = frame.clone();
            match step(&mut trail).unwrap() {
                Ok(frame) => {
                    let top = plain.last_mut().unwrap();
                    top.open = top.moves.next();
                    plain.push(frame);
                }
                Err(score) => {
                    plain.pop();
                    plain.last_mut().unwrap().close(score);
                }
            }
        }
        assert!(plain.len() > 10_000 && stored(&trail) < MAX_STORED_FRAMES, "{} frames", plain.len());
        while let Some(frame) = plain.pop() {
            assert!(trail.top() == Some(&mut frame.clone()));
            trail.pop();
        }
        assert!(trail.top().is_none());
    }

    /// An upper bound on the number of frames stored for two pieces on 8×8.
    const MAX_STORED_FRAMES: usize = 60;

    /// The number of steps of a walk. If cycles were not recognised, the trail would exceed
    /// [`MAX_STORED_FRAMES`] within these steps.
    const STEPS: usize = 200;

    #[test]
    fn an_endless_descent_takes_bounded_memory_for_any_two_pieces() {
        let shape = Shape::new(8, 8, false).unwrap();
        let pairs = || shape.squares().flat_map(|one| shape.squares().map(move |other| (one, other)));
        // Men are crowned on the way.
        let kinds = [('R', 'B'), ('r', 'B'), ('R', 'b')];
        for (letters, rules, turn) in kinds.into_iter().flat_map(|letters| {
            let rules = [Rules::ALL[0], Rules::ENGLISH].into_iter();
            rules.flat_map(move |rules| Player::ALL.map(|turn| (letters, rules, turn)))
        }) {
            for (red, black) in pairs().filter(|(one, other)| one != other) {
                let mut board = Board::empty(shape);
                board.put(red, Piece::from_letter(letters.0).unwrap()).unwrap();
                board.put(black, Piece::from_letter(letters.1).unwrap()).unwrap();
                let mut trail = Trail::new(Setup { board, turn, rules, jumping: None }.position().unwrap());
                let is_bounded = |_| step(&mut trail).is_none() || stored(&trail) < MAX_STORED_FRAMES;
                assert!((0..STEPS).all(is_bounded), "{red} {black} {letters:?} {rules:?} {turn:?}");
            }
        }
    }
}
