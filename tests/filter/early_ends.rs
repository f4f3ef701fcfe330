//! Tests how `rankmoves --lines` ends before its input does: after a signal, or when its output is closed.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};
use std::thread::{sleep, spawn};
use std::time::Duration;

use testing::start;

/// Starts the program with pipes.
fn begin(arguments: &[&str]) -> Child {
    let mut command = start::program("rankmoves");
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Sends SIGTERM `times` times (SIGINT may be ignored where the tests run).
fn terminate(child: &Child, times: usize) {
    start::program("kill").args(vec![child.id().to_string(); times]).status().unwrap();
}

/// `timeout` sends its signal to the program, then to the program's group.
#[test]
fn an_interrupt_even_a_double_one_ends_after_a_complete_line_and_reports_the_count() {
    for round in 0..20 {
        let mut child = begin(&["--lines", "--scores"]);
        let mut input = child.stdin.take().unwrap();
        writeln!(input, "W:W21:B1\nW:W22:B1").unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        for _ in 0..2 {
            output.read_line(&mut String::new()).unwrap();
        }
        terminate(&child, 1 + round % 2);
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(143));
        assert_eq!(String::from_utf8_lossy(&ended.stderr), "stopped: 2 lines answered\n");
        drop(input);
    }
}

#[test]
fn a_second_interrupt_ends_it_even_if_nobody_reads() {
    let mut child = begin(&["--lines"]);
    let mut input = child.stdin.take().unwrap();
    // The answers do not fit the pipe.
    let _ = spawn(move || input.write_all("W:W21-32:B1-12\n".repeat(1000).as_bytes()));
    for _ in 0..2 {
        sleep(Duration::from_millis(500));
        terminate(&child, 1);
    }
    assert_eq!(child.wait().unwrap().code(), Some(143));
}

#[test]
fn a_reader_that_goes_away_ends_it() {
    let mut child = begin(&["--lines"]);
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // The input has no end.
    while writeln!(input, "W:W21:B1").is_ok() {
        sleep(Duration::from_millis(1));
    }
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
