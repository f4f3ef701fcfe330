//! Grades every program in a folder, several at the same time.

use rankmoves_core::shorten;
use rankmoves_core::support::threads::share;
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering::Relaxed;

use shell::{Stop, atomic_file};

use super::Grading;
use super::hand_in::HandIn;
use super::one::{grade_one, while_counting, write_reports, write_stdout};
use crate::report::summary::{self, ClassRow};
use crate::report::{Paint, table};
use crate::task::Task;

/// The longest name of a program that is shown, in characters.
const MAX_PROGRAM_CHARS: usize = 40;

/// The depth in plies for which each thread's stack has room. Mutants recurse once per ply.
const STACK_PLIES: u32 = 512;

/// The row of a hand-in, and an error of the grading itself, such as a report that could not be written.
type Done = (ClassRow, Option<Stop>);

/// Grades the hand-ins in parallel but runs the cases of each in sequence, so that a slow hand-in delays the
/// others little. Returns whether all are accepted.
pub fn grade(
    grading: &Grading<'_>,
    hand_ins: &[HandIn],
    tasks: &[Task],
    jobs: NonZeroUsize,
) -> Result<bool, Stop> {
    let mut done: Vec<Option<Done>> = hand_ins.iter().map(|_| None).collect();
    let programs = hand_ins.iter().filter(|hand_in| hand_in.fault.is_none()).count();
    let threads = jobs.get().min(hand_ins.len());
    while_counting(programs * tasks.len(), "runs", |on_done| {
        let work = |(hand_in, done): (&HandIn, &mut Option<Done>)| {
            if !grading.stop.load(Relaxed) {
                *done = grade_hand_in(grading, hand_in, tasks, on_done);
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
    match failures.into_iter().flatten().next() {
        Some(failure) => Err(failure),
        None => Ok(are_accepted),
    }
}

/// Prepares one hand-in, grades it, and writes its reports. Returns `None` if interrupted by a signal.
fn grade_hand_in(
    grading: &Grading<'_>,
    hand_in: &HandIn,
    tasks: &[Task],
    on_done: impl Fn() + Sync,
) -> Option<Done> {
    let name = hand_in.name();
    let shown = shorten(&name, MAX_PROGRAM_CHARS);
    let graded = match hand_in.prepare(grading) {
        Ok(Ok(prepared)) => grade_one(grading, &prepared.program, shown, tasks, NonZeroUsize::MIN, on_done),
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
