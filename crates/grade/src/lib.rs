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

// Programs run on Unix only. Elsewhere, much of this code is never called.
#![cfg_attr(not(unix), allow(dead_code))]

#[cfg(unix)]
mod account;
mod cases;
mod compare;
mod diagnosis;
mod differences;
mod each;
mod failure;
mod graded;
mod grading;
#[cfg(unix)]
mod guard;
mod hand_in;
mod judging;
mod kind;
mod limits;
pub mod options;
mod pattern;
#[cfg(unix)]
mod process;
mod program;
mod property;
mod report;
mod result;
mod rubric;
mod run;
mod shown;
mod smallest;
mod standard_suite;
mod suite;
mod task;
#[cfg(not(unix))]
mod unlimited;
mod verdict;

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::exit;
use std::sync::RwLock;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rankmoves_core::{Resources, shorten};
use rankmoves_judge::SuiteOptions;
use shell::arguments::refuse;
use shell::{Failure, Stop, atomic_file, output, signals};

pub use cases::run as write_cases;
pub use compare::run as compare;
pub use guard::run as run_guard;

use crate::options::{GradeOptions, ReportFormat, ReportTo};
use account::Account;
use diagnosis::Diagnosis;
use failure::Answers;
use grading::Grading;
use hand_in::HandIn;
use limits::{Limits, MAX_PROCESSES};
use program::{CANNOT_START, Program, program};
use report::Paint;
use result::GradeResult;
use rubric::Rubric;
use shell::family::Family;
use shell::progress::while_showing;
use shell::words::quoted;
use task::Task;
#[cfg(not(unix))]
use unlimited::{account, guard, process};

/// The exit status if the grading itself fails.
const FAILED: i32 = 2;

/// The maximum length of a command in reports, in characters.
const MAX_COMMAND_CHARS: usize = 200;

/// The number of processes allowed per running program: its own maximum, and as many again for processes that
/// the user starts meanwhile.
const SPARE_PROCESSES: u64 = 2 * MAX_PROCESSES as u64;

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
        return;
    }
    if to_stdout.clone().any(|report| report.format != ReportFormat::Table) {
        refuse("with --each only a table goes to standard output: name files, as in --report json={}.json");
    }
    let is_shared = |path: &PathBuf| !path.to_string_lossy().contains("{}");
    if options.reports.iter().filter_map(|report| report.file.as_ref()).any(is_shared) {
        refuse("expected {} in the name of a report, for the names of the programs of --each");
    }
}

/// The programs to be graded.
enum Target {
    One(Program),
    Each(Vec<HandIn>),
}

/// Grades one program or many. Returns whether all cases are accepted.
fn grade(options: &GradeOptions) -> Result<bool, Stop> {
    if cfg!(not(unix)) {
        let why = "this system cannot limit their time, memory and processes: use Linux, macOS or WSL";
        return Err(Failure::new(format!("cannot grade programs: {why}")).into());
    }
    let account = options.user.as_deref().map(Account::find).transpose()?;
    let target = match &options.each {
        Some(folder) => Target::Each(hand_in::hand_ins(folder)?),
        None => Target::One(program(&options.command)?),
    };
    let tasks = tasks(options)?;
    // An interrupt ends the programs first; a second interrupt ends the grader at once.
    signals::hold(true);
    let stop = signals::flag()?;
    Family::adopt_orphans();
    let jobs = options.jobs.unwrap_or_else(|| Resources::default().threads);
    let threads = Family::threads_of_all();
    let limits = Limits {
        time: options.time,
        memory: options.memory,
        output: options.output_limit,
        // Only Linux reports the number of running threads; elsewhere `threads` is 0.
        processes: if threads == 0 { u64::MAX } else { threads + SPARE_PROCESSES * jobs.get() as u64 },
        crowd: threads + MAX_PROCESSES as u64,
    };
    let rubric = options.rubric.as_deref().map(|file| Rubric::read(file)?.for_tasks(&tasks)).transpose()?;
    let alone = RwLock::default();
    let grading = Grading { options, limits, account, rubric: rubric.as_ref(), stop: &stop, alone: &alone };
    let program = match target {
        Target::Each(hand_ins) => return each::grade(&grading, &hand_ins, &tasks, jobs),
        Target::One(program) => program,
    };
    let shown =
        options.command.iter().map(|word| quoted(&word.to_string_lossy())).collect::<Vec<_>>().join(" ");
    let bar = bar(tasks.len(), "cases");
    let name = shorten(&shown, MAX_COMMAND_CHARS);
    let graded = grade_one(&grading, &program, name, &tasks, jobs, || bar.inc(1));
    bar.finish_and_clear();
    let Some(graded) = graded? else { return Ok(false) };
    write_reports(&options.reports, &graded, "")?;
    if options.reports.iter().all(|report| report.file.is_some()) {
        write_stdout(&report::write(ReportFormat::Table, &graded, &Paint::for_stdout()))?;
    }
    Ok(graded.is_accepted())
}

