//! Reads games, a function for each rule of the grammar.

use std::collections::BTreeSet;
use std::ops::Range;

use nom::Offset;

use super::error::{Error, ErrorKind, quoted};
use super::lexer::{Fault, Lexeme, Token, find_close, found, lex};
use super::notation::{self, NoMove};
use super::readings::{self, ChosenMove, read_chain};
use super::record::{Annotated, Ending, Line, Omission, Record, english};
use super::tags::{DERIVED, Tag, tag_name, unescaped, without_control};
use super::{Fen, FenError, MAX_BYTES, MAX_NESTING};
use crate::model::moves::{Move, Path};
use crate::model::player::Player;
use crate::model::position::Position;
use crate::text::location::{Location, Locator};
use crate::text::printable::{QUOTED, shorten};

/// The games of a text, one after the other, each a record or what is wrong
/// with it. See [`games`](super::games).
pub struct Games<'a> {
    text: &'a str,
    parser: Parser<'a>,
    locator: Locator<'a>,
    number: usize,
}

impl<'a> Games<'a> {
    pub(super) fn new(text: &'a str) -> Games<'a> {
        Games { text, parser: Parser::new(text), locator: Locator::new(text), number: 0 }
    }
}

impl Games<'_> {
    /// Returns the byte of the text at which the games read so far end.
    ///
    /// ```
    /// let text = "1. 11-15 * 1. 9-14 *";
    /// let mut games = rankmoves::pdn::games(text);
    /// games.next();
    /// assert_eq!(&text[..games.offset()], "1. 11-15 *");
    /// ```
    pub fn offset(&self) -> usize {
        self.text.len() - self.parser.rest.len()
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Record, Error>;

    fn next(&mut self) -> Option<Result<Record, Error>> {
        let bytes = self.text.len();
        if bytes > MAX_BYTES {
            (self.text, self.parser.rest) = ("", "");
            let kind = Box::new(ErrorKind::TooLong { bytes });
            return Some(Err(Error { game: 1, kind, location: Location::default(), so_far: None }));
        }
        let game = self.parser.game();
        self.number += 1;
        match game {
            Ok(game) => game.map(Ok),
            Err(Fault { at, kind }) => {
                self.parser.pass_over_game();
                let start = self.text.offset(at);
                let location = self.locator.location(start..start + at.len());
                let so_far = self.parser.so_far.take();
                Some(Err(Error { game: self.number, kind: Box::new(kind), location, so_far }))
            }
        }
    }
}

/// The first game of a text that may go on.
pub(super) enum First {
    /// The text has no game.
    None,
    /// It depends on how the text goes on.
    Unknown,
    /// A game, or the fault in it, and the number of bytes up to its end.
    Game(Result<Record, Wrong>, usize),
}

/// A fault and the bytes that are at fault.
pub(super) struct Wrong {
    pub(super) kind: ErrorKind,
    pub(super) at: Range<usize>,
    pub(super) so_far: Option<Box<Record>>,
}

/// Reads the first game of a text. The text ends at the end of a line; if it
/// is not `whole`, it goes on behind that.
pub(super) fn first(text: &str, whole: bool) -> First {
    let mut parser = Parser::new(text);
    let game = match parser.game() {
        Ok(None) if whole => return First::None,
        Ok(None) => return First::Unknown,
        Ok(Some(record)) => Ok(record),
        Err(Fault { at, kind }) => {
            parser.pass_over_game();
            let start = text.offset(at);
            let so_far = parser.so_far.take();
            Err(Wrong { kind, at: start..start + at.len(), so_far })
        }
    };
    let end = text.offset(parser.rest);
    // All of a comment in parentheses has been looked at.
    let is_far = |wrong: &Wrong| end.max(wrong.at.start + 4 * MAX_PROSE) < text.len();
    let is_known = match parser.following() {
        _ if whole => true,
        Following::Nothing => false,
        Following::Tag => true,
        Following::Word => game.as_ref().err().is_none_or(is_far),
    };
    if is_known { First::Game(game, end) } else { First::Unknown }
}

/// A lexeme behind a game, by what it tells about its end.
enum Following {
    /// None yet, or one that has not ended.
    Nothing,
    /// A tag at the start of a line, at which every game and every comment ends.
    Tag,
    Word,
}

/// The longest comment in parentheses, in characters.
const MAX_PROSE: usize = 1024;

/// A text, and the rest of it that is yet to be read.
struct Parser<'a> {
    /// All of the text.
    text: &'a str,
    rest: &'a str,
    /// True if the text begins amid the tags of a game.
    in_tags: bool,
    /// The game whose moves were wrong, up to there.
    so_far: Option<Box<Record>>,
    /// The parts of the game that will not be in its record.
    omissions: BTreeSet<Omission>,
    /// Readings of words to come that might mean several moves.
    decided: Vec<ChosenMove<'a>>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Parser<'a> {
        Parser {
            text,
            rest: text,
            in_tags: false,
            so_far: None,
            omissions: BTreeSet::new(),
            decided: Vec::new(),
        }
    }

