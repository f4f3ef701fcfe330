//! Tests of engines as players, `hub:COMMAND`, both good and faulty.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use testing::run::{assert_fails, assert_refuses, printed, wait_for_file};
use testing::start;
use testing::terminal::{self, Terminal};

use crate::{CHECKERS, run, scratch};

/// An engine that moves at once.
const OURS: &str = "hub:depth=1 threads=1 bb-size=0 checkers hub";

/// Writes an engine that answers `go` with shell commands; returns its description.
fn engine(folder: &Path, settings: &str, go: &str) -> String {
    let file = folder.join("engine.sh");
    let script = format!(
        "while read line; do case $line in\n\
         hub) echo begun >> {0}/starts; echo id name=nasty; echo wait;;\n\
         init) echo ready;;\n\
         pos*|new-game) echo \"$line\" >> {0}/lines;;\n\
         go*) {go};;\n\
         esac; done\n",
        folder.display()
    );
    fs::write(&file, script).unwrap();
    format!("hub:{settings} sh {}", file.display())
}

#[test]
fn engines_play_a_series_of_whole_games() {
    let folder = scratch("hub-series");
    let games = folder.join("games.jsonl");
    let keep = ["--keep", games.to_str().unwrap()];
    let arguments = ["series", "--games", "4", "--seed", "3", OURS, "random:1"];
    let report = printed(run(&[&arguments[..], &keep].concat(), ""));
    assert!(report.contains(&format!("agents   {OURS} against random:1")), "{report}");
    assert!(report.contains("games    4"), "{report}");
    assert_eq!(fs::read_to_string(games).unwrap().lines().count(), 4);
}

#[test]
fn an_engine_plays_either_side_against_a_person_and_a_program() {
    let said = printed(run(&["play", "--red", "human", "--black", OURS], "#1\n#1\n"));
    assert_eq!(said.matches("black plays ").count(), 3, "{said}");
    let said = printed(run(&["play", "--red", OURS, "--black", "random:1"], ""));
    assert!(said.contains(" wins: ") || said.contains("a draw: "), "{said}");
    assert!(said.matches("red plays ").count() > 5, "{said}");
    // In mid-game, one seat is given to a person and the other to an engine.
    let commands = format!("#1\nred human\n#1\nblack {OURS}\nred\n");
    let said = printed(run(&["play", "--red", "random:1", "--black", "human"], &commands));
    assert!(said.contains(&format!("black: {OURS}")), "{said}");
}

#[test]
fn an_engine_receives_the_game_in_its_own_numbering() {
    let folder = scratch("hub-numbering");
    // Black moves first. The first engine numbers the squares as pydraughts does, from the other end of the board.
    for (first, second, moves) in [("22-18", "23-19", "22-18 9-13"), ("11-15", "10-14", "11-15 24-20")] {
        let _ = fs::remove_file(folder.join("lines"));
        let go = format!(
            "n=$((n+1)); if [ $n = 1 ]; then echo done move={first}; else echo done move={second}; fi"
        );
        let spec = engine(&folder, "limit=20", &go);
        let said = printed(run(&["play", "--red", "human", "--black", &spec], "24-20\n"));
        assert!(said.contains("black plays f6->e5") && said.contains("black plays d6->c5"), "{said}");
        let lines = fs::read_to_string(folder.join("lines")).unwrap();
        let last = lines.lines().last().unwrap();
        assert!(last.ends_with(&format!(" moves=\"{moves}\"")), "{last}");
    }
}

