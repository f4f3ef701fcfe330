//! Times whole programs, as users run them, against the plain program: `make bench`.
//!
//! Each line shows a job, the median time of this project's program, the other program and its time, the ratio
//! of the times, and the rate. The plain program, `benches/plain/naive.c`, searches to the depth that it
//! reaches in a few seconds. (Without capture, `PLAIN_DEEP=1` allows it a minute.) If that depth is less than
//! the job's, the ratio understates the true ratio.
//!
//! Deep rankings are also compared with u, the plain program's time for the start position without capture at
//! depth 5. The last part measures growth per ply: it compares the nodes of one thread at depths two plies
//! apart, in three positions under each of the four rule combinations.
#![expect(clippy::disallowed_methods, reason = "no signals are sent here")]

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, io};

use rankmoves_core::Rules;
use rankmoves_core::exchange::Document;
use rankmoves_core::pdn::Fen;
use testing::start;

const RANKMOVES: &str = "rankmoves";
const CHECKERS: &str = "checkers";

/// The number of runs of most programs; the median is used.
const RUNS: usize = 3;
/// The number of runs when only startup is timed.
const RUNS_OF_A_START: usize = 101;

/// The minimum depth of a deep ranking, whose time is also compared with u, the plain program's time for the
/// start position.
const MIN_DEEP_DEPTH: u32 = 18;
/// The time limit in the measurement of growth: after a ranking that takes longer, no deeper ranking is
/// tried.
const MAX_GROWTH_TIME: Duration = Duration::from_secs(20);

const ENGLISH: &str = "testdata/valid/start-capture-multiple.txt";
const FREE: &str = "testdata/valid/start-no-capture-single.txt";
const RANKIN: &str = "testdata/valid/rankin.txt";
const TEN: &str = "B:W18,19,21,23,24,26,29,30,31,32:B1,2,3,4,6,7,9,10,11,12";
const START: &str = "B:W21-32:B1-12";
const SIX: &str = "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29";

const ONE_THREAD: &[&str] = &["--threads", "1"];
const TWO_THREADS: &[&str] = &["--threads", "2"];
const EVERY_PATH: &[&str] = &["--threads", "1", "--hash", "0"];

struct Job {
    name: &'static str,
    kind: Kind,
    /// A file, or a position in FEN under English rules.
    position: &'static str,
    depth: u32,
    options: &'static [&'static str],
    /// The greatest depth that the plain program reaches in a few seconds.
    plain_depth: u32,
}

#[derive(Clone, Copy)]
enum Kind {
    Rank,
    Perft,
}

const fn job(
    name: &'static str,
    kind: Kind,
    position: &'static str,
    depth: u32,
    options: &'static [&'static str],
    plain_depth: u32,
) -> Job {
    Job { name, kind, position, depth, options, plain_depth }
}

const JOBS: &[Job] = &[
    job("no capture", Kind::Rank, FREE, 5, &[], 5),
    job("no capture", Kind::Rank, FREE, 6, &[], 6),
    job("no capture", Kind::Rank, FREE, 7, &[], 7),
    job("no capture", Kind::Rank, FREE, 15, &[], 7),
    job("English", Kind::Rank, ENGLISH, 7, &[], 7),
    job("English", Kind::Rank, ENGLISH, 15, &[], 7),
    job("English, ten a side", Kind::Rank, TEN, 15, &[], 6),
    job("English, six a side", Kind::Rank, SIX, 15, &[], 7),
    job("English, 1 thread", Kind::Rank, ENGLISH, 18, ONE_THREAD, 7),
    job("English, 2 threads", Kind::Rank, ENGLISH, 18, TWO_THREADS, 7),
    job("English, 1 thread", Kind::Rank, ENGLISH, 20, ONE_THREAD, 7),
    job("English, 2 threads", Kind::Rank, ENGLISH, 20, TWO_THREADS, 7),
    job("English", Kind::Rank, ENGLISH, 22, &[], 7),
    job("English", Kind::Rank, ENGLISH, 24, &[], 7),
    job("English, ten a side", Kind::Rank, TEN, 18, &[], 6),
    job("English, ten a side", Kind::Rank, TEN, 20, &[], 6),
    job("no capture", Kind::Rank, FREE, 18, &[], 7),
    job("no capture", Kind::Rank, FREE, 20, &[], 7),
    job("three pieces", Kind::Rank, RANKIN, 100, &[], 13),
    job("English, no table", Kind::Perft, ENGLISH, 9, EVERY_PATH, 9),
    job("English, no table", Kind::Perft, ENGLISH, 11, EVERY_PATH, 9),
    job("English", Kind::Perft, ENGLISH, 14, &[], 9),
    job("English, 2 threads", Kind::Perft, ENGLISH, 16, TWO_THREADS, 9),
];

