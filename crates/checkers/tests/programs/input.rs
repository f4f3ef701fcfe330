//! Tests of the input of both programs: parts of games, archives, FEN with rules.

use std::fs;
use std::process::Output;

use serde_json::{Value, json};
use testing::run::{self, run};
use testing::start::program;
use testing::terminal::Terminal;

use crate::scratch;

pub const RANKMOVES: &str = "rankmoves";
pub const CHECKERS: &str = "checkers";

/// Returns the status, standard output and standard error.
pub fn ran(program: &str, arguments: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = run(program, arguments, input);
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// Returns the output of a run without errors.
#[track_caller]
pub fn printed(program: &str, arguments: &[&str], input: &[u8]) -> String {
    run::printed(run(program, arguments, input))
}

#[track_caller]
pub fn assert_refuses(program: &str, arguments: &[&str], input: &[u8], status: i32, messages: &[&str]) {
    run::assert_refuses(&run(program, arguments, input), arguments, status, messages);
}

/// Returns a game in three formats. After its first two moves the man on e5 must jump, so h6->g5 (12-16) is
/// illegal.
pub fn game(moves: &[&str]) -> [String; 3] {
    let start = printed(CHECKERS, &["convert", "--fen", "B:W21-32:B1-12"], b"");
    let paths: Vec<&str> = moves.iter().map(|mv| mv.split_once('/').unwrap().0).collect();
    let numbers: Vec<&str> = moves.iter().map(|mv| mv.split_once('/').unwrap().1).collect();
    let object = printed(CHECKERS, &["show", "--format", "json"], start.as_bytes());
    let quoted: Vec<String> = paths.iter().map(|path| format!("{path:?}")).collect();
    let list = format!("\"moves\":[{}]", quoted.join(","));
    [
        format!("{start}{}\n", paths.join(" ")),
        object.replace("\"moves\":[]", &list),
        format!("[Event \"E\"]\n1. {} *\n", numbers.join(" ")),
    ]
}

pub const MOVES: [&str; 4] = ["f6->e5/11-15", "c3->d4/22-18", "h6->g5/12-16", "e3->f4/23-19"];

#[test]
fn every_command_stops_after_n_moves_and_does_not_ask_whether_later_ones_are_legal() {
    for ((whole, short), empty) in game(&MOVES).iter().zip(game(&MOVES[..2])).zip(game(&[])) {
        let commands: [(&str, &[&str]); 7] = [
            (RANKMOVES, &["-d", "2"]),
            (CHECKERS, &["show"]),
            (CHECKERS, &["show", "--format", "fen"]),
            (CHECKERS, &["show", "--svg"]),
            (CHECKERS, &["perft", "-d", "3"]),
            (CHECKERS, &["apply", "--drop-rest"]),
            (CHECKERS, &["apply", "--drop-rest", "--to", "json"]),
        ];
        for (program, arguments) in commands {
            // A format that cannot hold the tags of PDN loses them, and `told` reports that.
            let (status, expected, told) = ran(program, arguments, short.as_bytes());
            assert_eq!(status, Some(0), "{told}");
            for option in ["-m2", "--moves=2"] {
                let arguments = [arguments, &[option]].concat();
                let found = ran(program, &arguments, whole.as_bytes());
                assert_eq!(found, (Some(0), expected.clone(), told.clone()), "{arguments:?}");
            }
            assert_refuses(program, arguments, whole.as_bytes(), 1, &["is illegal: a jump is available"]);
            let none = [arguments, &["--moves", "0"]].concat();
            let start = ran(program, arguments, empty.as_bytes()).1;
            assert_eq!(ran(program, &none, whole.as_bytes()).1, start, "{none:?}");
        }
        let converted = ["convert", "--to", "exchange"];
        let expected = ran(CHECKERS, &converted, short.as_bytes()).1;
        assert_eq!(ran(CHECKERS, &[&converted[..], &["-m", "2"]].concat(), whole.as_bytes()).1, expected);
    }
}

#[test]
fn a_game_is_played_on_from_where_it_is_stopped() {
    let folder = scratch("input/stopped");
    for (whole, extension) in game(&MOVES).iter().zip(["txt", "json", "pdn"]) {
        let file = folder.join(format!("game.{extension}")).display().to_string();
        fs::write(&file, whole).unwrap();
        let options = ["play", "--red", "human", "--black", "human", "-m", "2", &file];
        let (status, said, told) = ran(CHECKERS, &options, b"h6->g5\ne5->c3\n");
        assert_eq!((status, told.as_str()), (Some(0), ""));
        assert!(
            said.contains("a jump is available: e5->c3") && said.contains("black plays e5->c3"),
            "{said}"
        );
        let series = ["series", "--games", "1", "--seed", "1", "random", "random", "-m", "2", &file];
        assert_eq!(ran(CHECKERS, &series, b"").0, Some(0));
    }
    assert_refuses(CHECKERS, &["play", "-m", "2"], b"", 2, &["--moves needs a file, as in -m 10 game.pdn"]);
}

#[test]
fn a_number_of_moves_beyond_the_last_is_refused() {
    let [exchange, json, pdn] = game(&MOVES[..2]);
    let archive = format!("{pdn}\n{}", pdn.replace(" 22-18", ""));
    for (text, place) in [(&exchange, ":23:14"), (&json, ":1:"), (&pdn, ":2:17")] {
        for (program, command) in
            [(RANKMOVES, None), (CHECKERS, Some("show")), (CHECKERS, Some("info")), (CHECKERS, Some("apply"))]
        {
            let arguments: Vec<&str> = command.into_iter().chain(["-m", "3"]).collect();
            let place = format!("<stdin>{place}");
            let message = "expected at least 3 moves but the file has 2";
            assert_refuses(program, &arguments, text.as_bytes(), 1, &[message, &place]);
        }
    }
    let arguments = ["show", "-m", "2", "--game", "2"];
    let message = "expected at least 2 moves but game 2 has 1";
    assert_refuses(CHECKERS, &arguments, archive.as_bytes(), 1, &[message, "<stdin>:5:11"]);
    let message = "expected at least 1 move but the file has 0";
    assert_refuses(RANKMOVES, &["--fen", "W:W21:B1", "-m", "1"], b"", 1, &[message, "--> --fen:1:9"]);
    assert_refuses(RANKMOVES, &["-m", "-1"], b"", 2, &["--moves"]);
}

#[test]
fn pdn_is_read_up_to_a_move_that_is_wrong_but_must_be_pdn() {
    // The man on d8 can reach d4 by jumping two pieces on either side.
    let ambiguous = "[FEN \"B:W6,7,14,15:B2\"] 1. 2x18 *\n";
    let stopped = printed(CHECKERS, &["show", "-m", "0", "--format", "fen"], ambiguous.as_bytes());
    assert_eq!(stopped, "B:W6,7,14,15:B2\n");
    assert_refuses(CHECKERS, &["show", "-m", "1"], ambiguous.as_bytes(), 1, &["2x18, is ambiguous"]);
    // The third move is illegal, because the man on e5 must jump.
    let text = "1. 11-15 22-18 2. 12-16 24-20 *\n";
    let info = printed(CHECKERS, &["info", "-m", "1"], text.as_bytes());
    assert!(info.contains("\nplies    1 of more than 2 played\n"), "{info}");
    for moves in ["1", "2"] {
        let info = printed(CHECKERS, &["info", "--json", "-m", moves], text.as_bytes());
        let info: Value = serde_json::from_str(&info).unwrap();
        assert_eq!((&info["of"], &info["more_plies"]), (&json!(2), &json!(true)));
    }
    let legal = printed(CHECKERS, &["info", "--json", "-m", "1"], b"1. 11-15 22-18 *\n");
    assert!(!legal.contains("more_plies"), "{legal}");
    assert_refuses(CHECKERS, &["show", "-m", "3"], text.as_bytes(), 1, &["12-16, is illegal", ":1:19"]);
    let wrong = text.replace("12-16", "xyz");
    assert_refuses(CHECKERS, &["show", "-m", "1"], wrong.as_bytes(), 1, &["'xyz'", ":1:19"]);
}

#[test]
fn pdn_that_is_cut_short_keeps_its_tags_and_comments_but_no_result() {
    let text = "[Event \"E\"]\n[Result \"1-0\"]\n1. 11-15 {good} 22-18 {bad} 2. 15x22 1-0\n";
    let short = printed(CHECKERS, &["convert", "--to", "pdn", "-m", "1"], text.as_bytes());
    assert!(short.contains("[Event \"E\"]") && short.contains("[Result \"*\"]"), "{short}");
    assert!(short.ends_with("\n1. 11-15 {good} *\n"), "{short}");
    let whole = printed(CHECKERS, &["convert", "--to", "pdn", "-m", "3"], text.as_bytes());
    assert!(whole.contains("[Result \"1-0\"]") && whole.contains("{bad} 2. 15x22"), "{whole}");
}

#[test]
fn info_reports_how_many_moves_are_played() {
    let [exchange, ..] = game(&MOVES);
    let info = printed(CHECKERS, &["info", "-m", "2"], exchange.as_bytes());
    assert!(info.contains("\nplies    2 of 4 played\n"), "{info}");
    let info = printed(CHECKERS, &["info", "-m", "2", "--json"], exchange.as_bytes());
    let info: Value = serde_json::from_str(&info).unwrap();
    assert_eq!((&info["plies"], &info["of"]), (&json!(2), &json!(4)));
}

#[test]
fn apply_and_show_draw_the_same() {
    let folder = scratch("input/drawn");
    let svg = folder.join("board.svg").display().to_string();
    let [exchange, ..] = game(&MOVES);
    for format in ["ascii", "unicode", "svg"] {
        let expected = printed(CHECKERS, &["show", "-m", "2", "--format", format], exchange.as_bytes());
        let arguments = ["apply", "-m", "2", "--drop-rest", "--to", format];
        assert_eq!(printed(CHECKERS, &arguments, exchange.as_bytes()), expected);
        let (status, drawn, told) = ran(CHECKERS, &["apply", "-m", "2", "--to", format], exchange.as_bytes());
        assert_eq!((status, drawn.as_str()), (Some(0), expected.as_str()));
        assert!(told.contains(&format!("the format {format} cannot hold the last 2 moves")), "{told}");
        let (.., told) = ran(CHECKERS, &["apply", "-m", "1", "--to", format], b"1. 11-15 23-19 *\n");
        assert!(told.contains(&format!("the format {format} cannot hold the last move\n")), "{told}");
        if format == "svg" {
            printed(CHECKERS, &["apply", "-m2", "--drop-rest", "-o", &svg], exchange.as_bytes());
            assert_eq!(fs::read_to_string(&svg).unwrap(), expected);
        }
    }
    let message = "the extension of board.png is unknown: give --to, or a name that ends in .svg, .txt, .fen, .json or .pdn";
    assert_refuses(CHECKERS, &["apply", "-o", "board.png"], exchange.as_bytes(), 1, &[message]);
}

const ARCHIVE: &str = "[Event \"A\"]\n1. 11-15 *\n\n[Event \"B\"]\n1. 11-20 *\n\n[Event \"C\"]\n1. 9-14 22-18 *\n\n\
    [Event \"D\"]\n1. rubbish *\n";

#[test]
fn info_reports_the_number_of_games_and_the_chosen_one() {
    let good = ARCHIVE.replace("11-20", "11-16").replace("rubbish", "12-16");
    let (status, info, told) = ran(CHECKERS, &["info"], good.as_bytes());
    assert_eq!((status, told.as_str()), (Some(0), ""));
    assert!(info.starts_with("format   pdn\ngames    4\ngame     1\nrules "), "{info}");
    let third = printed(CHECKERS, &["info", "--game", "3"], good.as_bytes());
    assert!(
        third.contains("\ngames    4\ngame     3\n") && third.contains("\nplies    2 played\n"),
        "{third}"
    );
    let object = printed(CHECKERS, &["info", "--game", "3", "--json"], ARCHIVE.as_bytes());
    let object: Value = serde_json::from_str(&object).unwrap();
    assert_eq!(
        (&object["games"], &object["game"], &object["wrong_games"]),
        (&json!(4), &json!(3), &json!(2))
    );
}

#[test]
fn the_first_game_of_an_archive_is_read_even_if_later_ones_are_invalid() {
    let folder = scratch("input/archive");
    let file = folder.join("games.pdn").display().to_string();
    fs::write(&file, ARCHIVE).unwrap();
    let first = "[Event \"A\"]\n1. 11-15 *\n";
    for arguments in [&["show"][..], &["info", "--json"], &["perft", "-d", "2"], &["apply"]] {
        let (status, found, told) = ran(CHECKERS, &[arguments, &[&file]].concat(), b"");
        // `info` reports the whole file; the other commands use the first game.
        assert_eq!(status, Some(i32::from(arguments[0] == "info")), "{told}");
        let message =
            "warning: 2 later games are invalid; first error: game 2: move 1 of black, 11-20, is illegal";
        assert!(told.contains(message) && told.contains("games.pdn:5:4"), "{told}");
        let expected = ran(CHECKERS, arguments, first.as_bytes()).1;
        let expected = expected
            .replace("\"games\":1,\"game\":1,\"wrong_games\":0", "\"games\":4,\"game\":1,\"wrong_games\":2");
        assert_eq!(found, expected);
    }
    let options = ["play", "--red", "human", "--black", "human", &file];
    let (status, said, told) = ran(CHECKERS, &options, b"c3->d4\n");
    assert!(status == Some(0) && said.contains("red plays c3->d4"), "{said}");
    assert!(told.contains("2 later games are invalid"), "{told}");
    let (status, listed, told) = ran(CHECKERS, &["info", "--games", &file], b"");
    assert_eq!((status, told.trim_end()), (Some(1), "error: 2 games are invalid"));
    let listed: Vec<&str> = listed.lines().collect();
    assert_eq!((listed.len(), listed[0]), (4, "   1 ? - ?  *  1 ply, A, Old Faithful"));
    assert!(
        listed[1].starts_with("   2 invalid: line 5, column 4: game 2: move 1 of black, 11-20, is illegal"),
        "{listed:?}"
    );
    // A game chosen by number is valid if its own moves are.
    assert!(!ran(CHECKERS, &["show", "--game", "3", &file], b"").2.contains("wrong"));
    assert_refuses(CHECKERS, &["show", "--game", "2", &file], b"", 1, &["game 2: move 1 of black", ":5:4"]);
    let one_wrong = ARCHIVE.replace("rubbish", "12-16");
    assert!(
        ran(CHECKERS, &["show"], one_wrong.as_bytes())
            .2
            .contains("warning: 1 later game is invalid: game 2:")
    );
    // If the first or only game is invalid, nothing can be shown.
    let bad = ARCHIVE.replace("11-15", "11-17");
    assert_refuses(CHECKERS, &["show"], bad.as_bytes(), 1, &["game 1: move 1 of black", ":2:4"]);
    // A ranking requires all of the input to be valid.
    assert_refuses(RANKMOVES, &[&file], b"", 1, &["error: game 2: move 1 of black"]);
    assert!(ran(RANKMOVES, &["--game", "1", &file], b"").1.starts_with("a3->b4 for red"));
}

/// Returns games, one per line. The second has an illegal move, and the fourth line is not a game.
fn json_lines() -> String {
    let [_, first, _] = game(&MOVES[..1]);
    let illegal = first.replace("f6->e5", "f6->e4");
    format!("{first}{illegal}{first}{{\"rules\": 1}}\n")
}

#[test]
fn every_line_of_json_lines_is_checked() {
    let folder = scratch("input/lines");
    let file = folder.join("games.jsonl").display().to_string();
    fs::write(&file, json_lines()).unwrap();
    let [_, first, _] = game(&MOVES[..1]);
    for arguments in [&["show"][..], &["info"], &["perft", "-d", "2"], &["apply"]] {
        let (status, _, told) = ran(CHECKERS, &[arguments, &[&file]].concat(), b"");
        let message = "warning: 2 later games are invalid; first error: game 2: move 1, f6->e4, is illegal";
        let expected = i32::from(arguments[0] == "info");
        assert!(status == Some(expected) && told.contains(message), "{told}");
        let column = first.find("\"f6->e5\"").unwrap() + 1;
        assert!(told.contains(&format!("games.jsonl:2:{column}")), "{told}");
    }
    assert!(!ran(CHECKERS, &["show", "--game", "3", &file], b"").2.contains("wrong"));
    assert_refuses(RANKMOVES, &[&file], b"", 1, &["error: game 2: move 1, f6->e4, is illegal", ":2:"]);
    assert_refuses(RANKMOVES, &["-m", "0", &file], b"", 1, &["error: game 2: move 1"]);
    assert!(ran(RANKMOVES, &["--game", "3", &file], b"").1.contains(" for red"));
    let unread = format!("{first}{{\"rules\": 1}}\n");
    assert_refuses(RANKMOVES, &[], unread.as_bytes(), 1, &["error: game 2: ", "<stdin>:2:"]);
    assert_refuses(RANKMOVES, &[], first.repeat(2).replace("f6", "a1").as_bytes(), 1, &["is illegal"]);
    let ranked = ran(RANKMOVES, &["-d", "1"], first.as_bytes()).1;
    assert_eq!(ran(RANKMOVES, &["-d", "1"], first.repeat(2).as_bytes()).1, ranked);
}

#[test]
fn info_reports_the_chosen_game_of_json_lines() {
    let info = printed(CHECKERS, &["info", "--game", "3"], json_lines().as_bytes());
    assert!(info.starts_with("format   json\ngames    4\ngame     3\nrules "), "{info}");
    let object = printed(CHECKERS, &["info", "--game", "3", "--json"], json_lines().as_bytes());
    let object: Value = serde_json::from_str(&object).unwrap();
    let told = ["games", "game", "wrong_games"].map(|field| object[field].as_u64());
    assert_eq!(told, [Some(4), Some(3), Some(2)]);
}

#[test]
fn a_json_object_has_no_result_but_those_of_games() {
    let [_, object, _] = game(&MOVES[..1]);
    let with = |result: &str| object.replace("]}", &format!("],\"result\":{result}}}"));
    for result in ["\"red\"", "\"black\"", "\"draw\"", "\"unknown\""] {
        assert_eq!(ran(CHECKERS, &["show"], with(result).as_bytes()).0, Some(0), "{result}");
    }
    for (result, message) in [
        ("\"nope\"", "expected the result red, black, draw or unknown but found 'nope'"),
        ("1", "expected a string but found 1"),
    ] {
        let place = format!("<stdin>:1:{}", with(result).find("\"result\":").unwrap() + 10);
        assert_refuses(CHECKERS, &["show"], with(result).as_bytes(), 1, &[message, &place]);
    }
}

#[test]
fn options_give_the_rules_of_a_fen_position() {
    // The example of README.md: no capture, single jumps; d4 is 18, c7 and c5 are 6 and 14.
    let fen = ["--fen", "W:W18:B6,14"];
    let listing = "d4->b6 for red: score -99\nd4->e5 for red: score -1\n";
    let rules = ["--no-capture", "--single-jumps"];
    assert_eq!(printed(RANKMOVES, &[&["-d", "2"], &fen[..], &rules].concat(), b""), listing);
    assert_eq!(printed(RANKMOVES, &[&["-d", "2"], &fen[..]].concat(), b""), "d4->b6->d8 for red: score 99\n");
    // Published move counts of the start position.
    let start = ["perft", "-d", "6", "--fen", "W:W21-32:B1-12"];
    for (rules, count) in [
        (&[][..], "36768\n"),
        (&["--no-capture"], "190647\n"),
        (&["--no-capture", "--single-jumps"], "189143\n"),
    ] {
        assert_eq!(printed(CHECKERS, &[&start[..], rules].concat(), b""), count);
    }
    for command in ["convert", "apply", "info", "show --format exchange"] {
        let command: Vec<&str> = command.split(' ').collect();
        let arguments = [&command[..], &fen, &["--no-capture", "--blocked", "passes"]].concat();
        let text = printed(CHECKERS, &arguments, b"");
        for rule in ["no capture", "multiple jumps", "blocked passes"] {
            assert!(text.contains(rule), "{command:?}: {text}");
        }
    }
    let options = [&["play", "--red", "human", "--black", "human"], &fen[..], &["--no-capture"]].concat();
    let (_, said, _) = ran(CHECKERS, &options, b"d4->e5\n");
    assert!(said.contains("red plays d4->e5"), "{said}");
    // Formats other than FEN state their rules.
    let needed = "--fen <FEN>";
    for program in [RANKMOVES, CHECKERS] {
        let command: &[&str] = if program == CHECKERS { &["show"] } else { &[] };
        assert_refuses(program, &[command, &["--no-capture"]].concat(), b"", 2, &[needed]);
        let with_file = [command, &["--blocked", "passes", "game.txt"]].concat();
        assert_refuses(program, &with_file, b"", 2, &["--blocked"]);
        assert_refuses(program, &[command, &fen, &["game.txt"]].concat(), b"", 2, &["cannot be used with"]);
    }
}

#[test]
fn a_terminal_is_read_only_for_a_dash() {
    let commands = ["show", "info", "convert", "apply", "perft -d 1", "info --lines", "perft -d 1 --lines"];
    let commands = commands.map(|command| (CHECKERS, command));
    for (name, command) in commands.into_iter().chain([(RANKMOVES, ""), (RANKMOVES, "--lines")]) {
        let arguments: Vec<&str> = command.split_whitespace().collect();
        let (terminal, _) = Terminal::start(program(name).args(&arguments).env("NO_COLOR", "1"), 200, 24);
        let (status, written, _) = terminal.end();
        assert_eq!(status.code(), Some(2), "{name} {command}: {written}");
        let subcommand = arguments.first().filter(|word| !word.starts_with('-'));
        let usage = format!("Usage: {name} {}", subcommand.map_or(String::new(), |word| format!("{word} ")));
        assert!(written.contains("expected FILE because standard input is a terminal"), "{written}");
        assert!(written.contains(&usage), "{usage}: {written}");
    }
    let (mut terminal, _) = Terminal::start(program(CHECKERS).args(["show", "-"]), 80, 24);
    terminal.press("W:W18:B6,14\r\x04");
    let (status, written, _) = terminal.end();
    assert_eq!(status.code(), Some(0), "{written}");
}

#[test]
fn an_empty_input_has_an_error_of_its_own() {
    let accepted = "expected a checkers position or game (exchange format, PDN, FEN or JSON)";
    for blank in ["", " \n\n"] {
        assert_refuses(
            RANKMOVES,
            &[],
            blank.as_bytes(),
            1,
            &["error: standard input is empty: ", accepted, "--> <stdin>:"],
        );
    }
    assert_refuses(CHECKERS, &["show", "/dev/null"], b"", 1, &["error: the file is empty: ", accepted]);
}
