//! Runs programs, judges and grades them, and writes their reports.

mod guard;
mod hand_in;
mod judging;
mod process;
mod smallest;
mod targets;

use std::fs::{self, File, Permissions};
use std::io;
use std::num::NonZeroUsize;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{PoisonError, RwLock};

use rankmoves_core::support::threads::for_each;
use tempfile::TempDir;

pub use guard::run as run_guard;
pub use targets::grade;

use crate::graded::{EASY_REFUSAL, FailureKind, Graded, Verdict};
use crate::options::GradeOptions;
use crate::rubric::Rubric;
use crate::task::Task;
use guard::{Account, Limits};
use process::Program;

/// The number of consecutive runs over the time limit that stops further runs of a program.
const MAX_LATE_RUNS: usize = 3;

/// The maximum length of an answer that is kept, in bytes.
const MAX_ANSWER_BYTES: usize = 1 << 20;

/// The rules for grading programs.
#[derive(Clone, Copy)]
struct Grading<'a> {
    options: &'a GradeOptions,
    tasks: &'a [Task],
    limits: Limits,
    /// The user that programs run as, if not the current user.
    account: Option<Account>,
    /// The points of the cases, if there is a rubric.
    rubric: Option<&'a Rubric>,
    /// A flag that a signal raises. Work then ends with the error `Interrupted`, which is never shown.
    stop: &'a AtomicBool,
    /// Locked exclusively by a run that must run alone, and shared by all other runs.
    alone: &'a RwLock<()>,
}

impl Grading<'_> {
    /// Runs a program on a task. If the program is late, runs it again while no other program runs, and only
    /// the second run counts.
    fn ask(&self, program: &Program, task: &Task) -> io::Result<Graded> {
        let asked = {
            let _shared = self.alone.read().unwrap_or_else(PoisonError::into_inner);
            self.ask_once(program, task)?
        };
        if asked.verdict != Verdict::TimeLimit {
            return Ok(asked);
        }
        let _alone = self.alone.write().unwrap_or_else(PoisonError::into_inner);
        self.ask_once(program, task)
    }

    /// Runs a program once, in a folder of its own that is removed afterwards.
    fn ask_once(&self, program: &Program, task: &Task) -> io::Result<Graded> {
        let folder = TempDir::with_prefix("checkers-grade-")?;
        let name = task.file();
        let path = folder.path().join(name.as_deref().unwrap_or("stdin"));
        fs::write(&path, &task.case.text)?;
        let mut stdin = None;
        if name.is_none() {
            stdin = Some(File::open(&path)?);
            fs::remove_file(&path)?;
        }
        if let Some(account) = self.account {
            account.give(folder.path())?;
        }
        let run = process::run(self, program, &task.arguments(), folder.path(), stdin);
        remove(folder);
        Ok(judging::judge(task, run?, self))
    }

    /// Grades a program on all cases, `jobs` at a time. Calls `on_done` after each case.
    fn grade(
        &self,
        program: &Program,
        jobs: NonZeroUsize,
        on_done: impl Fn() + Sync,
    ) -> io::Result<Vec<Graded>> {
        let late_in_a_row = AtomicUsize::new(0);
        let mut graded: Vec<io::Result<Graded>> =
            self.tasks.iter().map(|_| Err(io::ErrorKind::Interrupted.into())).collect();
        let work = |(task, graded): (&Task, &mut io::Result<Graded>)| {
            if self.stop.load(Relaxed) {
                return;
            }
            *graded = if late_in_a_row.load(Relaxed) >= MAX_LATE_RUNS {
                Ok(skipped(task))
            } else {
                self.ask(program, task).map(without_long_answer)
            };
            match graded {
                Ok(graded) if graded.verdict == Verdict::TimeLimit => {
                    late_in_a_row.fetch_add(1, Relaxed);
                }
                _ => late_in_a_row.store(0, Relaxed),
            }
            on_done();
        };
        for_each(self.tasks.iter().zip(&mut graded), jobs.get().min(self.tasks.len()), work);
        Ok(without_easy_refusals(graded.into_iter().collect::<io::Result<_>>()?))
    }
}

/// Counts no file as refused if no case is answered: a program that always fails seems to refuse every
/// file.
fn without_easy_refusals(mut graded: Vec<Graded>) -> Vec<Graded> {
    if graded.iter().all(|graded| graded.is_refusal || !graded.has_answer) {
        for graded in graded.iter_mut().filter(|graded| graded.is_refusal) {
            // The program refused the file by its exit status, perhaps without a message.
            let is_refused = matches!(graded.verdict, Verdict::Accepted | Verdict::WrongAnswer);
            if is_refused && !graded.has_answer {
                graded.verdict = Verdict::WrongAnswer;
                // The program did nothing wrong in this run: the verdict follows from the other cases.
                graded.kind = None;
                EASY_REFUSAL.clone_into(&mut graded.reason);
            }
        }
    }
    graded
}

/// Grades a case that is not run, because other cases have reached the time limit.
fn skipped(task: &Task) -> Graded {
    let reason = format!("not run: {MAX_LATE_RUNS} cases in a row reached the limit");
    Graded { kind: Some(FailureKind::Limit), ..Graded::new(task, Verdict::TimeLimit, reason) }
}

/// Keeps an answer, unless it is too long.
fn without_long_answer(graded: Graded) -> Graded {
    let is_kept = graded.has_answer && graded.output.len() <= MAX_ANSWER_BYTES;
    if is_kept { graded } else { graded.without_answer() }
}

/// Removes a folder, even if the program has removed its permissions.
fn remove(folder: TempDir) {
    let path = folder.path().to_owned();
    if folder.close().is_err() {
        open_up(&path);
        let _ = fs::remove_dir_all(&path);
    }
}

/// Restores the owner's permissions on a folder and its subfolders.
fn open_up(folder: &Path) {
    let _ = fs::set_permissions(folder, Permissions::from_mode(0o700));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        // Do not follow links, because they may lead anywhere.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            open_up(&entry.path());
        }
    }
}
