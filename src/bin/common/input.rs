//! Input files.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

use nom::Offset;
use rankmoves::exchange::{Document, ErrorKind, MAX_BYTES};
use rankmoves::pdn::{self, Ending, Fen, FenError, Record, Tag};
use rankmoves::{Ply, Position, Rules, excerpt};

use super::Stop;
use super::comments::after_comments;
use super::diagnostic::{self, Fault, PATH};
use super::format::Format;
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

    /// A text that did not come from a file, by the name that messages give it.
    pub fn from_text(name: &str, text: &str) -> Input {
        Input { name: name.to_owned(), bytes: text.as_bytes().to_vec() }
    }

    /// The game with a number, from 1, in whichever format; the first if none is given.
    pub fn game(&self, number: Option<u32>) -> Result<Source<'_>, Refusal> {
        match self.game_so_far(number)? {
            Source { cut: Some(fault), .. } => Err(self.refusal(fault)),
            source => Ok(source),
        }
    }

    /// As [`game`](Self::game), or the part of a game of PDN that is before an
    /// illegal or ambiguous move: what its words mean depends on where they are played.
    pub fn game_so_far(&self, number: Option<u32>) -> Result<Source<'_>, Refusal> {
        self.parse(number).map_err(|fault| self.refusal(fault))
    }

    /// The games of a PDN file as they are, each or what is wrong with it;
    /// `None` if the file is another.
    pub fn records(&self) -> Option<Vec<Result<Record, Refusal>>> {
        let text = pdn::decode(&self.bytes);
        let games = (Format::of_text(&text) == Format::Pdn).then(|| pdn::games(&text))?;
        Some(games.map(|game| game.map_err(|error| self.refusal(Fault::from(error)))).collect())
    }

    fn parse(&self, number: Option<u32>) -> Result<Source<'_>, Fault> {
        let decoded = pdn::decode(&self.bytes);
        if Format::of_text(&decoded) == Format::Pdn {
            return self.parse_pdn(decoded, number);
        }
        // What is not UTF-8 is in no other format: the exchange format says where.
        let text = str::from_utf8(&self.bytes).unwrap_or_default();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let format = Format::of_text(text);
        let (document, plies) = match format {
            Format::Exchange | Format::Pdn => (Document::parse(&self.bytes)?, Vec::new()),
            Format::Fen => (Document::new(fen(text)?.setup(Rules::ENGLISH), Vec::new()), Vec::new()),
            Format::Json => json::read(text)?,
        };
        if let Some(number) = number.filter(|&number| number > 1) {
            return Err(no_game(text, number, 1));
        }
        let text = text.into();
        Ok(Source { input: self, text, format, document, plies, record: None, is_first: false, cut: None })
    }

    fn parse_pdn<'a>(&'a self, text: Cow<'a, str>, number: Option<u32>) -> Result<Source<'a>, Fault> {
        let wanted = number.map_or(0, |number| number as usize - 1);
        let (mut record, mut cut, mut count) = (None, None, 0);
        for game in pdn::games(&text) {
            // Whoever names a game wants that one; else all of the text counts.
            match game {
                Ok(game) if count == wanted => record = Some(game),
                Err(why) if count == wanted && is_of_a_move(&why) => {
                    record = why.so_far().cloned();
                    cut = Some(why.into());
                }
                Err(why) if count == wanted || number.is_none() => return Err(why.into()),
                _ => {}
            }
            count += 1;
        }
        let record = record.ok_or_else(|| no_game(&text, number.unwrap_or(1), count))?;
        let plies = record.moves().into_iter().map(|mv| Ply::Move(mv.path().clone()));
        let document = Document::new(record.start().setup(), plies.collect());
        let record = Some((record, count));
        Ok(Source {
            input: self,
            text,
            format: Format::Pdn,
            document,
            plies: Vec::new(),
            record,
            is_first: number.is_none(),
            cut,
        })
    }

    fn refusal(&self, fault: Fault) -> Refusal {
        let line = self.line(fault.place.line).into_owned();
        Refusal { file: self.name.clone(), line, fault }
    }

    /// The position after the moves of that game. Warnings are printed on
    /// standard error.
    pub fn position(&self, number: Option<u32>) -> Result<Position, Stop> {
        let source = self.game(number)?;
        source.warn();
        Ok(source.position()?)
    }
}

/// A game and the input that it was read from.
pub struct Source<'a> {
    input: &'a Input,
    /// Without a byte-order mark.
    text: Cow<'a, str>,
    pub format: Format,
    pub document: Document,
    /// Where its moves stand in the text, if the document does not know.
    plies: Vec<Range<usize>>,
    /// As PDN has it, and how many games its file has.
    record: Option<(Record, usize)>,
    /// Whether it is the first game because none was named.
    is_first: bool,
    /// What is wrong with the move after the last, if the game goes on in the text.
    cut: Option<Fault>,
}

