//! Writes games as PDN 3.0 wants them.

use std::fmt;

use super::tags::escaped;
use super::{Line, Record, notation};
use crate::model::player::Player;
use crate::model::position::Position;

/// Writes strictly: the tags, an empty line, and the movetext in lines of at
/// most 80 characters (but for longer words), ended by `*`.
///
/// Moves have their first and last square, or all where another legal move
/// has the same two. Black's move has the number before it, White's has it
/// with `...` where no move of Black's stands right before.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.written_tags() {
            writeln!(f, "[{name} \"{}\"]", escaped(&value))?;
        }
        f.write_str("\n")?;
        let mut words = words(self.line(), self.start(), 1);
        words.push("*".to_owned());
        wrap(f, &words)
    }
}

/// The widest line of movetext, in characters.
const WIDTH: usize = 80;

/// Writes words with a space between them, or a line end where they would not
/// fit. No line begins with `[` or `%`, which many programs take for a tag and
/// for a line to be passed over even in comments.
fn wrap(f: &mut fmt::Formatter<'_>, words: &[String]) -> fmt::Result {
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        if column > 0 {
            let fits = column + 1 + width <= WIDTH || word.starts_with(['[', '%']);
            f.write_str(if fits { " " } else { "\n" })?;
            column = if fits { column + 1 } else { 0 };
        }
        f.write_str(word)?;
        column += width;
    }
    f.write_str("\n")
}

/// Lists the words that lines are made of. `number` is that of the first move.
fn words(line: &Line, start: Position, mut number: usize) -> Vec<String> {
    let mut words = comment(&line.comment);
    let mut here = start;
    let mut needs_number = true;
    for annotated in &line.moves {
        match here.turn() {
            Player::Black => words.push(format!("{number}.")),
            Player::Red if needs_number => words.push(format!("{number}...")),
            Player::Red => {}
        }
        words.push(notation::write(&here, &annotated.mv));
        words.extend(annotated.nags.iter().map(|nag| format!("${nag}")));
        words.extend(comment(&annotated.comment));
        for variation in &annotated.variations {
            words.extend(enclosed("(", self::words(variation, here, number), ")"));
        }
        needs_number = !(annotated.comment.is_empty() && annotated.variations.is_empty());
        number += usize::from(here.turn() == Player::Red);
        here = here.after(&annotated.mv);
    }
    words
}

/// Splits a comment into words; returns none if it is empty.
fn comment(text: &str) -> Vec<String> {
    enclosed("{", text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect(), "}")
}

/// Words with a sign before the first and one behind the last.
fn enclosed(before: &str, mut words: Vec<String>, behind: &str) -> Vec<String> {
    if let Some(first) = words.first_mut() {
        first.insert_str(0, before);
    }
    if let Some(last) = words.last_mut() {
        last.push_str(behind);
    }
    words
}
