//! The report for people.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use picture::Picture;

use super::Report;
use crate::differences::{self, HEADING};

const WRONG: Style = AnsiColor::Red.on_default().bold();
const RIGHT: Style = AnsiColor::Green.on_default().bold();

/// Writes the facts about an answer.
pub fn write(report: &Report<'_>, draw: fn(&Picture) -> String) -> String {
    let mut text = verdict(report);
    let described = differences::describe(report.comparison, report.options.verbose, report.agreed, draw);
    if !described.is_empty() {
        text.push('\n');
        text.push_str(&described);
    }
    if let Some(sentences) = differences::sentences(report.agreed.mistakes) {
        // These mistakes explain the whole answer.
        let last = format!("This is the answer of a program that behaves as if {sentences}.");
        let _ = writeln!(text, "\n{HEADING}{last}{HEADING:#}");
    }
    text
}

/// Writes the verdict on the answer.
fn verdict(report: &Report<'_>) -> String {
    let Report { name, comparison, .. } = report;
    let (style, verdict) = if comparison.is_same() {
        (RIGHT, "is right.".to_owned())
    } else if comparison.is_content_right() {
        (WRONG, "has the right moves and scores, but in the wrong form.".to_owned())
    } else if let Some(depth) = comparison.right_for {
        (WRONG, format!("is wrong: it is the answer for depth {depth}, not {}.", report.options.depth))
    } else {
        (WRONG, "is wrong.".to_owned())
    };
    format!("{name} {style}{verdict}{style:#}\n")
}
