//! The verbose text of a tree.
//!
//! In one tree, positions that are equal at equal depth have equal replies,
//! printed equally far in. Close to the leaves, where nearly all of the text
//! is, the text of replies is therefore made once, kept and copied.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::io::{self, Write};

use super::{Node, Visitor, from_replies, walk};
use crate::board::Pieces;
use crate::mixer::Mixer;
use crate::moves::Move;
use crate::player::Player;
use crate::position::Position;
use crate::score::{Score, score};

/// Writes the tree of a position as `rankmoves -v` prints it, and answers with
/// the number of moves in it.
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
/// `out` is written in pieces of a line up to some hundred lines and should be
/// buffered. Up to 96 MiB of text is kept to be written again.
///
/// # Errors
///
/// The first error of `out`.
pub fn write_tree(position: &Position, depth: u32, out: &mut impl Write) -> io::Result<u64> {
    let mut text = Text { out, line: Vec::new(), blocks: Blocks::default(), moves: 0 };
    walk(position, depth, &mut text)?;
    Ok(text.moves)
}

struct Text<'a, W> {
    out: &'a mut W,
    /// The line in hand.
    line: Vec<u8>,
    blocks: Blocks,
    /// The number of moves that have been written.
    moves: u64,
}

impl<W: Write> Visitor for Text<'_, W> {
    fn open(&mut self, node: Node<'_>) -> io::Result<()> {
        self.line.clear();
        push_open(&mut self.line, node.level, node.mv, node.player);
        self.out.write_all(&self.line)
    }

    fn replies(&mut self, node: Node<'_>, after: &Position) -> io::Result<Option<Option<Score>>> {
        if node.depth > Blocks::DEPTH || node.level > Blocks::LEVEL {
            return Ok(None);
        }
        let block = self.blocks.block(after, node.depth - 1, node.level + 1);
        self.moves += block.moves;
        self.out.write_all(self.blocks.text(block))?;
        Ok(Some(block.highest))
    }

    fn close(&mut self, node: Node<'_>, score: Score) -> io::Result<()> {
        self.moves += 1;
        self.line.clear();
        push_close(&mut self.line, node.level, node.mv, node.player, score);
        self.out.write_all(&self.line)
    }
}

/// The text of the moves of a position and all below them, the number of
/// them all, and the highest score of the first.
#[derive(Clone, Copy)]
struct Block {
    start: usize,
    end: usize,
    moves: u64,
    highest: Option<Score>,
}

/// The blocks that have been made, by position, player and depth.
#[derive(Default)]
struct Blocks {
    known: HashMap<(Pieces<u128>, Player, u32), Block, BuildHasherDefault<Mixer>>,
    /// The texts, one behind the other. A block holds copies of those in it.
    texts: Vec<u8>,
}

impl Blocks {
    /// Blocks have no more plies than this.
    const DEPTH: u32 = 2;

    /// Blocks are no further in than this: there, lines are mostly spaces.
    const LEVEL: u32 = 100;

    /// When texts have grown to this many bytes all are forgotten.
    const BUDGET: usize = 96 << 20;

    fn text(&self, block: Block) -> &[u8] {
        &self.texts[block.start..block.end]
    }

    /// The block of the moves of a position, taken at `depth`.
    fn block(&mut self, position: &Position, depth: u32, level: u32) -> Block {
        if self.texts.len() > Self::BUDGET {
            self.known.clear();
            self.texts.clear();
        }
        self.find_or_make(position, depth, level)
    }

    /// As [`block`](Self::block); blocks that are in the making stay where they are.
    fn find_or_make(&mut self, position: &Position, depth: u32, level: u32) -> Block {
        let key = (position.board().pieces(), position.turn(), depth);
        if let Some(&block) = self.known.get(&key) {
            return block;
        }
        let player = position.turn();
        let moves = position.legal_moves();
        // The parts are made first, so that the whole is in one piece.
        let parts: Vec<(Score, Option<Block>)> = moves
            .iter()
            .map(|mv| {
                let after = position.after(mv);
                match depth.checked_sub(1) {
                    None => (score(&after, player), None),
                    Some(below) => {
                        let part = self.find_or_make(&after, below, level + 1);
                        (from_replies(part.highest), Some(part))
                    }
                }
            })
            .collect();
        let start = self.texts.len();
        for (mv, &(score, part)) in moves.iter().zip(&parts) {
            if let Some(part) = part {
                push_open(&mut self.texts, level, mv, player);
                self.texts.extend_from_within(part.start..part.end);
            }
            push_close(&mut self.texts, level, mv, player, score);
        }
        let below: u64 = parts.iter().filter_map(|(_, part)| Some(part.as_ref()?.moves)).sum();
        let highest = parts.iter().map(|&(score, _)| score).max();
        let block = Block { start, end: self.texts.len(), moves: moves.len() as u64 + below, highest };
        self.known.insert(key, block);
        block
    }
}

/// `? d4->e5 for red:`
fn push_open(text: &mut Vec<u8>, level: u32, mv: &Move, player: Player) {
    push_move(text, level, b"? ", mv, player);
    text.extend_from_slice(b":\n");
}

/// `. d4->e5 for red: score -1`
fn push_close(text: &mut Vec<u8>, level: u32, mv: &Move, player: Player, score: Score) {
    push_move(text, level, b". ", mv, player);
    text.extend_from_slice(b": score ");
    let mut digits = [0; 10];
    let mut start = digits.len();
    let mut rest = score.unsigned_abs();
    loop {
        start -= 1;
        digits[start] = b'0' + u8::try_from(rest % 10).unwrap_or_default();
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if score < 0 {
        text.push(b'-');
    }
    text.extend_from_slice(&digits[start..]);
    text.push(b'\n');
}

/// Four spaces a level, the mark, the move, and who makes it.
fn push_move(text: &mut Vec<u8>, level: u32, mark: &[u8], mv: &Move, player: Player) {
    text.resize(text.len() + 4 * level as usize, b' ');
    text.extend_from_slice(mark);
    for (index, square) in mv.path().squares().iter().enumerate() {
        if index > 0 {
            text.extend_from_slice(b"->");
        }
        text.extend(square.name());
    }
    text.extend_from_slice(match player {
        Player::Red => b" for red".as_slice(),
        Player::Black => b" for black",
    });
}
