//! Tests of openings, Elo, sequential tests and clocks.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use rustix::termios::Termios;
use serde_json::Value;
use testing::run::{assert_fails, assert_refuses, printed};
use testing::start;
use testing::terminal::Terminal;

use crate::{CHECKERS, run};

const TWO: [&str; 5] = ["play", "--red", "human", "--black", "human"];

/// Returns the lines about moves and about the end of the game.
fn move_lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.contains(" plays ") || line.contains("wins")).collect()
}

/// Returns a figure from a line of a series' report.
#[track_caller]
fn figure<'a>(text: &'a str, name: &str) -> &'a str {
    let found = text.lines().find_map(|line| line.strip_prefix(name).filter(|rest| rest.starts_with(' ')));
    found.unwrap_or_else(|| panic!("{name}: {text}")).trim()
}

#[test]
fn openings_are_listed_with_number_moves_and_name() {
    let all = printed(run(&["openings"], ""));
    assert!(all.lines().filter(|line| !line.trim_start().starts_with('-')).count() == 156, "{all}");
    assert!(all.contains("\n  8  9-13 22-18 11-15                  Edinburgh Single\n"), "{all}");
    assert!(all.contains("\n  7  9-13 22-18 10-15\n"), "no blanks after moves without a name");
    let some = printed(run(&["openings", "wilderness"], ""));
    assert_eq!(some.lines().count(), 2, "{some}");
    for words in [&["openings", "12-16 24-20"][..], &["openings", "12-16", "24-20"]] {
        assert_eq!(printed(run(words, "")).lines().count(), 2);
    }
    assert_fails(&run(&["openings", "5-9"], ""), 1, "no known opening begins with '5-9'");
    let arguments = ["openings", "wildernes iii"];
    assert_refuses(&run(&arguments, ""), &arguments, 1, &["did you mean Wilderness"]);
}

