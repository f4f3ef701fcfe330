//! The transposition table: what has been found out about positions.
//!
//! An entry holds the whole position, so that two are never taken for one
//! another, and answers only for the remaining depth it was searched with: the
//! score at another depth is another number.
//!
//! ```text
//!        the first words              the last word
//! 8×8    red 32, black 32           | kings 32, black to move 1, depth 15, bounds 8 + 8
//! other  red, black, kings 128 each | black to move 1, depth 32, bounds 10 + 10
//! ```
//!
//! Words are atomic, for threads to share without locks. The first is stored
//! mixed with the others, so that words of two entries that were written at
//! one moment do not pass for a third (R. Hyatt and T. Mann, *A lockless
//! transposition table implementation for parallel search*, 2002).

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::bitboard::{Bitboard, Word};
use crate::board::Pieces;
use crate::mixer::spread;
use crate::player::Player;
use crate::score::{BEYOND, Score};
use crate::variant::Side;

/// The bounds between which a value lies, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: Score,
    pub(super) upper: Score,
}

impl Bounds {
    pub(super) const UNKNOWN: Bounds = Bounds { lower: -BEYOND, upper: BEYOND };

    /// Takes note of the answer to whether the value reaches `bound`.
    pub(super) fn note(&mut self, answer: Score, bound: Score) {
        if answer >= bound {
            self.lower = answer;
        } else {
            self.upper = answer;
        }
    }
}

/// How entries for positions in words `W` are made.
struct Form<W>(W);

impl<W: Word> Form<W> {
    /// A word of 64 bits is a set of the standard board.
    const IS_STANDARD: bool = W::BITS == 64;
    /// The words of an entry: as many entries as fit make up a line.
    const WORDS: usize = if Self::IS_STANDARD { 2 } else { 8 };
    /// The bits of a bound. Scores are at most 99 or 64 on the standard board,
    /// and at most 248 on any other.
    const BOUND_BITS: u32 = if Self::IS_STANDARD { 8 } else { 10 };
    const MAX_DEPTH: u32 = if Self::IS_STANDARD { (1 << 15) - 1 } else { u32::MAX };
    /// Added to a bound to make it positive; further down stands for beyond.
    const MIDDLE: Score = 1 << (Self::BOUND_BITS - 1);

    /// The bits above the bounds in the last word, and the words before it.
    #[inline]
    fn pack(pieces: Pieces<W>, black_moves: bool, depth: u32) -> (u64, [u64; 7]) {
        let [red, black, kings] = [pieces.red, pieces.black, pieces.kings].map(halves);
        if Self::IS_STANDARD {
            let last = squeeze(kings[0]) << 16 | u64::from(black_moves) << 15 | u64::from(depth);
            (last, [squeeze(red[0]) | squeeze(black[0]) << 32, 0, 0, 0, 0, 0, 0])
        } else {
            let last = u64::from(black_moves) << 32 | u64::from(depth);
            (last, [red[0], red[1], black[0], black[1], kings[0], kings[1], 0])
        }
    }

    #[inline]
    fn pack_bounds(bounds: Bounds) -> u64 {
        let pack = |bound: Score| {
            let positive = bound.clamp(1 - Self::MIDDLE, Self::MIDDLE - 1) + Self::MIDDLE;
            u64::from(positive.unsigned_abs())
        };
        pack(bounds.lower) << Self::BOUND_BITS | pack(bounds.upper)
    }

    #[inline]
    fn unpack_bounds(last: u64) -> Bounds {
        let unpack = |bits: u64| {
            let positive = Score::try_from(bits & ((1 << Self::BOUND_BITS) - 1)).unwrap_or_default();
            match positive - Self::MIDDLE {
                bound if bound == 1 - Self::MIDDLE => -BEYOND,
                bound if bound == Self::MIDDLE - 1 => BEYOND,
                bound => bound,
            }
        };
        Bounds { lower: unpack(last >> Self::BOUND_BITS), upper: unpack(last) }
    }
}

