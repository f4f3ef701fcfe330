//! Starts programs in the same state, independent of where the tests were started.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Once};
use std::{env, fs};

use signal_hook::consts::signal::{
    SIGALRM, SIGCHLD, SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGTSTP, SIGTTIN, SIGTTOU, SIGUSR1, SIGUSR2,
    SIGWINCH,
};
use signal_hook::flag::register_conditional_default;

/// Signals that a shell, `nohup` or a supervisor may ignore for its children.
const SIGNALS: [i32; 13] = [
    SIGALRM, SIGCHLD, SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGTSTP, SIGTTIN, SIGTTOU, SIGUSR1, SIGUSR2,
    SIGWINCH,
];

/// Variables that control colour, language and width.
const VARIABLES: [&str; 9] = [
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLORTERM",
    "COLUMNS",
    "LC_ALL",
    "LC_CTYPE",
    "LINES",
    "NO_COLOR",
    "RUST_BACKTRACE",
];

/// Returns the top folder of the repository.
pub fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("this package is in crates/")
}

/// Returns the path of a file of the test data.
pub fn testdata(name: &str) -> String {
    format!("{}/testdata/{name}", top().display())
}

/// Returns the folder with the programs built together with the running test. `cargo test` builds
/// the programs of all packages that it tests.
fn folder_of_programs() -> PathBuf {
    let test = env::current_exe().unwrap();
    // Tests are in `deps`, programs beside it.
    test.ancestors().nth(2).unwrap().to_owned()
}

/// Returns the file of the project's program `name`.
pub fn built(name: &str) -> PathBuf {
    let file = folder_of_programs().join(name);
    assert!(file.is_file(), "{} is not built: test the whole workspace", file.display());
    file
}

/// Returns a `PATH` on which the project's programs come first.
fn path() -> OsString {
    let others = env::var_os("PATH").unwrap_or_default();
    env::join_paths([folder_of_programs()].into_iter().chain(env::split_paths(&others))).unwrap()
}

/// Prepares a program that starts at the [`top`] with default signal
/// dispositions, an empty standard input, the project's programs first in its
/// `PATH`, and none of `VARIABLES`, regardless of what the tests inherited.
#[expect(clippy::disallowed_methods, reason = "everything else starts programs by way of this")]
pub fn program(name: impl AsRef<OsStr>) -> Command {
    static ONCE: Once = Once::new();
    ONCE.call_once(catch_ignored_signals);
    let name = name.as_ref();
    let own = ["rankmoves", "checkers"].into_iter().find(|own| name == *own).map(built);
    let mut command = own.map_or_else(|| Command::new(name), Command::new);
    command.current_dir(top()).env("PATH", path());
    for variable in VARIABLES {
        command.env_remove(variable);
    }
    // The program neither uses nor extends the user's own endgame tables.
    command.env("XDG_DATA_HOME", folder_of_programs().join("data"));
    command.stdin(Stdio::null());
    command
}

/// Catches the signals that this process ignored from its start.
///
/// A program inherits the signals that its parent ignores, so all programs that `cargo test &` starts in a
/// script would ignore SIGINT. It does not inherit caught signals, which are reset to their defaults.
fn catch_ignored_signals() {
    let ignored = ignored_signals();
    for signal in SIGNALS {
        let is_ignored = ignored.map(|set| set >> (signal - 1) & 1 == 1);
        if is_ignored != Some(false) {
            // A caught signal still has no effect on the tests if it was ignored before. If the system does
            // not report ignored signals, the signal ends the tests.
            let ends_tests = Arc::new(AtomicBool::new(is_ignored.is_none()));
            register_conditional_default(signal, ends_tests).unwrap();
        }
    }
}

/// Returns the set of ignored signals, the lowest bit for signal 1; `None` if the system does not report it.
fn ignored_signals() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let set = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(set.trim(), 16).ok()
}
