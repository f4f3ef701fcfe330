//! Standard input and output as files, without the standard library's buffers and locks.

use std::fs::File;
use std::io::{self, stdin, stdout};
#[cfg(unix)]
use std::os::fd::AsFd;
#[cfg(windows)]
use std::os::windows::io::AsHandle;
#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

#[cfg(unix)]
use rustix::io::{Errno, fcntl_getfd};

/// True if standard output was closed when the program started (`>&-`).
#[cfg(unix)]
static STDOUT_WAS_CLOSED: AtomicBool = AtomicBool::new(false);

// Before `main`, Rust's runtime replaces a closed output with `/dev/null`. Only code that runs even earlier can
// see that it was closed.
#[cfg(unix)]
ctor::declarative::ctor! {
    #[ctor(unsafe)]
    fn remember_closed_stdout() {
        STDOUT_WAS_CLOSED.store(fcntl_getfd(rustix::stdio::stdout()) == Err(Errno::BADF), Relaxed);
    }
}

/// Returns standard input as a file.
pub fn stdin_file() -> io::Result<File> {
    duplicate(&stdin())
}

/// Returns standard output as a file.
pub fn stdout_file() -> io::Result<File> {
    check_stdout()?;
    duplicate(&stdout())
}

/// Checks that standard output was open when the program started. On Windows, nothing is checked.
pub fn check_stdout() -> io::Result<()> {
    #[cfg(unix)]
    if STDOUT_WAS_CLOSED.load(Relaxed) {
        return Err(Errno::BADF.into());
    }
    Ok(())
}

#[cfg(unix)]
fn duplicate(stream: &impl AsFd) -> io::Result<File> {
    stream.as_fd().try_clone_to_owned().map(File::from)
}

#[cfg(windows)]
fn duplicate(stream: &impl AsHandle) -> io::Result<File> {
    stream.as_handle().try_clone_to_owned().map(File::from)
}
