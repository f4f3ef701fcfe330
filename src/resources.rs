//! What long computations may use.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::thread;

/// What a [`Ranker`](crate::Ranker) or a [`Perft`](crate::Perft) may use. The
/// results do not depend on it.
///
/// Besides the table, each thread takes 1 MiB and its stack, of which it uses
/// little unless the depth is in the thousands. A ranking at depth 26 or more
/// may take up to 350 MiB for a while, if it comes to work out all positions
/// that can be reached; where there is no memory for that, it searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// The number of threads; where the system starts no more, fewer will do.
    /// By default, as many as there are processors.
    pub threads: NonZeroUsize,
    /// The most bytes of the table, which grows as it is needed, by fours; while
    /// it does, up to a quarter more. By default, 256 MiB.
    pub table_bytes: usize,
}

impl Default for Resources {
    fn default() -> Resources {
        let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Resources::with_threads(threads)
    }
}

impl Resources {
    /// So many threads, and otherwise the default.
    pub(crate) fn with_threads(threads: NonZeroUsize) -> Resources {
        Resources { threads, table_bytes: 256 << 20 }
    }

    /// Asks the system for the memory that the table may come to need, and
    /// gives it back.
    pub(crate) fn check_memory(self) -> Result<(), NoMemory> {
        let bytes = self.table_bytes;
        if has_memory(bytes) { Ok(()) } else { Err(NoMemory { bytes }) }
    }
}

/// Whether there are so many bytes and besides them some for what cannot be
/// done without.
pub(crate) fn has_memory_for(bytes: usize) -> bool {
    has_memory(bytes.saturating_add(8 << 20))
}

/// Whether the system has so many bytes, and still some when one more thread
/// has started. For its first allocation glibc reserves 64 MiB of addresses.
///
/// To ask for less would not do for another reason: what is given back, up to 32
/// MiB, glibc may keep and give again when it is next asked, while the system,
/// from which threads have their stacks, has nothing left.
pub(crate) fn has_memory_for_thread(bytes: usize) -> bool {
    has_memory_for(bytes.saturating_add(64 << 20))
}

/// Whether the system would give so much memory.
fn has_memory(bytes: usize) -> bool {
    // What nobody looks at need not be asked for.
    black_box(&mut Vec::<u8>::new()).try_reserve_exact(bytes).is_ok()
}

/// What a computation has used of its [`Resources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// The most threads that worked at a time.
    pub threads: usize,
    /// The bytes of the table.
    pub table_bytes: usize,
    /// About how many of them are in use, as a look at a part of it tells.
    pub table_used: usize,
}

impl Default for Usage {
    /// The caller's thread and no table.
    fn default() -> Usage {
        Usage { threads: 1, table_bytes: 0, table_used: 0 }
    }
}

/// The system has not the memory that a table may come to need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no memory for a table of {} MiB", bytes >> 20)]
pub struct NoMemory {
    /// The bytes asked for.
    pub bytes: usize,
}
