//! Tests of `checkers hub` through pipes, as controlling programs use it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Output, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use testing::run::{assert_fails, printed};
use testing::start;

const CHECKERS: &str = "checkers";

/// Much longer than any answer takes, even on a busy machine.
const MAX_ANSWER_TIME: Duration = Duration::from_secs(60);

/// The start of a game, with Black to move, in the protocol's notation.
const START: &str = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

/// An engine process, and the pipes of the dialogue with it.
struct Dialogue {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Dialogue {
    fn begin() -> Dialogue {
        let mut command = start::program(CHECKERS);
        command.arg("hub").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let mut dialogue = Dialogue { child, input, output };
        dialogue.send(&["set-param name=threads value=1", "set-param name=bb-size value=0", "init"]);
        dialogue.expect("ready");
        dialogue
    }

    fn send(&mut self, lines: &[&str]) {
        let text = lines.join("\n") + "\n";
        self.input.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).unwrap() > 0, "the engine has ended");
        line.trim_end().to_owned()
    }

    /// Reads up to a line with this beginning, and returns that line.
    fn expect(&mut self, begin: &str) -> String {
        loop {
            let line = self.line();
            if line.starts_with(begin) {
                return line;
            }
            assert!(!line.starts_with("error"), "{line}");
        }
    }

    /// Reads a line that refuses a request.
    fn refusal(&mut self) -> String {
        let line = self.line();
        line.strip_prefix("error message=").unwrap_or_else(|| panic!("{line}")).to_owned()
    }

    /// Closes the input; returns the rest of the output.
    fn end(mut self) -> Output {
        self.input = None;
        let mut rest = Vec::new();
        std::io::Read::read_to_end(&mut self.output, &mut rest).unwrap();
        let mut output = self.child.wait_with_output().unwrap();
        output.stdout = rest;
        output
    }
}

/// Returns the value of an argument; the value must have no blanks.
fn value<'a>(line: &'a str, name: &str) -> &'a str {
    let mut words = line.split(' ');
    words.find_map(|word| word.strip_prefix(name)?.strip_prefix('=')).unwrap_or_else(|| panic!("{line}"))
}

#[test]
fn the_engine_introduces_itself() {
    let mut dialogue = Dialogue::begin();
    dialogue.send(&["hub"]);
    let id = dialogue.line();
    assert!(id.starts_with("id name=checkers version=") && id.contains(" author=\""), "{id}");
    let mut names = Vec::new();
    loop {
        let line = dialogue.line();
        if line == "wait" {
            break;
        }
        assert!(line.starts_with("param "), "{line}");
        assert!(line.contains(" type="), "{line}");
        names.push(value(&line, "name").to_owned());
    }
    assert_eq!(names, ["variant", "numbering", "threads", "tt-size", "bb-size", "bb-path"]);
    dialogue.send(&["ping"]);
    assert_eq!(dialogue.line(), "pong");
    dialogue.send(&["quit"]);
    assert_eq!(printed(dialogue.end()), "");
}

#[test]
fn a_search_reports_each_depth_then_the_move_and_the_expected_reply() {
    let mut dialogue = Dialogue::begin();
    dialogue.send(&["new-game", &format!("pos pos={START}"), "level depth=5", "go think"]);
    for depth in 1..=5 {
        let line = dialogue.line();
        assert!(line.starts_with(&format!("info depth={depth} score=")), "{line}");
        assert!(value(&line, "nodes").parse::<u64>().unwrap() > 0, "{line}");
        for real in ["score", "time", "nps"] {
            assert!(value(&line, real).parse::<f64>().is_ok(), "{line}");
        }
        let line_of_moves = line.split(" pv=").nth(1).unwrap().trim_matches('"').split(' ');
        assert!((1..=depth).contains(&line_of_moves.count()), "{line}");
    }
    let done = dialogue.line();
    // Black, on squares 1 to 12, moves first in English draughts.
    let moved: Vec<u32> = value(&done, "move").split('-').map(|number| number.parse().unwrap()).collect();
    assert!((9..=12).contains(&moved[0]) && (13..=16).contains(&moved[1]), "{done}");
    assert!(value(&done, "ponder").contains('-'), "{done}");
}

