//! Work on other threads, while Python looks for signals.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread::Builder;
use std::time::Duration;

use pyo3::prelude::*;

/// The time between two looks for signals.
pub const PERIOD: Duration = Duration::from_millis(50);

/// Does work on a thread of its own. When a signal's handler raises an error, such as
/// `KeyboardInterrupt`, `stop` tells the work to end, and the error is returned.
pub fn interruptibly<U: Send + 'static>(
    py: Python<'_>,
    stop: &Arc<AtomicBool>,
    work: impl FnOnce() -> U + Send + 'static,
) -> PyResult<U> {
    let (sender, mut receiver) = sync_channel(1);
    // Nobody may be there any more to receive the result.
    let thread = Builder::new().spawn(move || drop(sender.send(work())))?;
    loop {
        let receiver = &mut receiver;
        match py.detach(move || receiver.recv_timeout(PERIOD)) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(signal) = py.check_signals() {
                    stop.store(true, Relaxed);
                    return Err(signal);
                }
            }
            Err(RecvTimeoutError::Disconnected) => match thread.join() {
                Err(panic) => resume_unwind(panic),
                Ok(()) => unreachable!("a thread that ends well has sent its result"),
            },
        }
    }
}
