//! Tests of `checkers solve`: values of moves, unknown results, and refusals.

use std::fs;

use serde_json::Value;
use testing::run::{assert_fails, assert_prints, output_of, printed, run};
use testing::start::program;

const CHECKERS: &str = "checkers";

#[test]
fn a_win_in_one_and_its_refutations_are_found() {
    // Red jumps black's last piece.
    let output = run(CHECKERS, &["solve", "--fen", "W:WK18:B14"], b"");
    assert_prints(&output, "d4->b6: won in 1\nred to move: won in 1\n");
}

#[test]
fn a_small_board_is_solved_whole() {
    let text = printed(run(CHECKERS, &["solve", "--board", "4x4"], b""));
    assert!(text.ends_with("black to move: drawn\n"), "{text}");
    let json = printed(run(CHECKERS, &["solve", "--board", "4x4", "--json"], b""));
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["at_least"], &json["at_most"]), (&Value::from("draw"), &Value::from("draw")));
    let moves = json["moves"].as_array().unwrap();
    for (line, mv) in text.lines().filter(|line| line.contains("->") && !line.starts_with(' ')).zip(moves) {
        let (name, words) = line.split_once(": ").unwrap();
        assert_eq!(mv["move"], name);
        match mv["plies"].as_u64() {
            Some(plies) => assert!(words.ends_with(&format!(" in {plies}")), "{words}"),
            None => assert_eq!(words, "drawn"),
        }
    }
}

#[test]
fn unproven_results_are_reported_as_not_known() {
    let text = printed(run(CHECKERS, &["solve", "--seconds", "10ms", "--pieces", "1"], b""));
    assert_eq!(text.lines().count(), 8);
    assert!(text.lines().all(|line| line.ends_with(": not known")), "{text}");
}

#[test]
fn a_lost_position_without_moves_is_lost_at_once() {
    let output = run(CHECKERS, &["solve", "--fen", "W:W32:B28,27,24,23"], b"");
    assert_prints(&output, "red to move: lost in 0\n");
}

#[test]
fn rankmoves_looks_up_the_values_that_solve_has_proven() {
    // Positions of three pieces, with either side to move. Solving them builds the tables that `rankmoves`
    // looks up.
    for fen in ["W:WK18,K22:BK10", "B:WK18,K22:BK10", "B:W30,K18:B5", "W:W30:BK1,27"] {
        let said = printed(run(CHECKERS, &["solve", "--fen", fen], b""));
        let words: Vec<&str> = said.lines().filter_map(|line| Some(line.split_once(": ")?.1)).collect();
        let looked_up = printed(run("rankmoves", &["--json", "--proven", "--fen", fen], b""));
        let looked_up: Value = serde_json::from_str(&looked_up).unwrap();
        let spelled = |mv: &Value| match (&mv["proven"]["result"], &mv["proven"]["plies"]) {
            (Value::String(result), Value::Null) => result.clone(),
            (Value::String(result), plies) => format!("{result} in {plies}"),
            _ => "not known".to_owned(),
        };
        let looked_up: Vec<String> = looked_up["moves"].as_array().unwrap().iter().map(spelled).collect();
        // The last line concerns the position itself.
        assert_eq!(looked_up, words[..words.len() - 1], "{fen}");
    }
}

/// Positions of three pieces, in which all results occur.
const THREE_PIECES: [&str; 4] = ["W:WK18,K22:BK10", "B:WK18,K22:BK10", "W:W22,K32:BK1", "B:W30,21:B3"];

/// Builds tables of three pieces, and solves [`THREE_PIECES`] with these tables only.
fn solved_by_tables(options: &[&str], solve_options: &[&str]) -> Vec<String> {
    let data = tempfile::tempdir().unwrap();
    let checkers = |arguments: &[&str]| {
        let mut command = program(CHECKERS);
        command.args(arguments).env("XDG_DATA_HOME", data.path());
        printed(output_of(command, b""))
    };
    checkers(&[&["endings", "build", "--pieces", "3"], options].concat());
    let solve = |fen| checkers(&[&["solve", "--pieces", "1", "--fen", fen], solve_options].concat());
    THREE_PIECES.map(solve).to_vec()
}

#[test]
fn results_alone_give_each_move_the_result_of_tables_with_plies() {
    // Lines that begin with a blank show the principal variation, if plies are known.
    let said =
        |text: &String| text.lines().filter(|line| !line.starts_with(' ')).collect::<Vec<_>>().join("\n");
    let without_plies = |line: &str| line.split(" in ").next().unwrap().to_owned();
    let with_plies = solved_by_tables(&[], &[]);
    let results = solved_by_tables(&["--results-only"], &[]);
    for (with_plies, results) in with_plies.iter().zip(&results) {
        let expected: Vec<_> = said(with_plies).lines().map(without_plies).collect();
        assert_eq!(said(results), expected.join("\n"));
    }
    for result in [": won", ": drawn", ": lost"] {
        assert!(results.concat().contains(result), "{result}");
    }
}

#[test]
fn a_result_without_plies_is_not_exact() {
    let json = &solved_by_tables(&["--results-only"], &["--json"])[0];
    let json: Value = serde_json::from_str(json).unwrap();
    let fields = ["at_least", "at_most", "plies", "exact", "pieces"].map(|field| json[field].to_string());
    assert_eq!(fields, ["\"win\"", "\"win\"", "null", "false", "3"]);
}

#[test]
fn a_table_that_cannot_be_read_is_named() {
    let data = tempfile::tempdir().unwrap();
    let checkers = |arguments: &[&str]| {
        let mut command = program(CHECKERS);
        command.args(arguments).env("XDG_DATA_HOME", data.path());
        output_of(command, b"")
    };
    printed(checkers(&["endings", "build", "--pieces", "2"]));
    let table = data.path().join("checkers/endings/8x8-capture-multiple/0-1-0-1.slice");
    let mut bytes = fs::read(&table).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&table, bytes).unwrap();
    let output = checkers(&["solve", "--pieces", "2", "--fen", "W:WK18:BK1"]);
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("warning") && said.contains("0-1-0-1.slice"), "{said}");
}

#[test]
fn wrong_options_are_refused() {
    assert_fails(&run(CHECKERS, &["solve", "--seconds", "0"], b""), 2, "expected a time");
    assert_fails(&run(CHECKERS, &["solve", "--pieces", "9"], b""), 2, "9");
    assert_fails(
        &run(CHECKERS, &["solve", "--moves", "3"], b""),
        2,
        "--moves needs a file, as in -m 10 game.pdn",
    );
    assert_fails(&run(CHECKERS, &["solve", "nothing.txt"], b""), 1, "nothing.txt");
}
