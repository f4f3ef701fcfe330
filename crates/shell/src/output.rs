//! Standard output and standard error.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::line_buffer::{LineBuffer, PIPE_BUF};
use super::{Stop, streams};

/// Shows a rendered message on standard error, in colour if that is a terminal
/// which wants it. Without a reader, the message is dropped.
pub fn print_error(message: &str) {
    let _ = anstream::stderr().lock().write_all(message.as_bytes());
}

/// Writes to standard output and checks that everything has arrived.
///
/// Each write is a system call: `write` should use a buffer.
///
/// # Errors
///
/// If standard output is closed or cannot be written to.
pub fn write(write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Stop> {
    // Rust's own standard output would cut the text up at its newlines.
    checked(streams::stdout_file().and_then(|mut stdout| write(&mut stdout)))
}

/// Writes lines to standard output in pieces of whole lines that a pipe takes at once: if a signal
/// ends the program meanwhile, no line is cut short.
///
/// # Errors
///
/// As for [`write()`].
pub fn write_lines(text: &str) -> Result<(), Stop> {
    write(|out| put_lines(out, text))
}

/// Writes lines as [`write_lines`] does, to the file that [`write()`] hands out.
///
/// # Errors
///
/// If the file cannot be written to.
pub fn put_lines(out: &mut File, text: &str) -> io::Result<()> {
    let mut lines = LineBuffer::new(out, PIPE_BUF);
    lines.write_all(text.as_bytes())?;
    lines.flush()
}

/// Writes to standard output at once: programs may be waiting for it.
///
/// # Errors
///
/// As for [`write()`].
pub fn say(text: &str) -> Result<(), Stop> {
    let mut out = anstream::stdout().lock();
    checked(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// Maps an error of writing to standard output to the way the program ends.
///
/// # Errors
///
/// If `written` is one.
pub fn checked(written: io::Result<()>) -> Result<(), Stop> {
    written.map_err(|why| match why.kind() {
        io::ErrorKind::BrokenPipe => Stop::ClosedPipe,
        _ => Stop::failed("write the result", &why),
    })
}

/// Returns whether a path is the name that stands for standard output.
pub fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}
