//! Runs a program on a terminal of its own.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};
use rustix::termios::{Termios, Winsize, tcgetattr, tcsetwinsize};

/// Much more time than any step in these tests takes.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A text that programs never write.
const END: &str = "\x02the end\x03";

/// A program on a terminal of its own.
pub struct Terminal {
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    /// All output so far.
    pub written: String,
    /// The offset in `written` just after the text of the last wait.
    followed: usize,
    pub line: OwnedFd,
    program: Child,
}

/// Opens a new terminal. Returns the tests' end of it, the program's end (the line), and its settings.
pub fn open(columns: u16, rows: u16) -> (File, OwnedFd, Termios) {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let master = openpt(flags).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let line = ioctl_tiocgptpeer(&master, flags).unwrap();
    let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&line, size).unwrap();
    let before = tcgetattr(&line).unwrap();
    (File::from(master), line, before)
}

/// Starts a program on a new terminal. Returns both ends of the terminal, its settings from before the start,
/// and the program.
pub fn spawn(command: &mut Command, columns: u16, rows: u16) -> (File, OwnedFd, Termios, Child) {
    let (master, line, before) = open(columns, rows);
    let stream = || Stdio::from(line.try_clone().unwrap());
    let program = command.stdin(stream()).stdout(stream()).stderr(stream()).spawn().unwrap();
    (master, line, before, program)
}

/// Waits for a program to end, and kills it if that takes too long.
#[track_caller]
pub fn status(program: &mut Child) -> ExitStatus {
    let deadline = Instant::now() + TIMEOUT;
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

impl Drop for Terminal {
    /// Ends the program, so that a failed test leaves nothing behind.
    fn drop(&mut self) {
        let _ = self.program.kill();
    }
}

impl Terminal {
    /// Starts a program. Also returns the settings of the terminal before the start.
    pub fn start(command: &mut Command, columns: u16, rows: u16) -> (Terminal, Termios) {
        let (master, line, before, program) = spawn(command, columns, rows);
        (Terminal::new(master, line, program), before)
    }

    /// Starts a program; only its standard error is the terminal.
    pub fn start_with_messages_only(command: &mut Command) -> Terminal {
        let (master, line, _) = open(80, 24);
        let program = command.stderr(line.try_clone().unwrap()).spawn().unwrap();
        Terminal::new(master, line, program)
    }

    fn new(master: File, line: OwnedFd, program: Child) -> Terminal {
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
        Terminal { keyboard, screen, written: String::new(), followed: 0, line, program }
    }

    pub fn press(&mut self, keys: impl AsRef<[u8]>) {
        self.keyboard.write_all(keys.as_ref()).unwrap();
    }

    /// Waits until `text` is written after this call.
    #[track_caller]
    pub fn wait_for(&mut self, text: &str) {
        self.wait_from(self.written.len(), text);
    }

    /// Waits until `text` appears after the text of the last wait.
    #[track_caller]
    pub fn follow(&mut self, text: &str) {
        self.wait_from(self.followed, text);
        self.followed += self.written[self.followed..].find(text).unwrap() + text.len();
    }

    #[track_caller]
    fn wait_from(&mut self, from: usize, text: &str) {
        let deadline = Instant::now() + TIMEOUT;
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

    /// Returns the current settings.
    pub fn settings(&self) -> Termios {
        tcgetattr(&self.line).unwrap()
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).unwrap();
    }

    pub fn pid(&self) -> Pid {
        Pid::from_child(&self.program)
    }

    #[track_caller]
    pub fn status(&mut self) -> ExitStatus {
        status(&mut self.program)
    }

    /// Waits for the end, and returns the status, all output and the settings of the
    /// terminal.
    pub fn end(mut self) -> (ExitStatus, String, Termios) {
        let status = self.status();
        let after = self.settings();
        // All output of the program comes before this text.
        rustix::io::write(&self.line, END.as_bytes()).unwrap();
        self.followed = 0;
        self.follow(END);
        let mut written = std::mem::take(&mut self.written);
        written.truncate(self.followed - END.len());
        (status, written, after)
    }
}
