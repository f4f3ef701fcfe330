//! Tests of `checkers play` on a terminal: interrupts, and the terminal's state afterwards.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use testing::start;

use rustix::process::{Pid, Signal, kill_process};
use rustix::termios::Termios;
use testing::terminal::Terminal;

fn start(arguments: &[&str]) -> (Terminal, Termios) {
    let mut command = start::program("checkers");
    command.arg("play").args(arguments).envs([("TERM", "xterm"), ("NO_COLOR", "1"), ("LANG", "C.UTF-8")]);
    Terminal::start(&mut command, 80, 24)
}

/// Quits a game in progress, which has to be confirmed.
#[track_caller]
fn quit_begun(mut terminal: Terminal, before: &Termios) -> String {
    terminal.press("quit\r");
    terminal.follow("the game is not saved: quit again");
    terminal.follow("> ");
    quit(terminal, before)
}

/// Quits with a command, and checks that the terminal's settings are restored.
#[track_caller]
fn quit(mut terminal: Terminal, before: &Termios) -> String {
    terminal.press("quit\r");
    let (status, written, after) = terminal.end();
    assert_eq!(status.code(), Some(0), "{written:?}");
    assert_eq!(format!("{after:?}"), format!("{before:?}"));
    written
}

#[test]
fn an_interrupt_stops_every_hint() {
    let (mut terminal, before) = start(&["--red", "human", "--black", "human"]);
    terminal.follow("black> ");
    terminal.press("11-15\r");
    terminal.follow("red> ");
    for _ in 0..2 {
        // The test does not wait for depth 60.
        terminal.press("hint 60\r");
        terminal.follow("nodes/s");
        terminal.signal(Signal::INT);
        terminal.follow("stopped");
        terminal.follow("red> ");
    }
    // The game is unchanged, and later hints are not stopped.
    terminal.press("undo\r");
    terminal.follow("1 ply taken back");
    terminal.follow("black> ");
    terminal.press("hint 0\r");
    terminal.follow("#1 b6->a5: 0");
    terminal.follow("black> ");
    quit(terminal, &before);
}

#[test]
fn an_interrupt_stops_a_program_that_thinks() {
    for slow in ["timed:3600", "minimax:60"] {
        let (mut terminal, before) = start(&["--black", slow]);
        terminal.follow("Type a move");
        terminal.signal(Signal::INT);
        terminal.follow("stopped; type go or a move to continue");
        terminal.follow("black (stopped)> ");
        // A person moves for the program; then the program continues.
        terminal.press("11-15\r");
        terminal.follow("black plays f6->e5");
        terminal.follow("red> ");
        terminal.press("go\r");
        terminal.follow("it is not a program's turn");
        terminal.follow("red> ");
        terminal.press("#1\r");
        terminal.follow("red plays");
        terminal.signal(Signal::INT);
        terminal.follow("black (stopped)> ");
        terminal.press("black random:1\r");
        terminal.follow("black (stopped)> ");
        terminal.press("go\r");
        terminal.follow("black plays");
        terminal.follow("red> ");
        assert!(!quit_begun(terminal, &before).contains("press Ctrl-C again"));
    }
}

#[test]
fn an_interrupt_stops_two_programs_until_go() {
    let (mut terminal, _) = start(&["--red", "random:1", "--black", "timed:3600"]);
    terminal.follow("Type a move");
    terminal.signal(Signal::INT);
    terminal.follow("black (stopped)> ");
    terminal.press("11-15\r");
    terminal.follow("red plays");
    terminal.signal(Signal::INT);
    terminal.follow("(stopped)> ");
    // Taking a move back does not make the programs continue.
    terminal.press("undo\r");
    terminal.follow("1 ply taken back");
    terminal.follow("(stopped)> ");
    terminal.press("go\r");
    terminal.follow(" plays");
    terminal.signal(Signal::INT);
    terminal.follow("(stopped)> ");
    // With no work left to stop, an interrupt ends the program.
    terminal.signal(Signal::INT);
    let (status, ..) = terminal.end();
    assert_eq!(status.code(), Some(130));
}

