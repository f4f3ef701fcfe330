//! What can be wrong with an exchange file, and where.

use std::borrow::Cow;
use std::fmt;

use crate::excerpt::{QUOTED, excerpt};
use crate::illegal::IllegalMove;
use crate::layout::ShapeError;
use crate::moves::Ply;
use crate::place::Place;
use crate::position::InvalidSetup;

/// What is wrong with an exchange file, and where.
///
/// [`Display`](fmt::Display) writes `LINE:COLUMN: ` and the [kind](Self::kind).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    place: Place,
}

impl Error {
    pub(super) fn new(kind: ErrorKind, place: Place) -> Error {
        Error { kind, place }
    }

    /// What is wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Where.
    pub fn place(&self) -> Place {
        self.place
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.kind)
    }
}

/// What is wrong with an exchange file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    /// Something else was to come.
    #[error("expected {expected} but found {found}")]
    Unexpected {
        /// What was expected.
        expected: Cow<'static, str>,
        /// What was found: a quotation, cut to a readable length, or
        /// `the end of the file`.
        found: String,
    },
    /// A rule, or its contrary, was given before.
    #[error("expected {about} once but found another, {found}")]
    SecondRule {
        /// Which rule.
        about: &'static str,
        /// The second one, quoted.
        found: String,
    },
    /// There is no such board.
    #[error("found a board of {found}, but {reason}")]
    Size {
        /// The size, quoted.
        found: String,
        /// Why there is no such board.
        reason: ShapeError,
    },
    /// The text is not UTF-8.
    #[error("expected UTF-8 text but found the byte 0x{byte:02x}")]
    NotUtf8 {
        /// The first byte that is not.
        byte: u8,
    },
    /// A move is against the rules.
    #[error("move {number}, {}, is illegal: {reason}", excerpt(&ply.to_string(), QUOTED))]
    Illegal {
        /// Its number, from 1.
        number: usize,
        /// The move.
        ply: Ply,
        /// Why.
        reason: IllegalMove,
    },
    /// The setup is not a position. (No file has such a one.)
    #[error(transparent)]
    Setup(InvalidSetup),
}
