//! The parser: a function for each rule of the grammar.
//!
//! Lexemes are read by nom's combinators and may fail to match. Rules never
//! go back: what does not fit them is the file's fault, a
//! [`nom::Err::Failure`] that says what was expected where it happened.

use std::borrow::Cow;

use nom::branch::alt;
use nom::bytes::complete::{take_till, take_till1, take_while1};
use nom::character::complete::{anychar, char, digit1};
use nom::combinator::{all_consuming, map_opt, recognize, value};
use nom::multi::many0_count;
use nom::sequence::{preceded, separated_pair};
use nom::{IResult, Offset, Parser};

use super::{Document, Error, ErrorKind, Place, Places};
use crate::board::{Board, Piece};
use crate::excerpt::{QUOTED, excerpt};
use crate::layout::Shape;
use crate::moves::Ply;
use crate::place::Locator;
use crate::player::Player;
use crate::position::Setup;
use crate::rules::{Blocked, Capture, Jumps, Rules};
use crate::square::Square;

/// See [`Document::parse`].
pub(super) fn parse(bytes: &[u8]) -> Result<Document, Error> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let (valid, rest) = bytes.split_at(error.valid_up_to());
        let valid = std::str::from_utf8(valid).expect("this much is UTF-8");
        let place = Locator::new(valid).place(valid.len()..valid.len());
        Error::new(ErrorKind::NotUtf8 { byte: rest[0] }, Place { width: 1, ..place })
    })?;
    let mut locator = Locator::new(text);
    let mut place = |part: &str| {
        let start = text.offset(part);
        locator.place(start..start + part.len())
    };
    match file(text) {
        Ok((_, file)) => {
            let cells = file.cells.into_iter().map(&mut place).collect();
            let (plies, ply_places) = file.plies.into_iter().map(|(ply, text)| (ply, place(text))).unzip();
            Ok(Document { setup: file.setup, plies, places: Places { cells, plies: ply_places } })
        }
        Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => {
            Err(Error::new(fault.kind, place(fault.at)))
        }
        Err(nom::Err::Incomplete(_)) => unreachable!("the parsers are of nom's complete kind"),
    }
}

/// What went wrong, and the part of the text that is at fault.
#[derive(Debug)]
struct Fault<'a> {
    at: &'a str,
    kind: ErrorKind,
}

/// The result of a rule of the grammar.
type Parsed<'a, T> = IResult<&'a str, T, Fault<'a>>;

/// The result of a lexeme.
type Lexed<'a, T> = IResult<&'a str, T, ()>;

/// A file, with the text of each cell and ply.
struct File<'a> {
    setup: Setup,
    cells: Vec<&'a str>,
    plies: Vec<(Ply, &'a str)>,
}

/// `file = rules turn board moves`
fn file(input: &str) -> Parsed<'_, File<'_>> {
    let (input, (size, rules)) = rules(input)?;
    let (input, turn) = turn(input)?;
    let (input, (board, cells)) = board(input, size)?;
    let (input, plies) = moves(input, cells.len())?;
    let setup = Setup { board, turn, rules, jumping: None };
    Ok((input, File { setup, cells, plies }))
}

/// The size of a board, and the text that gave it.
#[derive(Clone, Copy)]
struct Size<'a> {
    ranks: u32,
    files: u32,
    text: &'a str,
}

/// One of the rules of a file.
enum Rule<'a> {
    Capture(Capture),
    Jumps(Jumps),
    Blocked(Blocked),
    Size(Size<'a>),
}

/// `rules = "RULES" ":" { rule }`
fn rules(input: &str) -> Parsed<'_, (Option<Size<'_>>, Rules)> {
    let (mut input, ()) = section(input, "RULES", "RULES:")?;
    let (mut capture, mut jumps, mut blocked, mut size) = (None, None, None, None);
    loop {
        let start = skip(blank, input);
        let (rest, rule) = rule(start)?;
        let twice = match rule {
            Some(Rule::Capture(given)) => capture.replace(given).map(|_| "the rule on captures"),
            Some(Rule::Jumps(given)) => jumps.replace(given).map(|_| "the rule on jumps"),
            Some(Rule::Blocked(given)) => blocked.replace(given).map(|_| "`blocked passes`"),
            Some(Rule::Size(given)) => size.replace(given).map(|_| "the size of the board"),
            None => {
                let expected = match (capture, jumps) {
                    (Some(capture), Some(jumps)) => {
                        let blocked = blocked.unwrap_or(Blocked::Loses);
                        return Ok((start, (size, Rules { capture, jumps, blocked })));
                    }
                    (Some(_), None) => "`single jumps` or `multiple jumps`",
                    (None, Some(_)) => "`no capture` or `capture`",
                    (None, None) => "`no capture`, `capture`, `single jumps` or `multiple jumps`",
                };
                return unexpected(expected, token(start));
            }
        };
        if let Some(about) = twice {
            let at = &start[..start.offset(rest)];
            return fail(at, ErrorKind::SecondRule { about, found: quoted(at) });
        }
        input = rest;
    }
}

