//! Whole programs, as users run them, beside the plain one: `make bench`.
//!
//! Each line is a job, the median time of ours, that of `benches/plain/naive.c`
//! where the job is one it does in a few seconds, the ratio, and our rate.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

/// How often each program runs; the median counts.
const RUNS: usize = 3;

const RANKMOVES: &str = env!("CARGO_BIN_EXE_rankmoves");
const CHECKERS: &str = env!("CARGO_BIN_EXE_checkers");

struct Job {
    name: &'static str,
    program: &'static str,
    arguments: &'static [&'static str],
    file: &'static str,
    /// The arguments of the plain program after the file: the depth, or `perft` and the depth.
    plain: Option<&'static [&'static str]>,
}

const ENGLISH: &str = "testdata/valid/start-capture-multiple.txt";
const FREE: &str = "testdata/valid/start-no-capture-single.txt";

const JOBS: &[Job] = &[
    job("rank, no capture, -d 5", RANKMOVES, &["-d", "5"], FREE, Some(&["5"])),
    job("rank, no capture, -d 6", RANKMOVES, &["-d", "6"], FREE, Some(&["6"])),
    job("rank, no capture, -d 7", RANKMOVES, &["-d", "7"], FREE, None),
    job("rank, no capture, -d 15", RANKMOVES, &["-d", "15"], FREE, None),
    job("rank, English, -d 7", RANKMOVES, &["-d", "7"], ENGLISH, Some(&["7"])),
    job("rank, English, -d 15", RANKMOVES, &["-d", "15"], ENGLISH, None),
    job("rank, English, -d 18, 1 thread", RANKMOVES, &["-d", "18", "--threads", "1"], ENGLISH, None),
    job("rank, English, -d 18, 2 threads", RANKMOVES, &["-d", "18", "--threads", "2"], ENGLISH, None),
    job("rank, English, -d 20", RANKMOVES, &["-d", "20"], ENGLISH, None),
    job("rank, three pieces, -d 100", RANKMOVES, &["-d", "100"], "testdata/valid/rankin.txt", None),
    job("tree, no capture, -v -d 5", RANKMOVES, &["-v", "-d", "5"], FREE, Some(&["5", "-v"])),
    job(
        "perft, English, 8, no table",
        CHECKERS,
        &["perft", "-d", "8", "--hash", "0", "--threads", "1"],
        ENGLISH,
        Some(&["perft", "8"]),
    ),
    job(
        "perft, English, 11, no table",
        CHECKERS,
        &["perft", "-d", "11", "--hash", "0", "--threads", "1"],
        ENGLISH,
        None,
    ),
    job("perft, English, 14", CHECKERS, &["perft", "-d", "14"], ENGLISH, None),
];

const fn job(
    name: &'static str,
    program: &'static str,
    arguments: &'static [&'static str],
    file: &'static str,
    plain: Option<&'static [&'static str]>,
) -> Job {
    Job { name, program, arguments, file, plain }
}

fn main() {
    // Asked by `cargo test` for its tests, there are none.
    if !env::args().any(|argument| argument == "--bench") {
        return;
    }
    let plain = compile_plain();
    println!("{:<33} {:>9}  {:>24} {:>8}  {:>15}", "job", "ours", "plain program", "ratio", "rate");
    for job in JOBS {
        let (ours, figures) = median(job.program, job.arguments, job.file, true);
        let (mut plain_text, mut ratio) = ("-".to_owned(), "-".to_owned());
        if let (Some(program), Some(arguments)) = (&plain, job.plain) {
            let mut command = vec![job.file];
            command.extend(arguments);
            let (time, _) = median(&program.to_string_lossy(), &command, "", false);
            plain_text = format!("{} ({})", seconds(time), arguments.join(" "));
            ratio = format!("{:.0} x", time.as_secs_f64() / ours.as_secs_f64());
        }
        println!(
            "{:<33} {:>9}  {plain_text:>24} {ratio:>8}  {:>15}",
            job.name,
            seconds(ours),
            rate(&figures)
        );
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.4} s", time.as_secs_f64())
}

/// The line of the rate among what `--stats` wrote.
fn rate(figures: &str) -> String {
    let line = figures.lines().find(|line| line.contains("/s"));
    line.map_or("-".to_owned(), |line| line.split_whitespace().rev().collect::<Vec<_>>().join(" "))
}

/// The median time of a program, and what it wrote to standard error last.
fn median(program: &str, arguments: &[&str], file: &str, with_stats: bool) -> (Duration, String) {
    let mut figures = String::new();
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let mut command = Command::new(program);
            command.args(arguments).stdout(Stdio::null());
            if with_stats {
                command.args(["--stats", file]);
            }
            let start = Instant::now();
            let output = command.output().expect("the program starts");
            let time = start.elapsed();
            figures = String::from_utf8_lossy(&output.stderr).into_owned();
            time
        })
        .collect();
    times.sort_unstable();
    (times[RUNS / 2], figures)
}

/// The plain program, compiled for this machine; `None` if there is no C compiler.
fn compile_plain() -> Option<PathBuf> {
    let folder = env::temp_dir().join(format!("rankmoves-bench-{}", std::process::id()));
    fs::create_dir_all(&folder).ok()?;
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
