//! The openings of English draughts, with their names.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::{DrawRules, Game};
use rankmoves_core::MAX_QUOTED_CHARS;
use rankmoves_core::pdn::{self, ErrorKind, Record};
use rankmoves_core::{Ply, Position, quoted};
use strsim::levenshtein;

/// An opening of English draughts: the first moves of a game, beginning with black's.
///
/// [`FromStr`] reads the name of an opening (ignoring case and punctuation), a number of the three-move deck
/// (`ballot 5`), moves as in PDN, or `start` for the start position. [`Display`](fmt::Display) writes the moves.
///
/// ```
/// use rankmoves_game::Opening;
///
/// let opening: Opening = "edinburgh single".parse()?;
/// assert_eq!(opening.to_string(), "9-13 22-18 11-15");
/// assert_eq!("9-13 22-18 11-15".parse(), Ok(opening));
/// # Ok::<(), rankmoves_game::ParseOpeningError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    number: Option<u32>,
    name: Option<&'static str>,
    plies: Vec<Ply>,
    moves: String,
}

impl Opening {
    /// Lists the known openings: the three-move deck, then named openings of other lengths.
    pub fn all() -> &'static [Opening] {
        static ALL: LazyLock<Vec<Opening>> = LazyLock::new(|| {
            let lines = include_str!("openings.txt").lines().filter(|line| !line.starts_with('#'));
            lines.map(of_line).collect()
        });
        &ALL
    }

    /// Lists the 156 openings of the three-move deck of the American Checker Federation.
    pub fn three_move() -> impl ExactSizeIterator<Item = &'static Opening> {
        let end = Opening::all().partition_point(|opening| opening.number.is_some());
        Opening::all()[..end].iter()
    }

    /// Returns the name of the longest named opening that a game begins with.
    pub fn name_of(start: &Position, plies: &[Ply]) -> Option<&'static str> {
        let named = Opening::beginning(start, plies).filter(|opening| opening.name.is_some());
        named.max_by_key(|opening| opening.plies.len())?.name
    }

    /// Returns the length in plies of the longest known opening that a game begins with; 0 if there is none.
    pub fn len_of(start: &Position, plies: &[Ply]) -> usize {
        Opening::beginning(start, plies).map(|opening| opening.plies.len()).max().unwrap_or(0)
    }

    /// Lists the known openings that a game begins with.
    fn beginning(start: &Position, plies: &[Ply]) -> impl Iterator<Item = &'static Opening> {
        let is_standard = *start == Record::standard_start();
        Opening::all().iter().filter(move |opening| is_standard && plies.starts_with(&opening.plies))
    }

    /// Returns the number on the list of the American Checker Federation, 1 to 174, if the opening is in the
    /// three-move deck.
    pub fn number(&self) -> Option<u32> {
        self.number
    }

    /// Returns the name, if the opening has one.
    pub fn name(&self) -> Option<&str> {
        self.name
    }

    /// Returns the plies from the start position.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Starts a game with the opening.
    pub fn game(&self, draw_rules: DrawRules) -> Game {
        let mut game = Game::with_draw_rules(Record::standard_start(), draw_rules);
        // The plies were legal when they were read.
        let _ = self.plies.iter().try_for_each(|ply| game.record(ply));
        game
    }

    /// Reads moves. A known opening also gets its number and its name.
    fn of_moves(text: &str) -> Result<Opening, ParseOpeningError> {
        let plain = text.replace("->", "-");
        let wrong = |error: pdn::Error| ParseOpeningError::Moves(Box::new(error.kind().clone()));
        let mut games = pdn::games(&plain);
        let record = games.next().ok_or(ParseOpeningError::Empty)?.map_err(wrong)?;
        if games.next().is_some() || record.start() != Record::standard_start() {
            return Err(ParseOpeningError::NotMoves(quoted(text)));
        }
        let opening = Opening::of_record(&record, None, None);
        if opening.plies.is_empty() {
            return Err(ParseOpeningError::Empty);
        }
        let known = Opening::all().iter().find(|known| known.plies == opening.plies);
        Ok(known.cloned().unwrap_or(opening))
    }

    fn of_record(record: &Record, number: Option<u32>, name: Option<&'static str>) -> Opening {
        let plies = record.moves().iter().map(Ply::from).collect();
        Opening { number, name, plies, moves: spelt(record) }
    }
}

