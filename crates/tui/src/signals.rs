//! Signals and the hang-up of the terminal. Both restore the terminal before the program ends.

use std::io::{self, stdout};
use std::sync::mpsc::{Sender, channel};
use std::thread::Builder;

use ratatui::crossterm::terminal::disable_raw_mode;

use super::terminal::leave;
use super::update::Input;
use shell::signals;
use shell::terminal::MAX_LEAVE_TIME;

/// Starts the threads that watch for signals and for the hang-up of the terminal.
#[cfg(unix)]
pub fn watch(sender: &Sender<Input>) -> io::Result<()> {
    use crate::action::UserAction;
    use crate::update::Event;
    use shell::hangup::wait_for_hangup;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use std::fs::File;
    use std::io::{IsTerminal, stdin};

    let sender = sender.clone();
    signals::for_each_arriving(&[SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP], move |signal| {
        // A SIGTSTP from another process acts like Ctrl-Z.
        if signal == SIGTSTP {
            let _ = sender.send(Ok(Event::Action(UserAction::Suspend)));
        } else {
            end(signal);
        }
    })?;
    Builder::new().name("hangup".to_owned()).spawn(|| {
        let keys = stdin();
        // Without this, a process that gets no SIGHUP would read the end of its input over and over.
        let hangup = if keys.is_terminal() {
            wait_for_hangup(keys)
        } else {
            File::open("/dev/tty").and_then(wait_for_hangup)
        };
        if hangup.is_ok() {
            end(SIGHUP);
        }
    })?;
    Ok(())
}

/// Other systems end the program when its terminal closes.
#[cfg(not(unix))]
pub fn watch(_: &Sender<Input>) -> io::Result<()> {
    signals::for_each_arriving(signals::ENDING, |signal| end(signal))
}

/// Restores the terminal and ends the program as the signal would.
pub fn end(signal: i32) -> ! {
    let (sender, left) = channel();
    let _ = Builder::new().spawn(move || {
        // Keep the lock for good, so that nothing is drawn on the restored terminal.
        let out = stdout().lock();
        leave();
        let _ = sender.send(());
        std::mem::forget(out);
    });
    // A stalled terminal blocks the drawing thread, which then keeps the lock.
    if left.recv_timeout(MAX_LEAVE_TIME).is_err() {
        let _ = disable_raw_mode();
    }
    signals::exit(signal)
}
