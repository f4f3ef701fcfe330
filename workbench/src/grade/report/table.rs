//! The report for people.

use std::fmt::Write as _;

use rankmoves::shorten;

use crate::grade::result::GradeResult;

/// Writes a row for each case that is not accepted, the sum, and the smallest failure.
pub fn write(result: &GradeResult) -> String {
    let failed = || result.cases.iter().filter(|graded| !graded.verdict.is_accepted());
    let mut text = String::new();
    let width = failed().map(|graded| graded.name.chars().count()).max().unwrap_or(0).min(40);
    for graded in failed() {
        let name = shorten(&graded.name, 40);
        let verdict = graded.verdict;
        let line = format!("{name:<width$}  {verdict:<14}  {}", graded.reason);
        text += line.trim_end();
        text.push('\n');
    }
    let _ = writeln!(text, "{} of {} cases accepted", result.accepted(), result.cases.len());
    for sentence in result.sentences() {
        let _ = writeln!(text, "{sentence}");
    }
    if let Some(smallest) = super::describe(result) {
        let _ = write!(text, "\n{smallest}");
    }
    text
}

/// Writes the row of one program among others. `width` is that of the longest name.
pub fn row(result: &GradeResult, width: usize) -> String {
    let first = result.cases.iter().find(|graded| !graded.verdict.is_accepted());
    let verdict = first.map_or_else(|| "accepted".to_owned(), |graded| graded.verdict.to_string());
    let sum = format!("{} of {}", result.accepted(), result.cases.len());
    let flaky = result.smallest.as_ref().filter(|smallest| smallest.is_flaky);
    let said = flaky.map(|_| "different answers to the same question".to_owned());
    let said = said.or_else(|| result.sentences().into_iter().next());
    let line = format!("{:<width$}  {sum:>10}  {verdict:<14}  {}", result.program, said.unwrap_or_default());
    format!("{}\n", line.trim_end())
}
