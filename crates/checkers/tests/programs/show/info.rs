//! Tests of `checkers info`: the contents of a file, and the evaluation of a position.

use rankmoves_core::Player;
use rankmoves_engine::{FeatureGroup, Term};
use serde_json::{Value, json};

use super::{SMALL, assert_refuses, run, shown, valid_files};

#[test]
fn info_describes_a_file() {
    let text = format!("{}b2->a3", SMALL.replace(r#"r " . "#, r#"r " b "#));
    assert_eq!(
        shown(&["info"], &text),
        "\
format   exchange
rules    capture, multiple jumps
board    4x4
plies    1 played
turn     black
red      2 men, 0 kings
black    2 men, 0 kings
moves    1: b4->c3
movable  1: b4
odd      the black man on c1 cannot move: it is on its crowning rank but not a king
"
    );
    let info: Value = serde_json::from_str(&shown(&["info", "--json"], &text)).unwrap();
    let expected = json!({
        "valid": true,
        "format": "exchange",
        "rules": {"capture": "required", "jumps": "multiple", "blocked": "loses"},
        "shape": {"ranks": 4, "files": 4, "flipped": false},
        "plies": 1,
        "turn": "black",
        "pieces": {"red": {"men": 2, "kings": 0}, "black": {"men": 2, "kings": 0}},
        "moves": ["b4->c3"],
        // Four rows of two squares each, numbered from the top left: the second row has 3 and 4.
        "numbers": ["1-4"],
        "movable": ["b4"],
        "movable_numbers": ["1"],
        "oddities": ["the black man on c1 cannot move: it is on its crowning rank but not a king"],
    });
    assert_eq!(info, expected);
    assert!(shown(&["info"], "W:WK1:B").contains("\nred      0 men, 1 king\nblack    0 men, 0 kings\n"));
    assert!(shown(&["info"], "B:WK1:B").ends_with("\nmoves    none\n"));
}

#[test]
fn info_evaluates_a_position_term_by_term() {
    // A king in the middle is next to a man, and each could jump the other.
    let text = shown(&["info", "--evaluate"], "W:WK18:B15");
    let (_, tables) = text.split_once("\n\n").unwrap();
    let (table, trained) = tables.split_once("\n\n").unwrap();
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let row = |name: &str| words(table.lines().find_map(|line| line.strip_prefix(name)).unwrap());
    assert!(table.starts_with("evaluation for red, in men\n"), "{table}");
    assert_eq!(row("man")[..4], ["0", "1", "1.00", "-1.00"]);
    assert_eq!(row("king")[..4], ["1", "0", "1.50", "+1.50"]);
    assert_eq!(row("centre")[..4], ["1", "0", "0.12", "+0.12"]);
    assert_eq!(row("threats")[..4], ["1", "1", "0.18", "0.00"]);
    // The sum is -1.00 + 1.50 + 0.12 - 0.05. The last term is for the black man's step to f4.
    assert_eq!(row("sum"), ["+0.57"]);
    let plain = shown(&["info"], "W:WK18:B15");
    assert!(text.starts_with(&plain) && !plain.contains("evaluation"));

    let info: Value = serde_json::from_str(&shown(&["info", "--json", "--evaluate"], "W:WK18:B15")).unwrap();
    let evaluation = &info["evaluation"];
    assert_eq!((&evaluation["red"], &evaluation["black"]), (&json!(57), &json!(-57)));
    let terms = evaluation["terms"].as_array().unwrap();
    let names: Vec<_> = terms.iter().map(|term| term["term"].as_str().unwrap()).collect();
    assert_eq!(names, Term::ALL.map(Term::name));
    let king = json!({"term": "king", "red": 1, "black": 0, "weight": 150, "sum": 150});
    assert_eq!(terms[Term::King as usize], king);

    // The second table shows the trained evaluation: one line per part, then the sum, as in JSON.
    assert!(trained.starts_with("trained evaluation for red, in men\npart"), "{trained}");
    let rows: Vec<_> = trained.lines().skip(2).map(words).collect();
    let fields = &evaluation["trained"];
    assert_eq!(rows.len(), FeatureGroup::ALL.len() + 1);
    assert_eq!(rows[FeatureGroup::ALL.len()].len(), 2);
    let hundredths = |text: &str| text.replace(['.', '+'], "").parse::<i64>().unwrap();
    for (row, part) in rows.iter().zip(fields["parts"].as_array().unwrap()) {
        assert_eq!(
            (row[0].as_str(), hundredths(&row[1])),
            (part["part"].as_str().unwrap(), part["sum"].as_i64().unwrap())
        );
    }
    assert_eq!(hundredths(&rows[FeatureGroup::ALL.len()][1]), fields["red"].as_i64().unwrap());
    assert_eq!(fields["black"].as_i64().unwrap(), -fields["red"].as_i64().unwrap());
    let other_rules =
        shown(&["info", "--evaluate"], include_str!("../../../../../testdata/valid/rankin.txt"));
    assert!(!other_rules.contains("trained"), "{other_rules}");
}

#[test]
fn info_counts_as_the_library_does() {
    for (file, position) in valid_files() {
        let output = run(&["info", "--json", file.to_str().unwrap()], "");
        assert_eq!(output.status.code(), Some(0));
        let info: Value = serde_json::from_slice(&output.stdout).unwrap();
        for player in Player::ALL {
            let pieces = &info["pieces"][player.to_string()];
            let count = pieces["men"].as_u64().unwrap() + pieces["kings"].as_u64().unwrap();
            assert_eq!(count, u64::from(position.board().count(player)), "{file:?}");
        }
        let moves: Vec<Value> = position.legal_moves().map(|mv| mv.to_string().into()).collect();
        assert_eq!(info["moves"], Value::from(moves), "{file:?}");
    }
}

#[test]
fn a_board_whose_moves_cannot_be_listed_is_shown_and_described() {
    let large = "testdata/large/very-many-moves.txt";
    let drawn = shown(&["show", "--movable", large], "");
    assert_eq!((drawn.matches("(R)").count(), drawn.matches("(r)").count()), (2, 1), "{drawn}");
    let output = run(&["show", "--from", "b1", large], "");
    assert!(output.status.success());
    let warning = String::from_utf8(output.stderr).unwrap();
    assert_eq!(warning, "warning: the piece on b1 has more than 1000 moves: only the first are shown\n");
    let text = shown(&["info", large], "");
    assert!(text.contains("\nmoves    more than 10000: b1->d3->"), "{text}");
    assert!(text.ends_with(" ...\nmovable  3: b1 h7 n13\n"), "{text}");
    let info: Value = serde_json::from_str(&shown(&["info", "--json", large], "")).unwrap();
    assert_eq!(info["moves"].as_array().unwrap().len(), 10_000);
    assert_eq!((&info["more_moves"], &info["movable"]), (&json!(true), &json!(["b1", "h7", "n13"])));
}

#[test]
fn info_reports_why_a_file_is_invalid() {
    let text = format!("{SMALL}\nb2->b3");
    let output = run(&["info", "--json"], &text);
    assert_eq!(output.status.code(), Some(1));
    let info: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&info["valid"], &info["line"], &info["column"]), (&json!(false), &json!(7), &json!(1)));
    assert!(info["error"].as_str().unwrap().starts_with("move 1, b2->b3, is illegal"), "{info}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("<stdin>:7:1"));
    assert_refuses(&["info"], &text, 1, &["move 1, b2->b3, is illegal", "<stdin>:7:1"]);
}
