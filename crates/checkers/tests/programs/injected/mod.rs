//! Injects faults systematically, like the tests of `SQLite`: the n-th allocation, write, read and so on of the
//! programs fails, for every n up to the last. Each time, either the work is done, or the reason is reported
//! with status 1; no file is left half written. The library in `tests/inject/` is preloaded into the programs
//! that users run.
//!
//! An ordinary run tries 1, 3, 9, 27 and so on for n; `make faults` tries every n. With `FAULTS='convert -o'`,
//! only the jobs whose arguments contain these words are run.
#![cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]

mod jobs;

use jobs::{CHECKERS, JOBS, Job};
use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{LazyLock, Mutex, OnceLock};
use std::thread::{available_parallelism, scope};
use testing::start;

const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");

/// The calls that get faults, and the kind of fault.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Plan {
    call: &'static str,
    how: &'static str,
    /// True if the fault affects all calls from the n-th on, rather than only the n-th.
    stays: bool,
}

/// Faults that programs must report.
const FAILING: &[Plan] = &[
    Plan { call: "memory", how: "fail", stays: false },
    Plan { call: "memory", how: "fail", stays: true },
    Plan { call: "write", how: "fail", stays: false },
    Plan { call: "write", how: "fail", stays: true },
    Plan { call: "read", how: "fail", stays: false },
    Plan { call: "open", how: "fail", stays: false },
    Plan { call: "open", how: "fail", stays: true },
    Plan { call: "sync", how: "fail", stays: false },
    Plan { call: "map", how: "fail", stays: false },
    Plan { call: "map", how: "fail", stays: true },
    Plan { call: "thread", how: "fail", stays: false },
    Plan { call: "thread", how: "fail", stays: true },
    Plan { call: "rename", how: "fail", stays: true },
];

/// Faults that programs must handle, so that results are unaffected.
const HARMLESS: &[Plan] = &[
    Plan { call: "write", how: "interrupt", stays: false },
    Plan { call: "write", how: "short", stays: false },
    Plan { call: "write", how: "short", stays: true },
    Plan { call: "read", how: "interrupt", stays: false },
    Plan { call: "read", how: "short", stays: false },
    Plan { call: "read", how: "short", stays: true },
    Plan { call: "open", how: "interrupt", stays: false },
    Plan { call: "stderr", how: "interrupt", stays: false },
    Plan { call: "stderr", how: "fail", stays: false },
    Plan { call: "stderr", how: "fail", stays: true },
];

