//! Tests of `checkers play` through pipes.

mod chains;
mod hints;
mod saved;

use std::fs;
use std::process::Output;

use crate::run;

/// Plays a game of two people. Returns its output without the boards.
fn said(arguments: &[&str], commands: &str) -> Vec<String> {
    let (lines, errors) = said_with_errors(arguments, commands, 0);
    assert_eq!(errors, "");
    lines
}

/// Plays a game of two people that ends with a status. Returns its output without the boards, and its
/// standard error.
fn said_with_errors(arguments: &[&str], commands: &str, status: i32) -> (Vec<String>, String) {
    let two = ["play", "--red", "human", "--black", "human"];
    let output = run(&[&two[..], arguments].concat(), commands);
    assert_eq!(output.status.code(), Some(status), "{output:?}");
    let errors = String::from_utf8(output.stderr).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.is_ascii(), "no colour and no Unicode in a pipe");
    let is_board = |line: &&str| {
        let line = line.trim_start();
        line.is_empty()
            || line.starts_with('+')
            || line.ends_with('|')
            || line.contains("[red: ")
            || line.split_whitespace().all(|file| file.len() == 1)
    };
    (text.lines().filter(|line| !is_board(line)).map(str::to_owned).collect(), errors)
}

/// Returns the last board row by row, in the letters of the exchange format.
fn last_board(output: &Output) -> Vec<String> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let rows: Vec<&str> = text.lines().filter(|line| line.ends_with('|')).collect();
    rows[rows.len() - 8..].iter().map(|row| row.chars().filter(|c| "rRbB.".contains(*c)).collect()).collect()
}

#[test]
fn one_goes_to_any_ply_and_programs_wait_there() {
    let lines = said(&[], "11-15\nc3 d4\ngoto 1\ngoto 9\ngoto 0\ngoto\n");
    assert_eq!(
        lines[2..],
        [
            "after ply 1 of 2",
            "after ply 2 of 2",
            "after ply 0 of 2",
            "expected the number of a ply after goto but found ''"
        ]
    );
    let against = run(&["play", "--black", "human", "--red", "random:1"], "11-15\ngoto 1\nfen\n");
    let text = String::from_utf8(against.stdout).unwrap();
    assert!(
        text.trim_end().ends_with("W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"),
        "{text}"
    );
}

#[test]
fn a_game_is_played_from_a_pipe() {
    let said = said(&[], "11-15\nc3 d4\n15x22\n#1\n");
    assert_eq!(said, ["black plays f6->e5", "red plays c3->d4", "black plays e5->c3", "red plays b2->d4"]);
}

#[test]
fn wrong_moves_are_refused_with_the_reason_and_change_nothing() {
    let commands = "f6->e5\nc3->d4\nh6->g5\nb6\na3->b4\nfoo\npass\n#9\nundo x\nmoves\n";
    assert_eq!(
        said(&[], commands)[2..],
        [
            "a jump is available: e5->c3",
            "black must jump: e5 takes d4",
            "the piece on a3 is red's, but it is black's turn",
            "expected a move such as c3->d4 or 22-18, or a command (see help), but found 'foo'",
            "passing is allowed only under `blocked passes`",
            "expected #1: there is only one move",
            "expected a number of at least 1 after undo but found 'x'",
            "#1 e5->c3",
        ]
    );
}

#[test]
fn undo_and_redo_keep_whose_turn_it_is() {
    let moves = "f6->e5\nc3->d4\ne5->c3\n";
    let commands = format!("{moves}undo\nundo 2\nredo 2\nundo\nb6->a5\nredo\n");
    assert_eq!(
        said(&[], &commands)[3..],
        [
            "1 ply taken back",
            "2 plies taken back",
            "2 plies played again",
            "1 ply taken back",
            // After one ply it is red's turn.
            "the piece on b6 is black's, but it is red's turn",
            "1 ply played again",
        ]
    );
    assert_eq!(said(&[], "undo\nf6->e5\nundo\nb6->a5\nredo\n")[0], "there is nothing to undo");
    assert_eq!(
        said(&[], "f6->e5\nundo\nb6->a5\nredo\n")[2..],
        ["black plays b6->a5", "there is nothing to redo"]
    );
}

