//! The guard, a small process between the grader and a program, and the account under which the program runs.
//!
//! The grader starts itself again under another name. That process, the guard, leaves the terminal, limits
//! itself, and starts the program. So the program never runs without limits and has no terminal. If the
//! program kills its parent or its process group, it kills only the guard, not the grader.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Write, stderr};
use std::os::unix::fs::chown;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;
use std::{env, fs};

use nix::unistd::{Uid, User};
use rankmoves_core::{Resources, quoted, shorten};
#[cfg(target_os = "linux")]
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
#[cfg(target_os = "linux")]
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use rustix::process::{Resource, Rlimit, Signal, getpid, kill_process, setrlimit, setsid};
use shell::family::Family;
use shell::{Failure, Stop};

/// The exit status if a program cannot be started, the same as in shells.
pub const NOT_STARTED: u8 = 127;

/// The beginning of the message of a guard that cannot start the program.
pub const CANNOT_START: &str = "cannot start the program: ";

/// The maximum number of processes of one program.
pub const MAX_PROCESSES: usize = 128;

/// The name under which a guard is started.
const GUARD_NAME: &str = "checkers grade: guard";

/// The maximum length of the reason why a program cannot be started, in characters.
const MAX_REASON_CHARS: usize = 200;

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The limits for the processor time, and for the memory in bytes, of the program and its children together.
    pub time: Duration,
    pub memory: u64,
    /// The limit for the bytes printed, and for the size of each file.
    pub output: u64,
    /// The limit for all processes and threads of the user, not only the program's.
    pub processes: u64,
    /// The number of processes and threads of all users above which the program's own are counted
    /// immediately.
    pub crowd: u64,
}

impl Limits {
    /// Returns the limit for the time from start to end, which stops programs that only wait. It is generous,
    /// because on a busy machine a program gets only part of a processor.
    pub fn wall_time(&self) -> Duration {
        4 * self.time
    }
}

/// Prepares the guard of a program.
///
/// # Errors
///
/// If the path of the grader's own program is unknown.
#[expect(clippy::disallowed_methods, reason = "no test starts it")]
pub fn command(program: &Path, limits: &Limits, account: Option<Account>) -> io::Result<Command> {
    let mut command = Command::new(env::current_exe()?);
    // All processors may work for the program at the same time.
    let seconds = (limits.time.as_secs() + 2) * Resources::default().threads.get() as u64;
    // Allow twice the memory, so that the grader can observe that a program exceeds the limit.
    let numbers = [seconds, limits.memory.saturating_mul(2), limits.output, limits.processes];
    command.arg0(GUARD_NAME).args(numbers.map(|number| number.to_string()));
    command.arg(account.map_or_else(String::new, |account| format!("{}:{}", account.user, account.group)));
    command.arg(program);
    Ok(command)
}

/// Acts as the guard if this process was started as one: runs a program, and ends in the same way as the
/// program.
pub fn run() -> Option<ExitCode> {
    let mut arguments = env::args_os();
    if arguments.next().as_deref() != Some(OsStr::new(GUARD_NAME)) {
        return None;
    }
    Some(guard(arguments).unwrap_or_else(|why| {
        let _ = writeln!(stderr(), "{CANNOT_START}{}", shorten(&why.to_string(), MAX_REASON_CHARS));
        ExitCode::from(NOT_STARTED)
    }))
}

/// Explains why the system did not start a program, if its beginning shows the cause.
fn explained(program: &Path, why: io::Error) -> io::Error {
    let mut start = [0; 200];
    let length = File::open(program).and_then(|mut file| file.read(&mut start)).unwrap_or(0);
    let first = start[..length].split(|&byte| byte == b'\n').next().unwrap_or_default();
    let interpreter = first.strip_prefix(b"#!");
    let advice = match (why.raw_os_error().map(Errno::from_raw_os_error), interpreter) {
        (Some(Errno::NOEXEC), None) => {
            if first.starts_with(b"\x7fELF") {
                "it is damaged, or built for another system".to_owned()
            } else {
                "its first line must name an interpreter, for example #!/usr/bin/env python3".to_owned()
            }
        }
        (Some(Errno::NOENT), Some(line)) if line.ends_with(b"\r") => {
            "its first line ends with a carriage return: save it with Unix line ends".to_owned()
        }
        (Some(Errno::NOENT), Some(line)) => {
            format!("its first line names {}, which does not exist", quoted(&String::from_utf8_lossy(line)))
        }
        _ => return why,
    };
    io::Error::other(advice)
}

