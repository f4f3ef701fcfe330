//! Lines of annotated moves, packed into bytes.
//!
//! A game may have millions of moves, each with variations. A move of two squares takes three bytes here. A
//! variation takes a few more than its moves.
//!
//! ```text
//! line       = text count moves           text and moves each preceded by their size in bytes
//! move       = head { square } [ nags ] [ text ] [ variations ]
//! head       = number of squares, a bit for each part that follows, a bit for a crowning
//! variations = number of bytes { line }
//! ```

use crate::model::moves::{Move, Path, Ply};
use crate::model::position::captured_along;
use crate::model::square::Square;

/// A sequence of moves by the two players in turn.
///
/// ```
/// let game = rankmoves_core::pdn::games("{Hello} 1. 11-15 (11-16 23-18) (9-14) 23-19! *").next().unwrap()?;
/// assert_eq!((game.line().comment(), game.line().moves().len()), ("Hello", 2));
/// let first = game.line().moves().next().unwrap();
/// assert_eq!((first.mv.to_string().as_str(), first.variations().count()), ("f6->e5", 2));
/// assert_eq!(game.line().moves().nth(1).unwrap().nags, [1]);
/// # Ok::<(), rankmoves_core::pdn::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line<'a> {
    comment: &'a str,
    bytes: &'a [u8],
    count: usize,
}

impl<'a> Line<'a> {
    /// Returns the comment before the first move; empty if there is none.
    pub const fn comment(&self) -> &'a str {
        self.comment
    }

    /// Returns the moves.
    pub const fn moves(&self) -> Moves<'a> {
        Moves { bytes: self.bytes, count: self.count }
    }

    /// Finds the line, among this one and its variations, that begins with these plies, and returns its further moves.
    ///
    /// ```
    /// let game = rankmoves_core::pdn::games("1. 11-15 (9-14 22-18 10-15) 23-19 *").next().unwrap()?;
    /// let after = game.line().moves_after(&["b6->c5".parse().unwrap()]).unwrap();
    /// assert_eq!(after.iter().map(ToString::to_string).collect::<Vec<_>>(), ["c3->d4", "d6->e5"]);
    /// # Ok::<(), rankmoves_core::pdn::Error>(())
    /// ```
    pub fn moves_after(self, plies: &[Ply]) -> Option<Vec<Move>> {
        let mut moves = self.moves();
        for (index, ply) in plies.iter().enumerate() {
            let next = moves.next()?;
            if Ply::from(&next.mv) != *ply {
                return next.variations().find_map(|variation| variation.moves_after(&plies[index..]));
            }
        }
        Some(moves.map(|next| next.mv).collect())
    }
}

/// The moves of a [`Line`], one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves<'a> {
    bytes: &'a [u8],
    count: usize,
}

impl<'a> Iterator for Moves<'a> {
    type Item = Annotated<'a>;

    fn next(&mut self) -> Option<Annotated<'a>> {
        self.count = self.count.checked_sub(1)?;
        let head = take_number(&mut self.bytes)?;
        let (squares, rest) = self.bytes.split_at_checked(head >> 4)?;
        self.bytes = rest;
        let mut part = |flag| if head & flag == 0 { Some(&[][..]) } else { take_bytes(&mut self.bytes) };
        let (nags, comment, variations) = (part(NAGS)?, part(COMMENT)?, part(VARIATIONS)?);
        let square = |&byte: &u8| Square::new(byte % 8, byte / 8);
        let path = Path::new(squares.iter().filter_map(square)).expect("moves visit two squares or more");
        // Kings do not fly, so two squares that are a jump apart mean a jump.
        let mv = Move { captured: captured_along(&path), path, crowns: head & CROWNS != 0 };
        let comment = str::from_utf8(comment).expect("comments are packed whole");
        Some(Annotated { mv, nags, comment, variations })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count, Some(self.count))
    }
}

impl ExactSizeIterator for Moves<'_> {}

/// A move with its annotations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotated<'a> {
    /// The move, legal in the position before it.
    pub mv: Move,
    /// Numeric annotation glyphs: 1 is a good move (`!`), 2 a mistake (`?`), 3
    /// `!!`, 4 `??`, 5 `!?`, 6 `?!`, 7 the only move; the others as in the PGN
    /// standard, section 10.
    pub nags: &'a [u8],
    /// The comment on the move, with single spaces for line ends; empty if there is none.
    pub comment: &'a str,
    /// The variations, packed.
    pub(super) variations: &'a [u8],
}

impl<'a> Annotated<'a> {
    /// Returns the variations. Each begins with an alternative to this move.
    pub fn variations(&self) -> impl Iterator<Item = Line<'a>> + use<'a> {
        let mut bytes = self.variations;
        std::iter::from_fn(move || {
            let comment = take_text(&mut bytes)?;
            let count = take_number(&mut bytes)?;
            Some(Line { comment, bytes: take_bytes(&mut bytes)?, count })
        })
    }