#[test]
fn against_a_program_undo_goes_back_to_ones_own_turn() {
    // Black moves first, and is a program.
    let output = run(&["play", "--black", "random:1"], "undo\n#1\n#1\nundo\nundo\nundo\nredo 9\nmoves\n");
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| ["to undo", "taken back", "again"].iter().any(|words| line.ends_with(words)))
        .collect();
    assert_eq!(
        lines,
        [
            "there is nothing to undo",
            "2 plies taken back",
            "2 plies taken back",
            "there is nothing to undo",
            "4 plies played again"
        ]
    );
    let captions: Vec<&str> = text.lines().filter(|line| line.contains("[red: ")).collect();
    assert!(captions.iter().all(|caption| caption.trim_start().starts_with("red to move")), "{captions:?}");
}

#[test]
fn games_end_with_the_reason() {
    // Black's only man is jumped.
    let ended = said(&["--fen", "W:W18:B14"], "d4->b6\nundo\nresign\nundo\nresign\nmoves\n");
    assert_eq!(ended[..2], ["red plays d4->b6", "red wins: black has no pieces"]);
    assert_eq!(ended[2..5], ["1 ply taken back", "black wins: red resigns", "the resignation is taken back"]);
    let again = said(&["--fen", "W:W18:B14"], "resign\nundo\nredo\nredo\nundo\nd4->b6\nundo\nredo\nredo\n");
    assert_eq!(
        again,
        [
            "black wins: red resigns",
            "the resignation is taken back",
            "the resignation is restored",
            "black wins: red resigns",
            "there is nothing to redo",
            "the resignation is taken back",
            "red plays d4->b6",
            "red wins: black has no pieces",
            "1 ply taken back",
            "1 ply played again",
            "red wins: black has no pieces",
            "there is nothing to redo",
        ]
    );
    // Kings move back and forth.
    let shuffle = "29-25\n4-8\n25-29\n8-4\n";
    let drawn = said(&["--fen", "W:WK29:BK4"], &shuffle.repeat(3));
    assert_eq!(drawn[8], "a draw: the position has repeated");
    assert_eq!(drawn[9], "the game is over: a draw: the position has repeated");
    let drawn = said(&["--fen", "W:WK29:BK4", "--draw-after", "2"], &shuffle.repeat(2));
    assert_eq!(drawn[4], "a draw: too many moves without a jump or a man's move");
    let endless =
        said(&["--fen", "W:WK29:BK4", "--draw-after", "0"], "29-25\n4-8\n25-22\n8-11\n22-25\n11-8\n");
    assert_eq!(endless.len(), 6);
}

#[test]
fn a_resignation_is_named_among_the_plies_that_are_taken_back() {
    let said = said(&[], "f6->e5\nc3->d4\nresign\nundo 2\nredo 9\nundo 9\n");
    assert_eq!(
        said[2..],
        [
            "red wins: black resigns",
            "the resignation and 1 ply are taken back",
            "1 ply played again, and the resignation is restored",
            "red wins: black resigns",
            "the resignation and 2 plies are taken back",
        ]
    );
}

/// Red's man on c3 can jump to e5, and from there to c7 or g7.
const FORK: &str = "W:W22,29:B18,11,10,1";

#[test]
fn moves_are_written_by_numbers_where_squares_show_them() {
    let commands = "29-25\n25\n18\nc3 e5\nmoves\nnumbers\nhint 0\nnumbers\n8\nreplay 0\n";
    let lines = said(&["--numbers", "--fen", FORK], commands);
    assert_eq!(
        lines,
        [
            "a jump is available: 22x15x6",
            "no move of red ends on 25",
            "the piece on 18 is black's, but it is red's turn",
            "red jumps 22x15: the piece on 15 must continue to 6 or 8 (undo takes it back)",
            "#1 15x6  #2 15x8",
            "#2 e5->g7: 0, drawn",
            "#1 e5->c7: 0, lost in 8",
            "red plays 22x15x8",
            "1. red plays 22x15x8",
        ]
    );
}

