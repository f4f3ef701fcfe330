//! Code that the programs `rankmoves` and `checkers` share: it reads input, writes output, reports errors,
//! and exits.
//!
//! ```text
//! command line ──> arguments, options ──> Input ──> Source ──> Document ──> Position
//!                                           │          │
//!                    Failure <── Diagnostic ┴──────────┘
//!                       │
//!                     Stop ──> main: message and exit status          text ──> output
//! ```
//!
//! A program calls [`main`] with the function that does its work. To end early, that function returns
//! [`Stop`]: either because the reader closed the pipe, or with a [`Failure`], which holds a message and, if
//! a file's text is wrong, the location.
//!
//! ```
//! use shell::input::{GameSelection, Input};
//!
//! let input = Input::from_text("game.pdn", "1. 11-15 23-19 *".to_owned());
//! let source = input.game(GameSelection::default())?;
//! assert_eq!(source.position()?.legal_moves().count(), 7);
//! let refused = input.game(GameSelection::game(Some(2))).map(|_| ()).unwrap_err();
//! assert_eq!(refused.reason(), "game.pdn:1:17: there is no game 2: the file has 1 game");
//! # Ok::<(), shell::Failure>(())
//! ```
//!
//! | Modules | Contents |
//! |---|---|
//! | [`input`], [`source`], [`format`](mod@format), [`json`] | a file in any format, a game of it, and the JSON object of a game |
//! | [`lines`] | many positions, one per line, answered in order on several threads |
//! | [`diagnostic`] | locations in texts, and errors and warnings rendered in the style of the Rust compiler |
//! | [`output`], [`streams`], [`atomic_file`], [`line_buffer`], [`progress`] | whole lines to a pipe, whole files or none, a line of progress, statistics |
//! | [`arguments`], [`options`], [`manual`], [`words`] | the command line: values, options shared by both programs, help, man pages, completions |
//! | [`signals`], [`terminal`], and on Unix `family` and `hangup` | interrupts, terminal settings, hang-ups, the processes of a program under test |
//! | `proven` | the user's endgame tables; only with the feature of that name |
//!
//! This package depends on no command. The libraries for users do not need it; the Python package uses it to read files.

#![allow(
    clippy::missing_errors_doc,
    reason = "an error is a message for the user, and states its own reason"
)]

mod archive;
pub mod arguments;
pub mod atomic_file;
pub mod diagnostic;
pub mod encoding;
#[cfg(unix)]
pub mod family;
pub mod format;
pub mod game_info;
#[cfg(unix)]
pub mod hangup;
pub mod input;
pub mod json;
pub mod line_buffer;
pub mod lines;
pub mod manual;
pub mod options;
pub mod output;
pub mod progress;
#[cfg(feature = "proven")]
pub mod proven;
mod reading;
pub mod signals;
pub mod source;
pub mod streams;
mod temp_file;
pub mod terminal;
pub mod words;

use std::env;
use std::ffi::OsString;
use std::fmt::Display;
use std::process::{ExitCode, Termination};

use clap::Parser;

use arguments::Advice;
pub use diagnostic::{Failure, shown_path};
use output::print_error;

/// The reason why a program ends before its work is complete.
pub enum Stop {
    /// The reader of the output closed the pipe. This is not an error.
    ClosedPipe,
    /// The input cannot be read or is invalid, or the system refuses something.
    Failed(Failure),
}

impl Stop {
    /// Describes a failure of the system by the task that failed and the reason.
    pub fn failed(task: &str, why: &dyn std::error::Error) -> Stop {
        Failure::new(format!("cannot {task}: {why}")).into()
    }

    /// Prints the failure, and returns the exit status of the program.
    pub fn report(&self) -> u8 {
        match self {
            Stop::ClosedPipe => 0,
            Stop::Failed(failure) => {
                print_error(&failure.render());
                1
            }
        }
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Stop {
        Stop::Failed(failure)
    }
}

/// Writes a number with its noun: `1 ply`, `2 plies`.
pub fn quantity<N: Display + PartialEq + From<u8> + Copy>(count: N, one: &str, many: &str) -> String {
    format!("{count} {}", if count == N::from(1) { one } else { many })
}

/// Runs a program: parses its command line, prints any error and returns the exit status. `advice` adds hints
/// to errors in the command line.
pub fn main<T: Parser, R: Termination>(advice: Advice, run: impl FnOnce(&T) -> Result<R, Stop>) -> ExitCode {
    main_with(|| env::args_os().collect(), advice, run)
}

/// Runs a program like [`main`], with the command line that `line` returns. The first word of the command
/// line is the program's name.
pub fn main_with<T: Parser, R: Termination>(
    line: impl FnOnce() -> Vec<OsString>,
    advice: Advice,
    run: impl FnOnce(&T) -> Result<R, Stop>,
) -> ExitCode {
    // Signals are set up first, because memory may run out while the command line is read.
    let handled = signals::end_on_signals().map_err(|why| Stop::failed("watch for signals", &why));
    let line = line();
    let ended = handled.and_then(|()| run(&arguments::parse(&line, advice)));
    match ended {
        Ok(done) => done.report(),
        Err(Stop::Failed(failure)) if failure.is_usage => {
            arguments::exit_with_usage::<T>(&line, failure.message())
        }
        Err(stop) => stop.report().into(),
    }
}
