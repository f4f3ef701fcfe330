//! The first failure of a program, on the smallest board that shows it.

use std::fmt::Write as _;
use std::io;
use std::num::NonZeroUsize;
use std::time::Instant;

use anstream::adapter::strip_str;
use rankmoves::Ranker;
use rankmoves_core::Position;
use rankmoves_core::exchange::Document;
use rankmoves_judge::{Case, Comparison};

use super::grading::Grading;
use super::limits::RunEnding;
use super::program::{Program, Run};
use super::run::Graded;
pub use super::shown::shown;
use super::task::Task;
use super::verdict::{self, Judged, Verdict};
use crate::differences;
use crate::differences::Agreed;
use picture::{Picture, ascii};

/// The number of times a failure is repeated, to check that it is stable.
const REPEATS: usize = 3;

/// The number of failures that are made smaller, unless one has shrunk to `FEW_PIECES` pieces. Several are
/// tried because shrinking may stop at a board from which nothing can be removed, although smaller failures
/// exist.
const MAX_SHRUNK_FAILURES: usize = 4;
const FEW_PIECES: usize = 2;

/// The smallest board found on which a program fails.
#[derive(Clone, Debug)]
pub struct Smallest {
    pub task: Task,
    /// The position asked about; `None` for a file that must be refused.
    pub position: Option<Position>,
    pub verdict: Verdict,
    /// The program's answer, fit to be shown.
    pub got: String,
    pub explanation: String,
    /// True if the program gives different answers to the same question.
    pub is_flaky: bool,
}

/// A failure: the question, the output and the judgement.
struct Failed {
    task: Task,
    output: Vec<u8>,
    is_answer: bool,
    judged: Judged,
}

impl Failed {
    fn of(task: &Task, (run, judged): (Run, Judged)) -> Failed {
        let is_answer = matches!(run.ending, RunEnding::Status(0));
        Failed { task: task.clone(), output: run.output, is_answer, judged }
    }

    fn size(&self) -> (u32, usize) {
        (self.task.case.depth, self.task.case.pieces())
    }
}

/// Looks for the smallest board with the same failure as the first. Wrong form comes after all else, and
/// files that the program does not refuse come last. `None` if the program does not fail, or a signal came
/// meanwhile.
pub fn smallest(
    grading: &Grading<'_>,
    program: &Program,
    tasks: &[Task],
    graded: &[Graded],
    agreed: Agreed,
) -> io::Result<Option<Smallest>> {
    let is_refuted = |asked, answered| refute(tasks, graded, asked, answered);
    let failures = tasks.iter().zip(graded).filter(|(_, graded)| !graded.verdict.is_accepted());
    let rank =
        |(task, graded): &(&Task, &Graded)| (task.fault.is_some(), graded.verdict == Verdict::Presentation);
    let Some(first) = failures.clone().min_by_key(rank) else { return Ok(None) };
    let kind = first.1.verdict;
    let is_similar = |failure: &(&Task, &Graded)| rank(failure) == rank(&first) && failure.1.verdict == kind;
    let mut similar: Vec<_> = failures.filter(is_similar).collect();
    similar.sort_by_cached_key(|(task, graded)| {
        (!graded.is_run(), task.case.depth, task.case.pieces(), task.case.text.len())
    });
    let (task, graded) = similar[0];

    // A failure that comes and goes cannot be made smaller. Time depends on other things too, so a late
    // answer is not counted, and a repeated run may be in time.
    let mut answers: Vec<(Run, Judged)> = Vec::new();
    for _ in 0..if kind == Verdict::TimeLimit { 0 } else { REPEATS } {
        let Some(answer) = grading.ask(program, task)? else { return Ok(None) };
        answers.push(answer);
    }
    answers.retain(|(_, judged)| judged.verdict != Verdict::TimeLimit);
    let differ = |(one, judged): &(Run, Judged)| {
        let (other, _) = &answers[0];
        // Two runs that were stopped for too much output may have stopped at different places.
        judged.verdict != kind || (one.output != other.output && kind != Verdict::OutputLimit)
    };
    let is_flaky = answers.iter().any(differ);
    let judged = Judged::new(kind, graded.reason.as_str());
    let mut found = match answers.pop() {
        Some(answer) => Failed::of(task, answer),
        None => Failed { task: task.clone(), output: Vec::new(), is_answer: false, judged },
    };
    if !is_flaky && task.fault.is_none() {
        let begin = Instant::now();
        let mut error = None;
        for (start, (task, _)) in similar.iter().take(MAX_SHRUNK_FAILURES).enumerate() {
            if start > 0 && found.task.case.pieces() <= FEW_PIECES {
                break;
            }
            let mut shrunk = None;
            rankmoves_judge::shrink(task.case.clone(), |case: &Case| {
                if begin.elapsed() > grading.shrink_time || error.is_some() {
                    return false;
                }
                let smaller = task.asking(case.clone());
                match grading.ask(program, &smaller) {
                    Ok(Some(answer)) if answer.1.verdict == kind => {
                        shrunk = Some(Failed::of(&smaller, answer));
                        true
                    }
                    Ok(_) => false,
                    Err(why) => {
                        error = Some(why);
                        false
                    }
                }
            });
            if let Some(why) = error {
                return Err(why);
            }
            if let Some(shrunk) = shrunk
                && (start == 0 || shrunk.size() < found.size())
            {
                found = shrunk;
            }
        }
    }
    Ok(Some(describe(found, is_flaky, agreed, is_refuted)))
}

