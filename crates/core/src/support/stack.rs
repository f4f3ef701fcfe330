//! Stacks for deep recursion.

use std::io;
use std::thread::{Builder, ScopedJoinHandle, scope};

use crate::support::resources::reserve_for_thread;

/// The depth in plies for which every caller's stack has room.
const SHALLOW_PLIES: u32 = 16;

/// Upper bound on the stack of one ply. In an optimised build, the largest frame has 728 bytes in the search
/// and 768 in perft (read off the disassembly). Without optimisation, the search takes 1.9 KiB per ply and
/// perft 2.3 KiB.
const BYTES_PER_PLY: usize = 4096;

/// Bounds on the size of a stack. A search too deep for the largest stack would take longer than
/// anyone can wait, because each iteration recurses only through positions that were not searched
/// before.
const MIN_STACK_BYTES: usize = 1 << 20;
const MAX_STACK_BYTES: usize = 1 << 30;

/// Runs work that may recurse `plies` deep. If `plies` is large, runs the work on a thread with a large
/// enough stack. The system allocates the stack's memory only as it is used. If the system refuses the size,
/// tries a smaller stack.
///
/// # Errors
///
/// If the system does not start the thread, or has no memory for its stack.
pub fn with_stack_for<T: Send>(plies: u32, work: impl FnOnce() -> T + Send) -> io::Result<T> {
    if plies <= SHALLOW_PLIES {
        return Ok(work());
    }
    let (mut work, mut done) = (Some(work), None);
    run_on_thread(plies, &mut || done = work.take().map(|work| work()))?;
    done.ok_or_else(|| io::Error::other("the thread ended without a result"))
}

/// Runs work on a thread of its own. This function is not generic, so its code is compiled once, not once per
/// task and variant.
fn run_on_thread(plies: u32, work: &mut (dyn FnMut() + Send)) -> io::Result<()> {
    let mut size = size_for(plies);
    loop {
        let thread = Builder::new().stack_size(size);
        // The work is only borrowed, so another thread can be tried if this one does not start.
        let start = || scope(|scope| thread.spawn_scoped(scope, &mut *work).map(ScopedJoinHandle::join));
        let done = match reserve_for_thread(size) {
            Some(_reservation) => start(),
            None => Err(io::ErrorKind::OutOfMemory.into()),
        };
        match done {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) if size > MIN_STACK_BYTES => size /= 2,
            Err(why) => return Err(why),
        }
    }
}

/// Returns the size of a stack for work that may recurse `plies` deep.
pub fn size_for(plies: u32) -> usize {
    (plies as usize).saturating_mul(BYTES_PER_PLY).clamp(MIN_STACK_BYTES, MAX_STACK_BYTES)
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use super::*;

    fn recurse(plies: u32) -> u32 {
        // Without optimisation the array is copied several times.
        let room = black_box([0_u8; BYTES_PER_PLY / 8]);
        match plies {
            0 => u32::from(room[0]),
            _ => recurse(plies - 1) + 1 + u32::from(black_box(room)[1]),
        }
    }

    #[test]
    fn a_hundred_thousand_plies_fit_on_the_stack() {
        assert_eq!(with_stack_for(100_000, || recurse(100_000)).unwrap(), 100_000);
    }

    #[test]
    fn shallow_work_stays_on_its_thread() {
        let thread = || std::thread::current().id();
        assert_eq!(with_stack_for(SHALLOW_PLIES, thread).unwrap(), thread());
        assert_ne!(with_stack_for(SHALLOW_PLIES + 1, thread).unwrap(), thread());
    }
}
