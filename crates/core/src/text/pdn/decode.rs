//! Decodes the bytes of a PDN file to characters.

use std::borrow::Cow;

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
