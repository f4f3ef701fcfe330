//! The limits that README.md states, and that nothing else decides how output looks.

mod start;

use std::collections::HashSet;
use std::process::{Output, Stdio};

const RANKMOVES: &str = env!("CARGO_BIN_EXE_rankmoves");
const CHECKERS: &str = env!("CARGO_BIN_EXE_checkers");

fn testdata(name: &str) -> String {
    format!("{}/testdata/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn run(program: &str, arguments: &[&str]) -> Output {
    start::program(program).args(arguments).stdin(Stdio::null()).output().unwrap()
}

#[test]
fn every_number_has_its_range() {
    // Program, what stands before the option, the option, the least and the greatest number.
    let options: &[(&str, &[&str], &str, u64, u64)] = &[
        (RANKMOVES, &[], "--depth", 0, 4_294_967_295),
        (RANKMOVES, &[], "--threads", 1, 1024),
        (RANKMOVES, &[], "--hash", 0, 16_777_216),
        (RANKMOVES, &[], "--moves", 0, 18_446_744_073_709_551_615),
        (RANKMOVES, &[], "--game", 1, 4_294_967_295),
        (CHECKERS, &["perft"], "--depth", 0, 1000),
        (CHECKERS, &["perft", "-d", "1"], "--threads", 1, 1024),
        (CHECKERS, &["perft", "-d", "1"], "--hash", 0, 16_777_216),
        (CHECKERS, &["show"], "--rank", 0, 4_294_967_295),
        (CHECKERS, &["show"], "--game", 1, 4_294_967_295),
        (CHECKERS, &["apply"], "--moves", 0, 18_446_744_073_709_551_615),
        (CHECKERS, &["play"], "--draw-after", 0, 4_294_967_295),
        (CHECKERS, &["series", "random", "random"], "--games", 1, 10_000_000),
        (CHECKERS, &["series", "random", "random"], "--opening", 0, 1000),
        (CHECKERS, &["series", "random", "random"], "--seed", 0, 18_446_744_073_709_551_615),
        (CHECKERS, &["series", "random", "random"], "--threads", 1, 1024),
    ];
    for &(program, before, option, least, greatest) in options {
        let run = |number: &str| {
            let arguments = [before, &[option, number, "no-such-file"]].concat();
            let output = run(program, &arguments);
            assert!(output.stdout.is_empty());
            (output.status.code(), String::from_utf8(output.stderr).unwrap())
        };
        for accepted in [least, greatest] {
            let (status, said) = run(&accepted.to_string());
            assert_eq!(status, Some(1), "{option} {accepted}: {said}");
            assert!(said.contains("no-such-file"), "{option} {accepted}: {said}");
        }
        let below = (i128::from(least) - 1).to_string();
        let above = (u128::from(greatest) + 1).to_string();
        for refused in [&below[..], &above, "1e3", "", "0x10", "99999999999999999999999", "one"] {
            let (status, said) = run(refused);
            assert_eq!(status, Some(2), "{option} {refused}: {said}");
            assert!(said.contains(option) || refused.starts_with('-'), "{option} {refused}: {said}");
        }
    }
}

#[test]
fn agents_and_boards_have_their_ranges() {
    let who = |who: &str| run(CHECKERS, &["play", "--red", who, "no-such-file"]).status.code();
    for accepted in ["minimax:0", "minimax:4294967295", "timed:0.001", "timed:86400", "random:0"] {
        assert_eq!(who(accepted), Some(1), "{accepted}");
    }
    for refused in
        ["minimax:4294967296", "minimax:-1", "timed:0.0009", "timed:86401", "timed:inf", "timed:NaN"]
    {
        assert_eq!(who(refused), Some(2), "{refused}");
    }
    // A board is drawn, and the input is at its end.
    let board = |size: &str| run(CHECKERS, &["play", "--black", "human", "--board", size]).status.code();
    for accepted in ["4x4", "15x16", "4x62", "51x4"] {
        assert_eq!(board(accepted), Some(0), "{accepted}");
    }
    for refused in ["3x4", "4x3", "16x16", "4x63", "52x4", "8", "8x", "-8x8", "4294967304x8"] {
        assert_eq!(board(refused), Some(2), "{refused}");
    }
}

/// What a program prints, whatever there is around it. `make soak` sets
/// `SOAK_RUNS` for more runs.
#[test]
fn output_depends_on_nothing_but_the_input_and_the_options() {
    let runs: usize = std::env::var("SOAK_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(48);
    let game = testdata("perft/start-capture-multiple.txt");
    let no_capture = testdata("valid/start-no-capture-single.txt");
    let large = testdata("valid/board-12x10.txt");
    // Whether threads and table may be chosen.
    let jobs: [(&str, &[&str], bool); 8] = [
        (RANKMOVES, &["-d", "11", &game], true),
        (RANKMOVES, &["-d", "9", &no_capture], true),
        (RANKMOVES, &["--json", "-d", "6", &large], true),
        (RANKMOVES, &["-v", "-d", "3", &game], true),
        (CHECKERS, &["perft", "-d", "8", "--divide", &game], true),
        (CHECKERS, &["show", "--svg", "-d", "5", &no_capture], false),
        (CHECKERS, &["info", "--json", &large], false),
        (CHECKERS, &["play", "--red", "random:3", "--black", "minimax:2:4"], false),
    ];
    let surroundings: [&[(&str, &str)]; 5] = [
        &[],
        &[("LC_ALL", "tr_TR.UTF-8"), ("TZ", "Asia/Tokyo"), ("COLUMNS", "20"), ("LINES", "5")],
        &[("LC_ALL", "C"), ("HOME", "/nonexistent"), ("TERM", "dumb"), ("RUST_BACKTRACE", "full")],
        &[("LANG", "de_DE.UTF-8"), ("LC_NUMERIC", "de_DE"), ("NO_COLOR", "1"), ("TMPDIR", "/nonexistent")],
        &[("CLICOLOR", "1"), ("COLORTERM", "truecolor"), ("TERM", "xterm-256color"), ("PAGER", "cat")],
    ];
    for (number, (program, arguments, has_resources)) in jobs.into_iter().enumerate() {
        let mut outputs = HashSet::new();
        for run in (number..runs).step_by(jobs.len()) {
            let round = run / jobs.len();
            let (threads, table) = ((1 + round % 8).to_string(), ["0", "1", "64"][round % 3]);
            let mut command = start::program(program);
            command
                .args(arguments)
                .env_clear()
                .envs(surroundings[round % surroundings.len()].iter().copied());
            if has_resources {
                command.args(["--threads", &threads, "--hash", table]);
            }
            if round % 2 == 1 {
                command.current_dir("/");
            }
            let output = command.stdin(Stdio::null()).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
            outputs.insert(output.stdout);
        }
        assert_eq!(outputs.len(), 1, "{program} {arguments:?}");
    }
}
