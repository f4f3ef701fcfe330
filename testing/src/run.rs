//! Runs programs to their end and checks what they print.

use std::io::Write;
use std::process::{Output, Stdio};

use crate::start;

/// Runs a program with its arguments and a standard input.
pub fn run(program: &str, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = start::program(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A program that refuses its command line does not read its input.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().unwrap()
}

/// Checks that a program printed this and nothing else, and succeeded.
#[track_caller]
pub fn assert_prints(output: &Output, stdout: &str) {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), stdout);
    assert_eq!(output.status.code(), Some(0));
}

/// Checks that a program ended with this status, printed nothing, and that its
/// error has the message in it.
#[track_caller]
pub fn assert_fails(output: &Output, status: i32, message: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains(message), "{stderr}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert_eq!(output.status.code(), Some(status), "{stderr}");
}

/// Returns the output of `--stats`: names and figures.
#[track_caller]
pub fn statistics(output: &Output) -> Vec<(String, String)> {
    let text = String::from_utf8_lossy(&output.stderr);
    let lines = text.lines().map(|line| line.split_once("  ").unwrap_or_else(|| panic!("{text}")));
    lines.map(|(name, figure)| (name.to_owned(), figure.trim().to_owned())).collect()
}
