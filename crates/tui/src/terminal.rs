//! Full-screen mode. It is left before the program ends, also at signals and when the terminal hangs up.

use std::io::{self, BufWriter, Stdout, stdout};
use std::mem::ManuallyDrop;
use std::panic;
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::thread::Builder;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use ratatui::crossterm::{cursor, execute};
use ratatui::layout::Rect;
#[cfg(unix)]
use signal_hook::{consts::SIGTSTP, low_level::emulate_default_handler};

use super::update::Input;
use shell::signals;
use shell::terminal::MAX_LEAVE_TIME;

/// The terminal that frames are drawn on. [`leave`] restores it; the destructor would report its failure on
/// standard error, and panic if that is the same closed terminal.
pub type Terminal = ManuallyDrop<ratatui::Terminal<CrosstermBackend<BufWriter<Stdout>>>>;

pub fn open() -> io::Result<Terminal> {
    let backend = CrosstermBackend::new(BufWriter::with_capacity(1 << 16, stdout()));
    ratatui::Terminal::new(backend).map(ManuallyDrop::new)
}

/// True while the terminal is in full-screen mode.
static ENTERED: AtomicBool = AtomicBool::new(false);

/// Makes a panic leave full-screen mode before it ends the program.
pub fn leave_on_panic() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        // A panic on any thread ends the program, which needs all its threads.
        let _out = stdout().lock();
        leave();
        report(info);
        exit(101);
    }));
}

/// Hands the terminal back to the shell until the program is continued, if the system supports this. Returns
/// the new area of the terminal.
pub fn suspend(terminal: &mut Terminal) -> io::Result<Rect> {
    leave();
    #[cfg(unix)]
    emulate_default_handler(SIGTSTP)?;
    enter()?;
    // Do not call `clear`: it queries the cursor's position, but the thread that reads keys would receive the
    // answer.
    let (columns, rows) = size()?;
    let area = Rect::new(0, 0, columns, rows);
    terminal.resize(area)?;
    Ok(area)
}

pub fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    ENTERED.store(true, Relaxed);
    let entered =
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste, cursor::Hide);
    entered.inspect_err(|_| leave())
}

/// Leaves full-screen mode. Ignores errors, because nothing can be done about them.
pub fn leave() {
    if ENTERED.swap(false, Relaxed) {
        let _ = disable_raw_mode();
        let _ = execute!(
            stdout(),
            DisableBracketedPaste,
            DisableMouseCapture,
            LeaveAlternateScreen,
            cursor::Show
        );
    }
}

/// Starts the threads that watch for signals and for the hang-up of the terminal.
#[cfg(unix)]
pub fn watch_signals(sender: &Sender<Input>) -> io::Result<()> {
    use crate::bindings::UserAction;
    use crate::update::Event;
    use shell::hangup::wait_for_hangup;
    use signal_hook::consts::SIGHUP;
    use std::fs::File;
    use std::io::{IsTerminal, stdin};

    let sender = sender.clone();
    signals::for_each_arriving(&[signals::ENDING_AT_TERMINAL, &[SIGTSTP]].concat(), move |signal| {
        // A SIGTSTP from another process acts like Ctrl-Z.
        if signal == SIGTSTP {
            let _ = sender.send(Ok(Event::Action(UserAction::Suspend)));
        } else {
            end_by(signal);
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
            end_by(SIGHUP);
        }
    })?;
    Ok(())
}

/// Other systems end the program when its terminal closes.
#[cfg(not(unix))]
pub fn watch_signals(_: &Sender<Input>) -> io::Result<()> {
    signals::for_each_arriving(signals::ENDING_AT_TERMINAL, |signal| end_by(signal))
}

/// Restores the terminal and ends the program as the signal would.
pub fn end_by(signal: i32) -> ! {
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
