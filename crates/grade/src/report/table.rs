//! The report for people.

use std::fmt::Write as _;

use rankmoves_core::shorten;

use super::paint::WRONG;
use super::{Paint, Room};
use crate::graded::Graded;
use crate::result::{GradeResult, common_failure};
use crate::verdict::Verdict;

/// The longest name of a case that is shown, in characters.
const MAX_ROW_NAME_CHARS: usize = 40;

/// The maximum number of lines of a report on a terminal, unless the smallest of `ROOMS` gives more.
const MAX_TERMINAL_LINES: usize = 60;

/// The sizes of the parts of a report on a terminal, from the largest to the smallest.
const ROOMS: [Room; 5] = [
    Room { rows: 20, answer: 16, reason: 24 },
    Room { rows: 6, answer: 10, reason: 10 },
    Room { rows: 3, answer: 6, reason: 6 },
    Room { rows: 1, answer: 4, reason: 4 },
    Room { rows: 1, answer: 3, reason: 3 },
];

/// Writes the sum and the patterns, a row for each case that is not accepted (a single row if all fail in the
/// same way), the smallest failure, and the diagnosis. On a terminal, long parts are cut.
pub fn write(result: &GradeResult, paint: &Paint) -> String {
    if !paint.is_terminal() {
        return within(result, paint, Room::ALL);
    }
    let texts = ROOMS.map(|room| within(result, paint, room));
    let fits = texts.iter().position(|text| text.lines().count() <= MAX_TERMINAL_LINES);
    texts[fits.unwrap_or(ROOMS.len() - 1)].clone()
}

fn within(result: &GradeResult, paint: &Paint, room: Room) -> String {
    let sum = format!("{} of {} cases accepted", result.accepted(), result.cases.len());
    let verdict = if result.is_accepted() { Verdict::Accepted } else { Verdict::WrongAnswer };
    let mut text =
        format!("{}\n{}{}", paint.verdict(verdict, &sum), super::points(result), super::patterns(result));
    let blocks = [
        Some(rows(result, paint, room.rows)),
        super::describe(result, paint, room),
        Some(super::conclusion(result)),
    ];
    for block in blocks.into_iter().flatten().filter(|block| !block.is_empty()) {
        let _ = write!(text, "\n{block}");
    }
    text
}

/// Writes the rows of the cases that are not accepted, `most` at most.
fn rows(result: &GradeResult, paint: &Paint, most: usize) -> String {
    if let Some((verdict, reason)) = common_failure(&result.cases) {
        return painted(&format!("all {} cases  ", result.cases.len()), verdict, &reason, paint);
    }
    let failed: Vec<&Graded> = result.cases.iter().filter(|graded| !graded.verdict.is_accepted()).collect();
    let name = |graded: &Graded| shorten(&graded.name, MAX_ROW_NAME_CHARS);
    let shown = &failed[..failed.len().min(most)];
    let width = shown.iter().map(|graded| name(graded).chars().count()).max().unwrap_or(0);
    let row = |graded: &&Graded| {
        let before = format!("{:<width$}  ", name(graded));
        painted(&before, graded.verdict, &graded.reason, paint)
    };
    let mut text: String = shown.iter().map(row).collect();
    if failed.len() > most {
        let rest = failed.len() - most;
        let _ = writeln!(text, "and {rest} more: --report table=FILE writes all into a file");
    }
    text
}

/// Writes the row of one program among others. `width` is the width of the longest name.
pub fn row(result: &GradeResult, width: usize, paint: &Paint) -> String {
    let mut sum = format!("{} of {}", result.accepted(), result.cases.len());
    if let Some(points) = &result.points {
        let _ = write!(sum, "  {:>6} points", super::number(points.earned()));
    }
    let said = result.is_flaky().then(|| "different answers to the same question".to_owned());
    let said = said.or_else(|| result.sentences().into_iter().next());
    let said = said.or_else(|| result.patterns.first().cloned());
    let said = said.or_else(|| Some(common_failure(&result.cases)?.1)).unwrap_or_default();
    let before = format!("{:<width$}  {sum:>10}  ", result.program);
    painted(&before, result.verdict(), &said, paint)
}

/// Writes the row of a hand-in that cannot be graded.
pub fn row_of_none(name: &str, width: usize, why: &str, paint: &Paint) -> String {
    let words = paint.in_style(WRONG, "not graded");
    format!("{name:<width$}  {:>10}  {words}      {}\n", "-", paint.fit(why, width + 30))
}

/// Writes a line with the verdict in its colour. If it does not fit the terminal, the text after the verdict
/// gets a line of its own.
fn painted(before: &str, verdict: Verdict, after: &str, paint: &Paint) -> String {
    let words = paint.verdict(verdict, &verdict.to_string());
    if paint.fits(&format!("{before}{verdict:<14}  {after}")) {
        let blanks = 16 - verdict.to_string().len();
        let line = format!("{before}{words}{:blanks$}{after}", "");
        return format!("{}\n", line.trim_end());
    }
    format!("{before}{words}\n    {}\n", paint.fit(after, 4))
}