#[test]
fn a_game_begins_with_an_opening_by_name_or_moves() {
    let begun = |opening: &str, commands: &str| {
        let text = printed(run(&[&TWO[..], &["--opening", opening]].concat(), commands));
        move_lines(&text).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    // Kelso is 10-15.
    assert_eq!(begun("kelso", "22-18\n15x22\n"), ["red plays c3->d4", "black plays e5->c3"]);
    assert_eq!(begun("10-15 22-18", "15x22\n"), ["black plays e5->c3"]);
    assert_eq!(begun("d6->e5", "undo\nd6->c5\n"), ["black plays d6->c5"]);
}

#[test]
fn an_opening_that_is_unknown_or_has_no_such_board_is_refused() {
    for (arguments, message) in [
        (&["play", "--opening", "Edinborough"][..], "did you mean Edinburgh?"),
        (&["play", "--opening", "11-15 1-32"], "illegal"),
        (&["play", "--opening", "Kelso", "--board", "10x10"], "cannot be used with"),
        (&["play", "--opening", "Kelso", "--no-capture"], "cannot be used with"),
        (&["play", "--opening", "Kelso", "game.pdn"], "cannot be used with"),
        (&["series", "random", "random", "--opening", "Dike"], "did you mean Dyke?"),
        (&["series", "random", "random", "--opening", "Dyke", "--board", "6x6"], "needs the standard board"),
        (
            &["series", "random", "random", "--openings", "three-move", "--opening", "2"],
            "cannot be used with",
        ),
        (
            &["series", "random", "random", "--openings", "three-move", "--first", "red"],
            "cannot be used with",
        ),
        (&["series", "random", "random", "--sprt", "5,0"], "--sprt"),
        (&["series", "random", "random", "--clock", "5x"], "such as 5m+3s"),
        (&["play", "--clock", "40/5m"], "--clock"),
    ] {
        assert_refuses(&run(arguments, ""), arguments, 2, &[message]);
    }
    let arguments = ["series", "random", "random", "--openings", "testdata/valid/rankin.txt"];
    assert_refuses(&run(&arguments, ""), &arguments, 1, &["expected three-move, or a PDN file"]);
}

#[test]
fn a_series_plays_each_opening_twice() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    fs::write(file("two.pdn"), "[Event \"1\"]\n1. 11-15 23-19 *\n[Event \"2\"]\n1. 9-14 *\n").unwrap();
    let arguments = [
        "series",
        "random",
        "random",
        "--seed",
        "2",
        "--openings",
        &file("two.pdn"),
        "--pdn",
        &file("games.pdn"),
    ];
    let text = printed(run(&arguments, ""));
    assert!(figure(&text, "games").starts_with("4 (seed 2)"), "{text}");
    let games = fs::read_to_string(file("games.pdn")).unwrap();
    let begin = |moves: &str| games.matches(&format!("\n\n1. {moves}")).count();
    assert_eq!((begin("11-15 23-19 "), begin("9-14 ")), (2, 2), "{games}");
    // Another seed changes the order, and only the requested number of games is played.
    let deck = |seed: &str| {
        let arguments = [
            "series",
            "random",
            "random",
            "--games",
            "4",
            "--openings",
            "three-move",
            "--seed",
            seed,
            "--pdn",
            "-",
        ];
        let games = String::from_utf8(run(&arguments, "").stdout).unwrap();
        let lines = games.split("\n\n1. ").skip(1);
        let lines: Vec<String> = lines
            .map(|line| {
                line.split_whitespace()
                    .filter(|word| !word.ends_with('.'))
                    .take(3)
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        assert_eq!((lines.len(), &lines[0], &lines[2]), (4, &lines[1], &lines[3]), "{games}");
        lines
    };
    assert_ne!(deck("1"), deck("2"));
    let listed = printed(run(&["openings", &deck("1")[0]], ""));
    assert_eq!(listed.lines().count(), 1, "{listed}");
}

#[test]
fn a_series_reports_elo_with_its_interval_from_pairs() {
    // All games end in the same way: both agents win as black, or both as red, or all games are drawn.
    let text = printed(run(
        &["series", "minimax:0:1", "minimax:0:1", "--games", "4", "--seed", "3", "--opening", "0"],
        "",
    ));
    let pairs: Vec<u32> = figure(&text, "pairs").split(' ').map_while(|count| count.parse().ok()).collect();
    assert_eq!((pairs.len(), pairs.iter().sum::<u32>()), (5, 2), "{text}");
    let text = printed(run(&["series", "minimax:3", "random", "--games", "6", "--seed", "1"], ""));
    assert_eq!(
        figure(&text, "pairs"),
        "0 0 0 0 3 (in which minimax:3 scored 0, 0.5, 1, 1.5 and 2 points)",
        "{text}"
    );
    assert_eq!(figure(&text, "elo"), "+inf (+89.3 to +inf)");
}

#[test]
fn one_pair_is_reported_without_elo() {
    let text = printed(run(&["series", "minimax:3", "random", "--games", "2", "--seed", "1"], ""));
    assert_eq!(
        figure(&text, "pairs"),
        "0 0 0 0 1 (in which minimax:3 scored 0, 0.5, 1, 1.5 and 2 points)",
        "{text}"
    );
    assert_eq!(figure(&text, "elo"), "not known: at least two pairs are needed");
}

#[test]
fn a_series_is_printed_as_one_object() {
    let object = |arguments: &[&str]| -> Value {
        let series = ["series", "minimax:3", "random", "--seed", "1", "--json"];
        serde_json::from_str(&printed(run(&[&series[..], arguments].concat(), ""))).unwrap()
    };
    let six = object(&["--games", "6"]);
    assert_eq!((&six["seed"], &six["games"], &six["won"]), (&1.into(), &6.into(), &6.into()));
    assert_eq!(six["pairs"], Value::from(vec![0, 0, 0, 0, 3]));
    assert_eq!(six["score"]["value"], 1.0);
    // All pairs are won, so the difference has no upper bound.
    assert_eq!((&six["elo"]["value"], &six["elo"]["high"]), (&Value::Null, &Value::Null));
    assert!(six["elo"]["low"].as_f64().unwrap() > 0.0);
    assert_eq!((&six["sprt"], &six["agents"][1]["lost_on_time"]), (&Value::Null, &Value::Null));
    assert_eq!(six["agents"][0]["name"], "minimax:3");
    let two = object(&["--games", "2", "--clock", "9", "--sprt", "0,5"]);
    assert_eq!((&two["elo"], &two["sprt"]["decided"]), (&Value::Null, &Value::Null));
    assert_eq!((&two["sprt"]["elo1"], &two["agents"][1]["lost_on_time"]), (&5.0.into(), &0.into()));
}

#[test]
fn kept_games_have_their_times_or_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let keep = |name: &str| {
        let series = ["series", "random", "random", "--games", "2", "--clock", "9", "--keep", &file(name)];
        String::from_utf8(run(&series, "").stderr).unwrap()
    };
    assert_eq!(keep("games.pdn"), "");
    let games = fs::read_to_string(file("games.pdn")).unwrap();
    assert_eq!(games.matches("[TimeControl \"9\"]").count(), 2, "{games}");
    assert!(games.matches("[%clk").count() > 20, "{games}");
    assert!(keep("games.jsonl").contains("the format JSON cannot hold the time left on the clocks; PDN can"));
}

#[test]
fn a_game_that_cannot_be_an_opening_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings.pdn").display().to_string();
    let series = ["series", "random", "random", "--openings", &file];
    fs::write(&file, "1. 11-15 *\n[FEN \"B:W18:B14\"]\n1. 14x23 *\n").unwrap();
    assert_fails(&run(&series, ""), 1, "but found game 2, which is over: black wins");
    fs::write(&file, "1. 11-15 *\n1. 11-14 *\n").unwrap();
    assert_fails(&run(&series, ""), 1, "openings.pdn:2:4");
}

