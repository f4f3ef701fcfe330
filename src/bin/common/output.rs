//! Output.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd;

use super::Stop;

/// Shows a drawn message on standard error, in colour if that is a terminal
/// which wants it. Where there is nobody to tell, nothing is told.
pub fn print_error(message: &str) {
    let _ = anstream::stderr().lock().write_all(message.as_bytes());
}

/// Writes to standard output and sees that all of it has got there.
///
/// What is written should come in large pieces, as from a buffer.
pub fn write(write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Stop> {
    // Rust's own standard output would cut the text up at its newlines.
    let stdout = io::stdout().as_fd().try_clone_to_owned();
    checked(stdout.map(File::from).and_then(|mut stdout| write(&mut stdout)))
}

/// The most bytes that a pipe takes as a whole or not at all: Linux and POSIX
/// (`PIPE_BUF`) promise no fewer.
const ATOMIC: usize = 4096;

/// Writes lines to standard output, as many whole ones at a time as get there
/// together: if the program is ended meanwhile, none is cut short.
pub fn write_lines(text: &str) -> Result<(), Stop> {
    write(|out| {
        let mut rest = text;
        while !rest.is_empty() {
            let fitting = rest.as_bytes().iter().take(ATOMIC).rposition(|&byte| byte == b'\n');
            let end = fitting.or_else(|| rest.find('\n')).map_or(rest.len(), |newline| newline + 1);
            let (lines, after) = rest.split_at(end);
            out.write_all(lines.as_bytes())?;
            rest = after;
        }
        Ok(())
    })
}

/// What it means that something could or could not be written to standard output.
pub fn checked(written: io::Result<()>) -> Result<(), Stop> {
    written.map_err(|why| match why.kind() {
        io::ErrorKind::BrokenPipe => Stop::ClosedPipe,
        _ => Stop::failed("write the result", &why),
    })
}
