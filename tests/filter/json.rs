//! Compares the JSON object with the oracle and with its own tree.

use std::path::Path;
use testing::{plain, start};

use serde_json::Value;
use testing::plain::Plain;

fn json(arguments: &[&str], text: &str) -> Value {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("json{}.txt", arguments.join("")));
    std::fs::write(&file, text).unwrap();
    let output = start::program("rankmoves").args(arguments).arg(&file).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Returns the score of a move by the definition, from the replies to it.
fn score_from_replies(mv: &Value) -> i64 {
    let replies = mv["replies"].as_array().unwrap();
    let scores = replies.iter().map(|reply| reply["score"].as_i64().unwrap());
    scores.max().map_or(99, |highest| -highest)
}

/// Returns the line of best play that begins with a move.
fn line_from_replies(mv: &Value) -> Vec<Value> {
    let mut line = vec![mv["move"].clone()];
    if let Some(replies) = mv["replies"].as_array() {
        let score = |reply: &Value| reply["score"].as_i64().unwrap();
        let highest = replies.iter().map(score).max();
        if let Some(first) = replies.iter().find(|reply| Some(score(reply)) == highest) {
            line.extend(line_from_replies(first));
        }
    }
    line
}

/// Returns the number of a square: counts the playable squares from the top left up to and including it.
fn number(plain: &Plain, square: &str) -> usize {
    let places = (0..plain.ranks()).flat_map(|row| (0..plain.files()).map(move |column| (row, column)));
    let mut playable = places.filter(|&(row, column)| plain.cells[row][column] != '"');
    playable.position(|(row, column)| plain.square_name(row, column) == square).unwrap() + 1
}

/// Compares a list of moves, and everything below them, with the oracle's.
fn check(moves: &Value, plain: &Plain, depth: u32) {
    let moves = moves.as_array().unwrap();
    let (expected, after) = (plain.rank(depth), plain.moves());
    assert_eq!(moves.len(), expected.len());
    for ((mv, (text, score)), (_, after)) in moves.iter().zip(expected).zip(after) {
        assert_eq!((&mv["move"], &mv["score"]), (&Value::from(text.clone()), &Value::from(score)));
        let path: Vec<&str> =
            mv["path"].as_array().unwrap().iter().map(|square| square.as_str().unwrap()).collect();
        assert_eq!(path.join("->"), text);
        let numbers: Vec<String> = path.iter().map(|square| number(plain, square).to_string()).collect();
        let is_step = mv["captured"].as_array().unwrap().is_empty();
        assert_eq!(mv["numbers"], numbers.join(if is_step { "-" } else { "x" }));
        let pieces = |plain: &Plain| plain.cells.iter().flatten().filter(|cell| cell.is_alphabetic()).count();
        assert_eq!(pieces(&after) + mv["captured"].as_array().unwrap().len(), pieces(plain), "{text}");
        let kings = |plain: &Plain| plain.cells.iter().flatten().filter(|cell| cell.is_uppercase()).count();
        assert!(!mv["crowns"].as_bool().unwrap() || kings(&after) >= kings(plain), "{text}");
        if depth == 0 {
            assert!(mv.get("replies").is_none());
        } else {
            assert_eq!(score_from_replies(mv), i64::from(score));
            check(&mv["replies"], &after, depth - 1);
        }
    }
}

#[test]
fn the_tree_is_the_oracles_and_lines_follow_from_it() {
    let positions = [
        Plain::start(false, true),
        Plain::start(true, true).turned(),
        // A chain that may stop, and kings on both sides.
        plain(
            "\".\".\".\"b .\"b\".\".\" \".\"B\".\". .\".\".\".\" \"b\".\".\". r\".\"R\".\" \".\".\".\". .\".\".\".\"",
        ),
    ];
    for position in positions {
        let text = position.to_text();
        for depth in [0, 1, 3] {
            let depth_text = depth.to_string();
            let with_tree = json(&["--json", "-v", "-d", &depth_text], &text);
            assert_eq!(with_tree["depth"], depth);
            assert_eq!(with_tree["player"], position.turn.name());
            check(&with_tree["moves"], &position, depth);

            // Without the tree, the object is the same except for the replies.
            let mut without_tree = with_tree.clone();
            for mv in without_tree["moves"].as_array_mut().unwrap() {
                assert_eq!(mv["line"], Value::from(line_from_replies(mv)));
                assert_eq!(
                    mv["line_numbers"].as_array().unwrap().len(),
                    mv["line"].as_array().unwrap().len()
                );
                assert_eq!(mv["line_numbers"][0], mv["numbers"]);
                mv.as_object_mut().unwrap().remove("replies");
            }
            assert_eq!(json(&["--json", "-d", &depth_text], &text), without_tree);
        }
    }
}

/// Makes an 8×8 position under `no capture` and `multiple jumps`, red to move.
fn plain(rows: &str) -> Plain {
    let cells = rows.split_whitespace().map(|row| row.chars().collect()).collect();
    Plain { cells, turn: plain::Colour::Red, capture: false, multiple: true }
}
