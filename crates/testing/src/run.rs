//! Runs programs to their end and checks what they print.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::start;

/// Runs a program with its arguments and the given standard input.
pub fn run(program: &str, arguments: &[&str], input: &[u8]) -> Output {
    let mut command = start::program(program);
    command.args(arguments);
    output_of(command, input)
}

/// Runs a prepared command with the given standard input.
pub fn output_of(mut command: Command, input: &[u8]) -> Output {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // The program may print more than a pipe holds before it has read all of its input.
    thread::scope(|scope| {
        scope.spawn(move || {
            // A program that refuses its command line does not read its input.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().unwrap()
    })
}

/// Copies a program or a folder, with permissions, by another process. A program that this process wrote itself
/// may not start at first: the children that other tests start have the file open for a moment.
pub fn copy_program(from: &Path, to: &Path) {
    assert!(start::program("cp").arg("-a").args([from, to]).status().unwrap().success());
}

/// Writes a shell script that can be started.
pub fn write_script(path: &Path, text: &str) {
    let draft = path.with_extension("draft");
    fs::write(&draft, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&draft, PermissionsExt::from_mode(0o755)).unwrap();
    copy_program(&draft, path);
    fs::remove_file(draft).unwrap();
}

/// Waits until a program under test has made a file.
#[track_caller]
pub fn wait_for_file(file: &Path) {
    let begin = Instant::now();
    while !file.exists() {
        assert!(begin.elapsed() < Duration::from_secs(60), "{} does not appear", file.display());
        thread::sleep(Duration::from_millis(2));
    }
}

/// Returns what a program printed. Checks that it succeeded and had no messages.
#[track_caller]
pub fn printed(output: Output) -> String {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).unwrap()
}

/// Checks that a program printed exactly `stdout`, had no messages, and succeeded.
#[track_caller]
pub fn assert_prints(output: &Output, stdout: &str) {
    assert_eq!(printed(output.clone()), stdout);
}

/// Checks that a program ended with this status, printed nothing, and reported an error that contains the message.
#[track_caller]
pub fn assert_fails(output: &Output, status: i32, message: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains(message), "{stderr}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert_eq!(output.status.code(), Some(status), "{stderr}");
}

/// Checks that a program with these arguments ended with this status, printed nothing, and reported an error
/// that contains the messages.
#[track_caller]
pub fn assert_refuses(output: &Output, arguments: &[&str], status: i32, messages: &[&str]) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {stderr}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{arguments:?}: {stderr}");
    for message in messages {
        assert!(stderr.contains(message), "{arguments:?}: expected {message:?} in {stderr}");
    }
}

/// Returns the output of `--stats`: names and figures.
#[track_caller]
pub fn statistics(output: &Output) -> Vec<(String, String)> {
    let text = String::from_utf8_lossy(&output.stderr);
    let lines = text.lines().map(|line| line.split_once("  ").unwrap_or_else(|| panic!("{text}")));
    lines.map(|(name, figure)| (name.to_owned(), figure.trim().to_owned())).collect()
}
