//! Threads that work beside the caller's.

use std::io;
use std::sync::{Barrier, RwLock};
use std::thread::{Builder, scope};

use crate::resources::memory_for_thread;
use crate::stack;

/// Does `work` for each of the `inputs`, on a thread of its own with a stack for
/// recursion `plies` deep, and `own` on this one meanwhile. `own` is told how many
/// other threads there are, and if they are fewer than inputs, why: the inputs
/// that are left are dropped before.
///
/// The threads start one after the other, and no work begins before all have
/// started. A thread has to have memory as it starts, and so has one that works:
/// neither can go on without. Looking how much is left takes it for a moment, in
/// which nobody else must need any.
///
/// A panic in `work` becomes one here, when all are done.
pub(crate) fn beside<I: Send, T>(
    inputs: impl IntoIterator<Item = I>,
    plies: u32,
    work: impl Fn(I) + Sync,
    own: impl FnOnce(usize, Option<io::Error>) -> T,
) -> T {
    let stack = stack::size_for(plies);
    let (work, gate, is_up) = (&work, &RwLock::new(()), &Barrier::new(2));
    scope(|scope| {
        let start = |input| {
            let kept = memory_for_thread(stack).ok_or(io::ErrorKind::OutOfMemory)?;
            let begin = move || {
                is_up.wait();
                drop(gate.read());
                work(input);
            };
            Builder::new().stack_size(stack).spawn_scoped(scope, begin)?;
            is_up.wait();
            Ok(kept)
        };
        let closed = gate.write();
        let (mut started, mut refused) = (Vec::new(), None);
        for input in inputs {
            match start(input) {
                Ok(kept) => started.push(kept),
                Err(why) => {
                    refused = Some(why);
                    break;
                }
            }
        }
        drop(closed);
        own(started.len(), refused)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Mutex;
    use std::thread;

    use super::*;

    #[test]
    fn each_input_has_a_thread_and_the_caller_works_too() {
        for count in [0, 1, 2, 9] {
            let done = Mutex::new(Vec::new());
            let own = beside(
                0..count,
                0,
                |input| done.lock().unwrap().push((input, thread::current().id())),
                |started, _| (started, thread::current().id()),
            );
            assert_eq!(own, (count, thread::current().id()));
            let (mut inputs, threads): (Vec<_>, HashSet<_>) = done.into_inner().unwrap().into_iter().unzip();
            inputs.sort_unstable();
            assert!(inputs.into_iter().eq(0..count));
            assert_eq!(threads.len(), count);
            assert!(!threads.contains(&thread::current().id()));
        }
    }

    #[test]
    fn no_work_begins_before_all_have_started() {
        let begun = Mutex::new(0);
        let inputs = (0..9).inspect(|_| assert_eq!(*begun.lock().unwrap(), 0));
        beside(
            inputs,
            0,
            |_| *begun.lock().unwrap() += 1,
            |started, refused| assert!(started == 9 && refused.is_none()),
        );
        assert_eq!(begun.into_inner().unwrap(), 9);
    }

    #[test]
    fn there_is_room_for_deep_work() {
        fn recurse(plies: u32) -> u32 {
            let room = std::hint::black_box([0_u8; 400]);
            if plies == 0 { u32::from(room[0]) } else { recurse(plies - 1) + 1 + u32::from(room[1]) }
        }
        let sum = Mutex::new(0);
        beside([60_000; 2], 60_000, |plies| *sum.lock().unwrap() += recurse(plies), |started, _| started);
        assert_eq!(sum.into_inner().unwrap(), 120_000);
    }
}
