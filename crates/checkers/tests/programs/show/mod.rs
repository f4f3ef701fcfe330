//! Tests of `checkers show`: drawings and refusals.

mod formats;
mod info;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use rankmoves_core::exchange::Document;
use rankmoves_core::{Notation, Position};
use roxmltree::Node;
use testing::{run, start};
use unicode_width::UnicodeWidthStr;

use crate::scratch;

/// Red can move only b2; b2->c3 loses the man.
const SMALL: &str = r#"RULES: capture multiple jumps board 4x4 TURN: red BOARD:
    " b " .
    . " . "
    " r " .
    r " . "
MOVES: "#;

/// Runs `checkers` without any endgame tables.
fn run(arguments: &[&str], input: &str) -> Output {
    run_with_data(&start::top().join("testdata").join("none"), arguments, input)
}

/// Runs `checkers` with a data folder.
fn run_with_data(data: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = start::program("checkers");
    command.args(arguments).env("XDG_DATA_HOME", data);
    run::output_of(command, input.as_bytes())
}

/// Returns the output of a run that must succeed.
#[track_caller]
fn shown(arguments: &[&str], input: &str) -> String {
    run::printed(run(arguments, input))
}

#[track_caller]
fn assert_draws(options: &str, moves: &str, drawing: &str) {
    let arguments: Vec<&str> = ["show"].into_iter().chain(options.split_whitespace()).collect();
    assert_eq!(shown(&arguments, &format!("{SMALL}{moves}")), drawing.trim_start_matches('\n'));
}

#[track_caller]
fn assert_refuses(arguments: &[&str], input: &str, status: i32, messages: &[&str]) {
    run::assert_refuses(&run(arguments, input), arguments, status, messages);
}

/// Returns every valid file of the test data, with its position.
fn valid_files() -> Vec<(PathBuf, Position)> {
    let folder = start::top().join("testdata/valid");
    let files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() > 50, "the folder has files");
    let position = |file: &Path| Document::parse(&fs::read(file).unwrap()).unwrap().position().unwrap();
    files.into_iter().map(|file| (file.clone(), position(&file))).collect()
}

#[test]
fn ascii_shows_the_pieces_that_can_move() {
    assert_draws(
        "--movable",
        "",
        "
    red to move  [red: 2] [black: 1]
   +------------+
 4 |    b     . |
 3 | .     .    |
 2 |   (r)    . |
 1 | r     .    |
   +------------+
     a  b  c  d
",
    );
}

#[test]
fn ascii_shows_the_targets_and_scores_of_a_piece() {
    // After b2->c3 black has to jump, which leaves one piece each.
    let drawing = "
    red to move  [red: 2] [black: 1]
   +------------+   depth 1
 4 |    b     . |      1  b2->a3
 3 |[.]   [.]   |      0  b2->c3
 2 |   {r}    . |
 1 | r     .    |
   +------------+
     a  b  c  d
";

    assert_draws("--from b2 -d 1", "", drawing);
    assert_draws("--from 5 --rank 1", "", drawing);
}

#[test]
fn proven_values_stand_beside_the_scores() {
    let data = scratch("show-proven");
    let with_data = |arguments: &[&str]| run_with_data(&data, arguments, "");
    assert!(with_data(&["endings", "build", "--pieces", "2"]).status.success());
    // A king that steps next to a king is jumped, which ends the game.
    let beside = ["show", "-d", "1", "--fen", "W:WK22:BK14"];
    let drawing = run::printed(with_data(&beside));
    let moves: Vec<&str> = drawing.lines().filter(|line| line.contains("->")).collect();
    assert!(moves.len() == 4 && moves.iter().all(|line| line.contains(" in ")), "{drawing}");
    assert!(moves[2].ends_with("-99  c3->b4  lost in 2") && moves[3].ends_with("-99  c3->d4  lost in 2"));
    // Moves with equal scores are listed by their results.
    let equal = run::printed(with_data(&["show", "-d", "0", "--fen", "W:WK22:BK14"]));
    let moves: Vec<&str> = equal.lines().filter(|line| line.contains("->")).collect();
    assert!(moves.len() == 4 && moves.iter().all(|line| line.contains("  0  c3->")), "{equal}");
    assert!(moves[2].ends_with("c3->b4  lost in 2") && moves[3].ends_with("c3->d4  lost in 2"), "{equal}");
    // A king cannot be driven out of a double corner.
    let corner = run::printed(with_data(&["show", "-d", "1", "--fen", "W:WK32:BK18"]));
    assert!(corner.contains("  g1->h2  drawn\n"), "{corner}");
    let coloured = run::printed(with_data(&[&beside[..], &["--color", "always"]].concat()));
    assert!(coloured.contains("  c3->b4  lost in 2\n"), "{coloured}");
    let svg = run::printed(with_data(&[&beside[..], &["--svg"]].concat()));
    assert!(svg.contains("<title>c3-&gt;b4: score -99, lost in 2</title>"), "{svg}");
}

