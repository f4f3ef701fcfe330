//! Programs to grade, and runs of them.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use crate::limits::RunEnding;

/// The exit status for a program that cannot be started, as in shells.
pub const NOT_STARTED: u8 = 127;

/// The beginning of the message of a guard that cannot start the program.
pub const CANNOT_START: &str = "cannot start the program: ";

/// A program with its first arguments.
#[derive(Clone, Debug)]
pub struct Program {
    pub file: PathBuf,
    pub arguments: Vec<OsString>,
}

/// A run that has ended.
#[derive(Clone, Debug)]
pub struct Run {
    pub ending: RunEnding,
    /// Standard output, up to the limit.
    pub output: Vec<u8>,
    /// The beginning of standard error.
    pub error: Vec<u8>,
    pub time: Duration,
    /// The greatest memory use observed, in bytes.
    pub memory: u64,
}
