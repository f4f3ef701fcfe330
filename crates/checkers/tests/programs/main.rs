//! Tests of the programs, run as users run them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

mod archives;
mod cases;
mod compare;
mod endings;
mod endings_faults;
mod faults;
mod grade;
mod gradescope;
mod hub;
mod hub_players;
#[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
mod injected;
mod input;
mod limits;
mod lines;
mod manual;
mod matches;
mod perft;
mod play;
mod prompt;
mod readme;
mod resources;
mod series;
mod show;
#[cfg(feature = "tui")]
mod signals;
mod solve;
#[cfg(feature = "tui")]
mod tui;
mod twenty;
mod utf_16;
#[cfg(feature = "web")]
mod web;

const CHECKERS: &str = "checkers";

/// Runs `checkers` with its arguments and the given standard input.
fn run(arguments: &[&str], input: &str) -> Output {
    testing::run::run(CHECKERS, arguments, input.as_bytes())
}

/// Makes an empty folder for a test.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}
