//! Foreign text in messages.

/// How much of a text is quoted in a message, in characters.
pub(crate) const QUOTED: usize = 40;

/// A text fit to be shown in a message: control characters and others that
/// cannot be seen escaped, and cut so that at most `limit` characters show,
/// with `…` where it is cut.
///
/// ```
/// use rankmoves::excerpt;
///
/// assert_eq!(excerpt("d4\u{7}", 40), r"d4\u{7}");
/// assert_eq!(excerpt("d4->e5->f6", 6), "d4->e5…");
/// ```
pub fn excerpt(text: &str, limit: usize) -> String {
    let mut shown = String::new();
    let mut room = limit;
    for character in text.chars() {
        let visible = visible(character);
        let Some(rest) = room.checked_sub(visible.chars().count()) else {
            shown.push('…');
            break;
        };
        room = rest;
        shown.push_str(&visible);
    }
    shown
}

/// A character as itself, if it can be seen, or escaped.
fn visible(character: char) -> String {
    match character {
        '"' | '\'' | '\\' => character.to_string(),
        _ => character.escape_debug().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn what_cannot_be_seen_is_escaped() {
        assert_eq!(excerpt("a\0\u{1b}[31m\u{202e}\u{9b}\u{308}", 100), r"a\0\u{1b}[31m\u{202e}\u{9b}\u{308}");
        assert_eq!(excerpt("\"'\\ é 黒", 100), "\"'\\ é 黒");
    }

    #[test]
    fn the_limit_is_on_what_shows() {
        assert_eq!(excerpt("abc", 3), "abc");
        assert_eq!(excerpt("abcd", 3), "abc…");
        assert_eq!(excerpt("a\u{1b}b", 6), "a…");
        assert_eq!(excerpt("a", 0), "…");
    }
}
