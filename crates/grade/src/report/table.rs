//! The report for people.

use std::fmt::Write as _;

use anstyle::Style;
use rankmoves_core::shorten;

use super::paint::{self, RIGHT, WRONG};
use super::summary::ClassRow;
use super::{Paint, Room};
use crate::graded::{Graded, Verdict};
use crate::result::{GradeResult, common_failure, failed};
use crate::rubric::Points;

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

/// Writes the sum and the patterns, a row for each case that is not accepted (a single row for all answers that
/// fail in the same way), the smallest failure, and the diagnosis. On a terminal, long parts are cut.
pub fn write(result: &GradeResult, paint: &Paint) -> String {
    if !paint.is_terminal() {
        return within(result, paint, Room::ALL);
    }
    let texts = ROOMS.map(|room| within(result, paint, room));
    let fits = texts.iter().position(|text| text.lines().count() <= MAX_TERMINAL_LINES);
    texts[fits.unwrap_or(ROOMS.len() - 1)].clone()
}

fn within(result: &GradeResult, paint: &Paint, room: Room) -> String {
    let sum = format!("{} cases accepted", result.sum());
    let style = if result.is_accepted() { RIGHT } else { WRONG };
    let mut text =
        format!("{}\n{}{}", paint.in_style(style, &sum), super::points(result), super::patterns(result));
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
    let line = |before: &str, verdict: Verdict, reason: &str| {
        painted(before, &verdict.to_string(), paint::style(verdict), reason, paint)
    };
    let (mut text, mut failed) = (String::new(), failed(&result.cases).collect::<Vec<_>>());
    if let Some(common) = common_failure(&result.cases) {
        text = line(&format!("{}  ", common.extent), common.verdict, &common.reason);
        failed = common.others;
    }
    let name = |graded: &Graded| shorten(&graded.name, MAX_ROW_NAME_CHARS);
    let shown = &failed[..failed.len().min(most)];
    let width = shown.iter().map(|graded| name(graded).chars().count()).max().unwrap_or(0);
    let row = |graded: &&Graded| line(&format!("{:<width$}  ", name(graded)), graded.verdict, &graded.reason);
    text.extend(shown.iter().map(row));
    if failed.len() > most {
        let rest = failed.len() - most;
        let _ = writeln!(text, "and {rest} more: --report table=FILE writes all into a file");
    }
    text
}

/// Writes a row for each hand-in of a class.
pub fn class(rows: &[ClassRow], paint: &Paint) -> String {
    let cells = |row: &ClassRow| [shorten(&row.name, MAX_ROW_NAME_CHARS), sum(row)];
    let widest = |index: usize| rows.iter().map(|row| cells(row)[index].chars().count()).max().unwrap_or(0);
    let (names, sums) = (widest(0), widest(1));
    let line = |row: &ClassRow| {
        let [name, sum] = cells(row);
        let style = row.result.as_ref().map_or(WRONG, |result| paint::style(result.verdict()));
        let said = row.remarks().into_iter().chain(row.patterns().iter().cloned()).next().unwrap_or_default();
        painted(&format!("{name:<names$}  {sum:>sums$}  "), &row.verdict(), style, &said, paint)
    };
    rows.iter().map(line).collect()
}

/// Writes the number of accepted cases, and the points if there is a rubric.
fn sum(row: &ClassRow) -> String {
    let Ok(result) = &row.result else { return "-".to_owned() };
    let points = |points: &Points| format!("  {:>6} points", super::number(points.earned));
    let points = row.points().map_or_else(String::new, points);
    result.sum() + &points
}

/// Writes a line with the verdict in its colour. If it does not fit the terminal, the text after the verdict
/// gets a line of its own.
fn painted(before: &str, verdict: &str, style: Style, after: &str, paint: &Paint) -> String {
    let words = paint.in_style(style, verdict);
    if paint.fits(&format!("{before}{verdict:<14}  {after}")) {
        let blanks = 16 - verdict.len();
        let line = format!("{before}{words}{:blanks$}{after}", "");
        return format!("{}\n", line.trim_end());
    }
    format!("{before}{words}\n    {}\n", paint.fit(after, 4))
}
