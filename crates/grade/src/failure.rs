//! Describes a failure of a program.

use std::fmt::Write as _;
use std::num::NonZeroUsize;

use anstream::adapter::strip_str;
use rankmoves::Ranker;
use rankmoves_core::Position;
use rankmoves_judge::Comparison;

use super::graded::Graded;
use super::kind::FailureKind;
use super::limits::{Run, RunEnding};
use super::shown::shown;
use super::task::Task;
use super::verdict::Verdict;
use crate::differences;
use crate::differences::Agreed;
use picture::{Picture, ascii};

/// The smallest board found on which a program fails.
#[derive(Clone, Debug)]
pub struct Smallest {
    pub task: Task,
    /// The position of the question; `None` for a file that must be refused.
    pub position: Option<Position>,
    pub verdict: Verdict,
    pub kind: FailureKind,
    /// The program's answer, prepared for display.
    pub got: String,
    pub explanation: String,
    /// True if the program gives different answers to the same question.
    pub is_flaky: bool,
}

/// An observed failure.
pub struct Failed {
    pub task: Task,
    /// The run, unless the program was too late to be run again.
    pub run: Option<Run>,
    pub graded: Graded,
}

impl Failed {
    pub fn size(&self) -> (u32, usize) {
        (self.task.case.depth, self.task.case.pieces())
    }
}

/// The answers of a program to all tasks.
#[derive(Clone, Copy)]
pub struct Answers<'a> {
    pub tasks: &'a [Task],
    pub graded: &'a [Graded],
    /// The explanations that fit all answers.
    pub agreed: Agreed,
}

impl Answers<'_> {
    /// Describes a failure of a kind: what is wrong, and why.
    pub fn describe(self, failed: Failed, kind: FailureKind, is_flaky: bool) -> Smallest {
        let Failed { task, run, graded } = failed;
        let position = task.position();
        let answer = run.as_ref().filter(|run| run.ending == RunEnding::Status(0));
        let compared = answer.and_then(|run| task.compare(&run.output));
        let explanation = match compared {
            Some(comparison) => self.explain(&task, &comparison),
            None => format!("{}: {}\n", graded.verdict, graded.reason),
        };
        let got = run.map_or_else(String::new, |run| shown(&run.output));
        Smallest { task, position, verdict: graded.verdict, kind, got, explanation, is_flaky }
    }

    /// Explains the differences in an answer, as text without colours.
    fn explain(self, task: &Task, comparison: &Comparison) -> String {
        let draw = |picture: &Picture| format!("\n{}", ascii::draw(picture, ascii::ASCII));
        let mut text = differences::describe(comparison, task.case.verbose, self.agreed, draw);
        if let Some(depth) = comparison.right_for
            && !refute(self.tasks, self.graded, task.case.depth, depth)
        {
            let _ = writeln!(text, "\nThis is the answer for depth {depth}, not {}.", task.case.depth);
        }
        strip_str(&text).to_string()
    }
}

/// Returns whether the answers disprove that the program uses depth `answered` instead of `asked`: if a wrong
/// answer is right at no other depth, or if an answer is right at depth `asked` although the two depths give
/// different scores.
fn refute(tasks: &[Task], graded: &[Graded], asked: u32, answered: u32) -> bool {
    let mut ranker = Ranker::with_threads(NonZeroUsize::MIN);
    let mut cases = tasks.iter().zip(graded).filter(|(task, _)| task.fault.is_none());
    cases.any(|(task, graded)| match graded.verdict {
        Verdict::WrongAnswer => graded.pruned.is_some() && graded.right_for.is_none(),
        Verdict::Accepted | Verdict::Presentation if task.case.depth == asked => {
            let Some(position) = task.position() else { return false };
            let mut scores = |depth| ranker.rank(&position, depth).ok();
            scores(asked) != scores(answered)
        }
        _ => false,
    })
}
