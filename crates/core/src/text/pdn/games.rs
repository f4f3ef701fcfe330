//! Reads the games of a text, and the first game of a text that may be incomplete.

use std::ops::Range;

use nom::Offset;

use super::error::{Error, ErrorKind};
use super::parser::{Following, MAX_PROSE, Parser};
use super::{MAX_BYTES, Record};
use crate::text::fault::Fault;
use crate::text::location::{Location, Locator};

/// The games of a text, one after the other, each a record or an error. See
/// [`games`].
pub struct Games<'a> {
    /// The text after the games read so far.
    rest: &'a str,
    locator: Locator<'a>,
    number: usize,
}

/// Reads the games of a text, one at a time. See the [module](super) for the grammar, and [`Reader`](super::Reader) for
/// texts that are too large for memory.
///
/// An invalid game yields an error; reading then continues at the next tags or after the next result.
///
/// ```
/// let text = "[Event \"First\"] 1. 11-15 23-19 1-0 [Event \"Second\"] 1. 11-14 *";
/// let games: Vec<_> = rankmoves_core::pdn::games(text).collect();
/// assert_eq!(games[0].as_ref().unwrap().moves().len(), 2);
/// assert_eq!(
///     games[1].as_ref().unwrap_err().to_string(),
///     "1:56: game 2: move 1 of black, 11-14, is illegal: 14 is neither a step nor a jump away from 11",
/// );
/// ```
pub fn games(text: &str) -> Games<'_> {
    Games { rest: text, locator: Locator::new(text), number: 0 }
}

impl Iterator for Games<'_> {
    type Item = Result<Record, Error>;

    fn next(&mut self) -> Option<Result<Record, Error>> {
        let text = std::mem::take(&mut self.rest);
        if text.len() > MAX_BYTES {
            let kind = Box::new(ErrorKind::TooLong { bytes: text.len() });
            return Some(Err(Error { game: 1, kind, location: Location::default(), so_far: None }));
        }
        self.number += 1;
        let First::Game(game, end) = first(text, true) else { return None };
        self.rest = &text[end..];
        Some(game.map_err(|Wrong { kind, at, so_far }| {
            let location = self.locator.location(&text[at]);
            Error { game: self.number, kind: Box::new(kind), location, so_far }
        }))
    }
}

/// The first game of a text that may be incomplete.
#[expect(clippy::large_enum_variant, reason = "it is taken apart where it is returned")]
pub(super) enum First {
    /// The text has no game.
    None,
    /// More text is needed to find the end of the game.
    Unknown,
    /// A game, or the fault in it, and the number of bytes up to its end.
    Game(Result<Record, Wrong>, usize),
}

/// A fault, and the range of bytes at fault.
pub(super) struct Wrong {
    pub(super) kind: ErrorKind,
    pub(super) at: Range<usize>,
    pub(super) so_far: Option<Box<Record>>,
}

/// Reads the first game of a text. The text ends at the end of a line. `whole` is false if more text
/// follows.
pub(super) fn first(text: &str, whole: bool) -> First {
    let mut parser = Parser::new(text);
    let game = match parser.game() {
        Ok(None) if whole => return First::None,
        Ok(None) => return First::Unknown,
        Ok(Some(record)) => Ok(record),
        Err(Fault { at, kind }) => {
            parser.pass_over_game();
            let start = text.offset(at);
            let so_far = parser.so_far.take();
            Err(Wrong { kind, at: start..start + at.len(), so_far })
        }
    };
    let end = text.offset(parser.rest);
    // True if the text after the fault is long enough to contain the end of any comment in parentheses around
    // the fault.
    let is_far = |wrong: &Wrong| end.max(wrong.at.start + 4 * MAX_PROSE) < text.len();
    let is_known = whole
        || match parser.following() {
            Following::Nothing => false,
            Following::Tag => true,
            Following::Word => game.as_ref().err().is_none_or(is_far),
        };
    if is_known { First::Game(game, end) } else { First::Unknown }
}
