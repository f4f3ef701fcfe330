//! The answer of a program, read as a stream.

use std::fs::File;
use std::io::{self, Read, stdin};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use shell::Stop;
use shell::diagnostic::shown_path;
use shell::encoding::to_utf8;
use shell::input::{STDIN, is_stdin};

/// The longest answer that is kept, in bytes.
const MAX_KEPT_BYTES: usize = 1 << 18;

/// The answer of a program. A short answer is kept while it is read.
pub struct Answer {
    /// The name of the answer in messages.
    pub name: String,
    input: Box<dyn Read>,
    kept: Vec<u8>,
    /// The number of bytes read, which another thread can watch.
    pub read: Arc<AtomicU64>,
}

impl Answer {
    /// Opens a file, or standard input if the path is missing or `-`.
    pub fn open(path: Option<&Path>) -> Result<Answer, Stop> {
        let file = path.filter(|path| !is_stdin(path));
        let name = file.map_or_else(|| STDIN.to_owned(), shown_path);
        let failed = |why| Stop::failed(&format!("read {name}"), &why);
        let input: Box<dyn Read> = match file {
            Some(path) => Box::new(File::open(path).map_err(failed)?),
            None => Box::new(stdin().lock()),
        };
        Ok(Answer { name, input, kept: Vec::new(), read: Arc::default() })
    }

    /// Returns the text that has been read, if it is short.
    pub fn text(&self) -> Option<String> {
        let is_whole = self.read.load(Relaxed) == self.kept.len() as u64;
        is_whole.then(|| String::from_utf8_lossy(&to_utf8(self.kept.clone()).0).into_owned())
    }
}

impl Read for Answer {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        if self.kept.len() + count <= MAX_KEPT_BYTES {
            self.kept.extend_from_slice(&buffer[..count]);
        }
        self.read.fetch_add(count as u64, Relaxed);
        Ok(count)
    }
}
