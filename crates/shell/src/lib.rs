//! Code that the two programs share: reading input, writing output, reporting errors, and ending.

mod archive;
pub mod arguments;
pub mod atomic_file;
mod comments;
pub mod diagnostic;
pub mod encoding;
mod failure;
pub mod family;
pub mod format;
pub mod generate;
pub mod input;
pub mod json;
pub mod line_buffer;
pub mod lines;
pub mod locale;
pub mod manual;
pub mod options;
pub mod output;
pub mod progress;
#[cfg(feature = "proven")]
pub mod proven;
mod reading;
pub mod signals;
pub mod source;
pub mod stats;
mod temp_file;
pub mod terminal;
pub mod words;

use std::process::{ExitCode, Termination};

use clap::Parser;

pub use archive::ArchiveFormat;
pub use failure::Failure;
use output::print_error;

/// The reason why a program ends before it has done all it was asked to.
pub enum Stop {
    /// The reader of its output closed the pipe: not an error.
    ClosedPipe,
    /// The input cannot be read or is wrong, or the system refuses something.
    Failed(Failure),
}

impl Stop {
    /// Describes a failure of the system: the task that failed, and the reason.
    pub fn failed(task: &str, why: &dyn std::error::Error) -> Stop {
        Failure::new(format!("cannot {task}: {why}")).into()
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Stop {
        Stop::Failed(failure)
    }
}

/// Runs a program with its command line, prints its error and returns its exit status.
pub fn main<T: Parser, R: Termination>(run: impl FnOnce(&T) -> Result<R, Stop>) -> ExitCode {
    // Signals come first: memory may be too short to read the command line.
    let ended = signals::end_on_signals().and_then(|()| run(&arguments::parse()));
    match ended {
        Ok(done) => done.report(),
        Err(Stop::ClosedPipe) => ExitCode::SUCCESS,
        Err(Stop::Failed(failure)) => {
            print_error(&failure.render());
            ExitCode::FAILURE
        }
    }
}