#[test]
fn a_whole_game_is_played_with_legal_moves_only() {
    let mut dialogue = Dialogue::begin();
    let mut moves: Vec<String> = Vec::new();
    // The start in the form of pydraughts; moves use the numbers of English draughts.
    let start = START.replacen('B', "W", 1);
    while moves.len() < 60 {
        let level = ["level depth=1", "level nodes=50", "level move-time=0.001"][moves.len() % 3];
        dialogue.send(&[&format!("pos pos={start} moves=\"{}\"", moves.join(" ")), level, "go think"]);
        let line = dialogue.line();
        if line.starts_with("error") {
            assert!(line.contains("has none"), "{line}");
            break;
        }
        let done = if line.starts_with("done") { line } else { dialogue.expect("done") };
        // If the move is illegal, the next `pos` is refused.
        moves.push(value(&done, "move").to_owned());
    }
    assert!(moves.len() > 20, "{moves:?}");
}

#[test]
fn invalid_lines_get_an_error_and_the_engine_continues() {
    let mut dialogue = Dialogue::begin();
    for (line, expected) in [
        ("foo", "but found 'foo'"),
        ("go", "expected think, ponder or analyze after go but found nothing"),
        ("go think", "expected pos before go"),
        ("pos", "expected pos= after pos"),
        ("pos pos=Wxx", "expected w, W, b, B or e on square 1 but found 'x'"),
        ("pos pos=\"W", "the value of 'pos' has no closing quotation mark"),
        ("level depth=many", "expected a whole number of at least 1 for depth but found 'many'"),
        (
            "set-param name=threads value=0",
            "expected a whole number from 1 to 1024 for threads but found '0'",
        ),
        ("set-param name=variant value=normal", "expected english for variant but found 'normal'"),
        ("ponder-hit", "expected ponder-hit after go ponder"),
        ("\u{1b}[31m\u{202e}", r"but found '\u{1b}[31m\u{202e}'"),
    ] {
        dialogue.send(&[line]);
        let refusal = dialogue.refusal();
        assert!(refusal.trim_matches('"').ends_with(expected), "{line}: {refusal}");
        assert!(refusal.len() < 2000, "{line}");
    }
    dialogue.send(&[&format!("pos pos={START} moves=\"11-15 9-13\"")]);
    assert_eq!(dialogue.refusal(), "\"move 2: the move '9-13' is not legal\"");
    dialogue.input.as_mut().unwrap().write_all(b"\xff\xfe\0\n").unwrap();
    dialogue.refusal();
    dialogue.send(&["ping"]);
    assert_eq!(dialogue.line(), "pong");
}

#[test]
fn lines_of_any_length_are_survived() {
    let mut dialogue = Dialogue::begin();
    let long = "x".repeat(3 << 20);
    dialogue.send(&[&long]);
    assert_eq!(dialogue.refusal(), "\"expected a line of at most 1048576 bytes\"");
    dialogue.send(&[&format!("pos pos={}", &long[..1 << 19])]);
    assert!(dialogue.refusal().len() < 200);
    // Kings move back and forth more times than in any real game.
    let back = "1-5 32-28 5-1 28-32 ".repeat(2000);
    let kings = format!("B{}{}{}", "B", "e".repeat(30), "W");
    dialogue.send(&[&format!("pos pos={kings} moves=\"{back}\""), "level depth=1", "go think"]);
    dialogue.expect("done");
}

#[test]
fn stop_is_answered_at_once_by_a_move() {
    let mut dialogue = Dialogue::begin();
    for mode in ["think", "analyze", "ponder"] {
        dialogue.send(&[&format!("pos pos={START}"), "level infinite", &format!("go {mode}"), "ping"]);
        // An endless search continues while the engine answers.
        dialogue.expect("pong");
        dialogue.send(&["stop"]);
        assert!(value(&dialogue.expect("done"), "move").contains('-'));
    }
    dialogue.send(&["stop", "ping"]);
    assert_eq!(dialogue.line(), "pong", "a stop that comes too late is nothing");
}

