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

/// A finder of the locations of parts, in the order of the text. It goes through the text only once.
pub(crate) struct Locator<'a> {
    /// The text from the last part on.
    rest: &'a str,
    /// The start of `rest`.
    start: Location,
}

impl<'a> Locator<'a> {
    pub(crate) fn new(text: &'a str) -> Locator<'a> {
        Locator { rest: text, start: Location::default() }
    }

    /// Returns the location of a part of the text, which must not begin before the previous part.
    pub(crate) fn location(&mut self, part: &str) -> Location {
        let (before, rest) = self.rest.split_at(self.rest.offset(part));
        self.rest = rest;
        look_at(before.len());
        // Parts are close to each other, so going through the characters is faster than `after`.
        for character in before.chars() {
            if character == '\n' {
                (self.start.line, self.start.column) = (self.start.line + 1, 1);
            } else {
                self.start.column += 1;
            }
        }
        self.start.of(part)
    }
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
