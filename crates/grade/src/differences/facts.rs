//! Describes a difference: its kind, the text found, the text expected, and the reason.

use rankmoves_core::{LOST, Move, PieceCount, Player, Position, WON, shorten};
use rankmoves_judge::{Difference, Finding, ListingPart};
use serde::Serialize;
use shell::quantity;

/// The longest part of an answer that is quoted, in characters.
const MAX_FACT_CHARS: usize = 60;

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
                let (found, expected) = (blanks(found), blanks(&"    ".repeat(finding.way.len())));
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
                let place = if finding.line.is_some() { "before this one" } else { "at the end" };
                Facts::new("missing-line", format!("a line is missing {place}")).expected(expected)
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
