//! Restores the terminal settings when the program ends, and handles interrupts.

#[cfg(unix)]
use std::io::stdin;
use std::io::{self, Write, stderr};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

#[cfg(unix)]
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use signal_hook::consts::SIGINT;

use super::{Stop, signals};

/// The longest wait for the terminal when a signal ends the program.
pub const MAX_LEAVE_TIME: Duration = Duration::from_secs(2);

/// The longest wait for a line editor to change the terminal's settings. The change takes much less time. On
/// some terminals the editor changes nothing.
const MAX_SETTLING_TIME: Duration = Duration::from_millis(50);

/// Lowers the priority of this thread, and of the threads that it starts, below the priority of other
/// threads, such as the thread that reads the keys.
pub fn lower_priority() {
    // Linux has priorities per thread. A refusal does no harm.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(10);
}

/// Interrupts that stop the current work rather than the program. A second interrupt ends the program if the
/// first has not taken effect yet. Interrupts are caught only after a call of [`watch`](Self::watch).
#[derive(Clone, Default)]
pub struct Interrupts(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// True while a line is being edited; in that case a signal ends the program.
    at_prompt: bool,
    /// True if an interrupt has not been handled yet.
    raised: bool,
    /// The flag that stops the current work.
    stop: Option<Arc<AtomicBool>>,
}

impl Interrupts {
    /// Saves the settings of the terminal, which a line editor may change. From now on, any signal that ends
    /// the program first restores them.
    pub fn watch(&self) -> Result<(), Stop> {
        let failed = |why: &dyn std::error::Error| Stop::failed("watch for signals", why);
        let settings = Settings::read().map_err(|why| failed(&why))?;
        let interrupts = self.clone();
        let obey = move |signal| {
            if signal == SIGINT && interrupts.raise() {
                signals::forget();
                return;
            }
            // Hold the lock until the end, so that no other line is edited.
            let _state = interrupts.settled(&settings);
            settings.restore();
            // Erases the edited line or the line of progress, without waiting for a terminal that accepts no
            // output.
            let erase = Builder::new().spawn(|| write!(stderr(), "\r\x1b[K"));
            let begin = Instant::now();
            while erase.as_ref().is_ok_and(|erase| !erase.is_finished()) && begin.elapsed() < MAX_LEAVE_TIME {
                thread::sleep(Duration::from_millis(1));
            }
            // Restores the settings again: a line editor that had to wait until the terminal accepted output
            // may have changed them since.
            settings.restore();
            signals::exit(signal);
        };
        signals::for_each_arriving(signals::ENDING_AT_TERMINAL, obey).map_err(|why| failed(&why))?;
        signals::hold(true);
        Ok(())
    }

    /// Interrupts the current work. Returns false if the program should end instead: at the prompt, or if an
    /// earlier interrupt is pending.
    fn raise(&self) -> bool {
        let mut state = self.lock();
        if state.at_prompt || state.raised {
            return false;
        }
        state.raised = true;
        if let Some(stop) = &state.stop {
            stop.store(true, Relaxed);
        }
        self.0.changed.notify_all();
        true
    }

    /// Waits until a line editor, if one is reading a line, has changed the terminal's settings from
    /// `settings`.
    fn settled(&self, settings: &Settings) -> MutexGuard<'_, State> {
        let begin = Instant::now();
        loop {
            let state = self.lock();
            if !state.at_prompt || settings.are_changed() || begin.elapsed() > MAX_SETTLING_TIME {
                return state;
            }
            drop(state);
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Runs `work`, which an interrupt stops by raising `stop`. First sets `stop` to whether an interrupt is
    /// pending.
    pub fn stopping<T>(&self, stop: Option<Arc<AtomicBool>>, work: impl FnOnce() -> T) -> T {
        {
            let mut state = self.lock();
            if let Some(stop) = &stop {
                stop.store(state.raised, Relaxed);
            }
            state.stop = stop;
        }
        let done = work();
        self.lock().stop = None;
        done
    }

    /// Waits for the given time, or until an interrupt.
    pub fn sleep(&self, time: Duration) {
        let state = self.lock();
        let waited = self.0.changed.wait_timeout_while(state, time, |state| !state.raised);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    /// Runs `edit`, which reads a line. While it runs, an interrupt ends the program.
    pub fn at_prompt<T>(&self, edit: impl FnOnce() -> T) -> T {
        self.lock().at_prompt = true;
        let line = edit();
        let mut state = self.lock();
        // Forget an interrupt that arrived just before the prompt.
        (state.at_prompt, state.raised) = (false, false);
        drop(state);
        line
    }

    /// Returns whether there was an interrupt, and marks it as handled.
    pub fn take(&self) -> bool {
        std::mem::take(&mut self.lock().raised)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the program as an interrupt would.
pub fn exit_interrupted() -> ! {
    signals::exit(SIGINT)
}

/// The settings of the terminal on standard input, which a line editor changes. On Windows, none need to be restored:
/// Ctrl-C is an ordinary key while a line is edited, and the editor restores the settings after each line.
struct Settings(#[cfg(unix)] Termios);

#[cfg_attr(not(unix), expect(clippy::unnecessary_wraps, clippy::unused_self, reason = "the same as on Unix"))]
impl Settings {
    fn read() -> io::Result<Settings> {
        Ok(Settings(
            #[cfg(unix)]
            tcgetattr(stdin())?,
        ))
    }

    fn are_changed(&self) -> bool {
        #[cfg(unix)]
        {
            // A terminal that no longer exists counts as changed.
            tcgetattr(stdin()).map_or(true, |now| now.local_modes != self.0.local_modes)
        }
        #[cfg(not(unix))]
        {
            true
        }
    }

    fn restore(&self) {
        #[cfg(unix)]
        let _ = tcsetattr(stdin(), OptionalActions::Now, &self.0);
    }
}
