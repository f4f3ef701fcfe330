//! The verbose text of a tree.
//!
//! In one tree, all occurrences of a position at the same depth have the same replies with the same indent.
//! Nearly all of the text is close to the leaves, so there the text of the replies is made only once and cached
//! as a block. A block refers to the texts of smaller blocks.

use std::io::{self, Write};
use std::ops::Range;

use super::walk::{Node, Visitor, from_replies, walk};
use rankmoves_core::model::bitboard::Bitboard;
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::score::scores;
use rankmoves_core::support::hash::WordMap;
use rankmoves_core::{Move, Player, Position, Score};

/// Writes the tree of a position as `rankmoves -v` prints it, and returns the
/// number of moves in it.
///
/// ```
/// use rankmoves::write_tree;
/// use rankmoves_core::{Player, Position, Rules};
///
/// let mut text = Vec::new();
/// write_tree(&Position::start(Rules::ENGLISH, Player::Red), 1, &mut text)?;
/// assert!(text.starts_with(b"? a3->b4 for red:\n    . b6->a5 for black: score 0\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// `out` is written in pieces of one to a few hundred lines and should be
/// buffered. The cache of texts takes up to 128 MiB; it is dropped if the
/// system has too little memory.
///
/// # Errors
///
/// The first error of `out`.
pub fn write_tree(position: &Position, depth: u32, out: &mut impl Write) -> io::Result<u64> {
    write_with(Blocks::MAX_BLOCK_BYTES, position, depth, out)
}

/// Writes the tree as [`write_tree`] does, with a cache of `budget` bytes.
fn write_with(budget: usize, position: &Position, depth: u32, out: &mut impl Write) -> io::Result<u64> {
    let mut text = Text { out, line: Vec::new(), blocks: Blocks::new(budget), moves: 0 };
    walk(position, depth, &mut text)?;
    Ok(text.moves)
}

struct Text<'a, W> {
    out: &'a mut W,
    /// The line being written.
    line: Vec<u8>,
    blocks: Blocks,
    /// The number of moves written.
    moves: u64,
}

impl<W: Write> Visitor for Text<'_, W> {
    fn open(&mut self, node: Node<'_>) -> io::Result<()> {
        self.line.clear();
        push_open(&mut self.line, node.ply, node.mv, node.player);
        self.out.write_all(&self.line)
    }

    fn replies(&mut self, node: Node<'_>, after: &Position) -> io::Result<Option<Option<Score>>> {
        if node.depth > Blocks::MAX_BLOCK_DEPTH || node.ply > Blocks::MAX_BLOCK_PLY {
            return Ok(None);
        }
        let Some(block) = self.blocks.block(after, node.depth - 1, node.ply + 1) else {
            return Ok(None);
        };
        self.moves += block.moves;
        self.blocks.texts(block).try_for_each(|text| self.out.write_all(text))?;
        Ok(Some(block.highest))
    }

    fn close(&mut self, node: Node<'_>, score: Score) -> io::Result<()> {
        self.moves += 1;
        self.line.clear();
        push_close(&mut self.line, node.ply, node.mv, node.player, score);
        self.out.write_all(&self.line)
    }
}

/// The cached text of the tree below a position: its segments, the number of moves
/// in it, and the highest score of the position's own moves.
#[derive(Clone, Copy)]
struct Block {
    /// The index of its first segment, and the index after its last.
    start: usize,
    end: usize,
    moves: u64,
    highest: Option<Score>,
}

/// The key of a block: the pieces, the player to move, the depth.
type BlockKey = (Pieces<u128>, Player, u32);

/// The cache of blocks.
struct Blocks {
    /// The greatest number of bytes that the cache may take.
    budget: usize,
    known: WordMap<BlockKey, Block>,
    /// The lines of the blocks, one after the other.
    lines: Vec<u8>,
    /// The segments of all blocks, as ranges of `lines`. The segments of one block follow one another. A block
    /// repeats the segments of the smaller blocks in it, but not their lines.
    segments: Vec<Range<usize>>,
}

impl Blocks {
    /// The greatest depth of a node whose replies are written from a block.
    const MAX_BLOCK_DEPTH: u32 = 2;

    /// The greatest ply of such a node. Beyond it, lines are mostly spaces.
    const MAX_BLOCK_PLY: u32 = 100;

    const MAX_BLOCK_BYTES: usize = 128 << 20;

    /// The length of the shortest line: `. a1->b2 for red: score 0`
    const MIN_LINE_BYTES: usize = 26;

    /// An upper bound on the length of a line without its indent and move: `. `
    /// and ` for black: score -2147483648`
    const MAX_WORDS_BYTES: usize = 48;

