//! Tests of the formats that `checkers show` reads and writes.

use std::fs;

use rankmoves_core::exchange::Document;
use serde_json::{Value, json};
use testing::start;

use super::{SMALL, assert_refuses, run, shown, valid_files};
use crate::scratch;

#[test]
fn every_position_comes_back_from_the_formats_that_hold_everything() {
    for (file, position) in valid_files() {
        for format in ["exchange", "json"] {
            let output = run(&["show", "--format", format, file.to_str().unwrap()], "");
            let text = String::from_utf8(output.stdout).unwrap();
            let back = String::from_utf8(run(&["show", "--format", "exchange"], &text).stdout).unwrap();
            let back: Document = back.parse().unwrap();
            assert_eq!((back.setup(), back.plies().len()), (position.setup(), 0), "{file:?} as {format}");
        }
    }
}

#[test]
fn fen_is_read_between_comments_and_written_with_warnings() {
    let fen = "W:W21,K32:B1,2\n";
    assert_eq!(shown(&["show", "--format", "fen"], "\u{feff}# a\n\n W:W21,K32:B1-2. # b\n"), fen);
    assert_eq!(shown(&["show", "--format", "fen", "--fen", fen.trim()], ""), fen);
    assert_refuses(
        &["show", "--format", "fen"],
        SMALL,
        1,
        &["FEN can hold only the standard board: this one is 4x4"],
    );

    let rules = "RULES: no capture single jumps blocked passes TURN: black BOARD:";
    let rows = r#" " . " . " . " . . " . " . " . " "#.repeat(4);
    let output = run(&["show", "--format", "fen"], &format!("{rules} {rows} MOVES:"));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "B:W:B\n");
    let warning = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        warning.contains("cannot hold `no capture` and `single jumps` and `blocked passes`"),
        "{warning}"
    );
    let mirrored = r#" . " . " . " . " " . " . " . " . "#.repeat(4);
    let flipped = format!("{rules} {mirrored} MOVES:");
    assert_refuses(&["show", "--format", "fen"], &flipped, 1, &["this one is 8x8 and flipped"]);
}