fn main() -> io::Result<()> {
    // `cargo test` also runs this program, but it contains no tests.
    if !env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    env::set_current_dir(start::top())?;
    let folder = env::temp_dir().join(format!("rankmoves-bench-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let plain = Plain { program: compile_plain(&folder), times: HashMap::new() };
    print_row("job", "ours", "beside", "ratio", "rate");
    let done = jobs(&folder, plain)
        .and_then(|()| start())
        .and_then(|()| tree(&folder))
        .and_then(|()| growth(&folder));
    fs::remove_dir_all(&folder)?;
    done
}

/// Prepares a program: one of this project, or any other program, given by name or path.
fn program_of(name: &str) -> Command {
    if [RANKMOVES, CHECKERS].contains(&name) { Command::new(start::built(name)) } else { Command::new(name) }
}

fn print_row(job: &str, ours: &str, beside: &str, ratio: &str, rate: &str) {
    println!("{job:<32} {ours:>10}  {beside:>24}  {ratio:>12}  {rate:>18}");
}

/// Compares rankings and counts with the plain program.
fn jobs(folder: &Path, mut plain: Plain) -> io::Result<()> {
    let mut times = HashMap::new();
    let unit = match &plain.program {
        Some(program) => Some(median(RUNS, || run(&program.to_string_lossy(), &[FREE, "5"]))?.0),
        None => None,
    };
    for job in JOBS {
        let file = file(folder, job.position)?;
        let (depth, file) = (job.depth.to_string(), file.to_string_lossy());
        let (program, subcommand, word): (_, &[&str], _) = match job.kind {
            Kind::Rank => (RANKMOVES, &[], "rank"),
            Kind::Perft => (CHECKERS, &["perft"], "perft"),
        };
        let arguments = [subcommand, &["-d", &depth, "--stats", &file], job.options].concat();
        let (ours, figures) = median(RUNS, || run(program, &arguments))?;
        let (mut beside, mut ratio) = ("-".to_owned(), "-".to_owned());
        if let Some((time, depth)) = plain.time(&file, job)? {
            beside = format!("plain {} (-d {depth})", seconds(time));
            ratio = format!("{}{}", if depth < job.depth { "> " } else { "" }, times_as(time, ours));
        }
        let name = format!("{word} -d {depth}, {}", job.name);
        print_row(&name, &seconds(ours), &beside, &ratio, &rate(&figures));
        if job.depth >= MIN_DEEP_DEPTH
            && matches!(job.kind, Kind::Rank)
            && let Some(unit) = unit
        {
            let ratio = format!("{:.2} u", quotient(ours, unit));
            print_row("", "", &format!("u {}", seconds(unit)), &ratio, "");
        }
        if job.options == TWO_THREADS
            && let Some(&alone) = times.get(&(job.position, job.depth))
        {
            print_row(
                "  2 threads against 1",
                "",
                &seconds(alone),
                &format!("{:.2} x", quotient(alone, ours)),
                "",
            );
        }
        times.insert((job.position, job.depth), ours);
    }
    Ok(())
}

/// Prints the nodes by depth, and the factor per ply.
fn growth(folder: &Path) -> io::Result<()> {
    for position in [START, TEN, SIX] {
        for rules in Rules::ALL {
            let setup = position.parse::<Fen>().expect("the positions are valid").setup(rules);
            let path = folder.join("growth.txt");
            fs::write(&path, Document::new(setup, Vec::new()).to_string())?;
            let mut before: Option<f64> = None;
            let mut row = Vec::new();
            for depth in (12..=24).step_by(2) {
                let (depth, path) = (depth.to_string(), path.to_string_lossy());
                let arguments = [ONE_THREAD, &["-d", &depth, "--stats", &path]].concat();
                let (time, figures) = run(RANKMOVES, &arguments)?;
                let nodes = nodes(&figures).unwrap_or_default();
                row.push(match before {
                    Some(before) => format!("-d {depth} {:.2}", (nodes / before).sqrt()),
                    None => format!("-d {depth} {nodes} nodes"),
                });
                before = Some(nodes);
                if time > MAX_GROWTH_TIME {
                    break;
                }
            }
            println!("growth a ply, {position}, {rules}: {}", row.join(", "));
        }
    }
    Ok(())
}

/// Measures the shortest time that the program can take.
fn start() -> io::Result<()> {
    let (cat, _) = median(RUNS_OF_A_START, || run("cat", &[RANKIN]))?;
    let (ours, _) = median(RUNS_OF_A_START, || run(RANKMOVES, &[RANKIN]))?;
    let ratio = format!("{:.2} of cat's", quotient(ours, cat));
    print_row("rank -d 0, three pieces", &seconds(ours), &format!("cat {}", seconds(cat)), &ratio, "");
    Ok(())
}

/// Measures the tree through a pipe, compared with `cat` of its text, and the memory used.
fn tree(folder: &Path) -> io::Result<()> {
    let arguments = ["-v", "-d", "6", FREE];
    let text = folder.join("tree");
    run_to(RANKMOVES, &arguments, File::create(&text)?.into())?;
    let bytes = fs::metadata(&text)?.len();
    let (cat, _) = median(RUNS, || to_wc("cat", &[&text.to_string_lossy()]))?;
    fs::remove_file(&text)?;
    let (ours, _) = median(RUNS, || to_wc(RANKMOVES, &arguments))?;
    let ratio = format!("{:.2} of cat's", quotient(ours, cat));
    let rate = format!("{} MB/s", u128::from(bytes) / ours.as_micros().max(1));
    print_row(
        "tree -d 6, no capture, to wc -c",
        &seconds(ours),
        &format!("cat {}", seconds(cat)),
        &ratio,
        &rate,
    );
    let peak = peak_memory(RANKMOVES, &arguments)?.unwrap_or("-".to_owned());
    print_row("  peak memory", &peak, "", "", "");
    Ok(())
}

/// Returns the file of a position.
fn file(folder: &Path, position: &str) -> io::Result<PathBuf> {
    let Ok(fen) = position.parse::<Fen>() else {
        return Ok(position.into());
    };
    let path = folder.join("position.txt");
    let document = Document::new(fen.setup(Rules::ENGLISH), Vec::new());
    fs::write(&path, document.to_string())?;
    Ok(path)
}

/// The plain program, if there is a C compiler, with the times that it took for jobs.
struct Plain {
    program: Option<PathBuf>,
    times: HashMap<(&'static str, Vec<String>), Duration>,
}

impl Plain {
    /// Returns the time for a job at the greatest depth that the plain program can reach, and that depth.
    fn time(&mut self, file: &str, job: &Job) -> io::Result<Option<(Duration, u32)>> {
        let Some(program) = &self.program else {
            return Ok(None);
        };
        let takes_a_minute = job.position == FREE && job.plain_depth == 7;
        let depth = if takes_a_minute && env::var_os("PLAIN_DEEP").is_none() { 6 } else { job.plain_depth };
        let mut arguments = vec![depth.to_string()];
        if let Kind::Perft = job.kind {
            arguments.insert(0, "perft".to_owned());
        }
        let key = (job.position, arguments);
        if let Some(&known) = self.times.get(&key) {
            return Ok(Some((known, depth)));
        }
        let mut command = vec![file];
        command.extend(key.1.iter().map(String::as_str));
        let (time, _) = run(&program.to_string_lossy(), &command)?;
        self.times.insert(key, time);
        Ok(Some((time, depth)))
    }
}

/// Compiles the plain program for this machine; returns `None` if there is no C compiler.
fn compile_plain(folder: &Path) -> Option<PathBuf> {
    let program = folder.join("naive");
    let compiler = env::var_os("CC").unwrap_or_else(|| "cc".into());
    let status = Command::new(compiler)
        .args(["-O3", "-march=native", "-o"])
        .arg(&program)
        .arg("benches/plain/naive.c")
        .status();
    if status.is_ok_and(|status| status.success()) {
        Some(program)
    } else {
        eprintln!("no C compiler: the plain program is left out");
        None
    }
}

/// Runs a program. Returns its running time and its standard error.
fn run(program: &str, arguments: &[&str]) -> io::Result<(Duration, String)> {
    run_to(program, arguments, Stdio::null())
}

fn run_to(program: &str, arguments: &[&str], stdout: Stdio) -> io::Result<(Duration, String)> {
    let start = Instant::now();
    let child = program_of(program).args(arguments).stdout(stdout).stderr(Stdio::piped()).spawn()?;
    let output = child.wait_with_output()?;
    let time = start.elapsed();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    succeeded(output.status.success(), program, arguments, &errors)?;
    Ok((time, errors))
}

/// Runs a program with its output piped to `wc -c`. Returns the time and an empty error text.
fn to_wc(program: &str, arguments: &[&str]) -> io::Result<(Duration, String)> {
    let start = Instant::now();
    let mut child = program_of(program).args(arguments).stdout(Stdio::piped()).spawn()?;
    let pipe = child.stdout.take().map_or(Stdio::null(), Stdio::from);
    let wc = Command::new("wc").arg("-c").stdin(pipe).stdout(Stdio::null()).status()?;
    let status = child.wait()?;
    let time = start.elapsed();
    succeeded(status.success() && wc.success(), program, arguments, "")?;
    Ok((time, String::new()))
}

fn succeeded(has: bool, program: &str, arguments: &[&str], errors: &str) -> io::Result<()> {
    let message = || format!("{program} {} failed: {errors}", arguments.join(" "));
    if has { Ok(()) } else { Err(io::Error::other(message())) }
}

/// Returns the peak memory of a program, if the system reports it.
fn peak_memory(program: &str, arguments: &[&str]) -> io::Result<Option<String>> {
    let mut child: Child = program_of(program).args(arguments).stdout(Stdio::null()).spawn()?;
    let status = format!("/proc/{}/status", child.id());
    let mut peak = None;
    while child.try_wait()?.is_none() {
        // The system no longer reports a program's memory after the program has ended.
        let text = fs::read_to_string(&status).unwrap_or_default();
        let kib = text
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
        peak = peak.max(kib.map(|kib: u64| kib >> 10));
        sleep(Duration::from_millis(1));
    }
    Ok(peak.map(|mib| format!("{mib} MiB")))
}

/// Returns the median time of several runs, and the standard error of the median run.
fn median(
    runs: usize,
    mut run: impl FnMut() -> io::Result<(Duration, String)>,
) -> io::Result<(Duration, String)> {
    let mut done = (0..runs).map(|_| run()).collect::<io::Result<Vec<_>>>()?;
    done.sort_unstable();
    Ok(done.swap_remove(runs / 2))
}

fn quotient(time: Duration, other: Duration) -> f64 {
    time.as_secs_f64() / other.as_secs_f64()
}

fn times_as(time: Duration, other: Duration) -> String {
    format!("{:.0} x", quotient(time, other))
}

fn seconds(time: Duration) -> String {
    format!("{:.4} s", time.as_secs_f64())
}

/// Finds the nodes in the output of `--stats`.
fn nodes(figures: &str) -> Option<f64> {
    figures.lines().find_map(|line| line.strip_prefix("nodes ")?.trim().parse().ok())
}

/// Finds the rate in the output of `--stats`, if anything was counted.
fn rate(figures: &str) -> String {
    let rate = figures.lines().find_map(|line| {
        let (name, figure) = line.split_once(' ')?;
        let rate: u64 = figure.trim().parse().ok()?;
        (name.ends_with("/s") && rate > 0).then(|| format!("{rate} {name}"))
    });
    rate.unwrap_or("-".to_owned())
}