    fn new(budget: usize) -> Blocks {
        Blocks { budget, known: WordMap::default(), lines: Vec::new(), segments: Vec::new() }
    }

    /// Returns the text of a block, segment by segment.
    fn texts(&self, block: Block) -> impl Iterator<Item = &[u8]> {
        self.segments[block.start..block.end].iter().map(|segment| &self.lines[segment.clone()])
    }

    /// Returns the maximum number of bytes that one block may add in lines, and also in segments. (The last line
    /// may exceed the limit while the block is made.) Longer blocks are written move by move and not cached,
    /// because on large boards a position may have a million moves.
    fn longest(&self) -> usize {
        self.budget / 16
    }

    /// Returns the block of the moves of a position at `depth`; `None` if the block
    /// is too long or memory runs out. Clears the cache first if the block might not fit.
    fn block(&mut self, position: &Position, depth: u32, ply: u32) -> Option<Block> {
        // A block and its parts together add at most the bytes of two of the longest blocks: twice `longest` in
        // lines, and twice in segments.
        if self.bytes() + 5 * self.longest() > self.budget {
            self.known = WordMap::default();
            self.lines.clear();
            self.segments.clear();
        }
        match self.known.get(&(position.board().pieces(), position.turn(), depth)) {
            Some(&block) => Some(block),
            None => self.make(position, depth, ply),
        }
    }

    /// Makes a block that is not in the cache.
    fn make(&mut self, position: &Position, depth: u32, ply: u32) -> Option<Block> {
        let (player, longest) = (position.turn(), self.longest());
        let limit = longest / Self::MIN_LINE_BYTES;
        // This is enough for most positions.
        let mut moves = Vec::with_capacity(16);
        moves.extend(position.legal_moves().with_pieces().take(limit + 1));
        if moves.len() > limit {
            return None;
        }
        // The smaller blocks come first, so that the segments of this block are contiguous.
        let before = self.added();
        let mut parts: Vec<(Score, Range<usize>)> = Vec::with_capacity(moves.len());
        let mut all_moves = moves.len() as u64;
        if let Some(below) = depth.checked_sub(1) {
            for &(_, after) in &moves {
                // Nearly all smaller blocks are in the cache, where the lookup needs no position.
                let part = match self.known.get(&(after, player.opponent(), below)) {
                    Some(&block) => block,
                    None => self.make(
                        &position.with_pieces(after, player.opponent(), Bitboard::EMPTY),
                        below,
                        ply + 1,
                    )?,
                };
                if self.added() - before > longest {
                    return None;
                }
                all_moves += part.moves;
                parts.push((from_replies(part.highest), part.start..part.end));
            }
        } else {
            let scores = scores(position, player, moves.iter().map(|&(_, after)| after));
            parts.extend(scores.into_iter().map(|score| (score, 0..0)));
        }
        let highest = parts.iter().map(|&(score, _)| score).max();
        // A square has at most three characters, and an arrow before it two.
        let line = |mv: &Move| 4 * ply as usize + 5 * mv.path().squares().len() + Self::MAX_WORDS_BYTES;
        let length = moves.iter().map(|(mv, _)| 2 * line(mv)).sum();
        let segments = parts.iter().map(|(_, part)| part.len() + 1).sum::<usize>() + 1;
        if segments * size_of::<Range<usize>>() > longest {
            return None;
        }
        self.make_room(length, segments)?;
        let (start, text) = (self.segments.len(), self.lines.len());
        let mut begun = text;
        for ((mv, _), (score, part)) in moves.iter().zip(parts) {
            if depth > 0 {
                push_open(&mut self.lines, ply, mv, player);
                self.segments.push(begun..self.lines.len());
                self.segments.extend_from_within(part);
                begun = self.lines.len();
            }
            push_close(&mut self.lines, ply, mv, player, score);
            if self.lines.len() - text > longest {
                break;
            }
        }
        self.segments.push(begun..self.lines.len());
        if self.lines.len() - text > longest || self.bytes() > self.budget {
            self.lines.truncate(text);
            self.segments.truncate(start);
            return None;
        }
        let block = Block { start, end: self.segments.len(), moves: all_moves, highest };
        self.known.insert((position.board().pieces(), player, depth), block);
        Some(block)
    }

    /// Makes room for the lines, the segments and the entry of one more block. Drops
    /// the cache if the system has too little memory.
    fn make_room(&mut self, length: usize, segments: usize) -> Option<()> {
        let has_room = self.lines.try_reserve(length).is_ok()
            && self.segments.try_reserve(segments).is_ok()
            && self.known.try_reserve(1).is_ok();
        if !has_room {
            *self = Blocks::new(0);
        }
        has_room.then_some(())
    }

