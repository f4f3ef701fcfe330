//! The transposition table.
//!
//! An entry holds the whole position and the remaining depth, so a value is never used for another position
//! or depth. In the table of the playing engine, the depth is part of the value instead.
//!
//! ```text
//!        the first words              the last word
//! 8×8    red 32, black 32           | kings 32, black to move 1, depth 12, value 19
//! other  red, black, kings 128 each | black to move 1, depth 32, value 28
//! ```
//!
//! On 8×8 boards, the entries of a position at eight neighbouring depths share one cache line, so one probe
//! finds all the stored entries.
//!
//! A value that does not fit into the last word has a word of its own. Words are atomic, so threads can share
//! them without locks. The first word is stored combined (XOR) with a checksum of the others, so if two
//! entries are written to one place at the same moment, their mixed words are accepted as one entry only with
//! a probability of 2⁻⁶⁴ (R. Hyatt and T. Mann, *A lockless transposition table implementation for parallel
//! search*, 2002).

mod key;
mod memory;
mod shared;

use std::marker::PhantomData;

use crate::model::bitboard::Word;
use crate::support::resources::has_memory_for;
use memory::{LINE_WORDS, Line, Memory};

pub use key::{Key, value_bits};
pub use shared::SharedTable;

/// A value that the table stores for a position.
pub trait Value<W>: Copy {
    /// True if the value has a word of its own.
    const HAS_WORD: bool;

    /// Packs the value into its bits of the last word and into its own word. The bits are never all zeros.
    fn pack(self) -> (u64, u64);

    /// Unpacks the value from these bits and its own word.
    fn unpack(bits: u64, word: u64) -> Self;

    /// Returns the replacement priority among entries of the same depth: the entry with the lowest priority
    /// is overwritten first. By default all priorities are equal.
    #[inline]
    fn priority(self) -> u64 {
        0
    }
}

/// The values stored for a position.
pub struct Probe<T> {
    /// The value at the depth of the key.
    pub value: Option<T>,
    /// The value at the greatest of the other depths.
    pub deepest_other: Option<T>,
}

/// A table of values.
pub struct Table<W, T> {
    memory: Memory,
    /// The number of lines when fully grown.
    max_lines: usize,
    /// The number of times that the table may still grow.
    growths_left: u32,
    types: PhantomData<(W, T)>,
}

impl<W: Word, T: Value<W>> Table<W, T> {
    /// Upper bound on the number of lines of a new table, so that small searches do not pay for a
    /// large table.
    const INITIAL_LINES: usize = (1 << 16) / size_of::<Line>();
    /// The number of times that the size doubles in one growth.
    const DOUBLINGS: u32 = 2;

    /// Creates a table of at most 64 KiB that can grow by factors of four, up to `max_bytes` or one line,
    /// whichever is more. If there is no memory for the new table, it has one line and never grows.
    ///
    /// While the table grows, the smaller table still exists: this takes at most a quarter of `max_bytes`
    /// more.
    #[expect(clippy::missing_panics_doc, reason = "the `expect` states an invariant")]
    pub fn new(max_bytes: usize) -> Table<W, T> {
        let max_lines = (max_bytes / size_of::<Line>()).max(1);
        let lines = |growths: u32| max_lines >> (growths * Self::DOUBLINGS);
        let growths = (0..usize::BITS / Self::DOUBLINGS)
            .find(|&growths| lines(growths) <= Self::INITIAL_LINES)
            .expect("the greatest shift leaves a few lines");
        match Memory::reserve(lines(growths)) {
            Some(memory) => Table { memory, max_lines, growths_left: growths, types: PhantomData },
            None => Table { memory: Memory::one_line(), max_lines: 1, growths_left: 0, types: PhantomData },
        }
    }

    /// Returns a view of the table that threads can share.
    #[inline]
    pub fn shared(&mut self) -> SharedTable<'_, W, T> {
        SharedTable::new(self.memory.lines(), self.growths_left > 0)
    }

    /// Returns the size in bytes.
    pub fn bytes(&self) -> usize {
        self.memory.len() * size_of::<Line>()
    }

    /// Returns the size in bytes after the next growth.
    pub fn next_bytes(&self) -> usize {
        self.line_count_after(1) * size_of::<Line>()
    }

    /// Returns the number of lines after the next `growths` growths, or after the last growth if fewer are
    /// left.
    fn line_count_after(&self, growths: u32) -> usize {
        match self.growths_left.saturating_sub(growths) {
            // The table keeps its size, which is less than `max_lines` if a growth failed.
            left if left == self.growths_left => self.memory.len(),
            left => self.max_lines >> (left * Self::DOUBLINGS),
        }
    }

    /// Returns the bytes in use, estimated from a sample.
    #[expect(clippy::missing_panics_doc, reason = "the `expect` states an invariant")]
    pub fn bytes_used(&self) -> usize {
        const SAMPLE_LINES: usize = 1 << 12;
        let lines = self.memory.words().chunks_exact(LINE_WORDS);
        let lines = lines.step_by(self.memory.len().div_ceil(SAMPLE_LINES));
        let (used, all) =
            SharedTable::<W, T>::count_used(lines.map(|line| line.try_into().expect("a chunk is a line")));
        used * (self.bytes() / all)
    }

    /// Empties the table and shrinks it to its initial size.
    pub fn clear(&mut self) {
        let max_bytes = self.max_lines * size_of::<Line>();
        if self.memory.len() > Self::INITIAL_LINES {
            *self = Table::new(max_bytes);
        } else {
            self.memory.clear();
        }
    }

    /// Grows the table if it is crowded. If the system has no memory for that,
    /// the table keeps its size.
    pub fn grow_if_crowded(&mut self) {
        if self.shared().is_crowded() {
            self.grow(1);
        }
    }

    /// Grows the table until it has room for `entries` entries, or cannot grow further. If memory is short,
    /// the table grows less, or not at all.
    pub fn grow_for(&mut self, entries: u64) {
        let per_line = LINE_WORDS / SharedTable::<W, T>::ENTRY_WORDS;
        let is_enough = |&growths: &u32| (self.line_count_after(growths) * per_line) as u64 >= entries;
        let growths = (0..self.growths_left).find(is_enough).unwrap_or(self.growths_left);
        if growths > 0 {
            self.grow(growths);
        }
    }

    /// Grows the table `growths` times at once, or fewer times if memory is short.
    fn grow(&mut self, growths: u32) {
        let reserve = |growths| {
            let memory = Memory::reserve(self.line_count_after(growths)).filter(|_| has_memory_for(0));
            memory.map(|memory| (memory, growths))
        };
        let Some((memory, growths)) = (1..=growths).rev().find_map(reserve) else {
            self.growths_left = 0;
            return;
        };
        self.growths_left -= growths;
        let mut old = std::mem::replace(&mut self.memory, memory);
        self.shared().put_all(old.lines());
    }
}

#[cfg(test)]
mod tests;
