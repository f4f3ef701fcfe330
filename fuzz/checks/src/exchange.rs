//! A second, independent reader of the exchange format. It follows section 3 of the specification, and
//! expects text without comments.

use rankmoves_core::exchange::{Document, Error, ErrorKind};
use rankmoves_core::{Blocked, Shape, shorten};

use super::start::{Start, check_message, has_few_paths};
use testing::plain::{Colour, Plain};

/// Compares the parser with the plain reader: both return the same document, or both refuse the file, with an
/// error located inside the text. Checks that a document is unchanged when written and read back, and that
/// its moves are the oracle's moves.
pub fn check(data: &[u8]) {
    let read = Document::parse(data);
    if !data.starts_with(b"\xef\xbb\xbf") {
        assert_eq!(Document::parse(&[b"\xef\xbb\xbf", data].concat()), read, "with a byte-order mark");
    }
    match (&read, plainly(data)) {
        (Err(error), None) => check_error(error, data),
        (Ok(document), Some((start, plies))) => {
            assert_eq!(document.setup(), start.position().setup());
            let texts: Vec<String> = document.plies().map(|ply| ply.to_string()).collect();
            assert_eq!(texts, plies);
            check_written(document);
            check_plies(document, start, &plies, data);
        }
        (read, expected) => panic!("expected {expected:?} but found {read:?}"),
    }
}

/// Checks that a written document reads back the same, and is written the same again.
pub fn check_written(document: &Document) {
    let text = document.to_string();
    let again: Document = text.parse().expect("what is written can be read");
    assert_eq!(&again, document);
    assert_eq!(again.to_string(), text);
}

/// The maximum number of plies that the oracle plays.
const PLIES: usize = 60;

/// Checks that the moves lead to the same positions as the oracle's, or fail at the same move.
fn check_plies(document: &Document, start: Start, plies: &[String], data: &[u8]) {
    let found = document.position();
    if let Err(error) = &found {
        check_error(error, data);
    }
    let mut here = start;
    for (index, ply) in plies.iter().enumerate().take(PLIES) {
        if !has_few_paths(&here.plain, 2000) {
            return;
        }
        let Some(next) = played(&here, ply) else {
            let kind = found.expect_err("the oracle refuses a ply").kind().clone();
            assert!(matches!(kind, ErrorKind::Illegal { number, .. } if number == index + 1), "{kind}");
            return;
        };
        here = next;
    }
    if plies.len() <= PLIES {
        assert_eq!(found, Ok(here.position()));
    }
}

/// Returns the position after a ply, played by the oracle; `None` if the ply is illegal.
pub fn played(here: &Start, ply: &str) -> Option<Start> {
    let moves = here.plain.moves();
    if ply == "pass" {
        return (moves.is_empty() && here.blocked == Blocked::Passes).then(|| here.passed());
    }
    moves.into_iter().find(|(text, _)| text == ply).map(|(_, after)| here.with(after))
}

/// Checks that an error lies inside the text, and that it quotes the text at its location, unless it is about
/// the number of cells.
fn check_error(error: &Error, data: &[u8]) {
    let text = String::from_utf8_lossy(data.strip_prefix(b"\xef\xbb\xbf").unwrap_or(data));
    let location = error.location();
    assert!(location.line >= 1 && location.column >= 1, "{location:?}");
    let line: Vec<char> =
        text.split('\n').nth(location.line - 1).expect("the line is there").chars().collect();
    let part =
        line.get(location.column - 1..location.column - 1 + location.width).expect("the part is there");
    let message = error.kind().to_string();
    check_message(&message);
    let part: String = part.iter().collect();
    if let ErrorKind::Row { found, .. } = error.kind() {
        assert!(part.chars().filter(|sign| !" \t|+-".contains(*sign)).count() >= *found, "{message}: {part}");
    } else if !matches!(error.kind(), ErrorKind::NotUtf8 { .. } | ErrorKind::Drawing { .. }) {
        assert!(message.contains(&shorten(&part, 40)), "{message} quotes {part}");
        let is_at_end =
            matches!(error.kind(), ErrorKind::Unexpected { found, .. } if found == "the end of the file");
        assert_eq!(is_at_end, part.is_empty() && is_end(&text, error));
    }
}

fn is_end(text: &str, error: &Error) -> bool {
    let last =
        text.split('\n').enumerate().last().map_or((0, 0), |(line, last)| (line, last.chars().count()));
    last == (error.location().line - 1, error.location().column - 1)
}

