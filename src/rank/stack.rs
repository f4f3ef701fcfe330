//! Room for deep recursion.

use super::RankError;

/// Depths up to this one need so little that any caller's stack has it.
const SHALLOW: u32 = 64;

/// More than any ply of the search takes (measured: 200 to 500 bytes).
const BYTES_PER_PLY: usize = 1024;

/// The recursion goes no deeper than there are plies between two visits of a
/// position with the same depth left, which the table remembers; this is
/// more of them than a search of many days has nodes to spend on one line.
const MOST_PLIES: u32 = 1 << 20;

/// Does work that may recurse `plies` deep, on a thread with a stack for it
/// if that is a lot. The system gives such a stack memory as it is used.
///
/// # Errors
///
/// If the system does not start the thread.
pub(super) fn with_room_for<T: Send>(plies: u32, work: impl FnOnce() -> T + Send) -> Result<T, RankError> {
    if plies <= SHALLOW {
        return Ok(work());
    }
    let size = (plies.min(MOST_PLIES) as usize + 1024) * BYTES_PER_PLY;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(size)
            .spawn_scoped(scope, work)
            .map_err(RankError::Thread)?;
        thread.join().map_err(|panic| std::panic::resume_unwind(panic))
    })
}
