//! Tests of `checkers compare`: answers of programs with typical mistakes, worked out by hand.

use std::fs;
use std::io::Write;
use std::process::{Output, Stdio};

use testing::listings::VERBOSE_1;
use testing::run::{assert_fails, assert_prints, run};
use testing::start;

const CHECKERS: &str = "checkers";
const RANKIN: &str = "testdata/valid/rankin.txt";

fn compare(arguments: &[&str], answer: &str) -> Output {
    run(CHECKERS, &[&["compare"], arguments, &[RANKIN]].concat(), answer.as_bytes())
}

/// Asserts that an answer differs, and that `expected` is the whole report.
#[track_caller]
fn assert_prints_difference(output: &Output, expected: &str) {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    assert_eq!(output.status.code(), Some(1));
}

/// Asserts that an answer differs, and that the report contains these lines.
#[track_caller]
fn assert_prints_lines(output: &Output, lines: &[&str]) {
    let told = String::from_utf8_lossy(&output.stdout);
    for line in lines {
        assert!(told.lines().any(|told| told.trim() == *line), "{line}:\n{told}");
    }
    assert_eq!(output.status.code(), Some(1), "{told}");
}

#[test]
fn the_right_answer_is_right() {
    for arguments in [&["-d", "2"][..], &["-v", "-d", "2"], &["-v"], &[]] {
        let answer = run("rankmoves", &[arguments, &[RANKIN]].concat(), b"");
        let output = compare(arguments, &String::from_utf8(answer.stdout).unwrap());
        assert_prints(&output, "<stdin> is right.\n");
    }
}

#[test]
fn a_score_below_0_is_explained_by_its_sum() {
    let arguments = ["compare", "--fen", "W:W21:B1,2,K3"];
    let output = run(CHECKERS, &arguments, b"a3->b4 for red: score -2\n");
    assert_prints_lines(
        &output,
        &[
            "line 1: the score of a3->b4 for red is -3, not -2",
            "because   red has 1 man and 0 kings, black 2 men and 1 king: 1 - 4 = -3",
        ],
    );
}

#[test]
fn an_answer_in_utf_16_is_read() {
    let right = "d4->b6 for red: score -99\r\nd4->e5 for red: score -1\r\n";
    let bytes = "\u{feff}".encode_utf16().chain(right.encode_utf16()).flat_map(u16::to_le_bytes);
    let output = run(CHECKERS, &["compare", "-d", "2", RANKIN], &bytes.collect::<Vec<u8>>());
    assert_prints_lines(
        &output,
        &[
            "<stdin> has the right moves and scores, but in the wrong form.",
            "line 1: the answer is UTF-16, not ASCII",
        ],
    );
}

#[test]
fn form_differences_are_reported_line_by_line() {
    let output = compare(&["-v", "-d", "1"], &VERBOSE_1.replace("    ", "\t"));
    assert_prints_difference(
        &output,
        "\
<stdin> has the right moves and scores, but in the wrong form.

Form: 6 differences
line 2: the line begins with 1 tab, not with 4 blanks, and 5 more lines
",
    );
    let other = "d4->e5 for black: score: -1 \r\n\n d4->b6 for red: score -99";
    assert_prints_lines(
        &compare(&["-d", "2"], other),
        &[
            "<stdin> has the right moves and scores, but in the wrong form.",
            "line 1: the line names black, but red is to move",
            "line 1: there are blanks at the end of the line",
            "line 1: the line ends with a carriage return and a line feed, not with a line feed alone",
            "line 2: the line is empty",
            "line 3: d4->b6 comes after d4->e5: moves are listed in alphabetical order",
            "line 3: the line begins with 1 blank, not with no blanks",
            "line 3: the last line does not end with a line feed",
        ],
    );
}

