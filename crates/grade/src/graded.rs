//! The results of cases: verdicts, and the kinds of failure.

use std::fmt;

use rankmoves_judge::{Comparison, Difference, Finding, Pruned};
use serde::Serialize;

use super::task::Task;

/// The reason why a refusal does not count.
pub const EASY_REFUSAL: &str = "no case was answered, so a refusal does not count";

/// A verdict. More serious verdicts come later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Accepted,
    /// The content is right, but the form is not.
    Presentation,
    WrongAnswer,
    OutputLimit,
    MemoryLimit,
    TimeLimit,
    RunTimeError,
}

impl Verdict {
    /// Returns the name used in machine-readable reports.
    pub fn name(self) -> String {
        self.to_string().replace(' ', "-")
    }

    pub fn is_accepted(self) -> bool {
        self == Verdict::Accepted
    }
}

/// Writes the words used in reports for people.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Accepted => "accepted",
            Verdict::Presentation => "presentation",
            Verdict::WrongAnswer => "wrong answer",
            Verdict::OutputLimit => "output limit",
            Verdict::MemoryLimit => "memory limit",
            Verdict::TimeLimit => "time limit",
            Verdict::RunTimeError => "run-time error",
        })
    }
}

/// A kind of failure, which has its own smallest board. More serious kinds come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// A run-time error, such as a signal, an exit status that is not 0, or too many processes.
    Crash,
    /// A limit of time, memory or output was reached.
    Limit,
    /// A move that is not legal, or that is listed twice.
    IllegalMove,
    /// A legal move that is not listed.
    MissingMove,
    Score,
    /// A tree to another depth, a list instead of a tree, or lines that are missing.
    Tree,
    /// Wrong blanks or words, or lines in the wrong order.
    Form,
    /// A failure on a file that must be refused.
    Refusal,
}

impl FailureKind {
    /// Returns the kind of failure for a verdict and, if the answer was compared, its differences; `None` if
    /// the verdict is `Accepted`.
    pub fn of(task: &Task, verdict: Verdict, comparison: Option<&Comparison>) -> Option<FailureKind> {
        match verdict {
            Verdict::Accepted => None,
            _ if task.position.is_err() => Some(FailureKind::Refusal),
            Verdict::RunTimeError => Some(FailureKind::Crash),
            Verdict::OutputLimit | Verdict::MemoryLimit | Verdict::TimeLimit => Some(FailureKind::Limit),
            Verdict::Presentation => Some(FailureKind::Form),
            Verdict::WrongAnswer => Some(comparison.map_or(FailureKind::Tree, of_content)),
        }
    }

    pub fn noun(self) -> &'static str {
        match self {
            FailureKind::Crash => "a run-time error",
            FailureKind::Limit => "an exceeded limit",
            FailureKind::IllegalMove => "an illegal move",
            FailureKind::MissingMove => "a missing move",
            FailureKind::Score => "a wrong score",
            FailureKind::Tree => "an incomplete answer",
            FailureKind::Form => "a wrong form",
            FailureKind::Refusal => "an invalid file that is not refused",
        }
    }
}

/// Returns the most serious kind of the differences in moves and scores.
fn of_content(comparison: &Comparison) -> FailureKind {
    let kind = |finding: &Finding| match finding.difference {
        Difference::Illegal { .. } | Difference::NoPath(_) | Difference::Repeated(_) => {
            FailureKind::IllegalMove
        }
        Difference::Missing { .. } | Difference::SaysNoMoves => FailureKind::MissingMove,
        Difference::Score { .. } => FailureKind::Score,
        _ => FailureKind::Tree,
    };
    comparison.findings.iter().map(kind).min().unwrap_or(FailureKind::Tree)
}

#[derive(Clone, Debug)]
pub struct Graded {
    pub name: String,
    /// True if the program must refuse the file.
    pub is_refusal: bool,
    pub verdict: Verdict,
    /// The reason for the verdict, in one printable line; may be empty.
    pub reason: String,
    pub kind: Option<FailureKind>,
    pub seconds: f64,
    pub arguments: Vec<String>,
    /// True if the program ended with exit status 0.
    pub has_answer: bool,
    /// Standard output, up to the limit.
    pub output: Vec<u8>,
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
            is_refusal: task.position.is_err(),
            verdict,
            reason,
            kind: None,
            seconds: 0.0,
            arguments: task.arguments(),
            has_answer: false,
            output: Vec::new(),
            pruned: None,
            right_for: None,
        }
    }

    /// Returns the grade without its output.
    pub fn without_answer(self) -> Graded {
        Graded { has_answer: false, output: Vec::new(), ..self }
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
