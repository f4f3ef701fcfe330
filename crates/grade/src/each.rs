//! Every program in a folder, side by side.

use rankmoves_core::shorten;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::{fs, thread};

use shell::diagnostic::shown_path;
use shell::{Failure, Stop};

use super::process::Program;
use super::result::GradeResult;
use super::run::Grading;
use super::suite::Task;
use super::{bar, grade_one, is_program, report, write_reports, write_stdout};
use crate::options::GradeOptions;

/// The longest name of a program that is shown, in characters.
const NAME: usize = 40;

/// A program that has been graded, or cannot be; its reports may not be written.
struct Done {
    result: Option<GradeResult>,
    failure: Option<Stop>,
}

/// Grades the programs, each with its cases one after the other, so that one which
/// takes long holds up nothing but itself. Returns whether all are accepted.
pub fn grade(
    options: &GradeOptions,
    files: &[PathBuf],
    grading: &Grading<'_>,
    tasks: &[Task],
    jobs: NonZeroUsize,
) -> Result<bool, Stop> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<Done>>> = Mutex::new(Vec::new());
    let lock = || done.lock().unwrap_or_else(PoisonError::into_inner);
    lock().resize_with(files.len(), || None);
    let bar = bar(files.len() * tasks.len(), "runs");
    let work = || {
        while !grading.stop.load(Relaxed) {
            let index = next.fetch_add(1, Relaxed);
            let Some(file) = files.get(index) else { break };
            let program = Program { file: file.clone(), arguments: Vec::new() };
            let name = file.file_name().expect("a file of a folder has a name").to_string_lossy();
            let shown = shorten(&name, NAME);
            let one = NonZeroUsize::MIN;
            let graded = grade_one(grading, options, &program, shown, tasks, one, || bar.inc(1));
            lock()[index] = graded.transpose().map(|graded| match graded {
                Ok(result) => {
                    let failure = write_reports(&options.reports, &result, &name).err();
                    Done { result: Some(result), failure }
                }
                Err(failure) => Done { result: None, failure: Some(failure) },
            });
        }
    };
    thread::scope(|scope| {
        for _ in 1..jobs.get().min(files.len()) {
            // With fewer threads it takes longer, and nothing else.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    bar.finish_and_clear();
    let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (mut results, mut failures) = (Vec::new(), Vec::new());
    for Done { result, failure } in done.into_iter().flatten() {
        results.extend(result);
        failures.extend(failure);
    }
    let width = results.iter().map(|result| result.program.chars().count()).max().unwrap_or(0);
    let paint = report::Paint::for_stdout();
    let rows: String = results.iter().map(|result| report::row(result, width, &paint)).collect();
    write_stdout(&rows)?;
    if let Some(failure) = failures.into_iter().next() {
        return Err(failure);
    }
    Ok(results.iter().all(GradeResult::is_accepted))
}

/// Finds the programs in a folder, in the order of their names.
pub fn programs(folder: &Path) -> Result<Vec<PathBuf>, Stop> {
    let shown = shown_path(folder);
    let failed = |why| Stop::failed(&format!("read the folder {shown}"), &why);
    let folder = std::path::absolute(folder).map_err(failed)?;
    let entries = fs::read_dir(folder).map_err(failed)?.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let mut programs: Vec<PathBuf> =
        entries.iter().map(fs::DirEntry::path).filter(|path| is_program(path)).collect();
    programs.sort();
    if programs.is_empty() {
        return Err(Stop::from(Failure::new(format!("expected executable files in the folder {shown}"))));
    }
    Ok(programs)
}
