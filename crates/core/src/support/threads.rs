//! Threads that work alongside the caller's thread.

use std::io;
use std::sync::{Barrier, Mutex, PoisonError, RwLock};
use std::thread::{Builder, scope};

use crate::support::resources::reserve_for_thread;
use crate::support::stack;

/// Runs `work` on one thread per input, with a stack for recursion `plies` deep, and `own` on the caller's
/// thread. `own` gets the number of threads started. If a thread cannot start, `own` gets the error as well,
/// and the inputs without a thread are dropped before `own` runs.
///
/// Threads start one after the other, and no work begins before all have started: `reserve_for_thread` takes
/// the free memory for a moment, and no other thread may need memory at the same time.
///
/// # Panics
///
/// If `work` panics, when all threads are done.
pub fn run_alongside<I: Send, T>(
    inputs: impl IntoIterator<Item = I>,
    plies: u32,
    work: impl Fn(I) + Sync,
    own: impl FnOnce(usize, Option<io::Error>) -> T,
) -> T {
    let (work, mut result) = (&work, None);
    let tasks = inputs.into_iter().map(|input| Box::new(move || work(input)) as Task<'_>);
    let own = |started, refused| result = Some(own(started, refused));
    run_tasks_alongside(Box::new(tasks), stack::size_for(plies), Box::new(own));
    result.expect("`own` has run")
}

type Task<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Does what [`run_alongside`] promises. This function is not generic, so its code is compiled once, not once
/// per task and variant.
fn run_tasks_alongside<'a>(
    tasks: Box<dyn Iterator<Item = Task<'a>> + 'a>,
    stack: usize,
    own: Box<dyn FnOnce(usize, Option<io::Error>) + 'a>,
) {
    let (gate, is_up) = (&RwLock::new(()), &Barrier::new(2));
    scope(|scope| {
        let start = |task: Task<'a>| {
            let begin = move || {
                is_up.wait();
                drop(gate.read());
                task();
            };
            let reservation = reserve_for_thread(stack).ok_or(io::ErrorKind::OutOfMemory)?;
            Builder::new().stack_size(stack).spawn_scoped(scope, begin)?;
            is_up.wait();
            io::Result::Ok(reservation)
        };
        let closed = gate.write();
        let (mut started, mut refused) = (Vec::new(), None);
        for task in tasks {
            match start(task) {
                Ok(reservation) => started.push(reservation),
                Err(why) => {
                    refused = Some(why);
                    break;
                }
            }
        }
        drop(closed);
        own(started.len(), refused);
    });
}

/// Runs `work` on each item, on `threads` threads including the caller's.
pub fn for_each<I: Iterator + Send>(items: I, threads: usize, work: impl Fn(I::Item) + Sync) {
    share(items, threads, 0, |items| items.for_each(&work));
}

/// Runs `work` once on each of `threads` threads, including the caller's. Each call gets an iterator over the
/// items that the threads share. The stacks of the other threads have room for recursion `plies` deep. When
/// the items end for one thread, they end for all. Returns the number of threads that ran: if the system
/// starts fewer threads, those take all items.
pub fn share<I: Iterator + Send>(
    items: I,
    threads: usize,
    plies: u32,
    work: impl Fn(&mut dyn Iterator<Item = I::Item>) + Sync,
) -> usize {
    let items = Mutex::new(items.fuse());
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || work(&mut std::iter::from_fn(next));
    let own = |others, _| {
        work();
        1 + others
    };
    run_alongside(1..threads, plies, |_| work(), own)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Mutex;
    use std::thread;

    use super::*;

    #[test]
    fn each_input_gets_a_thread_and_the_caller_works_too() {
        for count in [0, 1, 2, 9] {
            let done = Mutex::new(Vec::new());
            let own = run_alongside(
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
        run_alongside(
            inputs,
            0,
            |_| *begun.lock().unwrap() += 1,
            |started, refused| assert!(started == 9 && refused.is_none()),
        );
        assert_eq!(begun.into_inner().unwrap(), 9);
    }

    #[test]
    fn threads_share_the_items() {
        for threads in [0, 1, 2, 9] {
            let mut done = [false; 100];
            for_each(done.iter_mut(), threads, |done| *done = true);
            assert_eq!(done, [true; 100]);
            let (mut items, taken) = (0..9, Mutex::new(Vec::new()));
            let take_one = |items: &mut dyn Iterator<Item = _>| taken.lock().unwrap().extend(items.next());
            assert_eq!(share(&mut items, threads, 0, take_one), threads.max(1));
            let mut taken = taken.into_inner().unwrap();
            taken.sort_unstable();
            assert!(taken.into_iter().chain(items).eq(0..9));
        }
    }

    #[test]
    fn threads_have_stacks_for_deep_recursion() {
        fn recurse(plies: u32) -> u32 {
            let room = std::hint::black_box([0_u8; 400]);
            if plies == 0 { u32::from(room[0]) } else { recurse(plies - 1) + 1 + u32::from(room[1]) }
        }
        let sum = Mutex::new(0);
        run_alongside(
            [60_000; 2],
            60_000,
            |plies| *sum.lock().unwrap() += recurse(plies),
            |started, _| started,
        );
        assert_eq!(sum.into_inner().unwrap(), 120_000);
    }
}
