//! Tests of chains that are made jump by jump.

use std::fs;

use super::{FORK, last_board, run, said};

#[test]
fn a_chain_is_made_jump_by_jump() {
    let begun = "red jumps c3->e5: the piece on e5 must continue to c7 or g7 (undo takes it back)";
    let taken = "the unfinished chain is taken back";
    for begin in ["c3 e5", "22-15", "c3->e5->", "22x15x"] {
        for end in ["g7", "8", "e5 g7", "15x8", "c3 e5 g7", "#2", "22x15x8"] {
            let lines = said(&["--fen", FORK], &format!("{begin}\n{end}\n"));
            assert_eq!(lines, [begun, "red plays c3->e5->g7"], "{begin}, {end}");
        }
    }
    let commands = "c3 e5\nmoves\nhint 0\na1 b2\na1\n6-1\npass\nundo\nmoves\n";
    assert_eq!(
        said(&["--fen", FORK], commands),
        [
            begun,
            "#1 e5->c7  #2 e5->g7",
            // Either move leaves two men against two, but one move is better.
            "#2 e5->g7: 0, drawn",
            "#1 e5->c7: 0, lost in 8",
            "the piece on e5 must continue its chain",
            "the piece on e5 must continue its chain",
            "b8 is occupied",
            "passing is allowed only under `blocked passes`",
            taken,
            "#1 c3->e5->c7  #2 c3->e5->g7",
        ]
    );
    // The board shows the position after the jump: the man on d4 is gone.
    let output = run(&["play", "--red", "human", "--black", "human", "--fen", FORK], "c3 e5\n");
    let board = last_board(&output);
    assert_eq!((board[3].as_str(), board[4].as_str(), board[5].as_str()), ("..r.", "....", "...."));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("{r}") && text.matches("[.]").count() == 2, "{text}");
    // An unfinished chain counts as a turn when turns are taken back.
    let lines = said(&["--fen", FORK], "c3 e5 g7\n1 6\n8 3\nundo 3\nc3 e5\nundo 2\nredo\n");
    assert_eq!(lines[3..], ["3 plies taken back", begun, taken, "1 ply played again"]);
}

#[test]
fn in_the_middle_of_a_chain_commands_leave_no_half_move() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (txt, svg) = (file("half.txt"), file("half.svg"));
    let refused = "you have started a chain: finish it, or take it back (undo)";
    let commands =
        format!("c3 e5\nredo\ngo\nred random\nstop\nflip\nsave {txt}\nsave {svg}\nload {txt}\nmoves\n");
    let lines = said(&["--fen", FORK], &commands);
    assert_eq!(
        lines[1..],
        [
            refused,
            refused,
            refused,
            "the chain must continue: e5->c7",
            "the file ends before the unfinished chain",
            &format!("saved {txt}"),
            &format!("saved {svg}"),
            // The file contains the position before the chain.
            "#1 c3->e5->c7  #2 c3->e5->g7",
        ]
    );
    assert!(fs::read_to_string(&txt).unwrap().ends_with("MOVES:\n"));
    // The picture shows three black men, like the board.
    let svg = fs::read_to_string(&svg).unwrap();
    assert_eq!(svg.matches("<use").count(), 2 + 3 + 2, "the pieces, and one of each side in the caption");
    let lines = said(&["--fen", FORK], "c3 e5\nresign\nundo\nmoves\nstop\n");
    assert_eq!(
        lines[1..],
        [
            "black wins: red resigns",
            "the resignation is taken back",
            "#1 c3->e5->c7  #2 c3->e5->g7",
            "no jump is in progress"
        ]
    );
}

#[test]
fn a_prefix_of_a_chain_that_may_stop_is_a_move_unless_a_separator_follows() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("free.txt").display().to_string();
    let exchange = String::from_utf8(run(&["convert", "--fen", FORK], "").stdout).unwrap();
    fs::write(&file, exchange.replace("capture\n", "no capture\n")).unwrap();
    assert_eq!(said(&[&file], "c3 e5\n"), ["red plays c3->e5"]);
    let begun = "red jumps c3->e5: the piece on e5 may continue to c7 or g7, or stop (undo takes it back)";
    for (end, played) in [("stop", "c3->e5"), ("g7", "c3->e5->g7"), ("e5xc7", "c3->e5->c7")] {
        assert_eq!(said(&[&file], &format!("22x15x\n{end}\n")), [begun, &format!("red plays {played}")]);
    }
    let other = "the piece on e5 must continue its chain or stop";
    assert_eq!(said(&[&file], "22x15x\na1 b2\na1\n"), [begun, other, other]);
    let text = String::from_utf8(run(&["play"], "help\n").stdout).unwrap();
    assert!(text.contains("c3xe5x starts a\nchain of jumps"), "{text}");
    let found = "  try [N] MOVE      judge a move instead of ply N, or the last";
    assert_eq!(said(&[], "help TRY\nhelp castling\n"), [found, "nothing in the help contains 'castling'"]);
}

#[test]
fn a_separator_after_a_chain_with_squares_left_out_does_not_end_it() {
    let begun = "red jumps a1->c3->e5: the piece on e5 may continue to g7, or stop (undo takes it back)";
    for begin in ["a1xe5x", "e5x", "a1xc3xe5x"] {
        let lines = said(&["testdata/valid/chain-may-stop-early.txt"], &format!("{begin}\ng7\n"));
        assert_eq!(lines, [begun, "red plays a1->c3->e5->g7"], "{begin}");
    }
}
