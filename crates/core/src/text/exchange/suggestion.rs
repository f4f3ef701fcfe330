//! Suggests corrections of wrong words, if only one correction makes sense.

use crate::model::moves::Path;
use crate::model::square::Square;
use crate::text::exchange::lexemes::{RULES, tokens_of_line};

/// Symbols that people write between squares instead of `->`.
const ARROWS: [&str; 20] = [
    "->", "-", "--", "-->", "->>", "=>", ">", "~", ":", "x", "X", "×", "→", "⇒", "➔", "⟶", "–", "—", "−", "*",
];

/// A correction, and the number of tokens of the line that it replaces.
pub(super) struct Suggestion {
    pub(super) text: String,
    pub(super) tokens: usize,
}

/// Returns whether a wrong word can only mean `word`: it differs in case or by one slip, or is cut short.
pub(super) fn is_close(found: &str, word: &str) -> bool {
    // A text in lower case keeps at least a quarter of its bytes, so a text this long cannot match.
    if found.len() > 4 * (word.len() + 1) {
        return false;
    }
    let (found, word) = (found.to_lowercase(), word.to_lowercase());
    let is_long = word.len() >= 4 && found.len() >= 4;
    found == word || is_long && (word.starts_with(&found) || is_one_slip(found.as_bytes(), word.as_bytes()))
}

/// Returns whether two words differ by one letter added, removed or replaced, or by two letters
/// exchanged.
fn is_one_slip(a: &[u8], b: &[u8]) -> bool {
    let before = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[before..], &b[before..]);
    let suffix = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    match (&a[..a.len() - suffix], &b[..b.len() - suffix]) {
        ([_], [] | [_]) | ([], [_]) => true,
        ([a, b], [c, d]) => a == d && b == c,
        _ => false,
    }
}

/// Corrects a rule that begins with an unknown word.
pub(super) fn rule(input: &str) -> Option<Suggestion> {
    let tokens: Vec<&str> = tokens_of_line(input).take(4).collect();
    let joined = |words: usize| -> String {
        let text = tokens[..words].concat();
        text.chars().filter(|character| !matches!(character, '-' | '_')).collect()
    };
    // Try two words first: `no capture` is not `capture`.
    for words in (1..=tokens.len().min(2)).rev() {
        for (rule, _) in RULES {
            let is_meant = match rule.split_once(' ') {
                Some((first, second)) if words == 2 => {
                    is_close(tokens[0], first) && is_close(tokens[1], second)
                }
                Some(_) => words == 1 && is_close(&joined(1), &rule.replace(' ', "")),
                None => words == 1 && is_close(tokens[0], rule),
            };
            if is_meant {
                return Some(Suggestion { text: rule.to_owned(), tokens: words });
            }
        }
    }
    let is_board = tokens.first().is_some_and(|first| is_close(first, "board"));
    let before = usize::from(is_board);
    let size = size_in(tokens.get(before..)?)?;
    Some(Suggestion { text: format!("board {}", size.text), tokens: size.tokens + before })
}

/// Corrects the size of a board: `8X8`, `8 x 8`, `8by8`.
pub(super) fn size(input: &str) -> Option<Suggestion> {
    let tokens: Vec<&str> = tokens_of_line(input).take(3).collect();
    size_in(&tokens)
}

