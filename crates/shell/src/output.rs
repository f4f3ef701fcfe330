//! Standard output and standard error.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};

use super::line_buffer::{LineBuffer, PIPE_BUF};
use super::{Stop, diagnostic, streams};

/// Shows a rendered message on standard error, in colour if standard error is a terminal that supports
/// colour. If standard error has no reader, the message is lost.
pub fn print_error(message: &str) {
    let _ = anstream::stderr().lock().write_all(message.as_bytes());
}

/// Returns whether texts on standard output have colour: on a terminal that supports it, unless the environment
/// chooses otherwise (`NO_COLOR`, `CLICOLOR_FORCE`).
pub fn has_colour() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// Prints a warning on standard error.
pub fn warn(message: &str) {
    print_error(&diagnostic::warning(message));
}

/// Writes to standard output and checks that everything was accepted.
///
/// Each write is a system call, so `write` should use a buffer.
pub fn write(write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Stop> {
    // The standard library's stdout would split the text at its newlines.
    checked(streams::stdout_file().and_then(|mut stdout| write(&mut stdout)))
}

/// Writes lines to standard output in pieces of whole lines. A pipe accepts each piece whole, so a signal
/// that ends the program never leaves an incomplete line.
pub fn write_lines(text: &str) -> Result<(), Stop> {
    write(|out| put_lines(out, text))
}

/// Writes lines like [`write_lines`], to the file that [`write()`] passes to its function.
pub fn put_lines(out: &mut File, text: &str) -> io::Result<()> {
    let mut lines = LineBuffer::new(out, PIPE_BUF);
    lines.write_all(text.as_bytes())?;
    lines.flush()
}

/// Writes to standard output and flushes it, because another program may be waiting for the text.
pub fn say(text: &str) -> Result<(), Stop> {
    let mut out = anstream::stdout().lock();
    let written = streams::check_stdout().and_then(|()| out.write_all(text.as_bytes()));
    checked(written.and_then(|()| out.flush()))
}

/// Maps an error in writing to standard output to the reason to end the program.
pub fn checked(written: io::Result<()>) -> Result<(), Stop> {
    written.map_err(|why| match why.kind() {
        io::ErrorKind::BrokenPipe => Stop::ClosedPipe,
        _ => Stop::failed("write the result", &why),
    })
}

/// Returns whether a path means standard output.
pub fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}
