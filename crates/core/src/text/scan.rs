//! Counts the characters that parsers examine. Tests use this count instead of a clock to detect a parser
//! that examines the same text again and again.
//!
//! Every search through a text of unlimited length is counted: [`counted`] wraps conditions on characters,
//! and other searches report to [`look_at`] how many bytes they have passed over. Release builds count
//! nothing.

use std::cell::Cell;

thread_local! {
    static LOOKED_AT: Cell<u64> = const { Cell::new(0) };
}

/// Returns the number of bytes that the parsers on this thread have examined so far; 0 in release
/// builds.
pub fn bytes_looked_at() -> u64 {
    LOOKED_AT.get()
}

/// Counts bytes that a search has passed over.
#[inline]
pub fn look_at(bytes: usize) {
    if cfg!(debug_assertions) {
        LOOKED_AT.set(LOOKED_AT.get() + bytes as u64);
    }
}

/// Wraps a condition on characters so that it counts each character it tests.
#[inline]
pub fn counted(condition: impl Fn(char) -> bool) -> impl Fn(char) -> bool {
    move |character| {
        look_at(character.len_utf8());
        condition(character)
    }
}

#[derive(Debug)]
pub(crate) struct Fault<'a, K> {
    /// The part of the text that is at fault.
    pub(crate) at: &'a str,
    pub(crate) kind: K,
}

/// A lexeme or a mismatch: nom's result without an error message.
pub(crate) type Lexed<'a, T> = nom::IResult<&'a str, T, ()>;

/// Returns the text after blanks and comments; a comment runs from a mark to the end of its line.
pub(crate) fn skip_blanks(input: &str, is_blank: impl Fn(char) -> bool, mark: char) -> &str {
    let mut rest = input;
    loop {
        rest = rest.trim_start_matches(counted(&is_blank));
        if !rest.starts_with(mark) {
            return rest;
        }
        rest = &rest[rest.find(counted(|character| character == '\n')).unwrap_or(rest.len())..];
    }
}
