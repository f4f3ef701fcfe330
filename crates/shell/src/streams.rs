//! Standard input and output as files, without the standard library's buffers and locks.

use std::fs::File;
use std::io::{self, stdin, stdout};
#[cfg(unix)]
use std::os::fd::AsFd;
#[cfg(windows)]
use std::os::windows::io::AsHandle;

/// Returns standard input as a file.
///
/// # Errors
///
/// If the system refuses another handle.
pub fn stdin_file() -> io::Result<File> {
    duplicate(&stdin())
}

/// Returns standard output as a file.
///
/// # Errors
///
/// If the system refuses another handle.
pub fn stdout_file() -> io::Result<File> {
    duplicate(&stdout())
}

#[cfg(unix)]
fn duplicate(stream: &impl AsFd) -> io::Result<File> {
    stream.as_fd().try_clone_to_owned().map(File::from)
}

#[cfg(windows)]
fn duplicate(stream: &impl AsHandle) -> io::Result<File> {
    stream.as_handle().try_clone_to_owned().map(File::from)
}
