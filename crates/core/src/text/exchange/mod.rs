//! The exchange format: a small text file with a position and moves.
//!
//! ```text
//! file   = [ byte-order mark ] rules turn board moves
//! rules  = "RULES" ":" { rule }
//! rule   = "no" "capture" | "capture"             one of the two, once
//!        | "single" "jumps" | "multiple" "jumps"  one of the two, once
//!        | "board" size                           at most once; 8x8 if absent
//!        | "blocked" "passes"                     at most once
//! size   = number "x" number                      ranks x files
//! turn   = "TURN" ":" ( "red" | "black" )
//! board  = "BOARD" ":" { cell }                   ranks × files cells, from the top left
//! cell   = '"' | "." | "r" | "R" | "b" | "B"
//! moves  = "MOVES" ":" { ply }
//! ply    = path | "pass"
//! path   = square "->" square { "->" square }
//! square = letters number
//! ```
//!
//! Words are separated by blanks (space, tab, carriage return, newline) and comments, which run from `#` to
//! the end of the line. A colon ends the word before it. Between cells `|`, `-` and `+` are blanks too, and
//! cells need nothing between them.
//!
//! Reading has two steps, each with its own kind of error: [`Document::parse`]
//! finds text that is *invalid*, [`Document::position`] plays the moves and
//! finds *illegal* ones.

mod board;
mod error;
mod faults;
mod lexemes;
mod parser;
mod rules;
mod suggestion;
mod writer;

use std::fmt::Write as _;
use std::iter::FusedIterator;
use std::str::{FromStr, SplitAsciiWhitespace};

use nom::Offset;

pub use crate::text::location::Location;
pub use error::{Error, ErrorKind};
pub use writer::{words, words_outside_english_rules};

use crate::model::moves::Ply;
use crate::model::position::{Oddity, Position, Setup};
use crate::text::rows::is_cell;

/// The maximum size of a file, in bytes: 64 MiB.
pub const MAX_BYTES: usize = 64 << 20;

/// An exchange file: a setup, and the plies to be played from it.
///
/// [`Display`](std::fmt::Display) writes the document as a file.
///
/// ```
/// use rankmoves_core::exchange::Document;
/// use rankmoves_core::{Player, Ply, Position, Rules};
///
/// let start = Position::start(Rules::ENGLISH, Player::Red);
/// let text = Document::new(start.setup(), vec!["c3->d4".parse()?]).to_string();
/// let document: Document = text.parse()?;
/// assert_eq!(document.position()?.turn(), start.turn().opponent());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Document {
    setup: Setup,
    /// The text from the first cell of the board on, without comments, if the document was read from a file; otherwise
    /// only the plies.
    text: String,
    /// The start of the plies in `text`.
    moves: usize,
    count: usize,
    /// The start of `text` in the file; `None` if the document was not read from a file.
    start: Option<Location>,
}

impl Document {
    /// Makes a document that was not read from a text. A jump in progress is left out of the setup, because
    /// the format cannot hold it.
    pub fn new(setup: Setup, plies: impl IntoIterator<Item = Ply>) -> Document {
        let setup = Setup { jumping: None, ..setup };
        let mut document = Document { setup, text: String::new(), moves: 0, count: 0, start: None };
        for ply in plies {
            write!(document.text, "{ply} ").expect("a text can be written to");
            document.count += 1;
        }
        document
    }

    /// Reads a file's bytes, which must be UTF-8; a byte-order mark is skipped.
    ///
    /// Does not check whether the moves are legal.
    ///
    /// # Errors
    ///
    /// The first fault of the text and its location, with the [others](Error::others) that the reader finds
    /// after it.
    pub fn parse(bytes: &[u8]) -> Result<Document, Error> {
        parser::parse(bytes)
    }

    /// Returns the setup that the moves are played from.
    pub const fn setup(&self) -> Setup {
        self.setup
    }