/// Reads a line of the list: number, moves, name.
fn of_line(line: &'static str) -> Opening {
    let (number, rest) = line.split_once(' ').expect("a line has a number");
    let name_at = rest.find(|letter: char| letter.is_ascii_uppercase());
    let (moves, name) = rest.split_at(name_at.unwrap_or(rest.len()));
    let record = pdn::games(moves).next().and_then(Result::ok).expect("a line has legal moves");
    Opening::of_record(&record, number.parse().ok(), Some(name).filter(|name| !name.is_empty()))
}

/// Writes the moves of a record without their numbers.
fn spelt(record: &Record) -> String {
    let text = record.to_string();
    let movetext = text.rsplit("\n\n").next().unwrap_or_default();
    let words = movetext.split_whitespace().filter(|word| !word.ends_with(['.', '*']));
    words.collect::<Vec<_>>().join(" ")
}

/// Writes the moves: `9-13 22-18 11-15`.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.moves)
    }
}

impl FromStr for Opening {
    type Err = ParseOpeningError;

    fn from_str(text: &str) -> Result<Opening, ParseOpeningError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(ParseOpeningError::Empty);
        }
        if looks_like_moves(text) {
            return Opening::of_moves(text);
        }
        let wanted = folded(text);
        let ballot = wanted.strip_prefix("ballot").and_then(|number| number.parse().ok());
        if let Some(ballot) =
            Opening::three_move().find(|opening| ballot.is_some() && opening.number == ballot)
        {
            return Ok(ballot.clone());
        }
        if wanted == "start" {
            return Ok(Opening { number: None, name: None, plies: Vec::new(), moves: wanted });
        }
        let named = || Opening::all().iter().filter_map(|opening| Some((opening, opening.name?)));
        if let Some((opening, _)) = named().find(|(_, name)| folded(name) == wanted) {
            return Ok(opening.clone());
        }
        let mut near: Vec<(usize, &str)> = named()
            .map(|(_, name)| (levenshtein(&folded(name), &wanted), name))
            .filter(|(count, name)| *count <= (wanted.len() / 3).max(1) || folded(name).contains(&wanted))
            .collect();
        near.sort_unstable();
        let similar = near.into_iter().take(MAX_SUGGESTIONS).map(|(_, name)| name).collect();
        Err(ParseOpeningError::Name { text: quoted(text), similar })
    }
}

const MAX_SUGGESTIONS: usize = 5;

/// Returns whether a text begins with a square, as a list of moves does.
fn looks_like_moves(text: &str) -> bool {
    matches!(text.as_bytes(), [b'0'..=b'9', ..] | [b'a'..=b'z', b'0'..=b'9', ..])
}

/// Returns the letters and digits of a name in lower case, cut to a length greater than that of any name.
fn folded(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric()).take(MAX_QUOTED_CHARS);
    letters.flat_map(char::to_lowercase).collect()
}

/// The reason why a text is not an opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseOpeningError {
    /// The text has no moves and no name.
    #[error("expected the name of an opening, or moves such as 11-15 23-19")]
    Empty,
    /// No opening has the name.
    #[error(
        "expected the name of an opening, or moves such as 11-15 23-19, but found {text}{}",
        suggested(similar)
    )]
    Name {
        /// The name, prepared for display.
        text: String,
        /// Known names that are similar, the most similar first.
        similar: Vec<&'static str>,
    },
    /// The moves cannot be read or are illegal.
    #[error("{0}")]
    Moves(Box<ErrorKind>),
    /// The text contains several games, or a game with another start position.
    #[error("expected moves from the start position, such as 11-15 23-19, but found {0}")]
    NotMoves(String),
}

fn suggested(names: &[&str]) -> String {
    if names.is_empty() { String::new() } else { format!("; did you mean {}?", names.join(", or ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_and_from_str_are_inverse() {
        for opening in Opening::all() {
            assert_eq!(opening.to_string().parse().as_ref(), Ok(opening));
            assert!(opening.name().is_none_or(|name| name.parse().as_ref() == Ok(opening)), "{opening}");
        }
        let unnamed: Opening = "1. f6->e5 21-17 2. 15-18".parse().unwrap();
        assert_eq!((unnamed.to_string().as_str(), unnamed.name()), ("11-15 21-17 15-18", None));
        let start: Opening = "start".parse().unwrap();
        assert_eq!((start.to_string().parse().as_ref(), start.plies()), (Ok(&start), &[][..]));
    }
}