/// Returns the position and the plies of a file; `None` if the bytes are not in the exchange format.
pub fn plainly(data: &[u8]) -> Option<(Start, Vec<String>)> {
    let text = std::str::from_utf8(data.strip_prefix(b"\xef\xbb\xbf").unwrap_or(data)).ok()?;
    let code: Vec<&str> = text.split('\n').filter_map(|line| line.split('#').next()).collect();
    let code = code.join("\n");
    let mut rest = code.as_str();

    section("RULES", &mut rest)?;
    let (mut capture, mut multiple, mut size, mut passes) = (None, None, None, None);
    loop {
        let before = rest;
        let fresh = match word(&mut rest) {
            "no" => word(&mut rest) == "capture" && capture.replace(false).is_none(),
            "capture" => capture.replace(true).is_none(),
            "single" => word(&mut rest) == "jumps" && multiple.replace(false).is_none(),
            "multiple" => word(&mut rest) == "jumps" && multiple.replace(true).is_none(),
            "blocked" => word(&mut rest) == "passes" && passes.replace(()).is_none(),
            "board" => size.replace(word(&mut rest)).is_none(),
            _ => {
                rest = before;
                break;
            }
        };
        fresh.then_some(())?;
    }
    let (capture, multiple) = (capture?, multiple?);

    section("TURN", &mut rest)?;
    let turn = match word(&mut rest) {
        "red" => Colour::Red,
        "black" => Colour::Black,
        _ => return None,
    };

    section("BOARD", &mut rest)?;
    let (ranks, files) = match size {
        None => (8, 8),
        Some(size) => {
            size.split_once('x').and_then(|(ranks, files)| Some((number(ranks)?, number(files)?)))?
        }
    };
    let lines = |sign: char| is_blank(sign) || "|-+".contains(sign);
    let flipped = !rest.trim_start_matches(lines).starts_with('"');
    Shape::new(ranks, files, flipped).ok()?;
    let mut cells = vec![Vec::new(); ranks as usize];
    for (row, cells) in cells.iter_mut().enumerate() {
        for column in 0..files as usize {
            rest = rest.trim_start_matches(lines);
            let cell = rest.chars().next()?;
            let playable = (row + column) % 2 == usize::from(!flipped);
            (if playable { ".rRbB".contains(cell) } else { cell == '"' }).then_some(())?;
            cells.push(cell);
            rest = &rest[1..];
        }
    }
    rest = rest.trim_start_matches(lines);

    section("MOVES", &mut rest)?;
    let plies: Vec<String> =
        rest.split(is_blank).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    plies.iter().all(|ply| is_ply(ply)).then_some(())?;
    let blocked = if passes.is_some() { Blocked::Passes } else { Blocked::Loses };
    Some((Start { plain: Plain { cells, turn, capture, multiple }, blocked }, plies))
}

fn is_blank(sign: char) -> bool {
    " \t\r\n".contains(sign)
}

/// Takes the next word; colons are words of their own.
fn word<'a>(rest: &mut &'a str) -> &'a str {
    let start = rest.trim_start_matches(is_blank);
    let end = start.find(|sign| is_blank(sign) || sign == ':').unwrap_or(start.len());
    let (word, after) = start.split_at(end.max(usize::from(start.starts_with(':'))));
    *rest = after;
    word
}

fn section(name: &str, rest: &mut &str) -> Option<()> {
    (word(rest) == name && word(rest) == ":").then_some(())
}

/// Reads a number of any size.
fn number(digits: &str) -> Option<u32> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u32::MAX))
}

fn is_ply(text: &str) -> bool {
    text == "pass" || (text.contains("->") && text.split("->").all(is_square))
}

/// Returns whether a name is a file from `a` to `cu` and a rank from 1 to 99.
fn is_square(name: &str) -> bool {
    let Some(digits) = name.find(|sign: char| sign.is_ascii_digit()) else { return false };
    let (file, rank) = name.split_at(digits);
    let has_file = match file.len() {
        1 => file >= "a",
        2 => ("aa"..="cu").contains(&file),
        _ => false,
    };
    has_file
        && file.bytes().all(|byte| byte.is_ascii_lowercase())
        && !rank.starts_with('0')
        && rank.len() <= 2
        && number(rank).is_some()
}
