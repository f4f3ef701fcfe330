//! Arrays of values, and the numbers of their entries.
//!
//! An array of values has a row for each placement of the opponent, and a column for each of the
//! player to move. It holds the negated value, the score for the other player.

use std::ops::Range;

/// The values of all positions in which one player is to move, and the latest
/// changes.
#[derive(Default)]
pub(super) struct Array {
    /// Rows of the waiting player, columns of the player to move.
    pub(super) entries: Vec<i8>,
    /// For each row a bit for each of the [`Strips`] of its columns.
    pub(super) changed: Vec<u64>,
    /// The first column that has changed; `usize::MAX` if none has.
    pub(super) first_changed: usize,
}

/// Division of the columns of an array into 64 parts or fewer.
#[derive(Clone, Copy)]
pub(super) struct Strips {
    columns: usize,
    pub(super) width: usize,
}

impl Strips {
    /// Divides columns so that parts of some rows stay in the cache, and
    /// threads have enough to share.
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

/// The number of rows of scores that are written at a time: so a column of the target gets a whole
/// cache line at once.
pub(super) const TILE: usize = 64;

/// Returns the number of a position among those in which a player is to move, in
/// the order in which changes are noted.
#[inline]
pub(super) fn key(own: usize, column: usize, columns: usize) -> u32 {
    u32::try_from((own / TILE * columns + column) * TILE + own % TILE).expect("arrays are smaller")
}

/// Returns the mover's and the opponent's placement of the position with a number.
#[inline]
pub(super) fn position_of(key: u32, columns: usize) -> (usize, usize) {
    let (tile, offset) = (key as usize / TILE, key as usize % TILE);
    (tile / columns * TILE + offset, tile % columns)
}
