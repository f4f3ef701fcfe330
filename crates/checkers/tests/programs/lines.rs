//! Tests of `checkers perft --lines` and `info --lines`: each line gets the same answer as its position in a
//! separate run.

use serde_json::{Value, json};
use testing::run::{assert_refuses, printed, run};

const CHECKERS: &str = "checkers";

const FENS: [&str; 4] = ["W:W21,K32:B1-12", "B:W21-32:B1-12", "W:W21:B", "B:WK1:BK32,5"];

fn answers(arguments: &[&str], input: &str) -> Vec<Value> {
    let text = printed(run(CHECKERS, arguments, input.as_bytes()));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn perft_counts_each_line() {
    let input = FENS.join("\n");
    for depth in ["0", "1", "5"] {
        let all = answers(&["perft", "--lines", "-d", depth], &input);
        let parts = answers(&["perft", "--lines", "--divide", "-d", depth, "--threads", "3"], &input);
        for (number, fen) in (1..).zip(FENS) {
            let alone = printed(run(CHECKERS, &["perft", "-d", depth, "--divide", "--fen", fen], b""));
            let (moves, total) = alone.trim_end().rsplit_once('\n').unwrap_or(("", alone.trim_end()));
            let total: u64 = total.parse().unwrap();
            let (all, parts) = (&all[number - 1], &parts[number - 1]);
            assert_eq!(
                *all,
                json!({"input": number, "depth": depth.parse::<u32>().unwrap(), "count": total})
            );
            assert_eq!(parts["count"], total);
            let told = parts.get("moves").map_or_else(Vec::new, |moves| moves.as_array().unwrap().clone());
            let told: Vec<String> = told
                .iter()
                .map(|part| format!("{}: {}", part["move"].as_str().unwrap(), part["count"]))
                .collect();
            assert_eq!(told.join("\n"), moves, "{fen}");
        }
    }
}

#[test]
fn info_describes_each_line() {
    let input = FENS.join("\n");
    let told = answers(&["info", "--lines", "--evaluate", "--threads", "2"], &input);
    for (number, fen) in (1..).zip(FENS) {
        let alone = printed(run(CHECKERS, &["info", "--json", "--evaluate", "--fen", fen], b""));
        let mut told = told[number - 1].clone();
        assert_eq!(told.as_object_mut().unwrap().remove("input"), Some(json!(number)));
        assert_eq!(told, serde_json::from_str::<Value>(&alone).unwrap());
    }
}

#[test]
fn wrong_lines_have_their_errors() {
    for (command, valid) in
        [(&["perft", "-d", "2", "--lines"][..], [None; 2]), (&["info", "--lines"], [Some(true), Some(false)])]
    {
        let output = run(CHECKERS, command, b"W:W1:B2\nnothing\n");
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8(output.stdout).unwrap();
        let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((&rows[1]["input"], &rows[1]["error"]["column"]), (&json!(2), &json!(1)), "{text}");
        assert_eq!([&rows[0], &rows[1]].map(|row| row["valid"].as_bool()), valid, "{text}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("1 of 2 lines could not be answered"));
    }
    let arguments = ["info", "--lines", "--game", "1"];
    assert_refuses(&run(CHECKERS, &arguments, b""), &arguments, 2, &["cannot be used with"]);
    let arguments = ["info", "--threads", "2", "f"];
    assert_refuses(&run(CHECKERS, &arguments, b""), &arguments, 2, &["--lines"]);
}

#[test]
fn a_count_that_does_not_fit_is_an_error_of_its_line() {
    let output = run(CHECKERS, &["perft", "-d", "1000", "--lines"], b"W:W21:B\nW:WK1:BK32\n");
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["count"], 0);
    assert!(lines[1]["error"]["message"].as_str().unwrap().contains("more"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}
