//! Signals. SIGINT, SIGTERM and SIGHUP end the program with the exit status that shells use for them. The
//! standard library raises SIGABRT when memory runs out; the program then ends with status 1. SIGXFSZ would
//! end a program whose file reaches the size limit; in these programs, the write fails instead.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};
use std::thread::{self, Builder};
use std::time::Duration;
use std::{fs, io, process};

use signal_hook::consts::{SIGABRT, SIGINT, SIGTERM};
#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGQUIT, SIGXFSZ};
use signal_hook::flag;
#[cfg(unix)]
use signal_hook::iterator::Signals as Arriving;

use super::Stop;
#[cfg(not(unix))]
use polled::Arriving;

/// The program's response to signals.
#[derive(Default)]
struct Signals {
    /// True while a signal ends the program immediately.
    at_once: Arc<AtomicBool>,
    /// True while a first signal will be held back.
    held: AtomicBool,
    /// The exit status for the last signal that was held back; 0 if there was none.
    pending: Arc<AtomicUsize>,
}

static SIGNALS: OnceLock<Signals> = OnceLock::new();

/// The time within which further signals count as one with a signal that was held back: `timeout` signals the
/// program, then the program's group.
const REPEAT_TIME: Duration = Duration::from_millis(100);

/// The signals that end the program.
#[cfg(unix)]
const ENDING: &[i32] = &[SIGINT, SIGTERM, SIGHUP];
#[cfg(not(unix))]
const ENDING: &[i32] = &[SIGINT, SIGTERM];

/// The signals before which a program restores its terminal and ends.
#[cfg(unix)]
pub const ENDING_AT_TERMINAL: &[i32] = &[SIGINT, SIGTERM, SIGHUP, SIGQUIT];
/// The signals before which a program restores its terminal and ends.
#[cfg(not(unix))]
pub const ENDING_AT_TERMINAL: &[i32] = ENDING;

/// Returns the signals that end the program, except ignored ones: `nohup` and the shells' `&` make programs
/// ignore signals so that the programs outlive the shell.
fn ending() -> impl Iterator<Item = i32> {
    let ignored = ignored();
    ENDING.iter().copied().filter(move |signal| ignored >> (signal - 1) & 1 == 0)
}

/// Returns a bit for each ignored signal, the lowest bit for signal 1, if the system reports ignored signals
/// (proc(5)).
fn ignored() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}

/// Makes signals end the program at once. If memory runs out, the program ends with status 1; by then the
/// message has been written.
pub fn end_on_signals() -> io::Result<()> {
    // SIGABRT comes first, because setting up the other handlers takes memory.
    flag::register_conditional_shutdown(SIGABRT, 1, Arc::new(AtomicBool::new(true)))?;
    // A file that reaches its size limit makes the write fail (setrlimit(2)); it must not end the program.
    #[cfg(unix)]
    flag::register(SIGXFSZ, Arc::default())?;
    let signals = SIGNALS.get_or_init(Signals::default);
    signals.at_once.store(true, Relaxed);
    for signal in ending() {
        let status = 128 + signal;
        // Handlers run in the order of registration.
        flag::register_conditional_shutdown(signal, status, Arc::clone(&signals.at_once))?;
        flag::register_usize(signal, Arc::clone(&signals.pending), status.unsigned_abs() as usize)?;
    }
    Ok(())
}

/// Starts or stops holding back the first signal that arrives; [`pending`] returns its exit status. A second
/// signal always ends the program. Returns whether signals were held back before.
pub fn hold(hold: bool) -> bool {
    static WATCH: Once = Once::new();
    SIGNALS.get().is_some_and(|signals| {
        WATCH.call_once(|| signals.end_on_second());
        let is_second = signals.pending.load(Relaxed) != 0;
        signals.at_once.store(!hold || is_second, Relaxed);
        signals.held.swap(hold, Relaxed)
    })
}