    /// Returns the moves of the file, one after the other. Each takes only a few bytes of memory, so files
    /// may be long.
    pub fn plies(&self) -> Plies<'_> {
        Plies { texts: self.ply_texts(), count: self.count }
    }

    /// Returns the texts of the moves. A move has only one text.
    fn ply_texts(&self) -> SplitAsciiWhitespace<'_> {
        self.text[self.moves..].split_ascii_whitespace()
    }

    /// Keeps the first `count` moves, or all if there are fewer. Returns the others, in a document with the
    /// same setup.
    ///
    /// ```
    /// use rankmoves_core::{Player, Position, Rules};
    /// use rankmoves_core::exchange::Document;
    ///
    /// let plies = vec!["c3->d4".parse()?, "a1->a8".parse()?];
    /// let mut document = Document::new(Position::start(Rules::ENGLISH, Player::Red).setup(), plies);
    /// assert!(document.position().is_err());
    /// assert_eq!(document.split_off(1).plies().len(), 1);
    /// assert!(document.position().is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn split_off(&mut self, count: usize) -> Document {
        let end = self.ply_texts().nth(count).map_or(self.text.len(), |next| self.text.offset(next));
        let text = self.text.split_off(end);
        self.text.shrink_to_fit();
        let others = self.count.saturating_sub(count);
        self.count -= others;
        Document { text, moves: 0, count: others, start: None, ..*self }
    }

    /// Returns the position after all moves have been played.
    ///
    /// # Errors
    ///
    /// The first illegal move, its number and its location.
    pub fn position(&self) -> Result<Position, Error> {
        match self.play() {
            (position, _, None) => Ok(position),
            (_, _, Some(error)) => Err(error),
        }
    }

    /// Plays the moves up to the first illegal one. Returns the position after them, their number, and the error of
    /// [`position`](Self::position), if there is one.
    #[expect(clippy::missing_panics_doc, reason = "the `expect` states an invariant")]
    pub fn play(&self) -> (Position, usize, Option<Error>) {
        let mut position = self.setup.position().expect("no jump is in progress");
        for (played, text) in self.ply_texts().enumerate() {
            let ply = read(text);
            match position.play_ply(&ply) {
                Ok(next) => position = next,
                Err(reason) => {
                    let kind = ErrorKind::Illegal { number: played + 1, ply, reason };
                    return (position, played, Some(Error::new(kind, self.location(text))));
                }
            }
        }
        (position, self.count, None)
    }

    /// Returns the location of a part of `text`.
    fn location(&self, part: &str) -> Location {
        let location = |start: Location| start.after(&self.text[..self.text.offset(part)]).of(part);
        self.start.map(location).unwrap_or_default()
    }

    /// Returns the oddities of the board, each with the location of the first piece
    /// that causes it.
    pub fn oddities(&self) -> Vec<(Oddity, Location)> {
        let board = &self.setup.board;
        let location = |oddity: &Oddity| {
            let square = match oddity {
                Oddity::TooManyPieces { player, .. } => {
                    let mut own = board.iter().filter(|(_, piece)| piece.player == *player);
                    own.nth(Oddity::MAX_PIECES as usize)?.0
                }
                Oddity::UncrownedMen { squares, .. } => *squares.first()?,
            };
            let row = usize::from(board.shape().ranks() - 1 - square.rank());
            let cell = row * usize::from(board.shape().files()) + usize::from(square.file());
            self.start?;
            self.text.matches(is_cell).nth(cell).map(|cell| self.location(cell))
        };
        let oddities = self.setup.oddities().into_iter();
        oddities.map(|oddity| (oddity.clone(), location(&oddity).unwrap_or_default())).collect()
    }
}

/// Documents are equal if their setups and plies are equal; locations do not matter.
impl PartialEq for Document {
    fn eq(&self, other: &Document) -> bool {
        self.setup == other.setup && self.plies().eq(other.plies())
    }
}

impl Eq for Document {}

/// Reads what [`Display`](std::fmt::Display) writes, and any other [valid](Document::parse) file.
impl FromStr for Document {
    type Err = Error;

    fn from_str(text: &str) -> Result<Document, Error> {
        Document::parse(text.as_bytes())
    }
}

/// The plies of a [`Document`], one after the other.
#[derive(Clone, Debug)]
pub struct Plies<'a> {
    texts: SplitAsciiWhitespace<'a>,
    count: usize,
}

impl Iterator for Plies<'_> {
    type Item = Ply;

    fn next(&mut self) -> Option<Ply> {
        self.nth(0)
    }

    /// Skips plies without reading them.
    fn nth(&mut self, skipped: usize) -> Option<Ply> {
        self.count = self.count.saturating_sub(skipped).saturating_sub(1);
        self.texts.nth(skipped).map(read)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count, Some(self.count))
    }
}

impl ExactSizeIterator for Plies<'_> {}
impl FusedIterator for Plies<'_> {}

fn read(text: &str) -> Ply {
    text.parse().expect("the text has only plies")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_come_back_as_they_were() {
        let long = ["a1", "b2"].repeat(1000).join("->");
        let texts = ["pass", "a1->b2", "aa10->d4->a1", &long, "pass", "z99->a1"];
        let list: Vec<Ply> = texts.iter().map(|text| text.parse().unwrap()).collect();
        let setup = Position::english().setup();
        let document = Document::new(setup, list.iter().cloned());
        assert_eq!(
            (document.plies().len(), document.plies().collect::<Vec<_>>()),
            (list.len(), list.clone())
        );
        for count in 0..=list.len() + 1 {
            assert_eq!(document.plies().nth(count).as_ref(), list.get(count));
            let mut first = document.clone();
            let rest = first.split_off(count);
            let (kept, others) = list.split_at(count.min(list.len()));
            let made = |plies: &[Ply]| Document::new(setup, plies.iter().cloned());
            assert_eq!((first, rest), (made(kept), made(others)));
        }
    }

    #[test]
    fn comments_are_not_kept_but_move_no_location() {
        let text = "RULES: capture single jumps board 4x4 TURN: red BOARD: # one # two
            \".\"b .\".\" # a1->b2
            \".\". r\".\" MOVES: a1->b2 # three
            #
            b4->a3 d4->c3 # four # five";
        let mut document: Document = text.parse().unwrap();
        assert!(!document.text.contains(['#', 'w', 'f']), "{}", document.text);
        let (position, played, error) = document.play();
        let location = error.expect("black has only the man on d4").location();
        assert_eq!((played, location), (1, Location { line: 5, column: 13, width: 6 }));
        assert_eq!(document.split_off(played).plies().len(), 2);
        assert_eq!(document.position().unwrap(), position);
    }
}
