//! Tests of grading a course: patterns in the cases, a board for each kind of failure, a class in folders,
//! points.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;
use testing::run::write_script;
use testing::terminal::Terminal;

use super::{cases, grade, grade_script};

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
    write_script(&folder.path().join("mine"), text);
    let shown = |board: &str| {
        let output = grade(folder.path(), &["--cases", "cases", "--board", board, "--", "./mine"]);
        String::from_utf8(output.stdout).unwrap()
    };
    let first = shown("1");
    assert!(first.contains("Board 1 of 2: the smallest board found with a run-time error"), "{first}");
    assert!(first.ends_with("the option --board 2 shows the smallest board with a wrong score\n"), "{first}");
    let second = shown("2");
    assert!(second.contains("Board 2 of 2: the smallest board found with a wrong score"), "{second}");
    let ninth = shown("9");
    let last = "There is no board 9; this is the last.\n\nBoard 2 of 2: the smallest board found";
    assert!(ninth.contains(last), "{ninth}");
}

#[test]
fn all_wrong_lines_of_the_small_board_are_marked() {
    let (_, report) = grade_script("rankmoves \"$@\" | sed 's/score -*[0-9]*/score 7/'", &[]);
    let folder = TempDir::new().unwrap();
    cases(folder.path());
    write_script(&folder.path().join("mine"), "rankmoves \"$@\" | sed 's/score -*[0-9]*/score 7/'");
    let output = grade(folder.path(), &["--cases", "cases", "--", "./mine"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let wrong = report["smallest"]["got"].as_str().unwrap().lines().count();
    assert!(wrong > 0);
    let answer = text.split("The program answers\n\n").nth(1).unwrap().split("\n\n").next().unwrap();
    assert_eq!(answer.lines().filter(|line| line.trim() == "^").count(), wrong, "{text}");
}

/// Writes the class for the tests of folders: a correct hand-in, one that cannot be built, and one without a
/// program.
fn class(folder: &std::path::Path) {
    let hand_ins = folder.join("hand-ins");
    for (name, build) in
        [("anna", "cp program rankmoves"), ("ben", "echo 'error: no' >&2; exit 1"), ("carla", "")]
    {
        fs::create_dir_all(hand_ins.join(name)).unwrap();
        write_script(&hand_ins.join(name).join("build.sh"), build);
        fs::set_permissions(
            hand_ins.join(name).join("build.sh"),
            std::os::unix::fs::PermissionsExt::from_mode(0o644),
        )
        .unwrap();
    }
    write_script(&hand_ins.join("anna/program"), "exec rankmoves \"$@\"");
}

#[test]
fn each_folder_is_built_in_a_copy_and_the_class_is_summarised() {
    let folder = TempDir::new().unwrap();
    cases(folder.path());
    class(folder.path());
    let arguments = ["--cases", "cases", "--each", "hand-ins", "--build", "sh build.sh"];
    let summaries = ["--summary", "class.csv", "--summary", "class.html"];
    let output = grade(folder.path(), &[&arguments[..], &summaries].concat());
    let rows = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<&str> = rows.lines().collect();
    assert!(rows[0].starts_with("anna") && rows[0].contains("3 of 3  accepted"), "{rows:?}");
    assert!(rows[1].contains("not graded      it cannot be built: error: no"), "{rows:?}");
    assert!(rows[2].contains("not graded      there is no program in the folder"), "{rows:?}");
    assert!(!folder.path().join("hand-ins/anna/rankmoves").exists(), "it is built in a copy");
    let csv = fs::read_to_string(folder.path().join("class.csv")).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert!(
        lines[1].starts_with("anna,3,3,,accepted,,,") && lines[2].starts_with("ben,,,,not graded,"),
        "{csv}"
    );
    let page = fs::read_to_string(folder.path().join("class.html")).unwrap();
    assert!(page.contains("<strong>1 of 3 programs are right</strong>"), "{page}");
    let run = ["--run", "sh ./program", "--report", "json={}.json"];
    let output = grade(folder.path(), &[&arguments[..4], &run].concat());
    let rows = String::from_utf8(output.stdout).unwrap();
    assert!(rows.lines().next().unwrap().contains("3 of 3  accepted"), "{rows}");
}

#[test]
fn a_seed_and_depths_choose_other_cases() {
    let folder = TempDir::new().unwrap();
    let arguments =
        ["--seed", "7", "--depth", "0..1", "--time", "30s", "--report", "json", "--", "rankmoves"];
    let report: Value = serde_json::from_slice(&grade(folder.path(), &arguments).stdout).unwrap();
    assert_eq!(report["accepted"], report["of"]);
    for case in report["cases"].as_array().unwrap() {
        let name = case["name"].as_str().unwrap();
        assert!(
            name.starts_with("refused/") || name.ends_with("depth 0") || name.ends_with("depth 1"),
            "{name}"
        );
    }
}

#[test]
fn the_points_of_all_cases_add_up_to_those_of_the_program_and_of_the_rubric() {
    let folder = TempDir::new().unwrap();
    cases(folder.path());
    let rubric = "form = 0.5\n[[part]]\nname = 'all'\npoints = 100\ncases = 'rest'\n";
    fs::write(folder.path().join("rubric.toml"), rubric).unwrap();
    let points = |text: &str| {
        write_script(&folder.path().join("mine"), text);
        let arguments =
            ["--cases", "cases", "--rubric", "rubric.toml", "--report", "gradescope", "--", "./mine"];
        let results: Value = serde_json::from_slice(&grade(folder.path(), &arguments).stdout).unwrap();
        ["score", "max_score"].map(|name| -> Vec<f64> {
            results["tests"].as_array().unwrap().iter().map(|test| test[name].as_f64().unwrap()).collect()
        })
    };
    // A third of 100 is 33.3333 with four decimals, and half of that is 16.6667.
    let thirds = vec![33.3333, 33.3334, 33.3333];
    assert_eq!(points("rankmoves \"$@\""), [thirds.clone(), thirds.clone()]);
    let halves = vec![16.6667, 16.6666, 16.6667];
    assert_eq!(points("rankmoves \"$@\" | sed s/score/score:/"), [halves, thirds]);
    let [earned, most] = points("case $* in *-v*) exit 3;; esac; rankmoves \"$@\"");
    assert_eq!((earned, most), (vec![33.3333, 0.0, 33.3334], vec![33.3333, 33.3333, 33.3334]));
}

#[test]
fn a_rubric_gives_points_and_hides_cases() {
    let folder = TempDir::new().unwrap();
    cases(folder.path());
    let rubric = "form = 0.5\n[[part]]\nname = 'trees'\npoints = 30\ncases = 'verbose'\nvisibility = 'hidden'\n\
                  [[part]]\nname = 'rest'\npoints = 10\ncases = 'rest'\n";
    fs::write(folder.path().join("rubric.toml"), rubric).unwrap();
    let text = "case $* in *-v*) rankmoves \"$@\" | sed 's/score/score:/';; *1-plain*) exit 3;; *) rankmoves \"$@\";; esac";
    write_script(&folder.path().join("mine"), text);
    let arguments = ["--cases", "cases", "--rubric", "rubric.toml"];
    let reports =
        ["--report", "table", "--report", "json=r.json", "--report", "gradescope=g.json", "--", "./mine"];
    let output = grade(folder.path(), &[&arguments[..], &reports].concat());
    let table = String::from_utf8(output.stdout).unwrap();
    // Half of the 30 points for a tree with the wrong form, and 5 points for one of the two other cases.
    assert!(table.starts_with("1 of 3 cases accepted\n20 of 40 points\n"), "{table}");
    assert!(table.contains("hidden 1") && !table.contains("2-tree"), "{table}");
    let read = |name: &str| -> Value {
        serde_json::from_slice(&fs::read(folder.path().join(name)).unwrap()).unwrap()
    };
    let report = read("r.json");
    assert_eq!(
        (&report["points"]["earned"], &report["points"]["of"]),
        (&Value::from(20.0), &Value::from(40.0))
    );
    assert_eq!(report["boards"].as_array().unwrap().len(), 1, "a hidden case shows no board: {report}");
    let results = read("g.json");
    let tests = results["tests"].as_array().unwrap();
    assert_eq!((&tests[1]["score"], &tests[1]["max_score"]), (&Value::from(15), &Value::from(30)));
    assert_eq!(
        (&tests[1]["visibility"], &tests[2]["visibility"]),
        (&Value::from("hidden"), &Value::from("visible"))
    );
    // A program that fails in the tree only, by the sign of the replies, gets no diagnosis if the tree is hidden.
    let text = r#"rankmoves "$@" | sed '/^ /{s/score -/score +/;s/score \([1-9]\)/score -\1/;s/+//;}'"#;
    write_script(&folder.path().join("mine"), text);
    for (visibility, is_diagnosed) in [("hidden", false), ("visible", true)] {
        fs::write(folder.path().join("rubric.toml"), rubric.replace("hidden", visibility)).unwrap();
        let output = grade(folder.path(), &[&arguments[..], &["--", "./mine"]].concat());
        let table = String::from_utf8(output.stdout).unwrap();
        assert_eq!(
            table.contains("-v printed all scores as those of the player who moves first"),
            is_diagnosed,
            "{table}"
        );
    }
    // The summary of a class has the points as well.
    class(folder.path());
    let class = ["--each", "hand-ins", "--summary", "class.csv", "--summary", "class.html"];
    let rows = grade(folder.path(), &[&arguments[..], &class].concat()).stdout;
    let rows = String::from_utf8(rows).unwrap();
    let rows: Vec<&str> = rows.lines().collect();
    assert!(rows[0].starts_with("anna   3 of 3      40 points  accepted"), "{rows:?}");
    assert_eq!(rows[0].find("accepted"), rows[1].find("not graded"), "{rows:?}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(read("class.csv").contains("\r\nanna,3,3,40,accepted,"), "{}", read("class.csv"));
    let row = "<td>anna</td><td>3 of 3</td><td>40 of 40</td><td>accepted</td>";
    assert!(read("class.html").contains(row), "{}", read("class.html"));
    fs::write(folder.path().join("rubric.toml"), rubric.replace("points = 10", "points = -1")).unwrap();
    let output = grade(folder.path(), &[&arguments[..], &["--", "./mine"]].concat());
    testing::run::assert_fails(&output, 2, "cannot use the rubric rubric.toml");
}

#[test]
fn the_rubric_of_the_examples_fits_the_built_in_cases() {
    let folder = TempDir::new().unwrap();
    let rubric = testing::start::top().join("examples/rubric.toml");
    let output = grade(folder.path(), &["--rubric", rubric.to_str().unwrap(), "--", "rankmoves"]);
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.starts_with("96 of 96 cases accepted\n100 of 100 points\n"), "{table}");
}

#[test]
fn a_program_gets_a_short_environment_and_a_home_of_its_own() {
    let folder = TempDir::new().unwrap();
    cases(folder.path());
    write_script(
        &folder.path().join("mine"),
        "test -z \"$SECRET\" && test \"$HOME\" = \"$PWD\" && exec rankmoves \"$@\"; exit 3",
    );
    let output = testing::start::program("checkers")
        .args(["grade", "--cases", "cases", "--", "./mine"])
        .env("SECRET", "key")
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "3 of 3 cases accepted\n");
}

#[test]
fn a_program_does_not_inherit_open_files() {
    let folder = TempDir::new().unwrap();
    cases(folder.path());
    write_script(&folder.path().join("mine"), "test ! -e /dev/fd/7 && exec rankmoves \"$@\"; exit 3");
    let output = testing::start::program("sh")
        .args(["-c", "exec 7< cases/1-plain.in; exec checkers grade --cases cases -- ./mine"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "3 of 3 cases accepted\n");
}

#[test]
fn a_missing_line_is_quoted_unless_answers_are_hidden() {
    let reason = |options: &[&str]| {
        let (_, report) = grade_script("rankmoves \"$@\" | head -n 1", options);
        report["cases"][1]["reason"].as_str().unwrap().to_owned()
    };
    let (shown, hidden) = (reason(&[]), reason(&["--hide-expected"]));
    assert!(shown.ends_with("another line is expected: . c7->a5 for black: score 99"), "{shown}");
    assert!(hidden.ends_with("another line is expected"), "{hidden}");
}

#[test]
fn the_files_of_a_program_are_limited_together() {
    let text = "for i in 1 2 3 4 5 6 7 8; do head -c 400000 /dev/zero > file$i; done; sleep 30";
    let (_, report) = grade_script(text, &["--output-limit", "1M", "--time", "20s"]);
    assert_eq!(super::verdicts(&report), vec!["output-limit"; 3], "{report}");
}

#[test]
fn a_report_on_a_terminal_has_at_most_60_lines() {
    let folder = TempDir::new().unwrap();
    // Many cases fail, each with many wrong lines.
    write_script(&folder.path().join("mine"), "rankmoves \"$@\" | sed 's/score -*[0-9]*/score 7/'");
    let arguments = ["--time", "20s", "--", "./mine"];
    let piped = grade(folder.path(), &arguments).stdout;
    assert!(String::from_utf8(piped).unwrap().lines().count() > 90);
    let mut command = testing::start::program("checkers");
    command.arg("grade").args(arguments).current_dir(folder.path());
    let (terminal, _) = Terminal::start(command.envs([("TERM", "xterm"), ("NO_COLOR", "1")]), 100, 40);
    let (status, written, _) = terminal.end();
    assert_eq!(status.code(), Some(1));
    // The limits do not apply to root, and the hand-in could read and end everything.
    let is_warned = written.contains("--user USER runs the program as another user");
    assert_eq!(is_warned, rustix::process::geteuid().is_root(), "{written}");
    // Progress is shown on the same terminal, before the report.
    let report = &written[written.rfind("0 of 96").or(written.rfind(" of 96 cases accepted")).unwrap()..];
    assert!(report.lines().count() <= 60, "{report}");
    assert!(report.contains("The program answers") && report.contains("next: "), "{report}");
}
