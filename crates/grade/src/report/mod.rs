//! Reports on graded programs.

mod diff;
mod gradescope;
mod html;
mod json;
mod junit;
pub mod summary;
pub mod table;
mod tap;

use std::fmt::Write as _;

use rankmoves_core::printable;
use unicode_width::UnicodeWidthStr;

use super::result::{GradeResult, Smallest};
use super::rubric::PartPoints;
use crate::options::ReportFormat;
use anstyle::Style;
use diff::Marks;

pub use table::Paint;

/// The maximum length of the name of a case in machine-readable reports, in characters.
const MAX_NAME_CHARS: usize = 200;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// Writes a report. Only a table is coloured and fits a terminal's width. Formats for students do not reveal
/// hidden cases.
pub fn write(format: ReportFormat, result: &GradeResult, paint: &Paint) -> String {
    match format {
        ReportFormat::Table => table::write(&result.for_students(), paint),
        ReportFormat::Json => json::write(result),
        ReportFormat::Junit => junit::write(&result.for_students()),
        ReportFormat::Tap => tap::write(&result.for_students()),
        ReportFormat::Gradescope => gradescope::write(result),
        ReportFormat::Html => html::write(&result.for_students()),
    }
}

/// Lists the sum of the points and the points of each part; empty without a rubric.
fn points(result: &GradeResult) -> String {
    let Some(points) = &result.points else { return String::new() };
    let width = points.parts.iter().map(|part| part.name.chars().count()).max().unwrap_or(0);
    let mut text = format!("{} of {} points\n", number(points.earned), number(points.of));
    for PartPoints { name, earned, points, accepted, of } in &points.parts {
        let (name, earned, most) = (printable(name), number(*earned), number(*points));
        let _ = writeln!(text, "  {name:<width$}  {earned:>6} of {most:<6}  {accepted} of {of} cases");
    }
    text
}

/// Writes points with at most two decimals.
fn number(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Returns the program's answer on the smallest board, and the right answer, both made printable. The marks are
/// the parts that the other answer lacks.
fn answers(smallest: &Smallest) -> [(&str, Marks); 2] {
    let (got_marks, expected_marks) = diff::marks(&smallest.got, &smallest.expected);
    [(&smallest.got, got_marks), (&smallest.expected, expected_marks)]
}

/// The maximum numbers of rows of failed cases, and of lines of each answer and of the reason.
#[derive(Clone, Copy)]
struct Room {
    rows: usize,
    answer: usize,
    reason: usize,
}

impl Room {
    const ALL: Room = Room { rows: usize::MAX, answer: usize::MAX, reason: usize::MAX };
}

/// Describes a failure: the command that shows it, the answers, and the reason.
fn describe(result: &GradeResult, paint: &Paint, room: Room) -> Option<String> {
    let smallest = result.smallest()?;
    let mut text = String::new();
    if result.shown >= result.boards.len() {
        let _ = writeln!(text, "There is no board {}; this is the last.\n", result.shown + 1);
    }
    if smallest.is_flaky {
        text += "The program gives different answers to the same question. One of them:\n\n";
    } else {
        let _ = writeln!(text, "{}:\n", heading(result, smallest));
    }
    text += &indented(&board(smallest));
    if let Some(unseen) = unseen(smallest) {
        let _ = writeln!(text, "\n{unseen}");
    }
    let _ = writeln!(text, "\nSave it as smallest.txt, and run\n\n  {}", result.command(smallest));
    let [(got, got_marks), (expected, expected_marks)] = answers(smallest);
    text += "\nThe program answers\n\n";
    text += &marked(got, &got_marks, paint, table::WRONG, room.answer);
    if shows_right_answer(result, smallest) {
        let _ = writeln!(text, "\n{}\n", right_heading(smallest));
        text += &marked(expected, &expected_marks, paint, table::RIGHT, room.answer);
    }
    if !smallest.explanation.is_empty() {
        let _ = write!(text, "\nReason\n\n{}", indented(&first_lines(&smallest.explanation, room.reason)));
    }
    Some(text)
}

/// Writes the conclusion from the answers, and the next step; nothing if all answers are right.
fn conclusion(result: &GradeResult) -> String {
    let mut text: String = result.sentences().into_iter().map(|sentence| sentence + "\n").collect();
    if result.is_accepted() || result.boards.is_empty() {
        return text;
    }
    text += "next: fix this, and grade the program again\n";
    if let Some(other) = result.boards.get(result.shown + 1) {
        let (number, kind) = (result.shown + 2, other.kind.noun());
        let _ = writeln!(text, "the option --board {number} shows the smallest board with {kind}");
    }
    text
}

fn patterns(result: &GradeResult) -> String {
    let line = |pattern: &String| format!("your program {pattern}\n");
    result.patterns.iter().map(line).collect()
}

/// Returns the first lines of a text, with a marker for the omitted lines.
fn first_lines(text: &str, most: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() <= most {
        return text.to_owned();
    }
    let shown = &lines[..most.saturating_sub(1)];
    shown.join("\n").trim_end().to_owned() + "\n…\n"
}

/// Writes the heading of a failure that is not intermittent.
fn heading(result: &GradeResult, smallest: &Smallest) -> String {
    if smallest.task.position.is_err() {
        return format!("A file that the program must refuse ({})", smallest.verdict);
    }
    let (number, count) = (result.shown.min(result.boards.len() - 1) + 1, result.boards.len());
    let board = if count > 1 { format!("Board {number} of {count}: the") } else { "The".to_owned() };
    format!("{board} smallest board found with {}", smallest.kind.noun())
}

/// Returns whether a report shows the right answer. What is expected of an invalid file is never hidden.
fn shows_right_answer(result: &GradeResult, smallest: &Smallest) -> bool {
    !result.hides_expected || smallest.task.position.is_err()
}

fn right_heading(smallest: &Smallest) -> &'static str {
    match smallest.task.position {
        Ok(_) => "The right answer",
        Err(_) => {
            "Expected: an error message on standard error, an exit status other than 0, and on standard output"
        }
    }
}

