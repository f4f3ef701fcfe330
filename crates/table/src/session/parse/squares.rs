//! Parsing of squares as people type them, by name or number.

use rankmoves_core::{IllegalMove, Position, Square};

use super::unknown;
use shell::arguments::digits;

/// Reads the squares in a text, with any separators.
pub(super) fn squares(position: &Position, text: &str) -> Result<Vec<Square>, String> {
    let shape = position.board().shape();
    let bytes = text.as_bytes();
    // A file may be named x, so an x is a separator only after a digit.
    let separates = |(at, character): (usize, char)| match character {
        '-' | '>' | ':' | ',' => true,
        'x' | 'X' => at > 0 && bytes[at - 1].is_ascii_digit(),
        _ => character.is_whitespace(),
    };
    let mut squares = Vec::new();
    let mut start = 0;
    let ends =
        text.char_indices().filter(|&found| separates(found)).map(|(at, found)| (at, found.len_utf8()));
    for (end, width) in ends.chain([(text.len(), 0)]) {
        let word = &text[start..end];
        start = end + width;
        if word.is_empty() {
            continue;
        }
        let square = match digits::<u32>(word) {
            Some(number) => shape.square_numbered(number).ok_or_else(|| {
                format!("expected a square number from 1 to {} but found {number}", shape.squares().count())
            }),
            None => word.to_lowercase().parse::<Square>().map_err(|_| unknown(text)),
        }?;
        if !shape.contains(square) {
            return Err(IllegalMove::OffBoard { square, shape }.to_string());
        }
        squares.push(square);
    }
    Ok(squares)
}
