//! The result of grading a program, from which all reports are written.

use super::diagnosis::Diagnosis;
use super::failure::Smallest;
use super::graded::Graded;
use super::rubric::Points;
use super::verdict::Verdict;
use shell::quantity;

/// The result of grading a program.
#[derive(Clone)]
pub struct GradeResult {
    /// The program with its first arguments, prepared for display.
    pub program: String,
    pub cases: Vec<Graded>,
    /// The points, if there is a rubric.
    pub points: Option<Points>,
    /// The smallest board with each kind of failure, the gravest first.
    pub boards: Vec<Smallest>,
    /// The index of the board that is shown.
    pub shown: usize,
    /// Sentences about the failed cases. Each begins with a verb.
    pub patterns: Vec<String>,
    pub diagnosis: Diagnosis,
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

    /// Returns the number of cases accepted.
    pub fn accepted(&self) -> usize {
        self.cases.iter().filter(|graded| graded.verdict.is_accepted()).count()
    }

    pub fn is_accepted(&self) -> bool {
        self.accepted() == self.cases.len()
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
        self.diagnosis.statements().into_iter().map(|statement| statement.sentence).collect()
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
        format!("{} {}{redirected}", self.program, smallest.task.arguments_with(file).join(" "))
    }
}

/// Returns the verdict and the reason of all cases, if all fail in the same way.
pub fn common_failure(cases: &[Graded]) -> Option<(Verdict, String)> {
    let mut failures = cases.iter().filter(|graded| !graded.is_derived());
    let first = failures.next()?;
    let is_common = cases.len() > 1
        && !first.verdict.is_accepted()
        && !first.reason.is_empty()
        && failures.all(|other| (other.verdict, &other.reason) == (first.verdict, &first.reason));
    if !is_common {
        return None;
    }
    let skipped = cases.iter().filter(|graded| !graded.is_run()).count();
    let rest = match skipped {
        0 => String::new(),
        _ => format!("; then {} not run", quantity(skipped, "case was", "cases were")),
    };
    Some((first.verdict, format!("{}{rest}", first.reason)))
}
