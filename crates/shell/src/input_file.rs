//! The text of an input, and errors in it.

use std::borrow::Cow;

use super::Failure;
use super::diagnostic::{Diagnostic, Excerpt};

/// A file that has been read, or the beginning of an archive of games.
pub(super) struct InputFile {
    /// The name that messages give the input.
    pub(super) name: String,
    /// UTF-8, or Windows-1252 as in older PDN.
    pub(super) bytes: Vec<u8>,
}

impl InputFile {
    /// Returns a line of the input, counted from 1, without its end or a
    /// byte-order mark; bytes that are not UTF-8 are replaced.
    pub(super) fn line(&self, number: usize) -> Cow<'_, str> {
        let bytes = self.bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&self.bytes);
        let line = bytes.split(|&byte| byte == b'\n').nth(number - 1);
        let line = line.expect("locations are in the input");
        String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// Makes a failure of an error in the input.
    pub(super) fn failure(&self, diagnostic: Diagnostic) -> Failure {
        Failure::in_file(&self.name, diagnostic, |location| {
            Excerpt::of(&self.line(location.line), 0, location)
        })
    }

    /// Makes a failure of an error in a line that may be far behind the
    /// beginning of an archive.
    pub(super) fn failure_at(&self, diagnostic: Diagnostic, line: &str) -> Failure {
        Failure::in_file(&self.name, diagnostic, |location| Excerpt::of(line, 0, location))
    }
}
