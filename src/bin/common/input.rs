//! Input files.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use rankmoves::exchange::{self, Document, MAX_BYTES};
use rankmoves::{Position, excerpt};

use super::Stop;
use super::diagnostic::{self, PATH};
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

    /// The position of an exchange file after its moves. Warnings are printed
    /// on standard error.
    pub fn position(&self) -> Result<Position, Stop> {
        let refused = |error: exchange::Error| {
            let (place, message) = (error.place(), error.kind().to_string());
            Stop::Failed(diagnostic::error_at(&message, &self.name, &self.line(place.line), place))
        };
        let document = Document::parse(&self.bytes).map_err(refused)?;
        for (oddity, place) in document.oddities() {
            let line = self.line(place.line);
            print_error(&diagnostic::warning_at(&oddity.to_string(), &self.name, &line, place));
        }
        document.position().map_err(refused)
    }
}
