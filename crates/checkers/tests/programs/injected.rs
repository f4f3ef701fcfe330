//! Faults put in one by one, as `SQLite` does: the n-th allocation, write, read
//! and so on of the programs fails, for every n up to the last. Each time the
//! work is done, or the reason told with status 1, and no file is left half
//! written. `tests/inject/` is preloaded into the programs as users have them.
//!
//! The ordinary run leaves gaps between larger n; `make faults` leaves none, in
//! all jobs or (`FAULTS='convert -o'`) in those whose arguments have these words.
#![cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{LazyLock, Mutex};
use std::thread::{available_parallelism, scope};
use testing::start;

const RANKMOVES: &str = "rankmoves";
const CHECKERS: &str = "checkers";
const TEMPORARY: &str = env!("CARGO_TARGET_TMPDIR");

/// Something to do, in a folder of its own.
#[derive(Clone, Copy)]
struct Job {
    program: &'static str,
    /// Words that begin with `@` name files of testdata; with `%`, of the folder by a long path.
    arguments: &'static str,
    stdin: &'static str,
    /// Content of the file `out…` before the run.
    old: Option<(&'static str, &'static str)>,
    /// True if the program answers commands: to one that fails it may answer so and go on.
    is_conversation: bool,
    /// True if no n is left out, even in an ordinary run.
    has_no_gaps: bool,
    /// True if there are endgame tables. One that cannot be read is a warning, and values are
    /// unknown.
    has_tables: bool,
}

const fn job(program: &'static str, arguments: &'static str) -> Job {
    Job {
        program,
        arguments,
        stdin: "",
        old: None,
        is_conversation: false,
        has_no_gaps: false,
        has_tables: false,
    }
}

const GAME: &str =
    "c3->d4\nhint 2\nmoves\nsave out.pdn\nundo\nsave out.txt\nsave out.svg\nload out.pdn\nquit\n";

const OLD: &str = "W:W21:B1\n";

/// Two kings: deep searches, and all positions that can be reached, take little time.
const KINGS: &str = "W:WK1:BK32\n";

/// Two kings so close that tables have results that one ply does not show.
const BESIDE: &str = "W:WK22:BK14\n";

/// The main jobs of both programs.
const JOBS: &[Job] = &[
    job(RANKMOVES, "@valid/rankin.txt"),
    job(RANKMOVES, "-v -d 4 @valid/rankin.txt"),
    job(RANKMOVES, "-v -d 2 @perft/start-capture-multiple.txt"),
    job(RANKMOVES, "--json -v -d 2 @valid/moves-with-chains.txt"),
    job(RANKMOVES, "-d 9 --threads 2 --stats @valid/rankin.txt"),
    Job { stdin: KINGS, ..job(RANKMOVES, "-d 14 --threads 2 --hash 1") },
    Job { stdin: KINGS, ..job(RANKMOVES, "-d 40 --threads 2") },
    job(RANKMOVES, "@valid/thirteen-red-pieces.txt"),
    job(RANKMOVES, "@broken/illegal-third-of-several.txt"),
    job(RANKMOVES, "--depth x"),
    job(RANKMOVES, "--help"),
    Job { stdin: "W:W21,22,K3:B1-4\n", ..job(RANKMOVES, "-d 3 --threads 1") },
    job(CHECKERS, "perft -d 4 --divide --threads 2 --stats @perft/start-capture-multiple.txt"),
    job(CHECKERS, "perft -d 5 --threads 1 @perft/start-capture-multiple.txt"),
    job(CHECKERS, "perft -d 2 --split @perft/start-capture-multiple.txt"),
    Job { stdin: KINGS, ..job(CHECKERS, "perft -d 14 --threads 2 --hash 1") },
    job(CHECKERS, "apply @valid/moves-on-several-lines.txt"),
    job(CHECKERS, "apply -m 1 -o out.json @valid/moves-on-several-lines.txt"),
    job(CHECKERS, "convert -o out.txt @pdn/variations.pdn"),
    job(CHECKERS, "convert -o out.json @pdn/variations.pdn"),
    Job { old: Some(("out.pdn", OLD)), ..job(CHECKERS, "convert -o out.pdn @pdn/variations.pdn") },
    Job {
        old: Some(("out.fen", OLD)),
        has_no_gaps: true,
        ..job(CHECKERS, "convert -o %out.fen --fen W:W21,22:B1-4")
    },
    job(CHECKERS, "convert --to pdn @pdn/strict.pdn"),
    job(CHECKERS, "show -d 3 -o out.svg @valid/rankin.txt"),
    job(CHECKERS, "show --color always @valid/rankin.txt"),
    Job { has_tables: true, stdin: BESIDE, ..job(RANKMOVES, "--json --proven --threads 1") },
    Job { has_tables: true, stdin: BESIDE, ..job(CHECKERS, "show -d 1 -o out.txt --format ascii") },
    job(CHECKERS, "info @pdn/variations.pdn"),
    job(CHECKERS, "info --json @valid/rankin.txt"),
    job(CHECKERS, "series --games 2 --seed 1 --threads 1 --pdn out.pdn random minimax:1"),
    Job {
        old: Some(("out.pdn", OLD)),
        ..job(CHECKERS, "series --games 3 --seed 1 --threads 2 --pdn out.pdn random random")
    },
    Job { stdin: GAME, is_conversation: true, ..job(CHECKERS, "play --black random:1") },
    Job {
        old: Some(("out.pdn", OLD)),
        stdin: GAME,
        is_conversation: true,
        ..job(CHECKERS, "play --black random:2")
    },
];

