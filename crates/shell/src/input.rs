//! Input files.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use nom::Offset;
use rankmoves_core::exchange::{Document, MAX_BYTES};
use rankmoves_core::pdn::{self, Fen, FenError, ReadError, Record};
use rankmoves_core::{Ply, Position, Rules, quoted, shorten};

use super::archive::{self, ArchiveTail};
use super::comments::after_comments;
use super::diagnostic::{self, Diagnostic, Excerpt, Location, MARKED, PATH, SHOWN};
use super::format::Format;
use super::input_file::InputFile;
use super::json::{self, GameInfo};
use super::source::{Archived, Source};
use super::{Failure, Stop, encoding};

/// A file that has been read, or the beginning of an archive of games.
pub struct Input {
    file: InputFile,
    /// The rest of an archive, which is read game by game.
    rest: Option<ArchiveTail>,
    /// The first part of UTF-16 that is none.
    wrong_utf16: Option<Diagnostic>,
    /// The rules of a text that gives none: FEN.
    rules: Rules,
    /// Ends the reading of an archive between two games.
    stop: Arc<AtomicBool>,
}

/// A game of an input, and how many of its moves to play.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameSelection {
    /// The number of the game, from 1; by default the first.
    pub game: Option<u32>,
    /// The number of its moves to play; by default all.
    pub moves: Option<usize>,
    /// True if every game of the input must be valid when no number is given.
    pub is_whole: bool,
}

impl GameSelection {
    /// Selects all moves of the game with a number, or of the first.
    pub fn game(number: Option<u32>) -> GameSelection {
        GameSelection { game: number, ..GameSelection::default() }
    }
}

impl Input {
    /// Reads a file, or standard input if there is no path or it is `-`.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is too large.
    pub fn read(path: Option<&Path>) -> Result<Input, Stop> {
        match path {
            None => Input::read_from("<stdin>".to_owned(), None, Ok(io::stdin())),
            Some(path) if path == Path::new("-") => Input::read(None),
            Some(path) => {
                let name = path.display().to_string();
                Input::read_from(name, Some(path.to_owned()), File::open(path))
            }
        }
    }

