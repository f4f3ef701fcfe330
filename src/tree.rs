//! The tree of moves and replies, walked and written as a stream.
//!
//! The walk keeps one list of moves for each ply between the root and where it
//! is; memory does not grow with the tree. Nor does the stack: there is no
//! recursion.

use std::io::{self, Write};

use crate::moves::Move;
use crate::player::Player;
use crate::position::Position;
use crate::score::{Score, WON, score};

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
/// The time grows with the number of paths, the memory with the depth that has
/// been reached.
///
/// # Errors
///
/// The first error of the visitor.
pub fn walk(position: &Position, depth: u32, visitor: &mut impl Visitor) -> io::Result<()> {
    let mut path = vec![Ply::new(*position)];
    let mut level = 0;
    while let Some(ply) = path.last_mut() {
        let player = ply.position.turn();
        if let Some(mv) = ply.moves.next() {
            let node = Node { mv: &mv, player, level, depth: depth - level };
            let after = ply.position.after(&mv);
            if node.depth == 0 {
                let score = score(&after, player);
                visitor.close(node, score)?;
                ply.highest = ply.highest.max(Some(score));
            } else {
                visitor.open(node)?;
                ply.open = Some(mv);
                path.push(Ply::new(after));
                level += 1;
            }
            continue;
        }
        // All replies to the move above have been visited.
        let score = ply.highest.map_or(WON, |highest| -highest);
        path.pop();
        let Some(above) = path.last_mut() else {
            break;
        };
        level -= 1;
        if let Some(mv) = above.open.take() {
            let node = Node { mv: &mv, player: above.position.turn(), level, depth: depth - level };
            visitor.close(node, score)?;
        }
        above.highest = above.highest.max(Some(score));
    }
    Ok(())
}

/// A position on the way from the root, and how far its moves have been visited.
struct Ply {
    position: Position,
    moves: std::vec::IntoIter<Move>,
    /// The move whose replies are being visited.
    open: Option<Move>,
    /// The highest score so far.
    highest: Option<Score>,
}

impl Ply {
    fn new(position: Position) -> Ply {
        Ply { position, moves: position.legal_moves().into_iter(), open: None, highest: None }
    }
}

/// Writes the tree of a position as `rankmoves -v` prints it.
///
/// ```
/// use rankmoves::{Position, Rules, write_tree};
///
/// let mut text = Vec::new();
/// write_tree(&Position::start(Rules::ENGLISH), 1, &mut text)?;
/// assert!(text.starts_with(b"? a3->b4 for red:\n    . b6->a5 for black: score 0\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// `out` is written a line at a time and should be buffered.
///
/// # Errors
///
/// The first error of `out`.
pub fn write_tree(position: &Position, depth: u32, out: &mut impl Write) -> io::Result<()> {
    walk(position, depth, &mut Text { out })
}

struct Text<'a, W> {
    out: &'a mut W,
}

impl<W: Write> Text<'_, W> {
    /// Four spaces for each level.
    fn indent(&mut self, level: u32) -> io::Result<()> {
        const SPACES: &[u8] = &[b' '; 256];
        let mut spaces = 4 * u64::from(level);
        while spaces > 0 {
            let some = usize::try_from(spaces).map_or(SPACES.len(), |spaces| spaces.min(SPACES.len()));
            self.out.write_all(&SPACES[..some])?;
            spaces -= some as u64;
        }
        Ok(())
    }
}

impl<W: Write> Visitor for Text<'_, W> {
    fn open(&mut self, node: Node<'_>) -> io::Result<()> {
        self.indent(node.level)?;
        writeln!(self.out, "? {} for {}:", node.mv, node.player)
    }

    fn close(&mut self, node: Node<'_>, score: Score) -> io::Result<()> {
        self.indent(node.level)?;
        writeln!(self.out, ". {} for {}: score {score}", node.mv, node.player)
    }
}