    /// Looks at what follows.
    fn following(&self) -> Following {
        match lex(self.rest) {
            Ok(Lexeme { token: Token::End, .. }) => Following::Nothing,
            Ok(Lexeme { token: Token::Tag { .. }, text, .. }) => {
                // One amid a line may be part of a comment.
                let before = &self.text[..self.text.offset(text)];
                let line = before.rfind('\n').map_or(0, |newline| newline + 1);
                if before[line..].trim().is_empty() { Following::Tag } else { Following::Word }
            }
            Ok(_) => Following::Word,
            Err(fault) => {
                let start = &self.rest[self.rest.offset(fault.at)..];
                let is_open = start.starts_with('{') && find_close(start, |_| false) == Err(start.len());
                if is_open { Following::Nothing } else { Following::Word }
            }
        }
    }

    /// Returns the next lexeme.
    fn next(&mut self) -> Result<Lexeme<'a>, Fault<'a>> {
        let lexeme = lex(self.rest)?;
        self.go_to(lexeme.rest, lexeme.text);
        Ok(lexeme)
    }

    /// Goes on at `rest`, of what is before `text` having passed over blanks.
    fn go_to(&mut self, rest: &'a str, text: &str) {
        if self.rest[..self.rest.offset(text)].contains('%') {
            self.omissions.insert(Omission::LineComments);
        }
        self.rest = rest;
    }