#[test]
fn an_interrupt_stops_a_replay() {
    let (mut terminal, before) = start(&["--red", "human", "--black", "human"]);
    terminal.follow("black> ");
    terminal.press("11-15\r");
    terminal.follow("red> ");
    terminal.press("replay 60\r");
    terminal.follow("black to move");
    terminal.signal(Signal::INT);
    terminal.follow("stopped");
    // The last board on the screen is the current one.
    terminal.follow("red to move");
    terminal.follow("red> ");
    quit_begun(terminal, &before);
}

#[test]
fn a_file_or_unsaved_game_is_lost_only_after_confirmation() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.pdn"), "not ours").unwrap();
    let mut command = start::program("checkers");
    command.args(["play", "--red", "human", "--black", "human"]).current_dir(&folder);
    let (mut terminal, _) = Terminal::start(command.envs([("TERM", "xterm"), ("NO_COLOR", "1")]), 80, 24);
    let mut say = |line: &str, answer: &str| {
        terminal.follow("> ");
        terminal.press(line);
        terminal.press("\r");
        terminal.follow(answer);
    };
    say("11-15", "black plays");
    let (exists, unsaved) = ("a.pdn already exists; save again", "the game is not saved: load again");
    say("save a.pdn", exists);
    // A file of several games is refused at once.
    std::fs::write(folder.path().join("two.pdn"), "1. 11-15 *\n1. 9-14 *\n").unwrap();
    say("save two.pdn", "two.pdn has several games");
    // After another command, the next `save` again counts as the first request.
    say("moves", "#1 ");
    say("save a.pdn", exists);
    assert_eq!(std::fs::read_to_string(folder.path().join("a.pdn")).unwrap(), "not ours");
    say("save a.pdn", "saved a.pdn");
    // A file that this game has written is replaced without a second request, and a saved game can be
    // dropped.
    say("save a.pdn", "saved a.pdn");
    say("load a.pdn", "red to move");
    say("#1", "red plays");
    say("load a.pdn", unsaved);
    // FEN does not hold the line that was played after the file's moves.
    say("save b.fen", "saved b.fen");
    say("load a.pdn", unsaved);
    say("load a.pdn", "red to move");
    say("#1", "red plays");
    say("load a.pdn", unsaved);
    say("load a.pdn", "red to move");
    say("#1", "red plays");
    // Wait for the prompt before pressing a key that is not a letter. A board contains `> ` too, hence the
    // full text.
    terminal.follow("black> ");
    // The end of the input also quits.
    terminal.press("\x04");
    terminal.follow("the game is not saved: quit again");
    terminal.follow("black> ");
    terminal.press("\x04");
    let (status, ..) = terminal.end();
    assert_eq!(status.code(), Some(0));
}

#[test]
fn a_finished_game_is_dropped_without_confirmation_only_if_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = start::program("checkers");
    command.args(["play", "--red", "human", "--black", "human"]).current_dir(&folder);
    let (mut terminal, _) = Terminal::start(command.envs([("TERM", "xterm"), ("NO_COLOR", "1")]), 80, 24);
    let mut say = |line: &str, answer: &str| {
        terminal.follow("> ");
        terminal.press(line);
        terminal.press("\r");
        terminal.follow(answer);
    };
    say("11-15", "black plays");
    say("save a.pdn", "saved a.pdn");
    say("resign", "rematch restarts the game with sides swapped");
    // The file contains the moves, but not the end of the game.
    say("load a.pdn", "the game is not saved: load again");
    say("quit", "the game is not saved: quit again");
    say("save a.pdn", "saved a.pdn");
    terminal.follow("over> ");
    terminal.press("quit\r");
    let (status, ..) = terminal.end();
    assert_eq!(status.code(), Some(0));
}

