//! The exchange format as the library reads it: errors and their places, what
//! is odd about a board, what makes two documents equal.

use std::error::Error as _;

use rankmoves::exchange::{Document, ErrorKind, MAX_BYTES, Place};
use rankmoves::{Oddity, Player};

/// README.md, "Limits".
#[test]
fn files_of_64_mebibytes_are_read() {
    assert_eq!(MAX_BYTES, 67_108_864);
}

fn error(bytes: &[u8]) -> rankmoves::exchange::Error {
    Document::parse(bytes).unwrap_err()
}

#[test]
fn an_error_has_a_kind_a_place_and_words() {
    let error = error(b"RULES: capture # \xc3\xa9, and \xe9 alone\nTURN: red\n");
    assert_eq!(*error.kind(), ErrorKind::NotUtf8 { byte: 0xe9 });
    // The two bytes of a character are one column, and so is the one that is none.
    assert_eq!(error.place(), Place { line: 1, column: 25, width: 1 });
    assert_eq!(error.to_string(), "1:25: expected UTF-8 text but found the byte 0xe9");
    let source = error.source().expect("the kind without its place");
    assert_eq!(source.to_string(), "expected UTF-8 text but found the byte 0xe9");
}

#[test]
fn an_illegal_move_is_told_with_its_number() {
    let text = "RULES: no capture single jumps board 4x4
TURN: red
BOARD: \".\"b.\".\"\".\"..\"r\"
MOVES:";
    for (moves, expected) in [
        ("c1->d4", "4:8: move 1, c1->d4, is illegal: "),
        ("c1->d2 d4->c3 d2->d3", "4:22: move 3, d2->d3, is illegal: "),
    ] {
        let document = Document::parse(format!("{text} {moves}").as_bytes()).unwrap();
        let said = document.position().unwrap_err().to_string();
        assert!(said.starts_with(expected), "{said}");
    }
}

#[test]
fn a_board_that_ends_early_is_told_how_large_it_is() {
    for (size, cells, expected) in [
        ("", "\".\".\".\".", "a black square (., r, R, b or B) as cell 9 of 64"),
        ("board 4x6", "\".\".\".", "a black square (., r, R, b or B) as cell 7 of 24"),
        ("board 7x5", ".\".\".\".\".", "a red square (\") as cell 10 of 35"),
    ] {
        let text = format!("RULES: capture single jumps {size}\nTURN: red\nBOARD:\n{cells}\nMOVES:\n");
        let error = error(text.as_bytes());
        assert_eq!(error.to_string(), format!("5:1: expected {expected} but found 'MOVES:'"), "{size}");
    }
}

#[test]
fn what_is_odd_about_a_board_is_where_it_begins() {
    let crowded = "RULES: capture single jumps
TURN: red
BOARD:
\".\".\".\".
.\"b\".\".\"
\".\".\".\".
.\".\".\".\"
\".\".\".\"r
r\"r\"r\"r\"
\"r\"r\"r\"r
r\"r\"r\"r\"
MOVES:
";
    let oddities = Document::parse(crowded.as_bytes()).unwrap().oddities();
    let crowd = Oddity::TooManyPieces { player: Player::Red, count: 13 };
    // The thirteenth, as they are read.
    assert_eq!(oddities, [(crowd, Place { line: 11, column: 7, width: 1 })]);

    let uncrowned = "RULES: capture single jumps board 4x6
TURN: red
BOARD:
\".\"r\".
.\".\".\"
\".\".\".
.\"b\"b\"
MOVES:
";
    let document = Document::parse(uncrowned.as_bytes()).unwrap();
    let places: Vec<Place> = document.oddities().into_iter().map(|(_, place)| place).collect();
    let place = |line, column| Place { line, column, width: 1 };
    assert_eq!(places, [place(4, 4), place(7, 3)]);
    // Where there was no text there is no place but its beginning.
    let places = Document::new(document.setup(), Vec::new()).oddities();
    assert!(places.iter().all(|(_, place)| *place == Place::default()));
}

#[test]
fn documents_are_equal_if_rules_turn_board_and_plies_are() {
    let text =
        "RULES: capture single jumps board 4x4\nTURN: red\nBOARD:\".\"b.\".\"\".\"..\"r\"\nMOVES: c1->d2";
    let document = |text: &str| Document::parse(text.as_bytes()).unwrap();
    let with_comments = text.replace(' ', " # a comment\n\t");
    assert_eq!(document(text), document(&with_comments));
    for (part, other) in [
        ("single", "multiple"),
        ("RULES: capture", "RULES: no capture"),
        ("4x4", "4x4 blocked passes"),
        ("red", "black"),
        ("\"b", "\"B"),
        ("c1->d2", "c1->b2"),
        ("c1->d2", ""),
    ] {
        let changed = text.replacen(part, other, 1);
        assert_ne!(changed, text);
        assert_ne!(document(text), document(&changed), "{part} {other}");
    }
}
