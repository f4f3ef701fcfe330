//! Tests of the limits in docs/limits.md, and that output depends only on input and options.

use std::collections::HashSet;
use std::process::{Output, Stdio};

use rustix::process::Signal;
use testing::run;
use testing::start::{self, testdata};
use testing::terminal::Terminal;

const RANKMOVES: &str = "rankmoves";
const CHECKERS: &str = "checkers";

fn run(program: &str, arguments: &[&str]) -> Output {
    run::run(program, arguments, b"")
}

/// An option with a number.
struct Number {
    program: &'static str,
    /// The arguments before the option.
    before: &'static [&'static str],
    option: &'static str,
    /// The arguments after the option.
    after: &'static [&'static str],
    least: u64,
    greatest: u64,
    /// The error message if the greatest number is in range but cannot be used.
    told: &'static str,
}

/// A file that the test writes. Its game ends with the next move, so any depth is reached quickly.
const WON: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/limits-won.txt");
const RANKIN: &str = "testdata/valid/rankin.txt";
const PDN: &str = "testdata/pdn/variations.pdn";
const GAMES: &[&str] = &["series", "random", "random", WON];

#[rustfmt::skip]
const NUMBERS: &[Number] = &[
    number(RANKMOVES, &[], "--depth", (0, 4_294_967_295), &[WON], ""),
    number(RANKMOVES, &["-d", "12"], "--threads", (1, 1024), &[RANKIN], ""),
    number(RANKMOVES, &["-d", "12"], "--hash", (0, 16_777_216), &[RANKIN], "there is no memory for a table of 16777216 MiB"),
    number(RANKMOVES, &[], "--moves", (0, u64::MAX), &[WON], "expected at least 18446744073709551615 moves but the file has 0"),
    number(RANKMOVES, &[], "--game", (1, 4_294_967_295), &[PDN], "there is no game 4294967295: the file has 1 game"),
    number(CHECKERS, &["perft"], "--depth", (0, 1000), &[WON], ""),
    number(CHECKERS, &["perft", "-d", "7"], "--threads", (1, 1024), &[RANKIN], ""),
    number(CHECKERS, &["perft", "-d", "7"], "--hash", (0, 16_777_216), &[RANKIN], "there is no memory for a table of 16777216 MiB"),
    number(CHECKERS, &["show"], "--rank", (0, 4_294_967_295), &[WON], ""),
    number(CHECKERS, &["show"], "--game", (1, 4_294_967_295), &[PDN], "there is no game 4294967295: the file has 1 game"),
    number(CHECKERS, &["apply"], "--moves", (0, u64::MAX), &[WON], "expected at least 18446744073709551615 moves but the file has 0"),
    number(CHECKERS, &["play", "--red", "random:1", "--black", "random:1"], "--draw-after", (0, 4_294_967_295), &[WON], ""),
    number(CHECKERS, GAMES, "--opening", (0, 1000), &["--games", "2"], ""),
    number(CHECKERS, GAMES, "--seed", (0, u64::MAX), &["--games", "2"], ""),
    number(CHECKERS, GAMES, "--threads", (1, 1024), &["--games", "2"], ""),
];

const fn number(
    program: &'static str,
    before: &'static [&'static str],
    option: &'static str,
    (least, greatest): (u64, u64),
    after: &'static [&'static str],
    told: &'static str,
) -> Number {
    Number { program, before, option, after, least, greatest, told }
}

fn write_won() {
    let text = "RULES: capture single jumps board 4x4 TURN: red BOARD: \".\". .\".\" \".\". r\".\" MOVES:";
    std::fs::write(WON, text).unwrap();
}

