//! Processes that belong to a program under test, found in `/proc` (proc(5)).
//!
//! Nothing is found without `/proc`; the limits that the system keeps
//! stay.

use std::collections::BTreeSet;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fs, io, thread};

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

/// The programs that run, by the numbers of their groups.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// The times that starting a program is tried again, and the time between them.
const TRIES: u32 = 100;
const PAUSE: Duration = Duration::from_millis(20);

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The processes of a group.
#[derive(Clone, Copy, Debug, Default)]
pub struct Family {
    /// The number of processes.
    pub processes: usize,
    /// The memory that they have touched, in bytes.
    pub memory: u64,
}

impl Family {
    /// Makes this process the parent of those that lose theirs, so that it can end them.
    pub fn adopt_orphans() {
        #[cfg(target_os = "linux")]
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    }

    /// Starts a program. Where there are too many processes for the moment, another
    /// program may be about to be ended for that.
    ///
    /// # Errors
    ///
    /// If the program does not start.
    pub fn start(command: &mut Command) -> io::Result<Child> {
        let mut tries = 0;
        loop {
            // Locked, lest it is taken for an orphan.
            let mut running = running();
            match command.spawn() {
                Err(why) if why.kind() == io::ErrorKind::WouldBlock && tries < TRIES => tries += 1,
                child => {
                    return child.inspect(|child| {
                        running.insert(child.id());
                    });
                }
            }
            drop(running);
            thread::sleep(PAUSE);
        }
    }

    /// Counts a program as ended, and ends what has left its group.
    pub fn ended(leader: u32) {
        let mut running = running();
        running.remove(&leader);
        // Each round ends one generation.
        for _ in 0..100 {
            let orphans: Vec<Pid> =
                children().into_iter().filter(|child| !running.contains(child)).filter_map(pid).collect();
            if orphans.is_empty() {
                break;
            }
            for orphan in orphans {
                let _ = kill_process(orphan, Signal::KILL);
                let _ = waitpid(Some(orphan), WaitOptions::empty());
            }
        }
    }

    /// Finds the processes of a group.
    pub fn of(group: u32) -> Family {
        let page = rustix::param::page_size() as u64;
        let mut family = Family::default();
        for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let name = entry.file_name();
            if !name.as_encoded_bytes()[0].is_ascii_digit() {
                continue;
            }
            let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            // The name of the program, which may hold anything, ends with the last parenthesis.
            let Some((_, rest)) = stat.rsplit_once(')') else { continue };
            let fields: Vec<&str> = rest.split_whitespace().collect();
            let number = |index: usize| fields.get(index).and_then(|field| field.parse::<u64>().ok());
            if number(2) == Some(u64::from(group)) {
                family.processes += 1;
                family.memory += number(21).unwrap_or_default() * page;
            }
        }
        family
    }

    /// Counts the processes and threads of all users; 0 where the system does not tell.
    pub fn threads_of_all() -> u64 {
        let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let count = load.split('/').nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
        count.unwrap_or(0)
    }
}

fn pid(number: u32) -> Option<Pid> {
    Pid::from_raw(i32::try_from(number).ok()?)
}

/// Returns the children of this process.
fn children() -> Vec<u32> {
    let mut children = Vec::new();
    for task in fs::read_dir("/proc/self/task").into_iter().flatten().flatten() {
        let list = fs::read_to_string(task.path().join("children")).unwrap_or_default();
        children.extend(list.split_whitespace().filter_map(|child| child.parse::<u32>().ok()));
    }
    children
}
