//! The parser of a game: a function for each rule of the grammar.

use std::collections::BTreeSet;

use nom::Offset;

use super::MAX_NESTING;
use super::edit::split_commands;
use super::error::ErrorKind;
use super::lexer::{Lexeme, Token, find_close, found, lex, no_lexeme};
use super::line::{LastMove, PackedLine};
use super::notation::{self, NoMove};
use super::readings::{self, ChosenMove, after_parentheses, read_chain};
use super::record::{GameResult, Omission, Record, without_braces};
use super::tags::Header;
use crate::model::moves::{Move, Path};
use crate::model::player::Player;
use crate::model::position::Position;
use crate::shorten;
use crate::text::printable::MAX_QUOTED_CHARS;
use crate::text::scan::{Fault, counted};

/// The result of a rule of the grammar.
type Parsed<'a, T> = Result<T, Fault<'a, ErrorKind>>;

/// The state of the parser within a line.
struct Reached {
    /// The position before the last move, where the variations of that move begin.
    before: Position,
    here: Position,
    /// The number of the next move.
    number: usize,
    /// The depth of nested variations.
    depth: usize,
}

impl Reached {
    fn advance(&mut self, mv: &Move) {
        self.number += usize::from(self.here.turn() == Player::Red);
        (self.before, self.here) = (self.here, self.here.after(mv));
    }

    /// Returns the state at the beginning of a variation of the last move.
    fn variation(&self) -> Reached {
        let number = self.number - usize::from(self.before.turn() == Player::Red);
        Reached { before: self.before, here: self.before, number, depth: self.depth + 1 }
    }
}

/// The expected text in the error about a comment, glyph or variation that precedes all moves.
const BEFORE_COMMENT: &str = "a move before its comment or variation";

/// The maximum length of a comment in parentheses, in characters.
pub(super) const MAX_PROSE: usize = 1024;

/// A text, and the rest still to be read.
#[derive(Default)]
pub(super) struct Parser<'a> {
    text: &'a str,
    pub(super) rest: &'a str,
    /// True while `rest` begins among the tags of a game.
    in_tags: bool,
    /// The game up to the faulty move.
    pub(super) so_far: Option<Box<Record>>,
    /// The parts of the game that its record will not keep.
    omissions: BTreeSet<Omission>,
    /// The moves that have been chosen for ambiguous words not yet read.
    decided: Vec<ChosenMove<'a>>,
    /// True once prose, or the rest of a faulty variation, is found to be unclosed. Any parentheses around it are
    /// then unclosed, too.
    is_prose_open: bool,
}