#[test]
fn every_number_has_its_range() {
    write_won();
    let page = std::fs::read_to_string(start::top().join("docs/limits.md")).unwrap();
    for &Number { program, before, option, after, least, greatest, told } in NUMBERS {
        assert!(page.contains(&greatest.to_string()), "docs/limits.md: {option} {greatest}");
        let run = |number: &str| {
            let output = run(program, &[before, &[option, number], after].concat());
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            (output, said)
        };
        let (output, said) = run(&least.to_string());
        assert_eq!((output.status.code(), said.as_str()), (Some(0), ""), "{option} {least}");
        assert!(!output.stdout.is_empty(), "{option} {least}");
        let (output, said) = run(&greatest.to_string());
        match output.status.code() {
            Some(0) => assert!(!output.stdout.is_empty() && said.is_empty(), "{option} {greatest}: {said}"),
            Some(1) => assert!(!told.is_empty() && said.contains(told), "{option} {greatest}: {said}"),
            status => panic!("{option} {greatest}: {status:?}, {said}"),
        }
        let below = (i128::from(least) - 1).to_string();
        let above = (u128::from(greatest) + 1).to_string();
        for refused in [&below[..], &above, "1e3", "", "0x10", "99999999999999999999999", "one"] {
            let (output, said) = run(refused);
            assert_eq!(output.status.code(), Some(2), "{option} {refused}: {said}");
            assert!(output.stdout.is_empty(), "{option} {refused}");
            assert!(!said.contains("invalid digit"), "{option} {refused}: {said}");
            assert!(said.contains(option) && !said.contains("unexpected"), "{option} {refused}: {said}");
        }
    }
}

/// An option of a command that cannot begin, because its file or program is missing.
struct Ranged {
    command: &'static [&'static str],
    option: &'static str,
    /// The ends of the range.
    accepted: &'static [&'static str],
    /// Values one step beyond the range, and other wrong values.
    refused: &'static [&'static str],
    /// The range in docs/limits.md.
    stated: &'static str,
}

const LINES: &[&str] = &[RANKMOVES, "--lines", "missing"];
const SOLVE: &[&str] = &[CHECKERS, "solve", "missing"];
const WEB: &[&str] = &[CHECKERS, "web", "missing"];
const GRADE: &[&str] = &[CHECKERS, "grade", "--", "missing"];
const CASES: &[&str] = &[CHECKERS, "cases", "--gradescope", "unused.zip", "--rubric", "missing"];

#[rustfmt::skip]
const RANGED: &[Ranged] = &[
    ranged(LINES, "--top", &["1", "4294967295"], &["0", "-1", "4294967296", "1.5"], "1 to 4294967295"),
    ranged(LINES, "--depth-by-time", &["0", "4294967295"], &["-1", "4294967296", "1s"], "0 to 4294967295 ms"),
    ranged(SOLVE, "--seconds", &["0.001", "1ms", "3600"], &["0", "3600.001", "-1", "inf"], "1 ms to 3600 s"),
    ranged(WEB, "--port", &["0", "65535"], &["-1", "65536", "1e1", ""], "0 to 65535"),
    ranged(WEB, "--searches", &["1", "256"], &["0", "257", "1e1", ""], "1 to 256"),
    ranged(GRADE, "--time", &["1ms", "3600s"], &["0", "3601s", "-1s", "NaN"], "1 ms to 3600 s"),
    ranged(GRADE, "--memory", &["1K", "1024G"], &["1023", "1025G", "-1K"], "1K to 1024G"),
    ranged(GRADE, "--output-limit", &["1K", "1024G"], &["1023", "1025G", "-1K"], "1K to 1024G"),
    ranged(GRADE, "--jobs", &["1", "1024"], &["0", "1025", "-1"], "1 to 1024"),
    ranged(GRADE, "--depth", &["0", "6", "6..10"], &["7", "7..8", "0..11", "-1"], "0 to 6; a range may end at 10"),
    ranged(CASES, "--depth", &["0", "6", "6..10"], &["7", "7..8", "0..11", "-1"], "0 to 6; a range may end at 10"),
    ranged(CASES, "--count", &["1", "500"], &["0", "501", "-1"], "1 to 500"),
];

