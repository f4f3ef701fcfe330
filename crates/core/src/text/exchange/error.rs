//! Faults in exchange files, and their locations.

use std::borrow::Cow;

use crate::model::illegal::IllegalMove;
use crate::model::moves::Ply;
use crate::model::shape::{Shape, ShapeError};
use crate::shorten;
use crate::text::location::Location;
use crate::text::printable::MAX_QUOTED_CHARS;

/// A fault in an exchange file, and its location.
///
/// [`Display`](std::fmt::Display) writes `LINE:COLUMN: ` and the [kind](Self::kind).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{location}: {kind}")]
pub struct Error {
    #[source]
    pub(super) kind: Box<ErrorKind>,
    pub(super) location: Location,
    pub(super) suggestion: Option<String>,
    pub(super) others: Vec<Error>,
    /// The number of further errors that do not fit in `others`.
    pub(super) unlisted: usize,
}

impl Error {
    pub(super) fn new(kind: ErrorKind, location: Location) -> Error {
        Error { kind: Box::new(kind), location, suggestion: None, others: Vec::new(), unlisted: 0 }
    }

    /// Returns the text to write at the location, if only one correction makes sense.
    ///
    /// ```
    /// use rankmoves_core::exchange::Document;
    ///
    /// let error = Document::parse(b"RULES: no captures single jumps").unwrap_err();
    /// assert_eq!(error.to_string(), "1:11: expected `capture` after `no` but found 'captures'");
    /// assert_eq!(error.suggestion(), Some("capture"));
    /// ```
    pub fn suggestion(&self) -> Option<&str> {
        self.suggestion.as_deref()
    }

    /// Returns up to 99 further errors of the file, in order of location.
    ///
    /// Errors that only follow from another error are left out.
    pub fn others(&self) -> &[Error] {
        &self.others
    }

    /// Returns the number of errors of the file that do not fit in [`others`](Self::others).
    pub fn unlisted(&self) -> usize {
        self.unlisted
    }

    /// Returns the kind of fault.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Returns the location of the fault.
    pub fn location(&self) -> Location {
        self.location
    }
}

/// Describes a drawing with these numbers of rows and of cells in each row. If a board of this size exists,
/// adds the rule for it.
fn drawing((ranks, files): (usize, usize)) -> String {
    let shape = u32::try_from(ranks).ok().zip(u32::try_from(files).ok());
    let shape = shape.and_then(|(ranks, files)| Shape::new(ranks, files, false).ok());
    let rule = shape.map_or(String::new(), |shape| format!(" (which needs the rule `board {shape}`)"));
    format!("the drawing has {ranks} rows of {files} cells{rule}")
}

/// The kind of fault in an exchange file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Something else was expected.
    #[error("expected {expected} but found {found}")]
    Unexpected {
        /// The expected text.
        expected: Cow<'static, str>,
        /// The text found: a quotation, cut to a readable length, or
        /// `the end of the file`.
        found: String,
    },
    /// A row of the board has too few cells or too many.
    #[error("wrong size: the board is {board}, but this row has {found} cells")]
    Row {
        /// The shape of the board.
        board: Shape,
        /// The number of cells on the line.
        found: usize,
    },
    /// The size of the drawing differs from the board's.
    #[error("wrong size: the board is {board}, but {}", drawing(*found))]
    Drawing {
        /// The shape of the board.
        board: Shape,
        /// The number of rows, and the number of cells in each row.
        found: (usize, usize),
    },
    /// The rule or its opposite was given before.
    #[error("expected only {about} but found a second, {found}")]
    SecondRule {
        /// A description of the rule, which may be given only once.
        about: &'static str,
        /// The second rule, quoted.
        found: String,
    },
    /// A board of this size does not exist.
    #[error("found a board of {found}, but {reason}")]
    Size {
        /// The size, quoted.
        found: String,
        /// The reason why a board of this size does not exist.
        reason: ShapeError,
    },
    /// The text is not UTF-8.
    #[error("expected UTF-8 text but found the byte 0x{byte:02x}")]
    NotUtf8 {
        /// The first byte that is not UTF-8.
        byte: u8,
    },
    /// A move is against the rules.
    #[error("move {number}, {}, is illegal: {reason}", shorten(&ply.to_string(), MAX_QUOTED_CHARS))]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// The move.
        ply: Ply,
        /// The reason.
        reason: IllegalMove,
    },
}
