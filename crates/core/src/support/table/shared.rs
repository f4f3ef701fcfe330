//! The view of a table that threads share.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use prefetch_index::prefetch_index;

use super::key::{EntryFormat, Words};
use super::memory::{LINE_WORDS, Line};
use super::{Key, Probe, Value};
use crate::model::bitboard::Word;
use crate::support::hash::spread;

/// The lines of a table. A line has four or two entries for an 8×8 board, and one entry for other boards.
#[derive(Clone, Copy)]
pub struct SharedTable<'a, W, T> {
    lines: &'a [Line],
    may_grow: bool,
    types: PhantomData<(W, T)>,
}

impl<'a, W: Word, T: Value<W>> SharedTable<'a, W, T> {
    /// The number of words of an entry before the last.
    const LEADING_WORDS: usize = EntryFormat::<W>::POSITION_WORDS + if T::HAS_WORD { 1 } else { 0 };
    pub(super) const ENTRY_WORDS: usize = Self::LEADING_WORDS + 1;

    #[inline]
    pub(super) fn new(lines: &'a [Line], may_grow: bool) -> Self {
        SharedTable { lines, may_grow, types: PhantomData }
    }

    /// Returns the value of a key, if it is stored.
    #[inline]
    pub fn get(&self, key: &Key<W>) -> Option<T> {
        self.entries(key).find_map(|entry| Self::read(entry, key))
    }

    /// Returns whether [`prefetch`](Self::prefetch) pays off: it does not for small tables, which fit in a
    /// processor's own cache.
    #[inline]
    pub fn is_large(&self) -> bool {
        const MIN_PREFETCH_BYTES: usize = 1 << 20;
        self.lines.len() >= MIN_PREFETCH_BYTES / size_of::<Line>()
    }

    /// Makes the processor load the line of a key, so that a later call finds it in the cache.
    #[inline]
    pub fn prefetch(&self, key: &Key<W>) {
        prefetch_index(self.lines, line_index(key, self.lines.len()));
    }

    /// Returns the values stored for the position of a key.
    #[inline]
    pub fn probe(&self, key: &Key<W>) -> Probe<T> {
        let mut probe = Probe { value: None, deepest_other: None };
        let mut deepest = 0;
        for entry in self.entries(key) {
            let last = entry[Self::ENTRY_WORDS - 1].load(Relaxed);
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
    pub fn put(&self, key: &Key<W>, value: T) {
        Self::write(self.entry_to_replace(key), key, value);
    }

    /// Returns whether the table may still grow and a sample of its entries is at least a quarter full.
    pub fn is_crowded(&self) -> bool {
        const SAMPLE_LINES: usize = 256;
        let load = |line: &Line| line.each_ref().map(|word| word.load(Relaxed));
        let (used, all) = Self::count_used(self.lines.iter().take(SAMPLE_LINES).map(load));
        used * 4 >= all && self.may_grow
    }

    /// Counts the used entries and all entries of some lines.
    pub(super) fn count_used(lines: impl Iterator<Item = [u64; LINE_WORDS]>) -> (usize, usize) {
        lines.fold((0, 0), |(used, all), line| {
            let last_words = line.chunks_exact(Self::ENTRY_WORDS).map(|entry| entry[Self::ENTRY_WORDS - 1]);
            (used + last_words.filter(|&last| last != 0).count(), all + LINE_WORDS / Self::ENTRY_WORDS)
        })
    }

    /// Stores the entries of another table's lines.
    pub(super) fn put_all(&self, lines: &[Line]) {
        for (number, line) in lines.iter().enumerate() {
            for (key, value) in Self::entries_of(line).filter_map(Self::decode) {
                // An entry torn by two writers decodes to a random key. Moving
                // it to that key's line would give it a valid checksum.
                if line_index(&key, lines.len()) == number {
                    self.put(&key, value);
                }
            }
        }
    }

    #[inline]
    fn entries_of(line: &Line) -> impl Iterator<Item = &[AtomicU64]> {
        line.chunks_exact(Self::ENTRY_WORDS)
    }

    /// Returns the entries that may hold a key.
    #[inline]
    fn entries(&self, key: &Key<W>) -> impl Iterator<Item = &[AtomicU64]> {
        Self::entries_of(&self.lines[line_index(key, self.lines.len())])
    }

    /// Returns the entry to overwrite for a key: the entry of that key if there is one, otherwise the entry
    /// with the least depth. Among entries of that depth, the one with the lowest priority is overwritten.
    #[inline]
    fn entry_to_replace(&self, key: &Key<W>) -> &[AtomicU64] {
        let rank = |entry: &&[AtomicU64]| match Self::read(entry, key) {
            Some(_) => (0, 0),
            None => (1 + Self::depth(entry), Self::priority(entry)),
        };
        // There is always an entry. A default is cheaper here than a branch to a panic.
        self.entries(key).min_by_key(rank).unwrap_or_default()
    }

    /// Reads the key and the value of an entry; `None` if the entry is empty.
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
        let last = entry[Self::ENTRY_WORDS - 1].load(Relaxed);
        let is_depth = (last ^ key.last) & EntryFormat::<W>::DEPTH_MASK == 0;
        if is_depth { Self::read_at_any_depth(entry, last, key) } else { None }
    }

    /// Reads the value of a key's position, at any depth, from an entry with the last word `last`;
    /// `None` if the entry has another position.
    #[inline]
    fn read_at_any_depth(entry: &[AtomicU64], last: u64, key: &Key<W>) -> Option<T> {
        let difference = (last ^ key.last) & !EntryFormat::<W>::DEPTH_MASK;
        // The bits of a value are never all zeros, so only an empty entry has the last word 0.
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
        if let Some((last_word, words)) = entry.split_last() {
            last_word.store(last, Relaxed);
            for (word, value) in words.iter().zip(leading) {
                word.store(value, Relaxed);
            }
        }
    }

    /// Returns the checksum of all words except the first. The first word is stored combined (XOR) with this
    /// checksum.
    #[inline]
    fn checksum(last: u64, leading: &Words) -> u64 {
        let others = leading.iter().take(Self::LEADING_WORDS).skip(1);
        others.fold(spread(last), |checksum, &word| spread(checksum.rotate_left(5) ^ word))
    }

    #[inline]
    fn value_bits_of(last: u64) -> u64 {
        last & ((1 << EntryFormat::<W>::VALUE_BITS) - 1)
    }

    /// Returns the priority of the value of an entry; 0 if the entry is empty.
    #[inline]
    fn priority(entry: &[AtomicU64]) -> u64 {
        let word = if T::HAS_WORD { entry[EntryFormat::<W>::POSITION_WORDS].load(Relaxed) } else { 0 };
        match Self::value_bits_of(entry[Self::ENTRY_WORDS - 1].load(Relaxed)) {
            0 => 0,
            bits => T::unpack(bits, word).priority(),
        }
    }

    /// Returns the remaining depth of an entry; 0 if the entry is empty.
    #[inline]
    fn depth(entry: &[AtomicU64]) -> u64 {
        (entry[Self::ENTRY_WORDS - 1].load(Relaxed) & EntryFormat::<W>::DEPTH_MASK)
            >> EntryFormat::<W>::VALUE_BITS
    }
}

/// Returns the index of a key's line.
#[inline]
fn line_index<W>(key: &Key<W>, lines: usize) -> usize {
    // The hash is a fraction of 2^64: the upper half of the product scales it
    // to the number of lines.
    let line = (u128::from(key.hash) * lines as u128) >> 64;
    // The index is below `lines`. A default is cheaper here than a branch to a panic.
    usize::try_from(line).unwrap_or_default()
}
