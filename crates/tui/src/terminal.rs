//! Entering and leaving full-screen mode.

use std::io::{self, BufWriter, Stdout, stdout};
use std::mem::ManuallyDrop;
use std::panic;
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

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

/// The terminal that frames are drawn on. [`leave`] restores it; the destructor would report its failure on
/// standard error, and panic if that is the same closed terminal.
pub type Terminal = ManuallyDrop<ratatui::Terminal<CrosstermBackend<BufWriter<Stdout>>>>;

/// Opens standard output for frames.
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

/// Enters full-screen mode.
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