#[test]
fn wrong_json_is_refused_with_its_location() {
    let valid = json!({
        "rules": {"capture": "required", "jumps": "multiple", "blocked": "loses"},
        "shape": {"ranks": 4, "files": 4, "flipped": false},
        "turn": "red",
        "board": ["\"b\".", ".\".\"", "\"r\".", "r\".\""],
        "moves": ["b2->a3"],
    });
    // The same as `SMALL` after b2->a3.
    assert_eq!(shown(&["show"], &valid.to_string()), shown(&["show"], &format!("{SMALL}b2->a3")));
    let with = |pointer: &str, value: Value| {
        let mut changed = valid.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        changed
    };
    let without = |name: &str| {
        let mut changed = valid.clone();
        changed.as_object_mut().unwrap().remove(name);
        changed
    };
    let mut unknown = valid.clone();
    unknown["player"] = json!("red");
    let wrong = [
        (without("turn"), "missing field `turn`"),
        (without("moves"), "missing field `moves`"),
        (unknown, "unknown field `player`"),
        (with("/turn", json!("white")), "unknown value `white`, expected `red` or `black`"),
        (with("/turn", json!(null)), "expected a string but found 'null'"),
        (with("/rules/blocked", json!("draws")), "unknown value `draws`"),
        (with("/rules/capture", json!(true)), "expected a string but found 'true'"),
        (with("/shape/files", json!(3)), "found a board of 4x3, but each side"),
        (
            with("/shape/files", json!(-4)),
            "expected a whole number from 0 to 4294967295 but found integer `-4`",
        ),
        (
            with("/shape/flipped", json!(true)),
            "expected a black square (., r, R, b or B) on a4 but found '\"'",
        ),
        (with("/board/0", json!("\"b\"")), "expected 4 cells of rank 4 but found 3"),
        (with("/board/3", json!("r\".x")), "expected a red square (\") on d1 but found 'x'"),
        (with("/board/1", json!(7)), "expected a string but found 7"),
        (with("/board", json!([])), "expected 4 rows of a board of 4x4 but found 0"),
        (with("/moves/0", json!("b2-a3")), "expected a move such as d4->e5 but found 'b2-a3'"),
        (with("/moves/0", json!("b2->b3")), "move 1, b2->b3, is illegal"),
    ];
    for (value, message) in wrong {
        assert_refuses(&["show"], &value.to_string(), 1, &[message, "<stdin>:1:"]);
    }
    // Errors are located at the row, the move or the character.
    let pretty = serde_json::to_string_pretty(&with("/board/2", json!("\"r\"r\""))).unwrap();
    let line = pretty.lines().position(|line| line.contains(r#""\"r\"r\"""#)).unwrap() + 1;
    assert_refuses(&["show"], &pretty, 1, &[&format!("<stdin>:{line}:5"), "found 5"]);
    assert_refuses(&["show"], "# a comment\n{\n é}", 1, &["<stdin>:3:2", "key must be a string"]);
    assert_refuses(&["show"], &format!("{valid} {{}}"), 1, &["trailing characters"]);
    assert_refuses(&["show"], "{\"turn\": red}", 1, &["<stdin>:1:10", "expected a value but found 'red'"]);
    assert_refuses(&["show"], "{\"turn\": }", 1, &["<stdin>:1:10", "expected a value but found '}'"]);
    assert_refuses(&["show"], "{", 1, &["expected the end of an object but found the end of the text"]);
    assert_refuses(&["show"], "{\"rules\":", 1, &["expected a value but found the end of the text"]);
    assert_refuses(&["show"], &"{\"rules\":".repeat(100_000), 1, &["unknown field", "<stdin>:1:"]);
}

#[test]
fn a_file_is_written_in_the_format_of_its_extension() {
    let folder = scratch("show/extension");
    for (name, format) in [("a.svg", "svg"), ("a.TXT", "exchange"), ("a.fen", "fen"), ("a.json", "json")] {
        let file = folder.join(name);
        assert_eq!(shown(&["show", "--fen", "B:W30:B1", "-o", file.to_str().unwrap()], ""), "");
        let expected = shown(&["show", "--fen", "B:W30:B1", "--format", format], "");
        assert_eq!(fs::read_to_string(&file).unwrap(), expected, "{name}");
    }
    let file = folder.join("a.png");
    let arguments = ["show", "--fen", "B:W30:B1", "-o", file.to_str().unwrap()];
    assert_refuses(
        &arguments,
        "",
        1,
        &["a.png is unknown: give --format, or a name that ends in .svg, .txt, .fen, .json or .pdn"],
    );
    let arguments = ["convert", "--fen", "B:W30:B1", "-o", file.to_str().unwrap()];
    let expected = "expected --to, or a name that ends in .txt, .fen, .json or .pdn, but found ";
    assert_refuses(&arguments, "", 1, &[expected, "a.png"]);
    let file = folder.join("none/a.svg");
    let arguments = ["show", "--fen", "B:W30:B1", "-o", file.to_str().unwrap()];
    assert_refuses(&arguments, "", 1, &["cannot save a.svg in the folder "]);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 4, "nothing else is left");
}

#[test]
fn rankmoves_reads_the_same_formats() {
    let json = shown(&["show", "--format", "json"], SMALL);
    let rank = |text: &str, name: &str| {
        let file = scratch(&format!("show/{name}")).join("game");
        fs::write(&file, text).unwrap();
        let output = start::program("rankmoves").arg("-d1").arg(&file).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let expected = "b2->a3 for red: score 1\nb2->c3 for red: score 0\n";
    assert_eq!(rank(&json, "json"), expected);
    assert_eq!(rank(SMALL, "exchange"), expected);
    assert_eq!(rank("W:W30:B", "fen"), "c1->b2 for red: score 99\nc1->d2 for red: score 99\n");
}
