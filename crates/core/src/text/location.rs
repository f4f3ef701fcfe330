//! Locations in a text.

use std::fmt;

use nom::Offset;

use crate::text::scan::look_at;

/// A location in a text. The default is the start of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Location {
    /// The line, counted from 1. Lines end with a newline.
    pub line: usize,
    /// The column of the first character, in characters from 1. A tab counts as one character; a byte-order
    /// mark does not count.
    pub column: usize,
    /// The number of characters, all on this line; 0 at the end of the text.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub width: usize,
}

impl Location {
    /// Returns the end of a text that begins here. The text may be long.
    #[must_use]
    pub fn after(self, text: &str) -> Location {
        look_at(text.len());
        match text.rfind('\n') {
            None => Location { column: self.column + text.chars().count(), width: 0, ..self },
            Some(newline) => {
                let newlines = text.bytes().filter(|&byte| byte == b'\n').count();
                let column = text[newline + 1..].chars().count() + 1;
                Location { line: self.line + newlines, column, width: 0 }
            }
        }
    }

    /// Returns the location of a text that begins here.
    #[must_use]
    pub fn of(self, text: &str) -> Location {
        look_at(text.len());
        Location { width: text.chars().take_while(|&character| character != '\n').count(), ..self }
    }
}

impl Default for Location {
    fn default() -> Location {
        Location { line: 1, column: 1, width: 0 }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Returns the locations of parts of a text, which come in the order of the text.
pub(crate) fn locations<'a>(
    text: &'a str,
    parts: impl IntoIterator<Item = &'a str>,
) -> impl Iterator<Item = Location> {
    let (mut rest, mut start) = (text, Location::default());
    parts.into_iter().map(move |part| {
        let (before, at) = rest.split_at(rest.offset(part));
        (rest, start) = (at, start.after(before));
        start.of(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_as_wide_as_its_first_line() {
        let start = Location { line: 2, column: 5, width: 0 };
        for (text, width) in [("", 0), ("ab", 2), ("\u{20ac}b\ncde", 2), ("ab\n", 2), ("\nab", 0)] {
            assert_eq!(start.of(text), Location { width, ..start }, "{text:?}");
        }
    }

    #[test]
    fn columns_begin_again_after_the_last_newline() {
        let start = Location { line: 2, column: 5, width: 3 };
        for (text, line, column) in [("", 2, 5), ("\u{20ac}b", 2, 7), ("a\n", 3, 1), ("a\n\nbc", 4, 3)] {
            assert_eq!(start.after(text), Location { line, column, width: 0 }, "{text:?}");
        }
    }
}