#[test]
fn lines_that_come_at_once_are_all_read() {
    let (mut terminal, before) = start(&["--red", "human", "--black", "human"]);
    terminal.follow("black> ");
    // The lines arrive together, as when pasted or typed ahead.
    terminal.press("11-15\rundo\r10-15\rundo\r");
    for played in ["f6->e5", "d6->e5"] {
        terminal.follow(&format!("black plays {played}"));
        terminal.follow("1 ply taken back");
    }
    // The first move is kept as a variation. Quitting would lose it.
    quit_begun(terminal, &before);
}

#[test]
fn interrupts_signals_and_bad_input_at_the_prompt_leave_the_terminal_as_it_was() {
    let ends = [
        (Ok("\x04"), 0),
        (Ok("\x03"), 130),
        (Err(Signal::INT), 130),
        (Err(Signal::TERM), 143),
        (Err(Signal::HUP), 129),
        (Err(Signal::QUIT), 131),
    ];
    for (end, status) in ends {
        let (mut terminal, before) = start(&["--red", "human", "--black", "human"]);
        terminal.follow("black> ");
        assert_ne!(format!("{before:?}"), format!("{:?}", terminal.settings()), "lines are edited");
        // Neither the first Ctrl-C nor a byte that is not UTF-8 ends anything.
        terminal.press(b"11-\xff");
        terminal.follow("expected UTF-8");
        terminal.follow("black> ");
        terminal.press("foo\x03");
        terminal.follow("press Ctrl-C again");
        terminal.follow("black> ");
        match end {
            Ok(key) => terminal.press(key),
            Err(signal) => terminal.signal(signal),
        }
        let (ended, _, after) = terminal.end();
        assert_eq!(ended.code(), Some(status), "{end:?}");
        assert_eq!(format!("{before:?}"), format!("{after:?}"));
    }
}

#[test]
fn an_interrupt_ends_a_game_on_a_pipe() {
    let mut command = start::program("checkers");
    command.args(["play", "--red", "human", "--black", "human"]);
    let mut program = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut commands = program.stdin.take().unwrap();
    // The hint never reaches depth 60, but the move before it is played first.
    commands.write_all(b"11-15\nhint 60\n").unwrap();
    let lines = BufReader::new(program.stdout.take().unwrap()).lines();
    assert!(lines.map(Result::unwrap).any(|line| line == "black plays f6->e5"));
    kill_process(Pid::from_child(&program), Signal::INT).unwrap();
    assert_eq!(program.wait().unwrap().code(), Some(130));
    drop(commands);
}

#[test]
fn boards_are_drawn_in_ascii_if_the_locale_is_not_utf8() {
    let rankin = "testdata/valid/rankin.txt";
    for (all, ctype, lang, is_ascii) in [
        ("C", "C.UTF-8", "C.UTF-8", true),
        ("C.UTF-8", "C", "C", false),
        ("", "C", "C.UTF-8", true),
        ("", "", "C.UTF-8", false),
        ("", "", "", true),
    ] {
        let variables = [("LC_ALL", all), ("LC_CTYPE", ctype), ("LANG", lang)];
        let program = |arguments: &[&str]| {
            let mut command = start::program("checkers");
            command.args(arguments).env("TERM", "xterm").envs(variables);
            Terminal::start(&mut command, 80, 24).0
        };
        let (status, written, _) = program(&["show", rankin]).end();
        assert!(status.success() && written.contains("red to move"), "{written:?}");
        assert_eq!(written.is_ascii(), is_ascii, "show, {variables:?}: {written:?}");
        let mut play = program(&["play", "--red", "human", "--black", "human"]);
        play.follow("black> ");
        play.press("quit\r");
        let (_, written, _) = play.end();
        assert_eq!(written.is_ascii(), is_ascii, "play, {variables:?}: {written:?}");
    }
}

#[test]
fn the_prompt_comes_where_moves_cannot_be_listed() {
    let large = "testdata/large/very-many-moves.txt";
    let (mut terminal, before) = start(&["--red", "human", "--black", "human", large]);
    terminal.follow("red> ");
    terminal.press("n13->p\t\r");
    terminal.follow("n13->p15");
    terminal.follow("black> ");
    quit_begun(terminal, &before);
}