#[test]
fn a_move_that_ends_the_game_is_proven_without_tables() {
    let drawing = shown(&["show", "-d", "0", "--fen", "W:WK18:B14"], "");
    assert!(drawing.contains("  99  d4->b6  won in 1\n"), "{drawing}");
    let unknown = shown(&["show", "-d", "1", "--fen", "W:WK22:BK14"], "");
    assert!(unknown.contains(" c3->b4\n") && !unknown.contains(" in "), "{unknown}");
}

#[test]
fn damaged_tables_are_a_warning_beside_the_scores() {
    let data = scratch("show-damaged");
    let folder = data.join("checkers/endings/8x8-capture-multiple");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("0-1-0-1.slice"), "no table").unwrap();
    let output = run_with_data(&data, &["show", "-d", "1", "--fen", "W:WK22:BK14"], "");
    assert!(output.status.success());
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        shown(&["show", "-d", "1", "--fen", "W:WK22:BK14"], "")
    );
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.starts_with("warning: endgame tables are not used: "), "{stderr}");
    assert!(stderr.contains("0-1-0-1.slice") && stderr.lines().count() == 1, "{stderr}");
}

#[test]
fn ascii_shows_the_last_move_numbers_and_blacks_side() {
    assert_draws(
        "--flip --numbers",
        "b2->c3 b4->d2",
        "
    red to move  [red: 1] [black: 1]
   +----------------+
 1 |    8 .     7 r |
 2 |6<b>    5 .     |
 3 |    4*.*    3 . |
 4 |2 .     1<.>    |
   +----------------+
      d   c   b   a
",
    );
}

#[test]
fn symbols_set_the_characters_of_pieces() {
    let pieces = SMALL.replace("\" r \"", "\" R \"").replace("\" b \"", "\" B \"");
    let pieces = pieces.replace(". \" . \"", "b \" . \"");
    let drawing = "    red to move  [red: 2] [black: 2]
   +------------+
 4 |    #     . |
 3 | *     .    |
 2 |    O     . |
 1 | o     .    |
   +------------+
     a  b  c  d
";

    assert_eq!(shown(&["show", "--symbols", "oO*#"], &pieces), drawing);
    assert_eq!(shown(&["apply", "--to", "ascii", "--symbols", "oO*#"], &pieces), drawing);
    let lines = shown(&["show", "--format", "unicode", "--color", "never", "--symbols", "oO*#"], &pieces);
    assert!(lines.contains(" 3 │ *     ·    │\n 2 │    O     · │\n"), "{lines}");
    let coloured = shown(&["show", "--color", "always", "--symbols", "oO*#"], &pieces);
    for (own, others) in [('o', '●'), ('O', '♛'), ('*', '●'), ('#', '♛')] {
        assert!(coloured.contains(&format!("{own} ")) && !coloured.contains(others), "{coloured}");
    }
    let play = ["play", "--red", "human", "--black", "human", "--board", "4x4", "--symbols", "oO*#"];
    let first = shown(&play, "");
    assert!(first.contains("\n 4 |   (*)   (*)|\n") && first.contains("\n 1 | o     o    |\n"), "{first}");
    for (symbols, message) in [
        ("rRb", "expected four characters such as rRbB but found 3"),
        ("rrbB", "expected four different characters but found 'r' twice"),
        ("rRb.", "which is an empty square"),
    ] {
        assert_refuses(&["show", "--symbols", symbols], &pieces, 2, &[message]);
    }
    let svg = run(&["show", "--svg", "--symbols", "oO*#"], &pieces);
    assert!(String::from_utf8_lossy(&svg.stderr).contains("--symbols has no effect"));
    assert_eq!(String::from_utf8_lossy(&svg.stdout), shown(&["show", "--svg"], &pieces));
}

