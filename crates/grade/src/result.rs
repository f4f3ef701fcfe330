//! The result of a grading, as all reports tell it.

use rankmoves_judge::{Mistake, Mistakes};

use super::failure::Smallest;
use super::run::Graded;

/// The result of a grading.
pub struct GradeResult {
    /// The program with its first arguments, fit to be shown.
    pub program: String,
    pub cases: Vec<Graded>,
    pub smallest: Option<Smallest>,
    /// The mistakes of which each one, or each pair, explains all answers.
    pub diagnosis: Vec<Mistakes>,
    /// True if right answers are left out.
    pub hides_expected: bool,
}

impl GradeResult {
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

    /// Names the mistakes that explain the answers, each a whole sentence.
    pub fn sentences(&self) -> Vec<String> {
        let sentence = |mistakes: &Mistakes| {
            let parts: Vec<&str> = mistakes.iter().map(Mistake::sentence).collect();
            format!("your program behaves as if {}", parts.join(", and as if "))
        };
        self.diagnosis.iter().map(sentence).collect()
    }

    /// Returns the command that shows the smallest failure, once its board is in
    /// the file `smallest.txt`.
    pub fn command(&self, smallest: &Smallest) -> String {
        let switches = smallest.task.switches.join(" ");
        let file = if smallest.task.file.is_some() { "smallest.txt" } else { "< smallest.txt" };
        format!("{} {switches} {file}", self.program)
    }
}
