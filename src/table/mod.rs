//! The transposition table: what has been found out about positions.
//!
//! An entry holds the whole position, so that no two share one, and answers
//! only for the remaining depth it was searched with: the answer at another
//! depth is another.
//!
//! ```text
//!        the first words              the last word
//! 8×8    red 32, black 32           | kings 32, black to move 1, depth 15, value 16
//! other  red, black, kings 128 each | black to move 1, depth 32, value 20
//! ```
//!
//! A value that takes more bits has a word of its own besides. Words are
//! atomic, for threads to share without locks. The first is stored mixed with
//! the others, so that words of two entries that were written at one moment
//! pass for a third only by a chance of 2⁻⁶⁴ (R. Hyatt and T. Mann, *A lockless
//! transposition table implementation for parallel search*, 2002).

mod key;

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::bitboard::Word;
use crate::mixer::spread;
use crate::resources::has_memory_for;
use key::{Form, Words};

pub(crate) use key::{Key, value_bits};

/// What the table remembers about a position.
pub(crate) trait Value<W>: Copy {
    /// Whether the value has a word of its own.
    const HAS_WORD: bool;

    /// The value in the bits that the last word has for it, which are never
    /// all zeros, and its own word.
    fn pack(self) -> (u64, u64);

    /// The value of these bits and of its own word.
    fn unpack(bits: u64, word: u64) -> Self;

    /// How much it is worth to keep among values of one depth. All are alike
    /// unless a value says otherwise.
    #[inline]
    fn worth(self) -> u64 {
        0
    }
}

/// A cache line: as many entries as fit, one of a board in wide words.
#[repr(align(64))]
#[derive(Default)]
struct Line([AtomicU64; 8]);

/// A table of values, which several threads may use at once.
pub(crate) struct Table<W, T> {
    lines: Vec<Line>,
    /// The lines it has when it has grown as often as it may.
    most_lines: usize,
    /// How often it may still grow.
    growths: u32,
    types: PhantomData<(W, T)>,
}

impl<W: Word, T: Value<W>> Table<W, T> {
    /// The most lines of a table at first: small questions do not pay for a large one.
    const FIRST_LINES: usize = (1 << 16) / size_of::<Line>();
    /// How often a table doubles in size when it grows.
    const DOUBLINGS: u32 = 2;
    /// The words of an entry before the last, and with it.
    const FIRST_WORDS: usize = Form::<W>::POSITION_WORDS + if T::HAS_WORD { 1 } else { 0 };
    const WORDS: usize = Self::FIRST_WORDS + 1;

    /// A table of 64 KiB or less that becomes four times as large as often as
    /// it is crowded, until it has `most_bytes`; of a line, if they are less.
    ///
    /// While it grows there is the smaller one besides: a quarter more than
    /// `most_bytes`, the last time.
    pub(crate) fn new(most_bytes: usize) -> Table<W, T> {
        let most_lines = (most_bytes / size_of::<Line>()).max(1);
        let lines = |growths: u32| most_lines >> (growths * Self::DOUBLINGS);
        let growths = (0..usize::BITS / Self::DOUBLINGS)
            .find(|&growths| lines(growths) <= Self::FIRST_LINES)
            .unwrap_or_default();
        Table {
            lines: std::iter::repeat_with(Line::default).take(lines(growths)).collect(),
            most_lines,
            growths,
            types: PhantomData,
        }
    }

    /// The bytes it has.
    pub(crate) fn bytes(&self) -> usize {
        self.lines.len() * size_of::<Line>()
    }

    /// What is known about a key.
    #[inline]
    pub(crate) fn get(&self, key: &Key<W>) -> Option<T> {
        self.entries(key).find_map(|entry| Self::read(entry, key))
    }

    /// Remembers the value of a key.
    #[inline]
    pub(crate) fn put(&self, key: &Key<W>, value: T) {
        Self::write(self.place(key), key, value);
    }

    /// The bytes it has after [`grow_if_crowded`](Self::grow_if_crowded), if it is.
    pub(crate) fn larger_bytes(&self) -> usize {
        self.larger() * size_of::<Line>()
    }

    fn larger(&self) -> usize {
        match self.growths.checked_sub(1) {
            Some(growths) => self.most_lines >> (growths * Self::DOUBLINGS),
            None => self.lines.len(),
        }
    }