impl Source<'_> {
    /// Prints on standard error what is odd about the board.
    pub fn warn(&self) {
        let Input { name, .. } = self.input;
        if let Some((_, games)) = self.record.as_ref().filter(|(_, games)| *games > 1 && self.is_first) {
            let message = format!("{}: this is the first of {games} games", excerpt(name, PATH));
            print_error(&diagnostic::warning(&message));
        }
        for (oddity, place) in self.document.oddities() {
            print_error(&match self.format {
                Format::Exchange => {
                    diagnostic::warning_at(&oddity.to_string(), name, &self.input.line(place.line), place)
                }
                Format::Fen | Format::Json | Format::Pdn => {
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
                Some(part) => Fault::new(fault.message, &self.text, part),
                None => fault,
            })
        })
    }

    /// What is wrong with the move after the last, if the text has more.
    pub fn cut(&self) -> Option<&Fault> {
        self.cut.as_ref()
    }

    /// The position after as many of the first `most` moves as are legal,
    /// their number, and what is wrong with the next if it is one of them.
    pub fn play(&self, most: usize) -> Result<(Position, usize, Option<Refusal>), Refusal> {
        let count = self.document.plies().len();
        let (legal, refusal) = match self.document.position() {
            Err(error) => match *error.kind() {
                ErrorKind::Illegal { number, .. } if number <= most => (number - 1, self.position().err()),
                _ => (most.min(count), None),
            },
            Ok(_) if most > count => (count, self.cut.clone().map(|fault| self.input.refusal(fault))),
            Ok(_) => (most, None),
        };
        let plies = self.document.plies().iter().take(legal).cloned().collect();
        let position = Document::new(self.document.setup(), plies).position();
        let position = position.map_err(|error| self.input.refusal(Fault::from(error)))?;
        Ok((position, legal, refusal))
    }

    /// The game as PDN has it, if it was read from there.
    pub fn record(&self) -> Option<&Record> {
        self.record.as_ref().map(|(record, _)| record)
    }

    /// What PDN tells about the game and a document does not, a sentence.
    pub fn lost_in(&self, format: Format) -> Vec<String> {
        let Some((record, _)) = &self.record else {
            return Vec::new();
        };
        let mut lost: Vec<String> = record.left_out().map(|part| part.to_string()).collect();
        let (mut comments, mut glyphs, mut variations) = (!record.line().comment.is_empty(), false, false);
        for annotated in &record.line().moves {
            comments |= !annotated.comment.is_empty();
            glyphs |= !annotated.nags.is_empty();
            variations |= !annotated.variations.is_empty();
        }
        let parts = [
            ("tags", record.tags().iter().any(says_something)),
            ("the result", record.result() != Ending::Unknown),
            ("comments", comments),
            ("marks", glyphs),
            ("variations", variations),
        ];
        let parts: Vec<&str> =
            parts.into_iter().filter(|&(_, is_there)| is_there).map(|(part, _)| part).collect();
        if !parts.is_empty() {
            let parts = parts.join(", ");
            lost.push(match format {
                Format::Pdn => format!("{parts} of the game are not kept"),
                _ => format!("the format {format} cannot hold {parts} of PDN"),
            });
        }
        lost
    }
}

/// Whether a tag tells more than the moves do.
fn says_something(tag: &Tag) -> bool {
    !["GameType", "SetUp", "FEN"].contains(&tag.name.as_str())
        && !["?", "*", "????.??.??", ""].contains(&tag.value.as_str())
}

/// Whether a move is at fault, and not the text.
fn is_of_a_move(why: &pdn::Error) -> bool {
    matches!(why.kind(), pdn::ErrorKind::Illegal { .. } | pdn::ErrorKind::Ambiguous { .. })
}

fn no_game(text: &str, number: u32, count: usize) -> Fault {
    let message = match count {
        0 => "expected a game but found the end of the file".to_owned(),
        _ => format!("expected game {number} but the file has {count}"),
    };
    Fault::new(message, text, text.len()..text.len())
}

/// Why an input is not a valid game.
pub struct Refusal {
    file: String,
    /// The line of the fault.
    line: String,
    pub fault: Fault,
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Stop {
        Stop::from(&refusal)
    }
}

impl From<&Refusal> for Stop {
    fn from(Refusal { file, line, fault }: &Refusal) -> Stop {
        Stop::Failed(diagnostic::error_at(&fault.message, file, line, fault.place))
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
        let refusal = input.game(None).and_then(|source| source.position());
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
