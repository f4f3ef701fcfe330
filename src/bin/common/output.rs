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

/// What it means that something could or could not be written to standard output.
pub fn checked(written: io::Result<()>) -> Result<(), Stop> {
    written.map_err(|why| match why.kind() {
        io::ErrorKind::BrokenPipe => Stop::ClosedPipe,
        _ => Stop::failed("write the result", &why),
    })
}