    /// Parses `game = { tag | comment } line [ ending ]`; `None` at the end of
    /// the text.
    fn game(&mut self) -> Result<Option<Record>, Fault<'a>> {
        let mut header = Header::default();
        let mut line = Line::default();
        self.omissions.clear();
        self.decided.clear();
        self.in_tags = true;
        loop {
            let before = self.rest;
            match self.next()?.token {
                Token::Tag { name, value } => header.add(name, value)?,
                Token::Comment(text) => note(&mut line, text),
                Token::LineComment(text) => note(&mut line, &without_braces(text)),
                Token::End if header.tags.is_empty() && line == Line::default() => return Ok(None),
                // The end of a game that had one before.
                Token::Ending(_) if header.tags.is_empty() && line == Line::default() => {}
                _ => {
                    self.rest = before;
                    break;
                }
            }
        }
        self.in_tags = false;
        let start = header.start()?;
        let read = self.line(&mut line, start, 1, 0);
        let ending = read.as_ref().ok().copied().flatten();
        while ending.is_some()
            && let Ok(Lexeme { token: Token::Comment(comment), text, rest }) = lex(self.rest)
            && !self.rest[..self.rest.offset(text)].contains('\n')
        {
            note(&mut line, comment);
            self.rest = rest;
        }
        // Text behind the last game belongs to it.
        if let Ok(Lexeme { token: Token::End, text, rest }) = lex(self.rest) {
            self.go_to(rest, text);
        }
        if header.tells_more() {
            self.omissions.insert(Omission::Tags);
        }
        let omissions = std::mem::take(&mut self.omissions);
        let mut record = Record { tags: header.tags, start, line, result: Ending::Unknown, omissions };
        record.settle(ending);
        match read {
            Ok(_) => Ok(Some(record)),
            Err(fault) => {
                self.so_far = Some(Box::new(record));
                Err(fault)
            }
        }
    }

    /// Parses `line = { number | move | nag | comment | variation } ( ending | ")" )`
    /// and returns the ending, if there is one. `number` is that of the first move.
    fn line(
        &mut self,
        line: &mut Line,
        start: Position,
        mut number: usize,
        depth: usize,
    ) -> Result<Option<&'a str>, Fault<'a>> {
        let (mut before, mut here) = (start, start);
        let mut was_move = false;
        loop {
            let rest = self.rest;
            let Lexeme { token, text, .. } = self.next()?;
            let is_move = matches!(token, Token::Move(_));
            match (token, line.moves.last_mut()) {
                (Token::Number, _) => {
                    let written = text.trim_end_matches('.');
                    if !written.is_empty() && written.parse() != Ok(number) {
                        self.omissions.insert(Omission::Numbers);
                    }
                }
                (Token::Move(squares), _) => {
                    let mv = self.resolve(&here, number, &squares, text, depth)?;
                    number += usize::from(here.turn() == Player::Red);
                    (before, here) = (here, here.after(&mv));
                    line.moves.push(Annotated::from(mv));
                }
                (Token::Nag(nag), Some(last)) => last.nags.push(nag),
                // A star right behind a move says that it is the only one, but
                // for the last move of a game.
                (Token::Ending("*"), Some(last)) if was_move && rest.starts_with('*') && self.goes_on() => {
                    last.nags.push(7);
                }
                (Token::Comment(text), _) => note(line, text),
                (Token::LineComment(text), _) => note(line, &without_braces(text)),
                (Token::Open, Some(_)) if depth == MAX_NESTING => {
                    return Err(Fault { at: text, kind: ErrorKind::TooDeep });
                }
                (Token::Open, Some(last)) => {
                    let open = self.rest;
                    let number = number - usize::from(before.turn() == Player::Red);
                    let mut variation = Line::default();
                    match self.line(&mut variation, before, number, depth + 1) {
                        Ok(_) if variation == Line::default() => {}
                        Ok(_) => last.variations.push(variation),
                        Err(fault) => note(line, &self.prose(open, fault)?),
                    }
                }
                (token @ (Token::Nag(_) | Token::Open), None) => match lex(self.rest) {
                    Err(fault) if token == Token::Open => note(line, &self.prose(self.rest, fault)?),
                    _ => return Err(Fault::unexpected("a move before what is said about it", text)),
                },
                (Token::Close, _) if depth > 0 => return Ok(None),
                (Token::Ending("*"), _) if depth > 0 => {}
                (Token::Ending(_), _) if depth > 0 => note(line, text),
                (Token::Ending(ending), _) => return Ok(Some(ending)),
                (Token::Tag { .. } | Token::End, _) if depth == 0 => {
                    self.rest = rest;
                    return Ok(None);
                }
                (Token::Close, _) => {
                    return Err(Fault::unexpected("a move, a comment or a result", text));
                }
                (Token::Tag { .. } | Token::End, _) => {
                    self.rest = rest;
                    return Err(Fault::unexpected("a closing parenthesis", text));
                }
            }
            was_move = is_move;
        }
    }

    /// Returns whether the game goes on here.
    fn goes_on(&self) -> bool {
        !matches!(lex(self.rest), Ok(Lexeme { token: Token::Tag { .. } | Token::End, .. }))
    }

    /// Reads parentheses, from behind the first, as a comment, if the fault found
    /// there shows that they hold no variation.
    fn prose(&mut self, open: &'a str, found: Fault<'a>) -> Result<String, Fault<'a>> {
        if !found.is_prose() {
            return Err(found);
        }
        let limit = open.char_indices().nth(MAX_PROSE).map_or(open.len(), |(index, _)| index);
        let mut depth = 1_usize;
        let end = find_close(&open[..limit], |c| {
            depth = depth + usize::from(c == '(') - usize::from(c == ')');
            depth == 0
        });
        let end = end.map_err(|_| found)?;
        self.rest = &open[end + 1..];
        Ok(without_braces(&open[..end]))
    }

    /// Returns the move that a word means.
    fn resolve(
        &mut self,
        here: &Position,
        number: usize,
        squares: &Path,
        text: &'a str,
        depth: usize,
    ) -> Result<Move, Fault<'a>> {
        let no_move = match notation::read(here, squares) {
            Ok(mv) => return Ok(mv),
            Err(no_move) => no_move,
        };
        if let Some((chain, rest)) = read_chain(here, squares, self.rest) {
            self.go_to(rest, rest);
            return Ok(chain);
        }
        let beginning = notation::read_beginning(here, squares);
        beginning.or_else(|| self.decide(here, squares, text, depth)).ok_or_else(|| {
            let (player, at, text) = (here.turn(), text, shorten(text, QUOTED));
            let kind = match no_move {
                NoMove::Illegal(reason) => ErrorKind::Illegal { number, player, text, reason },
                NoMove::Ambiguous(of) => ErrorKind::Ambiguous { number, player, text, of },
            };
            Fault { at, kind }
        })
    }

    /// Reads a word that might mean several moves as the one after which the
    /// line goes on.
    fn decide(&mut self, here: &Position, squares: &Path, text: &'a str, depth: usize) -> Option<Move> {
        if let Some(index) = self.decided.iter().position(|choice| choice.text.as_ptr() == text.as_ptr()) {
            return Some(self.decided.swap_remove(index).mv);
        }
        let mut choices = readings::decide(here, squares, text, self.rest, depth).into_iter();
        let this = choices.next()?;
        self.decided.extend(choices);
        Some(this.mv)
    }

    /// Goes on to the next game after a fault: to its tags, or behind a
    /// result, whichever comes first.
    fn pass_over_game(&mut self) {
        loop {
            match lex(self.rest) {
                Ok(Lexeme { token: Token::Tag { .. }, .. }) if !self.in_tags => return,
                Ok(Lexeme { token: Token::End, rest, .. }) => {
                    self.rest = rest;
                    return;
                }
                Ok(Lexeme { token, rest, .. }) => {
                    self.rest = rest;
                    // The results of variations do not count.
                    if matches!(token, Token::Ending(_)) && !rest.trim_start().starts_with(')') {
                        return;
                    }
                    let is_header =
                        matches!(token, Token::Tag { .. } | Token::Comment(_) | Token::LineComment(_));
                    self.in_tags &= is_header;
                }
                Err(fault) => {
                    let start = &self.rest[self.rest.offset(fault.at)..];
                    self.in_tags &= start.starts_with('[');
                    let end = match start.chars().next() {
                        Some('[') => start.find('\n').unwrap_or(start.len()),
                        Some('{') => find_close(start, |_| false).unwrap_or_else(|end| end),
                        _ => found(start).len(),
                    };
                    self.rest = &start[end..];
                }
            }
        }
    }
}

