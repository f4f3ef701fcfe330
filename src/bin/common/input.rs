//! Input files.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use nom::Offset;
use rankmoves::exchange::{Document, MAX_BYTES};
use rankmoves::pdn::{self, Fen, FenError, Record};
use rankmoves::{Ply, Position, Rules, excerpt};

use super::Stop;
use super::comments::after_comments;
use super::diagnostic::{self, Fault, PATH};
use super::encoding;
use super::format::Format;
use super::json;
use super::source::{Archived, Source};

/// A file that has been read.
pub struct Input {
    name: String,
    /// UTF-8, or Windows-1252 as in older PDN.
    bytes: Vec<u8>,
    /// The first part of UTF-16 that is none.
    fault: Option<Fault>,
    /// The rules of a text that gives none: FEN.
    rules: Rules,
}

/// The part of an input that is asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Part {
    /// The number of the game, from 1; the first if none is given.
    pub game: Option<u32>,
    /// The number of its moves to be played; all if none is given.
    pub moves: Option<usize>,
    /// Whether, without a number, every game of the input must be valid.
    pub is_whole: bool,
}

impl Part {
    /// All moves of the game with a number, or of the first.
    pub fn game(number: Option<u32>) -> Part {
        Part { game: number, ..Part::default() }
    }
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
        let (bytes, fault) = encoding::to_utf8(bytes);
        Ok(Input { name, bytes, fault, rules: Rules::ENGLISH })
    }

    /// Returns the name that messages give the input.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A line of the input, counted from 1, without its end or a byte-order
    /// mark; bytes that are not UTF-8 are replaced.
    pub fn line(&self, number: usize) -> Cow<'_, str> {
        let bytes = self.bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&self.bytes);
        let line = bytes.split(|&byte| byte == b'\n').nth(number - 1).unwrap_or_default();
        String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// Takes a position that did not come from a file, and the name that messages give it.
    pub fn from_fen(name: &str, fen: Fen, rules: Rules) -> Input {
        Input { name: name.to_owned(), bytes: fen.to_string().into_bytes(), fault: None, rules }
    }

    /// Reads a game in whichever format, as far as is asked for.
    pub fn game(&self, part: Part) -> Result<Source<'_>, Refusal> {
        match self.game_so_far(part)? {
            Source { cut: Some(fault), is_stopped: false, .. } => Err(self.refusal(fault)),
            source => Ok(source),
        }
    }

    /// As [`game`](Self::game), or the part of a game of PDN that is before an
    /// illegal or ambiguous move: what its words mean depends on where they are played.
    pub fn game_so_far(&self, part: Part) -> Result<Source<'_>, Refusal> {
        self.parse(part).map_err(|fault| self.refusal(fault))
    }

    /// The games of a PDN file as they are, each or what is wrong with it;
    /// `None` if the file is another.
    pub fn records(&self) -> Option<Vec<Result<Record, Refusal>>> {
        let text = pdn::decode(&self.bytes);
        let is_pdn = self.fault.is_none() && Format::of_text(&text) == Format::Pdn;
        let games = is_pdn.then(|| pdn::games(&text))?;
        Some(games.map(|game| game.map_err(|error| self.refusal(Fault::from(error)))).collect())
    }

    fn parse(&self, part: Part) -> Result<Source<'_>, Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let decoded = pdn::decode(&self.bytes);
        if Format::of_text(&decoded) == Format::Pdn {
            return self.parse_pdn(decoded, part);
        }
        // What is not UTF-8 is in no other format: the exchange format says where.
        let text = str::from_utf8(&self.bytes).unwrap_or_default();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let format = Format::of_text(text);
        let (document, plies) = match format {
            Format::Exchange | Format::Pdn => (Document::parse(&self.bytes)?, Vec::new()),
            Format::Fen => (Document::new(fen(text)?.setup(self.rules), Vec::new()), Vec::new()),
            Format::Json => json::read(text)?,
        };
        if let Some(number) = part.game.filter(|&number| number > 1) {
            return Err(no_game(text, number, 1));
        }
        let mut source = Source {
            input: self,
            text: text.into(),
            format,
            document,
            plies,
            rest: Vec::new(),
            is_stopped: false,
            end: text.trim_end().len(),
            archived: None,
            cut: None,
        };
        source.stop_after(part.moves)?;
        Ok(source)
    }

    fn parse_pdn<'a>(&'a self, text: Cow<'a, str>, part: Part) -> Result<Source<'a>, Fault> {
        let number = part.game.unwrap_or(1);
        let wanted = number as usize - 1;
        let (mut record, mut cut, mut end, mut count) = (None, None, 0, 0);
        let (mut wrong, mut first_wrong) = (0, None);
        let mut games = pdn::games(&text);
        while let Some(game) = games.next() {
            match game {
                Ok(game) if count == wanted => record = Some(game),
                Err(why) if count == wanted && is_of_a_move(&why) => {
                    record = why.so_far().cloned();
                    cut = Some(why.into());
                }
                Err(why) if count == wanted || (part.game.is_none() && part.is_whole) => {
                    return Err(why.into());
                }
                Err(why) => {
                    wrong += 1;
                    first_wrong.get_or_insert_with(|| Fault::from(why));
                }
                Ok(_) => {}
            }
            if count == wanted {
                end = text[..games.offset()].trim_end().len();
            }
            count += 1;
        }
        let record = record.ok_or_else(|| no_game(&text, number, count))?;
        let plies = record.moves().into_iter().map(|mv| Ply::Move(mv.path().clone()));
        let document = Document::new(record.start().setup(), plies.collect());
        let is_chosen = part.game.is_some();
        let archived = Archived { record, number, games: count, is_chosen, wrong, first_wrong };
        let mut source = Source {
            input: self,
            text,
            format: Format::Pdn,
            document,
            plies: Vec::new(),
            rest: Vec::new(),
            is_stopped: false,
            end,
            archived: Some(archived),
            cut,
        };
        source.stop_after(part.moves)?;
        Ok(source)
    }

    pub fn refusal(&self, fault: Fault) -> Refusal {
        let drawn = diagnostic::fault(&fault, &self.name, |number| self.line(number));
        Refusal { drawn: drawn.into(), fault }
    }

    /// Reads the position after the moves of a game. Warnings are printed on
    /// standard error.
    pub fn position(&self, part: Part) -> Result<Position, Stop> {
        let source = self.game(part)?;
        source.warn();
        Ok(source.position()?)
    }
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
    /// The fault with its line, ready to be shown.
    drawn: Box<str>,
    pub fault: Fault,
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Stop {
        Stop::from(&refusal)
    }
}

impl From<&Refusal> for Stop {
    fn from(refusal: &Refusal) -> Stop {
        Stop::Failed(refusal.drawn.to_string())
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
        let input = Input::read_from("game".to_owned(), Ok(text.as_bytes()));
        let input = input.unwrap_or_else(|_| panic!("the text is short"));
        let refusal = input.game(Part::default()).and_then(|source| source.position());
        let Fault { message, place, .. } = refusal.expect_err("the text is wrong").fault;
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
