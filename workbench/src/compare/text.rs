//! The differences as text, in the order in which one would mend them.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use rankmoves::Move;
use rankmoves::judge::{Comparison, Difference, Finding, Mistake, Mistakes, Part};

use super::Report;
use super::facts::{Facts, short};
use crate::draw;
use crate::picture::Picture;

/// The most differences of one part that are shown.
const MOST_SHOWN: usize = 5;
/// The most boards that are drawn.
const MOST_BOARDS: usize = 2;
/// The most moves of a line of play that are shown.
const MOST_MOVES: usize = 12;
/// The most mistakes that are named.
const MOST_MISTAKES: usize = 3;

const HEADING: Style = Style::new().bold();
const PLACE: Style = AnsiColor::Cyan.on_default();
const WRONG: Style = AnsiColor::Red.on_default().bold();
const RIGHT: Style = AnsiColor::Green.on_default().bold();

/// Writes what is known of an answer.
pub fn write(report: &Report<'_>) -> String {
    let mut text = verdict(report);
    for part in [Part::Form, Part::Moves, Part::Scores] {
        let findings = report.comparison.findings.iter().filter(|finding| finding.difference.part() == part);
        let findings: Vec<&Finding> = findings.collect();
        if !findings.is_empty() {
            let _ = writeln!(text, "\n{HEADING}{}{HEADING:#}", heading(report.comparison, part));
            write_part(&mut text, report, part, &findings);
        }
    }
    if let Some(last) = explanation(report) {
        let _ = writeln!(text, "\n{HEADING}{last}{HEADING:#}");
    }
    text
}

/// Says whether the answer is right.
fn verdict(report: &Report<'_>) -> String {
    let Report { name, comparison, .. } = report;
    let (style, verdict) = if comparison.is_same() {
        (RIGHT, "is right.".to_owned())
    } else if comparison.is_content_right() {
        (WRONG, "has the right moves and scores in another form.".to_owned())
    } else if let Some(depth) = comparison.right_for {
        (WRONG, format!("is wrong: it is the answer for depth {depth}, not {}.", report.options.depth))
    } else {
        (WRONG, "is wrong.".to_owned())
    };
    format!("{name} {style}{verdict}{style:#}\n")
}

fn heading(comparison: &Comparison, part: Part) -> String {
    let counted = |count: u64| format!("{count} {}", if count == 1 { "difference" } else { "differences" });
    let count = counted(comparison.count(part));
    match (part, comparison.consequences) {
        (Part::Form, _) => format!("Form: {count}"),
        (Part::Moves, _) => format!("Moves: {count}"),
        (Part::Scores, 0) => format!("Scores: {count}"),
        (Part::Scores, 1) => format!("Scores: {count}, and 1 that follows from others"),
        (Part::Scores, more) => format!("Scores: {count}, and {more} that follow from others"),
    }
}

fn write_part(text: &mut String, report: &Report<'_>, part: Part, findings: &[&Finding]) {
    let shown = if part == Part::Form { findings.len() } else { MOST_SHOWN };
    for (index, finding) in findings.iter().take(shown).enumerate() {
        if part == Part::Scores && (1..=MOST_BOARDS).contains(&index) {
            text.push('\n');
        }
        write_finding(text, report, finding);
        if part == Part::Scores && index < MOST_BOARDS {
            write_board(text, finding);
        }
    }
    let rest = report.comparison.count(part).saturating_sub(shown as u64);
    if part != Part::Form && rest > 0 {
        let _ = writeln!(text, "and {rest} more");
    }
}

fn write_finding(text: &mut String, report: &Report<'_>, finding: &Finding) {
    let facts = Facts::of(finding);
    let place = finding.line.map_or_else(|| "end".to_owned(), |line| format!("line {line}"));
    let more = match finding.more {
        0 => String::new(),
        1 => ", and 1 more line".to_owned(),
        more => format!(", and {more} more lines"),
    };
    let _ = writeln!(text, "{PLACE}{place}{PLACE:#}: {}{more}", facts.message);
    let mut detail = |name: &str, value: &str| {
        let _ = writeln!(text, "  {name:<9} {value}");
    };
    if facts.kind != "score" {
        if let Some(found) = &facts.found {
            detail("found", found);
        }
        if let Some(expected) = &facts.expected {
            detail("expected", expected);
        }
    }
    if let Some(why) = &facts.why {
        detail("because", why);
    }
    if finding.difference.part() != Part::Form && !finding.way.is_empty() {
        detail("after", &moves(&finding.way));
    }
    if let Difference::Score { causes, line, .. } = &finding.difference {
        if line.len() > 1 && !report.options.verbose {
            detail("best play", &moves(line));
        }
        if let Some(causes) = sentences(*causes) {
            detail("as if", &causes);
        }
    }
}

/// Draws the board of the node whose score is wrong.
fn write_board(text: &mut String, finding: &Finding) {
    let Difference::Score { mv, .. } = &finding.difference else { return };
    let mut picture = Picture::new(&finding.position.after(mv));
    picture.mark_last(mv);
    text.push_str(&draw::for_reader(&picture));
}

/// Lists moves; of very many the last.
fn moves(moves: &[Move]) -> String {
    let from = moves.len().saturating_sub(MOST_MOVES);
    let shown: Vec<String> = moves[from..].iter().map(short).collect();
    if from == 0 { shown.join(" ") } else { format!("({from} moves) {}", shown.join(" ")) }
}

/// Joins what mistakes look like.
fn sentences(mistakes: Mistakes) -> Option<String> {
    let shown: Vec<&str> = mistakes.iter().take(MOST_MISTAKES).map(Mistake::sentence).collect();
    (!shown.is_empty()).then(|| shown.join("; or as if "))
}

/// Names the mistakes that explain the answer as a whole, or all of its wrong scores.
fn explanation(report: &Report<'_>) -> Option<String> {
    if !report.mistakes.is_empty() {
        let mistakes = report.mistakes.iter().copied().take(MOST_MISTAKES).collect();
        return Some(format!("This is the answer of a program that behaves as if {}.", sentences(mistakes)?));
    }
    let comparison = report.comparison;
    if comparison.count(Part::Scores) < 2 {
        return None;
    }
    Some(format!("Every wrong score is as if {}.", sentences(comparison.causes?)?))
}