#[test]
fn pondering_waits_for_the_opponent() {
    let mut dialogue = Dialogue::begin();
    // Even if the search ends at once, the engine holds its move back.
    dialogue.send(&[&format!("pos pos={START}"), "level depth=1", "go ponder"]);
    dialogue.expect("info");
    dialogue.send(&["ping"]);
    dialogue.expect("pong");
    dialogue.send(&["ponder-hit"]);
    dialogue.expect("done");
    // The clock starts when the opponent moves.
    dialogue.send(&["level move-time=0.05", "go ponder", "ping"]);
    dialogue.expect("pong");
    dialogue.send(&["ponder-hit"]);
    dialogue.expect("done");
}

#[test]
fn clocks_are_kept() {
    let mut dialogue = Dialogue::begin();
    for level in ["level time=1", "level moves=2 time=1", "level time=-0.1 inc=0.2", "level time=0.001"] {
        let begin = Instant::now();
        dialogue.send(&[&format!("pos pos={START}"), level, "go think"]);
        dialogue.expect("done");
        assert!(begin.elapsed() < MAX_ANSWER_TIME, "{level}");
    }
}

#[test]
fn the_end_of_the_input_ends_the_engine_with_the_move_it_has() {
    let mut dialogue = Dialogue::begin();
    dialogue.send(&[&format!("pos pos={START}"), "level infinite", "go think"]);
    dialogue.expect("info");
    let rest = printed(dialogue.end());
    assert!(rest.lines().last().unwrap().starts_with("done move="), "{rest}");
    assert_eq!(printed(start::program(CHECKERS).arg("hub").output().unwrap()), "", "no input at all");
}

#[test]
fn signals_end_the_engine() {
    for (signal, status) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let mut dialogue = Dialogue::begin();
        dialogue.send(&[&format!("pos pos={START}"), "level infinite", "go think"]);
        dialogue.expect("info");
        kill_process(Pid::from_child(&dialogue.child), signal).unwrap();
        assert_eq!(dialogue.child.wait().unwrap().code(), Some(status));
    }
}

#[test]
fn a_closed_pipe_ends_the_engine_quietly() {
    let Dialogue { mut child, mut input, output } = Dialogue::begin();
    drop(output);
    // If another test is starting a process, that process may inherit the pipe and keep it open for a moment,
    // so that the first answers can still be written.
    let begin = Instant::now();
    let status = loop {
        assert!(begin.elapsed() < Duration::from_secs(60), "the engine does not end");
        let _ = input.as_mut().unwrap().write_all(b"ping\n");
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(status.code(), Some(0));
}

#[cfg_attr(not(target_os = "linux"), ignore = "there is no /dev/full")]
#[test]
fn a_full_disk_is_reported() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = start::program(CHECKERS);
    command.arg("hub").stdin(Stdio::piped()).stdout(full).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"ping\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_fails(&output, 1, "cannot write the result");
}

#[test]
fn a_program_that_does_not_read_delays_nothing() {
    let mut dialogue = Dialogue::begin();
    // Requests more answers than fit in a pipe.
    dialogue.send(&["hub"; 120]);
    dialogue.send(&["quit"]);
    assert_eq!(dialogue.child.wait().unwrap().code(), Some(0));
}

#[test]
fn tables_that_cannot_be_opened_are_named_and_done_without() {
    let none = "expected those of English draughts in ";
    for (path, why) in [
        (start::testdata("valid/rankin.txt"), "rankin.txt"),
        (start::testdata("no such folder"), none),
        (start::testdata("valid"), none),
    ] {
        let mut dialogue = Dialogue::begin();
        dialogue.send(&[
            "set-param name=bb-size value=4",
            &format!("set-param name=bb-path value=\"{path}\""),
            "init",
        ]);
        let refusal = dialogue.refusal();
        let told = refusal.contains("cannot open the endgame tables: ") && refusal.contains(why);
        assert!(told, "{refusal}");
        assert_eq!(dialogue.line(), "ready");
        dialogue.send(&[&format!("pos pos={START}"), "level depth=1", "go think"]);
        dialogue.expect("done");
    }
}
