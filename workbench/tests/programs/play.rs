//! `checkers play`, `series`, `apply` and `convert` as their users meet them, by way of pipes.

use std::fs;
use std::process::{Output, Stdio};

use rustix::process::Signal;
use testing::run::{self, output_of};
use testing::start;
use testing::terminal::Terminal;

const CHECKERS: &str = "checkers";

fn run(arguments: &[&str], input: &str) -> Output {
    run::run(CHECKERS, arguments, input.as_bytes())
}

/// Plays a game between two people. Returns its output without the boards.
fn said(arguments: &[&str], commands: &str) -> Vec<String> {
    let two = ["play", "--red", "human", "--black", "human"];
    let output = run(&[&two[..], arguments].concat(), commands);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
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
    text.lines().filter(|line| !is_board(line)).map(str::to_owned).collect()
}

/// The text of the last board, in the exchange format's letters, row by row.
fn last_board(output: &Output) -> Vec<String> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let rows: Vec<&str> = text.lines().filter(|line| line.ends_with('|')).collect();
    rows[rows.len() - 8..].iter().map(|row| row.chars().filter(|c| "rRbB.".contains(*c)).collect()).collect()
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
            "a jump is available: e5->c3",
            "the piece on a3 is red's, and black is to move",
            "expected a move such as c3->d4 or 22-18, or a command (see help), but found 'foo'",
            "the rules do not allow passing without `blocked passes`",
            "expected #1: there is one move",
            "expected a number from 1 up after undo but found 'x'",
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
            "the piece on b6 is black's, and red is to move",
            "1 ply played again",
        ]
    );
    assert_eq!(said(&[], "undo\nf6->e5\nundo\nb6->a5\nredo\n")[0], "there is nothing to take back");
    assert_eq!(
        said(&[], "f6->e5\nundo\nb6->a5\nredo\n")[2..],
        ["black plays b6->a5", "there is nothing to play again"]
    );
}

#[test]
fn against_a_program_undo_goes_back_to_ones_own_turn() {
    // Black moves first, and is the program.
    let output = run(&["play", "--black", "random:1"], "undo\n#1\n#1\nundo\nundo\nundo\nredo 9\nmoves\n");
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| ["take back", "taken back", "again"].iter().any(|words| line.ends_with(words)))
        .collect();
    assert_eq!(
        lines,
        [
            "there is nothing to take back",
            "2 plies taken back",
            "2 plies taken back",
            "there is nothing to take back",
            "4 plies played again"
        ]
    );
    let captions: Vec<&str> = text.lines().filter(|line| line.contains("[red: ")).collect();
    assert!(captions.iter().all(|caption| caption.trim_start().starts_with("red to move")), "{captions:?}");
}

#[test]
fn games_end_and_say_why() {
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
            "the resignation stands again",
            "black wins: red resigns",
            "there is nothing to play again",
            "the resignation is taken back",
            "red plays d4->b6",
            "red wins: black has no pieces",
            "1 ply taken back",
            "1 ply played again",
            "red wins: black has no pieces",
            "there is nothing to play again",
        ]
    );
    // Kings walk up and down.
    let shuffle = "29-25\n4-8\n25-29\n8-4\n";
    let drawn = said(&["--fen", "W:WK29:BK4"], &shuffle.repeat(3));
    assert_eq!(drawn[8], "a draw: the position has repeated");
    assert_eq!(drawn[9], "the game is over: a draw: the position has repeated");
    let drawn = said(&["--fen", "W:WK29:BK4", "--draw-after", "2"], &shuffle.repeat(2));
    assert_eq!(drawn[4], "a draw: no jump and no man's move for too long");
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
            "1 ply played again, and the resignation stands",
            "red wins: black resigns",
            "the resignation and 2 plies are taken back",
        ]
    );
}

/// Red's man on c3 jumps to e5, and from there to c7 or g7.
const FORK: &str = "W:W22,29:B18,11,10,1";

#[test]
fn a_chain_is_made_jump_by_jump() {
    let begun = "red jumps c3->e5: the piece on e5 must go on to c7 or g7 (undo takes it back)";
    let taken = "the begun chain is taken back";
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
            // Two men against two whichever way.
            "#1 e5->c7: 0, lost in 8",
            "#2 e5->g7: 0, drawn",
            "the piece on e5 is jumping and must go on",
            "the piece on e5 is jumping and must go on",
            "b8 is occupied",
            "the rules do not allow passing without `blocked passes`",
            taken,
            "#1 c3->e5->c7  #2 c3->e5->g7",
        ]
    );
    // The board is that after the jump: the man on d4 is gone.
    let output = run(&["play", "--red", "human", "--black", "human", "--fen", FORK], "c3 e5\n");
    let board = last_board(&output);
    assert_eq!((board[3].as_str(), board[4].as_str(), board[5].as_str()), ("..r.", "....", "...."));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("{r}") && text.matches("[.]").count() == 2, "{text}");
    // A chain that is begun is one of the turns that are taken back.
    let lines = said(&["--fen", FORK], "c3 e5 g7\n1 6\n8 3\nundo 3\nc3 e5\nundo 2\nredo\n");
    assert_eq!(lines[3..], ["3 plies taken back", begun, taken, "1 ply played again"]);
}