    fn read_from<R: Read + 'static>(
        name: String,
        path: Option<PathBuf>,
        reader: io::Result<R>,
    ) -> Result<Input, Stop> {
        let failed = |why| Stop::failed(&format!("read {}", shorten(&name, PATH)), &why);
        let mut reader = reader.map_err(failed)?;
        let mut bytes = Vec::new();
        let mut read_to = |length: u64, bytes: &mut Vec<u8>| {
            let rest = length - bytes.len() as u64;
            reader.by_ref().take(rest).read_to_end(bytes).map_err(failed)
        };
        if read_to(archive::HEAD, &mut bytes)? as u64 == archive::HEAD {
            if !encoding::is_utf16(&bytes) && archive::Kind::of(&bytes).is_some() {
                let rest = Some(ArchiveTail::new(reader, path));
                return Ok(Input { rest, ..Input::of(name, bytes) });
            }
            read_to(MAX_BYTES as u64 + 1, &mut bytes)?;
        }
        if bytes.len() > MAX_BYTES {
            let limit = MAX_BYTES >> 20;
            let message =
                format!("{} is larger than {limit} MiB, the most that is read", shorten(&name, PATH));
            return Err(Failure::new(message).into());
        }
        let (bytes, wrong_utf16) = encoding::to_utf8(bytes);
        Ok(Input { wrong_utf16, ..Input::of(name, bytes) })
    }

    /// Takes a text that did not come from a file, and the name that messages give it.
    pub fn from_text(name: &str, text: String) -> Input {
        Input::of(name.to_owned(), text.into_bytes())
    }

    fn of(name: String, bytes: Vec<u8>) -> Input {
        let (rules, stop) = (Rules::ENGLISH, Arc::default());
        Input { file: InputFile { name, bytes }, rest: None, wrong_utf16: None, rules, stop }
    }

    /// Ends the reading of a file of many games with an error once `stop` is true, which is looked at
    /// before each game.
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Input {
        Input { stop, ..self }
    }

    /// Returns the name that messages give the input.
    pub fn name(&self) -> &str {
        &self.file.name
    }

    /// Takes a position that did not come from a file, and the name that messages give it.
    pub fn from_fen(name: &str, fen: Fen, rules: Rules) -> Input {
        Input { rules, ..Input::of(name.to_owned(), fen.to_string().into_bytes()) }
    }

    /// Reads the selected game and moves, in any format.
    ///
    /// # Errors
    ///
    /// If the input is wrong, or has no such game or too few moves.
    pub fn game(&self, part: GameSelection) -> Result<Source<'_>, Failure> {
        match self.game_so_far(part)? {
            Source { cut: Some(failure), is_stopped: false, .. } => Err(failure),
            source => Ok(source),
        }
    }

    /// Reads a game as [`game`](Self::game) does, or the part of a PDN game before an
    /// illegal or ambiguous move: PDN moves depend on the position that they are played in.
    ///
    /// # Errors
    ///
    /// As for [`game`](Self::game), but for the move that is wrong.
    pub fn game_so_far(&self, part: GameSelection) -> Result<Source<'_>, Failure> {
        if let Some(wrong) = &self.wrong_utf16 {
            return Err(self.file.failure(wrong.clone()));
        }
        let mut source = match archive::Kind::of(&self.file.bytes) {
            Some(archive::Kind::Pdn) => self.parse_pdn(part),
            Some(archive::Kind::JsonLines) => self.parse_json_line(part),
            None => self.parse(part).map_err(|wrong| self.file.failure(wrong)),
        }?;
        source.stop_after(part.moves)?;
        Ok(source)
    }

    /// Returns the games of a PDN file, or their errors, one after the other;
    /// `None` for other files. An archive that is no file can be read only once.
    pub fn records(&self) -> Option<impl Iterator<Item = Result<Record, Failure>>> {
        let is_pdn =
            self.wrong_utf16.is_none() && archive::Kind::of(&self.file.bytes) == Some(archive::Kind::Pdn);
        is_pdn.then(|| {
            let mut games = self.games();
            iter::from_fn(move || {
                let game = games.next()?;
                Some(game.map_err(|why| self.read_failure(why, &games)))
            })
        })
    }

    /// Reads the games of PDN.
    fn games(&self) -> pdn::Reader<Box<dyn BufRead + '_>> {
        let archive = archive::open(&self.file.bytes, self.rest.as_ref());
        pdn::Reader::with_stop_flag(archive, Arc::clone(&self.stop))
    }

    /// Makes the source of the only game of an input, or of one of many.
    fn source<'a>(&'a self, text: Cow<'a, str>, format: Format, document: Document) -> Source<'a> {
        Source {
            file: &self.file,
            text,
            format,
            document,
            plies: Vec::new(),
            rest: None,
            is_stopped: false,
            about: GameInfo::default(),
            first_line: 1,
            end: Default::default(),
            archived: None,
            cut: None,
        }
    }

    fn parse(&self, part: GameSelection) -> Result<Source<'_>, Diagnostic> {
        // All other formats are UTF-8. The exchange format's parser reports the location of other bytes.
        let text = str::from_utf8(&self.file.bytes).unwrap_or_default();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let format = Format::of_text(text);
        let (document, plies, about) = match format {
            Format::Exchange | Format::Pdn => {
                let read = Document::parse(&self.file.bytes);
                (read.map_err(|why| in_no_format(text, why.into()))?, Vec::new(), GameInfo::default())
            }
            Format::Fen => (Document::new(fen(text)?.setup(self.rules), []), Vec::new(), GameInfo::default()),
            Format::Json => json::read(text)?,
        };
        if let Some(number) = part.game.filter(|&number| number > 1) {
            return Err(Diagnostic::new(no_game(number, 1), text, text.len()..text.len()));
        }
        let end = text.trim_end().len();
        let end = (diagnostic::location(text, end..end), None);
        Ok(Source { plies, about, end, ..self.source(text.into(), format, document) })
    }

    fn parse_pdn(&self, part: GameSelection) -> Result<Source<'_>, Failure> {
        let number = part.game.unwrap_or(1);
        let wanted = number as usize - 1;
        let (mut record, mut cut, mut end, mut count) = (None, None, Default::default(), 0);
        let (mut wrong, mut first_wrong) = (0, None);
        let mut games = self.games();
        while let Some(game) = games.next() {
            match game {
                Ok(game) if count == wanted => record = Some(game),
                Err(ReadError::Game(why)) if count == wanted && is_of_a_move(&why) => {
                    record = why.so_far().cloned();
                    cut = Some(self.file.failure_at(why.into(), games.line()));
                }
                Err(ReadError::Game(why)) if count != wanted && (part.game.is_some() || !part.is_whole) => {
                    wrong += 1;
                    first_wrong.get_or_insert_with(|| (Diagnostic::from(why), games.line().to_owned()));
                }
                Err(why) => return Err(self.read_failure(why, &games)),
                Ok(_) => {}
            }
            if count == wanted {
                end = (games.location(), Some(games.line_here().to_owned()));
            }
            count += 1;
        }
        let record = record.ok_or_else(|| {
            self.file.failure_at(Diagnostic::at(no_game(number, count), games.location()), games.line_here())
        })?;
        let plies = record.line().moves().map(|annotated| Ply::from(annotated.mv));
        let document = Document::new(record.start().setup(), plies);
        let is_chosen = part.game.is_some();
        let record = Some(record);
        let archived = Some(Archived { record, number, games: count, is_chosen, wrong, first_wrong });
        Ok(Source { end, archived, cut, ..self.source("".into(), Format::Pdn, document) })
    }

    /// Reads the game on a line of JSON objects. As in PDN, the others are valid,
    /// or the input is refused or the wrong ones are counted.
    fn parse_json_line(&self, part: GameSelection) -> Result<Source<'_>, Failure> {
        let mut lines =
            archive::JsonLines::new(archive::open(&self.file.bytes, self.rest.as_ref()), MAX_BYTES);
        let number = part.game.unwrap_or(1);
        let (mut found, mut count) = (None, 0);
        let (mut wrong, mut first_wrong) = (0, None);
        while let Some(line) = lines.next() {
            let line = line.map_err(|why| self.unreadable(&why))?;
            if self.stop.load(Relaxed) {
                return Err(self.unreadable(&io::Error::other("the reading was stopped")));
            }
            count += 1;
            if count == number as usize {
                found = Some((lines.number(), line));
            } else if let Err(mut diagnostic) = json::check(&line) {
                diagnostic.message = format!("game {count}: {}", diagnostic.message);
                diagnostic.location.line = lines.number();
                wrong += 1;
                first_wrong.get_or_insert((diagnostic, line));
            }
        }
        let failure = |mut wrong: Diagnostic, first_line: usize, line: &str| {
            wrong.location.line += first_line - 1;
            self.file.failure_at(wrong, line)
        };
        let Some((first_line, text)) = found else {
            return Err(failure(Diagnostic::new(no_game(number, count), "", 0..0), lines.number() + 1, ""));
        };
        let (document, plies, about) =
            json::read(&text).map_err(|wrong| failure(wrong, first_line, &text))?;
        if let (Some((diagnostic, line)), true, None) = (&first_wrong, part.is_whole, part.game) {
            return Err(self.file.failure_at(diagnostic.clone(), line));
        }
        let location = Location { line: first_line, column: text.chars().count() + 1, width: 0 };
        let (end, is_chosen) = ((location, Some(text.clone())), part.game.is_some());
        let archived = Some(Archived { record: None, number, games: count, is_chosen, wrong, first_wrong });
        let source = self.source(text.into(), Format::Json, document);
        Ok(Source { plies, about, first_line, end, archived, ..source })
    }

    /// Makes a failure of a game of an archive that cannot be read or is wrong.
    fn read_failure<R: BufRead>(&self, why: ReadError, games: &pdn::Reader<R>) -> Failure {
        match why {
            ReadError::Game(error) => {
                let (part, before) = games.line_around(SHOWN + MARKED);
                let excerpt = |location| Excerpt::of(part, before, location);
                Failure::in_file(&self.file.name, error.into(), excerpt)
            }
            ReadError::Io(why) => self.unreadable(&why),
        }
    }

    fn unreadable(&self, why: &io::Error) -> Failure {
        Failure::new(format!("cannot read {}: {why}", shorten(&self.file.name, PATH)))
    }

    /// Reads the position after the moves of a game. Warnings are printed on
    /// standard error.
    ///
    /// # Errors
    ///
    /// As for [`game`](Self::game), and if a move is illegal.
    pub fn position(&self, part: GameSelection) -> Result<Position, Stop> {
        let source = self.game(part)?;
        source.warn();
        Ok(source.position()?)
    }
}

