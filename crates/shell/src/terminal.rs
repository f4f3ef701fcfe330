//! The terminal, whose settings are restored at the end, and the meaning of interrupts.

use std::io::{Write, stderr};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use signal_hook::consts::SIGINT;

use super::terminal_settings::Settings;
use super::{Stop, signals};

/// The longest time for leaving a terminal when a signal ends the program.
pub const MAX_LEAVE_TIME: Duration = Duration::from_millis(500);

/// Far longer than a line editor takes to change the settings of a terminal; on some terminals it
/// changes none.
const MAX_SETTLING_TIME: Duration = Duration::from_millis(50);

/// Lets this thread, and the threads that it starts, give way to others such as the one that reads
/// the keys.
pub fn give_way() {
    // Linux sets priorities per thread. A refusal does no harm.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(10);
}

/// Interrupts, which stop the current work rather than the program. A second interrupt before the
/// first is obeyed ends the program. Without a call of [`watch`](Self::watch) there are no
/// interrupts.
#[derive(Clone, Default)]
pub struct Interrupts(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// True while a line is being edited: a signal then ends the program.
    at_prompt: bool,
    /// True if an interrupt is not obeyed yet.
    raised: bool,
    /// The flag that stops the current work.
    stop: Option<Arc<AtomicBool>>,
}

impl Interrupts {
    /// Saves the settings of the terminal, which a line editor may change. From now
    /// on, a signal that ends the program restores them.
    ///
    /// # Errors
    ///
    /// If standard input is not a terminal, or the system refuses a handler or a thread.
    pub fn watch(&self) -> Result<(), Stop> {
        let failed = |why: &dyn std::error::Error| Stop::failed("watch for signals", why);
        let settings = Settings::read().map_err(|why| failed(&why))?;
        let interrupts = self.clone();
        let obey = move |signal| {
            if signal == SIGINT && interrupts.raise() {
                signals::forget();
                return;
            }
            // Kept to the end: no other line is edited.
            let _state = interrupts.settled(&settings);
            settings.restore();
            // The edited line, or the line of progress, is erased. A
            // terminal that takes nothing is not waited for.
            let erase = Builder::new().spawn(|| write!(stderr(), "\r\x1b[K"));
            let begin = Instant::now();
            while erase.as_ref().is_ok_and(|erase| !erase.is_finished()) && begin.elapsed() < MAX_LEAVE_TIME {
                thread::sleep(Duration::from_millis(1));
            }
            // An editor that waited for a terminal which took nothing.
            settings.restore();
            signals::exit(signal);
        };
        signals::for_each_arriving(signals::ENDING, obey).map_err(|why| failed(&why))?;
        signals::hold(true);
        Ok(())
    }

    /// Interrupts the current work; returns whether there is work that can be interrupted.
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

    /// Waits until a line editor that reads a line has changed the terminal settings
    /// from `settings`.
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

    /// Does work that an interrupt stops by raising a flag, if there is one.
    /// The flag is lowered before.
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

    /// Waits; an interrupt ends the wait.
    pub fn sleep(&self, time: Duration) {
        let state = self.lock();
        let waited = self.0.changed.wait_timeout_while(state, time, |state| !state.raised);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    /// Waits while a line is edited.
    pub fn at_prompt<T>(&self, edit: impl FnOnce() -> T) -> T {
        self.lock().at_prompt = true;
        let line = edit();
        let mut state = self.lock();
        // An interrupt that came just before was meant for the line.
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

/// Ends the program as an interrupt does.
pub fn exit_interrupted() -> ! {
    signals::exit(SIGINT)
}
