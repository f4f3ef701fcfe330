//! Describes differences between an answer and the right one, for `checkers compare` and `checkers grade`: as text,
//! in the order in which to fix them.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use rankmoves_core::{LOST, Move, PieceCount, Player, Position, WON, shorten};
use rankmoves_judge::{Comparison, Difference, Finding, ListingPart, Mistake, Mistakes};

use picture::Picture;
use serde::Serialize;
use shell::quantity;

/// The longest part of an answer that is quoted, in characters.
const MAX_FACT_CHARS: usize = 60;
/// The maximum number of differences shown per part.
const MAX_SHOWN_FINDINGS: usize = 5;
/// The maximum number of boards drawn.
const MAX_DRAWN_BOARDS: usize = 2;
/// The maximum number of moves shown in a row.
const MAX_ROW_MOVES: usize = 12;
/// The maximum number of mistakes named.
const MAX_NAMED_MISTAKES: usize = 3;

pub const HEADING: Style = Style::new().bold();
const LOCATION: Style = AnsiColor::Cyan.on_default();

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
        format!("{}: {message}", location(finding))
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
    let location = location(finding);
    let more = match finding.more {
        0 => String::new(),
        more => format!(", and {}", quantity(more, "more line", "more lines")),
    };
    let _ = writeln!(text, "{LOCATION}{location}{LOCATION:#}: {}{more}", facts.message);
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
    if finding.difference.part() != ListingPart::Form && !finding.moves.is_empty() {
        detail("after", &moves(&finding.moves));
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

/// Returns the location of a difference: its line, or the end of the answer.
fn location(finding: &Finding) -> String {
    finding.line.map_or_else(|| "end".to_owned(), |line| format!("line {line}"))
}

/// Joins the sentences of the first few mistakes; `None` if there are no mistakes.
pub fn sentences(mistakes: Mistakes) -> Option<String> {
    let shown: Vec<&str> = mistakes.iter().take(MAX_NAMED_MISTAKES).map(Mistake::sentence).collect();
    (!shown.is_empty()).then(|| shown.join("; or as if "))
}

/// A difference in words.
#[derive(Serialize)]
pub struct Facts {
    /// The name of the kind of difference.
    #[serde(skip)]
    pub kind: &'static str,
    /// The difference in one sentence, without its full stop.
    pub message: String,
    pub found: Option<String>,
    pub expected: Option<String>,
    /// The reason, a rule or a sum.
    pub why: Option<String>,
}

impl Facts {
    fn new(kind: &'static str, message: impl Into<String>) -> Facts {
        Facts { kind, message: message.into(), found: None, expected: None, why: None }
    }

    fn found(self, found: &str) -> Facts {
        Facts { found: Some(shorten(found.trim(), MAX_FACT_CHARS)), ..self }
    }

    fn expected(self, expected: &str) -> Facts {
        Facts { expected: Some(shorten(expected.trim(), MAX_FACT_CHARS)), ..self }
    }

    fn why(self, why: impl Into<String>) -> Facts {
        Facts { why: Some(why.into()), ..self }
    }

    /// Puts a difference into words.
    pub fn of(finding: &Finding) -> Facts {
        let turn = finding.position.turn();
        match &finding.difference {
            Difference::Utf16 => Facts::new("utf-16", "the answer is UTF-16, not ASCII"),
            Difference::ByteOrderMark => {
                Facts::new("byte-order-mark", "the answer begins with a byte-order mark")
            }
            Difference::CarriageReturn => Facts::new(
                "carriage-return",
                "the line ends with a carriage return and a line feed, not with a line feed alone",
            ),
            Difference::TrailingBlanks => {
                Facts::new("trailing-blanks", "there are blanks at the end of the line")
            }
            Difference::Indentation(found) => {
                let (found, expected) = (blanks(found), blanks(&"    ".repeat(finding.moves.len())));
                Facts::new("indentation", format!("the line begins with {found}, not with {expected}"))
            }
            Difference::Player(found) => {
                Facts::new("player", format!("the line names {found}, but {turn} is to move"))
            }
            Difference::Wording { found, expected } => {
                Facts::new("wording", "the line has the wrong words").found(found).expected(expected)
            }
            Difference::Order { mv, before } => {
                let message = format!("{mv} comes after {before}: moves are listed in alphabetical order");
                Facts::new("order", shorten(&message, 4 * MAX_FACT_CHARS))
            }
            Difference::BlankLine => Facts::new("blank-line", "the line is empty"),
            Difference::OtherText(found) => Facts::new("other-text", "this line is not a move").found(found),
            Difference::NoLineFeed => {
                Facts::new("no-line-feed", "the last line does not end with a line feed")
            }
            Difference::NoLineBreak => {
                Facts::new("no-line-break", "another line follows without a line feed")
            }
            Difference::MissingLine(expected) => {
                let location = if finding.line.is_some() { "before this one" } else { "at the end" };
                Facts::new("missing-line", format!("a line is missing {location}")).expected(expected)
            }
            Difference::TooDeep(path) => {
                let path = shorten(path, MAX_FACT_CHARS);
                let message = format!("`?` announces replies to {path}, but there are none at the last ply");
                Facts::new("too-deep", message)
            }
            Difference::Verbose => Facts::new(
                "verbose",
                "the whole tree is listed, as with -v: without -v, only the moves are expected",
            ),
            Difference::Plain => {
                Facts::new("plain", "only the moves are listed: with -v, the whole tree is expected")
            }
            Difference::Depth { found, expected } => {
                Facts::new("depth", format!("the tree is listed to depth {found}, not to {expected}"))
            }
            Difference::EndsTooSoon(next) => {
                Facts::new("ends-too-soon", "another line is expected").expected(next)
            }
            Difference::NoReplies(mv) => Facts::new(
                "no-replies",
                format!("the replies to {} are not listed before its score", short(mv)),
            ),
            Difference::Missing { mv, rule } => {
                Facts::new("missing", format!("{} for {turn} is legal, but not listed", short(mv))).why(*rule)
            }
            Difference::Illegal { path, reason } => {
                let path = shorten(&path.to_string(), MAX_FACT_CHARS);
                Facts::new("illegal", format!("{path} is illegal"))
                    .why(shorten(&reason.to_string(), 4 * MAX_FACT_CHARS))
            }
            Difference::NoPath(path) => Facts::new("no-path", "no board has these squares").found(path),
            Difference::Repeated(mv) => Facts::new("repeated", format!("{} is listed again", short(mv))),
            Difference::SaysNoMoves => Facts::new("says-no-moves", format!("{turn} has moves")),
            Difference::Score { mv, found, expected, depth, line, .. } => {
                let after = finding.position.after(mv);
                let why =
                    if *depth == 0 { of_leaf(&after, turn) } else { of_inner(&after, turn, line, *expected) };
                let name = short(mv);
                let message = match found {
                    Some(found) => format!("the score of {name} for {turn} is {expected}, not {found}"),
                    None => {
                        format!("{name} for {turn} has no score that is a whole number: it is {expected}")
                    }
                };
                let facts = Facts::new("score", message).expected(&expected.to_string()).why(why);
                Facts { found: found.map(|found| found.to_string()), ..facts }
            }
            _ => Facts::new("other", "the answer is different"),
        }
    }
}

/// Returns the name of a part.
pub fn part_name(part: ListingPart) -> &'static str {
    match part {
        ListingPart::Form => "form",
        ListingPart::Moves => "moves",
        ListingPart::Scores => "scores",
    }
}

