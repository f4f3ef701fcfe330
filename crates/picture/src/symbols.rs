//! Characters that represent pieces.

use std::str::FromStr;

use rankmoves_core::{MAX_QUOTED_CHARS, Piece, shorten};
use unicode_width::UnicodeWidthChar;

/// The characters of red's men and kings, then of black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbols([char; 4]);

impl Symbols {
    /// The letters of the exchange format.
    pub const LETTERS: Symbols = Symbols(['r', 'R', 'b', 'B']);

    /// Discs and crowns, which distinguish the players only by colour.
    pub const DISCS: Symbols = Symbols(['●', '♛', '●', '♛']);

    /// Returns the character of a piece.
    pub fn of(self, piece: Piece) -> char {
        self.0[2 * piece.player as usize + usize::from(piece.is_king())]
    }
}

/// The characters of empty squares.
const EMPTY: [char; 2] = ['.', '·'];

/// Reads four characters that look different and are as wide as a letter.
impl FromStr for Symbols {
    type Err = String;

    fn from_str(text: &str) -> Result<Symbols, String> {
        let characters: Vec<char> = text.chars().collect();
        let characters: [char; 4] = characters.try_into().map_err(|characters: Vec<char>| {
            format!("expected four characters such as rRbB but found {}", characters.len())
        })?;
        for (index, &character) in characters.iter().enumerate() {
            let shown = shorten(character.encode_utf8(&mut [0; 4]), MAX_QUOTED_CHARS);
            let is_visible = shown.starts_with(character) && !character.is_whitespace();
            if !is_visible || character.width() != Some(1) {
                return Err(format!("expected characters that are as wide as a letter but found '{shown}'"));
            }
            if EMPTY.contains(&character) {
                return Err(format!("expected other characters than '{shown}', which is an empty square"));
            }
            if characters[..index].contains(&character) {
                return Err(format!("expected four different characters but found '{shown}' twice"));
            }
        }
        Ok(Symbols(characters))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_four_different_characters_of_the_width_of_a_letter() {
        for text in ["rRbB", "oO*#", "wWxX", "⛀⛁⛂⛃", "1234", "äÄöÖ"] {
            let symbols: Symbols = text.parse().unwrap();
            let drawn: String = ["r", "R", "b", "B"]
                .into_iter()
                .filter_map(|letter| Piece::from_letter(letter.parse().ok()?))
                .map(|piece| symbols.of(piece))
                .collect();
            assert_eq!(drawn, text);
        }
        for (text, message) in [
            ("", "expected four characters such as rRbB but found 0"),
            ("rRb", "but found 3"),
            ("rRbBx", "but found 5"),
            ("rRbr", "expected four different characters but found 'r' twice"),
            ("rRb ", "as wide as a letter but found ' '"),
            ("rRb\t", "as wide as a letter but found '\\t'"),
            ("rRb\u{301}", "as wide as a letter but found '\\u{301}'"),
            ("rRb\u{200b}", "as wide as a letter but found '\\u{200b}'"),
            ("rRb\u{a0}", "as wide as a letter but found"),
            ("rRb🔴", "as wide as a letter but found '🔴'"),
            ("rRb赤", "as wide as a letter but found '赤'"),
            ("rRb.", "expected other characters than '.', which is an empty square"),
        ] {
            let error = text.parse::<Symbols>().unwrap_err();
            assert!(error.contains(message), "{text:?}: {error}");
        }
    }
}
