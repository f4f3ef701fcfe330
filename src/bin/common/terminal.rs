//! The terminal, left as it was found.

use std::io::{Write, stderr, stdin};
use std::process::exit;
use std::thread::Builder;

use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::{Stop, signals};

/// From now on a signal that ends the program puts the settings of the
/// terminal back to what they are now, whatever a line editor has made of them.
pub fn restore_on_signals() -> Result<(), Stop> {
    let failed = |why: &dyn std::error::Error| Stop::failed("watch for signals", why);
    let settings = tcgetattr(stdin()).map_err(|why| failed(&why))?;
    let mut arriving = Signals::new([SIGINT, SIGTERM, SIGHUP]).map_err(|why| failed(&why))?;
    let watch = move || {
        if let Some(signal) = arriving.forever().next() {
            // The line that is being edited, or tells of progress, goes.
            let _ = write!(stderr(), "\r\x1b[K");
            let _ = tcsetattr(stdin(), OptionalActions::Now, &settings);
            exit(128 + signal);
        }
    };
    Builder::new().spawn(watch).map_err(|why| failed(&why))?;
    signals::hold(true);
    Ok(())
}

/// Ends the program as an interrupt does.
pub fn exit_interrupted() -> ! {
    exit(128 + SIGINT)
}