/// Returns whether the answers rule out that the program uses the depth `answered` instead of `asked`: some
/// wrong answer is right for no other depth, or some answer for the depth `asked` is right where the scores
/// at both depths differ.
fn refute(tasks: &[Task], graded: &[Graded], asked: u32, answered: u32) -> bool {
    let mut ranker = Ranker::with_threads(NonZeroUsize::MIN);
    let mut cases = tasks.iter().zip(graded).filter(|(task, _)| task.fault.is_none());
    cases.any(|(task, graded)| match graded.verdict {
        Verdict::WrongAnswer => graded.pruned.is_some() && graded.right_for.is_none(),
        Verdict::Accepted | Verdict::Presentation if task.case.depth == asked => {
            let Some(position) = position(task) else { return false };
            let mut scores = |depth| ranker.rank(&position, depth).ok();
            scores(asked) != scores(answered)
        }
        _ => false,
    })
}

fn position(task: &Task) -> Option<Position> {
    Document::parse(task.case.text.as_bytes()).and_then(|document| document.position()).ok()
}

fn describe(
    failed: Failed,
    is_flaky: bool,
    agreed: Agreed,
    is_refuted: impl Fn(u32, u32) -> bool,
) -> Smallest {
    let Failed { task, output, is_answer, judged } = failed;
    let position = position(&task);
    let compared = if is_answer { verdict::comparison(&task, &output) } else { None };
    let explanation = match compared {
        Some((_, comparison)) => explain(&task, &comparison, agreed, is_refuted),
        None => format!("{}: {}\n", judged.verdict, judged.reason),
    };
    Smallest { task, position, verdict: judged.verdict, got: shown(&output), explanation, is_flaky }
}

/// Explains differences to a report, which has no colours.
fn explain(
    task: &Task,
    comparison: &Comparison,
    agreed: Agreed,
    is_refuted: impl Fn(u32, u32) -> bool,
) -> String {
    let draw = |picture: &Picture| format!("\n{}", ascii::draw(picture, ascii::ASCII));
    let mut text = differences::describe(comparison, task.case.verbose, agreed, draw);
    if let Some(depth) = comparison.right_for
        && !is_refuted(task.case.depth, depth)
    {
        let _ = writeln!(text, "\nThis is the answer for depth {depth}, not {}.", task.case.depth);
    }
    strip_str(&text).to_string()
}