const fn ranged(
    command: &'static [&'static str],
    option: &'static str,
    accepted: &'static [&'static str],
    refused: &'static [&'static str],
    stated: &'static str,
) -> Ranged {
    Ranged { command, option, accepted, refused, stated }
}

#[test]
fn a_value_out_of_range_is_refused_before_a_missing_file() {
    let page = std::fs::read_to_string(start::top().join("docs/limits.md")).unwrap();
    for &Ranged { command, option, accepted, refused, stated } in RANGED {
        let is_stated = page.lines().any(|row| row.contains(&format!("`{option}`")) && row.contains(stated));
        assert!(is_stated, "docs/limits.md: {option} {stated}");
        let answer = |value: &str| {
            let setting = format!("{option}={value}");
            let output = run(command[0], &[&command[1..2], &[&setting], &command[2..]].concat());
            assert!(output.stdout.is_empty(), "{setting}");
            (output.status.code(), String::from_utf8(output.stderr).unwrap())
        };
        // `grade` has no other status for a program that it cannot run.
        let status = if command == GRADE { 2 } else { 1 };
        for value in accepted {
            let (found, message) = answer(value);
            assert_eq!(found, Some(status), "{option} {value}: {message}");
            assert!(message.contains("missing"), "{option} {value}: {message}");
        }
        for value in refused {
            let (found, message) = answer(value);
            assert_eq!(found, Some(2), "{option} {value}: {message}");
            assert!(message.starts_with("error: invalid value"), "{option} {value}: {message}");
            assert!(message.contains(option), "{option} {value}: {message}");
        }
    }
}

#[test]
fn ten_million_games_can_be_requested() {
    let mut command = start::program(CHECKERS);
    command.args(["series", "--games", "10000000", "random", "random"]);
    let mut terminal = Terminal::start_with_messages_only(command.stdout(Stdio::null()));
    terminal.follow(" of 10000000 games: ");
    terminal.signal(Signal::INT);
    assert_eq!(terminal.status().code(), Some(130));
    for (games, status) in [("1", 0), ("0", 2), ("10000001", 2), ("one", 2)] {
        let output = run(CHECKERS, &["series", "--games", games, "random", "random"]);
        assert_eq!(output.status.code(), Some(status), "{games}: {output:?}");
    }
}

#[test]
fn agents_and_boards_have_their_ranges() {
    let who = |who: &str| run(CHECKERS, &["play", "--red", who, "no-such-file"]).status.code();
    for accepted in
        ["minimax:0", "minimax:4294967295", "timed:0.001", "timed:86400", "random:0", "eval:1", "eval:99"]
    {
        assert_eq!(who(accepted), Some(1), "{accepted}");
    }
    for refused in [
        "minimax:4294967296",
        "minimax:-1",
        "eval:0",
        "eval:100",
        "timed:0.0009",
        "timed:86401",
        "timed:inf",
        "timed:NaN",
    ] {
        assert_eq!(who(refused), Some(2), "{refused}");
    }
    // Draws a board; the input is empty.
    let board = |size: &str| run(CHECKERS, &["play", "--black", "human", "--board", size]).status.code();
    for accepted in ["4x4", "15x16", "4x62", "51x4"] {
        assert_eq!(board(accepted), Some(0), "{accepted}");
    }
    for refused in ["3x4", "4x3", "16x16", "4x63", "52x4", "8", "8x", "-8x8", "4294967304x8"] {
        assert_eq!(board(refused), Some(2), "{refused}");
    }
}

/// Runs each program in different environments; the output must not change. `make soak` sets `SOAK_RUNS` to
/// do more runs.
#[test]
fn output_depends_on_nothing_but_the_input_and_the_options() {
    let runs: usize = std::env::var("SOAK_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(48);
    let game = testdata("perft/start-capture-multiple.txt");
    let no_capture = testdata("valid/start-no-capture-single.txt");
    let large = testdata("valid/board-12x10.txt");
    // The flag is true if the job has options for threads and table.
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
            let mut command = start::program(start::built(program));
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
