//! Grades one program, and writes its reports.

use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use shell::progress::{bar, while_showing};
use shell::words::quoted;
use shell::{Stop, atomic_file, output};

use super::Grading;
use super::program::{CANNOT_START, Program};
use super::smallest::smallest;
use crate::diagnosis::{self, Diagnosis};
use crate::graded::Graded;
use crate::options::ReportTo;
use crate::pattern::patterns;
use crate::report::{self, Paint};
use crate::result::{GradeResult, common_failure};
use crate::task::Task;

/// Grades a program, and diagnoses its failures.
pub fn grade_one(
    grading: &Grading<'_>,
    program: &Program,
    name: String,
    tasks: &[Task],
    jobs: NonZeroUsize,
    on_done: impl Fn() + Sync,
) -> Result<GradeResult, Stop> {
    let failed = |why: io::Error| Stop::failed(&format!("run {name}"), &why);
    let cases = grading.grade(program, tasks, jobs, on_done).map_err(failed)?;
    let mut diagnosis = diagnosis::diagnose(tasks, &cases);
    // A program that cannot be started fails on any board.
    let is_started = common_failure(&cases).is_none_or(|common| !common.reason.starts_with(CANNOT_START));
    let points = grading.rubric.map(|rubric| rubric.points(tasks, &cases));
    // Boards and patterns come only from cases that the student may see. A diagnosis must fit all cases,
    // and is dropped if only hidden cases fail.
    let is_seen = |index: usize| points.as_ref().is_none_or(|points| points.cases[index].is_visible());
    let seen = tasks.iter().zip(&cases).enumerate().filter(|(index, _)| is_seen(*index));
    let seen: Vec<(&Task, &Graded)> = seen.map(|(_, case)| case).collect();
    let boards = if is_started {
        smallest(grading, program, &seen, diagnosis.agreed()).map_err(failed)?
    } else {
        Vec::new()
    };
    if grading.stop.load(Relaxed) {
        return Err(failed(io::ErrorKind::Interrupted.into()));
    }
    let mut patterns = patterns(&seen);
    let is_seen_right = seen.iter().all(|(_, graded)| graded.verdict.is_accepted());
    if is_seen_right || boards.first().is_some_and(|smallest| smallest.is_flaky) {
        diagnosis = Diagnosis::default();
        patterns.clear();
    }
    // Among others a program has a file's name, and otherwise a whole command.
    let command = if grading.options.each.is_some() { quoted(&name) } else { name.clone() };
    let (program, hides_expected, shown) =
        (name, grading.options.hide_expected, grading.options.board.get() - 1);
    Ok(GradeResult { program, command, cases, points, boards, shown, patterns, diagnosis, hides_expected })
}

/// Returns the name of a report's file: replaces `{}` by the name of a program, unless that is empty.
pub fn named(file: &Path, name: &str) -> PathBuf {
    if name.is_empty() { file.to_owned() } else { file.to_string_lossy().replace("{}", name).into() }
}

/// Writes the reports of one program, whose `name` replaces `{}` in their file names.
pub fn write_reports(reports: &[ReportTo], result: &GradeResult, name: &str) -> Result<(), Stop> {
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
pub fn write_stdout(text: &str) -> Result<(), Stop> {
    match output::write_lines(text) {
        Err(Stop::ClosedPipe) => Ok(()),
        written => written,
    }
}

/// Shows on the terminal how many of `count` runs are done. `work` calls its argument after each run.
pub fn while_counting<T>(count: usize, unit: &str, work: impl FnOnce(&(dyn Fn() + Sync)) -> T) -> T {
    let done = AtomicUsize::new(0);
    let line = || format!("{} {unit}", bar(done.load(Relaxed), count));
    while_showing(line, || work(&|| _ = done.fetch_add(1, Relaxed)))
}