#[test]
fn a_ranking_longer_than_the_board_continues_below_it() {
    let kings = "RULES: no capture single jumps board 4x8 TURN: red BOARD: \
        \" . \" . \" . \" . . \" . \" . \" . \" \" R \" R \" R \" R . \" . \" . \" . \" MOVES:";
    let drawing = shown(&["show", "-d", "0"], kings);
    // The pieces on b2, d2 and f2 have four moves each, and the piece on h2 has two. Of these 14 moves, 6 fit
    // on the lines beside the board.
    assert_eq!(drawing.lines().count(), 1 + 1 + 14);
    let moves = drawing.lines().skip(2).map(|line| line.split_whitespace().last().unwrap());
    assert!(moves.is_sorted(), "{drawing}");
}

#[test]
fn names_of_files_and_ranks_of_two_characters_stay_in_line() {
    for (file, position) in valid_files() {
        let file = file.to_str().unwrap();
        for numbers in [&[][..], &["--numbers"]] {
            let output = run(&[&["show", file], numbers].concat(), "");
            let drawing = String::from_utf8(output.stdout).unwrap();
            let lines: Vec<&str> = drawing.lines().collect();
            let shape = position.board().shape();
            let (frame, files) = (lines[1], lines[lines.len() - 1]);
            let rows = &lines[2..2 + usize::from(shape.ranks())];
            for row in rows {
                assert_eq!(row.len(), frame.len(), "{file}");
            }
            // Each piece is directly above the first letter of its file.
            for (square, piece) in position.board().iter() {
                let row = rows[usize::from(shape.ranks() - 1 - square.rank())];
                let name = square.to_string();
                let name = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
                let column =
                    files.find(&format!(" {name} ")).or(files.rfind(&format!(" {name}"))).unwrap() + 1;
                assert_eq!(row[column..].chars().next(), Some(piece.letter()), "{file} {square}");
            }
        }
    }
}

/// Returns a text without its colours.
fn uncoloured(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let first = parts.next().unwrap_or_default().to_owned();
    first + &parts.map(|part| part.split_once('m').unwrap().1).collect::<String>()
}

#[test]
fn coloured_squares_have_equal_widths_with_any_contents() {
    for (file, position) in valid_files() {
        for numbers in [&[][..], &["--numbers"]] {
            let arguments = ["show", "--color", "always", "--movable", file.to_str().unwrap()];
            let drawing = String::from_utf8(run(&[&arguments, numbers].concat(), "").stdout).unwrap();
            let shape = position.board().shape();
            let plain = uncoloured(&drawing);
            let rows: Vec<usize> =
                plain.lines().skip(1).take(usize::from(shape.ranks())).map(UnicodeWidthStr::width).collect();
            let files = usize::from(shape.files());
            assert!(rows.iter().all(|&row| row == rows[0] && row >= 3 + 3 * files), "{file:?} {rows:?}");
            let pieces = plain.matches(['●', '♛']).count();
            assert_eq!(pieces, position.board().iter().count(), "{file:?}");
        }
    }
}

#[test]
fn colour_in_a_pipe_must_be_requested() {
    let is_coloured = |arguments: &[&str]| shown(&[&["show"], arguments].concat(), SMALL).contains('\x1b');
    assert!(is_coloured(&["--color", "always"]), "this alone asks for the coloured drawing");
    assert!(!is_coloured(&["--format", "unicode"]), "a pipe");
    assert!(!is_coloured(&["--format", "unicode", "--color", "never"]));
    assert!(shown(&["show", "--format", "unicode"], SMALL).contains("│    b     · │"));
    assert!(shown(&["show"], SMALL).is_ascii());
}

fn elements<'a, 'b>(svg: &'a roxmltree::Document<'b>, tag: &'static str) -> Vec<Node<'a, 'b>> {
    svg.descendants().filter(|node| node.has_tag_name(tag)).collect()
}

