//! The transposition table.
//!
//! An entry holds the whole position and the remaining depth: no two positions
//! are taken for each other, and a value never counts for another depth. The
//! keys of the playing engine have no depth: its values hold it.
//!
//! ```text
//!        the first words              the last word
//! 8×8    red 32, black 32           | kings 32, black to move 1, depth 12, value 19
//! other  red, black, kings 128 each | black to move 1, depth 32, value 28
//! ```
//!
//! The entries of one position at near depths lie in one cache line: who looks for one
//! sees the others.
//!
//! A larger value has a word of its own. Words are atomic, so that threads
//! share them without locks. The first word is stored combined (XOR) with a checksum of
//! the others: words of two entries written at the same moment pass for one
//! entry only by a chance of 2⁻⁶⁴ (R. Hyatt and T. Mann, *A lockless
//! transposition table implementation for parallel search*, 2002).

mod key;

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::model::bitboard::Word;
use crate::support::hash::spread;
use crate::support::resources::has_memory_for;
use key::{EntryFormat, Words};

pub(crate) use key::{Key, value_bits};

/// A value that the table stores for a position.
pub(crate) trait Value<W>: Copy {
    /// True if the value has a word of its own.
    const HAS_WORD: bool;

    /// Packs the value into its bits of the last word, which are never all
    /// zeros, and its own word.
    fn pack(self) -> (u64, u64);

    /// Unpacks the value from these bits and its own word.
    fn unpack(bits: u64, word: u64) -> Self;

    /// Returns the replacement priority among entries of one depth: the lowest
    /// is overwritten first. By default all are equal.
    #[inline]
    fn priority(self) -> u64 {
        0
    }
}

/// The values stored for a position.
pub(crate) struct Probe<T> {
    /// The value of the key.
    pub(crate) value: Option<T>,
    /// The value at the greatest other depth.
    pub(crate) deepest_other: Option<T>,
}

/// A cache line of entries: four or two of the standard board, one of others.
#[repr(align(64))]
#[derive(Default)]
struct CacheLine([AtomicU64; 8]);

/// A table of values, shared by threads.
pub(crate) struct Table<W, T> {
    lines: Vec<CacheLine>,
    /// The number of lines when fully grown.
    max_lines: usize,
    /// The number of times that the table may still grow.
    growths_left: u32,
    types: PhantomData<(W, T)>,
}

impl<W: Word, T: Value<W>> Table<W, T> {
    /// Upper bound on the lines of a new table: small searches do not pay for a large one.
    const INITIAL_LINES: usize = (1 << 16) / size_of::<CacheLine>();
    /// Doublings of the size in one growth.
    const DOUBLINGS: u32 = 2;
    /// The words of an entry before the last.
    const LEADING_WORDS: usize = EntryFormat::<W>::POSITION_WORDS + if T::HAS_WORD { 1 } else { 0 };
    /// The words of an entry.
    const WORDS: usize = Self::LEADING_WORDS + 1;

    /// Creates a table of 64 KiB or less that grows by a factor of four when
    /// crowded, up to `max_bytes`, or one line if that is more.
    ///
    /// While it grows the smaller table exists as well: at most a quarter of
    /// `max_bytes` more.
    pub(crate) fn new(max_bytes: usize) -> Table<W, T> {
        let max_lines = (max_bytes / size_of::<CacheLine>()).max(1);
        let lines = |growths: u32| max_lines >> (growths * Self::DOUBLINGS);
        let growths = (0..usize::BITS / Self::DOUBLINGS)
            .find(|&growths| lines(growths) <= Self::INITIAL_LINES)
            .expect("the greatest shift leaves a few lines");
        Table {
            lines: std::iter::repeat_with(CacheLine::default).take(lines(growths)).collect(),
            max_lines,
            growths_left: growths,
            types: PhantomData,
        }
    }

