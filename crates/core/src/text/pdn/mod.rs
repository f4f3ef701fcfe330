//! Portable Draughts Notation: games and positions of English draughts.
//!
//! Games are written as the standard requires, and read in the forms found in archives:
//!
//! ```text
//! games     = { game }
//! game      = { tag | comment } line [ ending ]
//! tag       = "[" name '"' value '"' "]"              on one line; \" is a quote in a value
//! line      = { number | move [ strength ] | nag | comment | variation }
//! number    = [ digits ] "." { "." } | digits         ignored
//! move      = square { separator square }             one word
//! square    = 1 … 32 | a … h  1 … 8
//! separator = "-" | "x" | ":" | "X" | "×" | "–" | "—" | "−"
//!                                                     ignored; not needed in f6e5 and 1115
//! strength  = "!" | "?" | "!!" | "??" | "!?" | "?!" | "(" strength ")" | "*"
//! nag       = "$" 0 … 255
//! comment   = "{" text "}" | ";" text to the end of the line
//! variation = "(" line [ ending ] ")"                 an alternative to the move before it
//! ending    = "1-0" | "0-1" | "1/2-1/2" | "½-½" | "2-0" | "0-2" | "1-1" | "0-0" | "*"
//! ```
//!
//! The grammar is the import grammar of PDN 3.0 (W. Wesselink, *The PDN 3.0 standard*, `wiegerw/pdn`),
//! extended by forms found in archives. Blanks, including comments from `%` to the end of the line, may stand
//! anywhere between words. A game ends with its result, before the tags of the next game, or at the end of
//! the text; comments after the last result belong to the last game. White is red in this project, and plays
//! up the board; Black moves first.
//!
//! A written move stands for the legal move that starts on its first square, ends on its last, and visits the
//! squares between them in order. The legal move may visit more squares. A chain may be incomplete, or
//! continue in the next word (`11x18 18x25`), if only one legal move fits. If moves that capture different
//! pieces remain, the move that keeps the following moves legal is chosen. If several moves or none keep them
//! legal, the move is ambiguous, which is an error.
//!
//! Words in parentheses are a comment, not a variation, if the parentheses are closed within 1,024
//! characters. From an illegal move on, the text of a variation is a comment if the variation ends within as
//! many characters; otherwise the game is invalid. A setup during a game (`/FEN "…"/`) is refused. A record
//! keeps neither the spelling of moves nor the parts that [`Omission`] lists.

mod edit;
mod error;
mod fen;
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
pub use edit::{EditError, split_commands};
pub use error::{BadTag, Error, ErrorKind, Unsupported};
pub use fen::{Fen, FenError};
pub use line::{Annotated, Line, Moves};
pub use reader::{ReadError, Reader, games, replace_game};
pub use recognise::{decode, is_pdn};
pub use record::{GameResult, Omission, Record, glyph};
pub use tags::Tag;

/// The maximum size of a game in bytes: 64 MiB.
pub const MAX_BYTES: usize = 64 << 20;

/// The maximum depth of nested variations.
pub const MAX_NESTING: usize = 64;
