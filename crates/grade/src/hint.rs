//! The place of a difference in words that do not tell the right answer.

use rankmoves_judge::{Comparison, Difference, Finding};

use crate::differences::{Facts, short};

/// Describes the first difference that matters, in one line.
pub fn first(comparison: &Comparison) -> String {
    let part = comparison.findings.iter().map(|finding| finding.difference.part()).max();
    let first = comparison.findings.iter().find(|finding| Some(finding.difference.part()) == part);
    first.map_or_else(String::new, line)
}

fn line(finding: &Finding) -> String {
    let place = finding.line.map_or_else(|| "end".to_owned(), |line| format!("line {line}"));
    let message = match &finding.difference {
        Difference::Missing { .. } => "a legal move is not listed".to_owned(),
        Difference::Score { mv, found: Some(found), .. } => {
            format!("the score {found} of {} is wrong", short(mv))
        }
        Difference::Score { mv, found: None, .. } => format!("{} has no score", short(mv)),
        _ => Facts::of(finding).message,
    };
    format!("{place}: {message}")
}
