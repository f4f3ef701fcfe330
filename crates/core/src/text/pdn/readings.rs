//! Chooses among the possible moves of ambiguous words: the following moves decide.
//!
//! All readings of a line are followed at once, word by word: a reading is a position and the moves that were
//! chosen to reach it. A reading is dropped when the next move is illegal in it. As soon as only one reading
//! is left, it is the reading of the line.
//!
//! The work is bounded. At most [`MAX_FOLLOWED_READINGS`] readings are followed, so each word is tried in at most that
//! number of positions. A line is followed from an ambiguous word until one reading is left. The choices of
//! that reading are kept, so no word of a line is followed twice. A variation is also skipped once for each
//! followed line that contains it. Since the depth of variations is limited, the time is proportional to the
//! length of the text.

use nom::Offset;

use super::lexer::{Lexeme, Token, find_close, lex};
use super::notation;
use crate::model::moves::{Move, Path};
use crate::model::position::Position;

/// The maximum number of readings of a line to follow. If there are more, only the choices that all of them
/// share are made.
const MAX_FOLLOWED_READINGS: usize = 64;

/// The move chosen as the meaning of a word.
#[derive(Clone)]
pub(super) struct ChosenMove<'a> {
    pub(super) text: &'a str,
    pub(super) mv: Move,
}

/// One way to read the beginning of a line.
struct Reading<'a> {
    position: Position,
    /// The text from the next word on. A chain may have taken several words.
    rest: &'a str,
    /// The chosen meaning of each word that has several.
    choices: Vec<ChosenMove<'a>>,
}

/// Chooses among the moves that a word might mean, using the rest of its line. Returns the choices that all
/// remaining readings share, for this word and later words; nothing if the readings differ at this word, or
/// no reading is left.
///
/// `rest` is the text after the word, `depth` the depth of its variation.
pub(super) fn decide<'a>(
    here: &Position,
    squares: &Path,
    text: &'a str,
    rest: &'a str,
    depth: usize,
) -> Vec<ChosenMove<'a>> {
    let first = notation::candidates(here, squares).into_iter().map(|mv| Reading {
        position: here.after(&mv),
        rest,
        choices: vec![ChosenMove { text, mv }],
    });
    let mut readings: Vec<Reading> = first.collect();
    // Take the words of the line one by one. A reading that combines two words into one chain is ahead of the
    // others.
    let mut line = Words { rest, depth, was_move: true };
    while readings.len() > 1 && readings.len() <= MAX_FOLLOWED_READINGS {
        let Some((squares, text, rest)) = line.next_move() else { break };
        let mut next: Vec<Reading> = Vec::new();
        for reading in readings {
            if reading.rest.len() <= rest.len() {
                // The reading has already taken this word as part of a chain.
                next.push(reading);
            } else {
                reading.follow(&squares, text, rest, &mut next);
            }
        }
        readings = next;
    }
    let Some((one, others)) = readings.split_first() else { return Vec::new() };
    let is_shared = |choice: &ChosenMove, other: &Reading| {
        let same =
            |theirs: &ChosenMove| theirs.text.as_ptr() == choice.text.as_ptr() && theirs.mv == choice.mv;
        other.choices.iter().any(same)
    };
    let shared = |choice: &&ChosenMove| others.iter().all(|other| is_shared(choice, other));
    one.choices.iter().take_while(shared).cloned().collect()
}

impl<'a> Reading<'a> {
    /// Adds the readings that continue this reading with the next word.
    fn follow(self, squares: &Path, text: &'a str, rest: &'a str, next: &mut Vec<Reading<'a>>) {
        let Reading { position, choices, .. } = self;
        if let Ok(mv) = notation::read(&position, squares) {
            next.push(Reading { position: position.after(&mv), rest, choices });
        } else if let Some((mv, rest)) = read_chain(&position, squares, rest) {
            next.push(Reading { position: position.after(&mv), rest, choices });
        } else {
            let moves = notation::candidates(&position, squares);
            let is_open = moves.len() > 1;
            for mv in moves {
                let (position, mut choices) = (position.after(&mv), choices.clone());
                if is_open {
                    choices.push(ChosenMove { text, mv });
                }
                next.push(Reading { position, rest, choices });
            }
        }
    }
}

/// Reads a chain that is spread over several words, with at least one jump per word: `11x18 18x25` (the first
/// proposal for PDN allows this). Returns the chain and the text after it.
pub(super) fn read_chain<'a>(here: &Position, squares: &Path, mut rest: &'a str) -> Option<(Move, &'a str)> {
    let mut squares = squares.clone();
    // A chain has no more jumps than the board has pieces.
    while squares.squares().len() < 32 {
        let Ok(Lexeme { token: Token::Move(next), rest: after, .. }) = lex(rest) else {
            return None;
        };
        if next.start() != squares.end() {
            return None;
        }
        squares = Path::new([squares.squares(), &next.squares()[1..]].concat())?;
        rest = after;
        if let Ok(found) = notation::read(here, &squares) {
            return Some((found, rest));
        }
    }
    None
}

/// The moves of a line, without its annotations.
struct Words<'a> {
    rest: &'a str,
    depth: usize,
    was_move: bool,
}

impl<'a> Words<'a> {
    /// Returns the next move of the line, its word and the text after it; `None` at the end of the line, or
    /// at text that cannot be read.
    fn next_move(&mut self) -> Option<(Path, &'a str, &'a str)> {
        loop {
            let before = self.rest;
            let Lexeme { token, text, rest } = lex(before).ok()?;
            self.rest = rest;
            let was_move = std::mem::replace(&mut self.was_move, false);
            match token {
                Token::Move(squares) => {
                    self.was_move = true;
                    return Some((squares, text, rest));
                }
                Token::Open => self.rest = after_parentheses(rest)?,
                // A star right after a move is an annotation, unless the game ends there.
                Token::GameResult("*") if was_move && before.starts_with('*') => {}
                Token::GameResult(_) if self.depth == 0 => return None,
                Token::Close | Token::Tag { .. } | Token::End => return None,
                Token::GameResult(_) | Token::Number | Token::Nag(_) | Token::Comment(_) => {}
            }
        }
    }
}

/// Returns the text after the closing parenthesis of a variation or prose.
pub(super) fn after_parentheses(open: &str) -> Option<&str> {
    let (mut rest, mut depth) = (open, 1_usize);
    loop {
        let lexeme = match lex(rest) {
            Ok(lexeme) => lexeme,
            Err(start) if start.starts_with(['{', '[']) => return None,
            Err(_) => break,
        };
        rest = lexeme.rest;
        match lexeme.token {
            Token::Open => depth += 1,
            Token::Close => depth -= 1,
            Token::Tag { .. } | Token::End => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(rest);
        }
    }
    let is_last = |c| {
        depth = depth + usize::from(c == '(') - usize::from(c == ')');
        depth == 0
    };
    let start = open.offset(rest);
    let end = find_close(rest, is_last).ok()?;
    Some(&open[start + end + 1..])
}
