//! Faults in PDN texts, and their locations.

use super::{MAX_BYTES, MAX_NESTING, Record};
use crate::model::illegal::IllegalMove;
use crate::model::moves::{Path, Ply};
use crate::model::notation::Notation;
use crate::model::player::Player;
use crate::model::shape::Shape;
use crate::text::location::Location;

/// A fault in a game of a PDN text, and its location.
///
/// [`Display`](std::fmt::Display) writes `LINE:COLUMN: game NUMBER: ` and the [kind](Self::kind).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{location}: game {game}: {kind}")]
pub struct Error {
    pub(super) game: usize,
    #[source]
    pub(super) kind: Box<ErrorKind>,
    pub(super) location: Location,
    pub(super) so_far: Option<Box<Record>>,
}

impl Error {
    /// Returns the number of the game in its text, from 1.
    pub fn game(&self) -> usize {
        self.game
    }

    /// Returns the kind of fault.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Returns the location of the fault.
    pub fn location(&self) -> Location {
        self.location
    }

    /// Returns the game up to the fault, unless the fault is in its tags. If the fault is in a variation, the
    /// returned game ends with the move that the variation replaces.
    pub fn so_far(&self) -> Option<&Record> {
        self.so_far.as_deref()
    }
}

/// The kind of fault in a game of a PDN text.
///
/// Move texts are quoted from the file, cut to a readable length.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Something else was expected.
    #[error("expected {expected} but found {found}")]
    Unexpected {
        /// The expected text.
        expected: &'static str,
        /// The text found: a quotation, cut to a readable length, or
        /// `the end of the text`.
        found: String,
    },
    /// The game is not English draughts.
    #[error("expected the game type 21, English draughts, but found {found}")]
    GameType {
        /// The type, quoted, with the name of the game if it has one.
        found: String,
    },
    /// A move is against the rules.
    #[error("move {number} of {player}, {text}, is illegal: {}", reason.message(notation_of(text)))]
    Illegal {
        /// The move number: pairs of moves are counted from 1.
        number: usize,
        /// The player to move.
        player: Player,
        /// The move as written in the text.
        text: String,
        /// The reason why the move is illegal.
        reason: IllegalMove,
    },
    /// The text of a move fits several moves that capture different pieces.
    #[error("move {number} of {player}, {text}, is ambiguous: {} or {}", notation_of(text).path(&of[0]), notation_of(text).path(&of[1]))]
    Ambiguous {
        /// The move number: pairs of moves are counted from 1.
        number: usize,
        /// The player to move.
        player: Player,
        /// The move as written in the text.
        text: String,
        /// Two of the legal moves that the text may mean.
        of: [Path; 2],
    },
    /// Variations are nested more than [`MAX_NESTING`] deep.
    #[error("variations are nested more than {MAX_NESTING} deep")]
    TooDeep,
    /// The text is longer than [`MAX_BYTES`].
    #[error("the text has {bytes} bytes, more than the limit of {MAX_BYTES}")]
    TooLong {
        /// The length of the text.
        bytes: usize,
    },
}

fn notation_of(text: &str) -> Notation {
    if text.starts_with(|character: char| character.is_ascii_digit()) {
        Notation::Numbers(Shape::STANDARD)
    } else {
        Notation::Names
    }
}

/// The reason why a game cannot be written as PDN, which is used here only for English draughts (game type
/// 21).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsupported {
    /// The rule does not belong to English draughts.
    #[error("PDN cannot hold the rule `{0}`")]
    Rule(&'static str),
    /// The board is not the standard one.
    #[error("PDN cannot hold a {}board of {shape}", if shape.is_flipped() { "flipped " } else { "" })]
    Board {
        /// The shape of the board.
        shape: Shape,
    },
    /// A jump is in progress at the start.
    #[error("PDN cannot hold a start with a jump in progress")]
    Jumping,
    /// A player passes.
    #[error("PDN cannot hold a pass (ply {number})")]
    Pass {
        /// The number of the ply, from 1.
        number: usize,
    },
    /// A move is against the rules.
    #[error("ply {number}, {ply}, is illegal: {reason}")]
    Illegal {
        /// The number of the ply, from 1.
        number: usize,
        /// The ply.
        ply: Ply,
        /// The reason.
        reason: IllegalMove,
    },
}

/// The reason why a tag cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadTag {
    /// The name is invalid. A tag name is a capital letter, then letters, digits and underscores.
    #[error("expected a tag's name such as Event but found '{0}'")]
    Name(String),
    /// The tag is derived from the game: `Result`, `GameType`, `SetUp` or `FEN`.
    #[error("the tag {0} follows from the game and cannot be set")]
    Derived(&'static str),
}
