//! Tests of `checkers tui` on a terminal: the screen, and the terminal's state afterwards.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;
use testing::{start, terminal};

use crate::scratch;

use rustix::io::ioctl_fionread;
use rustix::process::{Signal, WaitOptions, waitpid};
use rustix::termios::{Action, Termios, Winsize, tcflow, tcsetwinsize};
use testing::terminal::Terminal;

fn tui(arguments: &[&str], variables: &[(&str, &str)]) -> Command {
    let mut command = start::program("checkers");
    command
        .arg("tui")
        .args(arguments)
        .env_remove("NO_COLOR")
        .envs([("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("COLORTERM", "")])
        .envs(variables.iter().copied());
    command
}

fn start(arguments: &[&str], variables: &[(&str, &str)]) -> (Terminal, Termios) {
    Terminal::start(&mut tui(arguments, variables), 80, 24)
}

#[track_caller]
fn assert_restored(written: &str, before: &Termios, after: &Termios) {
    let (_, rest) = written.rsplit_once("\x1b[?1049l").expect("the other screen is left");
    assert!(rest.starts_with("\x1b[?25h"), "the cursor is shown: {rest:?}");
    assert!(!rest.contains("\x1b[?1049h"), "and nothing is drawn after that: {rest:?}");
    assert_eq!(format!("{before:?}"), format!("{after:?}"));
}

#[track_caller]
fn assert_quits(mut terminal: Terminal, before: &Termios) {
    terminal.press("q");
    let (ended, written, after) = terminal.end();
    assert_eq!(ended.code(), Some(0));
    assert_restored(&written, before, &after);
}

#[test]
fn however_it_ends_the_terminal_is_as_it_was() {
    // Depth 60 is never reached, so the search never ends.
    let slow = ["--black", "human", "--depth", "60"];
    let ends = [
        (Ok("q"), 0),
        (Ok("\x03"), 130),
        (Err(Signal::INT), 130),
        (Err(Signal::TERM), 143),
        (Err(Signal::HUP), 129),
        (Err(Signal::QUIT), 131),
    ];
    for (end, status) in ends {
        let (mut terminal, before) = start(&slow, &[]);
        terminal.wait_for("nodes/s");
        assert_ne!(format!("{before:?}"), format!("{:?}", terminal.settings()));
        match end {
            Ok(key) => terminal.press(key),
            Err(signal) => terminal.signal(signal),
        }
        let (ended, written, after) = terminal.end();
        assert_eq!(ended.code(), Some(status), "{end:?}");
        assert_restored(&written, &before, &after);
    }
}

#[test]
fn the_board_can_be_suspended_and_resumed() {
    let (mut terminal, before) = start(&["--black", "human", "--depth", "1"], &[]);
    terminal.wait_for("checkers");
    for stop in [Ok("\x1a"), Err(Signal::TSTP)] {
        match stop {
            Ok(key) => terminal.press(key),
            Err(signal) => terminal.signal(signal),
        }
        terminal.wait_for("\x1b[?25h");
        let (_, status) = waitpid(Some(terminal.pid()), WaitOptions::UNTRACED).unwrap().unwrap();
        assert!(status.stopped());
        assert_eq!(format!("{before:?}"), format!("{:?}", terminal.settings()));
        terminal.signal(Signal::CONT);
        // Everything is redrawn.
        terminal.wait_for("checkers");
    }
    assert_quits(terminal, &before);
}

#[test]
fn the_board_can_be_ended_if_its_terminal_stalls() {
    let (mut terminal, before) = start(&["--black", "human", "--depth", "60"], &[]);
    terminal.wait_for("nodes/s");
    tcflow(&terminal.line, Action::OOff).unwrap();
    // Draws more than the terminal's buffer holds.
    for _ in 0..200 {
        terminal.press("f");
    }
    // Wait until all keys have been read: by then the program has tried to draw.
    while ioctl_fionread(&terminal.line).unwrap() > 0 {
        thread::sleep(Duration::from_millis(1));
    }
    terminal.signal(Signal::TERM);
    assert_eq!(terminal.status().code(), Some(143));
    assert_eq!(format!("{before:?}"), format!("{:?}", terminal.settings()));
    tcflow(&terminal.line, Action::OOn).unwrap();
}

#[test]
fn a_terminal_that_goes_away_ends_it() {
    let mut command = tui(&["--black", "human", "--depth", "1"], &[]);
    let (mut master, line, _, mut program) = terminal::spawn(&mut command, 80, 24);
    // Closes the program's streams on this side.
    drop(command);
    wait_for_first_scores(&mut master);
    // No signal reports the hang-up, because this is not the controlling terminal.
    drop((master, line));
    assert_eq!(terminal::status(&mut program).code(), Some(129));
}

#[test]
fn a_screen_that_goes_away_ends_it_at_the_next_frame() {
    // The search never ends, so frames follow.
    let mut command = tui(&["--black", "human", "--depth", "60"], &[]);
    let (mut screen, line, _) = terminal::open(80, 24);
    let (_keyboard, keys, _) = terminal::open(80, 24);
    command.stdin(keys).stdout(line.try_clone().unwrap()).stderr(line);
    let mut program = command.spawn().unwrap();
    drop(command);
    wait_for_first_scores(&mut screen);
    // The terminal of the keys does not hang up.
    drop(screen);
    assert_eq!(terminal::status(&mut program).code(), Some(129));
}

/// Reads frames until one shows the scores of the first moves.
#[track_caller]
fn wait_for_first_scores(screen: &mut File) {
    let mut drawn = Vec::new();
    while !String::from_utf8_lossy(&drawn).contains("a3->b4") {
        let mut bytes = [0; 4096];
        let count = screen.read(&mut bytes).unwrap();
        drawn.extend_from_slice(&bytes[..count]);
    }
}

#[test]
fn a_panic_is_reported_on_the_restored_screen() {
    let (terminal, before) = start(&[], &[("CHECKERS_PANIC", "1"), ("RUST_BACKTRACE", "0")]);
    let (ended, written, after) = terminal.end();
    assert_eq!(ended.code(), Some(101));
    assert_restored(&written, &before, &after);
    assert!(written.rsplit_once("\x1b[?1049l").unwrap().1.contains("a panic was asked for"));
}

#[test]
fn keys_are_answered_while_a_search_runs() {
    let (mut terminal, before) =
        start(&["--black", "human", "--depth", "60", "--ascii"], &[("NO_COLOR", "1")]);
    terminal.wait_for("nodes/s");
    terminal.press(":11-15\r");
    terminal.wait_for("plays");
    terminal.press("u");
    // Only words that change on the screen are written.
    terminal.wait_for("taken");
    tcsetwinsize(&terminal.line, Winsize { ws_row: 10, ws_col: 40, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    terminal.signal(Signal::WINCH);
    terminal.wait_for("fit");
    assert!(!["\x1b[38;", "\x1b[48;"].iter().any(|color| terminal.written.contains(color)));
    assert!(terminal.written.is_ascii());
    assert_quits(terminal, &before);
}

#[test]
fn values_are_proven_in_the_background_and_damaged_tables_are_reported() {
    // If the red king steps next to black's, black jumps it: lost in 2.
    let options = ["--black", "human", "--depth", "1", "--fen", "W:WK22:BK14"];
    let data = scratch("tui-proven");
    let data = data.to_str().unwrap();
    let (mut terminal, before) = start(&options, &[("XDG_DATA_HOME", data)]);
    terminal.wait_for("lost");
    assert_quits(terminal, &before);
    let slice = Path::new(data).join("checkers/endings/8x8-capture-multiple/0-1-0-1.slice");
    assert!(slice.is_file(), "what was built is kept");
    fs::write(slice, "no table").unwrap();
    let (mut terminal, before) = start(&options, &[("XDG_DATA_HOME", data)]);
    // The path that follows may wrap anywhere.
    terminal.wait_for("tables");
    assert_quits(terminal, &before);
}

#[test]
fn a_file_is_replaced_only_after_confirmation_and_the_terminal_is_refused_as_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("v.pdn");
    fs::copy(start::top().join("testdata/pdn/variations.pdn"), &file).unwrap();
    let name = file.to_str().unwrap();
    let (mut terminal, _) = Terminal::start(&mut tui(&["--depth", "1", name], &[]), 120, 40);
    terminal.wait_for("checkers");
    terminal.press("\x1b[B");
    terminal.press(format!(":save {name}\r"));
    terminal.wait_for("already");
    assert_eq!(fs::read(&file).unwrap(), fs::read(start::top().join("testdata/pdn/variations.pdn")).unwrap());
    terminal.press(format!(":save {name}\r"));
    // Wait for the notice that the file has been written. If that notice came later, it could replace the next
    // one.
    terminal.wait_for("kept");
    let saved = fs::read_to_string(&file).unwrap();
    for part in ["The Old Fourteenth.", "(1... 23-18 {Cross.}", "To hold the centre.", "22-17 $5 $10"] {
        assert!(saved.contains(part), "{part}: {saved}");
    }
    for name in ["-", "/dev/stdin"] {
        terminal.press(format!(":load {name}\r"));
        terminal.wait_for("is the keyboard");
        terminal.press("f");
        terminal.wait_for("\x1b[");
    }
    terminal.press("q");
    assert_eq!(terminal.end().0.code(), Some(0));
}

#[test]
fn without_a_terminal_or_with_a_bad_file_the_board_reports_an_error() {
    let refused = |arguments: &[&str]| {
        let mut command = start::program("checkers");
        let output = command.arg("tui").args(arguments).stdin(Stdio::null()).output().unwrap();
        assert!(output.stdout.is_empty() || !arguments.is_empty());
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (status, message) = refused(&[]);
    assert_eq!(status, Some(1), "{message}");
    assert!(message.contains("checkers tui needs a terminal, and standard output is not one"), "{message}");
    let (status, message) = refused(&["testdata/broken/piece-on-red-square.txt"]);
    assert_eq!(status, Some(1));
    assert!(message.contains("expected a red square"), "{message}");
}
