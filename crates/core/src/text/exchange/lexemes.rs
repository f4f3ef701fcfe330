//! The lexemes of exchange files.

use super::faults::StatedSize;
use crate::model::rules::{Blocked, Capture, Jumps};
use crate::text::rows::is_cell;
use crate::text::scan::{self, counted};

/// The names of the sections, in order.
pub(super) const SECTIONS: [&str; 4] = ["RULES", "TURN", "BOARD", "MOVES"];

#[derive(Clone, Copy)]
pub(super) enum Rule<'a> {
    Capture(Capture),
    Jumps(Jumps),
    Blocked(Blocked),
    Size(StatedSize<'a>),
}

/// The rules as the format writes them, except the size of the board.
pub(super) const RULES: [(&str, Rule<'static>); 5] = [
    ("no capture", Rule::Capture(Capture::Optional)),
    ("capture", Rule::Capture(Capture::Required)),
    ("single jumps", Rule::Jumps(Jumps::Single)),
    ("multiple jumps", Rule::Jumps(Jumps::Multiple)),
    ("blocked passes", Rule::Blocked(Blocked::Passes)),
];

/// Returns the cell at the beginning of a text: `cell = '"' | "." | "r" | "R" | "b" | "B"`.
pub(super) fn cell(input: &str) -> Option<char> {
    input.chars().next().filter(|&character| is_cell(character))
}

pub(super) fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n')
}

/// Returns whether a character is blank between cells. This includes the characters of drawn lines.
pub(super) fn is_board_blank(character: char) -> bool {
    is_blank(character) || matches!(character, '|' | '-' | '+')
}

pub(super) fn skip_blanks(input: &str) -> &str {
    scan::skip_blanks(input, is_blank, '#')
}

/// Returns the text after blanks, comments and the lines drawn between cells.
pub(super) fn skip_board_blanks(input: &str) -> &str {
    scan::skip_blanks(input, is_board_blank, '#')
}

/// Splits off a word, which ends before a blank, a comment or a colon. Returns it after the rest of the text; it is
/// empty if the text does not begin with a word.
pub(super) fn word(input: &str) -> (&str, &str) {
    let length = input.find(counted(|character| is_blank(character) || matches!(character, '#' | ':')));
    let (word, rest) = input.split_at(length.unwrap_or(input.len()));
    (rest, word)
}

/// Returns the text up to the next blank or comment; empty at the end of the text.
pub(super) fn token(input: &str) -> &str {
    let length = input.find(counted(|character| is_blank(character) || character == '#'));
    &input[..length.unwrap_or(input.len())]
}

/// Returns the tokens from here to the end of the line, without comments.
pub(super) fn tokens_of_line(input: &str) -> impl Iterator<Item = &str> {
    let mut rest = input;
    std::iter::from_fn(move || {
        let start = rest.trim_start_matches(counted(|character| is_blank(character) && character != '\n'));
        let token = token(start);
        rest = &start[token.len()..];
        (!token.is_empty()).then_some(token)
    })
}

/// Returns whether a section begins here: with a word and a colon, or with the
/// name of a section.
pub(super) fn is_header(input: &str) -> bool {
    let (rest, name) = word(input);
    !name.is_empty() && (SECTIONS.contains(&name) || skip_blanks(rest).starts_with(':'))
}

/// Finds the headers of sections in a text, in upper or lower case. For each, returns the index of the
/// section and the text from its name on.
pub(super) fn headers(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let start = skip_blanks(rest);
            let letters = start.find(counted(|c: char| !c.is_ascii_alphabetic())).unwrap_or(start.len());
            let (name, after) = start.split_at(letters);
            let section = SECTIONS.iter().position(|section| section.eq_ignore_ascii_case(name));
            let next = start.chars().next()?;
            // A section name inside a word does not count. It may directly follow a cell such as `.`, which
            // is not a letter.
            rest = if letters > 0 {
                after.trim_start_matches(counted(|c: char| c.is_ascii_alphanumeric()))
            } else {
                &start[next.len_utf8()..]
            };
            if let Some(section) = section
                && skip_blanks(after).starts_with(':')
            {
                return Some((section, start));
            }
        }
    })
}
