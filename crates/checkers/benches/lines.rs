//! Compares `rankmoves --lines` with one process per position: `make bench`.
#![expect(clippy::disallowed_methods, reason = "no signals are sent here")]

use std::env;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rankmoves::Ranker;
use rankmoves_core::pdn::Fen;
use rankmoves_core::{Player, Position, Rules};
use testing::start;

/// The number of runs; the median is used.
const RUNS: usize = 3;
/// The number of positions that one process answers.
const POSITIONS: usize = 100_000;
/// The number of processes that answer one position each.
const PROCESSES: usize = 500;
/// The number of copies of the positions in the runs at depth 0.
const COPIES: usize = 10;

fn main() {
    // `cargo test` runs benchmarks with other arguments.
    if !env::args().any(|argument| argument == "--bench") {
        return;
    }
    let fens = positions();
    let folder = tempfile::tempdir().expect("a folder for the positions");
    let file = |name: &str, text: &str| -> PathBuf {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("the folder can be written to");
        path
    };
    let all = file("all", &fens.concat());
    let many = file("many", &fens.concat().repeat(COPIES));
    let report = |name: &str, (time, memory): (Duration, u64), lines: usize| {
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = lines as f64 / time.as_secs_f64();
        println!("{name:<44} {:>8.2} s {rate:>9.0} lines/s {:>5} MiB", time.as_secs_f64(), memory >> 10);
        time.as_secs_f64()
    };
    let lines = |arguments: &[&str], input: &PathBuf| {
        let mut runs: Vec<_> = (0..RUNS).map(|_| run(&[&["--lines"], arguments].concat(), input)).collect();
        runs.sort();
        runs[RUNS / 2]
    };
    let one = report("-d 6, 1 thread", lines(&["-d", "6", "--threads", "1"], &all), POSITIONS);
    let two = report("-d 6, 2 threads", lines(&["-d", "6", "--threads", "2"], &all), POSITIONS);
    report("-d 6 --scores", lines(&["-d", "6", "--scores"], &all), POSITIONS);
    report("-d 6 --top 1", lines(&["-d", "6", "--top", "1"], &all), POSITIONS);
    report("-d 0", lines(&[], &many), COPIES * POSITIONS);
    report("-d 0 --scores", lines(&["--scores"], &many), COPIES * POSITIONS);

    let begin = Instant::now();
    for fen in fens.iter().step_by(POSITIONS / PROCESSES) {
        let status = Command::new(start::built("rankmoves"))
            .args(["--json", "-d", "6", "--fen", fen.trim()])
            .stdout(Stdio::null())
            .status()
            .expect("rankmoves is built");
        assert!(status.success());
    }
    let each = begin.elapsed() * u32::try_from(POSITIONS / PROCESSES).expect("a small number");
    let each = report("-d 6, a process each (from 1 in 200)", (each, 0), POSITIONS);
    println!(
        "2 threads are {:.2} times as fast as 1; {:.0} times as fast as a process each",
        one / two,
        each / two
    );
}

/// Runs `rankmoves` with a file as its input. Returns the time and the peak memory in KiB.
fn run(arguments: &[&str], input: &PathBuf) -> (Duration, u64) {
    let begin = Instant::now();
    let mut child = Command::new(start::built("rankmoves"))
        .args(arguments)
        .stdin(File::open(input).expect("the file has been written"))
        .stdout(Stdio::null())
        .spawn()
        .expect("rankmoves is built");
    let mut memory = 0;
    let status = loop {
        let text = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.trim().split(' ').next()?.parse().ok());
        memory = memory.max(peak.unwrap_or(0));
        match child.try_wait().expect("it is our child") {
            Some(status) => break status,
            None => sleep(Duration::from_millis(2)),
        }
    };
    assert!(status.success());
    (begin.elapsed(), memory)
}

/// Returns positions from games, as lines of FEN. Each move is chosen at random among the best at depth 2.
fn positions() -> Vec<String> {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut ranker = Ranker::new();
    let mut found = Vec::new();
    while found.len() < POSITIONS {
        let mut position = Position::start(Rules::ENGLISH, Player::Red);
        for ply in 0..120 {
            let moves = ranker.rank(&position, 2).expect("the search needs little");
            let Some(best) = rankmoves::rank::best(&moves).map(|best| best.score) else { break };
            // The first moves are random, so that games differ.
            let good: Vec<_> = moves.iter().filter(|ranked| ply < 6 || ranked.score == best).collect();
            let mut line = String::new();
            let fen = Fen::new(*position.board(), position.turn()).expect("a standard board");
            let _ = writeln!(line, "{fen}");
            found.push(line);
            position = position.after(&good[rng.usize(..good.len())].mv);
        }
    }
    found.truncate(POSITIONS);
    found
}
