//! Grading a course: patterns over the cases, a board for each kind of failure, a class in folders, points.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::{cases, grade, grade_script, script};

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

#[test]
fn the_cases_that_fail_are_described_by_what_they_have_in_common() {
    // With FILE the last argument ends with `.in`.
    let (_, report) = grade_script("case $* in *.in) exit 3;; esac; exec rankmoves \"$@\"", &[]);
    assert_eq!(
        strings(&report["patterns"]),
        ["fails both cases with FILE, and passes the only case on standard input"]
    );
    let (_, report) = grade_script("exec rankmoves \"$@\"", &[]);
    assert_eq!(strings(&report["patterns"]).len(), 0);
    let (_, report) = grade_script("exit 3", &[]);
    assert_eq!(strings(&report["patterns"]).len(), 0);
}

#[test]
fn each_kind_of_failure_has_its_smallest_board_the_gravest_first() {
    let text = "case $* in *-v*) exit 3;; esac; rankmoves \"$@\" | sed 's/score 0/score 7/'";
    let (_, report) = grade_script(text, &[]);
    let boards = report["boards"].as_array().unwrap();
    let kinds: Vec<&str> = boards.iter().map(|board| board["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["crash", "score"]);
    assert!(boards.iter().all(|board| board["pieces"].as_u64() > Some(0)), "{report}");
    assert_eq!(report["smallest"], boards[0]);
    let folder = TempDir::new().unwrap();
    cases(folder.path());
    script(&folder.path().join("mine"), text);
    let shown = |board: &str| {
        let output = grade(folder.path(), &["--cases", "cases", "--board", board, "--", "./mine"]);
        String::from_utf8(output.stdout).unwrap()
    };
    let first = shown("1");
    assert!(first.contains("Board 1 of 2: the smallest board found with a run-time error"), "{first}");
    assert!(first.ends_with("the option --board 2 shows the smallest board with a wrong score\n"), "{first}");
    let second = shown("2");
    assert!(second.contains("Board 2 of 2: the smallest board found with a wrong score"), "{second}");
}

#[test]
fn all_wrong_lines_of_the_small_board_are_marked() {
    let (_, report) = grade_script("rankmoves \"$@\" | sed 's/score -*[0-9]*/score 7/'", &[]);
    let folder = TempDir::new().unwrap();
    cases(folder.path());
    script(&folder.path().join("mine"), "rankmoves \"$@\" | sed 's/score -*[0-9]*/score 7/'");
    let output = grade(folder.path(), &["--cases", "cases", "--", "./mine"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let wrong = report["smallest"]["got"].as_str().unwrap().lines().count();
    assert!(wrong > 0);
    let answer = text.split("The program answers\n\n").nth(1).unwrap().split("\n\n").next().unwrap();
    assert_eq!(answer.lines().filter(|line| line.trim() == "^").count(), wrong, "{text}");
}
