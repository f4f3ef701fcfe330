//! Threads and memory for long computations.

use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::thread;

/// Threads and memory that a `Ranker` or a `Perft` may use. Results do not depend on them.
///
/// In addition to the table, each thread reserves a stack, but uses little of it unless the depth is in the
/// thousands. A thread that would leave less than 8 MiB free is not started. A perft with a table takes up to
/// 8 MiB more per thread for positions that are counted together. A ranking that would take long may use up
/// to 384 MiB, in addition to the table, to compute the values of all positions with few pieces, or of all
/// positions that can be reached. The ranker keeps these values as long as they cover the positions that it
/// ranks. If there is no memory for the values, the ranker searches instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// The number of threads; by default, the number of processors, counted once. If the system starts fewer
    /// threads, those do the work.
    pub threads: NonZeroUsize,
    /// The size limit of the table in bytes, by default 256 MiB. The table grows
    /// as needed, by factors of four; while it grows, it takes up to a quarter more.
    pub table_bytes: usize,
}

impl Default for Resources {
    fn default() -> Resources {
        // Counting processors reads several files on Linux, so the count is cached.
        static PROCESSORS: OnceLock<NonZeroUsize> = OnceLock::new();
        let count = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Resources::with_threads(*PROCESSORS.get_or_init(count))
    }
}

impl Resources {
    /// Returns the default resources, with this number of threads.
    pub fn with_threads(threads: NonZeroUsize) -> Resources {
        Resources { threads, table_bytes: 256 << 20 }
    }

    /// Returns the share of one thread: one of these threads, and an equal part of the memory.
    #[must_use]
    pub fn per_thread(self) -> Resources {
        Resources { threads: NonZeroUsize::MIN, table_bytes: self.table_bytes / self.threads }
    }

    /// Checks that the system has the memory for the table at its full size.
    ///
    /// # Errors
    ///
    /// If the system has too little memory.
    pub fn check_memory(self) -> Result<(), NoMemory> {
        let bytes = self.table_bytes;
        if has_memory(bytes) { Ok(()) } else { Err(NoMemory { bytes }) }
    }
}

/// The number of bytes that must stay free for indispensable allocations.
const SPARE_BYTES: usize = 8 << 20;

/// The size in bytes of a glibc arena. glibc reserves one for the allocations of each new thread if the
/// address space is free, up to eight arenas per processor.
const ARENA_BYTES: usize = 64 << 20;

/// Returns whether the system has this much memory, plus `SPARE_BYTES`.
pub fn has_memory_for(bytes: usize) -> bool {
    has_memory(bytes.saturating_add(SPARE_BYTES))
}

/// Makes sure that a thread with this stack can start and leave memory to
/// spare. The caller keeps the reservation while the thread works. `None` if
/// there is too little memory.
pub(crate) fn reserve_for_thread(stack: usize) -> Option<Reservation> {
    if !has_memory_for(stack) {
        return None;
    }
    // glibc reserves an arena only if it fits. If an arena would take the last free memory, reserve enough
    // memory that it does not fit.
    let all = stack.saturating_add(ARENA_BYTES);
    let is_last = has_memory(all) && !has_memory(all.saturating_add(ARENA_BYTES / 2));
    Some(if is_last { map(ARENA_BYTES / 2) } else { None })
}

/// Unused memory, if any.
pub(crate) type Reservation = Option<Pages>;

/// Memory from the system, not from the allocator, except on systems without pages. Stacks come from the system,
/// which may be out of memory while the allocator still holds freed memory.
#[cfg(any(unix, windows))]
type Pages = memmap2::MmapMut;
#[cfg(not(any(unix, windows)))]
type Pages = Vec<u8>;

/// Maps this many bytes, if the system has them.
#[cfg(any(unix, windows))]
fn map(bytes: usize) -> Option<Pages> {
    memmap2::MmapMut::map_anon(bytes).ok()
}

#[cfg(not(any(unix, windows)))]
fn map(bytes: usize) -> Option<Pages> {
    let mut memory = Vec::new();
    memory.try_reserve_exact(bytes).ok()?;
    // Without `black_box` the compiler may remove the unused allocation.
    Some(std::hint::black_box(memory))
}

/// Returns whether the system has this much memory. Maps it for a moment, so no other thread should need memory at
/// the same time.
fn has_memory(bytes: usize) -> bool {
    bytes == 0 || map(bytes).is_some()
}

/// The threads and memory that a computation has used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// The maximum number of threads that worked at the same time.
    pub threads: usize,
    /// The size in bytes of the table and of the values computed for all positions with few pieces.
    pub table_bytes: usize,
    /// The part of `table_bytes` in use, estimated from a sample.
    pub table_used: usize,
}

impl Default for Usage {
    /// Returns the usage of one thread, the caller's, without a table.
    fn default() -> Usage {
        Usage { threads: 1, table_bytes: 0, table_used: 0 }
    }
}

/// An error: there is no memory for a table of full size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no memory for a table of {} MiB", bytes >> 20)]
pub struct NoMemory {
    /// The number of bytes requested.
    pub bytes: usize,
}