/// `rule = "no" "capture" | "capture" | "single" "jumps" | "multiple" "jumps"
/// | "board" size | "blocked" "passes"`, or something that is not a rule.
fn rule(input: &str) -> Parsed<'_, Option<Rule<'_>>> {
    let Ok((rest, name)) = word(input) else {
        return Ok((input, None));
    };
    let (rest, rule) = match name {
        "no" => (keyword(rest, "capture", name)?, Rule::Capture(Capture::Optional)),
        "capture" => (rest, Rule::Capture(Capture::Required)),
        "single" => (keyword(rest, "jumps", name)?, Rule::Jumps(Jumps::Single)),
        "multiple" => (keyword(rest, "jumps", name)?, Rule::Jumps(Jumps::Multiple)),
        "blocked" => (keyword(rest, "passes", name)?, Rule::Blocked(Blocked::Passes)),
        "board" => size(rest).map(|(rest, size)| (rest, Rule::Size(size)))?,
        _ => return Ok((input, None)),
    };
    Ok((rest, Some(rule)))
}

/// `size = number "x" number`
fn size(input: &str) -> Parsed<'_, Size<'_>> {
    /// A number; one too large for any board is as good as the largest.
    fn number(input: &str) -> Lexed<'_, u32> {
        digit1.map(|digits: &str| digits.parse().unwrap_or(u32::MAX)).parse(input)
    }

    let start = skip(blank, input);
    if let Ok((rest, text)) = word(start)
        && let Ok((_, (ranks, files))) = all_consuming(separated_pair(number, char('x'), number)).parse(text)
    {
        let size = Size { ranks, files, text };
        // Of two boards that differ only in which squares are playable the
        // other may need a bit more; which it is the first cell will tell.
        shape(size, false)?;
        return Ok((rest, size));
    }
    unexpected("a size such as 10x8 after `board`", token(start))
}

fn shape(size: Size<'_>, flipped: bool) -> Result<Shape, nom::Err<Fault<'_>>> {
    Shape::new(size.ranks, size.files, flipped).map_err(|reason| {
        let kind = ErrorKind::Size { found: excerpt(size.text, QUOTED), reason };
        nom::Err::Failure(Fault { at: size.text, kind })
    })
}

/// `turn = "TURN" ":" ( "red" | "black" )`
fn turn(input: &str) -> Parsed<'_, Player> {
    let (input, ()) = section(input, "TURN", "TURN: or another rule")?;
    let start = skip(blank, input);
    match word(start).map(|(rest, name)| (rest, name.parse())) {
        Ok((rest, Ok(player))) => Ok((rest, player)),
        _ => unexpected("`red` or `black`", token(start)),
    }
}

/// `board = "BOARD" ":" { cell }`, with the text of each cell.
fn board<'a>(input: &'a str, size: Option<Size<'a>>) -> Parsed<'a, (Board, Vec<&'a str>)> {
    let (input, ()) = section(input, "BOARD", "BOARD:")?;
    let mut input = skip(board_blank, input);
    let flipped = match cell(input) {
        Ok((_, Cell::RedSquare)) => false,
        Ok(_) => true,
        Err(_) => return unexpected("a cell (\", ., r, R, b or B)", token(input)),
    };
    let shape = match size {
        Some(size) => shape(size, flipped)?,
        None => Shape::new(8, 8, flipped).expect("8x8 is a shape"),
    };
    let mut board = Board::empty(shape);
    let mut texts = Vec::new();
    for rank in (0..shape.ranks()).rev() {
        for file in 0..shape.files() {
            let square = Square::new(file, rank).expect("the squares of a shape have names");
            let start = skip(board_blank, input);
            let (rest, found) = match cell(start) {
                Ok((rest, found)) => (rest, Some(found)),
                Err(_) => (start, None),
            };
            match (found, shape.is_playable(square)) {
                (Some(Cell::RedSquare), false) | (Some(Cell::Empty), true) => {}
                (Some(Cell::Piece(piece)), true) => {
                    board.put(square, piece).expect("the square is playable");
                }
                (found, playable) => {
                    let square =
                        if playable { "a black square (., r, R, b or B)" } else { "a red square (\")" };
                    if found.is_some() {
                        return unexpected(square, &start[..1]);
                    }
                    let cells = usize::from(shape.ranks()) * usize::from(shape.files());
                    let expected = format!("{square} as cell {} of {cells}", texts.len() + 1);
                    return unexpected(expected, token(start));
                }
            }
            texts.push(&start[..1]);
            input = rest;
        }
    }
    Ok((skip(board_blank, input), (board, texts)))
}

