//! Hashing of positions: one multiplication per word.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// Mixes a word: every bit of the result depends on many bits of the word.
#[inline]
pub const fn spread(word: u64) -> u64 {
    // 2^64 divided by the golden ratio: Knuth, volume 3, section 6.4.
    let product = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 32
}

/// A map with positions, or other words, as keys.
pub type WordMap<K, V> = HashMap<K, V, BuildHasherDefault<WordHasher>>;

/// A set of positions, or of other words.
pub type WordSet<K> = HashSet<K, BuildHasherDefault<WordHasher>>;

/// A hasher for positions.
#[derive(Default)]
pub struct WordHasher(u64);
impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = spread(self.0.rotate_left(29) ^ word);
    }

    #[expect(clippy::cast_possible_truncation, reason = "one half is wanted, then the other")]
    fn write_u128(&mut self, words: u128) {
        self.write_u64(words as u64);
        self.write_u64((words >> 64) as u64);
    }

    // This is called with the discriminant of an enum.
    fn write_isize(&mut self, word: isize) {
        self.write_u64(word.cast_unsigned() as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