    /// The bytes in use, as far as a look at a part of it tells.
    pub(crate) fn bytes_used(&self) -> usize {
        const SAMPLE: usize = 1 << 12;
        let (used, all) = Self::fill(self.lines.iter().step_by(self.lines.len().div_ceil(SAMPLE)));
        used * (self.bytes() / all)
    }

    /// Whether it is a quarter full, as far as a look at a part of it tells,
    /// and may still grow.
    pub(crate) fn is_crowded(&self) -> bool {
        const SAMPLE: usize = 256;
        let (used, all) = Self::fill(self.lines.iter().take(SAMPLE));
        used * 4 >= all && self.growths > 0
    }

    /// How many entries of some lines are in use, and how many there are.
    fn fill<'a>(lines: impl Iterator<Item = &'a Line>) -> (usize, usize) {
        lines.flat_map(Self::entries_of).fold((0, 0), |(used, all), entry| {
            (used + usize::from(entry[Self::WORDS - 1].load(Relaxed) != 0), all + 1)
        })
    }

    /// Makes the table larger, if it is crowded. Where the system has no
    /// memory to give, it stays as it is.
    pub(crate) fn grow_if_crowded(&mut self) {
        if !self.is_crowded() {
            return;
        }
        let larger = self.larger();
        let mut lines = Vec::new();
        if lines.try_reserve_exact(larger).is_err() || !has_memory_for(0) {
            self.growths = 0;
            return;
        }
        self.growths -= 1;
        lines.resize_with(larger, Line::default);
        let old = std::mem::replace(&mut self.lines, lines);
        for (number, line) in old.iter().enumerate() {
            for (key, value) in Self::entries_of(line).filter_map(Self::decode) {
                // Words of two entries make up a key that belongs anywhere. To
                // move it there would make it a whole entry.
                if line_of(&key, old.len()) == number {
                    self.put(&key, value);
                }
            }
        }
    }

    /// The entries of a line.
    #[inline]
    fn entries_of(line: &Line) -> impl Iterator<Item = &[AtomicU64]> {
        line.0.chunks_exact(Self::WORDS)
    }

    /// The entries among which a key is looked for.
    #[inline]
    fn entries(&self, key: &Key<W>) -> impl Iterator<Item = &[AtomicU64]> {
        Self::entries_of(&self.lines[line_of(key, self.lines.len())])
    }

    /// The entry to write a key to: its own, or else the one of the least
    /// depth, and of those the one worth least.
    #[inline]
    fn place(&self, key: &Key<W>) -> &[AtomicU64] {
        let rank = |entry: &&[AtomicU64]| match Self::read(entry, key) {
            Some(_) => (0, 0),
            None => (1 + Self::depth(entry), Self::worth(entry)),
        };
        self.entries(key).min_by_key(rank).unwrap_or_default()
    }

    /// What a whole entry says; `None` if it is empty.
    fn decode(entry: &[AtomicU64]) -> Option<(Key<W>, T)> {
        let (last, words) = entry.split_last()?;
        let last = last.load(Relaxed);
        let mut first = [0; 7];
        for (word, stored) in first.iter_mut().zip(words) {
            *word = stored.load(Relaxed);
        }
        first[0] ^= Self::mixture(last, &first);
        (last != 0).then(|| {
            let value = T::unpack(Self::value_of(last), first[Form::<W>::POSITION_WORDS]);
            let key = last >> Form::<W>::VALUE_BITS << Form::<W>::VALUE_BITS;
            (Key::from_words(key, first), value)
        })
    }

    #[inline]
    fn read(entry: &[AtomicU64], key: &Key<W>) -> Option<T> {
        let last = entry[Self::WORDS - 1].load(Relaxed);
        // A value is never all zeros, so that an empty entry has no key.
        if last == 0 || (last ^ key.last) >> Form::<W>::VALUE_BITS != 0 {
            return None;
        }
        let mut first = key.first;
        if T::HAS_WORD {
            first[Form::<W>::POSITION_WORDS] = entry[Form::<W>::POSITION_WORDS].load(Relaxed);
        }
        let is_key = entry[0].load(Relaxed) == first[0] ^ Self::mixture(last, &first)
            && (1..Form::<W>::POSITION_WORDS).all(|word| entry[word].load(Relaxed) == first[word]);
        is_key.then(|| T::unpack(Self::value_of(last), first[Form::<W>::POSITION_WORDS]))
    }

    #[inline]
    fn write(entry: &[AtomicU64], key: &Key<W>, value: T) {
        let (bits, word) = value.pack();
        debug_assert!(bits != 0 && bits >> Form::<W>::VALUE_BITS == 0, "{bits:x} does not fit");
        let last = key.last | bits;
        let mut first = key.first;
        if T::HAS_WORD {
            first[Form::<W>::POSITION_WORDS] = word;
        }
        first[0] ^= Self::mixture(last, &first);
        if let Some((last_place, places)) = entry.split_last() {
            last_place.store(last, Relaxed);
            for (place, word) in places.iter().zip(first) {
                place.store(word, Relaxed);
            }
        }
    }

    /// What the first word of an entry is mixed with: made of all the others.
    #[inline]
    fn mixture(last: u64, first: &Words) -> u64 {
        let others = first.iter().take(Self::FIRST_WORDS).skip(1);
        others.fold(spread(last), |mixture, &word| spread(mixture.rotate_left(5) ^ word))
    }

    #[inline]
    fn value_of(last: u64) -> u64 {
        last & ((1 << Form::<W>::VALUE_BITS) - 1)
    }

    /// What the value of an entry says that it is worth.
    #[inline]
    fn worth(entry: &[AtomicU64]) -> u64 {
        let word = if T::HAS_WORD { entry[Form::<W>::POSITION_WORDS].load(Relaxed) } else { 0 };
        match Self::value_of(entry[Self::WORDS - 1].load(Relaxed)) {
            // The entry is empty.
            0 => 0,
            bits => T::unpack(bits, word).worth(),
        }
    }

    /// The remaining depth of an entry; 0 if it is empty.
    #[inline]
    fn depth(entry: &[AtomicU64]) -> u64 {
        entry[Self::WORDS - 1].load(Relaxed) >> Form::<W>::VALUE_BITS & u64::from(Form::<W>::MAX_DEPTH)
    }
}

