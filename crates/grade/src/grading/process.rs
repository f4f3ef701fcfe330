//! Runs a program once: starts it under limits, watches it, and ends it with all processes that it has
//! started.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::Grading;
use super::guard::{self, Limits, MAX_PROCESSES};
use shell::family::Family;

/// The number of bytes of standard error that are kept.
const MAX_ERROR_BYTES: u64 = 4096;

/// The environment variables that programs get, besides the names of their own folder.
const KEPT_VARIABLES: [&str; 7] = ["PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "JAVA_HOME", "PYTHONPATH"];

/// The maximum number of files and folders in a program's folder.
const MAX_FILES: usize = 10_000;

/// The interval between checks of a program's folder.
const FOLDER_INTERVAL: Duration = Duration::from_millis(100);

/// The interval between checks of a running program.
const LOOK_INTERVAL: Duration = Duration::from_millis(10);

const MAX_OUTPUT_WAIT: Duration = Duration::from_millis(2);

/// The longest wait for the pipes of a program that has ended.
const MAX_DRAIN_WAIT: Duration = Duration::from_millis(50);

/// A program with its first arguments.
#[derive(Clone, Debug)]
pub struct Program {
    pub file: PathBuf,
    pub arguments: Vec<OsString>,
}

#[derive(Clone, Debug)]
pub struct Run {
    pub ending: RunEnding,
    /// Standard output, up to the limit.
    pub output: Vec<u8>,
    /// The beginning of standard error.
    pub error: Vec<u8>,
    pub time: Duration,
    /// The greatest memory use observed, in bytes.
    pub memory: u64,
}

/// The reason why a run ended: an exit status, a signal, or a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnding {
    Status(i32),
    Signal(i32),
    /// The limit of processor time.
    Time,
    /// The limit of time from start to end.
    WallTime,
    Memory,
    Output,
    Processes,
}

/// Runs a program in a folder. `stdin` is its standard input, which is empty by default.
pub fn run(
    grading: &Grading<'_>,
    program: &Program,
    arguments: &[String],
    folder: &Path,
    stdin: Option<File>,
) -> io::Result<Run> {
    let Grading { limits, stop, .. } = grading;
    let mut command = guard::command(&program.file, limits, grading.account)?;
    command.args(&program.arguments).args(arguments).current_dir(folder);
    let kept = KEPT_VARIABLES.into_iter().filter_map(|name| Some((name, env::var_os(name)?)));
    command.env_clear().envs(kept).env("HOME", folder).env("TMPDIR", folder);
    command.stdin(stdin.map_or_else(Stdio::null, Stdio::from));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let begin = Instant::now();
    let mut child = Family::start(&mut command)?;
    let (output, error) = (child.stdout.take(), child.stderr.take());
    let pipes = [Pipe::new(output, limits.output), Pipe::new(error, MAX_ERROR_BYTES)];
    let mut pipes = Pipes { pipes, buffer: vec![0; 1 << 16] };
    let watched = watch(grading, &child, begin, folder, &mut pipes);
    // In any case, end the program's whole process group.
    end(&mut child);
    let status = child.wait()?;
    let time = begin.elapsed();
    Family::ended(child.id());
    let (ending, memory) = watched?;
    if stop.load(Relaxed) {
        return Err(io::ErrorKind::Interrupted.into());
    }
    pipes.drain(limits.output)?;
    let ending = ending.unwrap_or_else(|| ending_of(status));
    let [output, error] = pipes.pipes;
    let ending = if output.count > limits.output { RunEnding::Output } else { ending };
    Ok(Run { ending, output: output.bytes, error: error.bytes, time, memory })
}

/// Returns whether the files in a folder and its subfolders have more than `most` bytes together, or there are more
/// than `MAX_FILES` files and folders.
fn is_overfull(folder: &Path, most: u64) -> bool {
    let (mut folders, mut bytes, mut entries) = (vec![folder.to_owned()], 0_u64, 0);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(file) = entry.metadata() else { continue };
            entries += 1;
            bytes = bytes.saturating_add(if file.is_dir() { 0 } else { file.len() });
            if bytes > most || entries > MAX_FILES {
                return true;
            }
            if file.is_dir() {
                folders.push(entry.path());
            }
        }
    }
    false
}

fn ending_of(status: ExitStatus) -> RunEnding {
    match (status.code(), status.signal().unwrap_or_default()) {
        (Some(code), _) => RunEnding::Status(code),
        (None, signal) if signal == Signal::XFSZ.as_raw() => RunEnding::Output,
        (None, signal) if signal == Signal::XCPU.as_raw() => RunEnding::Time,
        (None, signal) => RunEnding::Signal(signal),
    }
}

/// Returns the limit that a program and its children have reached after the given time, if any.
fn reached(limits: &Limits, elapsed: Duration, family: &Family) -> Option<RunEnding> {
    if family.processes > MAX_PROCESSES {
        Some(RunEnding::Processes)
    } else if family.memory > limits.memory {
        Some(RunEnding::Memory)
    } else if family.time >= limits.time {
        Some(RunEnding::Time)
    } else {
        (elapsed >= limits.wall_time()).then_some(RunEnding::WallTime)
    }
}

/// Returns whether a program has ended. Does not reap the process, so its number is not reused, and signals
/// cannot reach another process group.
fn has_ended(child: &Child) -> io::Result<bool> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    Ok(waitid(WaitId::Pid(Pid::from_child(child)), options)?.is_some())
}

/// Sends a signal to a program's whole process group.
fn signal(child: &Child, signal: Signal) {
    let _ = kill_process_group(Pid::from_child(child), signal);
}

fn end(child: &mut Child) {
    signal(child, Signal::KILL);
    // The program may not have made its group yet.
    let _ = child.kill();
}