#[test]
fn in_the_middle_of_a_chain_commands_leave_no_half_move_behind() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (txt, svg) = (file("half.txt"), file("half.svg"));
    let refused = "a chain of jumps is begun: go on with it, or take it back (undo)";
    let commands =
        format!("c3 e5\nredo\ngo\nred random\nstop\nflip\nsave {txt}\nsave {svg}\nload {txt}\nmoves\n");
    let lines = said(&["--fen", FORK], &commands);
    assert_eq!(
        lines[1..],
        [
            refused,
            refused,
            refused,
            "the chain must go on: e5->c7",
            "the file ends before the chain that is begun",
            &format!("saved {txt}"),
            &format!("saved {svg}"),
            // The file has the position before the chain.
            "#1 c3->e5->c7  #2 c3->e5->g7",
        ]
    );
    assert!(fs::read_to_string(&txt).unwrap().ends_with("MOVES:\n"));
    // The picture shows three black men, as the board did.
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
fn the_beginning_of_a_chain_that_may_stop_is_a_move_and_a_sign_behind_it_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("free.txt").display().to_string();
    let exchange = String::from_utf8(run(&["convert", "--fen", FORK], "").stdout).unwrap();
    fs::write(&file, exchange.replace("capture\n", "no capture\n")).unwrap();
    assert_eq!(said(&[&file], "c3 e5\n"), ["red plays c3->e5"]);
    let begun = "red jumps c3->e5: the piece on e5 may go on to c7 or g7, or stop (undo takes it back)";
    for (end, played) in [("stop", "c3->e5"), ("g7", "c3->e5->g7"), ("e5xc7", "c3->e5->c7")] {
        assert_eq!(said(&[&file], &format!("22x15x\n{end}\n")), [begun, &format!("red plays {played}")]);
    }
    let other = "the piece on e5 is jumping and must go on or stop";
    assert_eq!(said(&[&file], "22x15x\na1 b2\na1\n"), [begun, other, other]);
    let text = String::from_utf8(run(&["play"], "help\n").stdout).unwrap();
    assert!(text.contains("c3xe5x begins a\nchain of jumps"), "{text}");
}

#[test]
fn a_sign_behind_a_chain_with_squares_left_out_does_not_end_it() {
    let begun = "red jumps a1->c3->e5: the piece on e5 may go on to g7, or stop (undo takes it back)";
    for begin in ["a1xe5x", "e5x", "a1xc3xe5x"] {
        let lines = said(&["testdata/valid/chain-may-stop-early.txt"], &format!("{begin}\ng7\n"));
        assert_eq!(lines, [begun, "red plays a1->c3->e5->g7"], "{begin}");
    }
}

#[test]
fn moves_are_written_by_numbers_where_squares_show_them() {
    let commands = "29-25\n25\n18\nc3 e5\nmoves\nnumbers\nhint 0\nnumbers\n8\nreplay 0\n";
    let lines = said(&["--numbers", "--fen", FORK], commands);
    assert_eq!(
        lines,
        [
            "a jump is available: 22x15x6",
            "no move of red ends on 25",
            "the piece on 18 is black's, and red is to move",
            "red jumps 22x15: the piece on 15 must go on to 6 or 8 (undo takes it back)",
            "#1 15x6  #2 15x8",
            "#1 e5->c7: 0, lost in 8",
            "#2 e5->g7: 0, drawn",
            "red plays 22x15x8",
            "1. red plays 22x15x8",
        ]
    );
}

