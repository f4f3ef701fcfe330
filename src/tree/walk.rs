//! Walks through a tree, and calls a visitor at its nodes.

use std::io;

use super::trail::Trail;
use rankmoves_core::{Move, Player, Position, Score, WON, score};

/// A move in the tree.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    /// The move.
    pub mv: &'a Move,
    /// The player who makes it.
    pub player: Player,
    /// The number of earlier moves in its line: 0 for a move of the root.
    pub ply: u32,
    /// The number of plies below it; 0 for a leaf.
    pub depth: u32,
}

/// The actions at the nodes of a tree, called in the order of the verbose text.
pub trait Visitor {
    /// Visits an inner node before its replies.
    ///
    /// # Errors
    ///
    /// An error ends the walk.
    fn open(&mut self, node: Node<'_>) -> io::Result<()>;

    /// Handles all replies to a node at once, if the visitor can. In that case it
    /// returns the highest of their scores (`Some(None)` without replies), and the
    /// replies are not visited. If it returns `None`, the default, they are visited.
    ///
    /// Called after [`open`](Self::open); `after` is the position after the
    /// node's move.
    ///
    /// # Errors
    ///
    /// An error ends the walk.
    fn replies(&mut self, node: Node<'_>, after: &Position) -> io::Result<Option<Option<Score>>> {
        let _ = (node, after);
        Ok(None)
    }

    /// Visits a node with its score, after its replies.
    ///
    /// # Errors
    ///
    /// An error ends the walk.
    fn close(&mut self, node: Node<'_>, score: Score) -> io::Result<()>;
}

/// Walks the whole tree of a position to a depth: each legal move in the order
/// of the paths, and below it the replies at one depth less.
///
/// The time grows with the number of moves in the tree. The memory grows with the depth
/// reached, but not with cycles in the line of moves.
///
/// # Errors
///
/// The first error of the visitor.
pub fn walk(position: &Position, depth: u32, visitor: &mut impl Visitor) -> io::Result<()> {
    let mut trail = Trail::new(*position);
    let mut ply = 0;
    while let Some(frame) = trail.top() {
        let player = frame.position.turn();
        if let Some(mv) = frame.moves.next() {
            let node = Node { mv: &mv, player, ply, depth: depth - ply };
            let after = frame.position.after(&mv);
            let score = if node.depth == 0 {
                Some(score(&after, player))
            } else {
                visitor.open(node)?;
                visitor.replies(node, &after)?.map(from_replies)
            };
            if let Some(score) = score {
                visitor.close(node, score)?;
                frame.close(score);
            } else {
                frame.open = Some(mv);
                trail.push(after);
                ply += 1;
            }
            continue;
        }
        let score = from_replies(frame.highest);
        trail.pop();
        let Some(above) = trail.top() else {
            break;
        };
        ply -= 1;
        if let Some(mv) = above.open.take() {
            let node = Node { mv: &mv, player: above.position.turn(), ply, depth: depth - ply };
            visitor.close(node, score)?;
        }
        above.close(score);
    }
    Ok(())
}

/// Returns the score of a move from the highest score of the replies to it.
pub(super) fn from_replies(highest: Option<Score>) -> Score {
    highest.map_or(WON, |highest| -highest)
}
