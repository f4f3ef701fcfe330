//! Input files.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rankmoves_core::exchange::MAX_BYTES;
use rankmoves_core::pdn::Fen;
use rankmoves_core::{Rules, shorten};

use super::archive::{self, ArchiveTail};
use super::diagnostic::{Diagnostic, Excerpt, Location, MAX_PATH_CHARS, shown_path};
use super::format::Format;
use super::{Failure, Stop, encoding, streams};

/// The name of standard input in messages.
pub const STDIN: &str = "<stdin>";

/// A file that has been read, or the beginning of an archive of games.
pub struct Input {
    /// The name of the input in messages.
    pub name: String,
    /// The text in UTF-8, or in Windows-1252 as in older PDN.
    pub(super) bytes: Vec<u8>,
    /// The rest of an archive; it is read game by game.
    rest: Option<ArchiveTail>,
    /// The first error in a UTF-16 text.
    pub(super) wrong_utf16: Option<Diagnostic>,
    /// The rules for formats that state none, such as FEN.
    pub(super) rules: Rules,
    /// A flag that stops the reading of an archive between two games, with an error.
    pub stop: Arc<AtomicBool>,
    /// True if the command can also read many positions, with `--lines`.
    pub(super) has_lines_option: bool,
}

/// The selected game of an input, and the number of its moves to play.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameSelection {
    /// The number of the game, from 1; by default the first.
    pub game: Option<u32>,
    /// The number of moves to play; by default all.
    pub moves: Option<usize>,
    /// True if an error in another game makes the input invalid, unless the game was chosen by its number.
    pub is_whole: bool,
}

impl GameSelection {
    /// Selects all moves of the game with this number, or of the first game.
    pub fn game(number: Option<u32>) -> GameSelection {
        GameSelection { game: number, ..GameSelection::default() }
    }
}

/// Returns whether a path means standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// Opens a file, or standard input if the path is missing or `-`. Returns its name in messages too.
pub fn open(path: Option<&Path>) -> Result<(String, File), Stop> {
    let file = path.filter(|path| !is_stdin(path));
    let name = file.map_or_else(|| STDIN.to_owned(), shown_path);
    // Bypasses the standard library's lock, because only one thread reads at a time.
    let opened = file.map_or_else(streams::stdin_file, File::open);
    let opened = opened.map_err(|why| Stop::failed(&format!("read {name}"), &why))?;
    Ok((name, opened))
}

fn too_large(shown: &str, max_bytes: usize) -> Stop {
    let limit = max_bytes >> 20;
    Failure::new(format!("{shown} is larger than {limit} MiB, the limit for a file")).into()
}

