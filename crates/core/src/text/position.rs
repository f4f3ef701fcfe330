//! Positions from texts: FEN, and the exchange format.

use std::str::FromStr;

use crate::model::bitboard::Bitboard;
use crate::model::position::Position;
use crate::text::exchange::{self, Document};
use crate::text::pdn::{Fen, FenError};

impl Position {
    /// Reads a FEN position, under [English rules](crate::Rules::ENGLISH).
    ///
    /// For other rules, parse a [`Fen`] and choose the rules with [`Fen::setup`].
    ///
    /// ```
    /// use rankmoves_core::Position;
    ///
    /// let position = Position::from_fen("W:WK29:B1,K5")?;
    /// assert_eq!(position.legal_moves().next().unwrap().to_string(), "a1->b2");
    /// # Ok::<(), rankmoves_core::pdn::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not a FEN position. The error has the column, the text expected and the text found.
    pub fn from_fen(text: &str) -> Result<Position, FenError> {
        let fen: Fen = text.parse()?;
        Ok(Position::english().with_pieces(fen.board().pieces(), fen.turn(), Bitboard::EMPTY))
    }

    /// Returns the position as a [`Fen`], which [displays](std::fmt::Display) as FEN text.
    ///
    /// `None` if the board is not the standard one, or a jump is in progress: FEN cannot hold these. FEN does
    /// not hold the rules either.
    ///
    /// ```
    /// use rankmoves_core::Position;
    ///
    /// let start = Position::english();
    /// let fen = start.fen().expect("the board is the standard one").to_string();
    /// assert_eq!(fen, "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
    /// assert_eq!(Position::from_fen(&fen), Ok(start));
    /// ```
    pub fn fen(&self) -> Option<Fen> {
        Fen::new(*self.board(), self.turn()).filter(|_| self.jumping().is_none())
    }
}

/// Reads FEN, under English rules, or an [exchange file](exchange), and plays the moves of the file.
///
/// A text is read as FEN if it begins with a colour and a colon. [`Display`](std::fmt::Display) writes the
/// exchange format.
///
/// ```
/// use rankmoves_core::Position;
///
/// let position: Position = "B:W21-32:B1-12".parse()?;
/// assert_eq!(position, Position::english());
/// assert_eq!(position.to_string().parse(), Ok(position));
/// # Ok::<(), rankmoves_core::ParsePositionError>(())
/// ```
impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        if is_fen(text) { Ok(Position::from_fen(text)?) } else { Ok(text.parse::<Document>()?.position()?) }
    }
}

/// Returns whether a text begins like FEN, with a colour and a colon.
fn is_fen(text: &str) -> bool {
    let colour = text.split_once(':').map(|(colour, _)| colour.trim());
    colour.is_some_and(|colour| ["W", "B"].iter().any(|letter| letter.eq_ignore_ascii_case(colour)))
}

/// An error: the text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParsePositionError {
    /// The text begins like FEN, but is not FEN.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The text is not in the exchange format, or has an illegal move.
    #[error(transparent)]
    Exchange(#[from] exchange::Error),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::board::Board;
    use crate::model::player::Player;
    use crate::model::position::Setup;
    use crate::model::rules::Rules;
    use crate::model::shape::Shape;

    #[test]
    fn fen_is_read_as_by_its_own_type_under_english_rules() {
        for text in ["W:WK29:B1,K5", " b : w 21 : b 01, 2.\n", "B:W:B", "W:W1-4:B"] {
            let fen: Fen = text.parse().unwrap();
            let position = fen.setup(Rules::ENGLISH).position().unwrap();
            assert_eq!(text.parse(), Ok(position), "{text:?}");
            assert_eq!(Position::from_fen(text), Ok(position), "{text:?}");
            assert_eq!(position.fen(), Some(fen), "{text:?}");
        }
    }

    #[test]
    fn display_and_from_str_are_inverse() {
        let mut texts = 0;
        for rules in Rules::ALL {
            for first in Player::ALL {
                let start = Position::start(rules, first);
                for position in start.legal_moves().map(|mv| start.after(&mv)).chain([start]) {
                    assert_eq!(position.to_string().parse(), Ok(position), "{position}");
                    texts += 1;
                }
            }
        }
        // Each start has seven moves, which makes eight positions.
        assert_eq!(texts, Rules::ALL.len() * 2 * 8);
    }

    #[test]
    fn the_moves_of_an_exchange_file_are_played() {
        let start = Position::english();
        let text = Document::new(start.setup(), ["b6->a5".parse().unwrap()]).to_string();
        let mv = start.find(&"b6->a5".parse().unwrap()).unwrap();
        assert_eq!(text.parse(), Ok(start.after(&mv)));
    }

    #[test]
    fn a_position_that_fen_has_no_form_for_has_none() {
        let board = Board::empty(Shape::new(10, 10, false).unwrap());
        let large = Setup { board, ..Position::english().setup() }.position().unwrap();
        assert_eq!((large.to_string().parse(), large.fen()), (Ok(large), None));
        // The man on c3 jumps over d4 to e5, and must then also jump over f6.
        let before = Position::from_fen("W:W22:B18,11").unwrap();
        let halfway = before.advance("c3".parse().unwrap(), "e5".parse().unwrap()).unwrap();
        assert_eq!((halfway.jumping().is_some(), halfway.fen()), (true, None));
    }

    #[test]
    fn errors_are_those_of_the_format_that_the_text_begins_in() {
        let fen = "expected a square number from 1 to 32 but found '33' at column 4";
        assert_eq!("W:W33:B1".parse::<Position>().unwrap_err().to_string(), fen);
        for text in ["", "start", "W", "x:W1:B2", "RULES:", "BOARD:"] {
            let error = text.parse::<Document>().unwrap_err();
            assert_eq!(text.parse::<Position>(), Err(ParsePositionError::Exchange(error)), "{text:?}");
        }
    }
}
