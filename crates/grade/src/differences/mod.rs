//! Describes differences between an answer and the right one, for `checkers compare` and `checkers grade`: as text,
//! in the order in which to fix them.

mod facts;

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use rankmoves_core::Move;
use rankmoves_judge::{Comparison, Difference, Finding, ListingPart, Mistake, Mistakes};

use picture::Picture;
use shell::quantity;

pub use facts::{Facts, part_name, short};

/// The maximum number of differences shown per part.
const MAX_SHOWN_FINDINGS: usize = 5;
/// The maximum number of boards drawn.
const MAX_DRAWN_BOARDS: usize = 2;
/// The maximum number of moves shown in a row.
const MAX_ROW_MOVES: usize = 12;
/// The maximum number of mistakes named.
const MAX_NAMED_MISTAKES: usize = 3;

pub const HEADING: Style = Style::new().bold();
const PLACE: Style = AnsiColor::Cyan.on_default();

/// The explanations that fit all answers of a program.
#[derive(Clone, Copy, Debug, Default)]
pub struct Agreed {
    /// The mistakes that each explain all errors of the program.
    pub mistakes: Mistakes,
    /// True if the program prunes its search.
    pub is_pruned: bool,
}

/// A way to draw a board.
pub type Draw = fn(&Picture) -> String;

/// Describes the gravest difference in one line: the first in a score, else the first in the moves, else the
/// first in the form. On request, leaves out the right answer.
pub fn first(comparison: &Comparison, hides_expected: bool) -> String {
    let most = comparison.findings.iter().map(|finding| finding.difference.part()).max();
    let first = comparison.findings.iter().find(|finding| Some(finding.difference.part()) == most);
    first.map_or_else(String::new, |finding| {
        let message = if hides_expected { hint(finding) } else { message(finding) };
        format!("{}: {message}", place(finding))
    })
}

/// Describes a difference, and quotes a line that is missing.
fn message(finding: &Finding) -> String {
    let Facts { message, expected, .. } = Facts::of(finding);
    match (&finding.difference, expected) {
        (Difference::MissingLine(_) | Difference::EndsTooSoon(_), Some(line)) => format!("{message}: {line}"),
        _ => message,
    }
}

/// Describes a difference without the right answer.
fn hint(finding: &Finding) -> String {
    match &finding.difference {
        Difference::Missing { .. } => "a legal move is not listed".to_owned(),
        Difference::Score { mv, found: Some(found), .. } => {
            format!("the score {found} of {} is wrong", short(mv))
        }
        Difference::Score { mv, found: None, .. } => {
            format!("{} has no score that is a whole number", short(mv))
        }
        _ => Facts::of(finding).message,
    }
}

/// Describes differences in the order in which to fix them, one paragraph per part. `is_verbose` is true if
/// the answer lists the whole tree.
pub fn describe(comparison: &Comparison, is_verbose: bool, agreed: Agreed, draw: Draw) -> String {
    let mut text = String::new();
    for part in [ListingPart::Form, ListingPart::Moves, ListingPart::Scores] {
        let findings = comparison.findings.iter().filter(|finding| finding.difference.part() == part);
        let findings: Vec<&Finding> = findings.collect();
        if findings.is_empty() {
            continue;
        }
        let blank = if text.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{blank}{HEADING}{}{HEADING:#}", heading(comparison, part));
        let shown = if part == ListingPart::Form { findings.len() } else { MAX_SHOWN_FINDINGS };
        for (index, finding) in findings.iter().take(shown).enumerate() {
            if part == ListingPart::Scores && (1..=MAX_DRAWN_BOARDS).contains(&index) {
                text.push('\n');
            }
            write_finding(&mut text, finding, is_verbose, agreed);
            if part == ListingPart::Scores && index < MAX_DRAWN_BOARDS {
                write_board(&mut text, finding, draw);
            }
        }
        let rest = comparison.count(part).saturating_sub(shown as u64);
        if part != ListingPart::Form && rest > 0 {
            let _ = writeln!(text, "and {rest} more");
        }
    }
    text
}

fn heading(comparison: &Comparison, part: ListingPart) -> String {
    let count = quantity(comparison.count(part), "difference", "differences");
    match (part, comparison.consequences) {
        (ListingPart::Form, _) => format!("Form: {count}"),
        (ListingPart::Moves, _) => format!("Moves: {count}"),
        (ListingPart::Scores, 0) => format!("Scores: {count}"),
        (ListingPart::Scores, 1) => format!("Scores: {count}, and 1 that follows from others"),
        (ListingPart::Scores, more) => format!("Scores: {count}, and {more} that follow from others"),
    }
}

fn write_finding(text: &mut String, finding: &Finding, is_verbose: bool, agreed: Agreed) {
    let facts = Facts::of(finding);
    let place = place(finding);
    let more = match finding.more {
        0 => String::new(),
        more => format!(", and {}", quantity(more, "more line", "more lines")),
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
    // A list that pruning left incomplete does not mean that a rule is broken.
    let is_cut_off = agreed.is_pruned && facts.kind == "missing";
    if let Some(why) = facts.why.as_deref().filter(|_| !is_cut_off) {
        detail("because", why);
    }
    if finding.difference.part() != ListingPart::Form && !finding.way.is_empty() {
        detail("after", &moves(&finding.way));
    }
    if let Difference::Score { causes, line, .. } = &finding.difference {
        if line.len() > 1 && !is_verbose {
            detail("best play", &moves(line));
        }
        if let Some(causes) = sentences(*causes & agreed.mistakes) {
            detail("as if", &causes);
        }
    }
}

/// Draws the board of the node whose score is wrong.
fn write_board(text: &mut String, finding: &Finding, draw: Draw) {
    let Difference::Score { mv, .. } = &finding.difference else { return };
    let mut picture = Picture::new(&finding.position.after(mv));
    picture.mark_last(mv);
    text.push_str(&draw(&picture));
}

/// Lists moves; if there are too many, lists only the last.
fn moves(moves: &[Move]) -> String {
    let from = moves.len().saturating_sub(MAX_ROW_MOVES);
    let shown: Vec<String> = moves[from..].iter().map(short).collect();
    if from == 0 { shown.join(" ") } else { format!("({from} moves) {}", shown.join(" ")) }
}

/// Returns the place of a difference: its line, or the end of the answer.
fn place(finding: &Finding) -> String {
    finding.line.map_or_else(|| "end".to_owned(), |line| format!("line {line}"))
}

/// Joins the sentences of the first few mistakes; `None` if there are no mistakes.
pub fn sentences(mistakes: Mistakes) -> Option<String> {
    let shown: Vec<&str> = mistakes.iter().take(MAX_NAMED_MISTAKES).map(Mistake::sentence).collect();
    (!shown.is_empty()).then(|| shown.join("; or as if "))
}
