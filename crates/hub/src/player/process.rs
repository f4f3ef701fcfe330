//! The process of an engine, with the lines sent to it and received from it.

use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::iter;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::{Builder, JoinHandle, sleep};
use std::time::{Duration, Instant};

use rankmoves_core::shorten;
use rankmoves_core::support::line::read_line;

use super::guard;
use crate::line::Line;

const MAX_ENGINE_LINE_BYTES: usize = 1 << 16;

/// The maximum number of received lines that wait to be read.
const MAX_QUEUED_LINES: usize = 64;

/// The interval between checks of the stop flag during a wait.
const STOP_CHECK_INTERVAL: Duration = Duration::from_millis(20);

/// The longest wait for an engine to exit after `quit`, longer than its guard waits.
const MAX_QUIT_TIME: Duration = Duration::from_secs(3);

/// A running engine. Dropping it ends the engine and everything that the engine has started.
pub struct Process {
    child: Child,
    /// The engine's standard input, non-blocking if the system supports that; `None` once closed.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Returns the last line of the engine's error output that is not blank.
    messages: Option<JoinHandle<String>>,
    /// The end of each wait.
    pub until: Instant,
    /// The flag that ends each wait.
    pub stop: Arc<AtomicBool>,
}

/// The reason why an engine returns no move.
pub enum Failure {
    /// The wait was stopped, and the engine has stopped searching.
    Stopped,
    /// The wait was stopped, but the engine did not stop searching.
    Unstoppable,
    /// The engine cannot be used: it did not start, was late, broke the protocol, or ended.
    Fault(String),
}

impl Failure {
    fn late(command: &str) -> Failure {
        Failure::Fault(format!("it did not send {command} in time"))
    }
}

impl Process {
    /// Starts an engine. It has no time to answer before `until` is set.
    pub fn start(words: &[String], stop: Arc<AtomicBool>) -> io::Result<Process> {
        let mut command = guard::command(words)?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let (sender, lines) = sync_channel(MAX_QUEUED_LINES);
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let until = Instant::now();
        let mut process = Process { child, input, lines, messages: None, until, stop };
        // On other systems, a write blocks if the engine does not read its input.
        #[cfg(unix)]
        if let Some(input) = &process.input {
            pipe::never_block(input)?;
        }
        if let (Some(output), Some(errors)) = (output, errors) {
            let engine = move || lines_of(output).try_for_each(|line| sender.send(line));
            Builder::new().name("engine".to_owned()).spawn(engine)?;
            let last_message =
                move || lines_of(errors).filter(|line| !line.trim().is_empty()).last().unwrap_or_default();
            process.messages = Some(Builder::new().name("messages".to_owned()).spawn(last_message)?);
        }
        Ok(process)
    }

    pub fn send(&mut self, line: &Line) -> Result<(), Failure> {
        let text = format!("{line}\n");
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            let Some(input) = &mut self.input else { return Err(Failure::Fault(self.exit_message())) };
            match input.write(rest) {
                Ok(count @ 1..) => rest = &rest[count..],
                Err(why) if why.kind() == ErrorKind::Interrupted => {}
                Err(why) if why.kind() == ErrorKind::WouldBlock => {
                    if Instant::now() >= self.until {
                        return Err(Failure::late(&line.command));
                    }
                    #[cfg(unix)]
                    pipe::wait_for_room(input);
                }
                Ok(_) | Err(_) => return Err(Failure::Fault(self.exit_message())),
            }
        }
        Ok(())
    }

    /// Waits for a line with this command; passes the lines before it to `look`.
    pub fn receive_until(&mut self, command: &str, mut look: impl FnMut(&Line)) -> Result<Line, Failure> {
        loop {
            if self.stop.load(Relaxed) {
                return Err(Failure::Unstoppable);
            }
            // An engine that keeps sending lines may also be late.
            let left = self.until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Failure::late(command));
            }
            let line = match self.lines.recv_timeout(left.min(STOP_CHECK_INTERVAL)) {
                Ok(text) => Line::parse(&text),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Err(Failure::Fault(self.exit_message())),
            };
            match line {
                Ok(Some(line)) if line.command == command => return Ok(line),
                Ok(Some(line)) if line.command == "error" => {
                    let message = line.value("message").unwrap_or_default();
                    return Err(Failure::Fault(format!("it reports '{}'", shorten(message, 200))));
                }
                Ok(Some(line)) => look(&line),
                // Ignore lines that do not follow the protocol.
                Ok(None) | Err(_) => {}
            }
        }
    }

    /// Describes how the engine ended, with its last message.
    fn exit_message(&mut self) -> String {
        self.input = None;
        let status = self.wait();
        let last = self.messages.take().and_then(|messages| messages.join().ok()).unwrap_or_default();
        let last = shorten(last.trim(), 200);
        let text = match status.and_then(|status| status.code()) {
            // The guard reported the reason.
            Some(code) if code == i32::from(super::NOT_STARTED) && !last.is_empty() => return last,
            Some(code) if code > 128 => format!("it was ended by signal {}", code - 128),
            Some(code) => format!("it ended with status {code}"),
            None => "it ended".to_owned(),
        };
        if last.is_empty() { text } else { format!("{text}: {last}") }
    }

    /// Waits for the guard, which ends the engine soon after its input is closed.
    fn wait(&mut self) -> Option<std::process::ExitStatus> {
        let begin = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(None) if begin.elapsed() < MAX_QUIT_TIME => sleep(Duration::from_millis(2)),
                Ok(Some(status)) => return Some(status),
                Ok(None) | Err(_) => {
                    let _ = self.child.kill();
                    return self.child.wait().ok();
                }
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.until = Instant::now();
        let _ = self.send(&Line::new("quit"));
        self.input = None;
        self.wait();
    }
}

#[cfg(unix)]
mod pipe {
    use std::io;
    use std::process::ChildStdin;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

    use super::STOP_CHECK_INTERVAL;

    /// Makes writes return at once if the pipe is full.
    pub fn never_block(input: &ChildStdin) -> io::Result<()> {
        Ok(fcntl_setfl(input, fcntl_getfl(input)? | OFlags::NONBLOCK)?)
    }

    /// Waits briefly for room in the pipe.
    pub fn wait_for_room(input: &ChildStdin) {
        let tick = Timespec::try_from(STOP_CHECK_INTERVAL).expect("a tick is short");
        let _ = poll(&mut [PollFd::new(input, PollFlags::OUT)], Some(&tick));
    }
}

/// Returns the lines of a pipe up to its end; cuts long lines.
fn lines_of(pipe: impl Read) -> impl Iterator<Item = String> {
    let (mut pipe, mut line) = (BufReader::new(pipe), Vec::new());
    iter::from_fn(move || {
        let is_read = read_line(&mut pipe, MAX_ENGINE_LINE_BYTES, &mut line).is_ok() && !line.is_empty();
        is_read.then(|| String::from_utf8_lossy(&line).into_owned())
    })
}
