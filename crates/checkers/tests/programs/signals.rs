//! Sends signals at random moments during all kinds of work. Nothing is left half done, and the terminal is
//! restored.
//!
//! `make soak` sets `SOAK_ROUNDS` to send many more signals.

use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use std::{fs, thread};
use testing::{seed, start};

use rustix::pipe::fcntl_setpipe_size;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use testing::terminal::{Terminal, status};

const RANKMOVES: &str = "rankmoves";
const CHECKERS: &str = "checkers";

const GAME: &str = "testdata/perft/start-capture-multiple.txt";
const LARGE: &str = "testdata/valid/board-15x15.txt";

/// The signals, with the exit statuses that shells use for them.
const SIGNALS: [(Signal, i32); 3] = [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)];

fn rounds(few: usize) -> usize {
    std::env::var("SOAK_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(few)
}

/// Returns whether a signal ended a program: with this status or, before the program handles signals, by the
/// system.
fn is_ended_by((signal, code): (Signal, i32), status: ExitStatus) -> bool {
    status.code() == Some(code) || status.signal() == Some(signal.as_raw())
}

/// The beginning and end that a file saved by a program must have.
type Ends = (&'static str, &'static str);

const TEXT: Ends = ("RULES:", "MOVES:");
const PDN: Ends = ("[", "*");
const SVG: Ends = ("<svg", "</svg>");

/// Asserts that the files in a folder are complete and that it contains nothing else. Removes them.
#[track_caller]
fn assert_whole(folder: &Path, (begin, end): Ends, what: &str) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        assert!(path.extension().is_some(), "{what} left {}", path.display());
        let text = fs::read_to_string(&path).unwrap();
        let is_whole = text.starts_with(begin) && text.trim_end().ends_with(end);
        assert!(is_whole, "{what}: {}: {text:?}", path.display());
        fs::remove_file(path).unwrap();
    }
}

/// A run of a program between pipes.
struct Job<'a> {
    arguments: Vec<&'a str>,
    input: String,
    output: Output<'a>,
}

/// The output that a program may leave if a signal ends it at any moment.
enum Output<'a> {
    /// Whole lines.
    Lines,
    /// The beginning of these bytes, up to a line end.
    Prefix(&'a [u8]),
    /// Files in the folder, with this beginning and end.
    Files(Ends),
}

