//! Reads listings of moves that other programs print, line by line and liberally.

use std::io::{self, BufRead};

use rankmoves_core::support::line::read_line;
use rankmoves_core::{Player, counted, look_at};

/// The longest part of a line that is read, in bytes. A right listing with longer
/// lines would fill any disk.
const MAX_LISTING_LINE_BYTES: usize = 1 << 20;

/// The mark at the beginning of a line that opens or closes a move in a verbose listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// `?`: the replies follow.
    Open,
    /// `.`: the score of the move.
    Close,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Move(ListedMove),
    /// `Player red has no moves available.`, in these or other words.
    NoMoves,
    /// Nothing but blanks.
    Blank,
    /// Anything else: its text, without the blanks around it.
    Other(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListedMove {
    pub(super) mark: Option<Mark>,
    /// The move's path, its squares joined by `->`.
    pub(super) path: String,
    pub(super) player: Option<Player>,
    pub(super) score: Option<i64>,
}

/// A line with its number, counted from 1.
#[derive(Clone, Debug)]
pub(super) struct ListingLine {
    pub(super) number: u64,
    /// The text without its line feed.
    pub(super) text: String,
    /// The number of leading blanks and tabs.
    pub(super) indent: usize,
    pub(super) content: Content,
}

pub(super) struct ListingLines<R> {
    input: R,
    /// The number of lines read.
    pub(super) number: u64,
    /// The unchanged line, with its line feed.
    pub(super) bytes: Vec<u8>,
}

impl<R: BufRead> ListingLines<R> {
    pub(super) fn new(input: R) -> ListingLines<R> {
        ListingLines { input, number: 0, bytes: Vec::new() }
    }

    /// Goes to the next line, up to [`MAX_LISTING_LINE_BYTES`]. Returns false at the end.
    pub(super) fn read(&mut self) -> io::Result<bool> {
        if read_line(&mut self.input, MAX_LISTING_LINE_BYTES, &mut self.bytes)? {
            self.bytes.push(b'\n');
        }
        self.number += u64::from(!self.bytes.is_empty());
        Ok(!self.bytes.is_empty())
    }

    /// Reads the line, or the several lines that were printed as one. Bytes that are not UTF-8 are replaced.
    pub(super) fn lines(&self) -> Vec<ListingLine> {
        let bytes = self.bytes.strip_suffix(b"\n").unwrap_or(&self.bytes);
        let text = String::from_utf8_lossy(bytes);
        let line = |text: &str| {
            let indent = text.bytes().take_while(|byte| b" \t".contains(byte)).count();
            ListingLine { number: self.number, indent, content: content(text), text: text.to_owned() }
        };
        split_lines(&text).into_iter().map(line).collect()
    }
}

/// Returns whether two listings have the same moves and scores in the same order. Ignores blanks and words
/// around them.
pub fn has_same_content(one: &str, other: &str) -> bool {
    let lines = |text| str::lines(text).flat_map(split_lines);
    let contents = |text| lines(text).map(content).filter(|content| *content != Content::Blank);
    contents(one).eq(contents(other))
}

/// Returns the moves that an answer lists.
pub(super) fn listed_moves(answer: &str) -> impl Iterator<Item = ListedMove> {
    answer.lines().filter_map(|line| match content(line) {
        Content::Move(listed) => Some(listed),
        _ => None,
    })
}

/// Splits a line in which a program forgot the line feeds, before each move that can begin a line of a right
/// listing.
fn split_lines(text: &str) -> Vec<&str> {
    let (mut lines, mut begin, mut from) = (Vec::new(), 0, 0);
    while let Some(at) = text[from..].find("->").map(|at| from + at) {
        look_at(at + 2 - from);
        // Only the first arrow of a path can begin a move; later arrows fail the checks below.
        from = at + 2;
        let letters = |text: &str| text.trim_end_matches(counted(|letter| letter.is_ascii_lowercase())).len();
        let digits = text[..at].trim_end_matches(counted(|digit| digit.is_ascii_digit())).len();
        let path = letters(&text[..digits]);
        if path == digits {
            continue;
        }
        let marked = text[..path].trim_end_matches(counted(|blank| blank == ' '));
        let before = marked.strip_suffix(['?', '.']).unwrap_or(marked);
        let before = before.trim_end_matches(counted(|blank| matches!(blank, ' ' | '\t')));
        // Before a move, the text ends with a digit or a colon; within a path, it ends with an arrow.
        let is_end = before.ends_with(|end: char| end.is_ascii_digit() || end == ':');
        if is_end && before.len() > begin && begins_line(&text[path..]) {
            lines.push(&text[begin..before.len()]);
            begin = before.len();
        }
    }
    lines.push(&text[begin..]);
    lines
}

/// Returns whether a text begins with a move in the form of right listings: `d4->e5 for red:`.
fn begins_line(text: &str) -> bool {
    let mut rest = square(text).map(|(_, rest)| rest);
    while let Some(next) = rest.and_then(|rest| rest.strip_prefix("->")) {
        look_at(2);
        rest = square(next).map(|(_, rest)| rest);
    }
    rest.is_some_and(|rest| rest.starts_with(" for red:") || rest.starts_with(" for black:"))
}

pub(super) fn content(text: &str) -> Content {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim();
    if text.is_empty() {
        return Content::Blank;
    }
    let (mark, rest) = match text.strip_prefix(['?', '.']) {
        Some(rest) => (Some(if text.starts_with('?') { Mark::Open } else { Mark::Close }), rest),
        None => (None, text.trim_start_matches(['-', '*', '\u{2022}'])),
    };
    let Some((path, rest)) = path(rest.trim_start()) else {
        let lower = text.to_ascii_lowercase();
        let states_no_moves = ["no moves", "no available moves", "no legal moves", "cannot move"]
            .iter()
            .any(|none| lower.contains(none));
        return if states_no_moves { Content::NoMoves } else { Content::Other(text.to_owned()) };
    };
    Content::Move(ListedMove { mark, path, player: player(rest), score: score(rest) })
}

/// Returns the first player that a text names.
pub(super) fn player(text: &str) -> Option<Player> {
    let mut words = text.split(|character: char| !character.is_ascii_alphanumeric());
    words.find_map(|word| match word {
        _ if word.eq_ignore_ascii_case("red") => Some(Player::Red),
        _ if word.eq_ignore_ascii_case("black") => Some(Player::Black),
        _ => None,
    })
}

/// Returns whether a text may mean that a player cannot move. Accepts more wordings than [`Content::NoMoves`],
/// so if there are moves, the text may mean something else.
pub(super) fn may_mean_no_moves(text: &str) -> bool {
    const NONE: [&str; 10] =
        ["no", "not", "none", "cannot", "cant", "doesnt", "without", "unable", "zero", "0"];
    let text = text.to_ascii_lowercase().replace(['\'', '\u{2019}'], "");
    let mut words = text.split(|character: char| !character.is_ascii_alphanumeric());
    let is_none = |word: &str| NONE.contains(&word);
    let is_stuck = |word: &str| matches!(word, "stuck" | "blocked");
    words.clone().any(is_stuck) || words.any(is_none) && text.contains("mov")
}

/// The separators of a path. Longer separators come before their own prefixes.
const JOINTS: [&str; 11] = ["->", "-->", "=>", "-", "x", "X", ":", ",", "\u{2192}", "\u{2013}", "to "];

/// Splits a path off a text: names of squares joined by `->` or a similar sign, or by blanks alone.
fn path(text: &str) -> Option<(String, &str)> {
    let (first, mut rest) = square(text)?;
    let mut path = first.to_ascii_lowercase();
    let mut squares = 1;
    loop {
        let joined = rest.trim_start_matches(counted(char::is_whitespace));
        let after = JOINTS.iter().filter_map(|joint| joined.strip_prefix(joint));
        let mut after = after.chain((joined.len() < rest.len()).then_some(joined));
        let Some((name, after)) =
            after.find_map(|after| square(after.trim_start_matches(counted(char::is_whitespace))))
        else {
            break;
        };
        path.push_str("->");
        path.push_str(&name.to_ascii_lowercase());
        squares += 1;
        rest = after;
    }
    (squares > 1).then_some((path, rest))
}

/// Splits the name of a square off a text.
fn square(text: &str) -> Option<(&str, &str)> {
    let letters = text.bytes().take(3).take_while(u8::is_ascii_alphabetic).count();
    let digits = text.as_bytes()[letters..].iter().take(4).take_while(|byte| byte.is_ascii_digit()).count();
    let is_whole = !text[letters + digits..]
        .starts_with(|next: char| next.is_ascii_alphanumeric() && next != 'x' && next != 'X');
    ((1..=2).contains(&letters) && (1..=3).contains(&digits) && is_whole)
        .then(|| text.split_at(letters + digits))
}

/// Returns the first whole number after the word `score` or, without that word, the last whole number in the
/// text. The number includes its sign.
fn score(text: &str) -> Option<i64> {
    let is_digit = |character: char| character.is_ascii_digit();
    let word = text.as_bytes().windows(5).position(|word| word.eq_ignore_ascii_case(b"score"));
    let (begin, rest) = if let Some(at) = word {
        let begin = at + 5 + text[at + 5..].find(is_digit)?;
        (begin, &text[begin..])
    } else {
        let end = text.rfind(is_digit)? + 1;
        let begin = text[..end].trim_end_matches(is_digit).len();
        (begin, &text[begin..])
    };
    let digits = rest.find(|character| !is_digit(character)).map_or(rest, |end| &rest[..end]);
    let fraction = rest[digits.len()..].strip_prefix('.').unwrap_or_default();
    if fraction.chars().take_while(|&digit| is_digit(digit)).any(|digit| digit != '0') {
        return None;
    }
    let number: i64 = digits.parse().ok()?;
    Some(if text[..begin].trim_end().ends_with(['-', '\u{2212}']) { -number } else { number })
}

#[cfg(test)]
mod tests {
    use rankmoves_core::bytes_looked_at;

    use super::*;

    fn read(text: &str) -> Option<(String, Option<Player>, Option<i64>)> {
        match content(text) {
            Content::Move(entry) => Some((entry.path, entry.player, entry.score)),
            _ => None,
        }
    }

    #[test]
    fn each_byte_of_a_long_listing_is_looked_at_a_limited_number_of_times() {
        let parts = [
            "d4->e5 for red: score 1",
            "d4->e5",
            "->e5",
            "->",
            "d4",
            "d",
            "4",
            " ",
            "\t",
            "-",
            "x",
            "d4 ",
            "d4 - ",
            "? d4->e5 for red:",
            ". d4->e5 for red:",
            "  ->",
            "d4->",
            "score ",
            "no moves ",
            "\n",
            "d4->e5\n",
            "\u{2192}e5",
            "to ",
            "d4->e5 ",
            "1->",
            "d4->e5:",
        ];
        for (beginning, part) in
            ["", "d4->e5", "? d4"].into_iter().flat_map(|it| parts.map(|part| (it, part)))
        {
            let [short, long] = [1 << 9, 1 << 12].map(|count| {
                let text = format!("{beginning}{}", part.repeat(count));
                let before = bytes_looked_at();
                assert!(has_same_content(&text, &text));
                (bytes_looked_at() - before) / text.len() as u64
            });
            // If the line were scanned again for each arrow, eight times as many bytes would be read.
            assert!(long <= 2 * short + 8, "{beginning:?} {part:?}: {short}, {long}");
        }
    }

    #[test]
    fn moves_are_read_in_many_spellings() {
        let b6 = || "d4->b6".to_owned();
        assert_eq!(read("d4->b6 for red: score -99"), Some((b6(), Some(Player::Red), Some(-99))));
        assert_eq!(read("\t. d4 -> b6  for Red : score: -99\r"), Some((b6(), Some(Player::Red), Some(-99))));
        assert_eq!(read("? D4xB6 for black:"), Some((b6(), Some(Player::Black), None)));
        assert_eq!(read("d4-b6 = +3"), Some((b6(), None, Some(3))));
        assert_eq!(read("- d4 to b6, 3"), Some((b6(), None, Some(3))));
        assert_eq!(read("d4 b6 f4 RED SCORE 3"), Some(("d4->b6->f4".to_owned(), Some(Player::Red), Some(3))));
        assert_eq!(read("d4 for red: score 1"), None);
        assert_eq!(content("Player red has no moves available."), Content::NoMoves);
        assert_eq!(content(" hello"), Content::Other("hello".to_owned()));
        assert_eq!(content(" \t\r"), Content::Blank);
    }

    #[test]
    fn statements_of_no_moves_are_recognised_in_many_wordings() {
        for text in [
            "red has no move",
            "No available move for red",
            "Red can't move.",
            "red can\u{2019}t move",
            "RED CAN NOT MOVE",
            "moves: 0",
            "Moves: none",
            "red is blocked",
            "unable to move",
        ] {
            assert!(may_mean_no_moves(text), "{text}");
        }
        for text in ["", "garbage", "-99", "score -99", "0", "None", "null", "no", "nothing", "red to move"] {
            assert!(!may_mean_no_moves(text), "{text}");
        }
    }

    #[test]
    fn scores_are_whole_numbers_after_their_word() {
        let read = |text: &str| read(&format!("d4->b6 for red: {text}")).and_then(|(_, _, score)| score);
        assert_eq!(read("score -1 (12 ms)"), Some(-1));
        assert_eq!(read("score \u{2212}1"), Some(-1));
        assert_eq!(read("score -3.0"), Some(-3));
        assert_eq!(read("score 3.5"), None);
        assert_eq!(read("score inf"), None);
        assert_eq!(read("score 99999999999999999999"), None);
        assert_eq!(read("= - 2"), Some(-2));
    }

    #[test]
    fn lines_without_line_feeds_are_split() {
        for (text, lines) in [
            ("", &[""][..]),
            ("d4->b6 for red: score 0", &["d4->b6 for red: score 0"]),
            (
                "d4->b6->d8 for red: score 0d4->e5 for red: score -1",
                &["d4->b6->d8 for red: score 0", "d4->e5 for red: score -1"],
            ),
            ("d4->b6 for red: score 0 d4->e5", &["d4->b6 for red: score 0 d4->e5"]),
            (
                "d4->b6 for red: score 0 (c7->a5 for black: score 1)",
                &["d4->b6 for red: score 0 (c7->a5 for black: score 1)"],
            ),
            (
                "? d4->b6 for red:    . c7->a5 for black: score 99. d4->b6 for red: score -99",
                &["? d4->b6 for red:", "    . c7->a5 for black: score 99", ". d4->b6 for red: score -99"],
            ),
            ("é->é for red:", &["é->é for red:"]),
        ] {
            assert_eq!(split_lines(text), lines);
        }
    }

    #[test]
    fn of_a_line_that_never_ends_the_beginning_is_read() {
        let endless = "x".repeat(MAX_LISTING_LINE_BYTES + 10) + "\nd4";
        let mut lines = ListingLines::new(endless.as_bytes());
        assert!(lines.read().unwrap());
        let line = |lines: &ListingLines<&[u8]>| lines.lines().remove(0);
        assert_eq!((line(&lines).text.len(), line(&lines).number), (MAX_LISTING_LINE_BYTES, 1));
        assert!(lines.read().unwrap());
        assert_eq!((line(&lines).text.as_str(), line(&lines).number), ("d4", 2));
        assert!(!lines.bytes.ends_with(b"\n") && !lines.read().unwrap() && lines.number == 2);
    }
}