impl Signals {
    /// Makes a second signal end the program if a first one is still held back after [`REPEAT_TIME`].
    fn end_on_second(&self) {
        let at_once = Arc::clone(&self.at_once);
        let raise = move |_| {
            thread::sleep(REPEAT_TIME);
            if pending().is_some() {
                at_once.store(true, Relaxed);
            }
        };
        let signals: Vec<i32> = ending().collect();
        if for_each_arriving(&signals, raise).is_err() {
            // Without the thread, a repeated signal counts as a second one.
            for signal in signals {
                let _ = flag::register(signal, Arc::clone(&self.at_once));
            }
        }
    }
}

/// Returns a flag that every signal raises, even one that is held back.
pub fn flag() -> Result<Arc<AtomicBool>, Stop> {
    let raised = Arc::new(AtomicBool::new(false));
    for signal in ending() {
        flag::register(signal, Arc::clone(&raised)).map_err(|why| Stop::failed("watch for signals", &why))?;
    }
    Ok(raised)
}

/// Calls a function for each signal that arrives, on a separate thread.
pub fn for_each_arriving(signals: &[i32], handle: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    let mut arriving = Arriving::new(signals)?;
    Builder::new().name("signals".to_owned()).spawn(move || arriving.forever().for_each(handle))?;
    Ok(())
}

/// Checks for signals at intervals, on systems where a thread cannot wait for a signal.
#[cfg(not(unix))]
mod polled {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::time::Duration;
    use std::{io, iter, thread};

    use signal_hook::flag;

    /// The time between two checks for a signal.
    const LOOK_INTERVAL: Duration = Duration::from_millis(20);

    /// A flag for each signal.
    pub struct Arriving(Vec<(i32, Arc<AtomicBool>)>);

    impl Arriving {
        pub fn new(signals: &[i32]) -> io::Result<Arriving> {
            let raised = |&signal| {
                let flag = Arc::default();
                flag::register(signal, Arc::clone(&flag)).map(|_| (signal, flag))
            };
            signals.iter().map(raised).collect::<io::Result<_>>().map(Arriving)
        }

        /// Returns the signals as they arrive; never ends.
        pub fn forever(&mut self) -> impl Iterator<Item = i32> {
            iter::repeat_with(|| self.0.iter().find(|(_, flag)| flag.swap(false, Relaxed)))
                .inspect(|found| {
                    if found.is_none() {
                        thread::sleep(LOOK_INTERVAL);
                    }
                })
                .flatten()
                .map(|&(signal, _)| signal)
        }
    }
}

/// Forgets any signal that was held back.
pub fn forget() {
    if let Some(signals) = SIGNALS.get() {
        signals.pending.store(0, Relaxed);
        signals.at_once.store(!signals.held.load(Relaxed), Relaxed);
    }
}

/// The lock held during work that must not be interrupted.
static UNINTERRUPTED: Mutex<()> = Mutex::new(());

/// Runs `work` to its end. After that, ends the program if a signal arrived during the work. A second signal
/// ends the program at once.
pub fn uninterrupted<T>(work: impl FnOnce() -> T) -> T {
    let guard = UNINTERRUPTED.lock().unwrap_or_else(PoisonError::into_inner);
    let held = hold(true);
    let done = work();
    hold(held);
    drop(guard);
    if let Some(status) = pending().filter(|_| !held) {
        process::exit(status);
    }
    done
}

/// Ends the program because of a signal, after any work that must not be interrupted.
pub fn exit(signal: i32) -> ! {
    let _guard = UNINTERRUPTED.lock().unwrap_or_else(PoisonError::into_inner);
    process::exit(128 + signal)
}

/// Returns the exit status for the signal that was held back, if there was one.
pub fn pending() -> Option<i32> {
    let status = SIGNALS.get()?.pending.load(Relaxed);
    i32::try_from(status).ok().filter(|&status| status != 0)
}
