//! Prepares untrusted text for messages.

/// The maximum number of characters of a quotation in a message.
pub const MAX_QUOTED_CHARS: usize = 40;

/// Prepares untrusted text for a message: like [`printable`], escapes control
/// characters and invisible characters; also cuts the result to `limit`
/// characters, with `…` at the cut.
///
/// ```
/// use rankmoves_core::shorten;
///
/// assert_eq!(shorten("d4\u{7}", 40), r"d4\u{7}");
/// assert_eq!(shorten("d4->e5->f6", 6), "d4->e5…");
/// ```
pub fn shorten(text: &str, limit: usize) -> String {
    let (mut shown, mut room, mut follows) = (String::new(), limit, false);
    for character in text.chars() {
        let start = shown.len();
        follows = push_visible(&mut shown, character, follows);
        let Some(rest) = room.checked_sub(shown[start..].chars().count()) else {
            shown.truncate(start);
            shown.push('…');
            break;
        };
        room = rest;
    }
    shown
}

/// Quotes untrusted text for a message: [shortened](shorten()) to 40 characters, in quotation marks.
///
/// ```
/// use rankmoves_core::quoted;
///
/// assert_eq!(quoted("d4\u{7}"), r"'d4\u{7}'");
/// ```
pub fn quoted(text: &str) -> String {
    format!("'{}'", shorten(text, MAX_QUOTED_CHARS))
}

/// Quotes a text like [`quoted`]; if the text is empty, returns `end`.
pub(crate) fn quoted_or(text: &str, end: &str) -> String {
    if text.is_empty() { end.to_owned() } else { quoted(text) }
}

/// Escapes untrusted text for display, like [`shorten`], but without cutting it: escapes control characters,
/// marks that change the direction of writing, and other invisible characters.
///
/// ```
/// use rankmoves_core::printable;
///
/// assert_eq!(printable("a\u{202e}b"), r"a\u{202e}b");
/// ```
pub fn printable(text: &str) -> String {
    shorten(text, usize::MAX)
}

/// Adds a character, escaped if it is invisible. An accent is visible if it `follows` a visible character.
/// Returns whether an accent may follow this character.
fn push_visible(shown: &mut String, character: char, follows: bool) -> bool {
    let start = shown.len();
    match character {
        // These include quotes and backslashes.
        ' '..='~' => {
            shown.push(character);
            return character != '\\';
        }
        _ if is_blank(character) => shown.extend(character.escape_unicode()),
        // `escape_debug` escapes an accent only at the start of a text, so a letter is put before it.
        _ if follows => shown.extend(format!("a{character}").escape_debug().skip(1)),
        _ => shown.extend(character.escape_debug()),
    }
    shown[start..].starts_with(character)
}

/// Returns whether a letter or an accent is invisible.
const fn is_blank(character: char) -> bool {
    matches!(
        character,
        '\u{34f}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{ffa0}'
            | '\u{e0100}'..='\u{e01ef}'
    )
}

#[cfg(test)]
mod tests {
    use super::{printable, shorten};

    #[test]
    fn invisible_characters_are_escaped() {
        assert_eq!(shorten("a\0\u{1b}[31m\u{202e}\u{9b}\u{308}", 100), r"a\0\u{1b}[31m\u{202e}\u{9b}\u{308}");
        assert_eq!(shorten("\"'\\ é 黒", 100), "\"'\\ é 黒");
    }

    #[test]
    fn characters_that_change_how_others_are_shown_are_escaped() {
        // Controls of C0 and C1; direction marks, embeddings, overrides and isolates; zero width; separators
        // of lines and paragraphs; the byte-order mark; tags; private use; letters without a shape.
        let ranges = [0..=0x1f, 0x7f..=0x9f, 0x200b..=0x200f, 0x2028..=0x202e, 0x2060..=0x206f];
        let more = [0xe000..=0xe010, 0xe0000..=0xe007f, 0xe0100..=0xe01ef, 0xf0000..=0xf0010];
        let single = [0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x3164, 0xfeff, 0xffa0];
        let codes = ranges.into_iter().chain(more).flatten().chain(single);
        for character in codes.map(|code| char::from_u32(code).unwrap()) {
            for text in [format!("a{character}b"), format!("{character}b")] {
                let shown = printable(&text);
                assert!(!shown.contains(character), "{shown:?}");
                assert_eq!(shown, shorten(&text, 100));
            }
        }
    }

    #[test]
    fn accents_are_shown_on_their_letters() {
        assert_eq!(printable("e\u{301}te\u{301} हिन्दी"), "e\u{301}te\u{301} हिन्दी");
        assert_eq!(printable("\u{301}\n\u{301}"), r"\u{301}\n\u{301}");
    }

    #[test]
    fn the_limit_counts_escaped_characters() {
        assert_eq!(shorten("abc", 3), "abc");
        assert_eq!(shorten("abcd", 3), "abc…");
        assert_eq!(shorten("a\u{1b}b", 6), "a…");
        assert_eq!(shorten("a", 0), "…");
    }
}
