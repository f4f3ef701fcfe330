//! FEN positions of PDN: `W:W21,K32:B1-12`.
//!
//! ```text
//! fen    = colour ":" side ":" side [ "." ]
//! side   = colour [ pieces { "," pieces } ]
//! pieces = [ "K" ] ( number [ "-" number ] | name )
//! colour = "W" | "B"
//! number = 1 … 32
//! name   = a … h  1 … 8
//! ```
//!
//! The first colour is the player to move. White is red in this project, and moves up the board. (PDN 3.0,
//! *FEN tag*; the type of game is English draughts.) Letters in either case and blanks between the parts are
//! read, but not written.

use std::fmt;
use std::str::FromStr;

use nom::character::complete::one_of;
use nom::combinator::{map_opt, recognize};
use nom::{Offset, Parser};

use crate::model::board::Board;
use crate::model::piece::{Piece, Role};
use crate::model::player::Player;
use crate::model::position::Setup;
use crate::model::rules::Rules;
use crate::model::shape::Shape;
use crate::model::square::Square;
use crate::shorten;
use crate::text::scan::{Fault, Lexed, counted};

/// A FEN position: the pieces on the standard board, and the player to move.
///
/// ```
/// use rankmoves_core::pdn::Fen;
/// use rankmoves_core::{Player, Position, Rules, Setup};
///
/// let fen: Fen = "W:WK29:B1,K5".parse()?;
/// assert_eq!(fen.turn(), Player::Red);
/// assert_eq!(fen.to_string(), "W:WK29:B1,K5");
/// let position = fen.setup(Rules::ENGLISH).position()?;
/// assert_eq!(position.legal_moves().next().unwrap().to_string(), "a1->b2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fen {
    board: Board,
    turn: Player,
}

impl Fen {
    /// Makes a position; `None` if the shape of the board is not [`Shape::STANDARD`], the only shape in FEN.
    pub fn new(board: Board, turn: Player) -> Option<Fen> {
        (board.shape() == Shape::STANDARD).then_some(Fen { board, turn })
    }

    /// Returns the pieces.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the player to move.
    pub const fn turn(&self) -> Player {
        self.turn
    }

    /// Returns the setup of this position under some rules.
    pub fn setup(&self, rules: Rules) -> Setup {
        Setup { board: self.board, turn: self.turn, rules, jumping: None }
    }
}

/// Writes red's pieces first. Each side's pieces are in the order of their square numbers.
impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(letter(self.turn))?;
        for player in Player::ALL {
            write!(f, ":{}", letter(player))?;
            let own = self.board.iter().filter(|(_, piece)| piece.player == player);
            for (index, (square, piece)) in own.enumerate() {
                let comma = if index == 0 { "" } else { "," };
                let king = if piece.is_king() { "K" } else { "" };
                let number = Shape::STANDARD.number(square).expect("pieces stand on numbered squares");
                write!(f, "{comma}{king}{number}")?;
            }
        }
        Ok(())
    }
}

fn letter(player: Player) -> &'static str {
    match player {
        Player::Red => "W",
        Player::Black => "B",
    }
}

/// Reads the output of [`Display`](fmt::Display). Also accepts ranges (`1-12`), squares by name
/// (`a1`), the sides in either order, letters in either case and a full stop at the end; blanks are
/// skipped.
impl FromStr for Fen {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Fen, FenError> {
        fen(text.trim()).map_err(|fault| FenError {
            column: text[..text.offset(fault.at)].chars().count() + 1,
            expected: fault.kind,
            found: if fault.at.is_empty() {
                "the end".to_owned()
            } else {
                format!("'{}'", shorten(part(fault.at), 20))
            },
        })
    }
}

/// Returns the first part of a text: a separator, or the text before the next separator.
fn part(text: &str) -> &str {
    let text = text.trim_start();
    let is_separator = |character: char| matches!(character, ':' | ',' | '.') || character.is_whitespace();
    let mut ends =
        text.char_indices().skip(1).filter(|&(_, it)| text.starts_with(is_separator) || is_separator(it));
    &text[..ends.next().map_or(text.len(), |(end, _)| end)]
}

/// An error: the text is not a FEN position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected} but found {found} at column {column}")]
pub struct FenError {
    /// The column of the fault, in characters from 1.
    pub column: usize,
    /// The expected text.
    pub expected: &'static str,
    /// The text found.
    pub found: String,
}

/// The result of parsing: the rest of the text and the value, or a fault with the expected text.
type Parsed<'a, T> = Result<(&'a str, T), Fault<'a, &'static str>>;

/// Parses `fen = colour ":" side ":" side [ "." ]`
fn fen(input: &str) -> Result<Fen, Fault<'_, &'static str>> {
    const TURN: &str = "W or B, the colour to move,";
    let (rest, turn) = colour(input, TURN)?;
    if rest.starts_with(char::is_alphabetic) {
        // The colour's letter begins another word, such as `blocked`.
        return Err(Fault { at: unspaced(input), kind: TURN });
    }
    let mut input = rest;
    let mut board = Board::empty(Shape::STANDARD);
    let mut first = None;
    for _ in Player::ALL {
        let at = unspaced(input);
        let rest = at.strip_prefix(':').ok_or(Fault { at, kind: "a colon" })?;
        let (after, player) = colour(rest, "W or B, the side that owns the pieces,")?;
        if first == Some(player) {
            return Err(Fault { at: rest, kind: "the pieces of the other colour" });
        }
        first = Some(player);
        (input, ()) = side(after, player, &mut board)?;
    }
    input = unspaced(input);
    input = input.strip_prefix('.').map_or(input, unspaced);
    if input.is_empty() {
        Ok(Fen { board, turn })
    } else {
        Err(Fault { at: input, kind: "a comma or the end" })
    }
}

