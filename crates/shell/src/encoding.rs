//! UTF-16, in which some editors save text files.

use std::char::decode_utf16;

use super::diagnostic::Diagnostic;

/// Converts UTF-16 that begins with a byte-order mark to UTF-8, including the mark. Leaves other bytes
/// unchanged.
///
/// Replaces invalid UTF-16 with replacement characters, and returns a diagnostic for the first error.
pub fn to_utf8(bytes: Vec<u8>) -> (Vec<u8>, Option<Diagnostic>) {
    let unit: fn([u8; 2]) -> u16 = match bytes[..] {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return (bytes, None),
    };
    let pairs = bytes.chunks_exact(2);
    let odd = pairs.remainder().first();
    let mut text = String::with_capacity(bytes.len());
    let mut wrong = None;
    for decoded in decode_utf16(pairs.map(|pair| unit([pair[0], pair[1]]))) {
        let character = decoded.unwrap_or_else(|error| {
            let found = format!("half a surrogate pair, 0x{:04x}", error.unpaired_surrogate());
            wrong.get_or_insert((found, text.len()));
            char::REPLACEMENT_CHARACTER
        });
        text.push(character);
    }
    if let Some(byte) = odd {
        wrong.get_or_insert((format!("half a unit, the byte 0x{byte:02x}"), text.len()));
        text.push(char::REPLACEMENT_CHARACTER);
    }
    let diagnostic = wrong.map(|(found, start)| {
        let message = format!("expected UTF-16 text but found {found}");
        // Locations do not count the byte-order mark.
        let mark = '\u{feff}'.len_utf8();
        let start = start - mark;
        Diagnostic::new(message, &text[mark..], start..start + char::REPLACEMENT_CHARACTER.len_utf8())
    });
    (text.into_bytes(), diagnostic)
}

/// Returns whether bytes begin with a byte-order mark of UTF-16.
pub fn is_utf16(bytes: &[u8]) -> bool {
    matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf_16(text: &str) -> [Vec<u8>; 2] {
        let units = text.encode_utf16();
        [u16::to_le_bytes, u16::to_be_bytes].map(|bytes| units.clone().flat_map(bytes).collect())
    }

    #[test]
    fn both_byte_orders_become_utf_8_with_the_mark() {
        let text = "\u{feff}RULES: \u{fc}\u{20ac}\u{1f600}\r\n";
        for bytes in utf_16(text) {
            let (converted, diagnostic) = to_utf8(bytes);
            assert_eq!(String::from_utf8(converted).unwrap(), text);
            assert!(diagnostic.is_none());
        }
    }

    #[test]
    fn bytes_without_a_byte_order_mark_are_unchanged() {
        let [without_mark, _] = utf_16("RULES:");
        for bytes in [&b""[..], b"\xff", b"\xfe\xfe", b"\xef\xbb\xbfRULES:", &without_mark] {
            let (same, diagnostic) = to_utf8(bytes.to_vec());
            assert_eq!(same, bytes);
            assert!(diagnostic.is_none());
        }
    }

    #[test]
    fn the_first_invalid_utf_16_is_reported_with_its_location() {
        for (units, rest, found, line, column) in [
            (&[0xd83d, 0x41][..], &b""[..], "half a surrogate pair, 0xd83d", 2, 3),
            (&[0xdc00], b"", "half a surrogate pair, 0xdc00", 2, 3),
            (&[0xd83d, 0xde00, 0xd83d], b"", "half a surrogate pair, 0xd83d", 2, 4),
            (&[0x0a], b" ", "half a unit, the byte 0x20", 3, 1),
            (&[0xd800], b" ", "half a surrogate pair, 0xd800", 2, 3),
        ] {
            let [mut bytes, _] = utf_16("\u{feff}a\n\u{20ac}b");
            bytes.extend(units.iter().copied().flat_map(u16::to_le_bytes));
            bytes.extend(rest);
            let diagnostic = to_utf8(bytes).1.expect("the text is wrong");
            assert_eq!(diagnostic.message, format!("expected UTF-16 text but found {found}"));
            assert_eq!(
                (diagnostic.location.line, diagnostic.location.column, diagnostic.location.width),
                (line, column, 1)
            );
        }
    }
}
