//! Does work on other threads while Python checks for signals.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use pyo3::prelude::*;
use rankmoves::{RankError, RankedMove, Ranker};
use rankmoves_core::{Position, Resources};

use crate::error;

pub const SIGNAL_POLL: Duration = Duration::from_millis(50);

/// The maximum time of a search on the calling thread. Longer searches run on a separate thread, where they
/// can be interrupted. Most searches finish before a thread could start.
const MAX_TIME_WITHOUT_THREAD: Duration = Duration::from_millis(20);

/// Does work on a separate thread. When a signal's handler raises an error, such as `KeyboardInterrupt`,
/// `stop` ends the work, and the error is returned.
pub fn interruptibly<U: Send + 'static>(
    py: Python<'_>,
    stop: &Arc<AtomicBool>,
    work: impl FnOnce() -> U + Send + 'static,
) -> PyResult<U> {
    let (sender, mut receiver) = sync_channel(1);
    // The receiver may be gone by then.
    let thread = Builder::new().spawn(move || drop(sender.send(work())))?;
    loop {
        let receiver = &mut receiver;
        match py.detach(move || receiver.recv_timeout(SIGNAL_POLL)) {
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

/// The ranker for quick searches; `None` before the first search, and while a search uses it. The ranker is
/// kept, because making its table takes longer than such a search.
static QUICK: Mutex<Option<(NonZeroUsize, Ranker)>> = Mutex::new(None);

pub fn rank(
    py: Python<'_>,
    position: Position,
    depth: u32,
    resources: Resources,
) -> PyResult<Vec<RankedMove>> {
    let quick = py.detach(|| rank_if_quick(&position, depth, resources)).map_err(error::of_search)?;
    if let Some(ranked) = quick {
        return Ok(ranked);
    }
    let stop = Arc::new(AtomicBool::new(false));
    let mut ranker = Ranker::with_stop_flag(resources, Arc::clone(&stop));
    let search = move || ranker.rank(&position, depth);
    interruptibly(py, &stop, search)?.map_err(error::of_search)
}

fn rank_if_quick(
    position: &Position,
    depth: u32,
    resources: Resources,
) -> Result<Option<Vec<RankedMove>>, RankError> {
    let kept = || QUICK.lock().unwrap_or_else(PoisonError::into_inner);
    let last = kept().take().filter(|&(threads, _)| threads == resources.threads);
    let new = || Ranker::with_stop_flag(resources, Arc::default());
    let mut ranker = last.map_or_else(new, |(_, ranker)| ranker);
    ranker.forget();
    let moves = ranker.rank_if_quick(position, depth, MAX_TIME_WITHOUT_THREAD);
    if let Ok(Some(_)) = moves {
        *kept() = Some((resources.threads, ranker));
    }
    moves
}
