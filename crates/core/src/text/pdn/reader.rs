//! Reads the games of an archive as a stream, or of a text.

#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Read};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use nom::Offset;

use super::error::{Error, ErrorKind};
use super::parser::{MAX_PROSE, Parser};
use super::{MAX_BYTES, Record, decode};
use crate::text::location::Location;
use crate::text::scan::{Fault, look_at};

/// Reads the games of a text, one at a time. See the [module](super) for the grammar, and [`Reader`] for texts that
/// are too large for memory.
///
/// An invalid game yields an error; reading then continues at the next tags or after the next result.
///
/// ```
/// let text = "[Event \"First\"] 1. 11-15 23-19 1-0 [Event \"Second\"] 1. 11-14 *";
/// let games: Vec<_> = rankmoves_core::pdn::games(text).collect();
/// assert_eq!(games[0].as_ref().unwrap().moves().len(), 2);
/// assert_eq!(
///     games[1].as_ref().unwrap_err().to_string(),
///     "1:56: game 2: move 1 of black, 11-14, is illegal: 14 is neither a step nor a jump away from 11",
/// );
/// ```
pub fn games(text: &str) -> impl Iterator<Item = Result<Record, Error>> {
    Reader::new(text.as_bytes()).map_while(|game| match game {
        Ok(record) => Some(Ok(record)),
        Err(ReadError::Game(error)) => Some(Err(error)),
        // This cannot happen: the text is in memory.
        Err(ReadError::Io(_)) => None,
    })
}

/// Replaces one game of a text, with its tags; the games are counted from 1, valid or not. The rest of the text stays
/// as it is, and the new game gets its line ends. Returns `None` if there is no such game.
///
/// ```
/// let text = "{Two games}\n[Event \"A\"] 1. 11-15 *\n\n1. 9-14 *\n";
/// let replaced = rankmoves_core::pdn::replace_game(text, 1, "1. 12-16 *");
/// assert_eq!(replaced.as_deref(), Some("{Two games}\n1. 12-16 *\n\n1. 9-14 *\n"));
/// ```
pub fn replace_game(text: &str, number: usize, game: &str) -> Option<String> {
    let (mut rest, mut old) = (text.strip_prefix('\u{feff}').unwrap_or(text), "");
    for _ in 0..number {
        (old, rest) = rest.split_at(first(rest, true)?.1);
    }
    // Comments before the tags belong to the file.
    let before = old.find('[').map_or("", |tag| &old[..tag]);
    let is_prose = before.trim_start().starts_with('{') && before.trim_end().ends_with('}');
    let game_start = if is_prose { before.len() } else { old.len() - old.trim_start().len() };
    let start = text.len() - rest.len() - old.len() + game_start;
    let end = text.len() - rest.len() - (old.len() - old.trim_end().len());
    let game = if text.contains("\r\n") { game.replace('\n', "\r\n") } else { game.to_owned() };
    (number > 0).then(|| [&text[..start], &game, &text[end..]].concat())
}

/// A reader of the games of an archive of any length, one at a time. Like [`games`](super::games()), it
/// yields a record or an error for each game.
///
/// The reader holds one game at a time in memory. A game may be as long as [`MAX_BYTES`]. A line that is not
/// UTF-8 is read as Windows-1252, which older programs write.
///
/// ```
/// use rankmoves_core::pdn::{ReadError, Reader};
///
/// let archive = "[Event \"First\"]\n1. 11-15 23-19 1-0\n[Event \"Second\"]\n1. 11-14 *\n";
/// let mut reader = Reader::new(archive.as_bytes());
/// assert_eq!(reader.next().unwrap()?.tag("Event"), Some("First"));
/// let Some(Err(ReadError::Game(error))) = reader.next() else { panic!("it is wrong") };
/// assert_eq!((error.game(), error.location().line), (2, 4));
/// assert_eq!(reader.line(), "1. 11-14 *");
/// assert!(reader.next().is_none());
/// # Ok::<(), ReadError>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    /// The text that is read but not yet parsed: whole lines, from the line on which the next game begins.
    text: String,
    /// The start of the next game in `text`.
    start: usize,
    /// The start of the next game in the whole text.
    next_game: Location,
    /// The end of the last game, without trailing blanks: the offset in `text`, and the location in the whole
    /// text.
    game_end: (usize, Location),
    /// The start in `text` of the error returned last, and its column; `None` if a game was returned, or the line of
    /// the error is no longer in `text`.
    error: Option<(usize, usize)>,
    /// The line of the error returned last, if that line is no longer in `text`.
    line: String,
    /// The number of games so far.
    games: usize,
    /// True once the input has ended or failed.
    ended: bool,
    stop: Arc<AtomicBool>,
    /// The minimum number of bytes to read at a time.
    chunk: usize,
    /// The maximum length of a game, in bytes.
    longest: usize,
}