#[test]
fn svg_is_well_formed_whole_and_has_every_piece_and_every_move() {
    for (file, position) in valid_files() {
        let moves: Vec<_> = position.legal_moves().collect();
        let arguments = ["show", "--svg", "--numbers", "--movable", "-d0", file.to_str().unwrap()];
        let text = String::from_utf8(run(&arguments, "").stdout).unwrap();
        let svg = roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{file:?}: {error}"));
        let shape = position.board().shape();

        // There is one element per piece, and one per player in the caption.
        let uses = elements(&svg, "use");
        assert_eq!(uses.len(), position.board().iter().count() + 2, "{file:?}");
        for piece in uses {
            let id = piece.attribute("href").and_then(|href| href.strip_prefix('#'));
            assert!(svg.descendants().any(|node| id.is_some() && node.attribute("id") == id));
        }
        // The caption has a title, and so does every move, with its score.
        let titles: Vec<&str> = elements(&svg, "title").iter().filter_map(Node::text).collect();
        assert_eq!(titles.len(), 1 + moves.len(), "{file:?}");
        for mv in &moves {
            let text = Notation::Numbers(shape).path(mv.path());
            assert!(
                titles.iter().any(|title| title.starts_with(&format!("{text}: score "))),
                "{file:?} {mv}"
            );
        }
        // Every playable square has its number in small print.
        let texts = elements(&svg, "text");
        let small = texts.iter().filter(|text| matches!(text.attribute("font-size"), Some("9" | "11")));
        let numbers: Vec<usize> = small.map(|text| text.text().unwrap().trim().parse().unwrap()).collect();
        assert_eq!(numbers, (1..=shape.squares().count()).collect::<Vec<_>>(), "{file:?}");
        // Everything is inside the visible area, and nothing is loaded from elsewhere.
        let root = svg.root_element();
        let size = |name| root.attribute(name).unwrap().parse::<f32>().unwrap();
        for node in svg.descendants() {
            for (name, most) in [("x", size("width")), ("y", size("height"))] {
                let value: f32 = node.attribute(name).map_or(0.0, |value| value.parse().unwrap());
                assert!((0.0..=most).contains(&value), "{file:?} {value}");
            }
        }
        assert_eq!(text.matches("http").count(), 1, "the name space alone");
    }
}

#[test]
fn svg_draws_the_requested_marks() {
    let count = |options: &[&str], moves: &str, tag: &'static str| {
        let text = shown(&[&["show", "--svg"], options].concat(), &format!("{SMALL}{moves}"));
        elements(&roxmltree::Document::parse(&text).unwrap(), tag).len()
    };
    let circles = count(&[], "", "circle");
    assert_eq!(count(&["--movable"], "", "circle"), circles + 1, "one piece can move");
    assert_eq!(count(&["--from", "b2"], "", "circle"), circles + 3, "it, and two targets");
    assert_eq!(count(&[], "b2->c3 b4->d2", "path"), count(&[], "", "path") + 1, "a cross");
}

#[test]
fn the_picture_of_the_pages_is_the_one_that_is_drawn() {
    let docs = start::top().join("docs");
    let position = docs.join("board.txt");
    let svg = shown(&["show", "-d8", "--svg", position.to_str().unwrap()], "");
    assert!(svg == fs::read_to_string(docs.join("board.svg")).unwrap(), "run `make pictures`");
}

#[test]
fn impossible_requests_are_refused() {
    assert_refuses(
        &["show", "--from", "b4"],
        SMALL,
        1,
        &["expected a red piece on b4 but found a black one"],
    );
    assert_refuses(&["show", "--from", "d2"], SMALL, 1, &["expected a red piece on d2 but found none"]);
    assert_refuses(&["show", "--from", "8"], SMALL, 1, &["expected a red piece on 8 but found none"]);
    for (square, message) in [
        ("9", "expected the number of a square from 1 to 8 but found 9"),
        ("0", "expected the number of a square from 1 to 8 but found 0"),
        ("z9", "z9 is not on the board: expected a square from a1 to d4"),
        ("a5", "a5 is not on the board: expected a square from a1 to d4"),
        ("a2", "expected a black square but found a2, which is a red one"),
    ] {
        assert_refuses(&["show", "--from", square], SMALL, 1, &[message]);
    }
    assert_refuses(
        &["show", "--numbers", "--from", "d2"],
        SMALL,
        1,
        &["expected a red piece on 6 but found none"],
    );
    assert_refuses(&["show", "--from", "D2"], SMALL, 2, &["expected a square such as d4, or its number"]);
    assert_refuses(&["show", "--format", "png"], SMALL, 2, &["png"]);
    assert_refuses(&["show", "--svg", "--format", "fen"], SMALL, 2, &["cannot be used with"]);
    assert_refuses(&["show", "-d", "-1"], SMALL, 2, &["expected a whole number"]);
    let output = run(&["show", "--from", "a1"], SMALL);
    assert!(String::from_utf8_lossy(&output.stderr).contains("the piece on a1 has no moves"));
    assert_eq!(output.status.code(), Some(0));
}