/// Reads a file, or standard input if the path is `-`, of at most `max_bytes` bytes.
pub fn read_bytes(path: &Path, max_bytes: usize) -> Result<Vec<u8>, Stop> {
    let failed = |why| Stop::failed(&format!("read {}", shown_path(path)), &why);
    let mut bytes = Vec::new();
    let file: Box<dyn Read> =
        if is_stdin(path) { Box::new(io::stdin()) } else { Box::new(File::open(path).map_err(failed)?) };
    file.take(max_bytes as u64 + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() > max_bytes { Err(too_large(&shown_path(path), max_bytes)) } else { Ok(bytes) }
}

/// Reads a file of at most `max_bytes` bytes of UTF-8 text.
pub fn read_text(path: &Path, max_bytes: usize) -> Result<String, Stop> {
    String::from_utf8(read_bytes(path, max_bytes)?).map_err(|why| {
        let offset = why.utf8_error().valid_up_to();
        let (before, found) = (String::from_utf8_lossy(&why.as_bytes()[..offset]), why.as_bytes()[offset]);
        let (shown, location) = (shown_path(path), Location::default().after(&before));
        let message = format!("expected UTF-8 text but found the byte 0x{found:02x}");
        Failure::new(format!("cannot use {shown}: {location}: {message}")).into()
    })
}

impl Input {
    /// Reads a file, or standard input if the path is missing or `-`.
    pub fn read(path: Option<&Path>) -> Result<Input, Stop> {
        match path {
            None => Input::read_from(STDIN.to_owned(), None, Ok(io::stdin())),
            Some(path) if is_stdin(path) => Input::read(None),
            Some(path) => {
                let name = path.display().to_string();
                Input::read_from(name, Some(path.to_owned()), File::open(path))
            }
        }
    }

    pub(super) fn read_from<R: Read + 'static>(
        name: String,
        path: Option<PathBuf>,
        reader: io::Result<R>,
    ) -> Result<Input, Stop> {
        let failed = |why: io::Error| {
            let shown = shorten(&name, MAX_PATH_CHARS);
            if why.kind() == io::ErrorKind::NotFound && name.parse::<Fen>().is_ok() {
                return Failure::new(format!("there is no file {shown}; write --fen before a FEN position"))
                    .into();
            }
            Stop::failed(&format!("read {shown}"), &why)
        };
        let mut reader = reader.map_err(failed)?;
        let mut bytes = Vec::new();
        let mut read_to = |length: u64, bytes: &mut Vec<u8>| {
            let rest = length - bytes.len() as u64;
            reader.by_ref().take(rest).read_to_end(bytes).map_err(failed)
        };
        if read_to(archive::HEAD_BYTES, &mut bytes)? as u64 == archive::HEAD_BYTES {
            if !encoding::is_utf16(&bytes) && archive::format_of(&bytes).is_some() {
                let rest = ArchiveTail { reader: RefCell::new(Some(Box::new(reader))), path };
                return Ok(Input { rest: Some(rest), ..Input::of(name, bytes) });
            }
            read_to(MAX_BYTES as u64 + 1, &mut bytes)?;
        }
        if bytes.len() > MAX_BYTES {
            return Err(too_large(&shorten(&name, MAX_PATH_CHARS), MAX_BYTES));
        }
        let (bytes, wrong_utf16) = encoding::to_utf8(bytes);
        Ok(Input { wrong_utf16, ..Input::of(name, bytes) })
    }

    /// Makes an input from a text that did not come from a file. Messages call it `name`.
    pub fn from_text(name: &str, text: String) -> Input {
        Input::of(name.to_owned(), text.into_bytes())
    }

    fn of(name: String, bytes: Vec<u8>) -> Input {
        let (rules, stop) = (Rules::ENGLISH, Arc::default());
        Input { name, bytes, rest: None, wrong_utf16: None, rules, stop, has_lines_option: false }
    }

    /// Makes the error about a second FEN position suggest `--lines`.
    #[must_use]
    pub fn with_lines_option(self) -> Input {
        Input { has_lines_option: true, ..self }
    }

    /// Makes an input from a position that did not come from a file. Messages call it `name`.
    pub fn from_fen(name: &str, fen: Fen, rules: Rules) -> Input {
        Input { rules, ..Input::of(name.to_owned(), fen.to_string().into_bytes()) }
    }

    pub(super) fn archive_format(&self) -> Option<Format> {
        archive::format_of(&self.bytes)
    }

    pub(super) fn open(&self) -> Box<dyn BufRead + '_> {
        archive::open(&self.bytes, self.rest.as_ref())
    }

    /// Returns a line of the input, counted from 1, without its line end or a byte-order mark. Bytes that are
    /// not UTF-8 are replaced.
    pub(super) fn line(&self, number: usize) -> Cow<'_, str> {
        let bytes = self.bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&self.bytes);
        let line = bytes.split(|&byte| byte == b'\n').nth(number - 1);
        let line = line.expect("locations are in the input");
        String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line))
    }

    pub(super) fn failure(&self, diagnostic: Diagnostic) -> Failure {
        Failure::in_file(&self.name, diagnostic, |location| {
            Excerpt::of(&self.line(location.line), 0, location)
        })
    }

    /// Builds the failure for an error in a line that may be far from the beginning of an archive.
    pub(super) fn failure_at(&self, diagnostic: Diagnostic, line: &str) -> Failure {
        Failure::in_file(&self.name, diagnostic, |location| Excerpt::of(line, 0, location))
    }

    pub(super) fn unreadable(&self, why: &io::Error) -> Failure {
        Failure::new(format!("cannot read {}: {why}", shorten(&self.name, MAX_PATH_CHARS)))
    }
}
