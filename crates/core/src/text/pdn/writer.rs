//! Writes games as PDN 3.0 requires.

use std::fmt;

use super::tags::escaped;
use super::{Line, Record, notation};
use crate::model::player::Player;
use crate::model::position::Position;

/// Writes the strict form: the tags, an empty line, and the movetext, which ends with `*`. Lines of movetext
/// have at most 80 characters, unless a word is longer or may not begin a line.
///
/// Moves are written with their first and last squares, or with all squares if another legal move has the
/// same first and last squares. Black's moves follow their number; White's follow their number and `...`,
/// unless they come directly after Black's move.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.written_tags() {
            writeln!(f, "[{name} \"{}\"]", escaped(&value))?;
        }
        f.write_str("\n")?;
        let mut words = Words { to: f, column: 0, before: String::new(), word: String::new() };
        words.line(self.line(), self.start(), 1)?;
        words.push("*")?;
        words.put()?;
        words.to.write_str("\n")
    }
}

const MAX_MOVETEXT_CHARS: usize = 80;

/// A writer of words, separated by spaces, or by line ends where a word would not fit. No line begins with
/// `[` or `%`: many programs would treat it as a tag, or skip it, even inside a comment.
struct Words<'f, 't> {
    to: &'f mut fmt::Formatter<'t>,
    column: usize,
    /// The punctuation right before the next word.
    before: String,
    /// The word not yet written, because punctuation may still be added to it; empty at the start.
    word: String,
}

impl Words<'_, '_> {
    fn push(&mut self, word: &str) -> fmt::Result {
        self.put()?;
        self.word = std::mem::take(&mut self.before) + word;
        Ok(())
    }

    /// Writes the word not yet written.
    fn put(&mut self) -> fmt::Result {
        if self.word.is_empty() {
            return Ok(());
        }
        let width = self.word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + width <= MAX_MOVETEXT_CHARS || self.word.starts_with(['[', '%']);
            self.to.write_str(if fits { " " } else { "\n" })?;
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.to.write_str(&self.word)?;
        self.column += width;
        Ok(())
    }

    /// Writes the words of a line. `number` is the number of the first move.
    fn line(&mut self, line: Line<'_>, start: Position, mut number: usize) -> fmt::Result {
        self.comment(line.comment())?;
        let mut here = start;
        let mut needs_number = true;
        for annotated in line.moves() {
            match here.turn() {
                Player::Black => self.push(&format!("{number}."))?,
                Player::Red if needs_number => self.push(&format!("{number}..."))?,
                Player::Red => {}
            }
            self.push(&notation::write(&here, &annotated.mv))?;
            annotated.nags.iter().try_for_each(|nag| self.push(&format!("${nag}")))?;
            self.comment(annotated.comment)?;
            needs_number = !annotated.comment.is_empty();
            for variation in annotated.variations() {
                needs_number = true;
                self.before.push('(');
                self.line(variation, here, number)?;
                self.word.push(')');
            }
            number += usize::from(here.turn() == Player::Red);
            here = here.after(&annotated.mv);
        }
        Ok(())
    }

    /// Writes a comment; nothing if the comment is empty.
    fn comment(&mut self, text: &str) -> fmt::Result {
        let mut words = text.split(' ').filter(|word| !word.is_empty()).peekable();
        if words.peek().is_some() {
            self.before.push('{');
            words.try_for_each(|word| self.push(word))?;
            self.word.push('}');
        }
        Ok(())
    }
}