impl<'a> Parser<'a> {
    /// Makes a parser of the first game of a text.
    pub(super) fn new(text: &'a str) -> Parser<'a> {
        Parser { text, rest: text, in_tags: true, ..Parser::default() }
    }

    fn next(&mut self) -> Parsed<'a, Lexeme<'a>> {
        let lexeme = lex(self.rest).map_err(no_lexeme)?;
        self.go_to(lexeme.rest, lexeme.text);
        Ok(lexeme)
    }

    /// Continues at `rest`. Notes an omission if there is a `%` comment before `text`.
    fn go_to(&mut self, rest: &'a str, text: &str) {
        if self.rest[..self.rest.offset(text)].contains('%') {
            self.omissions.insert(Omission::LineComments);
        }
        self.rest = rest;
    }

    /// Parses `game = { tag | comment } line [ ending ]`; `None` at the end of the text. May be called once.
    pub(super) fn game(&mut self) -> Parsed<'a, Option<Record>> {
        let mut header = Header::default();
        let mut line = PackedLine::default();
        loop {
            let before = self.rest;
            match self.next()?.token {
                Token::Tag { name, value } => header.add(name, value)?,
                Token::Comment(text) => note(&mut line, &text),
                Token::End if header.tags.is_empty() && line.is_empty() => return Ok(None),
                // A second result of the previous game.
                Token::GameResult(_) if header.tags.is_empty() && line.is_empty() => {}
                _ => {
                    self.rest = before;
                    break;
                }
            }
        }
        self.in_tags = false;
        let start = header.start()?;
        let read = self.line(&mut line, Reached { before: start, here: start, number: 1, depth: 0 });
        let ending = read.as_ref().ok().copied().flatten();
        let is_last = ending.is_some() && has_no_game(self.rest) == Some(true);
        while ending.is_some()
            && let Ok(Lexeme { token, text, mut rest }) = lex(self.rest)
        {
            match token {
                Token::Comment(comment) if is_last || !self.rest[..self.rest.offset(text)].contains('\n') => {
                    note(&mut line, &comment);
                }
                Token::GameResult(_) if is_last => {}
                Token::Open if is_last => {
                    let before = self.rest;
                    let Ok(remark) = self.remark(rest, text) else { break };
                    note(&mut line, &remark);
                    rest = std::mem::replace(&mut self.rest, before);
                }
                _ => break,
            }
            self.go_to(rest, text);
        }
        // Comments and blanks after the last game, `%` comments included, belong to that game.
        if let Ok(Lexeme { token: Token::End, text, rest }) = lex(self.rest) {
            self.go_to(rest, text);
        }
        if header.has_omitted_tags() {
            self.omissions.insert(Omission::Tags);
        }
        let omissions = std::mem::take(&mut self.omissions);
        let line = line.finished();
        let mut record = Record { tags: header.tags, start, line, result: GameResult::Unknown, omissions };
        record.settle(ending);
        match read {
            Ok(_) => Ok(Some(record)),
            Err(fault) => {
                self.so_far = Some(Box::new(record));
                Err(fault)
            }
        }
    }

    /// Parses `line = { number | move | nag | comment | variation } ( ending | ")" )`. Returns the ending, if
    /// there is one.
    fn line(&mut self, line: &mut PackedLine, mut reached: Reached) -> Parsed<'a, Option<&'a str>> {
        let is_variation = reached.depth > 0;
        let mut was_move = false;
        loop {
            let before = self.rest;
            let Lexeme { token, text, .. } = self.next()?;
            let follows_move = std::mem::replace(&mut was_move, matches!(token, Token::Move(_)));
            match token {
                Token::Number => {
                    let written = text.trim_end_matches('.');
                    if !written.is_empty() && written.parse() != Ok(reached.number) {
                        self.omissions.insert(Omission::Numbers);
                    }
                }
                Token::Move(squares) => {
                    let mv = self.resolve(&reached, &squares, text)?;
                    reached.advance(&mv);
                    line.push(mv);
                }
                Token::Nag(nag) => last_move(line, text)?.nags.push(nag),
                // A star directly after a move marks it as the only move, except after the last
                // move of a game.
                Token::GameResult("*") if follows_move && before.starts_with('*') && self.goes_on() => {
                    last_move(line, text)?.nags.push(7);
                }
                Token::Comment(text) => note(line, &text),
                Token::Open => self.variation(line, &reached, text)?,
                Token::Close if is_variation => return Ok(None),
                Token::Close => return Err(Fault::unexpected("a move, a comment or a result", text)),
                Token::GameResult("*") if is_variation => {}
                Token::GameResult(_) if is_variation => note(line, text),
                Token::GameResult(ending) => return Ok(Some(ending)),
                Token::Tag { .. } | Token::End => {
                    self.rest = before;
                    if is_variation {
                        return Err(Fault::unexpected("a closing parenthesis", text));
                    }
                    return Ok(None);
                }
            }
        }
    }

