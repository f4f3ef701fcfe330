//! Reads files of many games as a stream.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::PathBuf;

use rankmoves_core::exchange::MAX_BYTES;
use rankmoves_core::pdn;
use serde::de::IgnoredAny;

use super::format::{Format, after_comments};

/// The number of bytes read to detect an archive. A file up to this length is always read whole.
pub const HEAD_BYTES: u64 = 1 << 20;

/// Returns the format of the archive that begins with `head`: PDN, of one game or many, or JSON, with an object per
/// line. Returns `None` if the file is not an archive.
pub fn format_of(head: &[u8]) -> Option<Format> {
    let text = pdn::decode(head);
    let format = Format::of_text(&text);
    let is_archive = match format {
        Format::Pdn => true,
        Format::Json => after_comments(&text).split_once('\n').is_some_and(|(first, rest)| {
            after_comments(rest).starts_with('{') && serde_json::from_str::<IgnoredAny>(first).is_ok()
        }),
        Format::Exchange | Format::Fen => false,
    };
    is_archive.then_some(format)
}

/// The part of an archive after its head.
pub struct ArchiveTail {
    /// The reader; `None` once the tail has been read.
    pub reader: RefCell<Option<Box<dyn Read>>>,
    /// The file, if it can be opened again.
    pub path: Option<PathBuf>,
}

impl ArchiveTail {
    /// Returns a reader for the part after the first `head` bytes.
    fn open(&self, head: u64) -> io::Result<Box<dyn Read>> {
        if let Some(reader) = self.reader.borrow_mut().take() {
            return Ok(reader);
        }
        let path = self.path.as_ref().ok_or_else(|| io::Error::other("it cannot be read a second time"))?;
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(head))?;
        Ok(Box::new(file))
    }
}

pub fn open<'a>(head: &'a [u8], rest: Option<&ArchiveTail>) -> Box<dyn BufRead + 'a> {
    match rest.map(|rest| rest.open(head.len() as u64)) {
        // A file that was read whole has a single encoding, so decode it at once.
        None => match pdn::decode(head) {
            std::borrow::Cow::Borrowed(text) => Box::new(text.as_bytes()),
            std::borrow::Cow::Owned(text) => Box::new(Cursor::new(text.into_bytes())),
        },
        Some(Ok(rest)) => Box::new(head.chain(BufReader::with_capacity(1 << 16, rest))),
        Some(Err(why)) => Box::new(BufReader::new(Unopened(Some(why)))),
    }
}

/// A reader for a file that could not be opened.
struct Unopened(Option<io::Error>);

impl Read for Unopened {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// The lines of JSON Lines, except blank lines and comments. A line longer than [`MAX_BYTES`] is an error.
pub struct JsonLines<R> {
    pub input: R,
    /// The number of the last line read, counted from 1.
    pub number: usize,
}

impl<R: BufRead> Iterator for JsonLines<R> {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<io::Result<String>> {
        loop {
            let mut line = Vec::new();
            let read = self.input.by_ref().take(MAX_BYTES as u64 + 1).read_until(b'\n', &mut line);
            match read {
                Err(why) => return Some(Err(why)),
                Ok(0) => return None,
                Ok(length) if length > MAX_BYTES => {
                    let message = format!("line {} is longer than {MAX_BYTES} bytes", self.number + 1);
                    return Some(Err(io::Error::other(message)));
                }
                Ok(_) => {}
            }
            self.number += 1;
            let text = pdn::decode(&line);
            if !after_comments(&text).is_empty() {
                return Some(Ok(text.trim_end_matches(['\r', '\n']).to_owned()));
            }
        }
    }
}