/// Parses `side = colour [ pieces { "," pieces } ]` after its colour.
fn side<'a>(mut input: &'a str, player: Player, board: &mut Board) -> Parsed<'a, ()> {
    if unspaced(input).is_empty() || unspaced(input).starts_with([':', '.']) {
        return Ok((input, ()));
    }
    loop {
        (input, ()) = pieces(input, player, board)?;
        match unspaced(input).strip_prefix(',') {
            Some(rest) => input = rest,
            None => return Ok((input, ())),
        }
    }
}

/// Parses `pieces = [ "K" ] ( number [ "-" number ] | name )`
fn pieces<'a>(input: &'a str, player: Player, board: &mut Board) -> Parsed<'a, ()> {
    let king = unspaced(input).strip_prefix(['K', 'k']);
    let input = unspaced(king.unwrap_or(input));
    let piece = Piece { player, role: if king.is_some() { Role::King } else { Role::Man } };
    let mut put = |square| {
        if board.get(square).is_some() {
            return Err(Fault { at: input, kind: "a square that is still empty" });
        }
        board.put(square, piece).map_err(|_| Fault { at: input, kind: NUMBER })
    };
    if let Ok((rest, square)) = name(input) {
        return put(square).map(|()| (rest, ()));
    }
    let (rest, first) = number(input)?;
    let (rest, last) = match unspaced(rest).strip_prefix('-') {
        Some(end) => number(end)?,
        None => (rest, first),
    };
    if last < first {
        return Err(Fault { at: input, kind: "a range with the lower number first, such as 1-12," });
    }
    (first..=last).filter_map(|number| Shape::STANDARD.square_numbered(number)).try_for_each(put)?;
    Ok((rest, ()))
}

const NUMBER: &str = "a square number from 1 to 32";

fn number(input: &str) -> Parsed<'_, u32> {
    let at = unspaced(input);
    let rest = at.trim_start_matches(counted(|c| c.is_ascii_digit()));
    match at[..at.len() - rest.len()].parse() {
        Ok(number) if Shape::STANDARD.square_numbered(number).is_some() => Ok((rest, number)),
        _ => Err(Fault { at, kind: NUMBER }),
    }
}

/// Reads a square's name, in upper or lower case.
pub(super) fn name(input: &str) -> Lexed<'_, Square> {
    let name = recognize((one_of("abcdefghABCDEFGH"), one_of("12345678")));
    map_opt(name, |name: &str| name.to_ascii_lowercase().parse().ok()).parse(input)
}

fn colour<'a>(input: &'a str, expected: &'static str) -> Parsed<'a, Player> {
    let at = unspaced(input);
    let is_meant =
        |player: &Player| at.get(..1).is_some_and(|sign| sign.eq_ignore_ascii_case(letter(*player)));
    let player = Player::ALL.into_iter().find(is_meant);
    player.map(|player| (&at[1..], player)).ok_or(Fault { at, kind: expected })
}

fn unspaced(input: &str) -> &str {
    input.trim_start_matches(counted(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_and_from_str_are_inverse() {
        for text in ["W:W28,K30:B1,2,3,17,18,25,26", "B:WK29,K30:BK1", "W:W:B", "B:W:B12"] {
            assert_eq!(text.parse::<Fen>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_spellings_mean_the_same() {
        let start = Fen { board: Board::start(Shape::STANDARD, 3), turn: Player::Black };
        let texts = [
            "B:W21-32:B1-12",
            "B:B1-12:W21-32.",
            " B:W21,22-31,32:B1-12\n",
            "b:w21-32:b1-12",
            "B : W 21 - 32 : B 01, 2 ,3-12 .",
            "B:W21-28,a1,C1,31,32:Bb8,2-12",
        ];
        for text in texts {
            assert_eq!(text.parse(), Ok(start), "{text:?}");
        }
        assert_eq!("W:Wk21,Kc1:B".parse::<Fen>(), "W:WK21,K30:B.".parse::<Fen>());
        assert_eq!("B:W21-32:B1-12".parse::<Fen>().unwrap().setup(Rules::ENGLISH).oddities(), []);
    }

    #[test]
    fn errors_give_location_and_cause() {
        let errors = [
            ("", "expected W or B, the colour to move, but found the end at column 1"),
            ("W", "expected a colon but found the end at column 2"),
            ("W:W1", "expected a colon but found the end at column 5"),
            ("W:W1:W2", "expected the pieces of the other colour but found 'W2' at column 6"),
            ("W:W33:B1", "expected a square number from 1 to 32 but found '33' at column 4"),
            ("W:W0:B1", "expected a square number from 1 to 32 but found '0' at column 4"),
            (
                "W:W5-3:B1",
                "expected a range with the lower number first, such as 1-12, but found '5-3' at column 4",
            ),
            ("W:W1:BK1", "expected a square that is still empty but found '1' at column 8"),
            ("W:W1:B2 3", "expected a comma or the end but found '3' at column 9"),
            ("W:Wa2:B", "expected a square number from 1 to 32 but found 'a2' at column 4"),
            ("?:W1:B2", "expected W or B, the colour to move, but found '?' at column 1"),
            ("blocked passes", "expected W or B, the colour to move, but found 'blocked' at column 1"),
            ("W:W1:B2,", "expected a square number from 1 to 32 but found the end at column 9"),
            ("  x:W1:B2", "expected W or B, the colour to move, but found 'x' at column 3"),
        ];
        for (text, message) in errors {
            assert_eq!(text.parse::<Fen>().unwrap_err().to_string(), message, "{text:?}");
        }
    }
}
