//! Reports of a grading.

mod gradescope;
mod html;
mod json;
mod junit;
mod table;
mod tap;

use std::fmt::Write as _;

use super::result::GradeResult;
use crate::cli::ReportFormat;

pub use table::row;

/// Writes a report.
pub fn write(format: ReportFormat, result: &GradeResult) -> String {
    match format {
        ReportFormat::Table => table::write(result),
        ReportFormat::Json => json::write(result),
        ReportFormat::Junit => junit::write(result),
        ReportFormat::Tap => tap::write(result),
        ReportFormat::Gradescope => gradescope::write(result),
        ReportFormat::Html => html::write(result),
    }
}

/// Writes a value as JSON, on one line.
fn one_line(value: &impl serde::Serialize) -> String {
    let text = serde_json::to_string(value).expect("a report has no keys but texts");
    text + "\n"
}

/// Describes the smallest failure: how to see it, the answers, and the reason.
fn describe(result: &GradeResult) -> Option<String> {
    let smallest = result.smallest.as_ref()?;
    let mut text = String::new();
    let indented = |block: &str| {
        let lines = block.lines().map(|line| ["  ", line, "\n"].concat());
        lines.collect::<String>()
    };
    if smallest.is_flaky {
        text += "The program gives different answers to the same question. One of them:\n";
    }
    let _ = writeln!(text, "The smallest board on which it fails ({}):\n", smallest.verdict);
    text += &indented(&smallest.task.case.text);
    let _ = writeln!(text, "\nSave it as smallest.txt, and run\n\n  {}", result.command(smallest));
    let got = if smallest.got.is_empty() { "nothing\n" } else { &smallest.got };
    let _ = write!(text, "\nThe program answers\n\n{}", indented(got));
    if !result.hides_expected {
        let _ = write!(
            text,
            "\nThe right answer\n\n{}",
            indented(&super::failure::shown(smallest.task.case.answer.as_bytes()))
        );
    }
    if !smallest.explanation.is_empty() {
        let _ = write!(text, "\nReason\n\n{}", indented(&smallest.explanation));
    }
    Some(text)
}