#[test]
fn an_engine_with_an_ambiguous_first_move_must_move_from_the_start_position() {
    let folder = scratch("hub-ambiguous");
    // Black's kings stand on 14 and 19. If squares are counted from the other end, each king has the other's
    // number.
    let fen = ["--fen", "B:WK1:BK14,K19"];
    for (of_start, expected) in [("11-15", "black plays f4->e3"), ("22-18", "black plays c5->d6")] {
        let _ = fs::remove_file(folder.join("lines"));
        let go = format!(
            "case $line_of in *Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww*) echo done move={of_start};; *) echo done move=19-23;; esac"
        );
        let spec = engine(&folder, "limit=20", &go);
        let file = folder.join("engine.sh");
        let script = fs::read_to_string(&file)
            .unwrap()
            .replace("echo \"$line\" >>", "line_of=$line; echo \"$line\" >>");
        fs::write(&file, script).unwrap();
        let said = printed(run(&[&["play", "--red", "human", "--black", &spec][..], &fen].concat(), ""));
        assert!(said.contains(expected), "{said}");
        let lines = fs::read_to_string(folder.join("lines")).unwrap();
        assert_eq!(lines.matches("pos pos=").count(), 2, "{lines}");
    }
}

#[test]
fn an_engine_receives_new_game_before_its_first_position() {
    let folder = scratch("hub-new-game");
    let go = "n=$((n+1)); if [ $n = 1 ]; then echo done move=11-15; else echo done move=10-14; fi";
    let spec = engine(&folder, "limit=20", go);
    printed(run(&["play", "--red", "human", "--black", &spec], "24-20\n"));
    let lines = fs::read_to_string(folder.join("lines")).unwrap();
    let first_words: Vec<_> = lines.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(first_words, ["new-game", "pos", "pos"]);
}

#[test]
fn an_engine_is_not_trusted_after_a_fault() {
    let folder = scratch("hub-fault");
    let spec = engine(&folder, "limit=20", "echo done move=1-5");
    let said = printed(run(&["play", "--red", "human", "--black", &spec], "undo\ngo\n"));
    assert_eq!(said.matches("black forfeits the game: the move '1-5' is not legal").count(), 2, "{said}");
    assert_eq!(fs::read_to_string(folder.join("starts")).unwrap().lines().count(), 2, "one process a search");
}

#[test]
fn an_engine_that_fails_in_a_game_forfeits_it() {
    let folder = scratch("hub-nasty");
    for (settings, go, expected) in [
        ("", "exit 3", "it ended with status 3"),
        ("", "echo no file of weights >&2; exit 1", "it ended with status 1: no file of weights"),
        ("", "kill -9 $$", "it was ended by signal 9"),
        ("limit=0.8", "sleep 60", "it did not send done in time"),
        ("limit=0.8", "yes info", "it did not send done in time"),
        ("limit=0.8", "exec <&-; exec >&-; sleep 60", "it did not send done in time"),
        ("", "echo done move=1-5", "the move '1-5' is not legal"),
        ("", "echo done move=sideways", "but found 'sideways'"),
        ("", "echo done", "but found ''"),
        ("", "head -c 3000000 /dev/zero; echo; echo done move=9", "but found '9'"),
        ("", "echo 'error message=\"no idea\"'", "it reports 'no idea'"),
    ] {
        let spec = engine(&folder, settings, go);
        let said = printed(run(&["play", "--red", "random:1", "--black", &spec], ""));
        let forfeit = said.lines().find(|line| line.starts_with("black forfeits the game: "));
        let forfeit = forfeit.unwrap_or_else(|| panic!("{go}: {said}"));
        assert!(forfeit.ends_with(expected), "{go}: {forfeit}");
        assert!(said.ends_with("red wins: black resigns\n"), "{go}: {said}");
    }
}

#[test]
fn a_series_continues_after_a_forfeit_and_counts_a_loss() {
    let folder = scratch("hub-forfeit");
    let spec = engine(&folder, "", "exit 3");
    let output = run(&["series", "--games", "4", "--seed", "1", &spec, "random:1"], "");
    let (told, report) =
        (String::from_utf8(output.stderr).unwrap(), String::from_utf8(output.stdout).unwrap());
    assert_eq!(output.status.code(), Some(0), "{told}");
    // A reason is reported at the first forfeit, then once more with the number of further games.
    let lines: Vec<&str> = told.lines().collect();
    assert!(
        lines[0].starts_with("warning: game ") && lines[0].ends_with(" forfeits: it ended with status 3")
    );
    assert!(lines[1].ends_with(" forfeits 3 more games: it ended with status 3"), "{told}");
    assert_eq!(lines.len(), 2, "{told}");
    assert!(report.contains("lost     4"), "{report}");
}

