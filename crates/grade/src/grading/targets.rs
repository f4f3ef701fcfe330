//! Grades the programs that the options name.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::RwLock;

use rankmoves_core::{Resources, shorten};
use rankmoves_judge::SuiteOptions;
use shell::diagnostic::shown_path;
use shell::family::Family;
use shell::progress::while_showing;
use shell::words::quoted;
use shell::{Failure, Stop, atomic_file, signals};

use super::Grading;
use super::account::Account;
use super::each;
use super::hand_in::{HandIn, hand_ins};
use super::limits::{Limits, MAX_PROCESSES};
use super::one::{grade_one, named, while_counting, write_reports, write_stdout};
use super::program::{Program, program};
use crate::options::{GradeOptions, ReportFormat};
use crate::report::{self, Paint};
use crate::rubric::Rubric;
use crate::suite;
use crate::task::Task;

/// The maximum length of a command in reports, in characters.
const MAX_COMMAND_CHARS: usize = 200;

/// The number of processes allowed per running program: its own maximum, and as many again for processes that
/// the user starts meanwhile.
const SPARE_PROCESSES: u64 = 2 * MAX_PROCESSES as u64;

/// The programs to be graded.
enum Target {
    One(Program),
    Each(Vec<HandIn>),
}

/// Refuses reports that cannot be written, because they are written at the end, and reports that would replace a
/// program.
fn check_files(options: &GradeOptions, target: &Target) -> Result<(), Stop> {
    let programs: Vec<(String, &Path)> = match target {
        Target::One(program) => vec![(String::new(), &program.file)],
        Target::Each(hand_ins) => {
            let able = hand_ins.iter().filter(|hand_in| hand_in.fault.is_none());
            able.map(|hand_in| (hand_in.name(), &*hand_in.path)).collect()
        }
    };
    let reports = options.reports.iter().filter_map(|report| report.file.as_ref());
    let reports = reports.flat_map(|file| programs.iter().map(|(name, _)| named(file, name)));
    let files: BTreeSet<PathBuf> = reports.chain(options.summaries.iter().cloned()).collect();
    files.iter().try_for_each(|file| atomic_file::check(file))?;
    let files: BTreeSet<PathBuf> = files.iter().filter_map(|file| fs::canonicalize(file).ok()).collect();
    let is_replaced = |program: &&Path| fs::canonicalize(program).is_ok_and(|file| files.contains(&file));
    match programs.into_iter().map(|(_, program)| program).find(is_replaced) {
        Some(program) => {
            let why = format!("cannot write reports: {} is a program to grade", shown_path(program));
            Err(Failure::new(why).into())
        }
        None => Ok(()),
    }
}

/// Grades one program or many. Returns whether all cases are accepted.
pub fn grade(options: &GradeOptions) -> Result<bool, Stop> {
    let account = options.user.as_deref().map(Account::find).transpose()?;
    let target = match &options.each {
        Some(folder) => Target::Each(hand_ins(folder)?),
        None => Target::One(program(&options.command)?),
    };
    check_files(options, &target)?;
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
    let name = shorten(&shown, MAX_COMMAND_CHARS);
    let graded = while_counting(tasks.len(), "cases", |on_done| {
        grade_one(&grading, &program, name, &tasks, jobs, on_done)
    })?;
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
    let suite = while_showing(|| "choosing cases".to_owned(), || rankmoves_judge::suite(&suite));
    Ok(suite::tasks_of(suite.cases))
}
