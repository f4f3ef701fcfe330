//! The tree of moves and replies, walked and written as a stream.
//!
//! The walk keeps one list of moves for each ply between the root and where it
//! is (`trail.rs`); memory does not grow with the tree. Nor does the stack:
//! there is no recursion.

mod text;
mod trail;

use std::io;

pub use text::write_tree;

use crate::moves::Move;
use crate::player::Player;
use crate::position::Position;
use crate::score::{Score, WON, score};
use trail::Trail;

/// A move in the tree.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    /// The move.
    pub mv: &'a Move,
    /// The player who makes it.
    pub player: Player,
    /// How many moves lead to its position: 0 for the moves of the root.
    pub level: u32,
    /// How many plies of replies follow it; it is a leaf if 0.
    pub depth: u32,
}

/// What is done at the nodes of a tree, in the order of the verbose text.
pub trait Visitor {
    /// Called for a node that is not a leaf, before the replies to it.
    ///
    /// # Errors
    ///
    /// An error ends the walk.
    fn open(&mut self, node: Node<'_>) -> io::Result<()>;

    /// Asked, after [`open`](Self::open), whether the visitor deals with the
    /// replies to a node by itself: the answer is the highest of their scores,
    /// `None` in it if there are no replies, and they are not visited. `after`
    /// is the position after the node's move.
    ///
    /// # Errors
    ///
    /// An error ends the walk.
    fn replies(&mut self, node: Node<'_>, after: &Position) -> io::Result<Option<Option<Score>>> {
        let _ = (node, after);
        Ok(None)
    }

    /// Called for every node once its score is known; after the replies to it.
    ///
    /// # Errors
    ///
    /// An error ends the walk.
    fn close(&mut self, node: Node<'_>, score: Score) -> io::Result<()>;
}

/// Walks the whole tree of a position to a depth: each legal move in the order
/// of the paths, and below it the replies at one depth less.
///
/// The time grows with the number of paths. The memory grows with the depth
/// that has been reached, but not where the way down goes around in a circle.
///
/// # Errors
///
/// The first error of the visitor.
pub fn walk(position: &Position, depth: u32, visitor: &mut impl Visitor) -> io::Result<()> {
    let mut trail = Trail::new(*position);
    let mut level = 0;
    while let Some(ply) = trail.top() {
        let player = ply.position.turn();
        if let Some(mv) = ply.moves.next() {
            let node = Node { mv: &mv, player, level, depth: depth - level };
            let after = ply.position.after(&mv);
            if node.depth == 0 {
                let score = score(&after, player);
                visitor.close(node, score)?;
                ply.close(score);
            } else {
                visitor.open(node)?;
                if let Some(highest) = visitor.replies(node, &after)? {
                    let score = from_replies(highest);
                    visitor.close(node, score)?;
                    ply.close(score);
                } else {
                    ply.open = Some(mv);
                    trail.push(after);
                    level += 1;
                }
            }
            continue;
        }
        // All replies to the move above have been visited.
        let score = from_replies(ply.highest);
        trail.pop();
        let Some(above) = trail.top() else {
            break;
        };
        level -= 1;
        if let Some(mv) = above.open.take() {
            let node = Node { mv: &mv, player: above.position.turn(), level, depth: depth - level };
            visitor.close(node, score)?;
        }
        above.close(score);
    }
    Ok(())
}

/// The score of a move from the highest score of the replies to it.
fn from_replies(highest: Option<Score>) -> Score {
    highest.map_or(WON, |highest| -highest)
}