    /// Parses `variation = "(" line [ ending ] ")"`, or a comment in parentheses. `text` is the opening
    /// parenthesis, which has been read. From its first illegal move on, the variation becomes a comment.
    fn variation(&mut self, line: &mut PackedLine, reached: &Reached, text: &'a str) -> Parsed<'a, ()> {
        let open = self.rest;
        if line.last.is_none() {
            note(line, &self.remark(open, text)?);
            return Ok(());
        }
        if reached.depth == MAX_NESTING {
            return Err(Fault { at: text, kind: ErrorKind::TooDeep });
        }
        let mut variation = PackedLine::default();
        match self.line(&mut variation, reached.variation()) {
            Ok(_) => {}
            Err(fault) if matches!(fault.kind, ErrorKind::Illegal { .. } | ErrorKind::Ambiguous { .. }) => {
                note(&mut variation, &self.rest_of_variation(fault)?);
                self.omissions.insert(Omission::Variations);
            }
            Err(fault) => {
                note(line, &self.prose(open, fault)?);
                return Ok(());
            }
        }
        if !variation.is_empty() {
            last_move(line, text)?.add_variation(variation);
        }
        Ok(())
    }

    /// Reads the text from a faulty move to the end of its variation as a comment of at most [`MAX_PROSE`]
    /// characters.
    fn rest_of_variation(&mut self, found: Fault<'a, ErrorKind>) -> Parsed<'a, String> {
        let here = &self.text[self.text.offset(found.at)..];
        let near = here.char_indices().nth(MAX_PROSE).map_or(here, |(end, _)| &here[..end]);
        let after = if self.is_prose_open { None } else { after_parentheses(near) };
        let Some(after) = after else {
            self.is_prose_open = true;
            return Err(found);
        };
        let length = near.offset(after);
        self.rest = &here[length..];
        // Commands, such as the time left, belong to the illegal moves.
        Ok(split_commands(&without_braces(&here[..length - 1])).1)
    }

    fn goes_on(&self) -> bool {
        !matches!(lex(self.rest), Ok(Lexeme { token: Token::Tag { .. } | Token::End, .. }))
    }

    /// Reads a comment in parentheses where there can be no variation. `text` is the opening parenthesis.
    fn remark(&mut self, open: &'a str, text: &'a str) -> Parsed<'a, String> {
        let Err(start) = lex(open) else { return Err(Fault::unexpected(BEFORE_COMMENT, text)) };
        self.prose(open, no_lexeme(start))
    }

    /// Reads text in parentheses as a comment, if the fault found in it shows that it is not a variation.
    /// `open` is the text after the opening parenthesis.
    fn prose(&mut self, open: &'a str, found: Fault<'a, ErrorKind>) -> Parsed<'a, String> {
        if self.is_prose_open || !found.is_prose() {
            return Err(found);
        }
        let Ok(end) = prose_end(open) else {
            self.is_prose_open = true;
            return Err(found);
        };
        self.rest = &open[end + 1..];
        Ok(without_braces(&open[..end]))
    }

