//! `checkers tui` on a terminal: what it shows, and how it leaves the terminal.

mod terminal;

use std::process::{Command, Stdio};

use rustix::process::Signal;
use rustix::termios::{Termios, Winsize, tcsetwinsize};
use terminal::Terminal;

fn start(arguments: &[&str], variables: &[(&str, &str)]) -> (Terminal, Termios) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_checkers"));
    command
        .arg("tui")
        .args(arguments)
        .env_remove("NO_COLOR")
        .envs([("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("COLORTERM", "")])
        .envs(variables.iter().copied());
    Terminal::start(&mut command, 80, 24)
}

#[track_caller]
fn assert_restored(written: &str, before: &Termios, after: &Termios) {
    let (_, rest) = written.rsplit_once("\x1b[?1049l").expect("the other screen is left");
    assert!(rest.starts_with("\x1b[?25h"), "the cursor is shown: {rest:?}");
    assert!(!rest.contains("\x1b[?1049h"), "and nothing is drawn after that: {rest:?}");
    assert_eq!(format!("{before:?}"), format!("{after:?}"));
}

#[test]
fn however_it_ends_the_terminal_is_as_it_was() {
    // Nobody waits for depth 60: the search goes on all the time.
    let slow = ["--black", "human", "--depth", "60"];
    let ends = [
        (Ok("q"), 0),
        (Ok("\x03"), 130),
        (Err(Signal::INT), 130),
        (Err(Signal::TERM), 143),
        (Err(Signal::HUP), 129),
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
fn a_panic_is_told_on_the_screen_that_was_there_before() {
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
    // Only words that are not there already are written.
    terminal.wait_for("taken");
    tcsetwinsize(&terminal.line, Winsize { ws_row: 10, ws_col: 40, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    terminal.signal(Signal::WINCH);
    terminal.wait_for("fit");
    assert!(!["\x1b[38;", "\x1b[48;"].iter().any(|color| terminal.written.contains(color)));
    assert!(terminal.written.is_ascii());
    terminal.press("q");
    let (ended, written, after) = terminal.end();
    assert_eq!(ended.code(), Some(0));
    assert_restored(&written, &before, &after);
}

#[test]
fn without_a_terminal_or_with_a_bad_file_it_says_so() {
    let refused = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_checkers"));
        let output = command.arg("tui").args(arguments).stdin(Stdio::null()).output().unwrap();
        assert!(output.stdout.is_empty() || !arguments.is_empty());
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (status, message) = refused(&[]);
    assert_eq!(status, Some(1), "{message}");
    assert!(message.contains("cannot use the terminal"), "{message}");
    let (status, message) = refused(&["testdata/broken/piece-on-red-square.txt"]);
    assert_eq!(status, Some(1));
    assert!(message.contains("expected a red square"), "{message}");
}