fn size_in(tokens: &[&str]) -> Option<Suggestion> {
    (1..=tokens.len().min(3)).rev().find_map(|count| {
        let joined = tokens[..count].concat();
        let (ranks, rest) = joined.split_at(digits(&joined));
        let by = rest.find(|c: char| c.is_ascii_digit())?;
        let (by, files) = rest.split_at(by);
        let is_size = !ranks.is_empty()
            && ["x", "X", "×", "*", "by"].contains(&by)
            && digits(files) == files.len()
            && !ranks.starts_with('0')
            && !files.starts_with('0');
        is_size.then(|| Suggestion { text: format!("{ranks}x{files}"), tokens: count })
    })
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Returns the cell that a wrong symbol was probably meant to be.
pub(super) fn cell(found: &str, is_playable: bool) -> Option<String> {
    let cell = match (found, is_playable) {
        ("'" | "''" | "“" | "”" | "„" | "″" | "«" | "»", false) => "\"",
        ("·" | "•" | "∙", true) => ".",
        _ => return None,
    };
    Some(cell.to_owned())
}

/// Corrects moves that begin with a wrong word. Returns the correction, if there is one, and the number of
/// tokens read.
pub(super) fn plies(input: &str) -> (Option<String>, usize) {
    let mut tokens = tokens_of_line(input).take(64).peekable();
    // The letter x is an arrow only if it stands alone; otherwise it may belong to a square.
    let is_x = |text: &str| text.eq_ignore_ascii_case("x");
    let signs = || ARROWS.iter().filter(|arrow| !is_x(arrow));
    let starts_with_arrow = |text: &str| is_x(text) || signs().any(|arrow| text.starts_with(arrow));
    let ends_with_arrow = |text: &str| is_x(text) || signs().any(|arrow| text.ends_with(arrow));
    let Some(first) = tokens.next() else { return (None, 0) };
    let mut joined = first.to_owned();
    let mut count = 1;
    let mut open = ends_with_arrow(first);
    // Squares and arrows alternate.
    while let Some(next) = tokens.next_if(|next| open != starts_with_arrow(next)) {
        joined.push_str(next);
        count += 1;
        open = ends_with_arrow(next);
    }
    if count == 1 && is_square(first) && tokens.next().is_some_and(is_square) {
        // A start and an end without an arrow between them.
        return (None, 2);
    }
    let corrected: Option<Vec<String>> =
        joined.split([',', ';']).filter(|part| !part.is_empty()).map(ply).collect();
    let corrected = corrected
        .map(|plies| plies.join(" "))
        .filter(|text| (count > 1 || *text != joined) && !text.is_empty());
    (corrected, count)
}

fn is_square(text: &str) -> bool {
    text.to_lowercase().parse::<Square>().is_ok()
}

/// Corrects one move: `D4-E5`, `d4xb6`, `1.d4->e5`, `d04→e5`, `PASS`.
fn ply(text: &str) -> Option<String> {
    if text.eq_ignore_ascii_case("pass") {
        return Some("pass".to_owned());
    }
    let numbered = text[digits(text)..].trim_start_matches('.');
    let mut rest = if text[digits(text)..].starts_with('.') { numbered } else { text };
    let mut squares = Vec::new();
    loop {
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (file, after) = rest.split_at(letters);
        let (rank, after) = after.split_at(digits(after));
        let rank = rank.trim_start_matches('0');
        squares.push(format!("{}{rank}", file.to_lowercase()).parse::<Square>().ok()?);
        if after.is_empty() {
            break;
        }
        // The arrow may be the letter x, directly before the letters of the next square.
        let arrow = match after.find(|c: char| c.is_ascii_alphanumeric())? {
            0 if after.starts_with(['x', 'X'])
                && after[1..].starts_with(|c: char| c.is_ascii_alphabetic()) =>
            {
                1
            }
            end => end,
        };
        let (arrow, next) = after.split_at(arrow);
        if !arrow.is_empty() && !ARROWS.contains(&arrow) {
            return None;
        }
        rest = next;
    }
    Path::new(squares).map(|path| path.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_in_other_notations_are_corrected() {
        for (found, corrected, tokens) in [
            ("D4->E5", "d4->e5", 1),
            ("d4-e5 c7->d6", "d4->e5", 1),
            ("d4xb6", "d4->b6", 1),
            ("d4 -> e5 c7-d6", "d4->e5", 3),
            ("d4-> e5", "d4->e5", 2),
            ("d4 ->e5 ->f6 c7", "d4->e5->f6", 3),
            ("d4 x b6", "d4->b6", 3),
            ("c5→d4", "c5->d4", 1),
            ("d4->e5,c7->d6", "d4->e5 c7->d6", 1),
            ("d4->e5, c7->d6", "d4->e5", 1),
            ("1.d4-e5", "d4->e5", 1),
            ("d04->e5", "d4->e5", 1),
            ("d4e5", "d4->e5", 1),
            ("a1:c3:e5", "a1->c3->e5", 1),
            ("PASS", "pass", 1),
        ] {
            let (text, count) = plies(found);
            assert_eq!((text.as_deref(), count), (Some(corrected), tokens), "{found}");
        }
    }

    #[test]
    fn moves_that_may_mean_anything_are_left_alone() {
        for (found, tokens) in [
            ("d4", 1),
            ("d4 e5", 2),
            ("d4->", 1),
            ("->e5", 1),
            ("d4->->e5", 1),
            ("d0->e1", 1),
            ("d->e5", 1),
            ("d4->5", 1),
            ("11-15", 1),
            ("BOARD:", 1),
            ("1. d4->e5", 1),
            (":", 1),
            ("zzzz4->e5", 1),
            ("d4 ->\ne5", 2),
        ] {
            let (text, count) = plies(found);
            assert_eq!((text, count), (None, tokens), "{found}");
        }
    }

    #[test]
    fn rules_in_other_spellings_are_corrected() {
        for (found, corrected, tokens) in [
            ("No capture", "no capture", 2),
            ("NO CAPTURE single", "no capture", 2),
            ("captures", "capture", 1),
            ("Captrue", "capture", 1),
            ("singel jumps", "single jumps", 2),
            ("multi jumps", "multiple jumps", 2),
            ("single-jumps", "single jumps", 1),
            ("nocapture", "no capture", 1),
            ("9x9", "board 9x9", 1),
            ("Board 10 X 8", "board 10x8", 4),
            ("Blocked Passes", "blocked passes", 2),
        ] {
            let suggested = rule(found).map(|suggestion| (suggestion.text, suggestion.tokens));
            assert_eq!(suggested, Some((corrected.to_owned(), tokens)), "{found}");
        }
        for found in ["flying kings", "no", "jumps", "9", "x9", "9x", "09x9", "board", "red", "cap"] {
            assert!(rule(found).is_none(), "{found}");
        }
    }

    #[test]
    fn sizes_in_other_spellings_are_corrected() {
        for (found, corrected) in
            [("8X8", "8x8"), ("8 x 8", "8x8"), ("8by8", "8x8"), ("10×12 capture", "10x12")]
        {
            assert_eq!(size(found).map(|size| size.text).as_deref(), Some(corrected), "{found}");
        }
        for found in ["8", "8x", "x8", "-8x8", "8x8x8", "eight by eight", ""] {
            assert!(size(found).is_none(), "{found}");
        }
    }
}
