//! Arrays of values, and the numbering of their entries.
//!
//! An array of values has a row for each placement of the opponent, and a column for each placement of the
//! player to move. It holds negated values: the scores for the opponent.

use std::ops::Range;

/// The values of all positions in which one player is to move, and the latest
/// changes.
#[derive(Default)]
pub(super) struct Array {
    /// The entries, row by row.
    pub(super) entries: Vec<i8>,
    /// For each row, one bit per strip of its columns ([`Strips`]): 1 if the strip has changed.
    pub(super) changed: Vec<u64>,
    /// The first column that has changed; `usize::MAX` if none has.
    pub(super) first_changed: usize,
}

/// A division of the columns of an array into 64 parts or fewer.
#[derive(Clone, Copy)]
pub(super) struct Strips {
    columns: usize,
    pub(super) width: usize,
}

impl Strips {
    /// Divides columns into strips, narrow enough that several rows of a strip stay in the cache, and
    /// numerous enough to share among threads.
    pub(super) fn of(columns: usize) -> Strips {
        let width = (columns / 8).clamp(64, 512).max(columns.div_ceil(64));
        Strips { columns, width: width.next_multiple_of(64) }
    }

    /// Returns the columns of a strip.
    pub(super) fn columns_of(self, strip: usize) -> Range<usize> {
        strip * self.width..(strip * self.width + self.width).min(self.columns)
    }

    /// Returns the strip of a column.
    pub(super) fn strip_of(self, column: usize) -> usize {
        column / self.width
    }

    pub(super) fn count(self) -> usize {
        self.columns.div_ceil(self.width)
    }
}

/// The number of rows of scores that are written together as columns of the target, so that each row of the
/// target receives a whole cache line at once.
pub(super) const TILE: usize = 64;

/// Returns the number of a position among those with the same player to move, in the order in which changes
/// are recorded.
#[inline]
pub(super) fn key(own: usize, column: usize, columns: usize) -> u32 {
    u32::try_from((own / TILE * columns + column) * TILE + own % TILE).expect("arrays are smaller")
}

/// Returns the mover's and the opponent's placement in the position with this number.
#[inline]
pub(super) fn position_of(key: u32, columns: usize) -> (usize, usize) {
    let (tile, offset) = (key as usize / TILE, key as usize % TILE);
    (tile / columns * TILE + offset, tile % columns)
}
