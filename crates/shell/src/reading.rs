//! Reads the selected game from an input.

use std::io::{self, BufRead};
use std::iter;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use nom::Offset;
use rankmoves_core::exchange::Document;
use rankmoves_core::pdn::{self, Fen, FenError, ReadError, Record};
use rankmoves_core::{Ply, Position, quoted};

use super::archive::JsonLines;
use super::diagnostic::{self, Diagnostic, Excerpt, Location, MAX_CONTEXT_CHARS, MAX_MARKED_CHARS};
use super::format::{Format, after_comments};
use super::input::{GameSelection, Input, STDIN};
use super::json::{self, Object};
use super::source::{Archived, Source};
use super::{Failure, Stop};

impl Input {
    /// Reads the selected game and moves, in any format.
    pub fn game(&self, part: GameSelection) -> Result<Source<'_>, Failure> {
        match self.game_so_far(part)? {
            Source { cut: Some(failure), rest: None, .. } => Err(failure),
            source => Ok(source),
        }
    }

    /// Reads a game like [`game`](Self::game). If a PDN game has an illegal or ambiguous move, reads only the
    /// part before it, because a PDN move can be read only in the position in which it is played.
    pub fn game_so_far(&self, part: GameSelection) -> Result<Source<'_>, Failure> {
        if let Some(wrong) = &self.wrong_utf16 {
            return Err(self.failure(wrong.clone()));
        }
        let mut source = match self.archive_format() {
            Some(Format::Pdn) => self.parse_pdn(part),
            Some(_) => self.parse_json_line(part),
            None => self.parse(part).map_err(|wrong| self.failure(wrong)),
        }?;
        source.stop_after(part.moves)?;
        Ok(source)
    }

    /// Returns the games of a PDN file, or their errors, one after the other; `None` for other files. The
    /// games of an archive that is not a regular file can be read only once.
    pub fn records(&self) -> Option<impl Iterator<Item = Result<Record, Failure>>> {
        let is_pdn = self.wrong_utf16.is_none() && self.archive_format() == Some(Format::Pdn);
        is_pdn.then(|| {
            let mut games = self.games();
            iter::from_fn(move || {
                let game = games.next()?;
                Some(game.map_err(|why| self.read_failure(why, &games)))
            })
        })
    }

    /// Returns whether the input contains more than one game or FEN position, valid or not.
    pub fn has_several_games(&self) -> Result<bool, Failure> {
        let is_pdn = self.archive_format() == Some(Format::Pdn);
        let found: io::Result<usize> = if is_pdn {
            let count = |game| if let Err(ReadError::Io(why)) = game { Err(why) } else { Ok(1) };
            self.games().take(2).map(count).sum()
        } else {
            // The first line may be invalid. An indented line is part of an object.
            let is_game = |line: &String| line.starts_with('{') || Format::of_text(line) == Format::Fen;
            let lines = JsonLines { input: self.open(), number: 0 };
            lines.filter(|line| line.as_ref().map_or(true, is_game)).take(2).map(|game| game.map(|_| 1)).sum()
        };
        found.map(|games| games > 1).map_err(|why| self.unreadable(&why))
    }

    /// Returns a reader of the games of a PDN text.
    fn games(&self) -> pdn::Reader<Box<dyn BufRead + '_>> {
        pdn::Reader::with_stop_flag(self.open(), Arc::clone(&self.stop))
    }

    fn parse(&self, part: GameSelection) -> Result<Source<'_>, Diagnostic> {
        let text = self.text();
        let format = Format::of_text(text);
        let (mut illegal, mut about) = Default::default();
        let document = match format {
            Format::Exchange | Format::Pdn => {
                Document::parse(&self.bytes).map_err(|why| self.in_no_format(text, why.into()))?
            }
            Format::Fen => Document::new(self.fen(text)?.setup(self.rules), []),
            Format::Json => {
                let object = json::read(text)?;
                illegal = object.position().err().map(|wrong| self.failure(wrong));
                about = object.about;
                object.document
            }
        };
        let mut archived = Archived::before(part);
        if !archived.count() {
            return Err(Diagnostic::new(archived.missing(), text, text.len()..text.len()));
        }
        let end = text.trim_end().len();
        let end = (diagnostic::location(text, end..end), None);
        Ok(Source { illegal, about, end, ..Source::new(self, format, document) })
    }

    /// Returns the text without a byte-order mark. Every format except PDN is UTF-8; other texts count as empty, and
    /// the exchange format's parser reports where they are not valid UTF-8.
    pub fn text(&self) -> &str {
        let text = str::from_utf8(&self.bytes).unwrap_or_default();
        text.strip_prefix('\u{feff}').unwrap_or(text)
    }

    /// Explains an error in a text that is empty, or that has no section of the exchange format and no trace
    /// of another format.
    fn in_no_format(&self, text: &str, error: Diagnostic) -> Diagnostic {
        const ACCEPTED: &str = "a checkers position or game (exchange format, PDN, FEN or JSON)";
        if self.bytes.trim_ascii().is_empty() {
            let file = if self.name == STDIN { "standard input" } else { "the file" };
            return Diagnostic::at(format!("{file} is empty: expected {ACCEPTED}"), error.location);
        }
        let has = |section: &str| {
            text.as_bytes().windows(section.len()).any(|part| part.eq_ignore_ascii_case(section.as_bytes()))
        };
        if after_comments(text).is_empty() || ["RULES", "TURN", "BOARD", "MOVES"].into_iter().any(has) {
            return error;
        }
        Diagnostic::at(format!("this is not {ACCEPTED}: {}", error.message), error.location)
    }

    /// Reads a FEN position, with comments and blank lines around its line.
    fn fen(&self, text: &str) -> Result<Fen, Diagnostic> {
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
        let mut message = format!("expected the end of the file but found {}", quoted(found));
        if self.has_lines_option && found.parse::<Fen>().is_ok() {
            message.push_str("; --lines reads one position per line");
        }
        let start = text.offset(rest);
        Err(Diagnostic::new(message, text, start..start + found.len()))
    }

    fn parse_pdn(&self, part: GameSelection) -> Result<Source<'_>, Failure> {
        let mut archived = Archived::before(part);
        let (mut record, mut cut, mut end) = Default::default();
        let mut games = self.games();
        while let Some(game) = games.next() {
            let is_wanted = archived.count();
            match game {
                Ok(game) if is_wanted => record = Some(game),
                Err(ReadError::Game(why)) if is_wanted && is_of_a_move(&why) => {
                    record = why.so_far().cloned();
                    cut = Some(self.failure_at(why.into(), games.line()));
                }
                Err(ReadError::Game(why)) if !is_wanted && (archived.is_chosen || !part.is_whole) => {
                    archived.add_wrong(why.into(), || games.line());
                }
                Err(why) => return Err(self.read_failure(why, &games)),
                Ok(_) => {}
            }
            if is_wanted {
                end = (games.location(), Some(games.line_here().to_owned()));
            }
        }
        let record = record.ok_or_else(|| {
            self.failure_at(Diagnostic::at(archived.missing(), games.location()), games.line_here())
        })?;
        let plies = record.line().moves().map(|annotated| Ply::from(annotated.mv));
        let document = Document::new(record.start().setup(), plies);
        let source = Source::new(self, Format::Pdn, document);
        Ok(Source { end, record: Some(record), archived: Some(archived), cut, ..source })
    }

    /// Reads the game on one line of a file of JSON objects. As in PDN, errors in other games are counted, or
    /// make the input invalid if `part.is_whole`.
    fn parse_json_line(&self, part: GameSelection) -> Result<Source<'_>, Failure> {
        let mut archived = Archived::before(part);
        let mut lines = JsonLines { input: self.open(), number: 0 };
        let mut found = None;
        while let Some(line) = lines.next() {
            let line = line.map_err(|why| self.unreadable(&why))?;
            if self.stop.load(Relaxed) {
                return Err(self.unreadable(&io::Error::other("reading was stopped")));
            }
            if archived.count() {
                found = Some((lines.number, line));
            } else if let Err(mut wrong) = json::read(&line).and_then(|object| object.position()) {
                wrong.message = format!("game {}: {}", archived.games, wrong.message);
                wrong.location.line = lines.number;
                archived.add_wrong(wrong, || &line);
            }
        }
        let Some((first_line, text)) = found else {
            let end = Location { line: lines.number + 1, column: 1, width: 0 };
            return Err(self.failure_at(Diagnostic::at(archived.missing(), end), ""));
        };
        let located = |mut wrong: Diagnostic| {
            wrong.location.line += first_line - 1;
            self.failure_at(wrong, &text)
        };
        let object = json::read(&text).map_err(located)?;
        let illegal = object.position().err().map(located);
        let Object { document, about, .. } = object;
        if let (Some((wrong, line)), true, false) = (&archived.first_wrong, part.is_whole, archived.is_chosen)
        {
            return Err(self.failure_at(wrong.clone(), line));
        }
        let location = Location { line: first_line, column: text.chars().count() + 1, width: 0 };
        let end = (location, Some(text));
        let source = Source::new(self, Format::Json, document);
        Ok(Source { illegal, about, end, archived: Some(archived), ..source })
    }

    /// Returns the failure for an invalid or unreadable game of an archive.
    fn read_failure<R: BufRead>(&self, why: ReadError, games: &pdn::Reader<R>) -> Failure {
        match why {
            ReadError::Game(error) => {
                let (part, before) = games.line_around(MAX_CONTEXT_CHARS + MAX_MARKED_CHARS);
                let excerpt = |location| Excerpt::of(part, before, location);
                Failure::in_file(&self.name, error.into(), excerpt)
            }
            ReadError::Io(why) => self.unreadable(&why),
        }
    }

    /// Reads the position after the moves of a game. Prints warnings on standard error.
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use rankmoves_core::{Player, Rules};

    use crate::game_info::GameInfo;

    use super::*;

    fn refused(text: &str) -> (String, usize, usize) {
        let input = Input::read_from("game".to_owned(), None, Ok(io::Cursor::new(text.to_owned())));
        refusal(&input.unwrap_or_else(|_| panic!("the text is short")))
    }

    fn refusal(input: &Input) -> (String, usize, usize) {
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
        assert_eq!(refused("W:W21:B1\nTURN: red").0, "expected the end of the file but found 'TURN:'");
    }

    #[test]
    fn only_commands_with_the_option_lines_suggest_it() {
        let input = Input::from_text("game", "W:W21:B1\nW:W22:B1".to_owned()).with_lines_option();
        let tip = "; --lines reads one position per line";
        assert_eq!(refusal(&input).0, format!("expected the end of the file but found 'W:W22:B1'{tip}"));
        let input = Input::from_text("game", "W:W21:B1\nTURN: red".to_owned()).with_lines_option();
        assert_eq!(refusal(&input).0, "expected the end of the file but found 'TURN:'");
    }

    #[test]
    fn illegal_moves_of_a_json_object_are_shown_at_their_locations() {
        let start = Position::start(Rules::ENGLISH, Player::Red).setup();
        let plies = ["c3->d4", "c3->d4"].map(|ply| ply.parse().unwrap()).to_vec();
        let text = json::write(&Document::new(start, plies), GameInfo::default(), None::<()>)
            .replace("\"c3", "\n  \"c3");
        let (message, line, column) = refused(&text);
        assert!(message.starts_with("move 2, c3->d4, is illegal"), "{message}");
        assert_eq!((line, column), (3, 3));
    }

    #[test]
    fn a_file_has_several_games_if_it_can_be_read() {
        /// A reader that fails.
        struct Broken;
        impl io::Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        for (text, is_several) in [
            ("1. 11-15 *", false),
            ("1. 11-15 *\n1. 11-20 *", true),
            ("{}\n{}", true),
            ("{\"rules\": broken\n{}\n{}", true),
            ("{\n \"turn\": \"red\"\n}", false),
            ("W:W18:B10", false),
            ("# two positions\nW:W18:B10\n b:W18:B10\n", true),
            ("W:W18\nW:W18:B10\n", true),
            ("# W:W18:B10\nW:W18:B10 # W:W18:B10\n", false),
            ("", false),
        ] {
            let found = Input::from_text("game", text.to_owned()).has_several_games();
            assert_eq!(found.ok().as_ref(), Some(&is_several), "{text}");
        }
        let long = format!("1. 11-15 {{{}", "x".repeat(1 << 20));
        let reader = io::Read::chain(io::Cursor::new(long), Broken);
        let input =
            Input::read_from("game".to_owned(), None, Ok(reader)).ok().expect("its beginning is read");
        assert!(input.has_several_games().is_err_and(|why| why.message().contains("broken")));
    }

    #[test]
    fn a_file_of_many_games_is_read_until_it_is_stopped() {
        for text in ["1. 11-15 *\n".repeat(9), "{}\n".repeat(9)] {
            let stop = Arc::new(AtomicBool::new(false));
            let mut input = Input::from_text("game", text.clone());
            input.stop = Arc::clone(&stop);
            if let Some(mut records) = input.records() {
                assert!(records.next().is_some_and(|game| game.is_ok()));
                stop.store(true, Relaxed);
                let stopped = records.next().and_then(Result::err).expect("the reading is stopped");
                assert_eq!(stopped.message(), "cannot read game: reading was stopped");
                assert!(records.next().is_none());
            }
            stop.store(true, Relaxed);
            let stopped = input.game(GameSelection::default()).err().expect("the reading is stopped");
            assert_eq!(stopped.message(), "cannot read game: reading was stopped", "{text}");
        }
    }
}
