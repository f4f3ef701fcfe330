//! The first failure of a program, on the smallest board that shows it.

use std::io;
use std::time::Instant;

use anstream::adapter::strip_str;
use rankmoves_judge::{self, Case, Comparison, Mistakes};
use rankmoves_core::Position;
use rankmoves_core::exchange::Document;
use shell::encoding::to_utf8;

use super::process::{Ending, Program, Run};
use super::run::{Graded, Grading};
pub use super::shown::shown;
use super::suite::Task;
use super::verdict::{self, Judged, Verdict};
use crate::differences;
use picture::{Picture, ascii};

/// The times that a failure is asked for again, to see whether it stays.
const REPEATS: usize = 3;

/// The number of failures that are made smaller, unless one comes to so few pieces:
/// one may end where nothing can be left out though there are smaller ones.
const STARTS: usize = 4;
const FEW: usize = 2;

/// The smallest board found on which a program fails.
#[derive(Clone, Debug)]
pub struct Smallest {
    pub task: Task,
    pub position: Position,
    pub verdict: Verdict,
    /// The program's answer, fit to be shown.
    pub got: String,
    pub explanation: String,
    /// True if the program gives different answers to the same question.
    pub is_flaky: bool,
}

/// Looks for the smallest board on which a program fails as it first did. `None`
/// if it does not fail, or a signal came meanwhile.
pub fn smallest(
    grading: &Grading<'_>,
    program: &Program,
    tasks: &[Task],
    graded: &[Graded],
) -> io::Result<Option<Smallest>> {
    let Some(first) = graded.iter().find(|graded| !graded.verdict.is_accepted()) else { return Ok(None) };
    let kind = first.verdict;
    let alike = tasks.iter().zip(graded).filter(|(_, graded)| graded.verdict == kind);
    let is_run = |graded: &Graded| graded.seconds > 0.0;
    let mut alike: Vec<_> = alike.collect();
    alike.sort_by_cached_key(|(task, graded)| {
        (!is_run(graded), task.case.depth, task.case.pieces(), task.case.text.len())
    });
    let (task, _) = alike[0];

    // A failure that comes and goes cannot be made smaller.
    let mut answers: Vec<(Run, Judged)> = Vec::new();
    for _ in 0..if kind == Verdict::TimeLimit { 1 } else { REPEATS } {
        let Some(answer) = grading.ask(program, task)? else { return Ok(None) };
        answers.push(answer);
    }
    let differ = |(one, verdict): &(Run, Judged)| {
        let (other, _) = &answers[0];
        // Two that are ended for their output may have come to different places.
        let is_other = one.output != other.output && verdict.verdict != Verdict::OutputLimit;
        verdict.verdict != kind || (is_other && verdict.verdict != Verdict::TimeLimit)
    };
    let is_flaky = answers.iter().any(differ);
    let mut found = (task.clone(), answers.pop().expect("it has been asked"));
    if !is_flaky {
        let begin = Instant::now();
        let mut failed = None;
        for (start, (task, _)) in alike.iter().take(STARTS).enumerate() {
            if start > 0 && found.0.case.pieces() <= FEW {
                break;
            }
            let mut shrunk = None;
            rankmoves_judge::shrink(task.case.clone(), |case: &Case| {
                if begin.elapsed() > grading.patience || failed.is_some() {
                    return false;
                }
                let smaller = task.asking(case.clone());
                match grading.ask(program, &smaller) {
                    Ok(Some(answer)) if answer.1.verdict == kind => {
                        shrunk = Some((smaller, answer));
                        true
                    }
                    Ok(_) => false,
                    Err(why) => {
                        failed = Some(why);
                        false
                    }
                }
            });
            if let Some(why) = failed {
                return Err(why);
            }
            let size = |task: &Task| (task.case.depth, task.case.pieces());
            if let Some(shrunk) = shrunk
                && (start == 0 || size(&shrunk.0) < size(&found.0))
            {
                found = shrunk;
            }
        }
    }
    let (task, (run, judged)) = found;
    Ok(Some(describe(task, &run, &judged, is_flaky)))
}

fn describe(task: Task, run: &Run, judged: &Judged, is_flaky: bool) -> Smallest {
    let document = Document::parse(task.case.text.as_bytes()).expect("cases are valid");
    let position = document.position().expect("moves of cases are legal");
    let is_answer = matches!(run.ending, Ending::Status(0));
    let compared = if is_answer { verdict::comparison(&task, &run.output) } else { None };
    let explanation = match compared {
        Some((_, comparison)) => explain(&comparison, task.case.verbose),
        None => format!("{}: {}\n", judged.verdict, judged.reason),
    };
    Smallest { task, position, verdict: judged.verdict, got: shown(&run.output), explanation, is_flaky }
}

/// Explains differences to a report, which has no colours.
fn explain(comparison: &Comparison, is_verbose: bool) -> String {
    let draw = |picture: &Picture| format!("\n{}", ascii::draw(picture, ascii::ASCII));
    let mut text = differences::describe(comparison, is_verbose, draw);
    if let Some(causes) = differences::causes(comparison) {
        text.extend(["\n", &causes, "\n"]);
    }
    strip_str(&text).to_string()
}

/// Finds the mistakes that explain all answers of a program, the fewest first.
pub fn diagnose(tasks: &[Task], graded: &[Graded]) -> Vec<Mistakes> {
    if graded.iter().all(|graded| graded.verdict.is_accepted()) {
        return Vec::new();
    }
    let decoded = |answer: &Vec<u8>| String::from_utf8_lossy(&to_utf8(answer.clone()).0).into_owned();
    let text = |graded: &Graded| graded.answer.as_ref().map(decoded);
    let answers: Vec<Option<String>> = graded.iter().map(text).collect();
    let pairs = tasks.iter().zip(&answers);
    let pairs: Vec<_> = pairs.map(|(task, answer)| (task.case.question(), answer.as_deref())).collect();
    let mut found = rankmoves_judge::diagnose(&pairs);
    found.sort_by_key(|mistakes| mistakes.iter().count());
    found
}
