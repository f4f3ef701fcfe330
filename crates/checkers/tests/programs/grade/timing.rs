//! Tests of `checkers grade` with programs that are late, and with an interrupt.

use std::fs;
use std::process::Stdio;

use serde_json::Value;
use tempfile::TempDir;
use testing::run::{run, wait_for_file, write_script};
use testing::start::program;

use super::{cases, grade, grade_script, verdicts};

#[test]
fn time_is_that_of_the_processor_and_a_late_case_is_run_again() {
    // Sleeping longer than the limit on processor time is allowed.
    let (status, report) = grade_script("sleep 0.6; exec rankmoves \"$@\"", &["--time", "500ms"]);
    assert_eq!((status, verdicts(&report)), (Some(0), vec!["accepted"; 3]), "{report}");
    // The first answer to each question is late, as on a machine that is busy for a while.
    let folder = TempDir::new().unwrap();
    let asked = folder.path().join("asked");
    fs::create_dir(&asked).unwrap();
    let busy_once = format!(
        "asked={}/$(printf %s \"$*\" | tr -dc a-z0-9)\n\
         if mkdir \"$asked\"; then while :; do :; done; fi 2> /dev/null\n\
         exec rankmoves \"$@\"",
        asked.display()
    );
    let (status, report) = grade_script(&busy_once, &["--time", "300ms"]);
    assert_eq!((status, verdicts(&report)), (Some(0), vec!["accepted"; 3]), "{report}");
    assert_eq!(fs::read_dir(&asked).unwrap().count(), 3);
}

#[test]
fn cases_are_run_until_three_in_a_row_are_late() {
    let folder = TempDir::new().unwrap();
    let cases = cases(folder.path());
    for depth in ["0", "1", "3", "4", "5", "6"] {
        let name = |part: &str| cases.join(format!("depth-{depth}.{part}"));
        fs::copy(cases.join("1-plain.in"), name("in")).unwrap();
        fs::write(name("args"), format!("-d\n{depth}\n")).unwrap();
        let board = fs::read(name("in")).unwrap();
        fs::write(name("ans"), run("rankmoves", &["-d", depth], &board).stdout).unwrap();
    }
    // The cases of depths 2, 1 and 0 come first, then those of depths 0, 1, 3, 4, 5 and 6.
    let text = "case $* in *'-d 1'*|*'-d 2'*|*'-d 6'*) exec rankmoves \"$@\";; esac; while :; do :; done";
    write_script(&folder.path().join("mine"), text);
    let arguments =
        ["--cases", "cases", "--jobs", "1", "--time", "200ms", "--report", "json", "--", "./mine"];
    let report: Value = serde_json::from_slice(&grade(folder.path(), &arguments).stdout).unwrap();
    let late = "time-limit";
    let expected = ["accepted", "accepted", late, late, "accepted", late, late, late, late];
    assert_eq!(verdicts(&report), expected, "{report}");
    assert!(report["cases"][8]["reason"].as_str().unwrap().starts_with("not run"), "{report}");
}

#[test]
fn answers_that_become_late_are_not_reported_as_flaky() {
    let folder = TempDir::new().unwrap();
    let asked = folder.path().join("asked");
    fs::create_dir(&asked).unwrap();
    // The first answer to each question is wrong; later answers are late.
    let text = format!(
        "asked={}/$(printf %s \"$*\" | tr -dc a-z0-9)\n\
         if mkdir \"$asked\"; then echo wrong; exit; fi 2> /dev/null\n\
         while :; do :; done",
        asked.display()
    );
    let (_, report) = grade_script(&text, &["--time", "200ms"]);
    assert_eq!((verdicts(&report), &report["flaky"]), (vec!["wrong-answer"; 3], &Value::from(false)));
    assert_eq!(report["smallest"]["verdict"], "wrong-answer", "{report}");
}

#[test]
fn an_interrupt_ends_the_program_too() {
    let folder = TempDir::new().unwrap();
    cases(folder.path());
    write_script(&folder.path().join("mine"), "touch ../../started; sleep 1234.5");
    let scratch = folder.path().join("scratch");
    fs::create_dir(&scratch).unwrap();
    let mut child = program("checkers")
        .args(["grade", "--cases", "cases", "--time", "60s", "--", "./mine"])
        .current_dir(folder.path())
        .env("TMPDIR", &scratch)
        .spawn()
        .unwrap();
    wait_for_file(&folder.path().join("started"));
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(fs::read_dir(&scratch).unwrap().count(), 0);
}

#[test]
fn an_interrupted_class_names_the_programs_that_are_not_graded() {
    let folder = TempDir::new().unwrap();
    cases(folder.path());
    let started = folder.path().join("started");
    let endless = format!("touch '{}'; sleep 1234.5", started.display());
    for (name, body) in [("a", "echo nothing"), ("b", &endless)] {
        fs::create_dir_all(folder.path().join("class").join(name)).unwrap();
        write_script(&folder.path().join("class").join(name).join("main.sh"), body);
    }
    let interrupted = |class: &str| {
        let _ = fs::remove_file(&started);
        let child = program("checkers")
            .args(["grade", "--each", class, "--cases", "cases", "--time", "60s", "--jobs", "1"])
            .args(["--summary", "class.csv"])
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        wait_for_file(&started);
        let pid = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        (String::from_utf8(output.stdout).unwrap(), fs::read_to_string(folder.path().join("class.csv")))
    };
    let (shown, summary) = interrupted("class");
    let summary = summary.unwrap();
    assert!(shown.contains("the grading was stopped"), "{shown}");
    assert!(summary.lines().nth(1).unwrap().starts_with("a,0,"), "{summary}");
    assert!(summary.lines().nth(2).unwrap().contains("not graded,the grading was stopped"), "{summary}");
    // If no program is graded, the old summary stays.
    fs::remove_dir_all(folder.path().join("class/a")).unwrap();
    assert_eq!(interrupted("class").1.unwrap(), summary);
}