#[test]
fn a_saved_game_has_names_event_and_date() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (new, old, other) = (file("new.pdn"), file("old.pdn"), file("new.txt"));
    let tag = |file: &str, name: &str| {
        let text = fs::read_to_string(file).unwrap();
        let start = format!("[{name} \"");
        let tag = text.lines().find_map(|line| line.strip_prefix(&start).map(str::to_owned));
        tag.map(|tag| tag.trim_end_matches("\"]").to_owned()).unwrap_or_default()
    };
    let black = ["play", "--black", "minimax:1:7"];
    run(&[&black[..], &["--name-red", "Anna \"A\" B", "--event", "Club"]].concat(), &format!("save {new}\n"));
    let text = fs::read_to_string(&new).unwrap();
    assert!(text.contains("[White \"Anna \\\"A\\\" B\"]"), "{text}");
    assert_eq!((tag(&new, "Event"), tag(&new, "Black")), ("Club".to_owned(), "minimax:1:7".to_owned()));
    let date = tag(&new, "Date");
    let parts: Vec<&str> = date.split('.').collect();
    assert_eq!(parts.iter().map(|part| part.len()).collect::<Vec<_>>(), [4, 2, 2], "{date}");
    assert!(parts.iter().all(|part| part.parse::<u32>().is_ok_and(|number| number > 0)), "{date}");
    // A record keeps what it says, but for what is given now.
    fs::write(&old, "[Event \"Old\"]\n[Black \"B\"]\n\n1. 11-15 *\n").unwrap();
    run(&[&black[..], &["--name-red", "Anna", &old]].concat(), &format!("save {old}\n"));
    let tags = ["Event", "Date", "Black", "White"].map(|name| tag(&old, name));
    assert_eq!(tags, ["Old", "????.??.??", "B", "Anna"]);
    // People without names are unknown; other formats say what they cannot hold.
    said(&[], &format!("save {new}\n"));
    assert_eq!((tag(&new, "White"), tag(&new, "Black")), ("?".to_owned(), "?".to_owned()));
    let lines = said(&["--event", "Club"], &format!("save {other}\n"));
    assert_eq!(lines[0], "the format exchange cannot hold names and event");
    let object = file("new.json");
    let options = ["--event", "Club", "--name-red", "Anna"];
    let lines = said(&options, &format!("f6->e5\nresign\nsave {object}\n")).join("\n");
    assert!(!lines.contains("cannot hold names"), "{lines}");
    let text = fs::read_to_string(&object).unwrap();
    for part in ["\"event\":\"Club\"", "\"red\":\"Anna\"", "\"date\":\"2", "\"result\":\"black\""] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(run(&["show", &object], "").status.code(), Some(0));
}

#[test]
fn rules_and_boards_are_chosen_by_options() {
    let small = run(
        &["play", "--red", "human", "--black", "human", "--board", "4x4", "--rows", "1", "--first", "red"],
        "moves\n",
    );
    assert!(String::from_utf8(small.stdout).unwrap().contains("#1 a1->b2  #2 c1->b2  #3 c1->d2"));
    // Nobody need jump.
    let free = said(&["--no-capture", "--single-jumps"], "f6->e5\nc3->d4\nb6->a5\n");
    assert_eq!(free[2], "black plays b6->a5");
    for (arguments, status, message) in [
        (&["--board", "3x8"][..], 2, "each side of a board has at least 4 squares"),
        (&["--board", "16x16"], 2, "must fit 128 bits"),
        (&["--board", "8"], 2, "expected a size such as 10x10"),
        (
            &["--rows", "5"],
            2,
            "5 rows of men on either side do not fit on a board of 8x8: expected --rows from 1 to 4",
        ),
        (&["--rows", "300"], 2, "do not fit on a board of 8x8: expected --rows from 1 to 4"),
        (&["--rows", "0"], 2, "0 rows of men leave the board empty: expected --rows from 1 to 4"),
        (&["--rows", "0", "--board", "4x6"], 2, "expected --rows from 1 to 2"),
        (
            &["--red", "nobody"],
            2,
            "expected random[:SEED], random-piece[:SEED], minimax:D[:SEED], eval[:D[:SEED]] or timed:SECONDS, or hub:COMMAND, or human",
        ),
        (&["--black", "timed:0"], 2, "expected timed:SECONDS with seconds from 0.001 to 86400"),
        // As many squares unflipped take a bit less.
        (&["--board", "7x35", "--flipped"], 2, "cannot use --flipped with a board of 7x35: the squares"),
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
        // The first cell of the board is a black square.
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains("BOARD:\n b | \""), "{text}");
    }
}

#[test]
fn a_saved_game_is_loaded_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    for extension in ["txt", "pdn", "json"] {
        let name = file(&format!("game.{extension}"));
        let commands = format!("f6->e5\nc3->d4\nsave {name}\ne5->c3\nload {name}\nundo\nredo\n");
        let lines = said(&[], &commands);
        assert_eq!(lines[2], format!("saved {name}"), "{extension}");
        assert_eq!(lines[4..], ["1 ply taken back", "1 ply played again"], "{extension}");
        let again = run(&["play", "--black", "human", &name], "moves\n");
        let text = String::from_utf8(again.stdout).unwrap();
        assert!(text.contains("#1 e5->c3"), "{extension}: {text}");
    }
    let fen = file("game.fen");
    let lines = said(&[], &format!("f6->e5\nsave {fen}\n"));
    assert_eq!(
        lines[1..],
        ["FEN cannot hold moves: this is the position after them".to_owned(), format!("saved {fen}")]
    );
    assert_eq!(
        fs::read_to_string(&fen).unwrap(),
        "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15\n"
    );
    let svg = file("game.svg");
    said(&[], &format!("save {svg}\n"));
    assert!(fs::read_to_string(&svg).unwrap().contains("</svg>"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 5);
}

