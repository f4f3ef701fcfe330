//! Writes exchange files.

use std::fmt::{self, Write as _};

use super::Document;
use super::lexemes::{RULES, Rule};
use crate::model::position::{Position, Setup};
use crate::model::rules::Rules;

/// Writes a file that [`Document::parse`] reads as this document: one rule
/// per line, the board drawn, ten moves per line.
impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_setup(f, &self.setup())?;
        for (number, ply) in (1..).zip(self.ply_texts()) {
            f.write_str(ply)?;
            f.write_char(if number % 10 == 0 || number == self.count { '\n' } else { ' ' })?;
        }
        Ok(())
    }
}

/// Writes an exchange file without moves, which [`Document::parse`] reads as this position. A comment at the
/// end names a jump in progress, which the format cannot hold.
///
/// ```
/// use rankmoves_core::{Player, Position, Rules};
/// use rankmoves_core::exchange::Document;
///
/// let position = Position::start(Rules::ENGLISH, Player::Red);
/// let document: Document = position.to_string().parse()?;
/// assert_eq!(document.position()?, position);
/// # Ok::<(), rankmoves_core::exchange::Error>(())
/// ```
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_setup(f, &self.setup())?;
        self.jumping()
            .map_or(Ok(()), |square| writeln!(f, "# the piece on {square} is in the middle of a chain"))
    }
}

/// Writes the rules in the words of the exchange format: `capture, multiple jumps`.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&words(*self).join(", "))
    }
}

/// Writes a file without its moves.
fn write_setup(f: &mut fmt::Formatter<'_>, setup: &Setup) -> fmt::Result {
    let Setup { board, turn, rules, jumping: _ } = setup;
    let words = words(*rules);
    writeln!(f, "RULES:\n{}", words[..2].join("\n"))?;
    let shape = board.shape();
    if !shape.has_standard_size() {
        writeln!(f, "board {shape}")?;
    }
    for word in &words[2..] {
        writeln!(f, "{word}")?;
    }
    write!(f, "TURN:\n{turn}\nBOARD:\n{board}MOVES:\n")
}

/// Returns the words of the format for rules: capture, jumps, and `blocked passes` if it applies.
pub fn words(rules: Rules) -> Vec<&'static str> {
    let is_set = |rule: Rule<'_>| match rule {
        Rule::Capture(capture) => capture == rules.capture,
        Rule::Jumps(jumps) => jumps == rules.jumps,
        Rule::Blocked(blocked) => blocked == rules.blocked,
        Rule::Size(_) => false,
    };
    RULES.into_iter().filter(|&(_, rule)| is_set(rule)).map(|(words, _)| words).collect()
}

/// Returns the [words] of rules that English rules do not have.
pub fn words_outside_english_rules(rules: Rules) -> impl Iterator<Item = &'static str> {
    let english = words(Rules::ENGLISH);
    words(rules).into_iter().filter(move |word| !english.contains(word))
}
