//! Decodes the bytes of files, and distinguishes PDN from other texts.

use std::borrow::Cow;

use super::lexer::{Lexeme, Token, lex};
use super::tags::known_tags;

/// Common tags that the writer does not use.
const OTHER_TAGS: [&str; 4] = ["Site", "Round", "ECO", "Annotator"];

/// Returns whether a text begins like PDN: with a tag or a move, after any comments.
///
/// Unknown tags count if their names begin with a capital letter, as the standard requires, or if such a tag
/// or a move follows them. The first move may come with or without its number.
///
/// ```
/// use rankmoves_core::pdn::is_pdn;
///
/// assert!(is_pdn("1. 11-15! 23-19"));
/// assert!(is_pdn("[Opening \"Cross\"]"));
/// assert!(!is_pdn("[remote \"origin\"]\nurl = x"));
/// ```
pub fn is_pdn(text: &str) -> bool {
    let mut rest = text;
    loop {
        let Ok(Lexeme { token, rest: after, .. }) = lex(rest) else { return names_tag(rest) };
        match token {
            Token::Move(_) => return true,
            Token::Tag { name, .. }
                if is_known(name) || name.starts_with(|c: char| c.is_ascii_uppercase()) =>
            {
                return true;
            }
            Token::Tag { .. } | Token::Number | Token::Comment(_) => rest = after,
            _ => return false,
        }
    }
}

/// Returns whether a text begins with the name of a known tag, regardless of the rest of the tag.
fn names_tag(text: &str) -> bool {
    let name = text.trim_start().strip_prefix('[').map(str::trim_start);
    name.is_some_and(|name| {
        is_known(name.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default())
    })
}

fn is_known(name: &str) -> bool {
    known_tags().chain(OTHER_TAGS).any(|known| known.eq_ignore_ascii_case(name))
}

/// Returns the text of a file: UTF-8 without its byte-order mark, or else Windows-1252, the superset of
/// Latin-1 that older programs write. Every sequence of bytes can be decoded.
///
/// ```
/// use rankmoves_core::pdn;
///
/// assert_eq!(pdn::decode("\u{feff}[White \"Müller\"]".as_bytes()), "[White \"Müller\"]");
/// assert_eq!(pdn::decode(b"[White \"M\xfcller\"]"), "[White \"Müller\"]");
/// ```
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes.iter().map(|&byte| windows_1252(byte)).collect(),
    }
}

/// Returns the character of a byte (WHATWG Encoding Standard, index
/// windows-1252).
fn windows_1252(byte: u8) -> char {
    /// The characters of the bytes from 0x80 to 0x9f; the others are as in Latin-1.
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn bytes_that_are_not_utf_8_are_windows_1252() {
        assert_eq!(decode(b"\x80 \x96 \x9f \xa0 \xe9 \xff"), "€ – Ÿ \u{a0} é ÿ");
        assert_eq!(decode(b"\xc3\xa9"), "é");
        assert_eq!(decode(b"\xef\xbb\xbf\xe9"), "é");
        assert_eq!(decode(b""), "");
    }
}