#[test]
fn an_engine_that_does_not_begin_is_named() {
    for (command, expected) in [
        ("./no-such-engine", "cannot use the engine './no-such-engine': there is no such program"),
        ("no-such-engine", "cannot use the engine 'no-such-engine': there is no such program on the PATH"),
        ("/", "cannot use the engine '/': it cannot be started: "),
        ("sh -c 'exit 3'", "cannot use the engine 'sh': it ended with status 3"),
        ("limit=0.3 sleep 60", "cannot use the engine 'sleep': it did not send wait in time"),
        ("limit=0.3 cat", "cannot use the engine 'cat': it did not send wait in time"),
        (
            "sh -c 'echo param name=variant values=normal; echo wait; cat'",
            "it does not offer English draughts (variant=english), only 'normal'",
        ),
        ("book=true checkers hub", "it reports 'expected one of the parameters"),
    ] {
        let spec = format!("hub:{command}");
        assert_fails(&run(&["play", "--red", &spec], ""), 1, expected);
        assert_fails(&run(&["series", "--games", "2", &spec, "random"], ""), 1, expected);
        // `checkers play` continues the game.
        let said = printed(run(&["play", "--black", "human"], &format!("#1\nred {spec}\n#1\n")));
        assert!(said.contains(expected) && said.matches("plays ").count() == 2, "{said}");
    }
}

#[test]
fn engines_are_for_english_draughts_and_need_a_program() {
    let expected = "an engine (hub:COMMAND) plays English rules on the standard board only";
    for options in [&["--no-capture"][..], &["--single-jumps"], &["--board", "10x10"], &["--flipped"]] {
        assert_fails(&run(&[&["play", "--red", OURS][..], options].concat(), ""), 1, expected);
        assert_fails(&run(&[&["series", OURS, "random"][..], options].concat(), ""), 1, expected);
    }
    for (spec, expected) in [
        ("hub:", "expected hub:COMMAND with a program such as hub:./scan hub"),
        ("hub:'a", "there is no closing '"),
        ("people", "expected human, level:N[:SEED], "),
    ] {
        assert_refuses(&run(&["play", "--red", spec], ""), &[spec], 2, &[expected]);
    }
}

/// Waits until a process has ended; returns `false` if it takes too long.
fn is_gone(number: &str) -> bool {
    let pid = Pid::from_raw(number.trim().parse().unwrap()).unwrap();
    let begin = Instant::now();
    while test_kill_process(pid).is_ok() {
        if begin.elapsed() > Duration::from_secs(20) {
            return false;
        }
        sleep(Duration::from_millis(10));
    }
    true
}

/// Writes an engine that ignores the end of its input and has a child outside its process group.
fn stubborn(folder: &Path) -> (String, PathBuf) {
    let numbers = folder.join("numbers");
    let go = format!(
        "trap '' HUP TERM; setsid sleep 1000 & echo $! $$ > {0}.new; mv {0}.new {0}; sleep 1000",
        numbers.display()
    );
    (engine(folder, "limit=600", &go), numbers)
}