#[test]
fn timed_uses_tables_in_a_series_with_endings() {
    let folder = tempfile::tempdir().unwrap();
    let tables = format!("--endings={}", folder.path().display());
    let series = ["series", "--games", "2", "timed:0.001", "random", &tables];
    assert_refuses(
        &run(&["series", "eval", "random", &tables], ""),
        &[],
        2,
        &["--endings needs the agent timed"],
    );
    let nameless = ["series", "timed:0.001", "random", "--endings="];
    assert_refuses(
        &run(&nameless, ""),
        &[],
        2,
        &["a value is required for '--endings[=<FOLDER>]' but none was supplied"],
    );
    assert_fails(&run(&series, ""), 1, "found no endgame tables for these rules in ");
    let build = ["endings", "build", "--pieces", "3", "--folder", folder.path().to_str().unwrap()];
    printed(run(&[&build[..], &["--results-only"]].concat(), ""));
    printed(run(&series, ""));
    printed(run(&build, ""));
    // Red has a win in 19 plies and keeps it. Each agent plays red in one of the two games.
    let ending = ["--fen", "W:WK18,K22:BK10", "--opening", "0", "--draw-after", "15"];
    let text = printed(run(&[&series[..], &ending].concat(), ""));
    assert!(matches!(figure(&text, "won"), "1 by timed:0.001" | "2 by timed:0.001"), "{text}");
}

#[test]
fn a_sequential_test_ends_with_the_same_game_on_any_number_of_threads() {
    let decide = |threads: &str, hypotheses: &str, agents: [&str; 2]| {
        let series =
            ["series", agents[0], agents[1], "--seed", "1", "--threads", threads, "--sprt", hypotheses];
        let text = printed(run(&series, ""));
        (figure(&text, "games").to_owned(), figure(&text, "sprt").to_owned())
    };
    let (games, result) = decide("1", "0,400", ["minimax:2", "random"]);
    assert!(result.starts_with("stopped: 400 Elo rather than 0 (log-likelihood ratio "), "{result}");
    assert!(games.split(' ').next().unwrap().parse::<u32>().unwrap() < 100, "{games}");
    assert_eq!(decide("3", "0,400", ["minimax:2", "random"]), (games, result));
    let (_, result) = decide("2", "-400,-10", ["random", "minimax:2"]);
    assert!(result.starts_with("stopped: -400 Elo rather than -10"), "{result}");
    let text = printed(run(&["series", "random", "random", "--games", "4", "--sprt", "0,1"], ""));
    assert!(figure(&text, "sprt").starts_with("not decided between 0 and 1 Elo"), "{text}");
}

#[test]
fn a_game_with_a_clock_keeps_its_times_in_pdn() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let commands =
        format!("11-15\n23-19\nsave {}\nsave {}\nundo 2\nmoves\n", file("game.pdn"), file("game.txt"));
    let text = printed(run(&[&TWO[..], &["--clock", "5m+30s"]].concat(), &commands));
    let moves = move_lines(&text);
    assert!(moves[0].starts_with("black plays f6->e5 (5:") && moves[0].ends_with(" left)"), "{text}");
    assert!(text.contains("the format exchange cannot hold the time left on the clocks"), "{text}");
    let saved = fs::read_to_string(file("game.pdn")).unwrap();
    assert!(saved.contains("[TimeControl \"300+30\"]"), "{saved}");
    assert_eq!(saved.matches("{[%clk 0:05:").count(), 2, "{saved}");
    // The times survive when the game is read and written again.
    let again = printed(run(&["convert", "--to", "pdn", &file("game.pdn")], ""));
    assert_eq!(again, saved);
}

#[test]
fn a_program_out_of_time_loses() {
    let text = printed(run(&["play", "--red", "human", "--black", "eval:99", "--clock", "0.1"], ""));
    assert_eq!(move_lines(&text), ["red wins: black has run out of time"], "{text}");
}

