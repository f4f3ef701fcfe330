//! The report for people.

use std::fmt::Write as _;

use rankmoves_core::shorten;

use super::Paint;
use super::paint::WRONG;
use crate::result::GradeResult;
use crate::run::Graded;
use crate::verdict::Verdict;

/// The longest name of a case that is shown, in characters.
const MAX_ROW_NAME_CHARS: usize = 40;

/// Writes a row for each case that is not accepted (a single row if all fail alike), the sum, and the
/// smallest failure.
pub fn write(result: &GradeResult, paint: &Paint) -> String {
    let common = result.common_failure();
    let is_failed = |graded: &&Graded| common.is_none() && !graded.verdict.is_accepted();
    let failed = || result.cases.iter().filter(is_failed);
    let mut text = String::new();
    if let Some((verdict, reason)) = &common {
        text += &painted(&format!("all {} cases  ", result.cases.len()), *verdict, reason, paint);
    }
    let width =
        failed().map(|graded| shorten(&graded.name, MAX_ROW_NAME_CHARS).chars().count()).max().unwrap_or(0);
    for graded in failed() {
        let (name, verdict) = (shorten(&graded.name, MAX_ROW_NAME_CHARS), graded.verdict);
        let before = format!("{name:<width$}  ");
        text += &painted(&before, verdict, &graded.reason, paint);
    }
    let sum = format!("{} of {} cases accepted", result.accepted(), result.cases.len());
    let verdict = if result.is_accepted() { Verdict::Accepted } else { Verdict::WrongAnswer };
    let _ = writeln!(text, "{}", paint.verdict(verdict, &sum));
    for sentence in result.sentences() {
        let _ = writeln!(text, "{sentence}");
    }
    if let Some(smallest) = super::describe(result, paint) {
        let _ = write!(text, "\n{smallest}");
    }
    text
}

/// Writes the row of one program among others. `width` is the width of the longest name.
pub fn row(result: &GradeResult, width: usize, paint: &Paint) -> String {
    let sum = format!("{} of {}", result.accepted(), result.cases.len());
    let flaky = result.smallest.as_ref().filter(|smallest| smallest.is_flaky);
    let said = flaky.map(|_| "different answers to the same question".to_owned());
    let said = said.or_else(|| result.sentences().into_iter().next());
    let said = said.or_else(|| Some(result.common_failure()?.1)).unwrap_or_default();
    let before = format!("{:<width$}  {sum:>10}  ", result.program);
    painted(&before, result.verdict(), &said, paint)
}

/// Writes the row of a hand-in that cannot be graded.
pub fn row_of_none(name: &str, width: usize, why: &str, paint: &Paint) -> String {
    let words = paint.in_style(WRONG, "not graded");
    format!("{name:<width$}  {:>10}  {words}      {}\n", "-", paint.fit(why, width + 30))
}

/// Writes a line with the verdict in its colour. If it does not fit the terminal,
/// what follows the verdict takes a line of its own.
fn painted(before: &str, verdict: Verdict, after: &str, paint: &Paint) -> String {
    let words = paint.verdict(verdict, &verdict.to_string());
    if paint.fits(&format!("{before}{verdict:<14}  {after}")) {
        let blanks = 16 - verdict.to_string().len();
        let line = format!("{before}{words}{:blanks$}{after}", "");
        return format!("{}\n", line.trim_end());
    }
    format!("{before}{words}\n    {}\n", paint.fit(after, 4))
}