    fn resolve(&mut self, reached: &Reached, squares: &Path, text: &'a str) -> Parsed<'a, Move> {
        let Reached { here, number, depth, .. } = *reached;
        let here = &here;
        let no_move = match notation::read(here, squares) {
            Ok(mv) => return Ok(mv),
            Err(no_move) => no_move,
        };
        if let Some((chain, rest)) = read_chain(here, squares, self.rest) {
            self.go_to(rest, rest);
            return Ok(chain);
        }
        self.decide(here, squares, text, depth).ok_or_else(|| {
            let (player, at, text) = (here.turn(), text, shorten(text, MAX_QUOTED_CHARS));
            let kind = match no_move {
                NoMove::Illegal(reason) => ErrorKind::Illegal { number, player, text, reason },
                NoMove::Ambiguous(of) => ErrorKind::Ambiguous { number, player, text, of },
            };
            Fault { at, kind }
        })
    }

    /// Reads an ambiguous word as the move that keeps the following moves legal.
    fn decide(&mut self, here: &Position, squares: &Path, text: &'a str, depth: usize) -> Option<Move> {
        // Drop the choices for earlier text: it turned out to be a comment.
        self.decided.retain(|choice| choice.text.as_ptr() >= text.as_ptr());
        if let Some(index) = self.decided.iter().position(|choice| choice.text.as_ptr() == text.as_ptr()) {
            return Some(self.decided.swap_remove(index).mv);
        }
        let mut choices = readings::decide(here, squares, text, self.rest, depth).into_iter();
        let this = choices.next()?;
        self.decided.extend(choices);
        Some(this.mv)
    }

    /// Returns whether a tag at the start of a line follows, which ends any game or comment before it. Returns `None` if
    /// no text follows yet, or only comments (the last may be unfinished).
    pub(super) fn is_at_tag(&self) -> Option<bool> {
        let Ok(Lexeme { token: Token::Tag { .. }, text, .. }) = lex(self.rest) else {
            return (has_no_game(self.rest) == Some(false)).then_some(false);
        };
        // A tag within a line may be part of a comment.
        let before =
            self.text[..self.text.offset(text)].trim_end_matches(counted(|c| c != '\n' && c.is_whitespace()));
        Some(before.is_empty() || before.ends_with('\n'))
    }

    /// Skips to the next game after a fault: to its tags or past a result, whichever comes first.
    pub(super) fn pass_over_game(&mut self) {
        loop {
            match lex(self.rest) {
                Ok(Lexeme { token: Token::Tag { .. }, .. }) if !self.in_tags => return,
                Ok(Lexeme { token: Token::End, rest, .. }) => {
                    self.rest = rest;
                    return;
                }
                Ok(Lexeme { token, rest, .. }) => {
                    self.rest = rest;
                    // Results in variations do not count.
                    if matches!(token, Token::GameResult(_))
                        && !rest.trim_start_matches(counted(char::is_whitespace)).starts_with(')')
                    {
                        if has_no_game(rest) == Some(true) {
                            self.rest = &rest[rest.len()..];
                        }
                        return;
                    }
                    self.in_tags &= matches!(token, Token::Tag { .. } | Token::Comment(_));
                }
                Err(start) => {
                    self.in_tags &= start.starts_with('[');
                    let end = match start.chars().next() {
                        Some('[') => start.find(counted(|c| c == '\n')).unwrap_or(start.len()),
                        Some('{') => find_close(start, |_| false).unwrap_or_else(|end| end),
                        _ => found(start).len(),
                    };
                    self.rest = &start[end..];
                }
            }
        }
    }
}

/// Returns whether a text has only comments, blanks and further results; `None` if it ends within a comment.
fn has_no_game(mut text: &str) -> Option<bool> {
    loop {
        text = match lex(text) {
            Ok(Lexeme { token: Token::Comment(_) | Token::GameResult(_), rest, .. }) => rest,
            Ok(Lexeme { token: Token::Open, rest, .. }) => match prose_end(rest) {
                Ok(end) if lex(rest).is_err() => &rest[end + 1..],
                end => return (end != Err(rest.len())).then_some(false),
            },
            Ok(Lexeme { token, .. }) => return Some(matches!(token, Token::End)),
            Err(start) => {
                let is_open = start.starts_with('{') && find_close(start, |_| false) == Err(start.len());
                return (!is_open).then_some(false);
            }
        };
    }
}

/// Finds the parenthesis that closes prose, or else the offset at which to give up.
fn prose_end(open: &str) -> Result<usize, usize> {
    let (mut depth, mut length) = (1_usize, 0);
    let end = find_close(open, |c| {
        depth = depth + usize::from(c == '(') - usize::from(c == ')');
        length += 1;
        depth == 0 || length == MAX_PROSE
    })?;
    if depth == 0 { Ok(end) } else { Err(end) }
}

/// Returns the last move of a line, to which the annotation `text` belongs.
fn last_move<'a, 'l>(line: &'l mut PackedLine, text: &'a str) -> Parsed<'a, &'l mut LastMove> {
    line.last.as_deref_mut().ok_or_else(|| Fault::unexpected(BEFORE_COMMENT, text))
}

/// Appends a comment to the comments on the last move, or to those before the first move. Blanks and control
/// characters become single spaces.
fn note(line: &mut PackedLine, text: &str) {
    let said = line.last.as_deref_mut().map_or(&mut line.comment, |last| &mut last.comment);
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
        if !said.is_empty() {
            said.push(' ');
        }
        said.push_str(word);
    }
}
