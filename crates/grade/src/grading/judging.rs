//! Judges the runs of a program.

use rankmoves_core::shorten;
use rankmoves_judge::Comparison;
use rustix::process::Signal;

use super::Grading;
use super::guard::{CANNOT_START, Limits, NOT_STARTED};
use super::process::{Run, RunEnding};
use crate::differences;
use crate::graded::{FailureKind, Graded, Verdict};
use crate::task::Task;

/// The longest message of the guard that is shown, in characters.
const MAX_GUARD_MESSAGE_CHARS: usize = 250;

/// Words that run-time systems print when they are out of memory.
const NO_MEMORY: [&str; 5] =
    ["bad_alloc", "MemoryError", "OutOfMemoryError", "memory allocation of", "out of memory"];

pub fn judge(task: &Task, run: Run, grading: &Grading<'_>) -> Graded {
    let has_answer = run.ending == RunEnding::Status(0);
    let is_right = run.output == task.case.answer.as_bytes();
    let is_compared = has_answer && task.position.is_ok() && !is_right;
    let comparison = if is_compared { task.compare(&run.output) } else { None };
    let (verdict, reason) = match &comparison {
        Some(comparison) => {
            let verdict = match (comparison.is_content_right(), grading.options.ignore_form) {
                (true, true) => Verdict::Accepted,
                (true, false) => Verdict::Presentation,
                (false, _) => Verdict::WrongAnswer,
            };
            (verdict, differences::first(comparison, grading.options.hide_expected))
        }
        None => judge_ending(task, &run, &grading.limits),
    };
    Graded {
        kind: FailureKind::of(task, verdict, comparison.as_ref()),
        seconds: run.time.as_secs_f64(),
        has_answer,
        output: run.output,
        pruned: comparison.as_ref().map(Comparison::pruned),
        right_for: comparison.and_then(|comparison| comparison.right_for),
        ..Graded::new(task, verdict, reason)
    }
}

/// Returns the last line of a message that names an error, such as `ValueError: …` below a traceback or `error: …`
/// above a drawing; the last line if none does.
fn error_line(message: &str) -> &str {
    let names_error = |line: &&str| {
        let text = line.to_ascii_lowercase();
        let is_indented = line.starts_with([' ', '\t']);
        !is_indented && ["error", "exception", "panic"].iter().any(|word| text.contains(word))
            || text.trim_start().starts_with("what():")
    };
    let mut lines = message.lines().filter(|line| !line.trim().is_empty());
    let line = lines.clone().rfind(names_error).or_else(|| lines.next_back()).unwrap_or_default().trim();
    // The number of Rust's thread before these words is different in each run.
    line.find("panicked at").map_or(line, |start| &line[start..])
}

/// Judges a run by its ending: without an answer, or with exactly the right one.
fn judge_ending(task: &Task, run: &Run, limits: &Limits) -> (Verdict, String) {
    let is_right = run.output == task.case.answer.as_bytes();
    let failure = |reason: String| {
        let error = String::from_utf8_lossy(&run.error);
        let is_near = run.memory >= limits.memory / 4 * 3;
        if is_near || NO_MEMORY.iter().any(|words| error.contains(words)) {
            return (Verdict::MemoryLimit, reason);
        }
        let line = error_line(&error);
        let colon = if line.is_empty() { "" } else { ": " };
        (Verdict::RunTimeError, format!("{reason}{colon}{}", shorten(line, 100)))
    };
    match run.ending {
        RunEnding::Time => {
            let seconds = limits.time.as_secs_f64();
            (Verdict::TimeLimit, format!("still running after {seconds} s of processor time"))
        }
        RunEnding::WallTime => {
            (Verdict::TimeLimit, format!("still running after {} s", limits.wall_time().as_secs_f64()))
        }
        RunEnding::Memory => (Verdict::MemoryLimit, format!("used {} MiB", run.memory >> 20)),
        RunEnding::Output => (Verdict::OutputLimit, format!("more than {} bytes", limits.output)),
        RunEnding::Processes => (Verdict::RunTimeError, "too many processes".to_owned()),
        RunEnding::Signal(signal) => failure(describe_signal(signal)),
        RunEnding::Status(status) if let Some(reason) = not_started(status, &run.error) => {
            (Verdict::RunTimeError, reason)
        }
        RunEnding::Status(status) if let Err(fault) = &task.position => judge_refusal(fault, run, status),
        RunEnding::Status(0) if is_right => (Verdict::Accepted, String::new()),
        RunEnding::Status(0) => (Verdict::WrongAnswer, String::new()),
        RunEnding::Status(status) if is_right => {
            let but = format!("but the program ended with exit status {status} instead of 0");
            (Verdict::RunTimeError, format!("the answer is right, {but}"))
        }
        RunEnding::Status(status) => failure(format!("exit status {status}")),
    }
}