#[test]
fn move_differences_are_reported_with_the_rule() {
    let output = compare(&[], "d4->b6 for red: score 0\nd4->c3 for red: score 0\n");
    assert_prints_difference(
        &output,
        "\
<stdin> is wrong.

Moves: 2 differences
line 2: d4->c3 is illegal
  because   a man moves forwards only, and d4->c3 is backwards
end: d4->e5 for red is legal, but not listed
  because   Under `no capture` a player who can jump may still step.
",
    );
    let forced = compare(&[], "d4->b6 for red: score 0\n");
    let told = "This is the answer of a program that behaves as if a jump were forced under `no capture` as well; or as if \
                `no capture` in the file were `capture`.";
    assert_prints_lines(&forced, &[told]);
}

#[test]
fn the_first_cause_of_wrong_scores_is_reported() {
    let answer = VERBOSE_1.replace("c7->a5 for black: score 99", "c7->a5 for black: score 1");
    let answer = answer.replace("d4->b6 for red: score -99", "d4->b6 for red: score -1");
    assert_prints_difference(
        &compare(&["-v", "-d", "1"], &answer),
        "\
<stdin> is wrong.

Scores: 1 difference, and 1 that follows from others
line 2: the score of c7->a5 for black is 99, not 1
  because   red has no moves after it: 99
  after     d4->b6
  as if     scores ignored whether the players can move; or as if a player whose opponent cannot move did not score 99

    red has no moves  [red: 0] [black: 1]
   +------------------------+
 8 |    .     .     .     . |
 7 | .    <.>    .     .    |
 6 |   *.*    .     .     . |
 5 |<b>    .     .     .    |
 4 |    .     .     .     . |
 3 | .     .     .     .    |
 2 |    .     .     .     . |
 1 | .     .     .     .    |
   +------------------------+
     a  b  c  d  e  f  g  h

This is the answer of a program that behaves as if scores ignored whether the players can move; or as if a player whose opponent cannot move did not score 99.
",
    );
}

#[test]
fn a_player_with_less_material_has_a_sum_below_zero() {
    let output = compare(&[], "d4->b6 for red: score 0\nd4->e5 for red: score 1\n");
    assert_prints_lines(
        &output,
        &["because   red has 1 man and 0 kings, black 2 men and 0 kings: 1 - 2 = -1"],
    );
}

#[test]
fn the_words_that_are_expected_have_the_right_score() {
    for found in ["d4->b6 for red = 0", "d4->b6 for red = 5"] {
        let output = compare(&[], &format!("{found}\nd4->e5 for red: score 1\n"));
        assert_prints_lines(&output, &[&format!("found     {found}"), "expected  d4->b6 for red: score 0"]);
    }
}

#[test]
fn a_plain_answer_has_the_line_of_best_play() {
    let output = compare(&["-d", "2"], "d4->b6 for red: score 99\nd4->e5 for red: score -1\n");
    assert_prints_lines(
        &output,
        &[
            "line 1: the score of d4->b6 for red is -99, not 99",
            "because   the best reply for black, c7->a5, has the score 99: for red that is -99",
            "best play d4->b6 c7->a5",
        ],
    );
    let other = compare(&["-d", "2"], "d4->b6 for red: score 0\nd4->e5 for red: score -1\n");
    assert_prints_lines(&other, &["<stdin> is wrong: it is the answer for depth 0, not 2."]);
    let deeper = compare(&["-v"], VERBOSE_1);
    assert_prints_lines(&deeper, &["line 1: the tree is listed to depth 1, not to 0"]);
    let cut = compare(&["-v", "-d", "1"], &VERBOSE_1[..VERBOSE_1.find("? d4->e5").unwrap() + 18]);
    assert_prints_lines(&cut, &["end: another line is expected", "expected  . c5->b4 for black: score 1"]);
}