#[test]
fn losses_of_a_saved_game_are_named() {
    let folder = tempfile::tempdir().unwrap();
    for extension in ["txt", "pdn", "json", "fen", "svg"] {
        let name = folder.path().join(format!("game.{extension}")).display().to_string();
        let commands = format!("f6->e5\nc3->d4\ne5->c3\nundo\nsave {name}\nundo\nsave {name}\n");
        let lines = said(&["--draw-after", "20"], &commands).join("\n");
        for part in [
            "the file ends here, without the ply that follows",
            "the file ends here, without the 2 plies that follow",
            "no file can hold `--draw-after 20`",
        ] {
            assert!(lines.contains(part), "{extension}: {lines}");
        }
        let lines = said(&[], &format!("f6->e5\nundo\nredo\nsave {name}\n")).join("\n");
        assert!(!lines.contains("no file can hold"), "{extension}: {lines}");
    }
}

#[test]
fn a_game_of_an_archive_keeps_what_is_told_about_it_and_the_archive_its_others() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (two, one, new) = (file("two.pdn"), file("one.pdn"), file("new.pdn"));
    let game = "[Event \"E\"]\n[Result \"1-0\"]\n\n1. 11-15 {good} *\n";
    fs::write(&one, game).unwrap();
    fs::write(&two, format!("{game}\n[Event \"F\"]\n1. 9-14 *\n")).unwrap();
    let commands = format!("save {new}\nc3->d4\nsave {one}\nsave {two}\n");
    let text = said(&[&one], &commands).join("\n");
    let kept = fs::read_to_string(&new).unwrap();
    assert!(
        kept.contains("[Event \"E\"]") && kept.contains("[Result \"1-0\"]") && kept.contains("{good}"),
        "{kept}"
    );
    let played = fs::read_to_string(&one).unwrap();
    assert!(played.contains("[Event \"E\"]") && played.contains("11-15 22-18"), "{played}");
    assert!(text.contains("comments and variations are not kept"), "{text}");
    assert!(text.contains("has 2 games: save this one under another name"), "{text}");
    assert!(fs::read_to_string(&two).unwrap().contains("[Event \"F\"]"));
    // A file is not replaced by one that lacks what is wrong with it.
    fs::write(&two, format!("{game}\n[Event \"F\"]\n1. 9-20 *\n")).unwrap();
    let before = fs::read_to_string(&two).unwrap();
    let output = run(&["convert", &two, "-o", &two], "");
    assert_eq!((output.status.code(), fs::read_to_string(&two).unwrap()), (Some(1), before));
    assert!(String::from_utf8(output.stderr).unwrap().contains("1 of 2 games are wrong"));
}

#[test]
fn rubbish_is_not_taken_for_a_game() {
    for rubbish in [
        "12.11\n",
        "1. 2. 3.\n",
        "192.168.0.1\n",
        ";;; elisp\n",
        "[remote \"origin\"]\n",
        "",
        "{}",
        "1. 11-15 *\nrubbish\n",
    ] {
        let output = run::run("rankmoves", &[], rubbish.as_bytes());
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{rubbish:?}");
        assert!(!output.stderr.is_empty());
    }
}

