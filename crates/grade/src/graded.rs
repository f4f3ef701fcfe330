//! The results of cases.

use rankmoves_judge::Pruned;

use super::kind::FailureKind;
use super::task::Task;
use super::verdict::Verdict;

/// The reason why a refusal does not count.
pub const EASY_REFUSAL: &str = "no case was answered, so a refusal does not count";

/// A case that has been graded.
#[derive(Clone, Debug)]
pub struct Graded {
    pub name: String,
    /// True if the program must refuse the file.
    pub is_refusal: bool,
    pub verdict: Verdict,
    /// The reason for the verdict, in one printable line; may be empty.
    pub reason: String,
    /// The kind of failure; `None` if the case is accepted.
    pub kind: Option<FailureKind>,
    pub seconds: f64,
    pub arguments: Vec<String>,
    /// The program's answer; `None` if there was no answer, or it is too long to be kept.
    pub answer: Option<Vec<u8>>,
    /// The counts of differences in moves and scores, if the answer has been compared.
    pub pruned: Option<Pruned>,
    /// Another depth at which the answer would be right.
    pub right_for: Option<u32>,
}

impl Graded {
    /// Makes the grade of a case that has not been run.
    pub fn new(task: &Task, verdict: Verdict, reason: String) -> Graded {
        Graded {
            name: task.title(),
            is_refusal: task.fault.is_some(),
            verdict,
            reason,
            kind: None,
            seconds: 0.0,
            arguments: task.arguments(),
            answer: None,
            pruned: None,
            right_for: None,
        }
    }

    /// Returns whether the program was run on the case. After several late cases in a row, no further cases
    /// are run.
    pub fn is_run(&self) -> bool {
        self.seconds > 0.0
    }

    /// Returns whether the verdict follows from the verdicts on other cases.
    pub fn is_derived(&self) -> bool {
        !self.is_run() || self.reason == EASY_REFUSAL
    }
}
