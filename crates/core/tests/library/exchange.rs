//! Tests how the library reads the exchange format: errors and their locations, oddities of boards, equality
//! of documents.

use std::error::Error as _;

use rankmoves_core::exchange::{Document, ErrorKind, Location, MAX_BYTES};
use rankmoves_core::{Blocked, Board, Oddity, Player, Rules, Setup, Shape, Square};
use testing::start::testdata;

/// This limit is stated in docs/limits.md.
#[test]
fn files_of_64_mebibytes_are_read() {
    assert_eq!(MAX_BYTES, 67_108_864);
}

fn error(bytes: &[u8]) -> rankmoves_core::exchange::Error {
    Document::parse(bytes).unwrap_err()
}

#[test]
fn an_error_has_a_kind_a_location_and_words() {
    let error = error(b"RULES: capture # \xc3\xa9, and \xe9 alone\nTURN: red\n");
    assert_eq!(*error.kind(), ErrorKind::NotUtf8 { byte: 0xe9 });
    // A character of two bytes counts as one column, and so does a byte that is not a character.
    assert_eq!(error.location(), Location { line: 1, column: 25, width: 1 });
    assert_eq!(error.to_string(), "1:25: expected UTF-8 text but found the byte 0xe9");
    let source = error.source().expect("the kind without its location");
    assert_eq!(source.to_string(), "expected UTF-8 text but found the byte 0xe9");
}