/// Returns the tasks of a folder, of the standard suite, or of another suite.
fn tasks(options: &GradeOptions) -> Result<Vec<Task>, Stop> {
    let suite = options.suite();
    if options.cases.is_some() || suite == SuiteOptions::default() {
        return suite::tasks(options.cases.as_deref());
    }
    Ok(suite::tasks_of(while_showing(|| "choosing cases".to_owned(), || rankmoves_judge::suite(&suite))))
}

/// Grades a program, and diagnoses its failures. Returns `None` if interrupted by a signal.
fn grade_one(
    grading: &Grading<'_>,
    program: &Program,
    name: String,
    tasks: &[Task],
    jobs: NonZeroUsize,
    on_done: impl Fn() + Sync,
) -> Result<Option<GradeResult>, Stop> {
    let failed = |why: io::Error| Stop::failed(&format!("run {name}"), &why);
    let Some(cases) = grading.grade(program, tasks, jobs, on_done).map_err(failed)? else {
        return Ok(None);
    };
    let mut diagnosis = diagnosis::diagnose(tasks, &cases);
    // A program that cannot be started fails on any board.
    let is_started = result::common_failure(&cases).is_none_or(|(_, why)| !why.starts_with(CANNOT_START));
    let points = grading.rubric.map(|rubric| rubric.points(tasks, &cases));
    // Boards and patterns come only from cases that the student may see. A diagnosis must fit all cases, and is
    // dropped if only hidden cases fail.
    let is_seen = |index: usize| points.as_ref().is_none_or(|points| points.cases[index].is_visible());
    let seen = || tasks.iter().zip(&cases).enumerate().filter(|(index, _)| is_seen(*index));
    let (seen_tasks, seen_cases): (Vec<Task>, Vec<_>) =
        seen().map(|(_, (task, graded))| (task.clone(), graded.clone())).unzip();
    let boards = if is_started {
        let answers = Answers { tasks: &seen_tasks, graded: &seen_cases, agreed: diagnosis.agreed() };
        smallest::smallest(grading, program, answers).map_err(failed)?
    } else {
        Vec::new()
    };
    let is_stopped = signals::pending().is_some();
    let mut patterns = pattern::patterns(&seen_tasks, &seen_cases);
    let is_seen_right = seen_cases.iter().all(|graded| graded.verdict.is_accepted());
    if is_seen_right || boards.first().is_some_and(|smallest| smallest.is_flaky) {
        diagnosis = Diagnosis::default();
        patterns.clear();
    }
    let (hides_expected, shown) = (grading.options.hide_expected, grading.options.board.get() - 1);
    let result =
        GradeResult { program: name, cases, points, boards, shown, patterns, diagnosis, hides_expected };
    Ok((!is_stopped).then_some(result))
}

/// Writes the reports of one program. In each file name, `{}` is replaced by `name`, unless that is empty.
fn write_reports(reports: &[ReportTo], result: &GradeResult, name: &str) -> Result<(), Stop> {
    for ReportTo { format, file } in reports {
        match file {
            Some(file) => {
                let named = (!name.is_empty()).then(|| file.to_string_lossy().replace("{}", name));
                let file = named.map_or_else(|| file.clone(), PathBuf::from);
                atomic_file::save(&file, report::write(*format, result, &Paint::PLAIN).as_bytes())?;
            }
            None if name.is_empty() => write_stdout(&report::write(*format, result, &Paint::for_stdout()))?,
            None => {}
        }
    }
    Ok(())
}

/// Writes to standard output. A closed pipe changes nothing: the exit status still gives the result.
fn write_stdout(text: &str) -> Result<(), Stop> {
    match output::write_lines(text) {
        Err(Stop::ClosedPipe) => Ok(()),
        written => written,
    }
}

/// Returns a progress bar, which is shown if standard error is a terminal.
fn bar(count: usize, unit: &str) -> ProgressBar {
    let template = format!("[{{bar:30}}] {{pos}} of {{len}} {unit}");
    let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
    ProgressBar::with_draw_target(Some(count as u64), ProgressDrawTarget::stderr())
        .with_style(style.progress_chars("##."))
}
