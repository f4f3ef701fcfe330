//! Portable Draughts Notation: games and positions of English draughts.
//!
//! Games are written as the standard wants them and read as they are found:
//!
//! ```text
//! games     = { game }
//! game      = { tag | comment } line [ ending ]
//! tag       = "[" name '"' value '"' "]"              on one line; \" is a quote in a value
//! line      = { number | move [ strength ] | nag | comment | variation }
//! number    = [ digits ] "." { "." } | digits         ignored
//! move      = square { separator square }             one word
//! square    = 1 … 32 | a … h  1 … 8
//! separator = "-" | "x" | ":"                         ignored; not needed in f6e5 and 1115
//! strength  = "!" | "?" | "!!" | "??" | "!?" | "?!" | "(" strength ")" | "*"
//! nag       = "$" 0 … 255
//! comment   = "{" text "}" | ";" text to the end of the line
//! variation = "(" line [ ending ] ")"                 an alternative to the move before it
//! ending    = "1-0" | "0-1" | "1/2-1/2" | "2-0" | "0-2" | "1-1" | "0-0" | "*"
//! ```
//!
//! The grammar is that for reading in PDN 3.0 (W. Wesselink, *The PDN 3.0 standard*, `wiegerw/pdn`), extended
//! by forms found in archives. Blanks, including comments from `%` to the end of the line, may stand anywhere
//! between words. A game ends with its ending, before the tags of the next, or with the text. White is our
//! red and plays up the board; Black moves first.
//!
//! A move means the legal move from its first square to its last that visits the other given squares; it may
//! visit more. A chain may be broken off, or go on in the next word (`11x18 18x25`), if that leaves one
//! meaning. If moves that take different pieces remain, it is the one that keeps the following moves legal.
//! If several or none do, the move is ambiguous, and an error.
//!
//! Words in parentheses are a comment, not a variation, if the parentheses are closed within 1,024
//! characters. A setup during a game (`/FEN "…"/`) is refused. The spelling of moves is not kept, nor is what
//! [`Omission`] names.

mod decode;
mod edit;
mod error;
mod fen;
mod games;
mod header;
mod lexer;
mod line;
mod notation;
mod parser;
mod reader;
mod readings;
mod recognise;
mod record;
mod tags;
mod writer;

pub use crate::text::location::Location;
pub use decode::decode;
pub use edit::EditError;
pub use error::{BadTag, Error, ErrorKind, Unsupported};
pub use fen::{Fen, FenError};
pub use games::Games;
pub use line::{Annotated, Line, Moves};
pub use reader::{ReadError, Reader};
pub use recognise::is_pdn;
pub use record::{Ending, Omission, Record, glyph};
pub use tags::Tag;

/// The maximum size of a text, and of a game read by a [`Reader`], in bytes: 64 MiB.
pub const MAX_BYTES: usize = 64 << 20;

/// The greatest depth of nested variations.
pub const MAX_NESTING: usize = 64;

/// Reads the games of a text, one at a time. See the [module](self) for the
/// grammar, and [`Reader`] for texts that are too large to have in memory.
///
/// A game that is wrong is an error and does not stop those after it: reading continues at the next tags, or
/// after the next result.
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
    Games::new(text)
}