/// What a cell of the board shows.
#[derive(Clone, Copy)]
enum Cell {
    RedSquare,
    Empty,
    Piece(Piece),
}

/// `cell = '"' | "." | "r" | "R" | "b" | "B"`
fn cell(input: &str) -> Lexed<'_, Cell> {
    alt((
        value(Cell::RedSquare, char('"')),
        value(Cell::Empty, char('.')),
        map_opt(anychar, |letter| Piece::from_letter(letter).map(Cell::Piece)),
    ))
    .parse(input)
}

/// `moves = "MOVES" ":" { ply }` up to the end, with the text of each ply.
fn moves(input: &str, cells: usize) -> Parsed<'_, Vec<(Ply, &str)>> {
    let (mut input, ()) = section(input, "MOVES", format!("MOVES: after {cells} cells"))?;
    let mut plies = Vec::new();
    loop {
        let start = skip(blank, input);
        if start.is_empty() {
            return Ok((start, plies));
        }
        let text = token(start);
        let Ok(ply) = text.parse() else {
            return unexpected("a move such as d4->e5", text);
        };
        plies.push((ply, text));
        input = &start[text.len()..];
    }
}

/// The name of a section and the colon behind it.
fn section<'a>(input: &'a str, name: &'static str, expected: impl Into<Cow<'static, str>>) -> Parsed<'a, ()> {
    let start = skip(blank, input);
    match word(start) {
        Ok((rest, found)) if found == name => {
            let colon = skip(blank, rest);
            match colon.strip_prefix(':') {
                Some(rest) => Ok((rest, ())),
                None => unexpected(format!("a colon after {name}"), token(colon)),
            }
        }
        _ => unexpected(expected, token(start)),
    }
}

/// What follows the second word of a rule.
fn keyword<'a>(input: &'a str, name: &'static str, first: &str) -> Result<&'a str, nom::Err<Fault<'a>>> {
    let start = skip(blank, input);
    match word(start) {
        Ok((rest, found)) if found == name => Ok(rest),
        _ => unexpected(format!("`{name}` after `{first}`"), token(start)).map(|(rest, ())| rest),
    }
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n')
}

/// Blanks and comments.
fn blank(input: &str) -> Lexed<'_, &str> {
    blank_with(is_blank, input)
}

/// Blanks, comments, and the lines that are drawn between cells.
fn board_blank(input: &str) -> Lexed<'_, &str> {
    blank_with(|character| is_blank(character) || matches!(character, '|' | '-' | '+'), input)
}

fn blank_with(is_blank: impl Fn(char) -> bool, input: &str) -> Lexed<'_, &str> {
    let comment = recognize(preceded(char('#'), take_till(|character| character == '\n')));
    recognize(many0_count(alt((take_while1(is_blank), comment)))).parse(input)
}

/// What follows a lexeme, if it is there.
fn skip<'a>(lexeme: impl Fn(&'a str) -> Lexed<'a, &'a str>, input: &'a str) -> &'a str {
    lexeme(input).map_or(input, |(rest, _)| rest)
}

/// A word: it ends before a blank, a comment or a colon.
fn word(input: &str) -> Lexed<'_, &str> {
    take_till1(|character| is_blank(character) || matches!(character, '#' | ':')).parse(input)
}

/// All up to the next blank or comment; empty at the end of the text.
fn token(input: &str) -> &str {
    let length = input.find(|character| is_blank(character) || character == '#');
    &input[..length.unwrap_or(input.len())]
}

fn fail<T>(at: &str, kind: ErrorKind) -> Parsed<'_, T> {
    Err(nom::Err::Failure(Fault { at, kind }))
}

/// Says what was expected in place of a part of the text.
fn unexpected<T>(expected: impl Into<Cow<'static, str>>, found: &str) -> Parsed<'_, T> {
    fail(found, ErrorKind::Unexpected { expected: expected.into(), found: quoted(found) })
}

/// A part of the text as messages show it.
fn quoted(found: &str) -> String {
    if found.is_empty() { "the end of the file".to_owned() } else { format!("'{}'", excerpt(found, QUOTED)) }
}
