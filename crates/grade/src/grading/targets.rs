//! Grades the programs that the options name, and writes their reports.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::RwLock;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use rankmoves_core::support::threads::share;
use rankmoves_core::{Resources, shorten};
use rankmoves_judge::SuiteOptions;
use shell::family::Family;
use shell::progress::{bar, while_showing};
use shell::words::escaped;
use shell::{Failure, Stop, atomic_file, output, shown_path, signals};

use super::Grading;
use super::guard::{Account, CANNOT_START, Limits, MAX_PROCESSES};
use super::hand_in::{HandIn, hand_ins, program};
use super::process::Program;
use super::smallest::smallest;
use crate::diagnosis::diagnose;
use crate::graded::Graded;
use crate::options::{GradeOptions, ReportFormat, ReportTo};
use crate::pattern::patterns;
use crate::report::summary::{self, ClassRow};
use crate::report::{self, Paint, table};
use crate::result::{GradeResult, common_failure};
use crate::rubric::Rubric;
use crate::suite;
use crate::task::Task;

/// The maximum length of a command in reports, in characters.
const MAX_COMMAND_CHARS: usize = 200;

/// The longest name of a program of `--each` that is shown, in characters.
const MAX_PROGRAM_CHARS: usize = 40;

/// The number of processes allowed per running program: its own maximum, and as many again for processes that
/// the user starts meanwhile.
const SPARE_PROCESSES: u64 = 2 * MAX_PROCESSES as u64;

/// The depth in plies for which each thread's stack has room. Mutants recurse once per ply.
const STACK_PLIES: u32 = 512;

enum Target {
    One(Program),
    Each(Vec<HandIn>),
}

/// The row of a hand-in, and an error of the grading itself, such as a report that could not be written.
type Done = (ClassRow, Option<Stop>);