    fn pack(&self, bytes: &mut Vec<u8>) {
        let Annotated { mv: Move { path, crowns, .. }, nags, comment, variations } = self;
        let parts = [(NAGS, *nags), (COMMENT, comment.as_bytes()), (VARIATIONS, *variations)];
        let parts = parts.into_iter().filter(|(_, part)| !part.is_empty());
        let flags = parts.clone().fold(usize::from(*crowns) * CROWNS, |flags, (flag, _)| flags | flag);
        push_number(bytes, path.squares().len() << 4 | flags);
        bytes.extend(path.squares().iter().map(|square| square.file() + 8 * square.rank()));
        parts.for_each(|(_, part)| push_bytes(bytes, part));
    }
}

const CROWNS: usize = 1;
const NAGS: usize = 2;
const COMMENT: usize = 4;
const VARIATIONS: usize = 8;

/// A packed line, to which moves can be added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PackedLine {
    pub(super) comment: String,
    /// The packed moves. In an unfinished line, the last move is not packed yet.
    bytes: Vec<u8>,
    count: usize,
    /// The last move of an unfinished line; `None` if there are no moves.
    pub(super) last: Option<Box<LastMove>>,
}

/// The last move of an unfinished line. Annotations can still be added to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LastMove {
    mv: Move,
    pub(super) nags: Vec<u8>,
    pub(super) comment: String,
    variations: Vec<u8>,
}

impl LastMove {
    pub(super) fn add_variation(&mut self, line: PackedLine) {
        let line = line.finished();
        push_bytes(&mut self.variations, line.comment.as_bytes());
        push_number(&mut self.variations, line.count);
        push_bytes(&mut self.variations, &line.bytes);
    }
}

impl PackedLine {
    /// Adds a move on the standard board, and returns it for annotations.
    pub(super) fn push(&mut self, mv: Move) -> &mut LastMove {
        self.finish();
        self.count += 1;
        let (nags, comment, variations) = Default::default();
        self.last.insert(Box::new(LastMove { mv, nags, comment, variations }))
    }

    /// Packs the last move.
    fn finish(&mut self) {
        if let Some(last) = self.last.take() {
            let LastMove { mv, nags, comment, variations } = *last;
            let (nags, comment, variations) = (&nags[..], &comment[..], &variations[..]);
            Annotated { mv, nags, comment, variations }.pack(&mut self.bytes);
        }
    }

    /// Returns the finished line, without spare capacity.
    pub(super) fn finished(mut self) -> PackedLine {
        self.finish();
        self.bytes.shrink_to_fit();
        self
    }

    /// Returns whether the line has no moves and no comment.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0 && self.comment.is_empty()
    }

    /// Returns a view of the line, which must be finished.
    pub(super) fn line(&self) -> Line<'_> {
        Line { comment: &self.comment, bytes: &self.bytes, count: self.count }
    }

    /// Keeps the first `count` moves of a finished line.
    pub(super) fn truncate(&mut self, count: usize) {
        let mut rest = self.line().moves();
        rest.by_ref().take(count).for_each(drop);
        let (kept, dropped) = (self.bytes.len() - rest.bytes.len(), rest.count);
        self.bytes.truncate(kept);
        self.count -= dropped;
    }

    /// Sets comments on those moves of a finished line that have none. Each comment comes with the index of its
    /// move, in ascending order.
    pub(super) fn note(&mut self, comments: impl Iterator<Item = (usize, String)>) {
        let (mut comments, mut bytes) = (comments.peekable(), Vec::new());
        for (index, annotated) in self.line().moves().enumerate() {
            let new = comments.next_if(|&(other, _)| other == index).map_or(String::new(), |(_, new)| new);
            let comment = if annotated.comment.is_empty() { &new } else { annotated.comment };
            Annotated { comment, ..annotated }.pack(&mut bytes);
        }
        self.bytes = bytes;
    }
}

/// Writes a number, seven bits per byte, lowest bits first.
fn push_number(bytes: &mut Vec<u8>, mut number: usize) {
    loop {
        let low = u8::try_from(number & 0x7f).expect("seven bits fit");
        number >>= 7;
        bytes.push(if number > 0 { low | 0x80 } else { low });
        if number == 0 {
            break;
        }
    }
}

/// Reads what [`push_number`] wrote; `None` at the end.
fn take_number(bytes: &mut &[u8]) -> Option<usize> {
    let length = bytes.iter().position(|byte| byte & 0x80 == 0)? + 1;
    let (number, rest) = bytes.split_at(length);
    *bytes = rest;
    Some(number.iter().rev().fold(0, |number, byte| number << 7 | usize::from(byte & 0x7f)))
}

/// Writes the number of bytes, then the bytes.
fn push_bytes(to: &mut Vec<u8>, bytes: &[u8]) {
    push_number(to, bytes.len());
    to.extend_from_slice(bytes);
}

/// Reads what [`push_bytes`] wrote; `None` at the end.
fn take_bytes<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = take_number(bytes)?;
    let (taken, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(taken)
}

fn take_text<'a>(bytes: &mut &'a [u8]) -> Option<&'a str> {
    take_bytes(bytes).map(|text| str::from_utf8(text).expect("comments are packed whole"))
}
