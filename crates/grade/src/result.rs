//! The result of a grading, as all reports tell it.

use rankmoves_judge::{Mistake, Mistakes, Pruned};

use super::failure::Smallest;
use super::run::Graded;
use super::verdict::Verdict;
use crate::differences::Agreed;

/// The statements about a program that all its answers agree with.
#[derive(Clone, Debug, Default)]
pub struct Diagnosis {
    /// The mistakes of which each one, or each pair, explains all answers.
    pub mistakes: Vec<Mistakes>,
    /// The differences of all answers.
    pub pruned: Pruned,
}

impl Diagnosis {
    /// Returns what the answers on one board may be explained with.
    pub fn agreed(&self) -> Agreed {
        let mistakes = self.mistakes.iter().fold(Mistakes::NONE, |all, &mistakes| all | mistakes);
        Agreed { mistakes, is_pruned: self.is_pruned() }
    }

    fn is_pruned(&self) -> bool {
        self.mistakes.is_empty() && self.pruned.is_all()
    }

    /// Returns each statement: its name, and a whole sentence.
    pub fn statements(&self) -> Vec<(String, String)> {
        let joined = |mistakes: &Mistakes, part: fn(Mistake) -> &'static str, joint: &str| {
            mistakes.iter().map(part).collect::<Vec<_>>().join(joint)
        };
        let behaviour = |mistakes: &Mistakes| {
            let sentence = joined(mistakes, Mistake::sentence, ", and as if ");
            (joined(mistakes, Mistake::name, "+"), format!("your program behaves as if {sentence}"))
        };
        let pruning = [
            (self.pruned.cut_off, "search-cut-off", CUT_OFF),
            (self.pruned.bounds, "bounds-printed", BOUNDS),
        ];
        let pruning = pruning.into_iter().filter(|&(count, ..)| self.is_pruned() && count > 0);
        let pruning = pruning.map(|(_, name, sentence)| (name.to_owned(), sentence.to_owned()));
        self.mistakes.iter().map(behaviour).chain(pruning).collect()
    }
}

const CUT_OFF: &str = "your program cuts its search off: it leaves replies out only after one that is good enough, but -v lists all";
const BOUNDS: &str = "your program prints bounds of a search that is cut off: each wrong score lies between the right \
                      one and the best before it";

/// The result of a grading.
pub struct GradeResult {
    /// The program with its first arguments, fit to be shown.
    pub program: String,
    pub cases: Vec<Graded>,
    pub smallest: Option<Smallest>,
    pub diagnosis: Diagnosis,
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

    /// Returns the gravest verdict.
    pub fn verdict(&self) -> Verdict {
        self.cases.iter().map(|graded| graded.verdict).max().unwrap_or(Verdict::Accepted)
    }

    /// Returns the statements that all answers agree with, each a whole sentence.
    pub fn sentences(&self) -> Vec<String> {
        self.diagnosis.statements().into_iter().map(|(_, sentence)| sentence).collect()
    }

    /// Returns the command that shows the smallest failure, once its board is in
    /// the file `smallest.txt`.
    pub fn command(&self, smallest: &Smallest) -> String {
        let file = smallest.task.file().map(|_| "smallest.txt".to_owned());
        let redirected = if file.is_none() { " < smallest.txt" } else { "" };
        format!("{} {}{redirected}", self.program, smallest.task.arguments_with(file).join(" "))
    }
}