/// Returns whether the error is an illegal or ambiguous move rather than malformed text.
fn is_of_a_move(why: &pdn::Error) -> bool {
    matches!(why.kind(), pdn::ErrorKind::Illegal { .. } | pdn::ErrorKind::Ambiguous { .. })
}

/// Says that there is no game of a number, from 1.
fn no_game(number: u32, count: usize) -> String {
    match count {
        0 => "expected a game but found the end of the file".to_owned(),
        _ => format!("expected game {number} but the file has {count}"),
    }
}

/// Explains an error in a text that has none of the exchange format's sections and no sign of another
/// format either.
fn in_no_format(text: &str, error: Diagnostic) -> Diagnostic {
    let has = |section: &str| {
        text.as_bytes().windows(section.len()).any(|part| part.eq_ignore_ascii_case(section.as_bytes()))
    };
    if after_comments(text).is_empty() || ["RULES", "TURN", "BOARD", "MOVES"].into_iter().any(has) {
        return error;
    }
    let message = "this is not a checkers position or game (exchange format, PDN, FEN or JSON)";
    Diagnostic::at(format!("{message}: {}", error.message), error.location)
}

/// Reads a FEN position, with comments and blank lines around its line.
fn fen(text: &str) -> Result<Fen, Diagnostic> {
    let start = text.offset(after_comments(text));
    let line = text[start..].split(['#', '\r', '\n']).next().expect("a text has a first line");
    let fen = line.parse().map_err(|error: FenError| {
        let before: usize = line.chars().take(error.column - 1).map(char::len_utf8).sum();
        let rest = &line[before..];
        let width = rest.chars().next().map_or(0, char::len_utf8);
        let message = format!("expected {} but found {}", error.expected, error.found);
        Diagnostic::new(message, text, start + before..start + before + width)
    })?;
    let rest = after_comments(&text[start + line.len()..]);
    if rest.is_empty() {
        return Ok(fen);
    }
    let found = rest.split_ascii_whitespace().next().unwrap_or_default();
    let message = format!("expected the end of the file but found {}", quoted(found));
    let start = text.offset(rest);
    Err(Diagnostic::new(message, text, start..start + found.len()))
}

