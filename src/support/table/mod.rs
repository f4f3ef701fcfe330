//! The transposition table.
//!
//! An entry holds the whole position and the remaining depth: no two positions
//! are taken for each other, and a value never counts for another depth. The
//! keys of the playing engine have no depth: its values hold it.
//!
//! ```text
//!        the first words              the last word
//! 8×8    red 32, black 32           | kings 32, black to move 1, depth 15, value 16
//! other  red, black, kings 128 each | black to move 1, depth 32, value 20
//! ```
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

    /// Stores the value of a key.
    #[inline]
    pub(crate) fn put(&self, key: &Key<W>, value: T) {
        Self::write(self.entry_to_replace(key), key, value);
    }

    /// Returns the size in bytes after the next growth.
    pub(crate) fn next_bytes(&self) -> usize {
        self.next_line_count() * size_of::<CacheLine>()
    }

    /// Returns the number of lines after the next growth.
    fn next_line_count(&self) -> usize {
        match self.growths_left.checked_sub(1) {
            Some(growths) => self.max_lines >> (growths * Self::DOUBLINGS),
            None => self.lines.len(),
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
        if !self.is_crowded() {
            return;
        }
        let larger = self.next_line_count();
        let mut lines = Vec::new();
        if lines.try_reserve_exact(larger).is_err() || !has_memory_for(0) {
            self.growths_left = 0;
            return;
        }
        self.growths_left -= 1;
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
        // A value is never all zeros, so only an empty entry has this word.
        if last == 0 || (last ^ key.last) >> EntryFormat::<W>::VALUE_BITS != 0 {
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
        entry[Self::WORDS - 1].load(Relaxed) >> EntryFormat::<W>::VALUE_BITS
            & u64::from(EntryFormat::<W>::MAX_DEPTH)
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
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::model::bitboard::Bitboard;
    use crate::model::board::Pieces;
    use crate::model::variant::{Black, Red};

    /// A value with a word of its own, and one without.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Long(u64);
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Short(u64);

    impl<W> Value<W> for Long {
        const HAS_WORD: bool = true;
        fn pack(self) -> (u64, u64) {
            (1, self.0)
        }
        fn unpack(_: u64, word: u64) -> Long {
            Long(word)
        }
    }

    impl<W: Word> Value<W> for Short {
        const HAS_WORD: bool = false;
        fn pack(self) -> (u64, u64) {
            (self.0 % 0xffff + 1, 0)
        }
        fn unpack(bits: u64, _: u64) -> Short {
            Short(bits - 1)
        }
    }

    /// Returns the `number`th of many keys. They differ in sets, player or depth.
    fn key<W: Word>(number: u64, square: impl Fn(usize) -> W) -> Key<W> {
        let set = |digit| Bitboard(square(usize::try_from(digit).unwrap()));
        let pieces = Pieces { red: set(number % 8), black: set(number / 8 % 8), kings: set(number / 64 % 8) };
        // Depth 0 marks an empty entry and is never stored.
        let depth = u32::try_from(number / 1024 % 1024).unwrap() + 1;
        let key = if (number / 512).is_multiple_of(2) {
            Key::new::<Red>(pieces, depth)
        } else {
            Key::new::<Black>(pieces, depth)
        };
        key.unwrap()
    }

    /// The eight lowest squares.
    fn narrow(digit: usize) -> u64 {
        [1, 1 << 7, 1 << 9, 1 << 16, 1 << 18, 1 << 25, 1 << 27, 1 << 34][digit]
    }

    /// Squares across the ends of a word and in all of its rows.
    fn wide(digit: usize) -> u128 {
        [1, 1 << 62, 1 << 63, 1 << 64, 1 << 65, 1 << 90, 1 << 126, 1 << 127][digit]
    }

    fn assert_keys_stay_apart<W: Word, T>(max_bytes: usize, square: fn(usize) -> W, value: fn(u64) -> T)
    where
        T: Value<W> + PartialEq + std::fmt::Debug,
    {
        let mut table = Table::<W, T>::new(max_bytes);
        let mut written = HashMap::new();
        for round in 0..60_000 {
            let number = spread(round) % 30_000;
            table.put(&key(number, square), value(round));
            written.insert(number, round);
            assert_eq!(table.get(&key(number, square)), Some(value(round)));
            if round % 5000 == 4999 {
                let known = |table: &Table<W, T>| {
                    (0..30_000).filter(|&n| table.get(&key(n, square)).is_some()).count()
                };
                let before = known(&table);
                table.grow_if_crowded();
                assert_eq!(known(&table), before, "an entry was lost while the table grew");
            }
            assert!(table.bytes() <= max_bytes.max(64));
        }
        let mut found = 0;
        for number in 0..30_000 {
            if let Some(known) = table.get(&key(number, square)) {
                assert_eq!(Some(known), written.get(&number).map(|&round| value(round)), "{number}");
                found += 1;
            }
        }
        let all = written.len();
        assert!(if max_bytes < 1 << 24 { found < all } else { found > all / 2 }, "{found} of {all}");
    }

    #[test]
    fn a_table_returns_the_last_value_written_or_none() {
        for max_bytes in [0, 64, 4096, 1 << 18, 1 << 24] {
            assert_keys_stay_apart::<u64, Short>(max_bytes, narrow, |n| Short(n % 0xffff));
            assert_keys_stay_apart::<u64, Long>(max_bytes, narrow, Long);
            assert_keys_stay_apart::<u128, Short>(max_bytes, wide, |n| Short(n % 0xffff));
            assert_keys_stay_apart::<u128, Long>(max_bytes, wide, Long);
        }
    }

    #[test]
    fn a_table_grows_by_factors_of_four_up_to_its_limit() {
        for (max_bytes, sizes) in [
            (63, &[64][..]),
            (1 << 16, &[1 << 16]),
            ((1 << 16) + 64, &[1 << 14, (1 << 16) + 64]),
            (3 << 20, &[48 << 10, 192 << 10, 768 << 10, 3 << 20]),
        ] {
            let mut table = Table::<u64, Short>::new(max_bytes);
            let mut found = vec![table.bytes()];
            for number in 0..300_000 {
                table.put(&key(number, narrow), Short(1));
                if number % 100 == 0 {
                    table.grow_if_crowded();
                    found.push(table.bytes());
                }
            }
            found.dedup();
            assert_eq!(found, sizes, "{max_bytes} bytes");
        }
    }

    /// Returns the number of used entries of two words.
    fn used(lines: &[CacheLine]) -> usize {
        let last = lines.iter().flat_map(|line| line.0.iter().skip(1).step_by(2));
        last.filter(|last| last.load(Relaxed) != 0).count()
    }

    #[test]
    fn a_sample_tells_how_full_a_table_is() {
        let mut table = Table::<u64, Short>::new(1 << 18);
        assert!(!table.is_crowded());
        assert_eq!(table.next_bytes(), 1 << 18);
        // The sample of `bytes_used` covers all of so small a table, that of
        // `is_crowded` its first 256 lines of four entries.
        for number in 0..2000 {
            table.put(&key(number, narrow), Short(1));
            assert_eq!(table.bytes_used(), 16 * used(&table.lines), "{number}");
            assert_eq!(table.is_crowded(), used(&table.lines[..256]) >= 256, "{number}");
        }
        assert!(table.is_crowded());
        table.grow_if_crowded();
        // A table that may not grow is never crowded.
        assert_eq!((table.next_bytes(), table.bytes()), (1 << 18, 1 << 18));
        (0..30_000).for_each(|number| table.put(&key(number, narrow), Short(1)));
        assert!(!table.is_crowded());

        let mut table = Table::<u64, Short>::new(1 << 20);
        for number in 0..20_000 {
            table.put(&key(number, narrow), Short(1));
            table.grow_if_crowded();
        }
        assert_eq!(table.bytes(), 1 << 20);
        let (told, all) = (table.bytes_used(), 16 * used(&table.lines));
        assert!(told.abs_diff(all) < all / 10, "{told} of {all}");
        assert!(all > 1 << 18);
    }

    /// Tears an entry: some words are of one key, the others of another.
    fn assert_torn_entries_are_not_found<W: Word, T>(square: fn(usize) -> W, value: fn(u64) -> T)
    where
        T: Value<W> + PartialEq + std::fmt::Debug,
    {
        // The two keys differ in all of their parts.
        let sets = [[1, 2, 3], [4, 5, 6]];
        let key = |[red, black, kings]: [usize; 3], deep: bool, player: bool| {
            let [red, black, kings] = [red, black, kings].map(|digit| Bitboard(square(digit)));
            let depth = if deep { 9 } else { 5 };
            let pieces = Pieces { red, black, kings };
            let key = if player { Key::new::<Red>(pieces, depth) } else { Key::new::<Black>(pieces, depth) };
            key.unwrap()
        };
        let written = |which: usize| {
            let table = Table::<W, T>::new(64);
            table.put(&key(sets[which], which == 0, which == 0), value(which as u64));
            let words = &table.lines[0].0;
            words.iter().take(Table::<W, T>::WORDS).map(|word| word.load(Relaxed)).collect::<Vec<_>>()
        };
        let wholes = [written(0), written(1)];
        for taken in 0..1_usize << Table::<W, T>::WORDS {
            let words = (0..Table::<W, T>::WORDS).map(|place| wholes[taken >> place & 1][place]);
            let table = Table::<W, T>::new(64);
            words.clone().zip(&table.lines[0].0).for_each(|(word, place)| place.store(word, Relaxed));
            let whole = wholes.iter().position(|whole| words.clone().eq(whole.iter().copied()));
            for mix in 0..32_usize {
                let from = |bit: usize| mix >> bit & 1;
                let mixed = [0, 1, 2].map(|set| sets[from(set)][set]);
                let found = table.get(&key(mixed, from(3) == 0, from(4) == 0));
                let expected = whole.filter(|&whole| mix == [0, 31][whole]).map(|whole| value(whole as u64));
                assert_eq!(found, expected, "{taken:b} {mix:b}");
            }
        }
    }

    #[test]
    fn an_entry_torn_by_two_writers_is_no_entry() {
        assert_torn_entries_are_not_found::<u64, Short>(narrow, Short);
        assert_torn_entries_are_not_found::<u64, Long>(narrow, Long);
        assert_torn_entries_are_not_found::<u128, Short>(wide, Short);
        assert_torn_entries_are_not_found::<u128, Long>(wide, Long);
    }

    /// A value that is its own priority.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Prioritized(u64);

    impl<W: Word> Value<W> for Prioritized {
        const HAS_WORD: bool = false;
        fn pack(self) -> (u64, u64) {
            (self.0, 0)
        }
        fn unpack(bits: u64, _: u64) -> Prioritized {
            Prioritized(bits)
        }
        fn priority(self) -> u64 {
            self.0
        }
    }

    #[test]
    fn the_least_depth_is_replaced_and_of_that_the_lowest_priority() {
        let key = |number: usize, depth| {
            let pieces =
                Pieces { red: Bitboard(narrow(number)), black: Bitboard(0), kings: Bitboard(narrow(number)) };
            Key::<u64>::new::<Red>(pieces, depth).unwrap()
        };
        // Depth and priority of the four entries of a line; the one replaced.
        for (entries, gone) in [
            ([(7, 1), (5, 9), (9, 1), (6, 1)], 1),
            ([(7, 9), (8, 1), (16, 9), (32, 1)], 0),
            ([(5, 3), (5, 2), (5, 1), (5, 4)], 2),
            ([(5, 3), (6, 1), (5, 2), (5, 4)], 2),
        ] {
            let table = Table::<u64, Prioritized>::new(64);
            // A key that is written again keeps its entry.
            for _ in 0..2 {
                for (number, (depth, priority)) in entries.into_iter().enumerate() {
                    table.put(&key(number, depth), Prioritized(priority));
                }
            }
            table.put(&key(7, 1), Prioritized(1));
            assert_eq!(table.get(&key(7, 1)), Some(Prioritized(1)));
            for (number, (depth, priority)) in entries.into_iter().enumerate() {
                let expected = (number != gone).then_some(Prioritized(priority));
                assert_eq!(table.get(&key(number, depth)), expected, "{entries:?} {number}");
            }
        }
    }

    #[test]
    fn an_entry_torn_by_two_writers_is_not_made_whole_when_the_table_grows() {
        let mut table = Table::<u64, Short>::new(1 << 18);
        (0..3000).for_each(|number| table.put(&key(number, narrow), Short(1)));
        let written = used(&table.lines);
        for last in table.lines.iter().flat_map(|line| line.0.iter().skip(1).step_by(2)) {
            // The last word is that of another entry, with other kings.
            if last.load(Relaxed) != 0 {
                last.fetch_xor(0xff << 40, Relaxed);
            }
        }
        let bytes = table.bytes();
        table.grow_if_crowded();
        assert!(table.bytes() > bytes);
        // One in as many as there were lines lies where it belongs by chance.
        let left = used(&table.lines);
        assert!(left < written / 100, "{left} of {written}");
    }
}
