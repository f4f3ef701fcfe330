//! The parser: a function for each rule of the grammar.
//!
//! Grammar rules never backtrack: text that does not fit is a fault, which records what was expected and
//! where. After a fault, the parser continues at the next cell, word or section, and skips faults that only
//! follow from an earlier fault.

use std::borrow::Cow;

use nom::Offset;

use super::board;
use super::faults::{Faults, StatedSize};
use super::lexemes::{SECTIONS, headers, is_header, skip_blanks, token, tokens_of_line, word};
use super::{Document, Error, ErrorKind, Location, suggestion};
use crate::model::board::Board;
use crate::model::moves::Ply;
use crate::model::player::Player;
use crate::model::position::Setup;
use crate::text::location::locations;

pub(super) fn parse(bytes: &[u8]) -> Result<Document, Error> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let (valid, rest) = bytes.split_at(error.valid_up_to());
        let valid = std::str::from_utf8(valid).expect("this much is UTF-8");
        let location = Location { width: 1, ..Location::default().after(valid) };
        Error::new(ErrorKind::NotUtf8 { byte: rest[0] }, location)
    })?;
    let mut parser = Parser::new(text);
    match (parser.file(), parser.faults) {
        (Some(document), Faults { count: 0, .. }) => Ok(document),
        (_, Faults { found, count, .. }) => {
            let (parts, errors): (Vec<_>, Vec<_>) = found.into_iter().unzip();
            let located = errors.into_iter().zip(locations(text, parts));
            let mut errors = located.map(|(error, location)| Error { location, ..error });
            let first = errors.next().expect("a file is read whole or has a fault");
            let others: Vec<Error> = errors.collect();
            Err(Error { unlisted: count - 1 - others.len(), others, ..first })
        }
    }
}

pub(super) struct Parser<'a> {
    pub(super) rest: &'a str,
    pub(super) faults: Faults<'a>,
    /// True once a section was missing or out of place. From then on, a missing section is not noted.
    lost: bool,
    /// True after a noted fault: unexpected text is then ignored up to the next header.
    pub(super) quiet: bool,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Parser<'a> {
        Parser { rest: text, faults: Faults::new(text), lost: false, quiet: false }
    }

    /// Parses `file = rules turn board moves`
    fn file(&mut self) -> Option<Document> {
        let given = self.section(0, "RULES:").then(|| self.rules());
        let size = given.as_ref().map_or(StatedSize::Unknown, |given| given.size);
        let turn = if self.section(1, "TURN: or another rule") { self.turn() } else { None };
        let has_board = self.section(2, "BOARD:");
        let text = self.rest;
        let board = if has_board { self.board(size) } else { None };
        let cells =
            board.map_or(0, |board| usize::from(board.shape().ranks()) * usize::from(board.shape().files()));
        let has_moves = self.section(3, format!("MOVES: after {cells} cells"));
        let (drawing, plies) = text.split_at(text.offset(self.rest));
        let count = if has_moves { self.moves() } else { 0 };
        let setup = Setup { board: board?, turn: turn?, rules: given?.rules()?, jumping: None };
        let start = Location::default().after(&self.faults.text[..self.faults.text.offset(text)]);
        let mut text: String = without_comments(drawing).collect();
        let moves = text.len();
        text.extend(without_comments(plies));
        Some(Document { setup, text, moves, count, start: Some(start) })
    }

    /// Reads the name of a section and the colon after it. If the section comes later, continues there. If it
    /// is missing, continues at the next section and returns `false`.
    fn section(&mut self, section: usize, expected: impl Into<Cow<'static, str>>) -> bool {
        let name = SECTIONS[section];
        let quiet = std::mem::take(&mut self.quiet) || self.lost;
        let start = skip_blanks(self.rest);
        let (rest, found) = word(start);
        let colon = skip_blanks(rest);
        let after = colon.strip_prefix(':');
        let header = format!("{name}:");
        if found.eq_ignore_ascii_case(name) || after.is_some() && suggestion::is_close(found, name) {
            if found != name {
                self.faults.unexpected(expected, token(start), Some(header));
            } else if after.is_none() {
                self.faults.unexpected(format!("a colon after {name}"), token(colon), Some(header));
            }
            self.rest = after.unwrap_or(colon);
            return true;
        }
        if !quiet {
            self.faults.unexpected(expected, token(start), None);
        }
        let mut later = None;
        for (index, (other, at)) in headers(start).enumerate() {
            if other == section {
                self.lost |= index > 0;
                let (rest, _) = word(at);
                self.rest = skip_blanks(rest).strip_prefix(':').unwrap_or(rest);
                return true;
            }
            if other > section {
                later = later.or(Some(at));
            }
        }
        self.lost = true;
        self.rest = later.unwrap_or(&start[start.len()..]);
        false
    }

    /// Parses `turn = "red" | "black"`
    fn turn(&mut self) -> Option<Player> {
        let start = skip_blanks(self.rest);
        let (rest, found) = word(start);
        self.rest = rest;
        if let Ok(player) = found.parse() {
            return Some(player);
        }
        let meant = ["red", "black"].into_iter().find(|player| suggestion::is_close(found, player));
        self.faults.unexpected("`red` or `black`", token(start), meant.map(str::to_owned));
        if is_header(start) {
            self.rest = start;
        }
        self.quiet = true;
        None
    }

    /// Parses `board = { cell }`.
    fn board(&mut self, size: StatedSize<'a>) -> Option<Board> {
        if let Some((rest, board)) = board::read(self.rest, size, &mut self.faults) {
            self.rest = rest;
            return Some(board);
        }
        self.rest = headers(self.rest).next().map_or(&self.rest[self.rest.len()..], |(_, at)| at);
        self.quiet = true;
        None
    }

    /// Parses `moves = { ply }` up to the end, and counts the plies.
    fn moves(&mut self) -> usize {
        let mut count = 0;
        loop {
            let start = skip_blanks(self.rest);
            if start.is_empty() {
                return count;
            }
            let text = token(start);
            if text.parse::<Ply>().is_ok() {
                count += 1;
                self.rest = &start[text.len()..];
                continue;
            }
            let (suggestion, tokens) = suggestion::plies(start);
            self.faults.unexpected("a move such as d4->e5", text, suggestion);
            if headers(text).next().is_some() {
                // Another section begins here, so there are no more moves.
                return count;
            }
            self.rest = skip_tokens(start, tokens);
        }
    }
}

/// Returns the parts of a text around its comments. A comment ends its line, so the other words keep their locations.
fn without_comments(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('\n').flat_map(|line| match line.split_once('#') {
        Some((words, comment)) => [words, if comment.ends_with('\n') { "\n" } else { "" }],
        None => [line, ""],
    })
}

pub(super) fn skip_tokens(start: &str, tokens: usize) -> &str {
    let last = tokens_of_line(start).take(tokens).last();
    last.map_or(start, |last| &start[start.offset(last) + last.len()..])
}