/// A pipe to which a program writes.
struct Pipe {
    /// `None` once closed.
    end: Option<File>,
    bytes: Vec<u8>,
    /// The maximum number of bytes kept.
    kept: u64,
    /// The number of bytes read.
    count: u64,
}

impl Pipe {
    fn new(end: Option<impl Into<OwnedFd>>, kept: u64) -> Pipe {
        Pipe { end: end.map(|end| File::from(end.into())), bytes: Vec::new(), kept, count: 0 }
    }

    /// Reads once; at the end, closes the pipe.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<()> {
        let Some(end) = &mut self.end else { return Ok(()) };
        let count = match end.read(buffer) {
            Err(why) if why.kind() == io::ErrorKind::Interrupted => return Ok(()),
            count => count?,
        };
        if count == 0 {
            self.end = None;
        }
        let room = usize::try_from(self.kept).unwrap_or(usize::MAX).saturating_sub(self.bytes.len());
        self.bytes.extend_from_slice(&buffer[..count.min(room)]);
        self.count += count as u64;
        Ok(())
    }
}

/// Watches a program until it ends or reaches a limit, or a signal stops the grading. Returns the limit, if one was
/// reached, and the greatest memory use observed, in bytes.
fn watch(
    Grading { limits, stop, .. }: &Grading<'_>,
    child: &Child,
    begin: Instant,
    folder: &Path,
    pipes: &mut Pipes,
) -> io::Result<(Option<RunEnding>, u64)> {
    let (mut next_look, mut next_measure, mut memory) = (LOOK_INTERVAL / 2, FOLDER_INTERVAL, 0);
    loop {
        let elapsed = begin.elapsed();
        let is_late = elapsed >= limits.wall_time();
        let is_crowded = Family::threads_of_all() > limits.crowd;
        if elapsed >= next_look || is_crowded || is_late {
            let look = Instant::now();
            // A fork bomb would keep growing while it is being counted.
            if is_crowded {
                signal(child, Signal::STOP);
            }
            let family = Family::of(child.id());
            memory = memory.max(family.memory);
            if let Some(reached) = reached(limits, elapsed, &family) {
                return Ok((Some(reached), memory));
            }
            if is_crowded {
                signal(child, Signal::CONT);
            }
            // Checks take at most a twentieth of the time.
            next_look = elapsed + LOOK_INTERVAL.max(20 * look.elapsed());
        }
        if elapsed >= next_measure {
            next_measure = elapsed + FOLDER_INTERVAL;
            if is_overfull(folder, limits.output) {
                return Ok((Some(RunEnding::Output), memory));
            }
        }
        let is_open = pipes.read(MAX_OUTPUT_WAIT)?;
        if pipes.pipes.iter().any(|pipe| pipe.count > limits.output) {
            return Ok((Some(RunEnding::Output), memory));
        }
        // Children may still hold the pipes open when the program itself has ended.
        if stop.load(Relaxed) || has_ended(child)? {
            return Ok((None, memory));
        }
        if !is_open {
            // The program has closed its pipes and continues to run, or is about to end.
            std::thread::sleep(Duration::from_micros(200));
        }
    }
}

/// Standard output and standard error of a program.
struct Pipes {
    pipes: [Pipe; 2],
    buffer: Vec<u8>,
}

impl Pipes {
    /// Waits for output and reads it. Returns whether a pipe is still open.
    fn read(&mut self, wait: Duration) -> io::Result<bool> {
        let wait = Timespec::try_from(wait).expect("a tick is short");
        let mut open: Vec<&mut Pipe> = self.pipes.iter_mut().filter(|pipe| pipe.end.is_some()).collect();
        if open.is_empty() {
            return Ok(false);
        }
        let ends = open.iter().filter_map(|pipe| pipe.end.as_ref());
        let mut ends: Vec<PollFd<'_>> = ends.map(|end| PollFd::new(end, PollFlags::IN)).collect();
        match poll(&mut ends, Some(&wait)) {
            Err(rustix::io::Errno::INTR) => return Ok(true),
            polled => polled?,
        };
        let ready: Vec<bool> = ends.iter().map(|end| !end.revents().is_empty()).collect();
        for (pipe, is_ready) in open.iter_mut().zip(ready) {
            if is_ready {
                pipe.read(&mut self.buffer)?;
            }
        }
        Ok(true)
    }

    /// Reads the rest of the pipes of a program that has ended. A process that has left the group may hold
    /// the pipes open, so this function waits only briefly.
    fn drain(&mut self, limit: u64) -> io::Result<()> {
        let begin = Instant::now();
        while begin.elapsed() < MAX_DRAIN_WAIT && self.pipes[0].count <= limit && self.read(MAX_DRAIN_WAIT)? {
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_takes_no_processor_time_and_ends_at_the_longer_limit() {
        let limits =
            Limits { time: Duration::from_secs(2), memory: 1000, output: 1000, processes: 1000, crowd: 1000 };
        let second = Duration::from_secs(1);
        let family = Family { processes: 2, memory: 1000, time: second };
        let late = Family { time: 2 * second, ..family };
        assert_eq!(reached(&limits, 7 * second, &family), None);
        assert_eq!(reached(&limits, 8 * second, &family), Some(RunEnding::WallTime));
        // Several processes together can use more processor time than the elapsed time.
        assert_eq!(reached(&limits, second, &late), Some(RunEnding::Time));
        assert_eq!(reached(&limits, second, &Family { memory: 1001, ..late }), Some(RunEnding::Memory));
        let crowd = Family { processes: MAX_PROCESSES + 1, ..family };
        assert_eq!(reached(&limits, second, &crowd), Some(RunEnding::Processes));
    }
}
