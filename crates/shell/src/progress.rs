//! Shows the progress of a long computation in a line on the terminal, and its statistics at the end.

use std::io::{IsTerminal, Write, stderr};
use std::process::exit;
use std::sync::Barrier;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use rankmoves_core::Usage;
use terminal_size::terminal_size_of;

use super::output::print_error;
use super::signals;

/// The delay before the line appears.
const DELAY: Duration = Duration::from_secs(1);
/// The time between two updates of the line.
const REDRAW_INTERVAL: Duration = Duration::from_millis(50);

/// Draws the part of some work that is done as a bar, with numbers: `[###.......] 3 of 10`.
pub fn bar(done: usize, all: usize) -> String {
    const WIDTH: usize = 30;
    let part = done * WIDTH / all.max(1);
    format!("[{}{}] {done} of {all}", "#".repeat(part), ".".repeat(WIDTH - part))
}

/// Runs `work`. If the work takes more than a second and standard error is a terminal, shows there the text
/// that `line` returns, unless the text is empty, and erases it afterwards.
pub fn while_showing<T>(mut line: impl FnMut() -> String + Send, work: impl FnOnce() -> T) -> T {
    if !stderr().is_terminal() {
        return work();
    }
    let is_up = &Barrier::new(2);
    thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        let show = move || {
            is_up.wait();
            show_until(&is_done, &mut line);
        };
        // If no thread can be started, there is no line.
        let shown = thread::Builder::new().spawn_scoped(scope, show);
        if shown.is_ok() {
            // The work might otherwise take the memory that the starting thread needs.
            is_up.wait();
        }
        let result = work();
        drop(done);
        if let Ok(shown) = shown {
            let _ = shown.join();
        }
        result
    })
}

/// Shows the line until the work is done or a signal arrives, and erases it.
fn show_until(is_done: &Receiver<()>, line: &mut dyn FnMut() -> String) {
    let timed_out = |wait| is_done.recv_timeout(wait) == Err(RecvTimeoutError::Timeout);
    if !timed_out(DELAY) {
        return;
    }
    // A signal must not leave the line behind.
    let held = signals::hold(true);
    let mut shown = String::new();
    let mut show = |line: String| {
        if !(shown.is_empty() && line.is_empty()) {
            // Returns to the margin and erases everything to the right of the new text. The text must not wrap,
            // because only its last row would be erased.
            let columns = terminal_size_of(stderr()).map_or(80, |(width, _)| usize::from(width.0));
            let fitting: String = line.chars().take(columns.saturating_sub(1)).collect();
            let _ = write!(stderr(), "\r{fitting}\x1b[K");
        }
        shown = line;
    };
    while signals::pending().is_none() {
        show(line());
        if !timed_out(REDRAW_INTERVAL) {
            break;
        }
    }
    show(String::new());
    signals::hold(held);
    // A caller that holds signals back handles the signal itself.
    if let Some(status) = signals::pending().filter(|_| !held) {
        exit(status);
    }
}

/// Returns the count per second; times below 1 µs count as 1 µs.
pub fn rate(count: u64, time: Duration) -> u128 {
    u128::from(count) * 1_000_000 / time.as_micros().max(1)
}

/// Writes the figures of a computation to standard error: its depth, a count with its name and rate, the
/// resources used, and the time.
pub fn print_stats(depth: u32, (counted, count): (&str, u64), usage: Usage, time: Duration) {
    let figures = [
        ("depth", depth.to_string()),
        (counted, count.to_string()),
        (&format!("{counted}/s"), rate(count, time).to_string()),
        ("table", format!("{} of {} KiB", usage.table_used >> 10, usage.table_bytes >> 10)),
        ("threads", usage.threads.to_string()),
        ("time", format!("{:.3} s", time.as_secs_f64())),
    ];
    print_error(&figures.map(|(name, figure)| format!("{name:<7}  {figure}\n")).concat());
}