    /// Returns the size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.lines.len() * size_of::<CacheLine>()
    }

    /// Returns the value of a key, if it is stored.
    #[inline]
    pub(crate) fn get(&self, key: &Key<W>) -> Option<T> {
        self.entries(key).find_map(|entry| Self::read(entry, key))
    }

    /// Returns what is stored for the position of a key.
    #[inline]
    pub(crate) fn probe(&self, key: &Key<W>) -> Probe<T> {
        let mut probe = Probe { value: None, deepest_other: None };
        let mut deepest = 0;
        for entry in self.entries(key) {
            let last = entry[Self::WORDS - 1].load(Relaxed);
            let depth = last & EntryFormat::<W>::DEPTH_MASK;
            let is_own = depth == key.last & EntryFormat::<W>::DEPTH_MASK;
            if (is_own || depth > deepest)
                && let Some(value) = Self::read_at_any_depth(entry, last, key)
            {
                if is_own {
                    probe.value = Some(value);
                } else {
                    (probe.deepest_other, deepest) = (Some(value), depth);
                }
            }
        }
        probe
    }

    /// Stores the value of a key.
    #[inline]
    pub(crate) fn put(&self, key: &Key<W>, value: T) {
        Self::write(self.entry_to_replace(key), key, value);
    }

    /// Returns the size in bytes after the next growth.
    pub(crate) fn next_bytes(&self) -> usize {
        self.line_count_after(1) * size_of::<CacheLine>()
    }

    /// Returns the number of lines after some growths, or as many as are left.
    fn line_count_after(&self, growths: u32) -> usize {
        match self.growths_left.saturating_sub(growths) {
            // The smallest table may be a little larger than a growth makes it.
            left if left == self.growths_left => self.lines.len(),
            left => self.max_lines >> (left * Self::DOUBLINGS),
        }
    }

    /// Returns the bytes in use, estimated from a sample.
    pub(crate) fn bytes_used(&self) -> usize {
        const SAMPLE: usize = 1 << 12;
        let (used, all) = Self::count_used(self.lines.iter().step_by(self.lines.len().div_ceil(SAMPLE)));
        used * (self.bytes() / all)
    }

    /// Returns whether the table may still grow and a sample of it is a quarter full.
    pub(crate) fn is_crowded(&self) -> bool {
        const SAMPLE: usize = 256;
        let (used, all) = Self::count_used(self.lines.iter().take(SAMPLE));
        used * 4 >= all && self.growths_left > 0
    }

    /// Returns the number of used entries of some lines, and of all their entries.
    fn count_used<'a>(lines: impl Iterator<Item = &'a CacheLine>) -> (usize, usize) {
        lines.flat_map(Self::entries_of).fold((0, 0), |(used, all), entry| {
            (used + usize::from(entry[Self::WORDS - 1].load(Relaxed) != 0), all + 1)
        })
    }

    /// Empties the table, and makes it as small as a new one.
    pub(crate) fn clear(&mut self) {
        let max_bytes = self.max_lines * size_of::<CacheLine>();
        if self.lines.len() > Self::INITIAL_LINES {
            *self = Table::new(max_bytes);
        } else {
            self.lines.fill_with(CacheLine::default);
        }
    }

    /// Grows the table if it is crowded. If the system has no memory for that,
    /// the table keeps its size.
    pub(crate) fn grow_if_crowded(&mut self) {
        if self.is_crowded() {
            self.grow(1);
        }
    }

    /// Grows the table until it has room for so many entries, or can't grow further.
    /// If the system has no memory for that, the table keeps its size.
    pub(crate) fn grow_for(&mut self, entries: u64) {
        let per_line = size_of::<CacheLine>() / size_of::<u64>() / Self::WORDS;
        let is_enough = |&growths: &u32| (self.line_count_after(growths) * per_line) as u64 >= entries;
        let growths = (0..self.growths_left).find(is_enough).unwrap_or(self.growths_left);
        if growths > 0 {
            self.grow(growths);
        }
    }

    /// Grows the table so many times at once.
    fn grow(&mut self, growths: u32) {
        let larger = self.line_count_after(growths);
        let mut lines = Vec::new();
        if lines.try_reserve_exact(larger).is_err() || !has_memory_for(0) {
            self.growths_left = 0;
            return;
        }
        self.growths_left -= growths;
        lines.resize_with(larger, CacheLine::default);
        let old = std::mem::replace(&mut self.lines, lines);
        for (number, line) in old.iter().enumerate() {
            for (key, value) in Self::entries_of(line).filter_map(Self::decode) {
                // An entry torn by two writers decodes to a random key. Moving
                // it to that key's line would give it a valid checksum.
                if line_index(&key, old.len()) == number {
                    self.put(&key, value);
                }
            }
        }
    }

    /// Returns the entries of a line.
    #[inline]
    fn entries_of(line: &CacheLine) -> impl Iterator<Item = &[AtomicU64]> {
        line.0.chunks_exact(Self::WORDS)
    }

    /// Returns the entries that may hold a key.
    #[inline]
    fn entries(&self, key: &Key<W>) -> impl Iterator<Item = &[AtomicU64]> {
        Self::entries_of(&self.lines[line_index(key, self.lines.len())])
    }

    /// Returns the entry to write a key to: its own, or else the one of the
    /// least depth, and of those the one of the lowest priority.
    #[inline]
    fn entry_to_replace(&self, key: &Key<W>) -> &[AtomicU64] {
        let rank = |entry: &&[AtomicU64]| match Self::read(entry, key) {
            Some(_) => (0, 0),
            None => (1 + Self::depth(entry), Self::priority(entry)),
        };
        // A line has entries. A default is cheaper here than the branch to a panic.
        self.entries(key).min_by_key(rank).unwrap_or_default()
    }

    /// Reads an entry without knowing its key; `None` if it is empty.
    fn decode(entry: &[AtomicU64]) -> Option<(Key<W>, T)> {
        let (last, words) = entry.split_last()?;
        let last = last.load(Relaxed);
        let mut leading = [0; 7];
        for (word, stored) in leading.iter_mut().zip(words) {
            *word = stored.load(Relaxed);
        }
        leading[0] ^= Self::checksum(last, &leading);
        (last != 0).then(|| {
            let value = T::unpack(Self::value_bits_of(last), leading[EntryFormat::<W>::POSITION_WORDS]);
            let key = last >> EntryFormat::<W>::VALUE_BITS << EntryFormat::<W>::VALUE_BITS;
            (Key::from_words(key, leading), value)
        })
    }

    /// Reads the value of a key from an entry; `None` if the entry has another key.
    #[inline]
    fn read(entry: &[AtomicU64], key: &Key<W>) -> Option<T> {
        let last = entry[Self::WORDS - 1].load(Relaxed);
        let is_depth = (last ^ key.last) & EntryFormat::<W>::DEPTH_MASK == 0;
        if is_depth { Self::read_at_any_depth(entry, last, key) } else { None }
    }

    /// Reads the value of the position of a key, at whatever depth, from an entry with
    /// the last word `last`; `None` if the entry has another position.
    #[inline]
    fn read_at_any_depth(entry: &[AtomicU64], last: u64, key: &Key<W>) -> Option<T> {
        let difference = (last ^ key.last) & !EntryFormat::<W>::DEPTH_MASK;
        // A value is never all zeros, so only an empty entry has this word.
        if last == 0 || difference >> EntryFormat::<W>::VALUE_BITS != 0 {
            return None;
        }
        let mut leading = key.leading;
        if T::HAS_WORD {
            leading[EntryFormat::<W>::POSITION_WORDS] = entry[EntryFormat::<W>::POSITION_WORDS].load(Relaxed);
        }
        let is_key = entry[0].load(Relaxed) == leading[0] ^ Self::checksum(last, &leading)
            && (1..EntryFormat::<W>::POSITION_WORDS).all(|word| entry[word].load(Relaxed) == leading[word]);
        is_key.then(|| T::unpack(Self::value_bits_of(last), leading[EntryFormat::<W>::POSITION_WORDS]))
    }

    /// Overwrites an entry.
    #[inline]
    fn write(entry: &[AtomicU64], key: &Key<W>, value: T) {
        let (bits, word) = value.pack();
        debug_assert!(bits != 0 && bits >> EntryFormat::<W>::VALUE_BITS == 0, "{bits:x} does not fit");
        let last = key.last | bits;
        let mut leading = key.leading;
        if T::HAS_WORD {
            leading[EntryFormat::<W>::POSITION_WORDS] = word;
        }
        leading[0] ^= Self::checksum(last, &leading);
        if let Some((last_place, places)) = entry.split_last() {
            last_place.store(last, Relaxed);
            for (place, word) in places.iter().zip(leading) {
                place.store(word, Relaxed);
            }
        }
    }

    /// Returns the checksum that the first word of an entry is combined with (XOR), of
    /// all other words.
    #[inline]
    fn checksum(last: u64, leading: &Words) -> u64 {
        let others = leading.iter().take(Self::LEADING_WORDS).skip(1);
        others.fold(spread(last), |checksum, &word| spread(checksum.rotate_left(5) ^ word))
    }

    #[inline]
    fn value_bits_of(last: u64) -> u64 {
        last & ((1 << EntryFormat::<W>::VALUE_BITS) - 1)
    }

    /// Returns the priority of the value of an entry; 0 if it is empty.
    #[inline]
    fn priority(entry: &[AtomicU64]) -> u64 {
        let word = if T::HAS_WORD { entry[EntryFormat::<W>::POSITION_WORDS].load(Relaxed) } else { 0 };
        match Self::value_bits_of(entry[Self::WORDS - 1].load(Relaxed)) {
            0 => 0,
            bits => T::unpack(bits, word).priority(),
        }
    }

    /// Returns the remaining depth of an entry; 0 if it is empty.
    #[inline]
    fn depth(entry: &[AtomicU64]) -> u64 {
        (entry[Self::WORDS - 1].load(Relaxed) & EntryFormat::<W>::DEPTH_MASK) >> EntryFormat::<W>::VALUE_BITS
    }
}

/// Returns the index of a key's line.
#[inline]
fn line_index<W>(key: &Key<W>, lines: usize) -> usize {
    // The hash is a fraction of 2^64: the upper half of the product scales it
    // to the number of lines.
    let line = (u128::from(key.hash) * lines as u128) >> 64;
    // It is below `lines`. A default is cheaper here than the branch to a panic.
    usize::try_from(line).unwrap_or_default()
}

#[cfg(test)]
mod tests;