#[test]
fn timed_takes_its_time_from_the_clock() {
    // The test does not wait for a move that may take a day.
    let arguments = ["play", "--red", "random:1", "--black", "timed:86400", "--clock", "1+0.01"];
    let text = printed(run(&arguments, ""));
    assert!(text.contains(" wins: ") || text.contains("a draw: "), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let pdn = folder.path().join("games.pdn").display().to_string();
    let text = printed(run(
        &["series", "--games", "2", "timed:86400", "random", "--clock", "0.5", "--pdn", &pdn],
        "",
    ));
    assert!(figure(&text, "games").starts_with("2 "), "{text}");
    assert!(fs::read_to_string(&pdn).unwrap().contains("[TimeControl \"0.5\"]"));
    let text = printed(run(&["series", "--games", "2", "random", "eval:99", "--clock", "0.1"], ""));
    assert_eq!(figure(&text, "on time"), "0 and 2 games lost on time", "{text}");
    assert_eq!(figure(&text, "won"), "2 by random", "{text}");
}

#[test]
fn a_person_out_of_time_loses_and_may_take_that_back() {
    let mut command = start::program(CHECKERS);
    command.args(TWO).args(["--clock", "0.05"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("a  b  c") {
        line.clear();
        assert_ne!(stdout.read_line(&mut line).unwrap(), 0);
    }
    // Much longer than the clock allows.
    sleep(Duration::from_millis(700));
    let mut stdin = child.stdin.take().unwrap();
    // Sends all input at once. After `undo` black's clock runs again, and may run out before or after the end
    // of the input; the assertions hold in both cases.
    stdin.write_all(b"11-15\nundo\n").unwrap();
    drop(stdin);
    let mut text = String::new();
    stdout.read_to_string(&mut text).unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(move_lines(&text)[0], "red wins: black has run out of time", "{text}");
    assert!(!text.contains(" plays "), "the move came too late: {text}");
    assert!(text.contains("the loss on time is taken back"), "{text}");
}

/// Starts a game of two people with a clock on a terminal. Also returns the terminal's earlier settings.
fn clocked(time: &str) -> (Terminal, Termios) {
    let mut command = start::program(CHECKERS);
    command.args(TWO).args(["--clock", time]);
    command.envs([("TERM", "xterm"), ("NO_COLOR", "1"), ("LANG", "C.UTF-8")]);
    Terminal::start(&mut command, 80, 24)
}

#[test]
fn the_prompt_shows_the_time_that_is_left() {
    let (mut terminal, _) = clocked("5m");
    terminal.follow("black 5:00> ");
    terminal.press("resign\r");
    terminal.follow("red wins: black resigns");
    terminal.follow("over> ");
    terminal.press("quit\rquit\r");
    assert_eq!(terminal.end().0.code(), Some(0));
}

#[test]
fn a_flag_that_falls_at_the_prompt_is_reported_at_once() {
    let (mut terminal, before) = clocked("0.4");
    terminal.follow("black 0.4> ");
    // Nothing is typed.
    terminal.follow("red wins: black has run out of time");
    terminal.press("11-15\r");
    terminal.follow("red wins: black has run out of time");
    terminal.follow("over> ");
    terminal.press("quit\rquit\r");
    let (status, written, after) = terminal.end();
    assert_eq!(status.code(), Some(0), "{written}");
    assert!(!written.contains("black plays"), "the move came too late");
    assert_eq!(format!("{after:?}"), format!("{before:?}"));
}

#[test]
#[cfg(feature = "tui")]
fn the_full_screen_board_shows_clocks_and_whose_flag_has_fallen() {
    let mut command = start::program(CHECKERS);
    command.args(["tui", "--clock", "2", "--red", "human", "--black", "human", "--ascii"]);
    command.envs([("TERM", "xterm"), ("NO_COLOR", "1"), ("LANG", "C.UTF-8")]);
    let (mut terminal, _) = Terminal::start(&mut command, 80, 24);
    terminal.wait_for("2.0");
    terminal.wait_for("wins:");
    terminal.press("q");
    terminal.press("q");
    assert_eq!(terminal.end().0.code(), Some(0));
}

#[test]
#[cfg(feature = "tui")]
fn the_full_screen_board_begins_with_an_opening() {
    let mut command = start::program(CHECKERS);
    command.args(["tui", "--opening", "Kelso", "--black", "human"]);
    command.envs([("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("COLORTERM", "")]).env_remove("NO_COLOR");
    let (mut terminal, _) = Terminal::start(&mut command, 80, 24);
    // Black has moved, so the list shows red's moves.
    terminal.wait_for("c3->d4");
    terminal.press("q");
    assert_eq!(terminal.end().0.code(), Some(0));
}
