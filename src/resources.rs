//! What long computations may use.

use std::num::NonZeroUsize;
use std::thread;

/// What a [`Ranker`](crate::Ranker) or a [`Perft`](crate::Perft) may use. The
/// results do not depend on it.
///
/// Besides the table, each thread takes 1 MiB and its stack, of which it uses
/// little unless the depth is in the thousands; none is started that would leave
/// less than 8 MiB. A ranking at depth 26 or more
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

/// Memory for what cannot be done without.
const SPARE: usize = 8 << 20;

/// What glibc reserves for the allocations of a thread that starts, if there is
/// as much: 64 MiB of addresses, for the first eight threads a processor.
const RESERVED: usize = 64 << 20;

/// Whether the system has so many bytes, and then some to spare.
pub(crate) fn has_memory_for(bytes: usize) -> bool {
    has_memory(bytes.saturating_add(SPARE))
}

/// The memory that a thread with a stack of so many bytes can start with, and that
/// leaves some to spare; to be kept while the thread works. `None` if there is
/// not as much.
pub(crate) fn memory_for_thread(stack: usize) -> Option<Kept> {
    if !has_memory_for(stack) {
        return None;
    }
    // What is reserved must not be nearly the last there is: with less, nothing is.
    let all = stack.saturating_add(RESERVED);
    let is_last = has_memory(all) && !has_memory(all.saturating_add(RESERVED / 2));
    Some(if is_last { Kept::new(RESERVED / 2) } else { Kept(None) })
}

pub(crate) use system::Kept;
use system::has_memory;

/// Asks the system and not the allocator: that may give what it kept when it was
/// given back, while the system, from which threads have their stacks, has
/// nothing left.
#[cfg(any(unix, windows))]
mod system {
    use memmap2::MmapMut;

    /// Memory that nobody else has.
    pub(crate) struct Kept(pub(super) Option<MmapMut>);

    impl Kept {
        /// So many bytes, if the system has as many.
        pub(super) fn new(bytes: usize) -> Kept {
            Kept(MmapMut::map_anon(bytes).ok())
        }
    }

    /// Whether the system would give so much memory. For a moment it has done so:
    /// nobody else should need any meanwhile.
    pub(super) fn has_memory(bytes: usize) -> bool {
        bytes == 0 || Kept::new(bytes).0.is_some()
    }
}

/// Asks the allocator where there is no other way.
#[cfg(not(any(unix, windows)))]
mod system {
    use std::hint::black_box;

    pub(crate) struct Kept(pub(super) Option<()>);

    impl Kept {
        pub(super) fn new(_: usize) -> Kept {
            Kept(None)
        }
    }

    pub(super) fn has_memory(bytes: usize) -> bool {
        // What nobody looks at need not be asked for.
        black_box(&mut Vec::<u8>::new()).try_reserve_exact(bytes).is_ok()
    }
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
