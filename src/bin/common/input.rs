//! Input files.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

use nom::Offset;
use rankmoves::exchange::{Document, ErrorKind, MAX_BYTES};
use rankmoves::pdn::{Fen, FenError};
use rankmoves::{Position, Rules, excerpt};

use super::Stop;
use super::diagnostic::{self, Fault, PATH};
use super::format::{Format, after_comments};
use super::json;
use super::output::print_error;

/// A file that has been read.
pub struct Input {
    name: String,
    bytes: Vec<u8>,
}

impl Input {
    /// Reads a file, or standard input if there is no path or it is `-`.
    pub fn read(path: Option<&Path>) -> Result<Input, Stop> {
        match path {
            None => Input::read_from("<stdin>".to_owned(), Ok(io::stdin().lock())),
            Some(path) if path == Path::new("-") => Input::read(None),
            Some(path) => Input::read_from(path.display().to_string(), File::open(path)),
        }
    }

    fn read_from(name: String, reader: io::Result<impl Read>) -> Result<Input, Stop> {
        let mut bytes = Vec::new();
        reader
            .and_then(|reader| reader.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes))
            .map_err(|why| Stop::failed(&format!("read {}", excerpt(&name, PATH)), &why))?;
        if bytes.len() > MAX_BYTES {
            let limit = MAX_BYTES >> 20;
            let message =
                format!("{} is larger than {limit} MiB, the most that is read", excerpt(&name, PATH));
            return Err(Stop::Failed(diagnostic::error(&message)));
        }
        Ok(Input { name, bytes })
    }

    /// A line of the input, counted from 1, without its end or a byte-order
    /// mark; bytes that are not UTF-8 are replaced.
    fn line(&self, number: usize) -> Cow<'_, str> {
        let bytes = self.bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&self.bytes);
        let line = bytes.split(|&byte| byte == b'\n').nth(number - 1).unwrap_or_default();
        String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// The game in this input, in whichever format.
    pub fn source(&self) -> Result<Source<'_>, Refusal> {
        self.parse().map_err(|fault| self.refusal(fault))
    }

    fn parse(&self) -> Result<Source<'_>, Fault> {
        // What is not UTF-8 is in no format: the exchange format says where.
        let text = str::from_utf8(&self.bytes).unwrap_or_default();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let format = Format::of_text(text);
        let (document, plies) = match format {
            Format::Exchange => (Document::parse(&self.bytes)?, Vec::new()),
            Format::Fen => (Document::new(fen(text)?.setup(Rules::ENGLISH), Vec::new()), Vec::new()),
            Format::Json => json::read(text)?,
        };
        Ok(Source { input: self, text, format, document, plies })
    }

    fn refusal(&self, fault: Fault) -> Refusal {
        let line = self.line(fault.place.line).into_owned();
        Refusal { file: self.name.clone(), line, fault }
    }

    /// The position after the moves of the game in this input. Warnings are
    /// printed on standard error.
    pub fn position(&self) -> Result<Position, Stop> {
        let source = self.source()?;
        source.warn();
        Ok(source.position()?)
    }
}

/// A game and the input that it was read from.
pub struct Source<'a> {
    input: &'a Input,
    /// Without a byte-order mark.
    text: &'a str,
    pub format: Format,
    pub document: Document,
    /// Where its moves stand in the text, if the document does not know.
    plies: Vec<Range<usize>>,
}

impl Source<'_> {
    /// Prints on standard error what is odd about the board.
    pub fn warn(&self) {
        let Input { name, .. } = self.input;
        for (oddity, place) in self.document.oddities() {
            print_error(&match self.format {
                Format::Exchange => {
                    diagnostic::warning_at(&oddity.to_string(), name, &self.input.line(place.line), place)
                }
                Format::Fen | Format::Json => {
                    diagnostic::warning(&format!("{}: {oddity}", excerpt(name, PATH)))
                }
            });
        }
    }

    /// The position after the moves of the document.
    pub fn position(&self) -> Result<Position, Refusal> {
        self.document.position().map_err(|error| {
            let part = match *error.kind() {
                ErrorKind::Illegal { number, .. } => self.plies.get(number - 1).cloned(),
                _ => None,
            };
            let fault = Fault::from(error);
            self.input.refusal(match part {
                Some(part) => Fault::new(fault.message, self.text, part),
                None => fault,
            })
        })
    }
}

/// Why an input is not a valid game.
pub struct Refusal {
    file: String,
    /// The line of the fault.
    line: String,
    pub fault: Fault,
}

impl From<Refusal> for Stop {
    fn from(Refusal { file, line, fault }: Refusal) -> Stop {
        Stop::Failed(diagnostic::error_at(&fault.message, &file, &line, fault.place))
    }
}

/// Reads a FEN position, with comments and blank lines around its line.
fn fen(text: &str) -> Result<Fen, Fault> {
    let start = text.offset(after_comments(text));
    let line = text[start..].split(['#', '\r', '\n']).next().unwrap_or_default();
    let fen = line.parse().map_err(|error: FenError| {
        let before: usize = line.chars().take(error.column - 1).map(char::len_utf8).sum();
        let rest = &line[before..];
        let width = rest.chars().next().map_or(0, char::len_utf8);
        let message = format!("expected {} but found {}", error.expected, error.found);
        Fault::new(message, text, start + before..start + before + width)
    })?;
    let rest = after_comments(&text[start + line.len()..]);
    if rest.is_empty() {
        return Ok(fen);
    }
    let found = rest.split_ascii_whitespace().next().unwrap_or_default();
    let message = format!("expected the end of the file but found '{}'", excerpt(found, 40));
    let start = text.offset(rest);
    Err(Fault::new(message, text, start..start + found.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> (String, usize, usize) {
        let input = Input { name: "game".to_owned(), bytes: text.as_bytes().to_vec() };
        let refusal = input.source().and_then(|source| source.position());
        let Fault { message, place } = refusal.expect_err("the text is wrong").fault;
        (message, place.line, place.column)
    }

    #[test]
    fn what_is_wrong_with_a_fen_is_shown_at_its_place() {
        let (fault, line, column) = refused("# a comment\n  W:W33:B1\n");
        assert_eq!((line, column), (2, 6), "{fault}");
        let (fault, line, column) = refused("W:W21:B1 # one\n\n W:W22:B1");
        assert_eq!(fault, "expected the end of the file but found 'W:W22:B1'");
        assert_eq!((line, column), (3, 2));
    }

    #[test]
    fn illegal_moves_of_a_json_object_are_shown_at_their_places() {
        let start = Position::start(Rules::ENGLISH).setup();
        let plies = ["c3->d4", "c3->d4"].map(|ply| ply.parse().unwrap()).to_vec();
        let text = json::write(&Document::new(start, plies)).replace("\"c3", "\n  \"c3");
        let (fault, line, column) = refused(&text);
        assert!(fault.starts_with("move 2, c3->d4, is illegal"), "{fault}");
        assert_eq!((line, column), (3, 3));
    }
}
