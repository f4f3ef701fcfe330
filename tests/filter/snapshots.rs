//! Tests the output for each file of `testdata`: each file has a snapshot.
//!
//! Snapshots are for people to read. The tests also check the content: the answer to a valid file must agree
//! with the definition, and the message for a broken file must have the parts of every refusal.

use std::fmt::Write;
use std::path::Path;
use std::process::Output;
use testing::start;

use insta::{assert_snapshot, glob, with_settings};
use rankmoves_core::exchange::Document;
use rankmoves_core::{Capture, Jumps, Player, Position, Square};
use testing::plain::{Colour, Plain};

/// Runs `rankmoves` on a file of `testdata`, from the top of the repository.
fn run(options: &[&str], file: &Path) -> Output {
    let (top, file) = (start::top().canonicalize().unwrap(), file.canonicalize().unwrap());
    let file = file.strip_prefix(top).unwrap();
    start::program("rankmoves").args(options).arg(file).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Returns the oracle's copy of a position.
fn plain(position: &Position) -> Plain {
    let (board, rules) = (position.board(), position.rules());
    let shape = board.shape();
    let cell = |rank, file| {
        let square = Square::new(file, rank).unwrap();
        match board.get(square) {
            Some(piece) => piece.letter(),
            None if shape.is_playable(square) => '.',
            None => '"',
        }
    };
    let row = |rank| (0..shape.files()).map(|file| cell(rank, file)).collect();
    Plain {
        cells: (0..shape.ranks()).rev().map(row).collect(),
        turn: if position.turn() == Player::Red { Colour::Red } else { Colour::Black },
        capture: rules.capture == Capture::Required,
        multiple: rules.jumps == Jumps::Multiple,
    }
}

#[test]
fn valid_files_are_ranked() {
    glob!("../../testdata/valid", "*.txt", |file| {
        let bytes = std::fs::read(file).unwrap();
        let position = Document::parse(&bytes).and_then(|document| document.position()).unwrap();
        let oracle = plain(&position);

        let outputs = [
            ("rankmoves -d 2", run(&["-d", "2"], file), oracle.plain_text(2)),
            ("rankmoves -v", run(&["-v"], file), oracle.verbose_text(0)),
            ("rankmoves -v -d 1", run(&["-v", "-d", "1"], file), oracle.verbose_text(1)),
        ];
        let mut snapshot = position.board().to_string();
        for (command, output, expected) in &outputs {
            assert_eq!(&stdout(output), expected, "{command}");
            assert_eq!(output.status.code(), Some(0), "{command}");
            write!(snapshot, "\n$ {command}\n{}", stdout(output)).unwrap();
        }
        let [(_, first, _), ..] = &outputs;
        if !first.stderr.is_empty() {
            write!(snapshot, "\nstandard error:\n{}", stderr(first)).unwrap();
        }
        let is_odd = ["pawn-on-crowning-rank", "thirteen-", "three-warnings"]
            .iter()
            .any(|name| file.file_name().unwrap().to_string_lossy().starts_with(name));
        assert_eq!(!first.stderr.is_empty(), is_odd, "warnings");
        with_settings!({ omit_expression => true }, { assert_snapshot!(snapshot) });
    });
}

#[test]
fn broken_files_are_refused() {
    glob!("../../testdata/broken", "*.txt", |file| {
        let output = run(&[], file);
        let message = stderr(&output);
        assert_eq!((output.status.code(), stdout(&output)), (Some(1), String::new()));
        assert!(message.chars().count() <= 2000, "{} characters", message.chars().count());
        assert!(message.starts_with("error: "), "{message}");
        let is_visible = |character: char| character == '\n' || !character.is_control();
        assert!(message.chars().all(is_visible), "{message:?}");
        with_settings!({ omit_expression => true }, { assert_snapshot!(message) });
    });
}

#[test]
fn json_of_valid_files() {
    glob!("../../testdata/valid", "*.txt", |file| {
        let output = run(&["--json", "-d", "1"], file);
        assert_eq!(output.status.code(), Some(0));
        with_settings!({ omit_expression => true }, { assert_snapshot!(stdout(&output)) });
    });
}