/// The reason why a game cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The archive cannot be read any further.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The game is invalid; later games may be valid.
    #[error(transparent)]
    Game(#[from] Error),
}

impl<R: BufRead> Reader<R> {
    /// Reads the games of an archive from its start.
    pub fn new(input: R) -> Reader<R> {
        Reader::with_sizes(input, 1 << 16, MAX_BYTES)
    }

    /// Reads the games of an archive. Checks `stop` before each game, and before it reads more of a game. Once
    /// the flag is true, the iterator yields an error and ends.
    pub fn with_stop_flag(input: R, stop: Arc<AtomicBool>) -> Reader<R> {
        Reader { stop, ..Reader::new(input) }
    }

    fn with_sizes(input: R, chunk: usize, longest: usize) -> Reader<R> {
        Reader {
            input,
            text: String::new(),
            start: 0,
            next_game: Location::default(),
            game_end: (0, Location::default()),
            error: None,
            line: String::new(),
            games: 0,
            ended: false,
            stop: Arc::default(),
            chunk,
            longest,
        }
    }

    /// Returns the end of the game read last; once all games have been read, the end of the text.
    pub fn location(&self) -> Location {
        self.game_end.1
    }

    /// Returns the line of the error returned last, without its line ending; an empty text after a valid game.
    pub fn line(&self) -> &str {
        self.error.map_or(&self.line, |(error, _)| self.line_of(error))
    }

    /// Returns the line of the error returned last, cut to `max_chars` characters on either side of the error's start,
    /// and the number of characters cut off on the left. Does not scan the rest of the line, which may be as long
    /// as the archive and contain many invalid games.
    pub fn line_around(&self, max_chars: usize) -> (&str, usize) {
        let Some((error, column)) = self.error else { return (&self.line, 0) };
        let on_line = |&(_, character): &(usize, char)| character != '\n';
        let before = self.text[..error].char_indices().rev().take(max_chars).take_while(on_line);
        let (start, count) = before.fold((error, 0), |(_, count), (start, _)| (start, count + 1));
        let after = self.text[error..].char_indices().take(max_chars).take_while(on_line).last();
        let end = after.map_or(error, |(index, last)| error + index + last.len_utf8());
        look_at(end - start);
        (first_line(&self.text[start..end]), column - 1 - count)
    }

    /// Returns the line on which the last game ends, without its line ending.
    pub fn line_here(&self) -> &str {
        self.line_of(self.game_end.0)
    }

    fn line_of(&self, offset: usize) -> &str {
        let line = first_line(&self.text[line_start(&self.text[..offset])..]);
        look_at(line.len());
        line
    }

    /// Reads more input, up to the end of a line.
    fn fill(&mut self) -> io::Result<()> {
        // No error refers to the text that is dropped: reading a game begins without one.
        let line_start = line_start(&self.text[..self.start]);
        self.text.drain(..line_start);
        self.start -= line_start;
        self.game_end.0 = self.game_end.0.saturating_sub(line_start);
        // Double the amount each time, because each attempt parses the game from its start.
        let wanted = self.text.len() + (self.text.len() - self.start).max(self.chunk);
        let mut line = Vec::new();
        while self.text.len() < wanted {
            line.clear();
            // Read no more of a line than the maximum length of a game: the line may never end.
            let longest = self.longest as u64 + 1;
            if self.input.by_ref().take(longest).read_until(b'\n', &mut line)? == 0 {
                self.ended = true;
                break;
            }
            let is_first = self.next_game == Location::default() && self.text.is_empty();
            let bytes = if is_first { line.strip_prefix(BOM).unwrap_or(&line) } else { &line };
            match str::from_utf8(bytes) {
                Ok(line) => self.text.push_str(line),
                Err(_) => self.text.push_str(&decode(bytes)),
            }
            if self.text.len() - self.start > self.longest {
                break;
            }
        }
        Ok(())
    }

    /// Advances past a game.
    fn pass(&mut self, length: usize) {
        let game = &self.text[self.start..self.start + length];
        let trimmed = game.trim_end();
        self.game_end = (self.start + trimmed.len(), self.next_game.after(trimmed));
        self.next_game = self.next_game.after(game);
        self.start += length;
        self.games += 1;
    }

