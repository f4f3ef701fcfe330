//! Listings of moves as other programs print them, read line by line and liberally.

use std::io::{self, BufRead, Read};

use crate::model::player::Player;

/// The longest line that is read, in bytes; no line of a right listing comes near.
const LONGEST_LINE: u64 = 1 << 16;

/// The line that opens or closes a move in a verbose listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// `?`: the replies follow.
    Open,
    /// `.`: the score of the move.
    Close,
}

/// The content of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// A move.
    Move(Entry),
    /// `Player red has no moves available.`, in whatever words.
    NoMoves,
    /// Nothing but blanks.
    Blank,
    /// Anything else.
    Other,
}

/// A move in a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) mark: Option<Mark>,
    /// The move's path, its squares joined by `->`.
    pub(super) path: String,
    pub(super) player: Option<Player>,
    pub(super) score: Option<i64>,
}

/// A line with its number, counted from 1.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) number: u64,
    /// The text without its line feed.
    pub(super) text: String,
    pub(super) has_line_feed: bool,
    pub(super) content: Content,
}

/// The lines of a listing.
pub(super) struct Lines<R> {
    input: R,
    number: u64,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        Lines { input, number: 0 }
    }

    /// Reads the next line. Bytes that are not UTF-8 are replaced, and what goes
    /// beyond [`LONGEST_LINE`] is read as a line of its own.
    pub(super) fn next(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        if (&mut self.input).take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        let has_line_feed = bytes.pop_if(|byte| *byte == b'\n').is_some();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let content = content(&text);
        Ok(Some(Line { number: self.number, text, has_line_feed, content }))
    }
}

/// Reads the content of a line.
fn content(text: &str) -> Content {
    let text = text.trim();
    if text.is_empty() {
        return Content::Blank;
    }
    let (mark, rest) = match text.strip_prefix(['?', '.']) {
        Some(rest) => (Some(if text.starts_with('?') { Mark::Open } else { Mark::Close }), rest),
        None => (None, text),
    };
    let lower = text.to_ascii_lowercase();
    let Some((path, rest)) = path(rest.trim_start()) else {
        let says_none = lower.contains("no moves") || lower.contains("no available moves");
        return if says_none { Content::NoMoves } else { Content::Other };
    };
    let rest = rest.to_ascii_lowercase();
    let mut words = rest.split(|character: char| !character.is_ascii_alphanumeric());
    let player = words.find_map(|word| match word {
        "red" => Some(Player::Red),
        "black" => Some(Player::Black),
        _ => None,
    });
    Content::Move(Entry { mark, path, player, score: last_number(&rest) })
}

/// Splits a path off a text: names of squares joined by `->`, `-`, `x` or `:`,
/// with or without blanks around them.
fn path(text: &str) -> Option<(String, &str)> {
    let (first, mut rest) = square(text)?;
    let mut path = first;
    let mut squares = 1;
    loop {
        let joined = rest.trim_start();
        let behind = ["->", "-", "x", ":", "\u{2192}"].iter().find_map(|join| joined.strip_prefix(join));
        let Some((name, behind)) = behind.and_then(|behind| square(behind.trim_start())) else { break };
        path.push_str("->");
        path.push_str(&name);
        squares += 1;
        rest = behind;
    }
    (squares > 1).then_some((path, rest))
}

/// Splits the name of a square off a text.
fn square(text: &str) -> Option<(String, &str)> {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let digits = text[letters..].bytes().take_while(u8::is_ascii_digit).count();
    let (name, rest) = text.split_at(letters + digits);
    ((1..=2).contains(&letters) && (1..=3).contains(&digits)).then(|| (name.to_ascii_lowercase(), rest))
}

/// Returns the last whole number in a text, with its sign.
fn last_number(text: &str) -> Option<i64> {
    let text = text.replace('\u{2212}', "-");
    let end = text.rfind(|character: char| character.is_ascii_digit())? + 1;
    let begin = text[..end].trim_end_matches(|character: char| character.is_ascii_digit()).len();
    let is_negative = text[..begin].ends_with('-');
    let number: i64 = text[begin..end].parse().ok()?;
    Some(if is_negative { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_many_spellings() {
        let read = |text: &str| match content(text) {
            Content::Move(entry) => Some((entry.path, entry.player, entry.score)),
            _ => None,
        };
        let b6 = || "d4->b6".to_owned();
        assert_eq!(read("d4->b6 for red: score -99"), Some((b6(), Some(Player::Red), Some(-99))));
        assert_eq!(read("\t. d4 -> b6  for Red : score: -99\r"), Some((b6(), Some(Player::Red), Some(-99))));
        assert_eq!(read("? D4xB6 for black:"), Some((b6(), Some(Player::Black), None)));
        assert_eq!(read("d4-b6 = +3"), Some((b6(), None, Some(3))));
        assert_eq!(read("d4 for red: score 1"), None);
        assert_eq!(content("Player red has no moves available."), Content::NoMoves);
        assert_eq!(content("hello"), Content::Other);
        assert_eq!(content(" \t\r"), Content::Blank);
    }

    #[test]
    fn lines_that_never_end_are_read_in_parts() {
        let endless = "x".repeat(LONGEST_LINE as usize + 1);
        let mut lines = Lines::new(endless.as_bytes());
        assert_eq!(lines.next().unwrap().unwrap().text.len(), LONGEST_LINE as usize);
        assert_eq!(lines.next().unwrap().unwrap().text, "x");
        assert!(lines.next().unwrap().is_none());
    }
}
