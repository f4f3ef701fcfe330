//! The place of a difference in words that do not tell the right answer.

use rankmoves::judge::{Comparison, Difference, Finding};
use rankmoves::shorten;

/// The longest part of an answer that is quoted, in characters.
const QUOTED: usize = 60;

/// Describes the first difference that matters, in one line.
pub fn first(comparison: &Comparison) -> String {
    let part = comparison.findings.iter().map(|finding| finding.difference.part()).max();
    let first = comparison.findings.iter().find(|finding| Some(finding.difference.part()) == part);
    first.map_or_else(String::new, line)
}

fn line(finding: &Finding) -> String {
    let text = text(&finding.difference);
    finding.line.map_or_else(|| format!("end: {text}"), |line| format!("line {line}: {text}"))
}

fn text(difference: &Difference) -> String {
    let quote = |text: &str| shorten(text, QUOTED);
    match difference {
        Difference::CarriageReturn => "the line ends with a carriage return".to_owned(),
        Difference::TrailingBlanks => "there are blanks at the end of the line".to_owned(),
        Difference::Indentation { .. } => "wrong blanks at the beginning of the line".to_owned(),
        Difference::Player { found, .. } => format!("wrong player: {found}"),
        Difference::Wording { found, .. } => format!("wrong wording: `{}`", quote(found)),
        Difference::Order { mv, .. } => format!("the move {mv} stands in the wrong place"),
        Difference::BlankLine => "the line is empty".to_owned(),
        Difference::OtherText(text) => format!("expected a move but found `{}`", quote(text)),
        Difference::NoLineFeed => "the last line has no line feed".to_owned(),
        Difference::MissingLine(_) => "a line is missing".to_owned(),
        Difference::TooDeep { path } => format!("replies to {} are listed beyond the depth", quote(path)),
        Difference::Verbose => "the tree is listed without -v".to_owned(),
        Difference::Missing { .. } => "a legal move is missing".to_owned(),
        Difference::Illegal { path, reason } => format!("the move {path} is illegal: {reason}"),
        Difference::NoPath(text) => format!("`{}` is no move", quote(text)),
        Difference::Repeated(mv) => format!("the move {mv} is listed again"),
        Difference::SaysNoMoves => "the player has moves".to_owned(),
        Difference::Score { mv, found, causes, .. } => {
            let found = found.map_or_else(|| "no score".to_owned(), |found| format!("the score {found}"));
            let cause = causes.iter().next();
            let cause = cause.map_or_else(String::new, |cause| format!(", as if {}", cause.sentence()));
            format!("{found} of {mv} is wrong{cause}")
        }
        _ => "the line differs".to_owned(),
    }
}
