//! A program on all its cases, several at a time.

use std::fs::{self, File};
use std::num::NonZeroUsize;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{io, thread};

use tempfile::TempDir;

use super::account::Account;
use super::process::{self, Limits, Program, Run};
use super::suite::Task;
use super::verdict::{self, Judged, Verdict};

/// The runs in a row that reach the limit of time, after which a program is not
/// run any more.
const PATIENCE: usize = 5;

/// The most bytes of a wrong answer that are kept.
const KEPT: usize = 1 << 20;

/// The rules of a grading.
#[derive(Clone, Copy)]
pub struct Grading<'a> {
    pub limits: Limits,
    /// The user that programs run as, if not as this one.
    pub account: Option<Account>,
    pub ignore_form: bool,
    /// True if reasons do not tell right answers.
    pub hides_expected: bool,
    /// The time after which no smaller board is looked for.
    pub patience: Duration,
    /// A flag that a signal raises.
    pub stop: &'a AtomicBool,
}

/// A case that has been graded.
#[derive(Clone, Debug)]
pub struct Graded {
    pub name: String,
    pub verdict: Verdict,
    /// The reason for the verdict, in one line; may be empty.
    pub reason: String,
    pub seconds: f64,
    pub arguments: Vec<String>,
    /// The program's answer; `None` if it gave none or one that is too long to be kept.
    pub answer: Option<Vec<u8>>,
}

impl Grading<'_> {
    /// Asks a program once, in a folder of its own that is removed afterwards.
    /// `None` if a signal came meanwhile.
    pub fn ask(&self, program: &Program, task: &Task) -> io::Result<Option<(Run, Judged)>> {
        let folder = TempDir::with_prefix("checkers-grade-")?;
        let name = task.file.as_deref().unwrap_or("stdin");
        let path = folder.path().join(name);
        fs::write(&path, &task.case.text)?;
        let stdin = if task.file.is_none() { Some(File::open(&path)?) } else { None };
        if task.file.is_none() {
            fs::remove_file(&path)?;
        }
        if let Some(account) = self.account {
            for path in
                [Some(folder.path()), task.file.is_some().then_some(path.as_path())].into_iter().flatten()
            {
                account.give(path)?;
            }
        }
        let run = process::run(self, program, &task.arguments(), folder.path(), stdin);
        remove(folder);
        let Some(run) = run? else { return Ok(None) };
        let judged = verdict::judge(task, &run, self);
        Ok(Some((run, judged)))
    }

    /// Grades a program on all cases, `jobs` at a time. `on_done` is told of each
    /// case. `None` if a signal came meanwhile.
    pub fn grade(
        &self,
        program: &Program,
        tasks: &[Task],
        jobs: NonZeroUsize,
        on_done: impl Fn() + Sync,
    ) -> io::Result<Option<Vec<Graded>>> {
        let (next, late) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let graded: Mutex<Vec<Option<io::Result<Graded>>>> = Mutex::new(Vec::new());
        let lock = || graded.lock().unwrap_or_else(PoisonError::into_inner);
        lock().resize_with(tasks.len(), || None);
        let work = || {
            while !self.stop.load(Relaxed) {
                let index = next.fetch_add(1, Relaxed);
                let Some(task) = tasks.get(index) else { break };
                let done = if late.load(Relaxed) >= PATIENCE {
                    Some(Ok(skipped(task)))
                } else {
                    self.ask(program, task).transpose().map(|asked| asked.map(|asked| keep(task, asked)))
                };
                match &done {
                    Some(Ok(done)) if done.verdict == Verdict::TimeLimit => late.fetch_add(1, Relaxed),
                    _ => late.swap(0, Relaxed),
                };
                lock()[index] = done;
                on_done();
            }
        };
        thread::scope(|scope| {
            for _ in 1..jobs.get().min(tasks.len()) {
                // With fewer threads it takes longer, and nothing else.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        let graded = graded.into_inner().unwrap_or_else(PoisonError::into_inner);
        graded.into_iter().map(Option::transpose).collect::<io::Result<Option<Vec<_>>>>()
    }
}

fn keep(task: &Task, (run, judged): (Run, Judged)) -> Graded {
    let is_answer = matches!(run.ending, process::Ending::Status(0)) && run.output.len() <= KEPT;
    Graded {
        name: task.case.name.clone(),
        verdict: judged.verdict,
        reason: judged.reason,
        seconds: run.time.as_secs_f64(),
        arguments: task.arguments(),
        answer: is_answer.then_some(run.output),
    }
}

/// Grades a case that is not run, since others have reached the limit of time.
fn skipped(task: &Task) -> Graded {
    Graded {
        name: task.case.name.clone(),
        verdict: Verdict::TimeLimit,
        reason: format!("not run: {PATIENCE} cases in a row had reached the limit"),
        seconds: 0.0,
        arguments: task.arguments(),
        answer: None,
    }
}

/// Removes a folder, also one whose permissions the program has taken away.
fn remove(folder: TempDir) {
    let path = folder.path().to_owned();
    if folder.close().is_err() {
        open_up(&path);
        let _ = fs::remove_dir_all(&path);
    }
}

/// Gives all permissions back to the folders in a folder.
fn open_up(folder: &Path) {
    let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        // Not through links: those may lead anywhere.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            open_up(&entry.path());
        }
    }
}
