//! The result of grading a program, from which all reports are written.

use super::diagnosis::Statement;
use super::graded::{FailureKind, Graded, Verdict};
use super::rubric::Points;
use super::task::Task;
use shell::quantity;

#[derive(Clone)]
pub struct GradeResult {
    /// The program with its first arguments, prepared for display.
    pub program: String,
    /// The words that start the program in a shell.
    pub command: String,
    pub cases: Vec<Graded>,
    /// The points, if there is a rubric.
    pub points: Option<Points>,
    /// The smallest board with each kind of failure, the gravest first.
    pub boards: Vec<Smallest>,
    /// The index of the board that is shown.
    pub shown: usize,
    /// Sentences about the failed cases. Each begins with a verb.
    pub patterns: Vec<String>,
    /// The explanations that fit all answers.
    pub diagnosis: Vec<Statement>,
    /// True if right answers are left out.
    pub hides_expected: bool,
}

impl GradeResult {
    /// Returns the result without names, reasons and arguments of hidden cases.
    pub fn for_students(&self) -> GradeResult {
        let mut result = self.clone();
        let Some(points) = &self.points else { return result };
        let hidden = result.cases.iter_mut().zip(&points.cases).filter(|(_, points)| !points.is_visible());
        for (number, (graded, _)) in (1..).zip(hidden) {
            graded.name = format!("hidden {number}");
            graded.reason.clear();
            graded.arguments.clear();
        }
        result
    }

    pub fn accepted(&self) -> usize {
        self.cases.len() - failed(&self.cases).count()
    }

    /// Returns the numbers of cases accepted and of all cases, as words: `62 of 96`.
    pub fn sum(&self) -> String {
        format!("{} of {}", self.accepted(), self.cases.len())
    }

    pub fn is_accepted(&self) -> bool {
        failed(&self.cases).next().is_none()
    }

    /// Returns the time of all runs, in seconds.
    pub fn seconds(&self) -> f64 {
        self.cases.iter().map(|graded| graded.seconds).sum()
    }

    /// Returns the gravest verdict.
    pub fn verdict(&self) -> Verdict {
        self.cases.iter().map(|graded| graded.verdict).max().unwrap_or(Verdict::Accepted)
    }

    /// Returns the explanations that fit all answers, each as a whole sentence.
    pub fn sentences(&self) -> Vec<String> {
        self.diagnosis.iter().map(|statement| statement.sentence.clone()).collect()
    }

    /// Returns the board that is shown, or the last board if the index is too large.
    pub fn smallest(&self) -> Option<&Smallest> {
        self.boards.get(self.shown).or(self.boards.last())
    }

    /// Returns whether the program gives different answers to the same question.
    pub fn is_flaky(&self) -> bool {
        self.boards.iter().any(|smallest| smallest.is_flaky)
    }

    /// Returns the command that shows the smallest failure, once its board is in the file `smallest.txt`.
    pub fn command(&self, smallest: &Smallest) -> String {
        let file = smallest.task.file().map(|_| "smallest.txt".to_owned());
        let redirected = if file.is_none() { " < smallest.txt" } else { "" };
        format!("{} {}{redirected}", self.command, smallest.task.arguments_with(file).join(" "))
    }
}

/// The smallest board found on which a program fails.
#[derive(Clone, Debug)]
pub struct Smallest {
    pub task: Task,
    pub verdict: Verdict,
    pub kind: FailureKind,
    /// The program's answer and the right answer, prepared for display.
    pub got: String,
    pub expected: String,
    pub explanation: String,
    /// True if the program gives different answers to the same question.
    pub is_flaky: bool,
}

/// Returns the cases that are not accepted.
pub fn failed(cases: &[Graded]) -> impl Iterator<Item = &Graded> {
    cases.iter().filter(|graded| !graded.verdict.is_accepted())
}

/// A failure that all answers of a program share.
pub struct CommonFailure<'a> {
    pub verdict: Verdict,
    pub reason: String,
    /// The cases that fail in this way, as words: `all 3 cases`.
    pub extent: String,
    /// The other failed cases: files that are not refused.
    pub others: Vec<&'a Graded>,
}

impl CommonFailure<'_> {
    pub fn sentence(&self) -> String {
        format!("{} fail in the same way: {}: {}", self.extent, self.verdict, self.reason)
    }
}

/// Returns the failure that all answers share, if there is one.
pub fn common_failure(cases: &[Graded]) -> Option<CommonFailure<'_>> {
    let mut answers = cases.iter().filter(|graded| !graded.is_derived() && !graded.is_refusal);
    let first = answers.next()?;
    let is_same = |other: &Graded| (other.verdict, &other.reason) == (first.verdict, &first.reason);
    if first.verdict.is_accepted() || first.reason.is_empty() || !answers.all(is_same) {
        return None;
    }
    let (same, others): (Vec<&Graded>, Vec<&Graded>) =
        failed(cases).partition(|graded| graded.is_derived() || is_same(graded));
    let skipped = same.iter().filter(|graded| !graded.is_run()).count();
    let rest = match skipped {
        0 => String::new(),
        _ => format!("; then {} not run", quantity(skipped, "case was", "cases were")),
    };
    let extent = if same.len() == cases.len() { "all".to_owned() } else { format!("{} of", same.len()) };
    (same.len() > 1).then(|| CommonFailure {
        verdict: first.verdict,
        reason: format!("{}{rest}", first.reason),
        extent: format!("{extent} {} cases", cases.len()),
        others,
    })
}
