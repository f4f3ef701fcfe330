//! Tests of `checkers endings`: published counts, tables reused, damaged or misplaced, and refusals.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;
use testing::run::{assert_fails, assert_prints, output_of, printed, run};
use testing::start;

const CHECKERS: &str = "checkers";

/// Runs `checkers endings` with tables in a folder.
fn endings(task: &str, folder: &Path, arguments: &[&str]) -> Output {
    let folder = folder.to_str().unwrap();
    run(CHECKERS, &[&["endings", task, "--folder", folder], arguments].concat(), b"")
}

fn scratch(name: &str) -> PathBuf {
    crate::scratch(&format!("endings-{name}"))
}

/// Returns the path of the table with this file name under English rules.
fn slice(folder: &Path, name: &str) -> PathBuf {
    folder.join("8x8-capture-multiple").join(name)
}

#[test]
fn endings_of_two_pieces_are_as_published() {
    let folder = scratch("stats");
    let first = endings("stats", &folder, &["--pieces", "2"]);
    let said = String::from_utf8_lossy(&first.stderr);
    assert!(
        said.starts_with("building 4 tables, 3488 positions in all: about 1 MiB of memory, 1 MiB in "),
        "{said}"
    );
    let text = printed(endings("stats", &folder, &["--pieces", "2"]));
    assert_eq!(String::from_utf8_lossy(&first.stdout), text);
    assert_eq!(text.lines().next(), Some("0 1 0 1 992 230 654 108 11 10"));
    fs::remove_file(slice(&folder, "0-1-0-1.slice")).unwrap();
    let said = printed(endings("build", &folder, &["--pieces", "2"]));
    assert!(said.starts_with("building 1 table, 992 positions in all: about "), "{said}");
    // Counted by hand: 32 × 31 placements of two kings, 28 × 31 of a man and a king, twice, and 28 × 28 − 24
    // of two men.
    let positions = |line: &str| line.split(' ').nth(4).unwrap().parse::<u64>().unwrap();
    assert_eq!(text.lines().map(positions).sum::<u64>(), 3488);
    let json = printed(endings("stats", &folder, &["--pieces", "2", "--json"]));
    let json: Value = serde_json::from_str(&json).unwrap();
    let fields = ["own_men", "own_kings", "their_men", "their_kings", "positions", "wins", "draws", "losses"];
    let of = |material: &Value| fields.map(|field| material[field].to_string()).join(" ");
    let lines: Vec<String> = json["materials"].as_array().unwrap().iter().map(of).collect();
    assert!(text.lines().zip(&lines).all(|(text, json)| text.starts_with(json)));
    assert_eq!(lines.len(), 4);
}

#[test]
fn both_players_are_counted_where_their_values_differ() {
    let folder = scratch("stats-of-both");
    let board = ["--pieces", "2", "--board", "4x5"];
    assert!(endings("build", &folder, &board).status.success());
    let text = printed(endings("stats", &folder, &board));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 8);
    // On this board red's men have two crowning squares, and black's have three.
    let of = |turn: &str| lines.iter().filter_map(|line| line.strip_suffix(turn)).collect::<Vec<_>>();
    let (red, black) = (of(" red"), of(" black"));
    assert_eq!((red.len(), black.len()), (4, 4));
    assert_ne!(red, black);
    let positions =
        lines.iter().map(|line| line.split(' ').nth(4).unwrap().parse::<u64>().unwrap()).sum::<u64>();
    let verified = format!("{positions} values agree with those of the positions after each move\n");
    assert_prints(&endings("verify", &folder, &board), &verified);
    let json = printed(endings("stats", &folder, &[&board[..], &["--json"]].concat()));
    assert_eq!(json.matches("\"turn\":\"black\"").count(), 4, "{json}");
}

#[test]
fn a_build_continues_an_earlier_one() {
    let folder = scratch("resume");
    let said = printed(endings("build", &folder, &["--pieces", "3"]));
    assert!(said.starts_with("building 16 tables, 199520 positions in all: about "), "{said}");
    assert_prints(
        &endings("verify", &folder, &["--pieces", "3"]),
        "199520 values agree with those of the positions after each move\n",
    );
    let file = slice(&folder, "1-1-0-1.slice");
    let (before, other) = (fs::read(&file).unwrap(), slice(&folder, "0-1-0-1.slice"));
    fs::remove_file(&file).unwrap();
    let changed = fs::metadata(&other).unwrap().modified().unwrap();
    assert!(endings("build", &folder, &["--pieces", "3"]).status.success());
    assert_eq!(fs::read(&file).unwrap(), before);
    assert_eq!(fs::metadata(&other).unwrap().modified().unwrap(), changed);
    let list = printed(endings("list", &folder, &[]));
    assert!(list.starts_with("8x8-capture-multiple: 16 tables, "), "{list}");
}