#[test]
fn rules_and_boards_are_chosen_by_options() {
    let small = run(
        &["play", "--red", "human", "--black", "human", "--board", "4x4", "--rows", "1", "--first", "red"],
        "moves\n",
    );
    assert!(String::from_utf8(small.stdout).unwrap().contains("#1 a1->b2  #2 c1->b2  #3 c1->d2"));
    // Jumps are optional.
    let free = said(&["--no-capture", "--single-jumps"], "f6->e5\nc3->d4\nb6->a5\n");
    assert_eq!(free[2], "black plays b6->a5");
    for (arguments, status, message) in [
        (&["--board", "3x8"][..], 2, "each side of a board has at least 4 squares"),
        (&["--board", "16x16"], 2, "that is too large: 15x15 fits"),
        (&["--board", "8"], 2, "expected a size such as 10x10"),
        (
            &["--rows", "5"],
            2,
            "5 rows of men on each side do not fit on 8 ranks: expected --rows from 1 to 4",
        ),
        (
            &["--rows", "300"],
            2,
            "300 rows of men on each side do not fit on 8 ranks: expected --rows from 1 to 4",
        ),
        (&["--rows", "0"], 2, "0 rows of men leave the board empty: expected --rows from 1 to 4"),
        (&["--rows", "0", "--board", "4x6"], 2, "expected --rows from 1 to 2"),
        (
            &["--red", "nobody"],
            2,
            "expected human, level:N[:SEED], random[:SEED], random-piece[:SEED], minimax:D[:SEED], eval[:D[:SEED]], timed:SECONDS or hub:COMMAND",
        ),
        (&["--black", "timed:0"], 2, "expected timed:SECONDS with seconds from 0.001 to 86400"),
        // The unflipped board of this size needs slightly fewer bits, and fits.
        (
            &["--board", "7x35", "--flipped"],
            2,
            "cannot use --flipped with a board of 7x35: that is too large",
        ),
        (&["--fen", "W:W1:B2", "--flipped"], 2, "cannot be used with"),
        (&["--fen", "W:W1:B2", "--rows", "2"], 2, "cannot be used with"),
        (&["none.txt", "--no-capture"], 2, "cannot be used with"),
        (&["none.txt"], 1, "cannot read none.txt"),
    ] {
        let output = run(&[&["play"], arguments].concat(), "");
        let shown = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {shown}");
        assert!(shown.contains(message), "{arguments:?}: {shown}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_flipped_start_has_its_men_on_the_other_squares() {
    let folder = tempfile::tempdir().unwrap();
    let people = ["play", "--red", "human", "--black", "human", "--flipped"];
    for (options, moves, shape) in [
        (&[][..], ["b6->a5", "a6->b5"], "8x8, flipped"),
        (&["--board", "10x10", "--rows", "3"], ["b8->a7", "a8->b7"], "10x10, flipped"),
        (&["--board", "5x7", "--rows", "1"], ["b5->a4", "a5->b4"], "5x7, flipped"),
    ] {
        let file = folder.path().join("flipped.txt").display().to_string();
        let commands = format!("{}\n{}\nsave {file}\n", moves[0], moves[1]);
        let output = run(&[&people[..], options].concat(), &commands);
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains(&format!("black plays {}", moves[1])), "{said}");
        assert!(!said.contains(&format!("black plays {}", moves[0])), "{said}");
        let info = String::from_utf8(run(&["info", &file], "").stdout).unwrap();
        assert!(info.contains(&format!("\nboard    {shape}\n")), "{info}");
        // The first cell of the board is a playable square.
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains("BOARD:\n b | \""), "{text}");
    }
}

#[test]
fn two_programs_play_to_the_end_and_the_game_is_shown_again() {
    let output = run(&["play", "--red", "minimax:2:1", "--black", "random:2"], "replay\n");
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let plays = text.lines().filter(|line| line.contains(" plays ")).count();
    let boards = text.matches("[red: ").count();
    assert!(text.contains("red wins: ") || text.contains("a draw: "), "{text}");
    // The game and the replay each print every move. The replay prints one position more than moves.
    assert_eq!(plays % 2, 0);
    assert_eq!(boards, plays + 1);
    // The same seeds play the same game.
    assert_eq!(
        run(&["play", "--red", "minimax:2:1", "--black", "random:2"], "replay\n").stdout,
        output.stdout
    );
    assert_eq!(last_board(&output).len(), 8);
}

#[test]
fn a_game_continues_if_moves_cannot_be_listed() {
    let large = "testdata/large/very-many-moves.txt";
    let lines = said(&[large], "moves\n");
    assert!(lines[0].starts_with("#1 b1->d3->"), "{}", lines[0]);
    assert_eq!(lines.last().unwrap(), "red has more than 1000 moves: these are the first");
    assert_eq!(lines.len(), 1001);
    assert_eq!(said(&[large], "hint\n"), ["red has more than 1000 moves: too many to rank"]);
    assert_eq!(said(&[large], "n13\n"), ["n13->l15  n13->p15"]);
    let first = lines[0].strip_prefix("#1 ").unwrap();
    for typed in [first, "#1"] {
        assert_eq!(said(&[large], &format!("{typed}\n")), [format!("red plays {first}")]);
    }
}