#[test]
fn an_illegal_move_is_reported_with_its_number() {
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

/// Returns the head of a file, up to `BOARD:`, and the rows of an empty board.
fn drawing(ranks: usize, files: usize) -> (String, Vec<String>) {
    let row = |rank: usize| {
        (0..files).map(|file| if (rank + file).is_multiple_of(2) { '"' } else { '.' }).collect()
    };
    ("RULES: capture single jumps\nTURN: red\nBOARD:\n".to_owned(), (0..ranks).map(row).collect())
}

#[test]
fn a_row_of_a_wrong_length_is_the_first_error() {
    let (head, rows) = drawing(8, 8);
    for index in 0..rows.len() {
        for (found, row) in [(7, rows[index][..7].to_owned()), (9, format!("{}\"", rows[index]))] {
            let mut rows = rows.clone();
            rows[index] = row;
            let error = error(format!("{head}{}\nMOVES:\n", rows.join("\n")).as_bytes());
            let expected = format!("wrong size: the board is 8x8, but this row has {found} cells");
            assert_eq!(error.kind().to_string(), expected, "row {index}");
            assert_eq!(error.location(), Location { line: index + 4, column: 1, width: found });
            assert!(error.others().is_empty(), "row {index}: {:?}", error.others());
        }
    }
}

#[test]
fn a_drawing_of_another_size_than_the_board_is_reported_as_such() {
    for (ranks, files, rule) in [
        (10, 10, " (which needs the rule `board 10x10`)"),
        (8, 9, " (which needs the rule `board 8x9`)"),
        (6, 6, " (which needs the rule `board 6x6`)"),
        (20, 20, ""),
    ] {
        let (head, rows) = drawing(ranks, files);
        let error = error(format!("{head}{}\nMOVES:\n", rows.join("\n")).as_bytes());
        let drawn = format!("the drawing has {ranks} rows of {files} cells{rule}");
        assert_eq!(error.to_string(), format!("4:1: wrong size: the board is 8x8, but {drawn}"));
        assert!(error.others().is_empty(), "{:?}", error.others());
    }
}

#[test]
fn cells_may_be_broken_into_other_lines() {
    let (head, rows) = drawing(8, 8);
    let cells: Vec<char> = rows.concat().chars().collect();
    for width in [1, 4, 5, 16, 64] {
        let lines: Vec<String> = cells.chunks(width).map(|line| line.iter().collect()).collect();
        let text = format!("{head}{}\nMOVES:\n", lines.join("\n"));
        assert!(text.parse::<Document>().is_ok(), "{text}");
    }
}

#[test]
fn a_truncated_board_is_reported_with_its_size() {
    for (size, cells, expected) in [
        ("", "\".\".\".\".", "cell 9 of 64, a black square (., r, R, b or B),"),
        ("board 4x6", "\".\".\".", "cell 7 of 24, a black square (., r, R, b or B),"),
        ("board 7x5", ".\".\".\".\".", "cell 10 of 35, a red square (\"),"),
    ] {
        let text = format!("RULES: capture single jumps {size}\nTURN: red\nBOARD:\n{cells}\nMOVES:\n");
        let error = error(text.as_bytes());
        assert_eq!(error.to_string(), format!("5:1: expected {expected} but found 'MOVES:'"), "{size}");
    }
}

#[test]
fn a_section_that_begins_with_the_letter_of_a_piece_is_no_cell() {
    let text = "RULES: capture single jumps\nTURN: red\nBOARD:\n\".\".\".\".\n.\".\".\".\nBOARD:\nMOVES:\n";
    let error = error(text.as_bytes());
    assert_eq!(error.to_string(), "5:1: wrong size: the board is 8x8, but this row has 7 cells");
    let expected = "6:1: expected cell 17 of 64, a red square (\"), but found 'BOARD:'";
    assert_eq!(error.others()[0].to_string(), expected);
}

#[test]
fn every_board_but_8x8_is_written_with_its_size() {
    let sizes = (4..=15).flat_map(|ranks| (4..=15).map(move |files| (ranks, files)));
    for (ranks, files) in sizes.chain([(15, 16), (4, 62), (51, 4)]) {
        for flipped in [false, true] {
            let Ok(shape) = Shape::new(ranks, files, flipped) else {
                panic!("{ranks}x{files}");
            };
            let setup = Setup {
                board: Board::start(shape, 1),
                turn: Player::Black,
                rules: Rules::ENGLISH,
                jumping: None,
            };
            let text = Document::new(setup, Vec::new()).to_string();
            let size = format!("\nboard {ranks}x{files}\n");
            assert_eq!(text.contains(&size), (ranks, files) != (8, 8), "{text}");
            assert_eq!(text.parse::<Document>().unwrap().setup(), setup, "{text}");
        }
    }
}

#[test]
fn faults_of_a_whole_board_are_located_at_its_start() {
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
    // The location is that of the thirteenth piece in reading order.
    assert_eq!(oddities, [(crowd, Location { line: 11, column: 7, width: 1 })]);

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
    let locations: Vec<Location> = document.oddities().into_iter().map(|(_, location)| location).collect();
    let location = |line, column| Location { line, column, width: 1 };
    assert_eq!(locations, [location(4, 4), location(7, 3)]);
    // In a document that was not parsed from text, all oddities have the default location.
    let locations = Document::new(document.setup(), Vec::new()).oddities();
    assert!(locations.iter().all(|(_, location)| *location == Location::default()));
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

/// Returns a whole file, with a board drawn from these rows of cells.
fn drawn(rows: &[String], moves: &str) -> String {
    let rows: Vec<String> = rows.iter().map(|row| row.split("").collect::<Vec<_>>().join(" ")).collect();
    let lines = rows.join("\n---+---\n");
    format!("RULES: no capture multiple jumps\nTURN: black\nBOARD:\n{lines}\nMOVES:\n{moves}\n")
}

fn rows() -> Vec<String> {
    ["\"b\"b\"b\"b", "b\"b\"b\"b\"", "\".\".\".\".", ".\".\".\".\"", "\".\"R\".\".", "r\"r\"r\"r\""]
        .into_iter()
        .chain(["\"r\"r\"r\"r", "r\"r\"r\"r\""])
        .map(str::to_owned)
        .collect()
}

/// Returns the line and column of each error.
fn locations(text: &str) -> Vec<(usize, usize)> {
    let Err(first) = Document::parse(text.as_bytes()) else { return Vec::new() };
    let errors = std::iter::once(&first).chain(first.others());
    errors.map(|error| (error.location().line, error.location().column)).collect()
}

#[test]
fn two_wrong_cells_give_exactly_two_errors() {
    assert_eq!(locations(&drawn(&rows(), "")), []);
    let wrong = |cell: u8| if cell == b'"' { '.' } else { 'k' };
    // The top left cell determines the playable squares, so it is never wrong itself.
    for first in 1..64 {
        for second in first + 1..64 {
            let mut rows = rows();
            for cell in [first, second] {
                let (row, column) = (cell / 8, cell % 8);
                let other = wrong(rows[row].as_bytes()[column]);
                rows[row].replace_range(column..=column, &other.to_string());
            }
            let location = |cell: usize| (4 + cell / 8 * 2, 2 + cell % 8 * 2);
            assert_eq!(locations(&drawn(&rows, "")), [location(first), location(second)], "{rows:?}");
        }
    }
}

#[test]
fn a_wrong_top_left_cell_is_one_error() {
    for wrong in [".", "k"] {
        let mut rows = rows();
        rows[0].replace_range(..1, wrong);
        let found = locations(&drawn(&rows, ""));
        assert_eq!(found.len(), 1, "{wrong}: {found:?}");
        rows[4].replace_range(2..3, "k");
        assert_eq!(locations(&drawn(&rows, ""))[1..], [(12, 6)], "{wrong}");
    }
}

#[test]
fn a_row_that_is_too_short_or_long_missing_or_there_twice_is_one_error() {
    type Change = fn(&mut Vec<String>, usize);
    let changes: [(&str, Change); 5] = [
        ("cell left out", |rows, row| _ = rows[row].remove(3)),
        ("two cells left out", |rows, row| rows[row].replace_range(2..4, "")),
        ("cell too many", |rows, row| rows[row].push('"')),
        ("row left out", |rows, row| _ = rows.remove(row)),
        ("row twice", |rows, row| rows.insert(row, rows[row].clone())),
    ];
    for (name, change) in changes {
        for row in 0..8 {
            let mut other = rows();
            change(&mut other, row);
            let found = locations(&drawn(&other, ""));
            assert_eq!(found.len(), 1, "{name}, row {row}: {found:?}");
            // The text after an invalid board is still read.
            let found = locations(&drawn(&other, "c3-d4"));
            let line = 3 + 2 * other.len() + 1;
            assert_eq!(found.len(), 2, "{name}, row {row}: {found:?}");
            assert_eq!(found[1], (line, 1), "{name}, row {row}");
        }
    }
}

#[test]
fn an_error_does_not_bring_others_with_it() {
    let board = rows().concat();
    let file = |rules: &str, turn: &str, moves: &str| format!("{rules}\n{turn}\nBOARD: {board}\n{moves}");
    let (rules, turn) = ("RULES: capture single jumps", "TURN: red");
    for text in [
        "",
        "RULES:",
        "hello world, this is no game: at all",
        &file("", turn, "MOVES:"),
        &file(rules, "", "MOVES:"),
        &file(rules, turn, ""),
        &file("RULES: capture", turn, "MOVES:"),
        &file("RULES: flying kings are here", turn, "MOVES:"),
        &file("RULES: capture flying kings\nsingle jumps", turn, "MOVES:"),
        &file("RULES: capture single", turn, "MOVES:"),
        &file("RULES: no single jumps", turn, "MOVES:"),
        &file("RULES capture single jumps", turn, "MOVES:"),
        &file("RULES: capture single jumps board ten by ten", turn, "MOVES:"),
        &file("RULES: capture single jumps board 99x99", turn, "MOVES:"),
        &file("RULES: capture single jumps BOARD 8 X 8", turn, "MOVES:"),
        &file(rules, "TURN: white player", "MOVES:"),
        &file(rules, "TURN:", "MOVES:"),
        &file(rules, "red", "MOVES:"),
        &file(rules, "TURN: red black", "MOVES:"),
        &file(rules, turn, "MOVES: a1 -> b2"),
        &file(rules, turn, "MOVES: a1 b2"),
        &file(rules, turn, "MOVES: RULES: capture single jumps TURN: red"),
        &file(turn, rules, "MOVES:"),
        &format!("{rules}\n{turn}\nMOVES:\nBOARD: {board}"),
        &format!("{rules}\n{turn}\nBOARD: x{board}\nMOVES:"),
        &format!("{rules}\n{turn}\nBOARD: {}\nMOVES:", &board[1..]),
    ] {
        let found = locations(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
    }
}

#[test]
fn more_errors_than_are_listed_are_counted() {
    let moves = "a3-b4\n".repeat(250);
    let error = error(drawn(&rows(), &moves).as_bytes());
    assert_eq!((error.others().len(), error.unlisted()), (99, 150));
    assert!(error.others().iter().all(|error| error.suggestion() == Some("a3->b4")));
    assert!(error.others().iter().all(|error| error.others().is_empty()));
}

/// Replaces the faulty text with the suggestion, and checks that fewer errors are left.
#[test]
fn suggestions_fix_files() {
    let mut fixed = 0;
    for entry in std::fs::read_dir(testdata("broken")).unwrap() {
        let path = entry.unwrap().path();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let Err(error) = Document::parse(text.as_bytes()) else { continue };
        let Some(suggestion) = error.suggestion() else { continue };
        let Location { line, column, width } = error.location();
        let bom = usize::from(text.starts_with('\u{feff}'));
        let lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let characters: Vec<char> = lines[line - 1].chars().collect();
        let start = column - 1 + if line == 1 { bom } else { 0 };
        let rest = &characters[start..];
        // A correction may replace several words, or none if it only adds a colon.
        let ends: Vec<usize> = (0..=rest.len()).filter(|&end| end == 0 || end >= width).collect();
        let is_less = |end: &usize| {
            let mut lines = lines.clone();
            let before: String = characters[..start].iter().collect();
            let after: String = rest[*end..].iter().collect();
            lines[line - 1] = format!("{before}{suggestion}{after}");
            let fixed = lines.join("\n");
            locations(&fixed).len() < locations(&text).len()
        };
        let with_colon = || {
            let name = suggestion.strip_suffix(':').unwrap_or("?");
            text.match_indices(name).any(|(at, _)| {
                let fixed = format!("{}{suggestion}{}", &text[..at], &text[at + name.len()..]);
                locations(&fixed).len() < locations(&text).len()
            })
        };
        assert!(ends.iter().any(is_less) || with_colon(), "{}: {suggestion}", path.display());
        fixed += 1;
    }
    assert!(fixed > 20, "{fixed} files");
}

#[test]
fn positions_and_rules_are_written_in_the_words_of_the_format() {
    let rules = Rules { blocked: Blocked::Passes, ..Rules::ALL[0] };
    assert_eq!(rules.to_string(), "no capture, single jumps, blocked passes");
    let text = "RULES:
no capture
multiple jumps
board 4x4
TURN:
red
BOARD:
 \" | . | \" | b # 4
---+---+---+---
 . | \" | . | \" # 3
---+---+---+---
 \" | b | \" | . # 2
---+---+---+---
 r | \" | . | \" # 1
MOVES:
";
    let position = Document::parse(text.as_bytes()).unwrap().position().unwrap();
    assert_eq!(position.to_string(), text);
}

#[test]
fn a_jump_in_progress_is_a_comment_after_the_position() {
    let text = "RULES: capture multiple jumps board 6x6 TURN: red BOARD: \".\".\". .\"b\".\" \".\".\". \
        .\"b\".\" \"r\".\". .\".\".\" MOVES:";
    let position = Document::parse(text.as_bytes()).unwrap().position().unwrap();
    let (from, to): (Square, Square) = ("b2".parse().unwrap(), "d4".parse().unwrap());
    let jumping = position.advance(from, to).unwrap();
    let written = jumping.to_string();
    assert!(written.ends_with("MOVES:\n# the piece on d4 is in the middle of a chain\n"), "{written}");
    let read = Document::parse(written.as_bytes()).unwrap().position().unwrap();
    assert_eq!(read.setup(), Setup { jumping: None, ..jumping.setup() });
}
