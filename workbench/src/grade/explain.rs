//! Differences between an answer and the right one, in words.

use std::fmt::Write as _;

use rankmoves::judge::{Comparison, Difference, Finding};
use rankmoves::{Move, shorten};

use crate::picture::{Picture, ascii};

/// The longest part of an answer that is quoted, in characters.
const QUOTED: usize = 60;

/// The most differences that are explained.
const MOST: usize = 5;

/// Describes the first difference that matters, in one line.
pub fn first(comparison: &Comparison) -> String {
    let most = comparison.findings.iter().max_by_key(|finding| finding.difference.part());
    let part = most.map(|finding| finding.difference.part());
    let first = comparison.findings.iter().find(|finding| Some(finding.difference.part()) == part);
    first.map_or_else(String::new, line)
}

/// Describes differences in the order in which one would mend them, with the board
/// of the first one of moves or scores.
pub fn explain(comparison: &Comparison) -> String {
    let mut text = String::new();
    let mut is_drawn = false;
    for finding in comparison.findings.iter().take(MOST) {
        text += &line(finding);
        text.push('\n');
        if finding.difference.part() != rankmoves::judge::Part::Form && !is_drawn {
            is_drawn = true;
            if !finding.way.is_empty() {
                let _ = writeln!(text, "after {}:", way(&finding.way));
                text += &ascii::draw(&Picture::new(&finding.position), ascii::ASCII);
            }
        }
    }
    if let Some(causes) = comparison.causes
        && let Some(mistake) = causes.iter().next()
    {
        let _ = writeln!(text, "each wrong score is as if {}", mistake.sentence());
    }
    text
}

fn way(way: &[Move]) -> String {
    way.iter().map(Move::to_string).collect::<Vec<_>>().join(", ")
}

/// Describes a difference in one line.
fn line(finding: &Finding) -> String {
    let quote = |text: &str| shorten(text, QUOTED);
    let what = match &finding.difference {
        Difference::CarriageReturn => "the line ends with a carriage return".to_owned(),
        Difference::TrailingBlanks => "there are blanks at the end of the line".to_owned(),
        Difference::Indentation { found, expected } => {
            format!("expected {expected} blanks at the beginning but found \"{}\"", quote(found))
        }
        Difference::Player { found, expected } => format!("expected {expected} but found {found}"),
        Difference::Wording { found, expected } => {
            format!("expected `{expected}` but found `{}`", quote(found))
        }
        Difference::Order { mv, before } => format!("{mv} is to stand before {before}"),
        Difference::BlankLine => "the line is empty".to_owned(),
        Difference::OtherText(text) => format!("expected a move but found `{}`", quote(text)),
        Difference::NoLineFeed => "the last line has no line feed".to_owned(),
        Difference::MissingLine(text) => format!("the line `{text}` is missing"),
        Difference::TooDeep { path } => format!("replies to {} are listed beyond the depth", quote(path)),
        Difference::Verbose => "the tree is listed without -v".to_owned(),
        Difference::Missing { mv, rule } => format!("the move {mv} is missing: {rule}"),
        Difference::Illegal { path, reason } => format!("the move {path} is illegal: {reason}"),
        Difference::NoPath(text) => format!("`{}` is no move", quote(text)),
        Difference::Repeated(mv) => format!("the move {mv} is listed again"),
        Difference::SaysNoMoves => "the player has moves".to_owned(),
        Difference::Score { mv, found, expected, causes, line, .. } => {
            let found = found.map_or_else(|| "none".to_owned(), |found| found.to_string());
            let cause = causes.iter().next();
            let cause = cause.map_or_else(String::new, |cause| format!(", as if {}", cause.sentence()));
            let replies = if line.len() > 1 { format!(" (best play: {})", way(line)) } else { String::new() };
            format!("expected the score {expected} of {mv} but found {found}{cause}{replies}")
        }
        _ => "the line differs".to_owned(),
    };
    finding.line.map_or_else(|| format!("at the end: {what}"), |line| format!("line {line}: {what}"))
}
