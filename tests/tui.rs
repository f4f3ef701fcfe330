//! `checkers tui` on a terminal: what it shows, and how it leaves the terminal.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};
use rustix::termios::{Action, Termios, Winsize, tcflow, tcgetattr, tcsetwinsize};

/// Far longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program on a terminal of its own.
struct Terminal {
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    /// All that was written so far.
    written: String,
    line: OwnedFd,
    program: Child,
}

/// Starts the program on a new terminal: its other end, the line, the program.
fn spawn(
    arguments: &[&str],
    variables: &[(&str, &str)],
    columns: u16,
    rows: u16,
) -> (File, OwnedFd, Termios, Child) {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let master = openpt(flags).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let line = ioctl_tiocgptpeer(&master, flags).unwrap();
    let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&line, size).unwrap();
    let before = tcgetattr(&line).unwrap();
    let stream = || Stdio::from(line.try_clone().unwrap());
    let program = Command::new(env!("CARGO_BIN_EXE_checkers"))
        .arg("tui")
        .args(arguments)
        .env_remove("NO_COLOR")
        .envs([("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("COLORTERM", "")])
        .envs(variables.iter().copied())
        .stdin(stream())
        .stdout(stream())
        .stderr(stream())
        .spawn()
        .unwrap();
    (File::from(master), line, before, program)
}

/// Waits for the end of a program.
#[track_caller]
fn status(program: &mut Child) -> ExitStatus {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(status) = program.try_wait().unwrap() {
            return status;
        }
        if Instant::now() > deadline {
            program.kill().unwrap();
            panic!("it does not end");
        }
        thread::sleep(Duration::from_millis(5));
    }
}

impl Terminal {
    fn start(arguments: &[&str], variables: &[(&str, &str)], columns: u16, rows: u16) -> (Terminal, Termios) {
        let (master, line, before, program) = spawn(arguments, variables, columns, rows);
        let keyboard = master.try_clone().unwrap();
        let (sender, screen) = channel();
        thread::spawn(move || {
            let mut master = master;
            let mut bytes = [0; 4096];
            while let Ok(count) = master.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        (Terminal { keyboard, screen, written: String::new(), line, program }, before)
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until something is written that was not before this call.
    #[track_caller]
    fn wait_for(&mut self, text: &str) {
        let from = self.written.len();
        let deadline = Instant::now() + PATIENCE;
        while !self.written[from..].contains(text) {
            match self.screen.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.written.push_str(&String::from_utf8_lossy(&bytes)),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    let last: Vec<char> = self.written.chars().rev().take(400).collect();
                    panic!(
                        "{text:?} was never written; the last was {:?}",
                        last.iter().rev().collect::<String>()
                    )
                }
            }
        }
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.program), signal).unwrap();
    }

    /// Waits for the end, and returns the status, all that was written and the
    /// settings of the terminal.
    fn end(mut self) -> (ExitStatus, String, Termios) {
        let status = status(&mut self.program);
        while let Ok(bytes) = self.screen.recv_timeout(Duration::from_millis(200)) {
            self.written.push_str(&String::from_utf8_lossy(&bytes));
        }
        let after = tcgetattr(&self.line).unwrap();
        (status, self.written, after)
    }
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
        (Err(Signal::QUIT), 131),
    ];
    for (end, status) in ends {
        let (mut terminal, before) = Terminal::start(&slow, &[], 80, 24);
        terminal.wait_for("nodes/s");
        assert_ne!(format!("{before:?}"), format!("{:?}", tcgetattr(&terminal.line).unwrap()));
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
fn it_can_be_stopped_and_goes_on() {
    let (mut terminal, before) = Terminal::start(&["--black", "human", "--depth", "1"], &[], 80, 24);
    terminal.wait_for("checkers");
    for stop in [Ok("\x1a"), Err(Signal::TSTP)] {
        match stop {
            Ok(key) => terminal.press(key),
            Err(signal) => terminal.signal(signal),
        }
        terminal.wait_for("\x1b[?25h");
        let pid = Pid::from_child(&terminal.program);
        let (_, status) = waitpid(Some(pid), WaitOptions::UNTRACED).unwrap().unwrap();
        assert!(status.stopped());
        assert_eq!(format!("{before:?}"), format!("{:?}", tcgetattr(&terminal.line).unwrap()));
        terminal.signal(Signal::CONT);
        // All is drawn again.
        terminal.wait_for("checkers");
    }
    terminal.press("q");
    let (ended, written, after) = terminal.end();
    assert_eq!(ended.code(), Some(0));
    assert_restored(&written, &before, &after);
}

#[test]
fn a_terminal_that_takes_nothing_keeps_nobody_from_ending_it() {
    let (mut terminal, before) = Terminal::start(&["--black", "human", "--depth", "60"], &[], 80, 24);
    terminal.wait_for("nodes/s");
    tcflow(&terminal.line, Action::OOff).unwrap();
    // More than the line holds is drawn.
    for _ in 0..200 {
        terminal.press("f");
    }
    thread::sleep(Duration::from_millis(500));
    terminal.signal(Signal::TERM);
    assert_eq!(status(&mut terminal.program).code(), Some(143));
    assert_eq!(format!("{before:?}"), format!("{:?}", tcgetattr(&terminal.line).unwrap()));
    tcflow(&terminal.line, Action::OOn).unwrap();
}

#[test]
fn a_terminal_that_goes_away_ends_it() {
    let (mut master, line, _, mut program) = spawn(&["--black", "human", "--depth", "1"], &[], 80, 24);
    assert!(master.read(&mut [0; 16]).unwrap() > 0);
    // So that it has drawn all that there is to draw, and would not notice by that.
    thread::sleep(Duration::from_millis(500));
    // No signal tells of it: it is not the terminal that signals come from.
    drop((master, line));
    assert_eq!(status(&mut program).code(), Some(129));
}

#[test]
fn a_panic_is_told_on_the_screen_that_was_there_before() {
    let (terminal, before) =
        Terminal::start(&[], &[("CHECKERS_PANIC", "1"), ("RUST_BACKTRACE", "0")], 80, 24);
    let (ended, written, after) = terminal.end();
    assert_eq!(ended.code(), Some(101));
    assert_restored(&written, &before, &after);
    assert!(written.rsplit_once("\x1b[?1049l").unwrap().1.contains("a panic was asked for"));
}

#[test]
fn keys_are_answered_while_a_search_runs() {
    let (mut terminal, before) =
        Terminal::start(&["--black", "human", "--depth", "60", "--ascii"], &[("NO_COLOR", "1")], 80, 24);
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
fn a_file_is_not_replaced_unasked_and_the_terminal_is_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("v.pdn");
    fs::copy("testdata/pdn/variations.pdn", &file).unwrap();
    let name = file.to_str().unwrap();
    let (mut terminal, _) = Terminal::start(&["--depth", "1", name], &[], 120, 40);
    terminal.wait_for("checkers");
    terminal.press("\x1b[B");
    terminal.press(&format!(":save {name}\r"));
    terminal.wait_for("already");
    assert_eq!(fs::read(&file).unwrap(), fs::read("testdata/pdn/variations.pdn").unwrap());
    terminal.press(&format!(":save {name}\r"));
    terminal.wait_for("plies");
    let saved = fs::read_to_string(&file).unwrap();
    for part in ["The Old Fourteenth.", "(1... 23-18 {Cross.}", "To hold the centre.", "22-17 $5 $10"] {
        assert!(saved.contains(part), "{part}: {saved}");
    }
    for name in ["-", "/dev/stdin"] {
        terminal.press(&format!(":load {name}\r"));
        terminal.wait_for("keys");
        terminal.press("f");
        terminal.wait_for("\x1b[");
    }
    terminal.press("q");
    assert_eq!(terminal.end().0.code(), Some(0));
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
    assert!(message.contains("cannot use the terminal: standard output is not one"), "{message}");
    let (status, message) = refused(&["testdata/broken/piece-on-red-square.txt"]);
    assert_eq!(status, Some(1));
    assert!(message.contains("expected a red square"), "{message}");
}