/// Returns the file of the smallest failure, made printable, because comments in other people's cases may
/// contain anything. Tabs are kept, so that the file can be copied.
fn board(smallest: &Smallest) -> String {
    let shown = |line: &str| line.split('\t').map(printable).collect::<Vec<_>>().join("\t");
    let text = &smallest.task.case.text;
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).lines().map(|line| shown(line) + "\n").collect()
}

/// Describes invisible characters in the input file of the smallest failure.
fn unseen(smallest: &Smallest) -> Option<String> {
    let text = &smallest.task.case.text;
    let marks = [
        (text.starts_with(BYTE_ORDER_MARK), "a byte-order mark at its beginning"),
        (text.contains("\r\n"), "carriage returns at the ends of its lines"),
    ];
    let names: Vec<&str> = marks.into_iter().filter(|(has, _)| *has).map(|(_, name)| name).collect();
    (!names.is_empty()).then(|| format!("The file also has {}.", names.join(" and ")))
}

fn indented(block: &str) -> String {
    let indented = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("  {line}\n") };
    block.lines().map(indented).collect()
}

/// Indents an answer, and points at its marked words.
fn marked(answer: &str, marks: &Marks, paint: &Paint, style: Style, most: usize) -> String {
    if answer.is_empty() {
        return "  nothing\n".to_owned();
    }
    let mut lines: Vec<String> = Vec::new();
    for (index, line) in answer.lines().enumerate() {
        let Some(words) = marks.get(&index).filter(|words| !words.is_empty()) else {
            lines.push(format!("  {line}"));
            continue;
        };
        let (mut shown, mut carets, mut end) = (String::new(), String::new(), 0);
        for word in words {
            let (before, word_text) = (&line[end..word.start], &line[word.clone()]);
            shown += before;
            shown += &paint.in_style(style, word_text);
            carets += &" ".repeat(before.width());
            carets += &paint.in_style(style, &"^".repeat(word_text.width()));
            end = word.end;
        }
        lines.push(format!("  {shown}{}", &line[end..]));
        lines.push(format!("  {carets}"));
    }
    if lines.len() > most {
        lines.truncate(most.saturating_sub(1));
        lines.push("  …".to_owned());
    }
    lines.into_iter().map(|line| line + "\n").collect()
}