/// The facts about a game that stand before its moves.
#[derive(Default)]
struct Header<'a> {
    tags: Vec<Tag>,
    /// The values of the tags of these names.
    game_types: Vec<&'a str>,
    fen: Option<&'a str>,
}

impl<'a> Header<'a> {
    /// Adds a tag: `tag = "[" name '"' value '"' "]"`.
    fn add(&mut self, name: &'a str, value: &'a str) -> Result<(), Fault<'a>> {
        let known = tag_name(name).ok_or_else(|| Fault::unexpected("a tag's name such as Event", name))?;
        match known.as_str() {
            "GameType" => self.game_types.push(value),
            "FEN" => self.fen = self.fen.or(Some(value)),
            _ => {}
        }
        self.tags.push(Tag { name: known, value: without_control(&unescaped(value)) });
        Ok(())
    }

    /// Returns whether tags tell more than the record keeps.
    fn tells_more(&self) -> bool {
        let again = |name| self.tags.iter().filter(|tag| tag.name == name).count() > 1;
        DERIVED.into_iter().any(again) || self.game_types.iter().any(|value| value.contains(','))
    }

    /// Returns the position that the game starts from.
    fn start(&self) -> Result<Position, Fault<'a>> {
        // A second tag must not be English by accident.
        for value in &self.game_types {
            let number = value.split(',').next().unwrap_or_default().trim();
            if !matches!(number, "21" | "" | "?") {
                let name = game_name(number).map_or(String::new(), |name| format!(", {name}"));
                let found = quoted(number) + &name;
                return Err(Fault { at: value, kind: ErrorKind::GameType { found } });
            }
            // Number, colour that begins, width, height, notation.
            if value.split(',').skip(2).take(2).any(|side| !matches!(side.trim(), "8" | "" | "?")) {
                let found = quoted(value) + ", another board";
                return Err(Fault { at: value, kind: ErrorKind::GameType { found } });
            }
        }
        let Some(value) = self.fen.filter(|value| !value.trim().is_empty()) else {
            return Ok(Record::standard_start());
        };
        let fen: Fen = value.parse().map_err(|FenError { column, expected, found }| {
            let at = value.char_indices().nth(column - 1).map_or(value.len(), |(index, _)| index);
            let width = value[at..].chars().next().map_or(0, char::len_utf8);
            let kind = ErrorKind::Unexpected { expected: expected.into(), found };
            Fault { at: &value[at..at + width], kind }
        })?;
        Ok(english(*fen.board(), fen.turn()))
    }
}

