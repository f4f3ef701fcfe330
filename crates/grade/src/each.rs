//! Every program in a folder, side by side.

use rankmoves_core::shorten;
use rankmoves_core::support::threads::share;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

use shell::diagnostic::shown_path;
use shell::{Failure, Stop};

use super::grading::Grading;
use super::program::Program;
use super::result::GradeResult;
use super::task::Task;
use super::{bar, grade_one, is_program, report, write_reports, write_stdout};
use crate::options::GradeOptions;

/// The longest name of a program that is shown, in characters.
const MAX_PROGRAM_CHARS: usize = 40;

/// The depth in plies for which the stacks of threads have room: mutants recurse as deep as they look ahead.
const STACK_PLIES: u32 = 512;

/// A file or folder that has been handed in.
pub struct HandIn {
    path: PathBuf,
    /// The reason why it cannot be run.
    fault: Option<String>,
}

impl HandIn {
    fn new(path: PathBuf) -> HandIn {
        let fault = match fs::metadata(&path) {
            Err(why) => Some(format!("it cannot be read: {why}")),
            Ok(file) if file.is_dir() => {
                Some("it is a folder: --each takes one executable file each".to_owned())
            }
            Ok(file) if !file.is_file() => Some(
                "it is a named pipe, a socket or a device: --each takes one executable file each".to_owned(),
            ),
            Ok(_) if !is_program(&path) => Some("it is not executable: chmod +x makes it so".to_owned()),
            Ok(_) => None,
        };
        HandIn { path, fault }
    }

    fn name(&self) -> String {
        self.path.file_name().expect("a file of a folder has a name").to_string_lossy().into_owned()
    }
}

/// A hand-in that has been graded, or the reason why it could not be; and the failure to write its reports,
/// if any.
struct Done {
    result: Result<GradeResult, String>,
    failure: Option<Stop>,
}

/// Grades the hand-ins in parallel but runs the cases of each in sequence, so that a slow one delays the
/// others little. Returns whether all are accepted.
pub fn grade(
    options: &GradeOptions,
    hand_ins: &[HandIn],
    grading: &Grading<'_>,
    tasks: &[Task],
    jobs: NonZeroUsize,
) -> Result<bool, Stop> {
    let mut done: Vec<Option<Done>> = Vec::new();
    done.resize_with(hand_ins.len(), || None);
    let programs = hand_ins.iter().filter(|hand_in| hand_in.fault.is_none()).count();
    let bar = bar(programs * tasks.len(), "runs");
    let work = |(hand_in, done): (&HandIn, &mut Option<Done>)| {
        if grading.stop.load(Relaxed) {
            return;
        }
        if let Some(fault) = &hand_in.fault {
            *done = Some(Done { result: Err(fault.clone()), failure: None });
            return;
        }
        let program = Program { file: hand_in.path.clone(), arguments: Vec::new() };
        let name = hand_in.name();
        let shown = shorten(&name, MAX_PROGRAM_CHARS);
        let one = NonZeroUsize::MIN;
        let graded = grade_one(grading, options, &program, shown, tasks, one, || bar.inc(1));
        *done = graded.transpose().map(|graded| match graded {
            Ok(result) => {
                let failure = write_reports(&options.reports, &result, &name).err();
                Done { result: Ok(result), failure }
            }
            Err(failure) => {
                Done { result: Err("the grading itself failed".to_owned()), failure: Some(failure) }
            }
        });
    };
    let threads = jobs.get().min(hand_ins.len());
    share(hand_ins.iter().zip(&mut done), threads, STACK_PLIES, |hand_ins| hand_ins.for_each(work));
    bar.finish_and_clear();
    let rows = || hand_ins.iter().zip(&done).filter_map(|(hand_in, done)| Some((hand_in, done.as_ref()?)));
    let names = || rows().map(|(hand_in, _)| shorten(&hand_in.name(), MAX_PROGRAM_CHARS));
    let width = names().map(|name| name.chars().count()).max().unwrap_or(0);
    let paint = report::Paint::for_stdout();
    let row = |(name, (_, done)): (String, (_, &Done))| match &done.result {
        Ok(result) => report::row(result, width, &paint),
        Err(why) => report::row_of_none(&name, width, why, &paint),
    };
    write_stdout(&names().zip(rows()).map(row).collect::<String>())?;
    let are_accepted = rows().all(|(_, done)| done.result.as_ref().is_ok_and(GradeResult::is_accepted));
    match done.into_iter().flatten().find_map(|done| done.failure) {
        Some(failure) => Err(failure),
        None => Ok(are_accepted),
    }
}

/// Finds the hand-ins in a folder, in the order of their names. As for `ls`, a name that begins with a
/// dot is hidden.
pub fn hand_ins(folder: &Path) -> Result<Vec<HandIn>, Stop> {
    let shown = shown_path(folder);
    let failed = |why| Stop::failed(&format!("read the folder {shown}"), &why);
    let folder = std::path::absolute(folder).map_err(failed)?;
    let entries = fs::read_dir(folder).map_err(failed)?.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let is_hidden = |entry: &&fs::DirEntry| entry.file_name().as_encoded_bytes().starts_with(b".");
    let mut paths: Vec<PathBuf> =
        entries.iter().filter(|entry| !is_hidden(entry)).map(fs::DirEntry::path).collect();
    paths.sort();
    if paths.is_empty() {
        return Err(Stop::from(Failure::new(format!("expected executable files in the folder {shown}"))));
    }
    Ok(paths.into_iter().map(HandIn::new).collect())
}
