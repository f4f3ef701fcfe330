//! The guard is a small process between the program and an engine.
//!
//! The program starts itself again under another name. The new process leaves the terminal's session, so that
//! Ctrl-C does not reach it. It starts the engine, which talks to the program directly. When the engine or
//! the program ends for any reason, the guard ends everything that the engine has started.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write, stderr, stdin};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::thread::{Builder, sleep};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group, setsid};

use shell::family::Family;
use shell::hangup::wait_for_hangup;

/// The name under which a guard is started.
const GUARD_NAME: &str = "checkers hub: guard";

/// The time that an engine has to exit after its input has ended.
const KILL_DELAY: Duration = Duration::from_millis(500);

/// Prepares the guard of an engine.
///
/// # Errors
///
/// If the path of this program is unknown.
#[expect(clippy::disallowed_methods, reason = "no test starts it")]
pub fn command(words: &[String]) -> io::Result<Command> {
    let mut command = Command::new(env::current_exe()?);
    command.arg0(GUARD_NAME).args(words);
    Ok(command)
}

/// Runs the engine if this process was started as a guard, and returns the engine's exit status.
pub fn run() -> Option<ExitCode> {
    let mut arguments = env::args_os();
    if arguments.next().as_deref() != Some(OsStr::new(GUARD_NAME)) {
        return None;
    }
    let words: Vec<OsString> = arguments.collect();
    Some(guard(&words).unwrap_or_else(|why| {
        let _ = writeln!(stderr(), "{}", explained(words.first(), &why));
        ExitCode::from(super::NOT_STARTED)
    }))
}

/// Explains why the system cannot start a program.
fn explained(program: Option<&OsString>, why: &io::Error) -> String {
    let is_path = program.is_some_and(|program| program.as_encoded_bytes().contains(&b'/'));
    match why.kind() {
        io::ErrorKind::NotFound if !is_path => "there is no such program on the PATH".to_owned(),
        io::ErrorKind::NotFound if program.is_some_and(|path| !Path::new(path).exists()) => {
            "there is no such program".to_owned()
        }
        _ => format!("it cannot be started: {why}"),
    }
}

#[expect(clippy::disallowed_methods, reason = "no test starts it")]
fn guard(words: &[impl AsRef<OsStr>]) -> io::Result<ExitCode> {
    let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    setsid()?;
    Family::adopt_orphans();
    let mut engine = Family::start(Command::new(program).args(arguments).process_group(0))?;
    let group = Pid::from_child(&engine);
    let watch = move || {
        // Only wait until the writer of standard input closes it; the contents are for the engine.
        if wait_for_hangup(stdin()).is_ok() {
            sleep(KILL_DELAY);
            let _ = kill_process_group(group, Signal::KILL);
        }
    };
    if let Err(why) = Builder::new().name("hangup".to_owned()).spawn(watch) {
        let _ = engine.kill();
        return Err(why);
    }
    let status = engine.wait()?;
    let _ = kill_process_group(group, Signal::KILL);
    Family::ended(engine.id());
    let status = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or_default());
    Ok(ExitCode::from(u8::try_from(status).unwrap_or(u8::MAX)))
}