/// The line for a key, of so many.
#[inline]
fn line_of<W>(key: &Key<W>, lines: usize) -> usize {
    // The upper half of the product of the hash, as a fraction of 2^64, and
    // the number of lines.
    let line = (u128::from(key.hash) * lines as u128) >> 64;
    usize::try_from(line).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::bitboard::Bitboard;
    use crate::board::Pieces;
    use crate::variant::{Black, Red};

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

    /// The `number`th of many positions that differ in one of the sets, the
    /// player and the depth, or in several.
    fn key<W: Word>(number: u64, square: impl Fn(usize) -> W) -> Key<W> {
        let set = |digit| Bitboard(square(usize::try_from(digit).unwrap()));
        let pieces = Pieces { red: set(number % 8), black: set(number / 8 % 8), kings: set(number / 64 % 8) };
        // A depth of 0 counts as an empty entry: nothing so short is remembered.
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

    fn never_takes_one_for_another<W: Word, T>(most_bytes: usize, square: fn(usize) -> W, value: fn(u64) -> T)
    where
        T: Value<W> + PartialEq + std::fmt::Debug,
    {
        let mut table = Table::<W, T>::new(most_bytes);
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
            assert!(table.bytes() <= most_bytes.max(64));
        }
        let mut found = 0;
        for number in 0..30_000 {
            if let Some(known) = table.get(&key(number, square)) {
                assert_eq!(Some(known), written.get(&number).map(|&round| value(round)), "{number}");
                found += 1;
            }
        }
        let all = written.len();
        assert!(if most_bytes < 1 << 24 { found < all } else { found > all / 2 }, "{found} of {all}");
    }

    #[test]
    fn a_table_answers_with_what_was_written_last_or_not_at_all() {
        for most_bytes in [0, 64, 4096, 1 << 18, 1 << 24] {
            never_takes_one_for_another::<u64, Short>(most_bytes, narrow, |n| Short(n % 0xffff));
            never_takes_one_for_another::<u64, Long>(most_bytes, narrow, Long);
            never_takes_one_for_another::<u128, Short>(most_bytes, wide, |n| Short(n % 0xffff));
            never_takes_one_for_another::<u128, Long>(most_bytes, wide, Long);
        }
    }

    #[test]
    fn a_table_grows_by_fours_up_to_all_it_may_have() {
        for (most_bytes, sizes) in [
            (63, &[64][..]),
            (1 << 16, &[1 << 16]),
            ((1 << 16) + 64, &[1 << 14, (1 << 16) + 64]),
            (3 << 20, &[48 << 10, 192 << 10, 768 << 10, 3 << 20]),
        ] {
            let mut table = Table::<u64, Short>::new(most_bytes);
            let mut found = vec![table.bytes()];
            for number in 0..300_000 {
                table.put(&key(number, narrow), Short(1));
                if number % 100 == 0 {
                    table.grow_if_crowded();
                    found.push(table.bytes());
                }
            }
            found.dedup();
            assert_eq!(found, sizes, "{most_bytes} bytes");
        }
    }

    /// How many entries of two words are in use.
    fn used(lines: &[Line]) -> usize {
        let last = lines.iter().flat_map(|line| line.0.iter().skip(1).step_by(2));
        last.filter(|last| last.load(Relaxed) != 0).count()
    }

    #[test]
    fn how_full_a_table_is_shows_in_a_part_of_it() {
        let mut table = Table::<u64, Short>::new(1 << 18);
        assert!(!table.is_crowded());
        assert_eq!(table.larger_bytes(), 1 << 18);
        // All of so small a table is looked at for the use, and the first 256
        // lines of four entries to see whether it is crowded.
        for number in 0..2000 {
            table.put(&key(number, narrow), Short(1));
            assert_eq!(table.bytes_used(), 16 * used(&table.lines), "{number}");
            assert_eq!(table.is_crowded(), used(&table.lines[..256]) >= 256, "{number}");
        }
        assert!(table.is_crowded());
        table.grow_if_crowded();
        // Where it may not grow, it is not crowded.
        assert_eq!((table.larger_bytes(), table.bytes()), (1 << 18, 1 << 18));
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

    /// Writes two entries in one place, some words of one and the others of the other.
    fn never_makes_one_of_two<W: Word, T>(square: fn(usize) -> W, value: fn(u64) -> T)
    where
        T: Value<W> + PartialEq + std::fmt::Debug,
    {
        // They differ in everything.
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
        never_makes_one_of_two::<u64, Short>(narrow, Short);
        never_makes_one_of_two::<u64, Long>(narrow, Long);
        never_makes_one_of_two::<u128, Short>(wide, Short);
        never_makes_one_of_two::<u128, Long>(wide, Long);
    }

    /// A value that is worth itself.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Worth(u64);

    impl<W: Word> Value<W> for Worth {
        const HAS_WORD: bool = false;
        fn pack(self) -> (u64, u64) {
            (self.0, 0)
        }
        fn unpack(bits: u64, _: u64) -> Worth {
            Worth(bits)
        }
        fn worth(self) -> u64 {
            self.0
        }
    }

    #[test]
    fn the_least_depth_makes_room_and_of_that_the_least_worth() {
        let key = |number: usize, depth| {
            let pieces =
                Pieces { red: Bitboard(narrow(number)), black: Bitboard(0), kings: Bitboard(narrow(number)) };
            Key::<u64>::new::<Red>(pieces, depth).unwrap()
        };
        // Depth and worth of the four entries of a line; the one that gives way.
        for (entries, gone) in [
            ([(7, 1), (5, 9), (9, 1), (6, 1)], 1),
            ([(7, 9), (8, 1), (16, 9), (32, 1)], 0),
            ([(5, 3), (5, 2), (5, 1), (5, 4)], 2),
            ([(5, 3), (6, 1), (5, 2), (5, 4)], 2),
        ] {
            let table = Table::<u64, Worth>::new(64);
            // What is written again takes the place that it had.
            for _ in 0..2 {
                for (number, (depth, worth)) in entries.into_iter().enumerate() {
                    table.put(&key(number, depth), Worth(worth));
                }
            }
            table.put(&key(7, 1), Worth(1));
            assert_eq!(table.get(&key(7, 1)), Some(Worth(1)));
            for (number, (depth, worth)) in entries.into_iter().enumerate() {
                let expected = (number != gone).then_some(Worth(worth));
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