/// The low and the high half of a set.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "each half is meant")]
fn halves<W: Word>(set: Bitboard<W>) -> [u64; 2] {
    let wide = set.0.to_wide();
    [wide as u64, (wide >> 64) as u64]
}

/// A set of the standard board without the gaps that its ghosts leave, one
/// after each eight squares.
#[inline]
const fn squeeze(set: u64) -> u64 {
    set & 0xff | set >> 1 & 0xff << 8 | set >> 2 & 0xff << 16 | set >> 3 & 0xff << 24
}

/// What an entry is about: a position, the player to move, the remaining depth.
#[derive(Clone, Copy)]
pub(super) struct Key<W> {
    /// The last word of the entry, the bounds left out.
    last: u64,
    /// The words before it.
    first: [u64; 7],
    hash: u64,
    word: PhantomData<W>,
}

impl<W: Word> Key<W> {
    /// The key of a position; `None` if the depth is too great for an entry.
    #[inline]
    pub(super) fn new<S: Side>(pieces: Pieces<W>, depth: u32) -> Option<Key<W>> {
        if depth > Form::<W>::MAX_DEPTH {
            return None;
        }
        let (last, first) = Form::<W>::pack(pieces, S::PLAYER == Player::Black, depth);
        Some(Key::from_words(last << (2 * Form::<W>::BOUND_BITS), first))
    }

    #[inline]
    fn from_words(last: u64, first: [u64; 7]) -> Key<W> {
        let words = first.iter().take(Form::<W>::WORDS - 1);
        let hash = words.fold(spread(last), |hash, &word| spread(hash.rotate_left(23) ^ word));
        Key { last, first, hash, word: PhantomData }
    }

    /// A number that any bits may be taken from.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    /// What the first word of an entry is mixed with: made of all the others.
    #[inline]
    fn mixture(last: u64, first: &[u64; 7]) -> u64 {
        let others = first.iter().take(Form::<W>::WORDS - 1).skip(1);
        others.fold(spread(last), |mixture, &word| spread(mixture.rotate_left(5) ^ word))
    }

    /// The first word of this key's entry, as it is stored.
    #[inline]
    fn sealed(&self, last: u64) -> u64 {
        self.first[0] ^ Self::mixture(last, &self.first)
    }
}

/// A cache line: four entries of the standard board, or one of another.
#[repr(align(64))]
#[derive(Default)]
struct Line([AtomicU64; 8]);

/// A table, which several threads may use at once.
pub(super) struct Table<W> {
    lines: Vec<Line>,
    /// The most bytes it has, but for a quarter more while it grows.
    most_bytes: usize,
    word: PhantomData<W>,
}

impl<W: Word> Table<W> {
    /// The bytes of a table at first: small questions do not pay for a large one.
    const FIRST_BYTES: usize = 1 << 16;
    /// How much larger a table becomes at a time.
    const GROWTH: usize = 4;

    /// A table of 64 KiB that becomes four times as large as often as it is
    /// crowded and `most_bytes` allow; of a line, if they are less.
    pub(super) fn new(most_bytes: usize) -> Table<W> {
        let lines = (Self::FIRST_BYTES.min(most_bytes) / size_of::<Line>()).max(1);
        Table {
            most_bytes,
            lines: std::iter::repeat_with(Line::default).take(lines).collect(),
            word: PhantomData,
        }
    }

    /// The bytes it has.
    pub(super) fn bytes(&self) -> usize {
        self.lines.len() * size_of::<Line>()
    }

    /// What is known about a key.
    #[inline]
    pub(super) fn get(&self, key: &Key<W>) -> Option<Bounds> {
        self.entries(key).find_map(|entry| Self::read(entry, key))
    }

    /// Takes note of the answer to whether the value of a key reaches `bound`.
    #[inline]
    pub(super) fn note(&self, key: &Key<W>, answer: Score, bound: Score) {
        let mut bounds = self.get(key).unwrap_or(Bounds::UNKNOWN);
        bounds.note(answer, bound);
        Self::write(self.place(key), key, bounds);
    }

