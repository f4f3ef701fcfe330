//! Tests of the table.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;

use super::*;
use crate::model::bitboard::Bitboard;
use crate::model::board::Pieces;
use crate::model::variant::{Black, Red};
use crate::support::hash::spread;

/// A value that is stored in a word of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Long(u64);
/// A value that is stored without a word of its own.
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

/// Returns the key with this number. Keys differ in sets, player or depth.
fn key<W: Word>(number: u64, square: impl Fn(usize) -> W) -> Key<W> {
    let set = |digit| Bitboard(square(usize::try_from(digit).unwrap()));
    let pieces =
        Pieces { red: set(number % 16), black: set(number / 16 % 16), kings: set(number / 256 % 16) };
    // Avoid depth 0, whose entries are replaced like empty entries.
    let depth = u32::try_from(number / 8192 % 1024).unwrap() + 1;
    let key = if (number / 4096).is_multiple_of(2) {
        Key::new::<Red>(pieces, depth)
    } else {
        Key::new::<Black>(pieces, depth)
    };
    key.unwrap()
}

/// Returns one of 16 bits, which include squares in all rows of the 8×8 board.
fn narrow(digit: usize) -> u64 {
    1 << [0, 7, 9, 16, 18, 25, 27, 34, 1, 2, 10, 12, 19, 21, 28, 30][digit]
}

/// Returns one of 16 bits. The first and last bits of both 64-bit halves are among them.
fn wide(digit: usize) -> u128 {
    1 << [0, 62, 63, 64, 65, 90, 126, 127, 5, 33, 70, 80, 91, 100, 110, 125][digit]
}

fn assert_keys_stay_apart<W: Word, T>(max_bytes: usize, square: fn(usize) -> W, value: fn(u64) -> T)
where
    T: Value<W> + PartialEq + std::fmt::Debug,
{
    let mut table = Table::<W, T>::new(max_bytes);
    let mut written = HashMap::new();
    for round in 0..60_000 {
        let number = spread(round) % 30_000;
        table.shared().put(&key(number, square), value(round));
        written.insert(number, round);
        assert_eq!(table.shared().get(&key(number, square)), Some(value(round)));
        if round % 5000 == 4999 {
            let known = |table: &mut Table<W, T>| {
                (0..30_000).filter(|&n| table.shared().get(&key(n, square)).is_some()).count()
            };
            let before = known(&mut table);
            table.grow_if_crowded();
            assert_eq!(known(&mut table), before, "an entry was lost while the table grew");
        }
        assert!(table.bytes() <= max_bytes.max(64));
    }
    let mut found = 0;
    for number in 0..30_000 {
        if let Some(known) = table.shared().get(&key(number, square)) {
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
            table.shared().put(&key(number, narrow), Short(1));
            if number % 100 == 0 {
                table.grow_if_crowded();
                found.push(table.bytes());
            }
        }
        found.dedup();
        assert_eq!(found, sizes, "{max_bytes} bytes");
    }
}

#[test]
fn a_probe_finds_the_value_and_that_of_the_deepest_other_depth() {
    let key = |square, depth| {
        let red = Bitboard(narrow(square));
        Key::<u64>::new::<Red>(Pieces { red, black: Bitboard(1 << 34), kings: red }, depth).unwrap()
    };
    let mut table = Table::<u64, Short>::new(64);
    let table = table.shared();
    let probe = |square, depth| {
        let Probe { value, deepest_other } = table.probe(&key(square, depth));
        (value, deepest_other)
    };
    assert_eq!(probe(0, 5), (None, None));
    for (square, depth) in [(0, 5), (0, 9), (0, 7), (1, 11)] {
        table.put(&key(square, depth), Short(depth.into()));
    }
    assert_eq!(probe(0, 5), (Some(Short(5)), Some(Short(9))));
    assert_eq!(probe(0, 9), (Some(Short(9)), Some(Short(7))));
    assert_eq!(probe(0, 4), (None, Some(Short(9))));
    assert_eq!(probe(1, 5), (None, Some(Short(11))));
    assert_eq!(probe(2, 5), (None, None));
}

#[test]
fn a_table_grows_at_once_for_the_entries_expected() {
    // Entries of 16 bytes: 3,072 in 48 KiB.
    for (entries, bytes) in [(0, 48 << 10), (3072, 48 << 10), (3073, 192 << 10), (12_289, 768 << 10)]
        .into_iter()
        .chain([(196_608, 3 << 20), (u64::MAX, 3 << 20)])
    {
        let mut table = Table::<u64, Short>::new(3 << 20);
        table.shared().put(&key(7, narrow), Short(7));
        table.grow_for(entries);
        assert_eq!(table.bytes(), bytes, "{entries} entries");
        assert_eq!(table.shared().get(&key(7, narrow)), Some(Short(7)));
    }
}

/// Counts the used entries of a table whose entries have two words.
fn used(lines: &[Line]) -> usize {
    let last = lines.iter().flat_map(|line| line.iter().skip(1).step_by(2));
    last.filter(|last| last.load(Relaxed) != 0).count()
}