    /// Returns the size of the lines and segments, in bytes.
    fn added(&self) -> usize {
        self.lines.len() + self.segments.len() * size_of::<Range<usize>>()
    }

    /// Returns the size of the cache in bytes, including the growth of the map for another block.
    fn bytes(&self) -> usize {
        let capacity = self.known.capacity();
        // When a map is full, its entries move to a map of twice the size while the old map still exists.
        let entries = if self.known.len() < capacity { capacity } else { 3 * capacity };
        // A map uses seven of eight slots, each with a control byte.
        self.added() + entries * 8 / 7 * (size_of::<(BlockKey, Block)>() + 1)
    }
}

/// Appends `? d4->e5 for red:`.
pub fn push_open(text: &mut Vec<u8>, ply: u32, mv: &Move, player: Player) {
    push_move(text, ply, b"? ", mv, player);
    text.extend_from_slice(b":\n");
}

/// Appends `. d4->e5 for red: score -1`.
#[expect(clippy::missing_panics_doc, reason = "the `expect` states an invariant")]
pub fn push_close(text: &mut Vec<u8>, ply: u32, mv: &Move, player: Player, score: Score) {
    push_move(text, ply, b". ", mv, player);
    text.extend_from_slice(b": score ");
    let mut digits = [0; 10];
    let mut start = digits.len();
    let mut rest = score.unsigned_abs();
    loop {
        start -= 1;
        digits[start] = b'0' + u8::try_from(rest % 10).expect("a digit fits");
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

/// Appends four spaces per ply, the mark, the move and its player.
fn push_move(text: &mut Vec<u8>, ply: u32, mark: &[u8], mv: &Move, player: Player) {
    text.resize(text.len() + 4 * ply as usize, b' ');
    text.extend_from_slice(mark);
    for (index, square) in mv.path().squares().iter().enumerate() {
        if index > 0 {
            text.extend_from_slice(b"->");
        }
        square.push_name(text);
    }
    text.extend_from_slice(match player {
        Player::Red => b" for red".as_slice(),
        Player::Black => b" for black",
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use rankmoves_core::Rules;

    #[test]
    fn the_text_does_not_depend_on_the_cache() {
        for rules in [Rules::ENGLISH, Rules::ALL[0]] {
            let start = Position::start(rules, Player::Red);
            let mut expected = Vec::new();
            let moves = write_tree(&start, 4, &mut expected).unwrap();
            for budget in [0, 1 << 12, 1 << 15, 1 << 18] {
                let mut text = Vec::new();
                assert_eq!(write_with(budget, &start, 4, &mut text).unwrap(), moves, "{budget}");
                assert!(text == expected, "{budget}");
            }
        }
    }

    /// A writer that accepts a few bytes at a time, and is interrupted now and then.
    #[derive(Default)]
    struct Slow {
        text: Vec<u8>,
        calls: usize,
    }

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.calls += 1;
            if self.calls.is_multiple_of(7) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let count = bytes.len().min(1 + self.calls % 50);
            self.text.extend_from_slice(&bytes[..count]);
            Ok(count)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_text_does_not_depend_on_how_much_is_written_at_a_time() {
        let start = Position::start(Rules::ENGLISH, Player::Red);
        let (mut expected, mut slow) = (Vec::new(), Slow::default());
        write_tree(&start, 4, &mut expected).unwrap();
        write_tree(&start, 4, &mut slow).unwrap();
        assert!(slow.text == expected && slow.calls > expected.len() / 50);
    }

    #[test]
    fn blocks_take_no_more_than_their_budget() {
        for budget in [0, 1 << 12, 1 << 15, 1 << 18, 1 << 21] {
            let mut blocks = Blocks::new(budget);
            let (mut made, mut most) = (0, 0);
            let mut positions = vec![Position::start(Rules::ALL[0], Player::Red)];
            while let Some(position) = positions.pop() {
                for depth in [0, 1] {
                    made += u32::from(blocks.block(&position, depth, 3).is_some());
                    let entries = blocks.known.capacity() * (size_of::<(BlockKey, Block)>() + 1);
                    most = most.max(blocks.added() + entries);
                }
                if positions.len() < 3000 {
                    positions.extend(position.legal_moves().map(|mv| position.after(&mv)));
                } else {
                    break;
                }
            }
            assert!(most <= budget, "{most} bytes of {budget}");
            assert_eq!(made > 0, budget > 0, "{budget}");
        }
    }
}