    /// Makes the table larger if it is a quarter full and may still grow. Where
    /// the system has no memory to give, it stays as it is.
    pub(super) fn grow_if_crowded(&mut self) {
        const SAMPLE: usize = 256;
        let sample = self.lines.iter().take(SAMPLE).flat_map(|line| line.0.chunks_exact(Form::<W>::WORDS));
        let (used, all) = sample.fold((0, 0), |(used, all), entry| {
            (used + usize::from(entry[entry.len() - 1].load(Relaxed) != 0), all + 1)
        });
        let larger = self.lines.len() * Self::GROWTH;
        if used * 4 < all || larger * size_of::<Line>() > self.most_bytes {
            return;
        }
        let mut lines = Vec::new();
        if lines.try_reserve_exact(larger).is_err() {
            return;
        }
        lines.resize_with(larger, Line::default);
        let old = std::mem::replace(&mut self.lines, lines);
        for entry in old.iter().flat_map(|line| line.0.chunks_exact(Form::<W>::WORDS)) {
            if let Some((key, bounds)) = Self::decode(entry) {
                Self::write(self.place(&key), &key, bounds);
            }
        }
    }

    /// The entries among which a key is looked for.
    #[inline]
    fn entries(&self, key: &Key<W>) -> impl Iterator<Item = &[AtomicU64]> {
        // The upper half of the product of the hash, as a fraction of 2^64,
        // and the number of lines.
        let line = (u128::from(key.hash) * self.lines.len() as u128) >> 64;
        let line = &self.lines[usize::try_from(line).unwrap_or_default()];
        line.0.chunks_exact(Form::<W>::WORDS)
    }

    /// The entry to write a key to: its own, or else the one of the least depth.
    #[inline]
    fn place(&self, key: &Key<W>) -> &[AtomicU64] {
        let rank = |entry: &&[AtomicU64]| match Self::read(entry, key) {
            Some(_) => 0,
            None => 1 + Self::depth(entry),
        };
        self.entries(key).min_by_key(rank).unwrap_or_default()
    }

    /// What a whole entry says; `None` if it is empty.
    fn decode(entry: &[AtomicU64]) -> Option<(Key<W>, Bounds)> {
        let (last, words) = entry.split_last()?;
        let last = last.load(Relaxed);
        let mut first = [0; 7];
        for (word, stored) in first.iter_mut().zip(words) {
            *word = stored.load(Relaxed);
        }
        first[0] ^= Key::<W>::mixture(last, &first);
        (last != 0).then(|| {
            let bound_bits = 2 * Form::<W>::BOUND_BITS;
            (Key::from_words(last >> bound_bits << bound_bits, first), Form::<W>::unpack_bounds(last))
        })
    }

    #[inline]
    fn read(entry: &[AtomicU64], key: &Key<W>) -> Option<Bounds> {
        let (last, first) = entry.split_last()?;
        let last = last.load(Relaxed);
        // Bounds are never all zeros, so that an empty entry has no key.
        let is_key = last != 0
            && (last ^ key.last) >> (2 * Form::<W>::BOUND_BITS) == 0
            && first[0].load(Relaxed) == key.sealed(last)
            && first[1..].iter().zip(&key.first[1..]).all(|(found, &word)| found.load(Relaxed) == word);
        is_key.then(|| Form::<W>::unpack_bounds(last))
    }

    #[inline]
    fn write(entry: &[AtomicU64], key: &Key<W>, bounds: Bounds) {
        if let Some((last, first)) = entry.split_last() {
            let word = key.last | Form::<W>::pack_bounds(bounds);
            last.store(word, Relaxed);
            first[0].store(key.sealed(word), Relaxed);
            for (place, &word) in first[1..].iter().zip(&key.first[1..]) {
                place.store(word, Relaxed);
            }
        }
    }

    /// The remaining depth of an entry; 0 if it is empty.
    #[inline]
    fn depth(entry: &[AtomicU64]) -> u64 {
        let last = entry[entry.len() - 1].load(Relaxed);
        last >> (2 * Form::<W>::BOUND_BITS) & u64::from(Form::<W>::MAX_DEPTH)
    }
}
