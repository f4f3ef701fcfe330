//! Room for deep recursion.

use std::io;
use std::thread::{Builder, ScopedJoinHandle, scope};

use crate::resources::memory_for_thread;

/// Up to this many plies any caller's stack has the room.
const SHALLOW: u32 = 16;

/// More than any ply takes on the stack: in an optimised build the largest frame
/// of the search has 720 bytes, of perft 768 (read off the disassembly); without
/// optimisation the search takes 1.9 KiB a ply, perft 2.3 KiB.
const BYTES_PER_PLY: usize = 4096;

/// The least and the most that is asked for. Searches that go deeper than
/// there is room for in the most would take longer than anyone can wait: each
/// iteration goes only as deep as positions that were not searched before.
const LEAST: usize = 1 << 20;
const MOST: usize = 1 << 30;

/// Does work that may recurse `plies` deep: on a thread with a stack for it, if
/// that is deep. The system gives a stack memory only as it is used; where it
/// will not promise as much, less is asked for.
///
/// # Errors
///
/// If the system does not start the thread, or has no memory for it.
pub(crate) fn with_room_for<T: Send>(plies: u32, work: impl FnOnce() -> T + Send) -> io::Result<T> {
    if plies <= SHALLOW {
        return Ok(work());
    }
    let mut size = size_for(plies);
    let mut work = Some(work);
    let mut run = || work.take().map(|work| work());
    loop {
        let thread = Builder::new().stack_size(size);
        // A thread that does not start leaves the work as it was.
        let start = || scope(|scope| thread.spawn_scoped(scope, &mut run).map(ScopedJoinHandle::join));
        let done = match memory_for_thread(size) {
            Some(_kept) => start(),
            None => Err(io::ErrorKind::OutOfMemory.into()),
        };
        match done {
            Ok(Ok(done)) => return done.ok_or_else(|| io::Error::other("the work was done before")),
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) if size > LEAST => size /= 2,
            Err(why) => return Err(why),
        }
    }
}

/// The bytes of a stack for work that may recurse `plies` deep.
pub(crate) fn size_for(plies: u32) -> usize {
    (plies as usize).saturating_mul(BYTES_PER_PLY).clamp(LEAST, MOST)
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use super::*;

    fn recurse(plies: u32) -> u32 {
        // Without optimisation it is copied several times.
        let room = black_box([0_u8; BYTES_PER_PLY / 8]);
        match plies {
            0 => u32::from(room[0]),
            _ => recurse(plies - 1) + 1 + u32::from(black_box(room)[1]),
        }
    }

    #[test]
    fn there_is_room_for_a_hundred_thousand_plies() {
        assert_eq!(with_room_for(100_000, || recurse(100_000)).unwrap(), 100_000);
    }

    #[test]
    fn shallow_work_stays_on_its_thread() {
        let thread = || std::thread::current().id();
        assert_eq!(with_room_for(SHALLOW, thread).unwrap(), thread());
        assert_ne!(with_room_for(SHALLOW + 1, thread).unwrap(), thread());
    }
}
