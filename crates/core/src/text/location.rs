//! Locations in a text.

use std::fmt;
use std::ops::Range;

use crate::text::scan::look_at;

/// A location in a text. The default is the start of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The line, counted from 1. Lines end with a newline.
    pub line: usize,
    /// The column of the first character, in characters from 1. A tab counts as one character; a byte-order
    /// mark does not count.
    pub column: usize,
    /// The number of characters, all on this line; 0 at the end of the text.
    pub width: usize,
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

/// A finder of the locations of spans, in the order of the text. It goes through the text only once.
pub(crate) struct Locator<'a> {
    text: &'a str,
    offset: usize,
    line: usize,
    column: usize,
}

impl<'a> Locator<'a> {
    pub(crate) fn new(text: &'a str) -> Locator<'a> {
        Locator { text, offset: 0, line: 1, column: 1 }
    }

    /// Returns the location of a span, which must not begin before the previous span.
    pub(crate) fn location(&mut self, span: Range<usize>) -> Location {
        look_at(span.end - self.offset);
        for character in self.text[self.offset..span.start].chars() {
            if character == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        self.offset = span.start;
        let width = self.text[span].chars().take_while(|&character| character != '\n').count();
        Location { line: self.line, column: self.column, width }
    }
}