#[cfg(test)]
mod tests {
    use rankmoves_core::Player;

    use super::*;

    fn refused(text: &str) -> (String, usize, usize) {
        let input = Input::read_from("game".to_owned(), None, Ok(io::Cursor::new(text.to_owned())));
        let input = input.unwrap_or_else(|_| panic!("the text is short"));
        let failure = input.game(GameSelection::default()).and_then(|source| source.position()).unwrap_err();
        let Location { line, column, .. } = failure.location().expect("the text is wrong");
        (failure.message().to_owned(), line, column)
    }

    #[test]
    fn errors_of_a_fen_are_shown_at_their_locations() {
        let (message, line, column) = refused("# a comment\n  W:W33:B1\n");
        assert_eq!((line, column), (2, 6), "{message}");
        let (message, line, column) = refused("W:W21:B1 # one\n\n W:W22:B1");
        assert_eq!(message, "expected the end of the file but found 'W:W22:B1'");
        assert_eq!((line, column), (3, 2));
    }

    #[test]
    fn illegal_moves_of_a_json_object_are_shown_at_their_locations() {
        let start = Position::start(Rules::ENGLISH, Player::Red).setup();
        let plies = ["c3->d4", "c3->d4"].map(|ply| ply.parse().unwrap()).to_vec();
        let text = json::write(&Document::new(start, plies)).replace("\"c3", "\n  \"c3");
        let (message, line, column) = refused(&text);
        assert!(message.starts_with("move 2, c3->d4, is illegal"), "{message}");
        assert_eq!((line, column), (3, 3));
    }

    #[test]
    fn a_file_of_many_games_is_read_until_it_is_stopped() {
        for text in ["1. 11-15 *\n".repeat(9), "{}\n".repeat(9)] {
            let stop = Arc::new(AtomicBool::new(false));
            let input = Input::from_text("game", text.clone()).stopped_by(Arc::clone(&stop));
            if let Some(mut records) = input.records() {
                assert!(records.next().is_some_and(|game| game.is_ok()));
                stop.store(true, Relaxed);
                let stopped = records.next().and_then(Result::err).expect("the reading is stopped");
                assert_eq!(stopped.message(), "cannot read game: the reading was stopped");
                assert!(records.next().is_none());
            }
            stop.store(true, Relaxed);
            let stopped = input.game(GameSelection::default()).err().expect("the reading is stopped");
            assert_eq!(stopped.message(), "cannot read game: the reading was stopped", "{text}");
        }
    }
}