#[test]
fn between_pipes_nothing_is_left_half_done() {
    let folder = TempDir::new().unwrap();
    let in_folder = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let tree = start::program(RANKMOVES).args(["-v", "-d", "5", GAME]).output().unwrap().stdout;
    let (svg, pdn) = (in_folder("board.svg"), in_folder("series.pdn"));
    let job = |arguments: &[&'static str], output| (arguments.to_vec(), output);
    let mut jobs: Vec<Job> = [
        job(&[RANKMOVES, "-d", "40", GAME], Output::Lines),
        job(&[RANKMOVES, "-d", "1", LARGE], Output::Lines),
        job(&[RANKMOVES, "-v", "-d", "5", GAME], Output::Prefix(&tree)),
        job(&[CHECKERS, "perft", "-d", "30", GAME], Output::Prefix(b"")),
    ]
    .into_iter()
    .map(|(arguments, output)| Job { arguments, input: String::new(), output })
    .collect();
    jobs.push(Job {
        arguments: vec![CHECKERS, "show", GAME, "-o", &svg],
        input: String::new(),
        output: Output::Files(SVG),
    });
    jobs.push(Job {
        arguments: vec![CHECKERS, "play", "--black", "human"],
        input: format!("save {}\n", in_folder("game.txt")).repeat(200),
        output: Output::Files(TEXT),
    });
    jobs.push(Job {
        arguments: vec![CHECKERS, "series", "--games", "9", "--pdn", &pdn, "random", "random"],
        input: String::new(),
        output: Output::Files(PDN),
    });
    let rounds = rounds(140);
    let mut rng = seed::rng();
    let mut ended = 0;
    for round in 0..rounds {
        let Job { arguments, input, output: expected } = &jobs[round % jobs.len()];
        let signal = SIGNALS[rng.usize(..SIGNALS.len())];
        let what = format!("{round} {arguments:?} {signal:?}");
        let mut child = start::program(arguments[0])
            .args(&arguments[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let pid = Pid::from_child(&child);
        let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let input = input.clone();
        // The program may have ended already.
        let writer = thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
        let reader = thread::spawn(move || {
            let mut output = Vec::new();
            stdout.read_to_end(&mut output).map(|_| output)
        });
        thread::sleep(Duration::from_micros(rng.u64(..60_000)));
        // The program may have ended already.
        let _ = kill_process(pid, signal.0);
        let status = status(&mut child);
        writer.join().unwrap();
        let output = reader.join().unwrap().unwrap();
        let is_ended = is_ended_by(signal, status);
        ended += usize::from(status.code() == Some(signal.1));
        assert!(is_ended || status.code() == Some(0), "{what}: {status:?}");
        match expected {
            Output::Lines => assert!(output.is_empty() || output.ends_with(b"\n"), "{what}"),
            Output::Prefix(whole) => {
                assert!(whole.starts_with(&output), "{what}");
                assert!(output.is_empty() || output.ends_with(b"\n"), "{what}");
            }
            Output::Files(ends) => assert_whole(folder.path(), *ends, &what),
        }
    }
    assert!(ended * 3 > rounds, "{ended} of {rounds}");
}

/// The reader may be slow or read nothing until the program has ended, and the pipe may be small. The output
/// always consists of whole lines.
#[test]
fn an_interrupted_tree_ends_with_a_line() {
    let arguments = ["-v", "-d", "5", GAME];
    let tree = start::program(RANKMOVES).args(arguments).output().unwrap().stdout;
    let mut rng = seed::rng();
    let (mut cut, rounds) = (0, rounds(60));
    for round in 0..rounds {
        let signal = SIGNALS[rng.usize(..SIGNALS.len())];
        let (mut reader, writer) = std::io::pipe().unwrap();
        let capacity = rng.choice([4096, 1 << 14, 1 << 16]).unwrap();
        fcntl_setpipe_size(&writer, capacity).unwrap();
        let mut child = start::program(RANKMOVES)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(writer)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = vec![0; 1];
        // Wait until the tree has begun.
        let mut count = reader.read(&mut output).unwrap();
        output.truncate(count);
        let (reads, pause) = (rng.usize(..40), rng.u64(..500));
        for _ in 0..reads {
            let mut part = [0; 3001];
            count = reader.read(&mut part).unwrap();
            output.extend_from_slice(&part[..count]);
            thread::sleep(Duration::from_micros(pause));
        }
        let _ = kill_process(Pid::from_child(&child), signal.0);
        let status = status(&mut child);
        reader.read_to_end(&mut output).unwrap();
        assert!(is_ended_by(signal, status), "{round}: {signal:?}: {status:?}");
        assert!(tree.starts_with(&output), "{round}: {signal:?}");
        assert!(output.ends_with(b"\n"), "{round}: {signal:?}, capacity {capacity}, {reads} reads");
        cut += usize::from(output.len() < tree.len());
    }
    assert_eq!(cut, rounds, "the tree is longer than what a pipe holds");
}

/// Returns the private modes of a terminal that differ from those at the start.
fn modes_left(written: &str) -> Vec<(&str, char)> {
    /// Modes that are on at the start: the cursor is shown, and long lines wrap.
    const ON: [&str; 2] = ["25", "7"];
    let mut modes: Vec<(&str, char)> = Vec::new();
    for part in written.split("\x1b[?").skip(1) {
        let Some(end) = part.find(|c: char| !c.is_ascii_digit()) else { continue };
        let (mode, to) = (&part[..end], part[end..].chars().next().unwrap());
        modes.retain(|&(other, _)| other != mode);
        let is_default = to == if ON.contains(&mode) { 'h' } else { 'l' };
        if !is_default {
            modes.push((mode, to));
        }
    }
    modes
}

#[test]
fn remaining_terminal_modes_are_detected() {
    assert_eq!(modes_left("a\x1b[?25l\x1b[?1049h\x1b[?7hb\x1b[?25hc\x1b[1m"), [("1049", 'h')]);
    assert_eq!(modes_left("\x1b[?1049h\x1b[?1049l\x1b[?25l"), [("25", 'l')]);
    assert_eq!(modes_left("\x1b[?2004h\x1b[?7l\x1b[?2004l"), [("7", 'l')]);
}

#[test]
fn a_terminal_is_as_it_was() {
    let folder = TempDir::new().unwrap();
    let in_folder = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (text, pdn) = (in_folder("game.txt"), in_folder("game.pdn"));
    // Keys and commands, typed in any order.
    let save = format!(":save {pdn}\r:save {pdn}\r");
    let keys = ["f", "u", "\x1b[A", "\x1b[B", "\x1b[C", "\r", "\t", ":11-15\r", "?", "e", "g", &save];
    let save = format!("save {text}\r");
    let commands = ["show\r", "moves\r", "hint 3\r", "hi", "\t", "\x1b[A", &save];
    let jobs: [(&[&str], &[&str], Ends); 7] = [
        (&[CHECKERS, "tui", "--black", "human", "--depth", "60"], &keys, PDN),
        (&[CHECKERS, "tui", "--red", "minimax:3", "--black", "random:1", "--ascii"], &keys, PDN),
        (&[CHECKERS, "tui", "testdata/pdn/variations.pdn"], &keys[..6], PDN),
        (&[CHECKERS, "play", "--red", "human", "--black", "human"], &commands, TEXT),
        (&[CHECKERS, "play", "--black", "timed:3600"], &["\r"], TEXT),
        (&[CHECKERS, "perft", "-d", "40", GAME], &[], TEXT),
        (&[RANKMOVES, "-d", "60", GAME], &[], TEXT),
    ];
    let rounds = rounds(70);
    let mut rng = seed::rng();
    let mut ended = 0;
    for round in 0..rounds {
        let (arguments, keys, ends) = jobs[round % jobs.len()];
        let signal = SIGNALS[rng.usize(..SIGNALS.len())];
        let what = format!("{round} {arguments:?} {signal:?}");
        // Printed if the test fails.
        println!("{what}");
        let mut command = start::program(arguments[0]);
        command.args(&arguments[1..]).envs([("TERM", "xterm-256color"), ("LANG", "C.UTF-8")]);
        let (mut terminal, before) = Terminal::start(&mut command, 80, 24);
        let typed: String = (0..rng.usize(..20)).filter_map(|_| rng.choice(keys.iter().copied())).collect();
        terminal.press(typed);
        thread::sleep(Duration::from_micros(rng.u64(..200_000)));
        terminal.signal(signal.0);
        if signal.0 == Signal::INT && arguments[1] == "play" {
            // An interrupt stops the current work. The user can then quit, after finishing the line that was
            // begun.
            terminal.press("\rquit\r");
        }
        let (status, written, after) = terminal.end();
        let is_ended = is_ended_by(signal, status);
        ended += usize::from(status.code() == Some(signal.1));
        assert!(is_ended || status.code() == Some(0) && signal.0 == Signal::INT, "{what}: {status:?}");
        assert_eq!(format!("{before:?}"), format!("{after:?}"), "{what}");
        assert_eq!(modes_left(&written), [], "{what}: {written:?}");
        assert_whole(folder.path(), ends, &what);
    }
    assert!(ended * 2 > rounds, "{ended} of {rounds}");
}