#[test]
fn boards_come_in_any_format_and_answers_from_files() {
    let folder = tempfile::tempdir().unwrap();
    let answer = folder.path().join("answer.txt");
    fs::write(&answer, "a1->b2 for red: score 0\n").unwrap();
    let answer = answer.to_str().unwrap();
    let fen = run(CHECKERS, &["compare", "--fen", "W:W29:B4"], b"a1->b2 for red: score 0\n");
    assert_prints(&fen, "<stdin> is right.\n");
    let board = folder.path().join("board.fen");
    fs::write(&board, "W:W29:B4").unwrap();
    let board = board.to_str().unwrap();
    assert_prints(&run(CHECKERS, &["compare", board, answer], b""), &format!("{answer} is right.\n"));
    assert_prints(&run(CHECKERS, &["compare", "-", answer], b"W:W29:B4"), &format!("{answer} is right.\n"));
    let played = run(CHECKERS, &["compare", "-m", "0", "testdata/valid/moves-with-chains.txt"], b"");
    assert_eq!(played.status.code(), Some(1));
}

#[test]
fn failures_have_status_2() {
    assert_fails(&run(CHECKERS, &["compare"], b""), 2, "expected a board: a file, or --fen");
    assert_fails(&run(CHECKERS, &["compare", "-", "-"], b""), 2, "cannot be both the board and the answer");
    assert_fails(&run(CHECKERS, &["compare", "none.txt"], b""), 2, "cannot read none.txt");
    assert_fails(&run(CHECKERS, &["compare", RANKIN, "none.txt"], b""), 2, "cannot read none.txt");
    assert_fails(&run(CHECKERS, &["compare", RANKIN, "docs"], b""), 2, "cannot read docs");
    assert_fails(&run(CHECKERS, &["compare", "-d", "x", RANKIN], b""), 2, "expected a whole number");
    let broken = "testdata/broken/piece-on-red-square.txt";
    assert_fails(&run(CHECKERS, &["compare", broken], b""), 2, "expected a red square");
}

#[test]
fn the_json_object_has_the_same_facts() {
    let output = compare(&["--json", "-d", "2"], "d4->b6 for red: score 0\nd4->e5 for red: score -1\n");
    assert_eq!(output.status.code(), Some(1));
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&object["same"], &object["scores"], &object["right_for"]),
        (&false.into(), &1.into(), &0.into())
    );
    let finding = &object["findings"][0];
    assert_eq!(
        (&finding["kind"], &finding["line"], &finding["move"]),
        (&"score".into(), &1.into(), &"d4->b6".into())
    );
    assert_eq!(finding["line_of_play"], serde_json::json!(["d4->b6", "c7->a5"]));
    let right = compare(&["--json"], "d4->b6 for red: score 0\nd4->e5 for red: score -1\n");
    assert_eq!(right.status.code(), Some(0));
    assert!(String::from_utf8(right.stdout).unwrap().starts_with("{\"same\":true,\"content_right\":true,"));
}

#[test]
fn reports_of_any_answer_are_short_and_escaped() {
    let escapes = "\u{1b}]0;title\u{7}\u{1b}[2J\u{202e}".repeat(1000);
    let long = "x".repeat(3 << 20);
    let path = "a1->".repeat(100_000);
    let deep = "? d4->b6 for red:\n".repeat(10_000);
    for answer in [escapes, long, path, deep, "\0\n".repeat(10_000), "9".repeat(100_000)] {
        for arguments in [&["-d", "2"][..], &["-v", "-d", "2"], &["--json"]] {
            let output = compare(arguments, &answer);
            assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(1), &b""[..]));
            let told = String::from_utf8(output.stdout).unwrap();
            assert!(told.len() < 20_000, "{told}");
            let is_harmless = |character: char| !character.is_control() || character == '\n';
            assert!(told.chars().all(is_harmless) && !told.contains('\u{202e}'), "{told}");
        }
    }
    let bytes = run(CHECKERS, &["compare", RANKIN], &[0xff, 0xfe, b'd', 0, b'4', 0]);
    assert_eq!(bytes.status.code(), Some(1));
}

#[test]
fn a_closed_pipe_leaves_the_status() {
    let mut child = start::program(CHECKERS)
        .args(["compare", RANKIN])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(b"hello\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(1), &b""[..]));
}