#[test]
fn damaged_cut_swapped_and_foreign_tables_are_refused_by_name() {
    let folder = scratch("damage");
    assert!(endings("build", &folder, &["--pieces", "3"]).status.success());
    let file = slice(&folder, "0-1-0-2.slice");
    let good = fs::read(&file).unwrap();
    let refused = |bytes: &[u8], task: &str, reason: &str| {
        fs::write(&file, bytes).unwrap();
        let output = endings(task, &folder, &["--pieces", "3"]);
        assert_fails(&output, 1, reason);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("0-1-0-2.slice"));
        assert!(said.ends_with("; delete the table and run checkers endings build again\n"), "{said}");
    };
    let with = |place: usize, mask: u8| {
        let mut bytes = good.clone();
        bytes[place] ^= mask;
        bytes
    };
    refused(&with(0, 1), "stats", "the file is not an endgame table of this version");
    refused(&with(8, 1), "stats", "the table is for other rules, another board or other pieces");
    refused(&with(45, 1), "stats", "the header does not match its checksum");
    refused(&good[..20], "stats", "too short");
    refused(&good[..good.len() - 1], "stats", "the file size does not match the header");
    refused(b"", "stats", "too short");
    let other = fs::read(slice(&folder, "0-2-0-1.slice")).unwrap();
    refused(&other, "stats", "the table is for other rules, another board or other pieces");
    // Any flipped bit of the values is detected.
    for place in (good.len() - 500..good.len()).step_by(83) {
        refused(&with(place, 4), "verify", "a block does not match its checksum");
    }
    let nothing = printed(endings("build", &folder, &["--pieces", "3"]));
    assert!(nothing.starts_with("nothing to build: all tables of up to 3 pieces are in "), "{nothing}");
    // Deleting the table and building again repairs it, as the message says.
    fs::remove_file(&file).unwrap();
    assert!(endings("build", &folder, &["--pieces", "3"]).status.success());
    assert_eq!(fs::read(&file).unwrap(), good);
    assert!(endings("verify", &folder, &["--pieces", "3"]).status.success());
}

#[test]
fn options_that_a_task_ignores_are_refused() {
    let folder = scratch("options");
    for (task, arguments, message) in [
        ("list", &["--pieces", "3"][..], "--pieces cannot be used with list"),
        ("list", &["--results-only"], "--results-only cannot be used with list"),
        ("list", &["--threads", "2"], "--threads cannot be used with list"),
        ("list", &["--board", "6x6"], "--board cannot be used with list"),
        ("list", &["--flipped"], "--flipped cannot be used with list"),
        ("list", &["--single-jumps"], "cannot be used with list"),
        ("build", &["--pieces", "2", "--json"], "--json cannot be used with build"),
        ("verify", &["--pieces", "2", "--json"], "--json cannot be used with verify"),
    ] {
        assert_fails(&endings(task, &folder, arguments), 2, message);
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing was built");
}

#[test]
fn unwritable_and_missing_tables_are_reported() {
    let folder = scratch("refused");
    let file = folder.join("file");
    fs::write(&file, b"").unwrap();
    assert_fails(&endings("build", &file, &["--pieces", "2"]), 1, "file");
    assert_fails(&endings("verify", &folder, &["--pieces", "2"]), 1, "there is no table of ");
    let none = endings("list", &folder.join("none"), &[]);
    assert!(none.stdout.is_empty() && none.status.success());
    let said = String::from_utf8_lossy(&none.stderr);
    assert!(said.starts_with("no tables: there is no folder ") && said.ends_with("none\n"), "{said}");
    assert_fails(&endings("build", &folder, &["--pieces", "9"]), 2, "9");
    assert_fails(&endings("build", &folder, &["--pieces", "1"]), 2, "1");
}

#[test]
fn two_builds_at_once_do_no_harm() {
    let folder = scratch("twice");
    let start = || {
        let mut program = start::program(CHECKERS);
        program.args(["endings", "build", "--pieces", "3", "--folder"]).arg(&folder);
        program.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn().unwrap()
    };
    let mut programs = [start(), start(), start()];
    assert!(programs.iter_mut().all(|program| program.wait().unwrap().success()));
    assert!(endings("verify", &folder, &["--pieces", "3"]).status.success());
    let files = fs::read_dir(folder.join("8x8-capture-multiple")).unwrap();
    let is_slice = |file: PathBuf| file.extension().is_some_and(|extension| extension == "slice");
    assert!(files.map(|file| file.unwrap().path()).all(is_slice));
}

#[test]
fn a_relative_home_is_not_used_for_tables() {
    let folder = scratch("relative-home");
    fs::create_dir_all(&folder).unwrap();
    let at_home = |arguments: &[&str], input: &[u8]| {
        let mut command = start::program(CHECKERS);
        command.args(arguments).env("HOME", "relative").env_remove("XDG_DATA_HOME").current_dir(&folder);
        output_of(command, input)
    };
    let why = "the user has no data folder: expected an absolute path in HOME";
    for task in ["build --pieces 2", "stats --pieces 2", "list"] {
        let arguments: Vec<&str> = ["endings"].into_iter().chain(task.split(' ')).collect();
        assert_fails(&at_home(&arguments, b""), 1, &format!("{why}, or --folder FOLDER"));
    }
    // Other commands report this, and continue without tables.
    let solved = at_home(&["solve", "--fen", "W:WK22:BK14"], b"");
    let hint = at_home(&["play", "--red", "human", "--black", "human", "--fen", "W:WK22:BK14"], b"hint 1\n");
    for output in [solved, hint] {
        assert!(output.status.success(), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(why), "{output:?}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing is written here");
}