/// Closes all open files except the three standard ones. All of them are inherited, because this process has not
/// opened any.
fn close_inherited() {
    let entries = fs::read_dir("/dev/fd").into_iter().flatten().flatten();
    let numbers: Vec<i32> = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for number in numbers.into_iter().filter(|&number| number > 2) {
        // The descriptor of the folder itself is closed already.
        let _ = nix::unistd::close(number);
    }
}

#[expect(clippy::disallowed_methods, reason = "no test starts it")]
fn guard(mut arguments: impl Iterator<Item = OsString>) -> io::Result<ExitCode> {
    let limits = [Resource::Cpu, Resource::Data, Resource::Fsize, Resource::Nproc];
    close_inherited();
    setsid()?;
    // A process whose parent ends becomes a child of this process, so it is still counted.
    Family::adopt_orphans();
    setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
    for resource in limits {
        let number = arguments.next().and_then(|number| number.to_str()?.parse().ok());
        let number: u64 = number.ok_or(io::ErrorKind::InvalidInput)?;
        // A limit that is already lower is kept.
        let old = rustix::process::getrlimit(resource).maximum.unwrap_or(u64::MAX);
        let most = Some(number.min(old)).filter(|&most| most < u64::MAX);
        setrlimit(resource, Rlimit { current: most, maximum: most })?;
    }
    let account = arguments.next().ok_or(io::ErrorKind::InvalidInput)?;
    let program = arguments.next().ok_or(io::ErrorKind::InvalidInput)?;
    let mut command = Command::new(&program);
    if let Some((user, group)) = account.to_str().and_then(|account| account.split_once(':')) {
        let number = |text: &str| text.parse().map_err(|_| io::ErrorKind::InvalidInput);
        command.uid(number(user)?).gid(number(group)?);
        // After this, programs such as `su` cannot change the user.
        #[cfg(target_os = "linux")]
        rustix::thread::set_no_new_privs(true)?;
    }
    let mut child = command.args(arguments).spawn().map_err(|why| explained(Path::new(&program), why))?;
    #[cfg(target_os = "linux")]
    if let Ok(end) = pidfd_open(Pid::from_child(&child), PidfdFlags::empty()) {
        let output = io::stdout();
        let mut ends = [PollFd::new(&end, PollFlags::IN), PollFd::new(&output, PollFlags::empty())];
        while poll(&mut ends, None) == Err(Errno::INTR) {}
        // The grader was killed and can no longer end the program.
        if !ends[1].revents().is_empty() {
            Family::ended(child.id());
        }
    }
    let status = child.wait()?;
    if let Some(code) = status.code() {
        return Ok(ExitCode::from(u8::try_from(code).expect("an exit status has eight bits")));
    }
    let number = status.signal().expect("a program ends with a status or by a signal");
    if let Some(signal) = Signal::from_named_raw(number) {
        // For some signals, the runtime's handler only removes itself the first time.
        for _ in 0..2 {
            let _ = kill_process(getpid(), signal);
        }
    }
    Ok(ExitCode::from(u8::try_from(128 + number).unwrap_or(u8::MAX)))
}

/// A user and its group, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Account {
    pub user: u32,
    pub group: u32,
}

impl Account {
    /// Finds a user of this system by name or number.
    pub fn find(name: &str) -> Result<Account, Stop> {
        let refused = |why: &str| {
            Stop::from(Failure::new(format!("cannot run programs as {}: {why}", shorten(name, 40))))
        };
        let by_number = || User::from_uid(Uid::from_raw(name.parse().ok()?)).ok()?;
        let user = User::from_name(name).ok().flatten().or_else(by_number);
        let user = user.ok_or_else(|| refused("there is no such user"))?;
        let account = Account { user: user.uid.as_raw(), group: user.gid.as_raw() };
        let own = rustix::process::geteuid();
        if !own.is_root() && own.as_raw() != account.user {
            return Err(refused("only root can run programs as another user"));
        }
        if account.user == 0 {
            return Err(refused("limits do not apply to root"));
        }
        Ok(account)
    }

    /// Makes the user the owner of a folder and its contents, but not of files to which links lead.
    pub fn give(self, path: &Path) -> io::Result<()> {
        let file = path.symlink_metadata()?;
        if file.is_symlink() {
            return Ok(());
        }
        chown(path, Some(self.user), Some(self.group))?;
        if file.is_dir() {
            for entry in fs::read_dir(path)? {
                self.give(&entry?.path())?;
            }
        }
        Ok(())
    }
}
