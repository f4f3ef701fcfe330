//! Tests of `checkers grade`: verdicts on correct, wrong and hostile programs.

mod course;
mod hostile;
mod reports;
mod shared_failures;
mod timing;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Output;

use rustix::fs::{CWD, FileType, Mode, mknodat};
use serde_json::Value;
use tempfile::TempDir;
use testing::run::{assert_fails, run, write_script};
use testing::start::{self, program};

/// Writes three cases into a folder: the specification's example at three depths, once with its tree.
fn cases(folder: &Path) -> PathBuf {
    let cases = folder.join("cases");
    fs::create_dir(&cases).unwrap();
    for (name, file, switches) in [
        ("1-plain", "rankin", &["-d", "2"][..]),
        ("2-tree", "rankin", &["-v", "-d", "1"]),
        ("3-leaf", "rankin", &["-d", "0"]),
    ] {
        let text = fs::read_to_string(start::top().join(format!("testdata/valid/{file}.txt"))).unwrap();
        let answer = run("rankmoves", switches, text.as_bytes());
        assert!(answer.status.success());
        fs::write(cases.join(format!("{name}.in")), text).unwrap();
        fs::write(cases.join(format!("{name}.args")), switches.join("\n") + "\n").unwrap();
        fs::write(cases.join(format!("{name}.ans")), answer.stdout).unwrap();
    }
    cases
}

/// Compiles a C program; returns `false` if there is no compiler.
fn compile(source: &Path, to: &Path) -> bool {
    let Ok(output) = program("cc").args(["-O1", "-w", "-o"]).arg(to).arg(source).output() else {
        return false;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    true
}

fn grade(folder: &Path, arguments: &[&str]) -> Output {
    program("checkers").arg("grade").args(arguments).current_dir(folder).output().unwrap()
}

/// Grades a script on the cases of [`cases`], with a JSON report.
fn grade_script(text: &str, options: &[&str]) -> (Option<i32>, Value) {
    let folder = TempDir::new().unwrap();
    cases(folder.path());
    write_script(&folder.path().join("mine"), text);
    let all = [options, &["--cases", "cases", "--report", "json", "--", "./mine"]].concat();
    let output = grade(folder.path(), &all);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap())
}

fn verdicts(report: &Value) -> Vec<&str> {
    report["cases"].as_array().unwrap().iter().map(|case| case["verdict"].as_str().unwrap()).collect()
}

