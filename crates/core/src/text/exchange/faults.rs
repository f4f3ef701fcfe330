//! The faults that the parser finds in a file, and the board size that the file states.

use std::borrow::Cow;

use nom::Offset;

use super::{Error, ErrorKind, Location};
use crate::model::shape::Shape;
use crate::shorten;
use crate::text::printable::{MAX_QUOTED_CHARS, quoted_or};

/// The faults of a text, in the order of the text.
pub(super) struct Faults<'a> {
    pub(super) text: &'a str,
    /// The first [`MAX_KEPT`](Self::MAX_KEPT) faults: the parts of the text, and the errors, which have no
    /// locations yet.
    pub(super) found: Vec<(&'a str, Error)>,
    /// The number of all faults.
    pub(super) count: usize,
    /// The offset of the last fault.
    last: usize,
}

impl<'a> Faults<'a> {
    pub(super) fn new(text: &'a str) -> Faults<'a> {
        Faults { text, found: Vec::new(), count: 0, last: 0 }
    }

    /// The maximum number of faults that are kept. Further faults are only counted.
    const MAX_KEPT: usize = 100;

    /// Notes a fault, unless a fault has been noted at its position or later.
    pub(super) fn add(&mut self, at: &'a str, kind: ErrorKind, suggestion: Option<String>) {
        let offset = self.text.offset(at);
        if self.count > 0 && offset <= self.last {
            return;
        }
        (self.last, self.count) = (offset, self.count + 1);
        if self.found.len() < Self::MAX_KEPT {
            self.found.push((at, Error { suggestion, ..Error::new(kind, Location::default()) }));
        }
    }

    /// Notes that `expected` was expected instead of `found`.
    pub(super) fn unexpected(
        &mut self,
        expected: impl Into<Cow<'static, str>>,
        found: &'a str,
        suggestion: Option<String>,
    ) {
        let kind = ErrorKind::Unexpected {
            expected: expected.into(),
            found: quoted_or(found, "the end of the file"),
        };
        self.add(found, kind, suggestion);
    }
}

/// The size of a board, and the text that gave it.
#[derive(Clone, Copy)]
pub(super) struct Size<'a> {
    pub(super) ranks: u32,
    pub(super) files: u32,
    pub(super) text: &'a str,
}

/// The board size that a file states.
#[derive(Clone, Copy, Default)]
pub(super) enum StatedSize<'a> {
    /// The file states no size.
    #[default]
    Standard,
    Given(Size<'a>),
    /// The size is unknown, because the part that failed to parse may have contained it.
    Unknown,
}

/// Returns the shape of this size, or records why the size is invalid.
pub(super) fn shape<'a>(size: Size<'a>, flipped: bool, faults: &mut Faults<'a>) -> Option<Shape> {
    let shape = Shape::new(size.ranks, size.files, flipped);
    shape
        .map_err(|reason| {
            let kind = ErrorKind::Size { found: shorten(size.text, MAX_QUOTED_CHARS), reason };
            faults.add(size.text, kind, None);
        })
        .ok()
}
