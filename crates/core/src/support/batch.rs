//! Batches: several threads process many items, and the results come out in order.

use std::io;
use std::iter::Fuse;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, Builder, JoinHandle};
use std::time::{Duration, Instant};

use crate::support::threads::run_alongside;

/// The maximum number of waiting results per thread. While one thread is busy with a long search, the others
/// continue until the queue holds this many results per thread.
const MAX_WAITING_RESULTS: usize = 64;

/// Polling interval of an iterator that waits for a result.
const POLL_INTERVAL: Duration = Duration::from_secs(60);

/// Results in the order of their items. Threads compute results ahead of the reader, and pause while the
/// reader is slow, so memory does not grow with the number of items.
///
/// Dropping the batch stops the threads, like raising the [stop flag](Self::stop_flag).
#[derive(Debug)]
pub struct Batch<U> {
    /// The results, finished or pending, in order.
    queue: Option<Receiver<Pending<U>>>,
    /// The next result, if it has been taken from the queue.
    head: Option<Pending<U>>,
    stop: Arc<AtomicBool>,
    /// The thread that started the others.
    host: Option<JoinHandle<()>>,
}

/// The receiver of a result, or of the panic of the thread that computed it.
type Pending<U> = Receiver<thread::Result<U>>;

/// The items that the threads take in turn.
struct Source<I: Iterator, U> {
    items: Fuse<I>,
    /// Receives one pending result per item, in the order of the items.
    queue: SyncSender<Pending<U>>,
}

impl<U: Send + 'static> Batch<U> {
    /// Starts threads that do `work` on each item, in order. Each thread has a state made by `begin`, which
    /// gets the batch's stop flag.
    ///
    /// Threads take items one at a time, and wait while the iterator is slow.
    ///
    /// # Errors
    ///
    /// If the system starts no thread. If it starts only some threads, they do all the work.
    pub fn start<I, S>(
        items: I,
        threads: NonZeroUsize,
        begin: impl Fn(&Arc<AtomicBool>) -> S + Send + Sync + 'static,
        work: impl Fn(&mut S, I::Item) -> U + Send + Sync + 'static,
    ) -> io::Result<Batch<U>>
    where
        I: IntoIterator,
        I::IntoIter: Send + 'static,
    {
        let (queue, results) = queue(threads);
        let source = Mutex::new(Source { items: items.into_iter().fuse(), queue });
        let stop = Arc::new(AtomicBool::new(false));
        let is_stopped = Arc::clone(&stop);
        let thread = move || {
            let mut state = begin(&is_stopped);
            while let Some((item, result)) = take(&source, &is_stopped) {
                // Send a panic as a result, so that the reader gets it at once: the other threads may wait a
                // long time for items before they end.
                let done = catch_unwind(AssertUnwindSafe(|| work(&mut state, item)));
                let panicked = done.is_err();
                // The receiver may be gone.
                let _ = result.send(done);
                if panicked {
                    return;
                }
            }
        };
        let others = threads.get() - 1;
        // In a box, so that the code that starts a thread is compiled once.
        let host: Box<dyn FnOnce() + Send> =
            Box::new(move || run_alongside(0..others, 0, |_| thread(), |_, _| thread()));
        let host = Builder::new().spawn(host)?;
        Ok(Batch { queue: Some(results), head: None, stop, host: Some(host) })
    }
}

/// Creates the queue for the results of this many threads. It reserves its memory at once, so it does not grow
/// beyond that of 1024 threads.
fn queue<U>(threads: NonZeroUsize) -> (SyncSender<Pending<U>>, Receiver<Pending<U>>) {
    sync_channel(MAX_WAITING_RESULTS * threads.get().min(1024))
}

/// Takes the next item, and makes a channel for its result. `None` at the end, after a stop, or if the
/// iterator of items has panicked.
fn take<I: Iterator, U>(
    source: &Mutex<Source<I, U>>,
    is_stopped: &AtomicBool,
) -> Option<(I::Item, SyncSender<thread::Result<U>>)> {
    let mut source = source.lock().ok()?;
    if is_stopped.load(Relaxed) {
        return None;
    }
    let item = source.items.next()?;
    let (result, pending) = sync_channel(1);
    // Waits for the reader while many results are unread. If the reader is gone, the work ends.
    source.queue.send(pending).ok()?;
    Some((item, result))
}

impl<U> Batch<U> {
    /// Returns a flag that ends the batch when it is raised: threads take no more items, and searches that
    /// check the flag stop within milliseconds.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Waits for the next result, for at most the given time.
    ///
    /// # Errors
    ///
    /// If the result is not ready in time, or there are no more results.
    ///
    /// # Panics
    ///
    /// If a thread panicked.
    pub fn next_within(&mut self, time: Duration) -> Result<U, RecvTimeoutError> {
        let started = Instant::now();
        if self.head.is_none() {
            let Some(queue) = &self.queue else { return Err(RecvTimeoutError::Disconnected) };
            let received = queue.recv_timeout(time);
            if matches!(received, Err(RecvTimeoutError::Disconnected)) {
                self.end();
                // Joining does not block: the host has dropped the queue's other end.
                if let Some(Err(panic)) = self.host.take().map(JoinHandle::join) {
                    resume_unwind(panic);
                }
            }
            self.head = Some(received?);
        }
        let head = self.head.take().expect("it has been received");
        match head.recv_timeout(time.saturating_sub(started.elapsed())) {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(panic)) => {
                self.end();
                resume_unwind(panic)
            }
            Err(RecvTimeoutError::Timeout) => {
                self.head = Some(head);
                Err(RecvTimeoutError::Timeout)
            }
            Err(RecvTimeoutError::Disconnected) => unreachable!("a thread sends a result, or its panic"),
        }
    }

    /// Stops the threads. Dropping the queue wakes a thread that waits for the reader.
    fn end(&mut self) {
        self.stop.store(true, Relaxed);
        self.queue = None;
    }
}

/// Waits for each result.
///
/// # Panics
///
/// If a thread panicked.
impl<U> Iterator for Batch<U> {
    type Item = U;

    fn next(&mut self) -> Option<U> {
        loop {
            match self.next_within(POLL_INTERVAL) {
                Ok(result) => return Some(result),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }
}

impl<U> Drop for Batch<U> {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_threads_has_a_queue() {
        for threads in [NonZeroUsize::MIN, NonZeroUsize::MAX] {
            queue::<()>(threads).0.try_send(sync_channel(1).1).unwrap();
        }
    }
}