/// Returns the message of the guard if it could not start the program.
fn not_started(status: i32, error: &[u8]) -> Option<String> {
    let error = String::from_utf8_lossy(error);
    let message = error.trim_end();
    let is_message = status == i32::from(NOT_STARTED) && message.starts_with(CANNOT_START);
    is_message.then(|| shorten(message, MAX_GUARD_MESSAGE_CHARS))
}

fn judge_refusal(fault: &str, run: &Run, status: i32) -> (Verdict, String) {
    let wrong = |reason: &str| (Verdict::WrongAnswer, format!("{reason}: {}", shorten(fault, 100)));
    if status == 0 {
        wrong("exit status 0 for an invalid file")
    } else if !run.output.is_empty() {
        wrong("output for an invalid file on standard output")
    } else if run.error.iter().all(u8::is_ascii_whitespace) {
        wrong("no message on standard error for an invalid file")
    } else {
        (Verdict::Accepted, String::new())
    }
}

/// Returns the number of a signal and, for common signals, its meaning.
fn describe_signal(signal: i32) -> String {
    let meaning = match Signal::from_named_raw(signal) {
        Some(Signal::SEGV) => "segmentation fault",
        Some(Signal::ABORT) => "abort",
        Some(Signal::FPE) => "arithmetic error",
        Some(Signal::BUS) => "bus error",
        Some(Signal::ILL) => "illegal instruction",
        Some(Signal::KILL) => "killed",
        Some(Signal::TERM) => "terminated",
        Some(Signal::PIPE) => "broken pipe",
        Some(Signal::SYS) => "bad system call",
        _ => return format!("signal {signal}"),
    };
    format!("signal {signal} ({meaning})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_that_names_the_error_is_quoted() {
        let python = "0 errors\nKeyError: 'turn'\n\nDuring handling of the above exception, another exception \
                      occurred:\n\n  File \"a.py\", line 1\n    raise ValueError(1)\nValueError: 1\n";
        let rust =
            "\nthread 'main' (17831) panicked at src/main.rs:2:5:\nboom\nnote: run with `RUST_BACKTRACE=1`\n";
        let java = "Exception in thread \"main\" java.lang.IllegalStateException\n\tat A.main(A.java:3)\n";
        let cpp = "terminate called after throwing an instance of 'std::runtime_error'\n  what():  rank 8\n";
        let node =
            "a.js:1\nthrow new TypeError(\"b\");\n^\n\nTypeError: b\n    at a.js:1:7\n\nNode.js v20.1.0\n";
        let drawn = "error: expected a rule\n --> 2:1\n  |\n2 | bla\n  | ^^^\n";
        assert_eq!(error_line(python), "ValueError: 1");
        assert_eq!(error_line(rust), "panicked at src/main.rs:2:5:");
        assert_eq!(error_line(java), "Exception in thread \"main\" java.lang.IllegalStateException");
        assert_eq!(error_line(cpp), "what():  rank 8");
        assert_eq!(error_line(node), "TypeError: b");
        assert_eq!(error_line(drawn), "error: expected a rule");
        assert_eq!(error_line("one\nno idea \n\n"), "no idea");
        assert_eq!(error_line(""), "");
    }
}