/// Grades one program or many. Returns whether all cases are accepted.
pub fn grade(options: &GradeOptions) -> Result<bool, Stop> {
    let account = options.user.as_deref().map(Account::find).transpose()?;
    if account.is_none() && rustix::process::geteuid().is_root() && io::stderr().is_terminal() {
        output::warn("limits do not apply to root: --user USER runs the program as another user");
    }
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
    let grading = Grading {
        options,
        tasks: &tasks,
        limits,
        account,
        rubric: rubric.as_ref(),
        stop: &stop,
        alone: &alone,
    };
    let program = match target {
        Target::Each(hand_ins) => return grade_each(&grading, &hand_ins, jobs),
        Target::One(program) => program,
    };
    let shown =
        options.command.iter().map(|word| escaped(&word.to_string_lossy())).collect::<Vec<_>>().join(" ");
    let name = shorten(&shown, MAX_COMMAND_CHARS);
    let graded =
        while_counting(tasks.len(), "cases", |on_done| grade_one(&grading, &program, name, jobs, on_done))?;
    write_reports(&options.reports, &graded, "")?;
    if options.reports.iter().all(|report| report.file.is_some()) {
        write_stdout(&report::write(ReportFormat::Table, &graded, &Paint::for_stdout()))?;
    }
    Ok(graded.is_accepted())
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

/// Returns the tasks of a folder, of the standard suite, or of another suite.
fn tasks(options: &GradeOptions) -> Result<Vec<Task>, Stop> {
    if let Some(folder) = &options.cases {
        return suite::tasks_in(folder);
    }
    let default = SuiteOptions::default();
    let depths = options.depth.clone().unwrap_or_else(|| default.depths.clone());
    let suite = SuiteOptions { seed: options.seed.unwrap_or(default.seed), depths, ..default };
    let is_standard = suite == SuiteOptions::default();
    Ok(suite::tasks_of(if is_standard { suite::standard() } else { suite::choose(&suite) }))
}

fn grade_one(
    grading: &Grading<'_>,
    program: &Program,
    name: String,
    jobs: NonZeroUsize,
    on_done: impl Fn() + Sync,
) -> Result<GradeResult, Stop> {
    let failed = |why: io::Error| Stop::failed(&format!("run {name}"), &why);
    let tasks = grading.tasks;
    let cases = grading.grade(program, jobs, on_done).map_err(failed)?;
    let (mut diagnosis, agreed) = diagnose(tasks, &cases);
    // A program that cannot be started fails on any board.
    let is_started = common_failure(&cases).is_none_or(|common| !common.reason.starts_with(CANNOT_START));
    let points = grading.rubric.map(|rubric| rubric.points(tasks, &cases));
    // Boards and patterns come only from cases that the student may see. A diagnosis must fit all cases,
    // and is dropped if only hidden cases fail.
    let is_seen = |index: usize| points.as_ref().is_none_or(|points| points.cases[index].is_visible());
    let seen = tasks.iter().zip(&cases).enumerate().filter(|(index, _)| is_seen(*index));
    let seen: Vec<(&Task, &Graded)> = seen.map(|(_, case)| case).collect();
    let boards =
        if is_started { smallest(grading, program, &seen, agreed).map_err(failed)? } else { Vec::new() };
    if grading.stop.load(Relaxed) {
        return Err(failed(io::ErrorKind::Interrupted.into()));
    }
    let mut patterns = patterns(&seen);
    let is_seen_right = seen.iter().all(|(_, graded)| graded.verdict.is_accepted());
    if is_seen_right || boards.first().is_some_and(|smallest| smallest.is_flaky) {
        diagnosis.clear();
        patterns.clear();
    }
    // Among others a program has a file's name, and otherwise a whole command.
    let command = if grading.options.each.is_some() { escaped(&name) } else { name.clone() };
    let (program, hides_expected, shown) =
        (name, grading.options.hide_expected, grading.options.board.get() - 1);
    Ok(GradeResult { program, command, cases, points, boards, shown, patterns, diagnosis, hides_expected })
}

/// Grades the hand-ins in parallel but runs the cases of each in sequence, so that a slow hand-in delays the
/// others little. Returns whether all are accepted.
fn grade_each(grading: &Grading<'_>, hand_ins: &[HandIn], jobs: NonZeroUsize) -> Result<bool, Stop> {
    let mut done: Vec<Option<Done>> = hand_ins.iter().map(|_| None).collect();
    let programs = hand_ins.iter().filter(|hand_in| hand_in.fault.is_none()).count();
    let threads = jobs.get().min(hand_ins.len());
    while_counting(programs * grading.tasks.len(), "runs", |on_done| {
        let work = |(hand_in, done): (&HandIn, &mut Option<Done>)| {
            if !grading.stop.load(Relaxed) {
                *done = grade_hand_in(grading, hand_in, on_done);
            }
        };
        share(hand_ins.iter().zip(&mut done), threads, STACK_PLIES, |hand_ins| hand_ins.for_each(work));
    });
    // A summary that would only say that the grading was stopped replaces none.
    let has_results = done.iter().any(Option::is_some);
    let stopped = |hand_in: &HandIn| {
        (ClassRow { name: hand_in.name(), result: Err("the grading was stopped".to_owned()) }, None)
    };
    let all = done.into_iter().zip(hand_ins).map(|(done, hand_in)| done.unwrap_or_else(|| stopped(hand_in)));
    let (rows, failures): (Vec<ClassRow>, Vec<Option<Stop>>) = all.unzip();
    write_stdout(&table::class(&rows, &Paint::for_stdout()))?;
    for file in grading.options.summaries.iter().filter(|_| has_results) {
        let is_page = file.extension().is_some_and(|extension| extension == "html");
        let text = if is_page { summary::html(&rows) } else { summary::csv(&rows) };
        atomic_file::save(file, text.as_bytes())?;
    }
    let are_accepted = rows.iter().all(ClassRow::is_accepted);
    failures.into_iter().flatten().next().map_or(Ok(are_accepted), Err)
}

/// Prepares one hand-in, grades it, and writes its reports. Returns `None` if interrupted by a signal.
fn grade_hand_in(grading: &Grading<'_>, hand_in: &HandIn, on_done: impl Fn() + Sync) -> Option<Done> {
    let name = hand_in.name();
    let shown = shorten(&name, MAX_PROGRAM_CHARS);
    let graded = match hand_in.prepare(grading) {
        Ok(Ok((program, _folder))) => grade_one(grading, &program, shown, NonZeroUsize::MIN, on_done),
        Ok(Err(fault)) => return Some((ClassRow { name, result: Err(fault) }, None)),
        Err(why) => Err(Stop::failed(&format!("prepare {shown}"), &why)),
    };
    let (result, failure) = match graded {
        Ok(result) => {
            let failure = write_reports(&grading.options.reports, &result, &name).err();
            (Ok(result), failure)
        }
        Err(_) if grading.stop.load(Relaxed) => return None,
        Err(failure) => (Err("the grading itself failed".to_owned()), Some(failure)),
    };
    Some((ClassRow { name, result }, failure))
}

/// Returns the name of a report's file: replaces `{}` by the name of a program, unless that is empty.
fn named(file: &Path, name: &str) -> PathBuf {
    if name.is_empty() { file.to_owned() } else { file.to_string_lossy().replace("{}", name).into() }
}

/// Writes the reports of one program, whose `name` replaces `{}` in their file names.
fn write_reports(reports: &[ReportTo], result: &GradeResult, name: &str) -> Result<(), Stop> {
    for ReportTo { format, file } in reports {
        match file {
            Some(file) => {
                let file = named(file, name);
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

/// Shows on the terminal how many of `count` runs are done. `work` calls its argument after each run.
fn while_counting<T>(count: usize, unit: &str, work: impl FnOnce(&(dyn Fn() + Sync)) -> T) -> T {
    let done = AtomicUsize::new(0);
    let line = || format!("{} {unit}", bar(done.load(Relaxed), count));
    while_showing(line, || work(&|| _ = done.fetch_add(1, Relaxed)))
}
