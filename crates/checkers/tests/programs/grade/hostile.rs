//! Tests of `checkers grade` with programs that flood, hang, fork, kill or hide.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;
use testing::run::write_script;
use testing::start::{self, program};

use super::{cases, compile};

/// Names of the hostile program, each with its verdict and part of the reason.
const HOSTILE: [(&str, &str, &str); 16] = [
    ("abort", "run-time-error", "signal 6"),
    ("children", "wrong-answer", ""),
    ("crash", "run-time-error", "signal 11"),
    ("crowd", "run-time-error", "too many processes"),
    ("errors", "output-limit", ""),
    ("escapees", "wrong-answer", ""),
    ("file", "output-limit", ""),
    ("flood", "output-limit", ""),
    ("group", "run-time-error", "signal 9"),
    ("locked", "wrong-answer", ""),
    ("memory", "memory-limit", ""),
    ("moody", "wrong-answer", ""),
    ("outsider", "memory-limit", ""),
    ("paint", "wrong-answer", ""),
    ("parent", "run-time-error", "signal 9"),
    ("status", "run-time-error", "exit status 3: no idea"),
];

/// The names under which the hostile program never ends by itself.
const ENDLESS: [&str; 4] = ["hang", "quiet", "runaway", "sleep"];

/// Grades the hostile program under each name, and a correct one. Returns the rows and, for each name, the
/// cases in its report; `None` if there is no compiler.
fn grade_hostile(folder: &Path, names: &[&str], time: &str) -> Option<(String, Vec<Vec<Value>>)> {
    let (hand_ins, scratch) = (folder.join("hand-ins"), folder.join("scratch"));
    fs::create_dir(&hand_ins).unwrap();
    fs::create_dir(&scratch).unwrap();
    let hostile = folder.join("hostile");
    if !compile(&start::top().join("crates/checkers/tests/grade/hostile.c"), &hostile) {
        return None;
    }
    cases(folder);
    for name in names {
        symlink(&hostile, hand_ins.join(name)).unwrap();
    }
    write_script(&hand_ins.join("right"), "exec rankmoves \"$@\"");
    fs::write(hand_ins.join("notes.txt"), "no program").unwrap();
    let output = program("checkers")
        .args(["grade", "--cases", "cases", "--each", "hand-ins", "--time", time, "--memory", "64M"])
        .args(["--output-limit", "1M", "--report", "json={}.json", "--report", "html={}.html"])
        .current_dir(folder)
        .env("TMPDIR", &scratch)
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read_dir(&scratch).unwrap().count(), 0, "folders are removed");
    assert_eq!(processes_of(&hostile), Vec::<String>::new(), "processes are ended");
    let rows = String::from_utf8(output.stdout).unwrap();
    assert_eq!(rows.lines().count(), names.len() + 2, "{rows}");
    let cases_of = |name: &&str| {
        let report = fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
        let report: Value = serde_json::from_str(&report).unwrap();
        report["cases"].as_array().unwrap().clone()
    };
    Some((rows, names.iter().map(cases_of).collect()))
}

/// Uses a long time limit, because on a busy machine a program may take a long time to reach the output
/// limit.
#[test]
fn hostile_programs_get_their_verdicts_and_leave_nothing() {
    let folder = TempDir::new().unwrap();
    let names = HOSTILE.map(|(name, ..)| name);
    let Some((rows, reports)) = grade_hostile(folder.path(), &names, "60s") else { return };
    assert!(rows.contains("right") && rows.contains("3 of 3  accepted"), "{rows}");
    for ((name, verdict, reason), cases) in HOSTILE.iter().zip(reports) {
        for case in cases {
            assert_eq!(case["verdict"], *verdict, "{name}: {case}");
            assert!(case["reason"].as_str().unwrap().contains(reason), "{name}: {case}");
        }
    }
    let page = fs::read_to_string(folder.path().join("paint.html")).unwrap();
    assert!(page.contains("&lt;script&gt;") && !page.contains("<script") && !page.contains('\u{1b}'));
    assert!(!rows.contains('\u{1b}'));
}

#[test]
fn programs_without_end_are_ended_at_the_limit_of_time() {
    let folder = TempDir::new().unwrap();
    let Some((_, reports)) = grade_hostile(folder.path(), &ENDLESS, "100ms") else { return };
    for (name, cases) in ENDLESS.iter().zip(reports) {
        for case in cases {
            assert_eq!(case["verdict"], "time-limit", "{name}: {case}");
        }
    }
}

#[test]
fn a_program_does_not_outlive_a_grader_that_is_killed() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("sleep");
    if !compile(&start::top().join("crates/checkers/tests/grade/hostile.c"), &file) {
        return;
    }
    cases(folder.path());
    let mut grader = program("checkers");
    grader.args(["grade", "--cases", "cases", "--time", "1000s", "--", "./sleep"]);
    let mut grader = grader.current_dir(folder.path()).env("TMPDIR", folder.path()).spawn().unwrap();
    let wait_until = |is_running: bool| {
        let begin = Instant::now();
        while processes_of(&file).is_empty() == is_running && begin.elapsed() < Duration::from_secs(60) {
            sleep(Duration::from_millis(5));
        }
        processes_of(&file).is_empty() != is_running
    };
    assert!(wait_until(true));
    grader.kill().unwrap();
    grader.wait().unwrap();
    assert!(wait_until(false), "{:?}", processes_of(&file));
}

/// Finds the processes that run a program.
fn processes_of(file: &Path) -> Vec<String> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let runs = |folder: &PathBuf| fs::read_link(folder.join("exe")).is_ok_and(|exe| exe == file);
    let found = entries.map(|entry| entry.path()).filter(runs);
    found.map(|path| fs::read_to_string(path.join("cmdline")).unwrap_or_default()).collect()
}
