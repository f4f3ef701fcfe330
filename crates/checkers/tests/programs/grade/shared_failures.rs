//! Tests how a failure that all answers of a program share is reported.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use testing::run::write_script;

use super::{cases, grade};

/// Makes the cases, with an invalid file among them, and a folder of hand-ins. Returns this folder.
fn folders(folder: &Path, invalid: &str) -> PathBuf {
    let refused = cases(folder).join("refused");
    fs::create_dir(&refused).unwrap();
    fs::write(refused.join("empty.in"), invalid).unwrap();
    let hand_ins = folder.join("hand-ins");
    fs::create_dir(&hand_ins).unwrap();
    hand_ins
}

/// Returns the rows of the table for a program, and the text of its report.
fn table(folder: &Path, program: &str) -> (Vec<String>, String) {
    let output = grade(folder, &["--cases", "cases", "--", program]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let rows = text.split("\n\n").nth(1).unwrap_or_default().lines().map(str::to_owned).collect();
    (rows, text)
}

#[test]
fn a_failure_that_all_cases_share_is_reported_once() {
    let folder = TempDir::new().unwrap();
    let hand_ins = folders(folder.path(), "RULES:\n");
    let unstartable = hand_ins.join("unstartable");
    write_script(&unstartable, "");
    fs::write(&unstartable, "#!/no/such/interpreter\n").unwrap();
    write_script(&hand_ins.join("silent"), "exit 3");
    write_script(&hand_ins.join("unwilling"), "echo no board >&2; exit 3");
    // Each case fails with a different message, so the failures are not combined.
    write_script(&hand_ins.join("various"), "echo $* >&2; exit 3");

    let why = "cannot start the program: its first line names '/no/such/interpreter', which does not exist";
    let (rows, text) = table(folder.path(), "hand-ins/unstartable");
    assert_eq!(rows, [format!("all 4 cases  run-time error  {why}")]);
    assert_eq!(text.lines().count(), 3, "no board is the reason: {text}");

    let (rows, text) = table(folder.path(), "hand-ins/unwilling");
    assert_eq!(rows, ["all 4 cases  run-time error  exit status 3: no board"]);
    assert!(text.contains("The smallest board found with a run-time error"), "{text}");

    let (rows, _) = table(folder.path(), "hand-ins/various");
    assert_eq!(rows.len(), 4, "{rows:?}");

    let output = grade(folder.path(), &["--cases", "cases", "--each", "hand-ins"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<&str> = text.lines().collect();
    let expected =
        ["  exit status 3", &format!("  {why}"), "  exit status 3: no board", "  a run-time error"];
    for (row, why) in rows.iter().zip(expected) {
        assert!(row.ends_with(&format!("0 of 4  run-time error{why}")), "{text}");
    }
    assert_eq!(rows.len(), 4, "{text}");
}

#[test]
fn a_failure_that_all_answers_share_is_reported_once_beside_files_that_are_not_refused() {
    let folder = TempDir::new().unwrap();
    let hand_ins = folders(folder.path(), "");
    // The status is that of sed.
    let text = "rankmoves \"$@\" | sed 's/$/\\r/'";
    let name = "Müller; Jörg";
    write_script(&hand_ins.join(name), text);
    let reports = ["--report", "html={}.html", "--report", "gradescope={}.json", "--report", "table={}.txt"];
    let arguments = ["--cases", "cases", "--each", "hand-ins"];
    let output = grade(folder.path(), &[&arguments[..], &reports].concat());
    let read =
        |extension: &str| fs::read_to_string(folder.path().join(format!("{name}.{extension}"))).unwrap();
    let why = "line 1: the line ends with a carriage return and a line feed, not with a line feed alone";
    let table = read("txt");
    let rows: Vec<&str> = table.split("\n\n").nth(1).unwrap().lines().collect();
    assert_eq!(rows[0], format!("3 of 4 cases  presentation    {why}"));
    assert!(rows.len() == 2 && rows[1].starts_with("refused/empty: "), "{table}");
    assert!(table.contains("\n  'Müller; Jörg' -d 0 smallest.txt\n"), "{table}");
    let sentence = format!(" of 4 cases fail in the same way: presentation: {why}");
    assert!(read("html").contains(&format!("<p>3{sentence}.</p>")), "{}", read("html"));
    assert!(read("json").contains(&format!("3{sentence}\\n")), "{}", read("json"));
    let row = String::from_utf8(output.stdout).unwrap();
    assert_eq!(row, format!("{name}  0 of 4  wrong answer    3{sentence}\n"));
}