    /// Returns the error for a fault. Its offset in `wrong` is counted from the start of the next game.
    fn error(&mut self, wrong: Wrong) -> Error {
        let Wrong { kind, at, so_far } = wrong;
        let rest = &self.text[self.start..];
        let location = self.next_game.after(&rest[..at.start]).of(&rest[at.clone()]);
        self.error = Some((self.start + at.start, location.column));
        Error { game: self.games + 1, kind: Box::new(kind), location, so_far }
    }

    /// Skips a game that is too long, up to a line that begins with a tag.
    fn pass_over(&mut self) -> io::Result<Error> {
        let rest = &self.text[self.start..];
        let (bytes, at) = (rest.len(), rest.len() - rest.trim_start().len());
        let kind = ErrorKind::TooLong { bytes };
        let error = self.error(Wrong { kind, at: at..at, so_far: None });
        self.line = self.line().to_owned();
        self.error = None;
        let is_tag = |line: &str| line.trim_start().starts_with('[');
        let mut length = self.text.len() - self.start;
        let mut is_cut = !self.text.ends_with('\n');
        loop {
            self.pass(length);
            self.games -= 1;
            // Read one line at a time.
            let chunk = std::mem::replace(&mut self.chunk, 1);
            self.text.drain(..self.start);
            self.start = 0;
            self.game_end.0 = 0;
            let filled = self.fill();
            self.chunk = chunk;
            filled?;
            if self.ended || !is_cut && is_tag(&self.text) {
                break;
            }
            is_cut = !self.text.ends_with('\n');
            length = self.text.len();
        }
        self.games += 1;
        Ok(error)
    }

    fn read(&mut self) -> io::Result<Option<Result<Record, Error>>> {
        loop {
            let is_over = self.ended && self.start == self.text.len();
            if self.stop.load(Relaxed) && !is_over {
                return Err(io::Error::other("reading was stopped"));
            }
            match first(&self.text[self.start..], self.ended) {
                Some((game, length)) => {
                    let game = game.map_err(|wrong| self.error(wrong));
                    self.pass(length);
                    return Ok(Some(game));
                }
                None if self.ended => {
                    self.next_game = self.next_game.after(&self.text[self.start..]);
                    self.start = self.text.len();
                    self.game_end = (self.start, self.next_game);
                    return Ok(None);
                }
                None if self.text.len() - self.start > self.longest => {
                    return self.pass_over().map(|error| Some(Err(error)));
                }
                None => self.fill()?,
            }
        }
    }
}

/// Returns the start of the last line of a text.
fn line_start(text: &str) -> usize {
    text.rfind('\n').map_or(0, |newline| newline + 1)
}

/// Returns the first line of a text, without its line ending.
fn first_line(text: &str) -> &str {
    let line = text.split('\n').next().unwrap_or_default();
    line.strip_suffix('\r').unwrap_or(line)
}

const BOM: &[u8] = "\u{feff}".as_bytes();

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Result<Record, ReadError>> {
        self.error = None;
        self.line.clear();
        let read = self.read();
        if read.is_err() {
            // Nothing more can be read.
            self.ended = true;
            self.text.clear();
            self.start = 0;
            self.game_end.0 = 0;
        }
        read.map_or_else(|why| Some(Err(why.into())), |game| game.map(|game| game.map_err(ReadError::Game)))
    }
}

/// A fault, and the range of bytes at fault.
struct Wrong {
    kind: ErrorKind,
    at: Range<usize>,
    so_far: Option<Box<Record>>,
}

/// Reads the first game of a text, which ends at the end of a line. `whole` is false if more text follows.
/// Returns the game, or the fault in it, and the number of bytes up to its end. Returns `None` if the text has
/// no game, or more text is needed to find the end of the game.
fn first(text: &str, whole: bool) -> Option<(Result<Record, Wrong>, usize)> {
    let mut parser = Parser::new(text);
    let game = parser.game().transpose()?.map_err(|Fault { at, kind }| {
        parser.pass_over_game();
        let start = text.offset(at);
        Wrong { kind, at: start..start + at.len(), so_far: parser.so_far.take() }
    });
    let end = text.offset(parser.rest);
    // True if the text after the fault is long enough to contain the end of any comment in parentheses around
    // the fault.
    let is_far = |wrong: &Wrong| end.max(wrong.at.start + 4 * MAX_PROSE) < text.len();
    let is_known =
        whole || parser.is_at_tag().is_some_and(|is_tag| is_tag || game.as_ref().err().is_none_or(is_far));
    is_known.then_some((game, end))
}
