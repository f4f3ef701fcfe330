//! The report for people, in colours and within the width of a terminal.

use std::fmt::Write as _;
use std::io::stdout;

use anstyle::{AnsiColor, Style};
use rankmoves_core::shorten;
use terminal_size::terminal_size_of;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::Room;
use super::summary::ClassRow;
use crate::graded::{Graded, Verdict};
use crate::result::{GradeResult, common_failure, failed};
use crate::rubric::Points;

pub const RIGHT: Style = AnsiColor::Green.on_default();
pub const WRONG: Style = AnsiColor::Red.on_default().bold();
const FORM: Style = AnsiColor::Yellow.on_default();

/// The minimum number of columns to which lines are cut, even if the terminal is narrower.
const MIN_WIDTH: usize = 60;

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
    if paint.width.is_none() {
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
        painted(before, &verdict.to_string(), style(verdict), reason, paint)
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
        let style = row.result.as_ref().map_or(WRONG, |result| style(result.verdict()));
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

fn style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Accepted => RIGHT,
        Verdict::Presentation => FORM,
        _ => WRONG,
    }
}

/// The colours and the width of a report.
pub struct Paint {
    is_coloured: bool,
    /// The number of columns of a terminal.
    width: Option<usize>,
}

impl Paint {
    /// Text for files and pipes.
    pub const PLAIN: Paint = Paint { is_coloured: false, width: None };

    /// Examines standard output and the variables that control colour (`NO_COLOR`).
    pub fn for_stdout() -> Paint {
        let width = terminal_size_of(stdout()).map(|(width, _)| usize::from(width.0).max(MIN_WIDTH));
        Paint { is_coloured: shell::output::has_colour(), width }
    }

    pub fn in_style(&self, style: Style, text: &str) -> String {
        if self.is_coloured && !text.is_empty() { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    pub fn fits(&self, line: &str) -> bool {
        self.width.is_none_or(|width| line.trim_end().width() <= width)
    }

    /// Cuts a text that starts at `column` so that it fits the terminal.
    pub fn fit(&self, text: &str, column: usize) -> String {
        let Some(room) = self.width.map(|width| width.saturating_sub(column)) else { return text.to_owned() };
        if text.width() <= room {
            return text.to_owned();
        }
        let mut cut = String::new();
        for char in text.chars() {
            if cut.width() + char.width().unwrap_or_default() >= room {
                break;
            }
            cut.push(char);
        }
        cut + "…"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_to_the_terminal() {
        let paint = Paint { is_coloured: false, width: Some(60) };
        let line = "x".repeat(60);
        assert!(paint.fits(&line) && !paint.fits(&(line.clone() + "x")));
        assert_eq!(paint.fit(&line, 0), line);
        assert_eq!(paint.fit(&line, 4).width(), 56);
        assert!(paint.fit(&"棋".repeat(60), 1).width() <= 59);
        assert_eq!(Paint::PLAIN.fit(&line, 50), line);
    }

    #[test]
    fn colour_is_left_out_of_plain_text() {
        let [plain, coloured] = [false, true].map(|is_coloured| Paint { is_coloured, width: None });
        assert_eq!(plain.in_style(style(Verdict::Accepted), "accepted"), "accepted");
        assert_eq!(coloured.in_style(style(Verdict::Accepted), "accepted"), "\u{1b}[32maccepted\u{1b}[0m");
    }
}
