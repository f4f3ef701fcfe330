//! The kinds of failure. Each kind has its own smallest board.

use rankmoves_judge::{Comparison, Difference, Finding};
use serde::Serialize;

use super::task::Task;
use super::verdict::Verdict;

/// A kind of failure. More serious kinds come first.
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
    /// A wrong score.
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
            _ if task.fault.is_some() => Some(FailureKind::Refusal),
            Verdict::RunTimeError => Some(FailureKind::Crash),
            Verdict::OutputLimit | Verdict::MemoryLimit | Verdict::TimeLimit => Some(FailureKind::Limit),
            Verdict::Presentation => Some(FailureKind::Form),
            Verdict::WrongAnswer => Some(comparison.map_or(FailureKind::Tree, of_content)),
        }
    }

    /// Returns a noun phrase.
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
