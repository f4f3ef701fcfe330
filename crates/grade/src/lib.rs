//! The grader: `checkers grade`, `checkers cases` and `checkers compare`, for programs meant to behave like
//! `rankmoves`.
//!
//! | Entry | Command | Result |
//! |---|---|---|
//! | [`run`](run()) | `grade` | verdicts on a program or on every program in a folder, each with the smallest failing board |
//! | [`write_cases`] | `cases` | a suite of test cases in a folder, or an autograder for Gradescope |
//! | [`compare`](compare()) | `compare` | the differences between one answer and the right one, with reasons |
//! | [`run_guard`] | none | the process between the grader and a program: `main` calls it first |
//!
//! [`options`] has the command lines. `rankmoves_judge` decides whether an answer is right, and explains why
//! it is wrong; this package runs programs and writes reports.
//!
//! ```text
//!   suite ──> task ──> run ──> guard ──> the program, under its limits
//!                       │
//!                    verdict ──> failure: the smallest board      ──> result ──> report
//!                       └──────> diagnosis: what explains all answers ──┘
//! ```
//!
//! A program is not trusted. It runs in a folder of its own, under a guard that limits time, memory, output
//! and processes. Its child processes end with it, and its output never reaches a terminal unfiltered.

// Programs run on Unix only, and only there the module that runs them is compiled. Elsewhere, much of the rest
// is never called.
#![cfg_attr(not(unix), allow(dead_code))]

mod cases;
mod compare;
mod diagnosis;
mod differences;
mod graded;
#[cfg(unix)]
mod grading;
pub mod options;
mod pattern;
mod report;
mod result;
mod rubric;
mod suite;
mod task;

use std::path::PathBuf;
use std::process::exit;

use shell::arguments::refuse;
use shell::{Stop, output, signals};

pub use cases::run as write_cases;
pub use compare::run as compare;
#[cfg(unix)]
pub use grading::run_guard;

use crate::options::{GradeOptions, ReportFormat};
#[cfg(unix)]
use grading::grade;

/// The exit status if the grading itself fails.
const FAILED: i32 = 2;

/// Runs `checkers grade`.
///
/// # Errors
///
/// If the input or the programs cannot be used, or a report cannot be written.
pub fn run(options: &GradeOptions) -> Result<(), Stop> {
    check(options);
    let graded = grade(options);
    if let Some(status) = signals::pending() {
        exit(status);
    }
    match graded {
        Ok(true) => Ok(()),
        Ok(false) => exit(1),
        Err(Stop::ClosedPipe) => Err(Stop::ClosedPipe),
        Err(Stop::Failed(failure)) => {
            output::print_error(&failure.render());
            exit(FAILED)
        }
    }
}

/// Refuses options that do not go together.
fn check(options: &GradeOptions) {
    let to_stdout = options.reports.iter().filter(|report| report.file.is_none());
    if to_stdout.clone().count() > 1 {
        refuse("cannot write more than one report to standard output: name a file, as in --report json=FILE");
    }
    let mut files: Vec<_> = options.reports.iter().filter_map(|report| report.file.as_ref()).collect();
    files.sort();
    if files.windows(2).any(|pair| pair[0] == pair[1]) {
        refuse("cannot write two reports to the same file");
    }
    if options.each.is_none() {
        // The parser does not check this if there is a command, which conflicts with --each.
        if options.build.is_some() || options.run.is_some() || !options.summaries.is_empty() {
            refuse("--build, --run and --summary need --each");
        }
        return;
    }
    if options.summaries.iter().any(|file| file.as_os_str() == "-") {
        refuse("expected the name of a file after --summary: standard output has the table");
    }
    if to_stdout.clone().any(|report| report.format != ReportFormat::Table) {
        refuse("with --each only a table goes to standard output: name files, as in --report json={}.json");
    }
    let is_shared = |path: &PathBuf| !path.to_string_lossy().contains("{}");
    if files.into_iter().any(is_shared) {
        refuse("expected {} in the name of a report, for the names of the programs of --each");
    }
}

/// Refuses to grade: this system cannot limit programs.
#[cfg(not(unix))]
fn grade(_: &GradeOptions) -> Result<bool, Stop> {
    let why = "this system cannot limit their time, memory and processes: use Linux, macOS or WSL";
    Err(shell::Failure::new(format!("cannot grade programs: {why}")).into())
}
