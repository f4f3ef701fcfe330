//! Tests that work ends when another thread stops it.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// Far more time than a search takes to notice the stop flag.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Runs `work`, raises the flag once it `is_running`, and returns its result. Aborts the test if the work
/// does not stop.
pub fn stopped<T: Send>(
    flag: &AtomicBool,
    is_running: impl Fn() -> bool,
    work: impl FnOnce() -> T + Send,
) -> T {
    let (sender, done) = channel();
    thread::scope(|scope| {
        scope.spawn(move || sender.send(work()));
        while !is_running() {
            thread::yield_now();
        }
        flag.store(true, Relaxed);
        done.recv_timeout(TIMEOUT).unwrap_or_else(|why| {
            eprintln!("the work does not stop: {why}");
            std::process::abort()
        })
    })
}