#[test]
fn a_right_program_is_accepted() {
    let (status, report) = grade_script("exec rankmoves \"$@\"", &[]);
    assert_eq!((status, verdicts(&report)), (Some(0), vec!["accepted"; 3]));
    assert_eq!((&report["accepted"], &report["of"]), (&Value::from(3), &Value::from(3)));
    assert_eq!((&report["program"], &report["smallest"]), (&Value::from("./mine"), &Value::Null));
    assert_eq!(report["diagnosis"].as_array().unwrap().len(), 0);
    // Every other case is sent to standard input.
    let arguments: Vec<String> =
        report["cases"].as_array().unwrap().iter().map(|case| case["arguments"].to_string()).collect();
    assert_eq!(arguments, [r#"["-d","2","1-plain.in"]"#, r#"["-v","-d","1"]"#, r#"["-d","0","3-leaf.in"]"#]);
}

#[test]
fn the_built_in_suite_accepts_rankmoves() {
    let folder = TempDir::new().unwrap();
    let output = grade(folder.path(), &["--", "rankmoves"]);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "96 of 96 cases accepted\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn form_and_content_are_distinguished() {
    let (status, report) = grade_script("rankmoves \"$@\" | sed 's/score/score:/'", &[]);
    assert_eq!((status, verdicts(&report)), (Some(1), vec!["presentation"; 3]));
    let (status, report) = grade_script("rankmoves \"$@\" | sed 's/score/score:/'", &["--ignore-form"]);
    assert_eq!((status, verdicts(&report)), (Some(0), vec!["accepted"; 3]));
    let (status, report) = grade_script("rankmoves \"$@\" | sed 's/-99/-98/'", &[]);
    assert_eq!((status, verdicts(&report)), (Some(1), vec!["wrong-answer", "wrong-answer", "accepted"]));
    let (status, report) = grade_script("rankmoves \"$@\"; exit 3", &[]);
    assert_eq!((status, verdicts(&report)), (Some(1), vec!["run-time-error"; 3]));
    let reason = "the answer is right, but the program ended with exit status 3 instead of 0";
    assert_eq!(report["cases"][0]["reason"], reason);
}

#[test]
fn a_case_without_arguments_has_a_smallest_board_too() {
    let folder = TempDir::new().unwrap();
    let cases = cases(folder.path());
    fs::rename(cases.join("3-leaf.in"), cases.join("4-none.in")).unwrap();
    fs::rename(cases.join("3-leaf.ans"), cases.join("4-none.ans")).unwrap();
    fs::write(cases.join("4-none.args"), "").unwrap();
    write_script(&folder.path().join("mine"), "rankmoves \"$@\" | sed 's/score 0/score 7/'");
    let output = grade(folder.path(), &["--cases", "cases", "--report", "json", "--", "./mine"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(verdicts(&report).last(), Some(&"wrong-answer"), "{report}");
}

#[test]
fn the_smallest_board_on_which_it_fails_is_shown_with_both_answers() {
    let (_, report) = grade_script("rankmoves \"$@\" | sed 's/-99/-98/'", &[]);
    let smallest = &report["smallest"];
    let text = |name: &str| smallest[name].as_str().unwrap().to_owned();
    assert!(smallest["pieces"].as_u64().unwrap() <= 3, "{smallest}");
    assert!(text("expected").contains("score -99") && text("got").contains("score -98"), "{smallest}");
    assert!(text("explanation").contains("-98"), "{smallest}");
    // The report gives the file and the arguments that lead to the expected answer.
    let arguments: Vec<&str> =
        smallest["arguments"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
    let answer = run("rankmoves", &arguments, text("board").as_bytes());
    assert_eq!(String::from_utf8(answer.stdout).unwrap(), text("expected"));
    let (_, report) = grade_script("rankmoves \"$@\" | sed 's/-99/-98/'", &["--hide-expected"]);
    assert!(report["smallest"].get("expected").is_none());
}

#[test]
fn an_answer_for_another_depth_is_reported_only_if_no_other_answer_refutes_it() {
    let folder = TempDir::new().unwrap();
    let cases = folder.path().join("cases");
    fs::create_dir(&cases).unwrap();
    // The scores differ at each depth. The first case names a file; the second sends the board to standard
    // input.
    let text = fs::read(start::top().join("testdata/valid/opponent-stuck-after-move.txt")).unwrap();
    for (name, depth) in [("1", "2"), ("2", "2"), ("3", "0")] {
        fs::write(cases.join(format!("{name}.in")), &text).unwrap();
        fs::write(cases.join(format!("{name}.args")), format!("-d\n{depth}\n")).unwrap();
        fs::write(cases.join(format!("{name}.ans")), run("rankmoves", &["-d", depth], &text).stdout).unwrap();
    }
    for (text, is_said) in [
        ("case $* in '-d 2'*) shift 2; set -- -d 1 \"$@\";; esac; rankmoves \"$@\"", true),
        // For only one of the two cases of depth 2, the program prints the answer for depth 1.
        ("case $* in '-d 2') set -- -d 1;; esac; rankmoves \"$@\"", false),
        // For one case of depth 2, the program prints the answer for depth 1; for the other case, it prints an
        // answer that is wrong at every depth.
        (
            "case $* in '-d 2') rankmoves \"$@\" | sed 's/score /score 1/';; '-d 2'*) rankmoves -d 1 $3;; \
             *) rankmoves \"$@\";; esac",
            false,
        ),
    ] {
        write_script(&folder.path().join("mine"), text);
        let output = grade(folder.path(), &["--cases", "cases", "--", "./mine"]);
        let table = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{table}");
        assert_eq!(table.contains("This is the answer for depth 1, not 2."), is_said, "{text}: {table}");
    }
}

#[test]
fn different_answers_to_one_question_are_reported_as_flaky() {
    let (status, report) = grade_script("echo $$", &[]);
    assert_eq!((status, &report["flaky"]), (Some(1), &Value::from(true)));
    let (_, report) = grade_script("echo 1", &[]);
    assert_eq!(report["flaky"], false);
}

#[test]
fn files_among_the_arguments_are_found_from_the_programs_own_folder() {
    let folder = TempDir::new().unwrap();
    cases(folder.path());
    write_script(&folder.path().join("mine.sh"), "pwd > left-behind; exec rankmoves \"$@\"");
    let output = grade(folder.path(), &["--cases", "cases", "--", "sh", "mine.sh"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "3 of 3 cases accepted\n");
    assert!(!folder.path().join("left-behind").exists());
}

#[test]
fn files_that_must_be_refused_are_graded() {
    let folder = TempDir::new().unwrap();
    let refused = cases(folder.path()).join("refused");
    fs::create_dir(&refused).unwrap();
    for name in ["empty", "no-board", "no-turn"] {
        fs::write(refused.join(format!("{name}.in")), "RULES: capture single jumps\n").unwrap();
    }
    let answering = |how: &str| {
        let text = format!("rankmoves \"$@\" > out 2> err && exec cat out; {how}");
        write_script(&folder.path().join("mine"), &text);
        let output = grade(folder.path(), &["--cases", "cases", "--report", "json", "--", "./mine"]);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let reason = report["cases"][3]["reason"].as_str().unwrap().to_owned();
        assert_eq!(report["cases"][3]["name"], "refused/empty: a file to be refused");
        (verdicts(&report)[3..].iter().map(ToString::to_string).collect::<Vec<_>>(), reason, report)
    };
    let (verdicts, ..) = answering("cat err >&2; exit 2");
    assert_eq!(verdicts, ["accepted"; 3]);
    for (how, why) in [
        ("cat err >&2; exit 0", "exit status 0 for an invalid file"),
        ("cat err >&2; cat err; exit 1", "output for an invalid file on standard output"),
        ("exit 1", "no message on standard error for an invalid file"),
    ] {
        let (verdicts, reason, report) = answering(how);
        assert_eq!(verdicts, ["wrong-answer"; 3], "{how}");
        assert!(reason.starts_with(why), "{reason}");
        assert!(report["smallest"]["explanation"].as_str().unwrap().contains(why), "{report}");
        assert_eq!(report["diagnosis"].as_array().unwrap().len(), 0);
    }
    let output = grade(folder.path(), &["--cases", "cases", "--hide-expected", "--", "./mine"]);
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.contains("\nExpected: an error message on standard error,"), "{table}");
    // Refusing everything does not count as finding the faults.
    write_script(&folder.path().join("mine"), "echo no >&2; exit 1");
    let output = grade(folder.path(), &["--cases", "cases", "--", "./mine"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("0 of 6 cases accepted\n"), "{output:?}");
    // A valid file cannot serve as an invalid one.
    fs::copy(folder.path().join("cases/1-plain.in"), refused.join("valid.in")).unwrap();
    let message = "cannot use cases/refused/valid.in as an invalid file: it is valid";
    assert_fails(&grade(folder.path(), &["--cases", "cases", "--", "sh"]), 2, message);
}

#[test]
fn each_hand_in_has_a_row_with_its_gravest_verdict_or_the_reason_why_it_has_none() {
    let folder = TempDir::new().unwrap();
    cases(folder.path());
    let hand_ins = folder.path().join("hand-ins");
    fs::create_dir_all(hand_ins.join("team")).unwrap();
    fs::create_dir(hand_ins.join(".git")).unwrap();
    fs::write(hand_ins.join("notes.txt"), "no program").unwrap();
    symlink("nowhere", hand_ins.join("link")).unwrap();
    mknodat(CWD, hand_ins.join("pipe"), FileType::Fifo, Mode::RWXU, 0).unwrap();
    let mixed = "case $* in *-v*) rankmoves \"$@\" | sed 's/score -1/score 7/' ;; \
                 *) rankmoves \"$@\" | sed 's/score/score:/' ;; esac";
    write_script(&hand_ins.join("mixed"), mixed);
    let output = grade(folder.path(), &["--cases", "cases", "--each", "hand-ins"]);
    let rows = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = rows.lines().collect();
    let row = |index: usize, name: &str, words: &str| {
        let line: &str = lines[index];
        assert!(line.starts_with(name) && line.contains(words), "{rows}");
    };
    row(0, "link ", "not graded      it cannot be read: No such file");
    row(1, "mixed ", "0 of 3  wrong answer");
    row(2, "notes.txt ", "not graded      it is not executable");
    row(3, "pipe ", "not graded      it is a named pipe");
    row(4, "team ", "not graded      there is no program in the folder");
    assert_eq!((lines.len(), output.status.code()), (5, Some(1)), "{rows}");
}

#[test]
fn plain_programs_are_graded_through_a_wrapper() {
    let folder = TempDir::new().unwrap();
    let top = start::top();
    if !compile(&top.join("benches/plain/naive.c"), &folder.path().join("naive")) {
        return;
    }
    fs::copy(top.join("crates/checkers/tests/grade/wrapper.sh"), folder.path().join("wrapper.sh")).unwrap();
    cases(folder.path());
    let output = grade(folder.path(), &["--cases", "cases", "--", "./wrapper.sh"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "3 of 3 cases accepted\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn programs_of_another_user_are_refused_without_root() {
    let folder = TempDir::new().unwrap();
    let refused = |user: &str, message: &str| {
        assert_fails(&grade(folder.path(), &["--user", user, "--", "sh"]), 2, message);
    };
    for name in ["no-such-user", "", "root:x", "4294967294000"] {
        refused(name, &format!("cannot run programs as {name}: there is no such user"));
    }
    let why = if rustix::process::geteuid().is_root() { "limits do not apply to root" } else { "only root" };
    refused("root", why);
    refused("0", why);
}

#[test]
fn bad_command_lines_and_folders_are_refused_with_status_2() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("plain"), "no program").unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    fs::write(folder.path().join("deep"), format!("a={}", "[".repeat(100_000))).unwrap();
    fs::create_dir(folder.path().join("hand-ins")).unwrap();
    for name in ["own", "hand-ins/anna"] {
        write_script(&folder.path().join(name), "exec rankmoves \"$@\"");
    }
    for (arguments, message) in [
        (&["--", "no-such-program"][..], "cannot run no-such-program"),
        (&["--", "plain"], "write ./plain"),
        (&["--", "./plain"], "it is not executable"),
        (&["--cases", "empty", "--", "sh"], "expected cases NAME.in in the folder empty"),
        (&["--cases", "none", "--", "sh"], "cannot read the folder none"),
        (&["--each", "empty"], "expected hand-ins in the folder empty"),
        (&["--time", "0", "--", "sh"], "expected a time"),
        (&["--report", "json", "--report", "tap", "--", "sh"], "more than one report"),
        (&["--report", "json=a", "--report", "tap=a", "--", "sh"], "two reports to the same file"),
        (&["--each", "empty", "--report", "json=a.json"], "expected {}"),
        (&["--each", "hand-ins", "--summary", "-"], "standard output has the table"),
        (&["--summary", "a.csv", "--", "sh"], "--build, --run and --summary need --each"),
        (&["--report", "html=none/a", "--", "sh"], "cannot save a in the folder none: "),
        (&["--report", "html=empty", "--", "sh"], "cannot write to empty: "),
        // Not even root can create a file in this folder.
        (&["--each", "hand-ins", "--report", "html=/proc/{}"], "cannot save anna in the folder /proc: "),
        (&["--each", "hand-ins", "--summary", "/proc/a"], "cannot save a in the folder /proc: "),
        (&["--rubric", "/dev/zero", "--", "sh"], "/dev/zero is larger than 1 MiB, the limit for a file"),
        (&["--rubric", "deep", "--", "sh"], "cannot use the rubric deep: 1:"),
        (&["--", "./empty"], "cannot run ./empty: it is a folder"),
        (&["--report", "html=own", "--", "./own"], "cannot write reports: "),
        (&["--each", "hand-ins", "--report", "json=hand-ins/{}"], "hand-ins/anna is a program to grade"),
        (&[], "COMMAND"),
    ] {
        let output = grade(folder.path(), arguments);
        assert_fails(&output, 2, message);
        assert!(output.stderr.len() < 2000, "{output:?}");
    }
    let cases = cases(folder.path());
    let answer = fs::read_to_string(cases.join("1-plain.ans")).unwrap();
    fs::write(cases.join("1-plain.ans"), answer.replace("-99", "-98")).unwrap();
    let message =
        "1-plain.ans: it is not the right answer: line 1: the score of d4->b6 for red is -99, not -98";
    assert_fails(&grade(folder.path(), &["--cases", "cases", "--", "sh"]), 2, message);
    fs::write(cases.join("1-plain.ans"), answer).unwrap();
    fs::write(cases.join("1-plain.args"), b"-d\n\xd2").unwrap();
    let message = "1-plain.args: 2:1: expected UTF-8 text but found the byte 0xd2";
    assert_fails(&grade(folder.path(), &["--cases", "cases", "--", "sh"]), 2, message);
    fs::write(cases.join("1-plain.args"), "-d\n0\n").unwrap();
    fs::write(cases.join("1-plain.in"), "RULES:\n").unwrap();
    assert_fails(&grade(folder.path(), &["--cases", "cases", "--", "sh"]), 2, "1-plain.in");
    fs::remove_file(cases.join("1-plain.ans")).unwrap();
    assert_fails(&grade(folder.path(), &["--cases", "cases", "--", "sh"]), 2, "1-plain.ans");
}
