//! Engines on systems without process groups and hang-ups: no process stands between the program and
//! an engine, and processes that an engine has started may outlive it.

use std::io;
use std::process::{Command, ExitCode};

/// The exit status where the engine cannot be started, as shells have it.
pub const NOT_STARTED: u8 = 127;

/// Prepares an engine.
///
/// # Errors
///
/// If there are no words.
#[expect(clippy::disallowed_methods, reason = "no test starts it")]
pub fn command(words: &[String]) -> io::Result<Command> {
    let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut command = Command::new(program);
    command.args(arguments);
    Ok(command)
}

/// Returns `None`: no process is a guard.
pub fn run() -> Option<ExitCode> {
    None
}