#[cfg_attr(not(target_os = "linux"), ignore = "what an engine has started is found in /proc")]
#[test]
fn no_process_of_an_engine_is_left_behind() {
    for signal in [Signal::INT, Signal::TERM, Signal::KILL] {
        let folder = scratch(&format!("hub-left-{}", signal.as_raw()));
        let (spec, numbers) = stubborn(&folder);
        let mut command = start::program(CHECKERS);
        command.args(["play", "--red", "random:1", "--black", &spec]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        wait_for_file(&numbers);
        kill_process(Pid::from_child(&child), signal).unwrap();
        child.wait().unwrap();
        for number in fs::read_to_string(&numbers).unwrap().split_whitespace() {
            assert!(is_gone(number), "{signal:?}: process {number} of the engine is left");
        }
    }
}

#[cfg_attr(not(target_os = "linux"), ignore = "what an engine has started is found in /proc")]
#[test]
fn an_engine_that_hangs_is_ended_with_its_children() {
    let folder = scratch("hub-hang");
    let (spec, numbers) = stubborn(&folder);
    let spec = spec.replace("limit=600", "limit=0.5");
    let said = printed(run(&["play", "--red", "random:1", "--black", &spec], ""));
    assert!(said.contains("black forfeits the game: it did not send done in time"), "{said}");
    for number in fs::read_to_string(numbers).unwrap().split_whitespace() {
        assert!(is_gone(number), "process {number} of the engine is left");
    }
}

/// Writes an engine that never introduces itself. Returns its description, and a file whose existence shows
/// that the engine has started.
fn silent(folder: &Path) -> (String, PathBuf) {
    let (script, begun) = (folder.join("silent.sh"), folder.join("begun"));
    fs::write(&script, format!("echo $$ > {0}.new; mv {0}.new {0}; exec sleep 1000", begun.display()))
        .unwrap();
    (format!("hub:limit=600 sh {}", script.display()), begun)
}

#[test]
fn an_interrupt_ends_the_wait_for_a_silent_engine() {
    for (task, signal, status) in
        [("play", Signal::INT, 130), ("series", Signal::INT, 130), ("series", Signal::TERM, 143)]
    {
        let folder = scratch(&format!("hub-silent-{task}-{status}"));
        let (spec, begun) = silent(&folder);
        let arguments = if task == "play" {
            ["--red", spec.as_str(), "--draw-after=9"]
        } else {
            [spec.as_str(), "random", "--games=4"]
        };
        let mut command = start::program(CHECKERS);
        command.arg(task).args(arguments).stdin(Stdio::piped()).stdout(Stdio::null());
        let mut child = command.spawn().unwrap();
        wait_for_file(&begun);
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert_eq!(terminal::status(&mut child).code(), Some(status), "{task}");
    }
}

#[test]
fn an_interrupt_ends_the_wait_for_an_engine_that_is_to_take_a_seat() {
    let (spec, begun) = silent(&scratch("hub-silent-seat"));
    let mut command = start::program(CHECKERS);
    command.args(["play", "--red", "human", "--black", "human"]);
    command.envs([("TERM", "xterm"), ("NO_COLOR", "1"), ("LANG", "C.UTF-8")]);
    let (mut terminal, _) = Terminal::start(&mut command, 80, 24);
    terminal.follow("black> ");
    terminal.press(format!("red {spec}\r"));
    wait_for_file(&begun);
    terminal.signal(Signal::INT);
    terminal.follow("stopped\r\n");
    terminal.follow("black> ");
    terminal.press("quit\r");
    assert_eq!(terminal.end().0.code(), Some(0));
}

#[test]
fn an_engine_receives_its_clock() {
    let folder = scratch("hub-clock");
    let spec = engine(&folder, "", "echo done move=11-15").replace("hub:", "hub:move-time=9 depth=3 ");
    let script = fs::read_to_string(folder.join("engine.sh")).unwrap();
    fs::write(folder.join("engine.sh"), script.replace("pos*|", "pos*|level*|")).unwrap();
    let arguments = ["play", "--red", "human", "--black", &spec, "--clock", "5m+3s"];
    let said = printed(run(&arguments, ""));
    assert!(said.contains("black plays f6->e5"), "{said}");
    let lines = fs::read_to_string(folder.join("lines")).unwrap();
    assert!(lines.contains("level depth=3 time=297 inc=3\n"), "{lines}");
}