/// Explains the score of a move at depth 0 by the position after the move.
fn of_leaf(after: &Position, player: Player) -> String {
    let opponent = player.opponent();
    if !after.player_has_moves(player) {
        let both = if after.player_has_moves(opponent) {
            ""
        } else {
            ", which takes precedence over 99 if neither player has moves"
        };
        return format!("{player} has no moves after it: {LOST}{both}");
    }
    if !after.player_has_moves(opponent) {
        return format!("{opponent} has no moves after it: {WON}");
    }
    let [(own, own_text), (other, other_text)] = [player, opponent].map(|player| material(after, player));
    format!("{player} has {own_text}, {opponent} {other_text}: {own} - {other} = {}", own - other)
}

/// Counts men and kings of a player. Returns their value, and both counts as text.
fn material(position: &Position, player: Player) -> (i64, String) {
    let PieceCount { men, kings } = position.board().pieces().count(player);
    let text = format!("{} and {}", quantity(men, "man", "men"), quantity(kings, "king", "kings"));
    (i64::from(men + 2 * kings), text)
}

/// Explains the score of a move by the best reply.
fn of_inner(after: &Position, player: Player, line: &[Move], expected: i32) -> String {
    let opponent = player.opponent();
    match line.get(1) {
        Some(reply) if after.has_moves() => format!(
            "the best reply for {opponent}, {}, has the score {}: for {player} that is {expected}",
            short(reply),
            -expected
        ),
        _ => format!("{opponent} has no reply: {WON}"),
    }
}

/// Returns a move's text, cut if it is a very long chain.
pub fn short(mv: &Move) -> String {
    shorten(&mv.to_string(), MAX_FACT_CHARS)
}

/// Writes the numbers of blanks and tabs as text.
fn blanks(text: &str) -> String {
    let tabs = text.matches('\t').count();
    let blanks = text.chars().count() - tabs;
    let (tabs_text, blanks_text) = (quantity(tabs, "tab", "tabs"), quantity(blanks, "blank", "blanks"));
    match (blanks, tabs) {
        (0, 0) => "no blanks".to_owned(),
        (_, 0) => blanks_text,
        (0, _) => tabs_text,
        _ => format!("{tabs_text} and {blanks_text}"),
    }
}