#[test]
fn a_sample_estimates_how_full_a_table_is() {
    let mut table = Table::<u64, Short>::new(1 << 18);
    assert!(!table.shared().is_crowded());
    assert_eq!(table.next_bytes(), 1 << 18);
    // In a table as small as this, the sample of `bytes_used` covers everything; the sample of
    // `is_crowded` covers the first 256 lines of four entries.
    for number in 0..2000 {
        table.shared().put(&key(number, narrow), Short(1));
        assert_eq!(table.bytes_used(), 16 * used(table.memory.lines()), "{number}");
        assert_eq!(table.shared().is_crowded(), used(&table.memory.lines()[..256]) >= 256, "{number}");
    }
    assert!(table.shared().is_crowded());
    table.grow_if_crowded();
    // A table that may not grow is never crowded.
    assert_eq!((table.next_bytes(), table.bytes()), (1 << 18, 1 << 18));
    (0..30_000).for_each(|number| table.shared().put(&key(number, narrow), Short(1)));
    assert!(!table.shared().is_crowded());

    let mut table = Table::<u64, Short>::new(1 << 20);
    for number in 0..20_000 {
        table.shared().put(&key(number, narrow), Short(1));
        table.grow_if_crowded();
    }
    assert_eq!(table.bytes(), 1 << 20);
    let (told, all) = (table.bytes_used(), 16 * used(table.memory.lines()));
    assert!(told.abs_diff(all) < all / 10, "{told} of {all}");
    assert!(all > 1 << 18);
}

/// Checks that no key finds a torn entry, in which some words are from one entry and the rest from another.
fn assert_torn_entries_are_not_found<W: Word, T>(square: fn(usize) -> W, value: fn(u64) -> T)
where
    T: Value<W> + PartialEq + std::fmt::Debug,
{
    // The two keys differ in every part.
    let sets = [[1, 2, 3], [4, 5, 6]];
    let key = |[red, black, kings]: [usize; 3], deep: bool, player: bool| {
        let [red, black, kings] = [red, black, kings].map(|digit| Bitboard(square(digit)));
        let depth = if deep { 9 } else { 5 };
        let pieces = Pieces { red, black, kings };
        let key = if player { Key::new::<Red>(pieces, depth) } else { Key::new::<Black>(pieces, depth) };
        key.unwrap()
    };
    let written = |which: usize| {
        let mut table = Table::<W, T>::new(64);
        table.shared().put(&key(sets[which], which == 0, which == 0), value(which as u64));
        let words = &table.memory.lines()[0];
        words.iter().take(SharedTable::<W, T>::ENTRY_WORDS).map(|word| word.load(Relaxed)).collect::<Vec<_>>()
    };
    let wholes = [written(0), written(1)];
    for taken in 0..1_usize << SharedTable::<W, T>::ENTRY_WORDS {
        let words = (0..SharedTable::<W, T>::ENTRY_WORDS).map(|place| wholes[taken >> place & 1][place]);
        let mut table = Table::<W, T>::new(64);
        words.clone().zip(&table.memory.lines()[0]).for_each(|(word, place)| place.store(word, Relaxed));
        let whole = wholes.iter().position(|whole| words.clone().eq(whole.iter().copied()));
        for mix in 0..32_usize {
            let from = |bit: usize| mix >> bit & 1;
            let mixed = [0, 1, 2].map(|set| sets[from(set)][set]);
            let found = table.shared().get(&key(mixed, from(3) == 0, from(4) == 0));
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
    // The depth and priority of each of a line's four entries, and the index of the replaced entry.
    for (entries, gone) in [
        ([(7, 1), (5, 9), (9, 1), (6, 1)], 1),
        ([(7, 9), (8, 1), (16, 9), (32, 1)], 0),
        ([(5, 3), (5, 2), (5, 1), (5, 4)], 2),
        ([(5, 3), (6, 1), (5, 2), (5, 4)], 2),
    ] {
        let mut table = Table::<u64, Prioritized>::new(64);
        // A key that is written again overwrites its own entry.
        for _ in 0..2 {
            for (number, (depth, priority)) in entries.into_iter().enumerate() {
                table.shared().put(&key(number, depth), Prioritized(priority));
            }
        }
        table.shared().put(&key(7, 1), Prioritized(1));
        assert_eq!(table.shared().get(&key(7, 1)), Some(Prioritized(1)));
        for (number, (depth, priority)) in entries.into_iter().enumerate() {
            let expected = (number != gone).then_some(Prioritized(priority));
            assert_eq!(table.shared().get(&key(number, depth)), expected, "{entries:?} {number}");
        }
    }
}

#[test]
fn an_entry_torn_by_two_writers_is_not_made_whole_when_the_table_grows() {
    let mut table = Table::<u64, Short>::new(1 << 18);
    (0..3000).for_each(|number| table.shared().put(&key(number, narrow), Short(1)));
    let written = used(table.memory.lines());
    for last in table.memory.lines().iter().flat_map(|line| line.iter().skip(1).step_by(2)) {
        // Change the kings in the last word, as if it came from another entry.
        if last.load(Relaxed) != 0 {
            last.fetch_xor(0xff << 40, Relaxed);
        }
    }
    let bytes = table.bytes();
    table.grow_if_crowded();
    assert!(table.bytes() > bytes);
    // With N lines, one torn entry in N is already in the right line by chance.
    let left = used(table.memory.lines());
    assert!(left < written / 100, "{left} of {written}");
}