/// Returns the name of a game type by its number (PDN 3.0, *`GameType` tag*).
fn game_name(number: &str) -> Option<&'static str> {
    Some(match number {
        "0" => "chess",
        "1" => "Chinese chess",
        "20" => "international draughts",
        "22" => "Italian draughts",
        "23" => "American pool checkers",
        "24" => "Spanish draughts",
        "25" => "Russian draughts",
        "26" => "Brazilian draughts",
        "27" => "Canadian draughts",
        "28" => "Portuguese draughts",
        "29" => "Czech draughts",
        "30" => "Turkish draughts",
        "31" => "Thai draughts",
        "40" => "Frisian draughts",
        "41" => "Spantsiretti draughts",
        "50" => "Othello",
        _ => return None,
    })
}

/// Adds a comment to what is said about the last move, with single spaces for
/// blanks and control characters.
fn note(line: &mut Line, text: &str) {
    let said = line.moves.last_mut().map_or(&mut line.comment, |last| &mut last.comment);
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
        if !said.is_empty() {
            said.push(' ');
        }
        said.push_str(word);
    }
}

/// Returns a text that a comment between braces can hold.
fn without_braces(text: &str) -> String {
    text.replace('{', "(").replace('}', ")")
}

impl Record {
    /// Takes the ending from the tag, or else from the movetext.
    fn settle(&mut self, written: Option<&str>) {
        let tag = self.tag("Result");
        if let Some(text) = tag.filter(|text| *text != "*" && Ending::is_written(text)) {
            let result = Ending::read(text).unwrap_or(Ending::Unknown);
            let is_other = |other| other != "*" && other != text && Ending::read(other) != Some(result);
            if written.is_some_and(is_other) {
                self.omissions.insert(Omission::Result);
            }
            self.result = result;
        } else if let Some(text) = written.filter(|text| *text != "*") {
            let has_tag = tag.is_some();
            self.result = Ending::read(text).unwrap_or(Ending::Unknown);
            if has_tag || self.result == Ending::Unknown {
                self.put_tag("Result", text);
            }
        }
    }
}
