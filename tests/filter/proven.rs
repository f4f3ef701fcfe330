//! Tests `rankmoves --proven`: it prints values under perfect play beside the scores, from existing tables.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::LazyLock;

use rankmoves_core::{Rules, Shape};
use rankmoves_endings::{BuildControl, Contents, Tables};
use serde_json::{Value, json};
use testing::run::{assert_refuses, output_of, printed, run};
use testing::start;

const RANKMOVES: &str = "rankmoves";

/// Positions: a jump over the last piece; two kings that should keep apart; three pieces; six
/// pieces, more than the tables cover.
const POSITIONS: [&str; 4] = ["W:WK18:B14", "W:WK22:BK14", "B:W30:BK14,K1", "W:W29,30,31:BK3,1,2"];

/// A data folder with the tables of three pieces under English rules.
static DATA: LazyLock<PathBuf> = LazyLock::new(|| data("proven"));

fn data(name: &str) -> PathBuf {
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&data);
    let mut tables = Tables::open(&endings(&data), Shape::STANDARD, Rules::ENGLISH).unwrap();
    tables.build(Contents::Plies, 3, &BuildControl::default()).unwrap();
    data
}

fn endings(data: &Path) -> PathBuf {
    data.join("checkers").join("endings")
}

fn rankmoves(arguments: &[&str], data: &Path, input: &str) -> Output {
    let mut command = start::program(RANKMOVES);
    command.args(arguments).env("XDG_DATA_HOME", data);
    output_of(command, input.as_bytes())
}

/// Removes each `"proven"` from a text.
fn without_values(text: &str) -> String {
    let mut parts = text.split(r#","proven":"#);
    let mut kept = parts.next().unwrap().to_owned();
    for part in parts {
        let end = if part.starts_with("null") { "null".len() } else { part.find('}').unwrap() + 1 };
        kept.push_str(&part[end..]);
    }
    kept
}

/// Returns the moves with their values.
fn values(text: &str) -> Vec<(String, Value)> {
    let object: Value = serde_json::from_str(text).unwrap();
    let moves = object["moves"].as_array().unwrap();
    moves.iter().map(|mv| (mv["move"].as_str().unwrap().to_owned(), mv["proven"].clone())).collect()
}

#[test]
fn each_move_has_its_value_for_the_player_who_makes_it() {
    let of = |fen| values(&printed(rankmoves(&["--json", "--proven", "--fen", fen], &DATA, "")));
    // The last piece is jumped.
    assert_eq!(of(POSITIONS[0]), [("d4->b6".to_owned(), json!({ "result": "won", "plies": 1 }))]);
    let beside = of(POSITIONS[1]);
    let lost = json!({ "result": "lost", "plies": 2 });
    let losing: Vec<&str> =
        beside.iter().filter(|(_, value)| *value == lost).map(|(mv, _)| mv.as_str()).collect();
    assert_eq!(losing, ["c3->b4", "c3->d4"]);
    // A king cannot be driven out of a double corner.
    let corner = of("W:WK32:BK18");
    assert_eq!(corner.len(), 2);
    assert!(
        corner.contains(&("g1->h2".to_owned(), json!({ "result": "drawn", "plies": null }))),
        "{corner:?}"
    );
    let unknown = of(POSITIONS[3]);
    assert!(unknown.len() > 3 && unknown.iter().all(|(_, value)| value.is_null()), "{unknown:?}");
}

#[test]
fn but_for_the_values_not_a_byte_changes() {
    for fen in POSITIONS {
        for options in [&["--json", "-d", "3"][..], &["--json", "-v", "-d", "2"], &["--json", "-v"]] {
            let plain = [options, &["--fen", fen]].concat();
            let proven = printed(rankmoves(&[&plain[..], &["--proven"]].concat(), &DATA, ""));
            let plain = printed(rankmoves(&plain, &DATA, ""));
            assert!(!plain.contains("proven"));
            assert_eq!(without_values(&proven), plain);
            assert_eq!(proven.matches("proven").count(), values(&plain).len(), "one per move: {proven}");
        }
    }
}

#[test]
fn lines_have_the_values_of_their_positions() {
    let input = POSITIONS.join("\n");
    let lines = printed(rankmoves(&["--lines", "--proven", "-d", "2"], &DATA, &input));
    assert_eq!(lines.lines().count(), POSITIONS.len());
    for (line, fen) in lines.lines().zip(POSITIONS) {
        let alone = printed(rankmoves(&["--json", "--proven", "-d", "2", "--fen", fen], &DATA, ""));
        assert_eq!(values(line), values(&alone));
    }
    assert_eq!(without_values(&lines), printed(rankmoves(&["--lines", "-d", "2"], &DATA, &input)));
}

#[test]
fn damaged_tables_are_a_warning_and_tables_are_opened_only_on_request() {
    let data = data("damaged");
    let file = endings(&data).join("8x8-capture-multiple").join("0-1-0-1.slice");
    fs::write(file, b"no table").unwrap();
    let plain = printed(rankmoves(&["--json", "--fen", POSITIONS[1]], &data, ""));
    let input = [POSITIONS[1]; 3].join("\n");
    for (arguments, input) in
        [(&["--json", "--proven", "--fen", POSITIONS[1]][..], ""), (&["--lines", "--proven"], &input)]
    {
        let output = rankmoves(arguments, &data, input);
        assert_eq!(output.status.code(), Some(0));
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.starts_with("warning: endgame tables are not used: "), "{stderr}");
        assert!(stderr.contains("0-1-0-1.slice") && stderr.lines().count() == 1, "{stderr}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(r#""proven":null"#), "{text}");
        if input.is_empty() {
            assert_eq!(without_values(&text), plain);
        }
    }
}

#[test]
fn tables_are_taken_from_a_folder_that_is_named() {
    let folder = endings(&DATA);
    let named = ["--json", "--proven", "--endings", folder.to_str().unwrap(), "--fen", POSITIONS[1]];
    let text = printed(run(RANKMOVES, &named, b""));
    assert!(text.contains(r#""proven":{"result":"lost","plies":2}"#), "{text}");
    let none = ["--json", "--proven", "--endings", "no/such/folder", "--fen", POSITIONS[1]];
    assert_refuses(&run(RANKMOVES, &none, b""), &none, 1, &["cannot read the folder no/such/folder"]);
}

#[test]
fn it_is_refused_where_there_is_no_object() {
    for (arguments, message) in [
        (&["--proven"][..], "<--json|--lines>"),
        (&["--proven", "-v"], "<--json|--lines>"),
        (&["--lines", "--scores", "--proven"], "'--scores' cannot be used with '--proven'"),
        (&["--json", "--endings", "."], "--proven"),
    ] {
        assert_refuses(&run(RANKMOVES, arguments, b""), arguments, 2, &[message]);
    }
}
