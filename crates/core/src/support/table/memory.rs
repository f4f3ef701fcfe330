//! Reserves and clears the memory of a table. The parent module decides the size.

use std::sync::atomic::AtomicU64;

use zerocopy::{FromBytes, IntoBytes};

pub(super) const LINE_WORDS: usize = 8;

/// A cache line that threads share.
pub(super) type Line = [AtomicU64; LINE_WORDS];

/// Lines of memory, zero at first.
pub(super) enum Memory {
    /// Pages from the system, so lines are aligned to cache lines.
    #[cfg(any(unix, windows))]
    Mapped(memmap2::MmapMut),
    /// Memory from the allocator, for a few lines or if the system maps no pages. On 32-bit processors `u64`
    /// may be less aligned than `AtomicU64`, but `u128` is not.
    Allocated(Vec<u128>),
}

impl Memory {
    /// The minimum number of lines for which separate pages pay off.
    const MIN_MAPPED_LINES: usize = (1 << 12) / size_of::<Line>();

    /// Reserves this many lines; `None` if there is no memory for them.
    pub(super) fn reserve(lines: usize) -> Option<Memory> {
        #[cfg(any(unix, windows))]
        if lines >= Self::MIN_MAPPED_LINES
            && let Ok(map) = memmap2::MmapMut::map_anon(lines.checked_mul(size_of::<Line>())?)
        {
            // Large pages make address translation cheaper, which saves 10 to 20 % of the time of a deep
            // ranking. The table also works without them.
            #[cfg(target_os = "linux")]
            let _ = map.advise(memmap2::Advice::HugePage);
            return Some(Memory::Mapped(map));
        }
        let pairs = lines.checked_mul(LINE_WORDS / 2)?;
        let mut memory = Vec::new();
        memory.try_reserve_exact(pairs).ok()?;
        memory.resize(pairs, 0);
        Some(Memory::Allocated(memory))
    }

    pub(super) fn one_line() -> Memory {
        Memory::Allocated(vec![0; LINE_WORDS / 2])
    }

    pub(super) fn clear(&mut self) {
        self.bytes_mut().fill(0);
    }

    /// Returns the number of lines.
    pub(super) fn len(&self) -> usize {
        self.words().len() / LINE_WORDS
    }

    /// Returns the lines, for threads to read and write.
    #[inline]
    pub(super) fn lines(&mut self) -> &[Line] {
        <[Line]>::mut_from_bytes(self.bytes_mut()).expect("pages and words are aligned and whole")
    }

    #[inline]
    fn bytes_mut(&mut self) -> &mut [u8] {
        match self {
            #[cfg(any(unix, windows))]
            Memory::Mapped(map) => map,
            Memory::Allocated(pairs) => pairs.as_mut_bytes(),
        }
    }

    /// Returns all words. No thread writes to them while they are borrowed.
    pub(super) fn words(&self) -> &[u64] {
        let bytes = match self {
            #[cfg(any(unix, windows))]
            Memory::Mapped(map) => &map[..],
            Memory::Allocated(pairs) => pairs.as_bytes(),
        };
        <[u64]>::ref_from_bytes(bytes).expect("pages and words are aligned and whole")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn lines_are_zero_at_first_and_keep_written_values() {
        for len in [0, 1, Memory::MIN_MAPPED_LINES - 1, Memory::MIN_MAPPED_LINES, 3 << 15] {
            let mut memory = Memory::reserve(len).unwrap();
            assert_eq!((memory.len(), memory.words().len()), (len, len * LINE_WORDS));
            assert!(memory.words().iter().all(|&word| word == 0));
            for (number, word) in memory.lines().iter().flatten().enumerate() {
                word.store(number as u64, Relaxed);
            }
            assert!(memory.words().iter().copied().eq(0..(len * LINE_WORDS) as u64));
        }
    }

    #[test]
    fn more_than_can_be_is_refused() {
        for lines in [usize::MAX, usize::MAX / size_of::<Line>(), usize::MAX / size_of::<Line>() + 1] {
            assert!(Memory::reserve(lines).is_none(), "{lines}");
        }
    }
}
