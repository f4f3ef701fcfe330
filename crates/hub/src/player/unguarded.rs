//! Engines on systems without process groups and hang-ups. The program starts an engine directly, and
//! processes that the engine has started may outlive it.

use std::io;
use std::process::Command;

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
