//! Tests a board with more moves than can be listed, in little memory.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use rankmoves_core::exchange::Document;
use rankmoves_core::{Position, score};
use testing::run::{assert_fails, output_of};
use testing::start::{self, testdata};

const LARGE: &str = "large/very-many-moves.txt";

/// Returns the program, limited to one GiB of memory.
fn rankmoves(arguments: &[&str]) -> Command {
    let mut command = start::program("sh");
    command.args(["-c", "ulimit -v 1048576; exec \"$@\"", "sh"]).arg(start::built("rankmoves"));
    command.args(arguments);
    command
}

fn text() -> String {
    std::fs::read_to_string(testdata(LARGE)).unwrap()
}

fn position() -> Position {
    text().parse::<Document>().unwrap().position().unwrap()
}

/// Returns the first lines that the program prints.
fn first_lines(arguments: &[&str], count: usize) -> Vec<String> {
    let mut child = rankmoves(arguments).stdout(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let lines = lines.take(count).map(Result::unwrap).collect();
    // The closed pipe ends the program quietly.
    assert!(child.wait().unwrap().success());
    lines
}

#[test]
fn depth_0_lists_more_moves_than_fit_in_memory_one_after_the_other() {
    let position = position();
    let line = |mv| format!("{mv} for red: score {}", score(&position.after(&mv), position.turn()));
    let expected: Vec<String> = position.legal_moves().take(5000).map(line).collect();
    let file = &testdata(LARGE)[..];
    assert_eq!(first_lines(&[file], 5000), expected);
    let verbose: Vec<String> = expected.iter().map(|line| format!(". {line}")).collect();
    assert_eq!(first_lines(&["-v", file], 5000), verbose);
}

#[test]
fn the_tree_of_more_moves_than_fit_in_memory_begins_at_once() {
    let lines = first_lines(&["-v", "-d", "2", &testdata(LARGE)], 3);
    let first = position().legal_moves().next().unwrap();
    assert_eq!(lines[0], format!("? {first} for red:"));
    let after = position().after(&first);
    let reply = after.legal_moves().next().unwrap();
    assert_eq!(lines[1], format!("    ? {reply} for black:"));
    assert!(lines[2].starts_with("        . "), "{lines:?}");
}

#[test]
fn more_moves_than_fit_in_memory_are_refused_where_they_must_be_kept() {
    let message = "error: cannot rank the moves: there are more than 1000000 moves\n";
    for arguments in [&["--json"][..], &["--json", "-v"]] {
        assert_fails(&output_of(rankmoves(arguments), text().as_bytes()), 1, message);
    }
}

#[test]
fn more_chains_than_fit_in_memory_are_refused() {
    let message =
        "error: cannot rank the moves: a position has more than 1000000 chains with different captures\n";
    let black = text().replace("TURN:\nred", "TURN:\nblack");
    for (arguments, text) in [(&["-d", "4294967295"][..], text()), (&["-d", "30", "--threads", "2"], black)] {
        assert_fails(&output_of(rankmoves(arguments), text.as_bytes()), 1, message);
    }
}