/// Builds the preloaded library with the cargo that builds the tests.
static LIBRARY: LazyLock<PathBuf> = LazyLock::new(|| {
    let target = Path::new(TEMPORARY).join("inject");
    let built = start::program(env!("CARGO"))
        .args(["build", "--quiet", "--offline", "--locked", "--manifest-path"])
        .arg(start::top().join("tests/inject/Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("CARGO_BUILD_TARGET")
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    target.join("debug/libinject.so")
});

/// A data folder with the tables of two pieces under English rules.
static DATA: LazyLock<PathBuf> = LazyLock::new(|| {
    let data = crate::scratch("injected-data");
    let build = start::program(CHECKERS)
        .args(["endings", "build", "--pieces", "2"])
        .env("XDG_DATA_HOME", &data)
        .output()
        .unwrap();
    assert!(build.status.success(), "{}", String::from_utf8_lossy(&build.stderr));
    data
});

/// The runtime panics with this message if a thread cannot get a stack for signal handlers.
const NO_STACK: &str = "failed to allocate an alternative stack";

/// The results of a run.
#[derive(Debug)]
struct Trace {
    status: ExitStatus,
    stdout: String,
    stderr: String,
    /// All files in its folder by name.
    files: BTreeMap<String, String>,
    /// The mark left by the preloaded library if it affected a call: `s` if the program had not yet installed
    /// its handler for `SIGABRT`.
    mark: Option<String>,
}

impl Trace {
    /// Returns whether a call was affected before the program could control its exit status.
    fn is_early(&self) -> bool {
        self.mark.as_deref() == Some("s")
    }
}

impl Job {
    /// Runs the job in an empty folder, with a fault in the n-th call if there is a plan.
    fn run(&self, folder: &Path, plan: Option<(Plan, u64)>) -> Trace {
        let (mark, stdin) = (folder.with_extension("mark"), folder.with_extension("stdin"));
        let _ = fs::remove_dir_all(folder);
        let _ = fs::remove_file(&mark);
        fs::create_dir_all(folder).unwrap();
        if let Some((name, text)) = self.old {
            fs::write(folder.join(name), text).unwrap();
        }
        fs::write(&stdin, self.stdin).unwrap();
        let argument = |word: &str| match word.split_at(1) {
            ("@", name) => format!("{}/testdata/{name}", start::top().display()),
            // This path is too long for the buffer that std keeps on the stack.
            ("%", name) => "./".repeat(300) + name,
            _ => word.to_owned(),
        };
        let mut command = start::program(self.program);
        command.args(self.arguments.split(' ').map(argument)).current_dir(folder);
        command.stdin(File::open(stdin).unwrap()).env_remove("RUST_BACKTRACE");
        // No job may depend on tables built by other tests.
        let data = if self.has_tables { DATA.clone() } else { folder.with_extension("data") };
        command.env("XDG_DATA_HOME", data);
        command.env("LD_PRELOAD", &*LIBRARY).env("INJECT_MARK", &mark);
        if let Some((Plan { call, how, stays }, number)) = plan {
            let last = if stays { u64::MAX } else { number };
            command.env("INJECT", call).env("INJECT_HOW", how);
            command.env("INJECT_FIRST", number.to_string()).env("INJECT_LAST", last.to_string());
        }
        let output = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let files = fs::read_dir(folder).unwrap().map(|entry| {
            let entry = entry.unwrap();
            (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap())
        });
        // A series prints the time that it took.
        let is_steady = |line: &&str| !(line.starts_with("time ") || line.starts_with("total "));
        Trace {
            status: output.status,
            stdout: text(output.stdout).split_inclusive('\n').filter(is_steady).collect(),
            stderr: text(output.stderr),
            files: files.collect(),
            mark: fs::read_to_string(mark).ok(),
        }
    }

    /// Describes the error of a run with a fault, if any; `sound` is a run without a fault.
    fn verdict(&self, plan: Plan, trace: &Trace, sound: &Trace) -> Option<String> {
        let Trace { status, stdout, stderr, files, .. } = trace;
        let stayed = |(name, text): (&String, &String)| self.old == Some((name, text));
        // A warning that a table cannot be read excuses unknown values.
        let is_unknown =
            self.has_tables && stderr.starts_with("warning: ") && stderr.contains("endgame table");
        let is_same = |one: &str, other: &str| {
            one == other || is_unknown && without_values(one) == without_values(other)
        };
        let is_whole = |(name, text): (&String, &String)| {
            // A series that ends early keeps the finished games. The current game may be cut off, and two
            // threads write games in any order.
            let games_of =
                |name: &str| sound.files.get(name).filter(|_| self.arguments.starts_with("series"));
            match games_of(name.strip_suffix(".part").unwrap_or(name)) {
                Some(all) => games(text).all(|game| all.contains(game)),
                None => sound.files.get(name).is_some_and(|sound| is_same(sound, text)),
            }
        };
        if let Some((name, _)) = files.iter().find(|&file| !stayed(file) && !is_whole(file)) {
            return Some(format!("{name} is half written or does not belong there"));
        }
        let said = |words: &str| stderr.contains(words);
        if trace.is_early() && status.signal() == Some(SIGABRT) {
            // At this stage, only the runtime can report anything.
            let is_told = said("memory allocation of") || said(NO_STACK);
            return (!is_told || !stdout.is_empty()).then(|| "it ended early, and not cleanly".to_owned());
        }
        if said("panicked") && !(plan.call == "map" && said(NO_STACK)) {
            return Some("it panicked".to_owned());
        }
        // If two threads run out of memory, either may be cut off while reporting it. The C library itself
        // reports that it has no memory to run a thread's destructors.
        let is_told = stderr.ends_with('\n')
            || plan.call == "stderr"
            || plan.call == "memory"
                && (stderr.starts_with("memory allocation of ") && said(" failed\n")
                    || said("out of memory\n"));
        // The files have already been checked, and are whole.
        let is_done = status.code() == sound.status.code()
            && is_same(stdout, &sound.stdout)
            && files.keys().eq(sound.files.keys())
            && files.iter().all(|(name, text)| is_same(text, &sound.files[name]));
        let is_cut_well = stdout.is_empty() || stdout.ends_with('\n');
        let wrong = match status.code() {
            Some(0) if is_done => return None,
            Some(0) if self.is_conversation && stdout.contains("cannot ") => return None,
            Some(_) if is_done && is_told => return None,
            _ if HARMLESS.contains(&plan) => "it is harmless, but changed something",
            Some(1) if !is_told => "the reason is missing",
            Some(1) if self.is_conversation => return None,
            Some(1) if !sound.stdout.starts_with(stdout) => "it wrote something else",
            Some(1) if !is_cut_well => "it wrote half a line",
            Some(1) => return None,
            _ => "it ended otherwise",
        };
        Some(wrong.to_owned())
    }
}

/// Removes the proven values from a text, both in the output of `--json` and in the moves beside a board.
fn without_values(text: &str) -> String {
    let mut kept = String::new();
    for line in text.lines() {
        let line = line.split("  lost in ").next().unwrap_or(line);
        let mut parts = line.split(r#""proven":"#);
        kept.push_str(parts.next().unwrap_or_default());
        for part in parts {
            kept.push_str(part.strip_prefix("null").or(part.split_once('}').map(|it| it.1)).unwrap_or(part));
        }
        kept.push('\n');
    }
    kept
}

/// Returns the games of a PDN text.
fn games(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n\n[").map(|game| game.trim_start_matches('['))
}

/// The number of the signal.
const SIGABRT: i32 = 6;

/// Runs the jobs with the faults of the given plans. No fault may do harm, and each plan must affect some job.
fn inject(name: &str, plans: &[Plan]) {
    let wanted = env::var("FAULTS").ok();
    let is_wanted =
        |job: &&Job| wanted.as_ref().is_none_or(|words| words == "all" || job.arguments.contains(words));
    let jobs: Vec<&Job> = JOBS.iter().filter(is_wanted).collect();
    let sounds: Vec<OnceLock<Trace>> = jobs.iter().map(|_| OnceLock::new()).collect();
    let counts: Vec<AtomicU64> = plans.iter().map(|_| AtomicU64::new(0)).collect();
    let plans = plans.iter().zip(&counts);
    let work: Vec<_> =
        plans.clone().flat_map(|plan| jobs.iter().zip(&sounds).map(move |job| (plan, job))).collect();
    let (next, latest_early, wrong) = (AtomicUsize::new(0), AtomicU64::new(0), Mutex::new(Vec::new()));
    let worker = |worker: usize| {
        let folder = Path::new(TEMPORARY).join(format!("injected-{name}-{worker}"));
        while let Some(&((plan, count), (job, sound))) = work.get(next.fetch_add(1, Relaxed)) {
            let sound = sound.get_or_init(|| job.run(&folder, None));
            let mut number = 1;
            loop {
                let trace = job.run(&folder, Some((*plan, number)));
                if trace.mark.is_none() {
                    break;
                }
                count.fetch_add(1, Relaxed);
                if plan.call == "memory" && trace.is_early() {
                    latest_early.fetch_max(number, Relaxed);
                }
                if let Some(why) = job.verdict(*plan, &trace, sound) {
                    let Job { program, arguments, .. } = job;
                    let problem =
                        format!("{program} {arguments}, call {number}: {plan:?}: {why}: {trace:.300?}");
                    wrong.lock().unwrap().push(problem);
                }
                if plan.call == "rename" {
                    // The kernel's filter affects all calls or none.
                    break;
                }
                number += if wanted.is_some() { 1 } else { 2 * number };
            }
        }
    };
    scope(|scope| {
        for number in 0..available_parallelism().map_or(1, usize::from) {
            let worker = &worker;
            scope.spawn(move || worker(number));
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} faults did harm:\n{}", wrong.len(), wrong.join("\n"));
    for (plan, count) in plans {
        let count = count.load(Relaxed);
        println!("{count:>7} faults: {plan:?}");
        // Some systems refuse filters for system calls.
        assert!(count > 0 || plan.call == "rename" || wanted.is_some(), "nothing is affected by {plan:?}");
    }
    let latest_early = latest_early.into_inner();
    println!("{latest_early:>7} allocations before the program handles SIGABRT");
    assert!(latest_early < 50, "{latest_early} allocations are too many before SIGABRT is handled");
}

#[test]
fn after_a_fault_the_work_is_done_or_the_reason_is_reported() {
    inject("failing", FAILING);
}

#[test]
fn interrupted_and_short_calls_and_a_full_stderr_change_no_result() {
    inject("harmless", HARMLESS);
}