/// Calls to be affected, and the way in which they end.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Plan {
    call: &'static str,
    how: &'static str,
    /// True if all calls from the n-th on are affected, not it alone.
    stays: bool,
}

/// Faults that programs report.
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

/// Faults that programs cope with: results do not show them.
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

/// Builds the library that is preloaded, with the cargo that builds the tests.
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

/// The runtime's words, in a panic of its own, if a thread cannot have a stack for signals.
const NO_STACK: &str = "failed to allocate an alternative stack";

/// The traces that a run has left.
#[derive(Debug)]
struct Trace {
    status: ExitStatus,
    stdout: String,
    stderr: String,
    /// All files of its folder by name.
    files: BTreeMap<String, String>,
    /// Left by the preloaded library if a call was affected: `s` if that was
    /// before the program handled `SIGABRT`.
    mark: Option<String>,
}

impl Trace {
    /// Returns whether a call was affected before the program could see to its exit status.
    fn is_early(&self) -> bool {
        self.mark.as_deref() == Some("s")
    }
}

impl Job {
    /// Does the job in an empty folder, with the n-th call affected if there is a plan.
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
            // Too long for the buffer that std keeps on the stack.
            ("%", name) => "./".repeat(300) + name,
            _ => word.to_owned(),
        };
        let mut command = start::program(self.program);
        command.args(self.arguments.split(' ').map(argument)).current_dir(folder);
        command.stdin(File::open(stdin).unwrap()).env_remove("RUST_BACKTRACE");
        // No job depends on tables that other tests build.
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
        let is_steady = |line: &&str| !(line.starts_with("time ") || line.starts_with("in all "));
        Trace {
            status: output.status,
            stdout: text(output.stdout).split_inclusive('\n').filter(is_steady).collect(),
            stderr: text(output.stderr),
            files: files.collect(),
            mark: fs::read_to_string(mark).ok(),
        }
    }

    /// Returns what is wrong about a run that met a fault; `sound` is one that met none.
    fn verdict(&self, plan: Plan, trace: &Trace, sound: &Trace) -> Option<String> {
        let Trace { status, stdout, stderr, files, .. } = trace;
        let stayed = |(name, text): (&String, &String)| self.old == Some((name, text));
        // A warning that a table cannot be read stands for its values.
        let is_unknown =
            self.has_tables && stderr.starts_with("warning: ") && stderr.contains("endgame table");
        let is_same = |one: &str, other: &str| {
            one == other || is_unknown && without_values(one) == without_values(other)
        };
        let is_whole = |(name, text): (&String, &String)| {
            // A series that ends early keeps the games that have ended; the one
            // in play may be cut, and games come in any order from two threads.
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
            // Only the runtime can do anything yet.
            let is_told = said("memory allocation of") || said(NO_STACK);
            return (!is_told || !stdout.is_empty()).then(|| "it ended early, and not cleanly".to_owned());
        }
        if said("panicked") && !(plan.call == "map" && said(NO_STACK)) {
            return Some("it panicked".to_owned());
        }
        // Of two threads without memory, the second may be cut short while it reports the same.
        let is_told = stderr.ends_with('\n')
            || plan.call == "stderr"
            || plan.call == "memory" && stderr.starts_with("memory allocation of ") && said(" failed\n");
        // The files that there are have been found whole.
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

/// Returns a text without the proven values of `--json`, and of the moves beside a board.
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

/// Puts the faults of some plans into the jobs. None must do harm, and each
/// plan must have some.
fn inject(name: &str, plans: &[Plan]) {
    let wanted = env::var("FAULTS").ok();
    let is_wanted =
        |job: &&Job| wanted.as_ref().is_none_or(|words| words == "all" || job.arguments.contains(words));
    let jobs: Vec<&Job> = JOBS.iter().filter(is_wanted).collect();
    let work: Vec<(&Plan, &Job)> =
        plans.iter().flat_map(|plan| jobs.iter().map(move |&job| (plan, job))).collect();
    let counts: Vec<AtomicU64> = plans.iter().map(|_| AtomicU64::new(0)).collect();
    let (next, latest_early, wrong) = (AtomicUsize::new(0), AtomicU64::new(0), Mutex::new(Vec::new()));
    let worker = |worker: usize| {
        let folder = Path::new(TEMPORARY).join(format!("injected-{name}-{worker}"));
        while let Some((plan, job)) = work.get(next.fetch_add(1, Relaxed)) {
            let sound = job.run(&folder, None);
            let mut number = 1;
            loop {
                let trace = job.run(&folder, Some((**plan, number)));
                if trace.mark.is_none() {
                    break;
                }
                counts[plans.iter().position(|one| one == *plan).unwrap()].fetch_add(1, Relaxed);
                if plan.call == "memory" && trace.is_early() {
                    latest_early.fetch_max(number, Relaxed);
                }
                if let Some(why) = job.verdict(**plan, &trace, &sound) {
                    let Job { program, arguments, .. } = job;
                    let problem =
                        format!("{program} {arguments}, call {number}: {plan:?}: {why}: {trace:.300?}");
                    wrong.lock().unwrap().push(problem);
                }
                if plan.call == "rename" {
                    // The kernel refuses all or none.
                    break;
                }
                number += if wanted.is_some() || job.has_no_gaps { 1 } else { number.div_ceil(2) };
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
    for (plan, count) in plans.iter().zip(counts) {
        let count = count.into_inner();
        println!("{count:>7} faults: {plan:?}");
        // Some systems refuse filters of calls.
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
