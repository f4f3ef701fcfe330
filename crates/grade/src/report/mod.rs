//! Reports of a grading.

mod diff;
mod gradescope;
mod html;
mod json;
mod junit;
mod paint;
mod table;
mod tap;

use std::fmt::Write as _;
use std::ops::Range;

use rankmoves_core::printable;
use unicode_width::UnicodeWidthStr;

use super::failure::{Smallest, shown};
use super::result::GradeResult;
use crate::options::ReportFormat;
use anstyle::Style;

pub use paint::Paint;
pub use table::{row, row_of_none};

/// The maximum length of the name of a case in reports for programs, in characters.
const MAX_NAME_CHARS: usize = 200;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// Writes a report.
pub fn write(format: ReportFormat, result: &GradeResult) -> String {
    match format {
        ReportFormat::Table => table::write(result, &Paint::PLAIN),
        ReportFormat::Json => json::write(result),
        ReportFormat::Junit => junit::write(result),
        ReportFormat::Tap => tap::write(result),
        ReportFormat::Gradescope => gradescope::write(result),
        ReportFormat::Html => html::write(result),
    }
}

/// Writes a report for standard output, in colour and within its width if that is a terminal.
pub fn for_stdout(format: ReportFormat, result: &GradeResult) -> String {
    match format {
        ReportFormat::Table => table::write(result, &Paint::for_stdout()),
        other => write(other, result),
    }
}

/// The two answers to the smallest failure, printable. Each comes with those words of its first
/// differing line that are missing in the other.
struct Answers<'a> {
    got: &'a str,
    expected: String,
    /// The index of the line, if there is one in both.
    line: usize,
    got_words: Vec<Range<usize>>,
    expected_words: Vec<Range<usize>>,
}

impl Answers<'_> {
    fn of(smallest: &Smallest) -> Answers<'_> {
        let expected = shown(smallest.task.case.answer.as_bytes());
        let (line, got_words, expected_words) = diff::first(&smallest.got, &expected)
            .map_or_else(Default::default, |diff| (diff.index, diff.got, diff.expected));
        Answers { got: &smallest.got, expected, line, got_words, expected_words }
    }
}

/// Describes the smallest failure: how to see it, the answers, and the reason.
fn describe(result: &GradeResult, paint: &Paint) -> Option<String> {
    let smallest = result.smallest.as_ref()?;
    let mut text = String::new();
    if smallest.is_flaky {
        text += "The program gives different answers to the same question. One of them:\n\n";
    } else {
        let _ = writeln!(text, "{} ({}):\n", heading(smallest), smallest.verdict);
    }
    text += &indented(&board(smallest));
    if let Some(unseen) = unseen(smallest) {
        let _ = writeln!(text, "\n{unseen}");
    }
    let _ = writeln!(text, "\nSave it as smallest.txt, and run\n\n  {}", result.command(smallest));
    let answers = Answers::of(smallest);
    text += "\nThe program answers\n\n";
    if answers.got.is_empty() {
        text += "  nothing\n";
    }
    text += &marked(answers.got, answers.line, &answers.got_words, paint, paint::WRONG);
    if !result.hides_expected {
        text += "\nThe right answer\n\n";
        if answers.expected.is_empty() {
            text += "  nothing\n";
        }
        text += &marked(&answers.expected, answers.line, &answers.expected_words, paint, paint::RIGHT);
    }
    if !smallest.explanation.is_empty() {
        let _ = write!(text, "\nReason\n\n{}", indented(&smallest.explanation));
    }
    Some(text)
}

/// Names the board of the smallest failure.
fn heading(smallest: &Smallest) -> &'static str {
    if smallest.position.is_none() {
        "A file that it must refuse"
    } else if smallest.is_flaky {
        "A board on which it fails"
    } else {
        "The smallest board on which it fails"
    }
}

/// Returns the file of the smallest failure, made printable, because comments in other people's cases may
/// contain anything. Tabs are kept, so that the file can be copied.
fn board(smallest: &Smallest) -> String {
    let shown = |line: &str| line.split('\t').map(printable).collect::<Vec<_>>().join("\t");
    let text = &smallest.task.case.text;
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).lines().map(|line| shown(line) + "\n").collect()
}

/// Names what cannot be seen in the file of the smallest failure.
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

/// Indents an answer; points at words of one line.
fn marked(answer: &str, index: usize, words: &[Range<usize>], paint: &Paint, style: Style) -> String {
    let mut text = String::new();
    for (number, line) in answer.lines().enumerate() {
        if number != index || words.is_empty() {
            let _ = writeln!(text, "  {line}");
            continue;
        }
        let (mut shown, mut carets, mut end) = (String::new(), String::new(), 0);
        for word in words {
            let (before, word_text) = (&line[end..word.start], &line[word.clone()]);
            shown += before;
            shown += &paint.in_style(style, word_text);
            carets += &" ".repeat(before.width());
            carets += &paint.in_style(style, &"^".repeat(word_text.width()));
            end = word.end;
        }
        let _ = writeln!(text, "  {shown}{}\n  {carets}", &line[end..]);
    }
    text
}
