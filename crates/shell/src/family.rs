//! Finds the processes that belong to a program under test, in `/proc` (proc(5)).
//!
//! Without `/proc` nothing is found, but the limits that the system itself enforces still apply.

use std::collections::BTreeSet;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fs, io, thread};

use rustix::param::{clock_ticks_per_second, page_size};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

/// The running programs, by the numbers of their process groups.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// The maximum number of retries when a program does not start, and the pause before each retry.
const MAX_START_TRIES: u32 = 100;
const START_PAUSE: Duration = Duration::from_millis(20);

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Totals for a program and all the processes that it has started.
#[derive(Clone, Copy, Debug, Default)]
pub struct Family {
    /// The number of processes.
    pub processes: usize,
    /// The memory that these processes use, in bytes.
    pub memory: u64,
    /// The processor time that these processes have used, including ended processes.
    pub time: Duration,
}

struct ListedProcess {
    number: u64,
    parent: u64,
    group: u64,
    /// True for a zombie, a process that has ended although its parent has not noticed yet.
    has_ended: bool,
    memory: u64,
    /// The processor time of the process and of the children that it has waited for.
    time: Duration,
}

impl ListedProcess {
    fn all() -> Vec<ListedProcess> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        numbers.filter_map(ListedProcess::read).collect()
    }

    fn read(number: u64) -> Option<ListedProcess> {
        let stat = fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
        // The name of the program may contain anything, and ends at the last parenthesis.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let field = |index: usize| fields.get(index)?.parse::<u64>().ok();
        let ticks: u64 = (11..=14).filter_map(field).sum();
        Some(ListedProcess {
            number,
            parent: field(1)?,
            group: field(2)?,
            has_ended: fields[0] == "Z",
            memory: field(21).unwrap_or_default() * page_size() as u64,
            time: Duration::from_millis(ticks * 1000 / clock_ticks_per_second()),
        })
    }
}

impl Family {
    /// Makes this process adopt orphaned processes, so that it can end them.
    pub fn adopt_orphans() {
        #[cfg(target_os = "linux")]
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    }

    /// Starts a program. Retries while there are too many processes, because another program may soon be
    /// ended for starting too many.
    pub fn start(command: &mut Command) -> io::Result<Child> {
        let mut tries = 0;
        loop {
            // The lock prevents the child from being mistaken for an orphan. It also waits until the children of
            // other threads have closed this thread's files: a program that is open for writing does not start.
            let mut running = running();
            match command.spawn() {
                Err(why) if why.kind() == io::ErrorKind::WouldBlock && tries < MAX_START_TRIES => tries += 1,
                child => {
                    return child.inspect(|child| {
                        running.insert(child.id());
                    });
                }
            }
            drop(running);
            thread::sleep(START_PAUSE);
        }
    }

    /// Records that a program has ended or has to end, and ends its processes, even outside its group.
    pub fn ended(leader: u32) {
        let mut running = running();
        running.remove(&leader);
        // Each round ends one generation of orphans.
        for _ in 0..100 {
            let orphans: Vec<u32> = children().into_iter().filter(|child| !running.contains(child)).collect();
            if orphans.is_empty() {
                break;
            }
            orphans.into_iter().for_each(end);
        }
    }

    /// Finds a process, its descendants, and the other processes of its group. A program that leaves its
    /// group or its session is still a descendant of its guard.
    pub fn of(leader: u32) -> Family {
        let (mut family, mut all) = (Family::default(), ListedProcess::all());
        let mut leaders = vec![u64::from(leader)];
        while let Some(leader) = leaders.pop() {
            let is_below = |process: &mut ListedProcess| {
                process.parent == leader || process.group == leader || process.number == leader
            };
            for process in all.extract_if(.., is_below) {
                family.processes += usize::from(!process.has_ended);
                family.memory += process.memory;
                family.time += process.time;
                leaders.push(process.number);
            }
        }
        family
    }

    /// Counts the processes and threads of all users; returns 0 if the system does not report them.
    pub fn threads_of_all() -> u64 {
        let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let count = load.split('/').nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
        count.unwrap_or(0)
    }
}

fn end(child: u32) {
    if let Some(child) = i32::try_from(child).ok().and_then(Pid::from_raw) {
        let _ = kill_process(child, Signal::KILL);
        let _ = waitpid(Some(child), WaitOptions::empty());
    }
}

fn children() -> Vec<u32> {
    let mut children = Vec::new();
    for task in fs::read_dir("/proc/self/task").into_iter().flatten().flatten() {
        let list = fs::read_to_string(task.path().join("children")).unwrap_or_default();
        children.extend(list.split_whitespace().filter_map(|child| child.parse::<u32>().ok()));
    }
    children
}