#[test]
fn the_game_goes_on_after_a_save_or_load_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.txt");
    fs::write(&broken, "RULES:\ncapture\nsingle jumps\nTURN:\nblue\n").unwrap();
    let broken = broken.display().to_string();
    let pdn = folder.path().join("game.pdn").display().to_string();
    let commands = format!(
        "save game\nsave\nsave {pdn}\nsave /none/game.txt\nload /none/game.txt\nload {broken}\nf6->e5\n"
    );
    let lines = said(&["--no-capture"], &commands).join("\n");
    for part in [
        "expected a file whose name ends in .txt",
        "expected the name of a file after save",
        "PDN cannot hold the rule `no capture`",
        "cannot write to /none/game.txt",
        "cannot read /none/game.txt",
        "expected `red` or `black` but found 'blue'",
        "black plays f6->e5",
    ] {
        assert!(lines.contains(part), "{part}: {lines}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn a_hint_ranks_the_moves_and_a_piece_shows_its_targets() {
    // SPEC section 6: the jump to b6 is taken back, and red is stuck.
    let rankin = "testdata/valid/rankin.txt";
    assert_eq!(said(&[rankin], "hint 2\n"), ["#2 d4->e5: -1, lost in 44", "#1 d4->b6: -99, lost in 2"]);
    let output = run(&["play", "--red", "human", "--black", "human", rankin], "d4\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("{r}") && text.matches("[.]").count() == 2, "{text}");
}

#[test]
fn two_programs_play_to_the_end_and_the_game_is_shown_again() {
    let output = run(&["play", "--red", "minimax:2:1", "--black", "random:2"], "replay\n");
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let plays = text.lines().filter(|line| line.contains(" plays ")).count();
    let boards = text.matches("[red: ").count();
    assert!(text.contains("red wins: ") || text.contains("a draw: "), "{text}");
    // Each ply once as it was played and once as it was shown, and the start.
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
fn a_series_tells_its_score_and_keeps_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let pdn = folder.path().join("games.pdn").display().to_string();
    let arguments = ["series", "--games", "6", "--seed", "1", "minimax:2", "random"];
    let one = run(&[&arguments[..], &["--threads", "1", "--pdn", &pdn]].concat(), "");
    assert!(one.status.success(), "{one:?}");
    let text = String::from_utf8(one.stdout).unwrap();
    let figure =
        |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).unwrap().trim().to_owned();
    let counts: Vec<u32> = ["won ", "drawn ", "lost "].map(|name| figure(name).parse().unwrap()).to_vec();
    assert_eq!(counts.iter().sum::<u32>(), 6);
    assert!(counts[0] >= 5, "{text}");
    assert!(figure("games ").starts_with("6 (seed 1)"));
    let games = fs::read_to_string(&pdn).unwrap();
    assert_eq!(games.matches("[Result ").count(), 6);
    // Whoever minimax is, it is the winner that the tags name.
    let won = games.split("[Event ").filter(|game| {
        (game.contains("[Black \"minimax:2\"]") && game.contains("[Result \"1-0\"]"))
            || (game.contains("[White \"minimax:2\"]") && game.contains("[Result \"0-1\"]"))
    });
    assert_eq!(won.count(), counts[0] as usize);
    let two = run(&[&arguments[..], &["--threads", "2", "--pdn", &pdn]].concat(), "");
    assert_eq!(fs::read_to_string(&pdn).unwrap(), games);
    let without_times = |text: &str| {
        text.lines()
            .filter(|line| !line.starts_with("time") && !line.starts_with("in all"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(without_times(&String::from_utf8(two.stdout).unwrap()), without_times(&text));
}

#[test]
fn a_series_keeps_its_games_under_all_rules() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let games = file("games.jsonl");
    let arguments =
        ["series", "--games", "3", "--seed", "7", "--no-capture", "--blocked", "passes", "--board", "5x6"];
    let agents = ["minimax:1", "random"];
    let output = run(&[&arguments[..], &["--keep", &games], &agents].concat(), "");
    assert!(output.status.success(), "{output:?}");
    let kept = fs::read_to_string(&games).unwrap();
    assert_eq!(kept.lines().count(), 3);
    for (line, (round, red, black)) in
        kept.lines().zip([(1, agents[1], agents[0]), (2, agents[0], agents[1]), (3, agents[1], agents[0])])
    {
        assert!(line.starts_with(r#"{"rules":{"capture":"optional","jumps":"multiple","blocked":"passes"}"#));
        let fields = format!(r#""round":{round},"red":"{red}","black":"{black}","result":""#);
        assert!(
            line.contains(&fields) && line.contains(r#""event":"minimax:1 against random, seed 7""#),
            "{line}"
        );
        // The date, "2024.02.29".
        let date = line.split(r#""date":""#).nth(1).unwrap().split('"').next().unwrap();
        assert!(date.len() == 10 && date.split('.').count() == 3, "{date}");
        // A written game can be read.
        let read = run(&["info"], line);
        assert!(read.status.success(), "{line}: {read:?}");
    }
    // To standard output in order, and the result beside it.
    let stream = run(&[&arguments[..], &["--keep", "-"], &agents].concat(), "");
    assert_eq!(String::from_utf8(stream.stdout).unwrap(), kept);
    assert!(String::from_utf8(stream.stderr).unwrap().contains("games    3 (seed 7)"));
    for (name, status, message) in [
        ("games.txt", 2, "expected a file whose name ends in .pdn or .jsonl"),
        ("games.pdn", 1, "PDN cannot hold the rule `no capture`"),
        ("none/games.jsonl", 1, "/none/games.jsonl: No such file or directory"),
    ] {
        let refused = run(&[&arguments[..], &["--keep", &file(name)], &agents].concat(), "");
        assert_eq!(refused.status.code(), Some(status), "{name}");
        assert!(String::from_utf8(refused.stderr).unwrap().contains(message), "{name}");
    }
    let pdn = ["series", "--games", "1", "random", "random", "--keep", &file("games.PDN")];
    assert!(run(&pdn, "").status.success());
    assert!(fs::read_to_string(file("games.PDN")).unwrap().contains("\n[Date \"20"));
}

#[test]
fn a_killed_series_leaves_the_games_that_were_over() {
    let folder = tempfile::tempdir().unwrap();
    let [file, part] = ["games.pdn", "games.pdn.part"].map(|name| folder.path().join(name));
    fs::write(&file, "what was there").unwrap();
    let series = |games: &str| {
        let mut command = start::program(CHECKERS);
        command.args(["series", "--games", games, "random", "random", "--keep"]).arg(&file);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command
    };
    let mut child = series("10000000").spawn().unwrap();
    let count = || fs::read_to_string(&part).unwrap_or_default().matches("[Result ").count();
    while count() < 20 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "what was there");
    let kept = fs::read_to_string(&part).unwrap();
    let games: Vec<_> = rankmoves::pdn::games(&kept).collect();
    assert!(games.len() >= 20, "{}", games.len());
    let wrong = games.iter().filter(|game| game.is_err()).count();
    assert!(wrong <= 1, "the last may be cut short, but {wrong} are wrong");
    // The next series does not write over them.
    let output = series("1").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("games.pdn.part has the games of a series"));
    assert_eq!(fs::read_to_string(&part).unwrap(), kept);
}

#[test]
fn a_score_and_its_bounds_are_never_beyond_all_games() {
    let output = run(&["series", "--games", "6", "--seed", "1", "minimax:4", "random"], "");
    let text = String::from_utf8(output.stdout).unwrap();
    let score = text.lines().find_map(|line| line.strip_prefix("score")).unwrap();
    let figures: Vec<f64> =
        score.split([' ', '%', '(', ')']).filter_map(|figure| figure.parse().ok()).collect();
    let [score, low, high] = figures[..] else { panic!("{score}") };
    assert!(0.0 <= low && low < score && score <= high && high <= 100.0, "{text}");
}

#[test]
fn archives_are_read_game_by_game_from_files_and_pipes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("archive.pdn");
    let comment = "words ".repeat(300);
    let game = |number: u32| format!("[Event \"{number}\"]\n\n1. 11-15 23-19 {{{comment}}} 2. 8-11 1-0\n\n");
    let bad = 1200;
    let archive: String = (1..=1500).map(game).collect();
    assert!(archive.len() > 2 << 20, "more than is read at once");
    let wrong = archive.replace(&game(bad), &game(bad).replace("23-19", "23-20"));
    fs::write(&path, &wrong).unwrap();
    let file = path.to_str().unwrap();
    let text = |output: Output| String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    for number in ["1", "1499", "1500"] {
        for (arguments, input) in [(vec![file], ""), (vec!["-"], &wrong[..])] {
            let arguments = [vec!["convert", "--to", "pdn", "--game", number], arguments].concat();
            let told = text(run(&arguments, input));
            assert!(told.starts_with(&format!("[Event \"{number}\"]\n")), "{told}");
        }
    }
    // Lines are counted in the whole of it: four a game.
    let place = format!("--> {file}:{}:10", 4 * (bad - 1) + 3);
    let refused = text(run(&["info", "--game", "1200", file], ""));
    assert!(refused.contains("game 1200: move 1 of red, 23-20, is illegal"), "{refused}");
    assert!(refused.contains(&place) && refused.contains("1. 11-15 23-20 {words words"), "{refused}");
    assert!(text(run(&["info", file], "")).contains(&place));
    assert!(
        text(run(&["show", "--game", "1501", file], "")).contains("expected game 1501 but the file has 1500")
    );
    let new = folder.path().join("new.pdn");
    let copied = run(&["convert", file, "-o", new.to_str().unwrap()], "");
    assert_eq!(copied.status.code(), Some(1));
    assert!(text(copied).contains("1 of 1500 games are wrong and left out"));
    assert_eq!(fs::read_to_string(&new).unwrap().matches("[Event ").count(), 1499);
    // An archive of games is no place for one.
    let kept = text(run(&["convert", "--game", "1", "--to", "pdn", file, "-o", new.to_str().unwrap()], ""));
    assert!(kept.contains("has more than 1000 games: save this one under another name"), "{kept}");
}

#[test]
fn a_game_of_json_lines_is_chosen_by_its_number() {
    let line = |file: char| {
        let move_ = format!("{file}3->{}4", (file as u8 + 1) as char);
        format!(
            r#"{{"rules":{{"capture":"optional","jumps":"single","blocked":"loses"}},"shape":{{"ranks":8,"files":8,"flipped":false}},"turn":"red","board":["\".\".\".\".","".".".".\"","\".\".\".\".",".\".\".\".\"","\".\".\".\".","r\"r\"r\"r\"","\".\".\".\".",".\".\".\".\""],"moves":["{move_}"],"red":"somebody"}}"#
        )
        .replace(r#""".".".".\"""#, r#"".\".\".\".\"""#)
    };
    let text =
        format!("# a comment\n{}\n\n{}\n{}\n", line('a'), line('c'), line('a').replace("a3->b4", "a3->a4"));
    for (number, mv) in [("1", "a3->b4"), ("2", "c3->d4")] {
        let output = run(&["convert", "--game", number], &text);
        let written = String::from_utf8(output.stdout).unwrap();
        assert!(written.ends_with(&format!("MOVES:\n{mv}\n")), "{written}");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains("who played the game, when, and its result are not kept"), "{errors}");
    }
    // The same format holds it; a game that is cut short has no result.
    let won = line('c').replace("\"red\":\"somebody\"", "\"red\":\"somebody\",\"result\":\"red\"");
    let object = run(&["convert", "--to", "json"], &won);
    assert_eq!(String::from_utf8(object.stderr).unwrap(), "");
    let told = String::from_utf8(object.stdout).unwrap();
    assert!(told.ends_with("\"moves\":[\"c3->d4\"],\"red\":\"somebody\",\"result\":\"red\"}\n"), "{told}");
    let cut = run(&["convert", "--to", "json", "-m", "0"], &won);
    let told = String::from_utf8(cut.stdout).unwrap();
    assert!(told.ends_with("\"moves\":[],\"red\":\"somebody\",\"result\":\"unknown\"}\n"), "{told}");
    let first = run(&["show"], &text);
    assert!(String::from_utf8(first.stderr).unwrap().contains("this is the first of 3 games"));
    let third = String::from_utf8(run(&["info", "--game", "3"], &text).stderr).unwrap();
    assert!(third.contains("move 1, a3->a4, is illegal") && third.contains("<stdin>:5:"), "{third}");
    let none = String::from_utf8(run(&["info", "--game", "4"], &text).stderr).unwrap();
    assert!(none.contains("expected game 4 but the file has 3"), "{none}");
}

#[test]
fn a_dash_is_standard_output_and_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let game = "[Event \"E\"]\n\n1. 11-15 22-18 *\n";
    for arguments in [
        &["convert"][..],
        &["convert", "--to", "pdn"],
        &["convert", "--to", "json", "--game", "1"],
        &["apply", "-m", "1"],
        &["show"],
        &["show", "--svg"],
    ] {
        let output = |more: &[&str]| {
            let mut command = start::program(CHECKERS);
            command.args(arguments).args(more).current_dir(&folder);
            output_of(command, game.as_bytes())
        };
        let (plain, dash) = (output(&[]), output(&["-o", "-"]));
        assert!(plain.status.success() && !plain.stdout.is_empty(), "{arguments:?}");
        assert_eq!(dash, plain, "{arguments:?}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn a_file_without_a_game_that_can_be_read_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("new.pdn");
    let bad = "[Event \"E\"]\n\n1. 1-32 *\n";
    let output = run(&["convert", "--to", "pdn", "-o", &new.display().to_string()], bad);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("1 of 1 games are wrong, and nothing is written"), "{errors}");
    assert!(!new.exists());
}

#[test]
fn an_interrupted_series_keeps_what_has_been_played() {
    let folder = tempfile::tempdir().unwrap();
    let pdn = folder.path().join("games.pdn");
    let report = folder.path().join("report");
    let mut command = start::program(CHECKERS);
    command.args(["series", "--games", "10000000", "random", "random", "--pdn"]).arg(&pdn);
    command.stdout(fs::File::create(&report).unwrap());
    let mut terminal = Terminal::start_with_messages_only(&mut command);
    let is_played =
        |screen: &str| screen.split("] ").skip(1).any(|bar| bar.starts_with(|c| matches!(c, '1'..='9')));
    while !is_played(&terminal.written) {
        terminal.follow(" won");
    }
    terminal.signal(Signal::INT);
    assert_eq!(terminal.status().code(), Some(130));
    let told = fs::read_to_string(&report).unwrap();
    fs::remove_file(report).unwrap();
    let games = told.lines().find_map(|line| line.strip_prefix("games")).unwrap().trim();
    let games: usize = games.split(' ').next().unwrap().parse().unwrap();
    assert!(games > 0);
    assert_eq!(fs::read_to_string(&pdn).unwrap().matches("[Result ").count(), games);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn apply_plays_some_moves_and_keeps_the_rest() {
    let start = "RULES:\ncapture\nmultiple jumps\nTURN:\nblack\nBOARD:\n";
    let board = run(&["convert", "--fen", "B:W21-32:B1-12", "--to", "exchange"], "");
    let board = String::from_utf8(board.stdout).unwrap();
    assert!(board.starts_with(start), "{board}");
    let file = format!("{board}f6->e5 c3->d4 h6->g5 e3->f4\n");
    // The third is illegal: the man on e5 must jump.
    let two = run(&["apply", "-m", "2"], &file);
    let text = String::from_utf8(two.stdout).unwrap();
    assert!(
        two.status.success() && text.contains("TURN:\nblack\n") && text.ends_with("MOVES:\nh6->g5 e3->f4\n"),
        "{text}"
    );
    let all = run(&["apply"], &file);
    assert_eq!((all.status.code(), all.stdout.len()), (Some(1), 0));
    let message = String::from_utf8(all.stderr).unwrap();
    assert!(message.contains("move 3, h6->g5, is illegal: a jump is available: e5->c3"), "{message}");
    let going = run(&["apply", "--keep-going"], &file);
    assert_eq!((going.status.code(), String::from_utf8(going.stdout).unwrap()), (Some(1), text));
    let many = run(&["apply", "-m", "5"], &file);
    assert!(String::from_utf8(many.stderr).unwrap().contains("expected at least 5 moves but the file has 4"));
}

#[test]
fn apply_keeps_what_is_before_a_bad_move_of_pdn() {
    let applied = |arguments: &[&str], pdn: &str| {
        let output = run(&[&["apply"], arguments].concat(), pdn);
        let text = String::from_utf8(output.stdout).unwrap();
        (output.status.code(), text, String::from_utf8(output.stderr).unwrap())
    };
    // The man on e5 must jump.
    let bad = "1. 11-15 22-18 2. 12-16 24-20 *\n";
    let position = applied(&[], "1. 11-15 22-18 *\n").1;
    assert!(position.ends_with("MOVES:\n"), "{position}");
    let (status, text, told) = applied(&["--keep-going"], bad);
    assert_eq!((status, text), (Some(1), position.clone()));
    let message = "move 2 of black, 12-16, is illegal: a jump is available: e5->c3";
    assert!(told.contains(&format!("error: game 1: {message}")), "{told}");
    assert!(told.contains("--> <stdin>:1:19") && told.contains("warning: the moves are not kept"), "{told}");
    let (status, text, told) = applied(&[], bad);
    assert_eq!((status, text.as_str()), (Some(1), ""), "{told}");
    assert!(told.contains(message), "{told}");
    // Nothing is wrong with the first two moves, but the rest cannot be kept.
    let (status, text, told) = applied(&["-m", "2"], bad);
    assert_eq!((status, text), (Some(0), position));
    assert!(told.contains("warning: the moves are not kept") && told.contains(message), "{told}");
    assert_eq!(applied(&["-m", "3"], bad).0, Some(1));
    // A text that is wrong is refused as a whole, and so is the game by other commands.
    let (status, text, told) = applied(&["--keep-going"], "1. 11-15 foo *\n");
    assert_eq!((status, text.as_str()), (Some(1), ""), "{told}");
    assert_eq!(run(&["convert"], bad).status.code(), Some(1));
}

#[test]
fn formats_are_converted_back_and_forth() {
    let fen = "B:W18,K20:B1,K5,10";
    let exchange = String::from_utf8(run(&["convert", "--fen", fen], "").stdout).unwrap();
    for format in ["exchange", "fen", "json", "pdn"] {
        let there = run(&["convert", "--to", format], &exchange);
        assert!(there.status.success(), "{format}: {there:?}");
        let back = run(&["convert"], &String::from_utf8(there.stdout).unwrap());
        assert_eq!(String::from_utf8(back.stdout).unwrap(), exchange, "{format}");
    }
}

#[test]
fn losses_of_a_conversion_are_named() {
    let pdn = "[Event \"E\"]\n\n1. 11-15 {good} 22-18 (23-19) 2. 15x22 *\n[Event \"F\"]\n\n1. 9-14 *\n";
    let exchange = run(&["convert"], pdn);
    let warned = String::from_utf8(exchange.stderr).unwrap();
    assert!(exchange.status.success(), "{warned}");
    for part in ["tags", "comments", "variations", "this is the first of 2 games"] {
        assert!(warned.contains(part), "{part}: {warned}");
    }
    assert!(String::from_utf8(exchange.stdout).unwrap().ends_with("MOVES:\nf6->e5 c3->d4 e5->c3\n"));
    let second = run(&["convert", "--game", "2"], pdn);
    assert!(String::from_utf8(second.stdout).unwrap().ends_with("MOVES:\nb6->c5\n"));
    let third = run(&["convert", "--game", "3"], pdn);
    assert_eq!(third.status.code(), Some(1));
    assert!(String::from_utf8(third.stderr).unwrap().contains("expected game 3 but the file has 2"));
    // Another PDN file does not keep lines behind % or numbers of moves either.
    let odd = "% mine\n1. 11-15 22-18 3. 15x22 *\n1. 9-14 *\n% more\n";
    for (arguments, warnings) in [
        (
            &["convert", "--to", "pdn"][..],
            &["in 2 of 2 games: comments behind %", "in 1 of 2 games: numbers of"][..],
        ),
        (&["convert", "--to", "pdn", "--game", "2"], &["warning: comments behind %"]),
        (&["convert"], &["comments behind %", "numbers of moves"]),
    ] {
        let output = run(arguments, odd);
        let warned = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && warnings.iter().all(|part| warned.contains(part)), "{warned}");
    }
    // All games, with all that is said about them.
    let whole = run(&["convert", "--to", "pdn"], pdn);
    let text = String::from_utf8(whole.stdout).unwrap();
    assert_eq!((text.matches("[GameType \"21\"]").count(), text.contains("{good}")), (2, true));

    let rules = run(&["convert", "--fen", "B:W18:B1"], "");
    let free = String::from_utf8(rules.stdout).unwrap().replace("capture\n", "no capture\n");
    for (format, message) in
        [("pdn", "PDN cannot hold the rule `no capture`"), ("fen", "FEN cannot hold `no capture`")]
    {
        let output = run(&["convert", "--to", format], &free);
        assert!(String::from_utf8(output.stderr).unwrap().contains(message), "{format}");
    }
}

#[test]
fn a_game_goes_on_where_moves_cannot_be_listed() {
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
