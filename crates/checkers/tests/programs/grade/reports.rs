//! Tests of the reports of `checkers grade`: their formats, and that graded programs cannot tamper with them.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;
use testing::run::write_script;
use testing::start::program;

use super::{cases, grade, verdicts};
use crate::gradescope;

#[test]
fn reports_come_in_many_formats() {
    let folder = TempDir::new().unwrap();
    cases(folder.path());
    write_script(&folder.path().join("mine"), "rankmoves \"$@\" | sed 's/-99/<b>/'");
    let reports =
        ["--report=tap=r.tap", "--report=junit=r.xml", "--report=gradescope=r.json", "--report=html=r.html"];
    let output = grade(folder.path(), &[&["--cases", "cases"], &reports[..], &["--", "./mine"]].concat());
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.contains("1 of 3 cases accepted\n"), "{table}");
    assert!(table.contains("\n  ./mine -d 1 < smallest.txt\n"), "{table}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();

    let tap = read("r.tap");
    assert!(
        tap.starts_with(
            "TAP version 13\n1..3\nnot ok 1 - 1-plain: 3 pieces, depth 2\n  ---\n  verdict: wrong-answer\n"
        ),
        "{tap}"
    );
    assert!(tap.contains("\nok 3 - 3-leaf: 3 pieces, depth 0\n"), "{tap}");
    // If Perl is installed, its harness reads the report.
    if let Ok(proved) = program("prove").args(["--exec", "cat", "r.tap"]).current_dir(folder.path()).output()
    {
        let told = String::from_utf8_lossy(&proved.stdout);
        assert!(told.contains("Failed tests:  1-2") && !told.contains("Parse errors"), "{told}");
    }

    let junit = read("r.xml");
    let xml = roxmltree::Document::parse(&junit).unwrap();
    let count = |name: &str| xml.descendants().filter(|node| node.has_tag_name(name)).count();
    assert_eq!((count("testcase"), count("failure"), count("error")), (3, 2, 0), "{junit}");
    // Only attributes in Jenkins' schema (junit-10.xsd) are allowed.
    for node in xml.descendants().filter(roxmltree::Node::is_element) {
        let known: &[&str] = match node.tag_name().name() {
            "testsuites" => &["name", "time", "tests", "failures", "disabled", "errors"],
            "testsuite" => &["name", "tests", "failures", "errors", "group", "time", "skipped", "timestamp"],
            "testcase" => &["name", "classname", "assertions", "time", "status"],
            "failure" | "error" => &["message", "type"],
            "system-out" => &[],
            other => panic!("{other}: {junit}"),
        };
        for attribute in node.attributes() {
            assert!(known.contains(&attribute.name()), "{}: {junit}", attribute.name());
        }
    }

    let results: Value = serde_json::from_str(&read("r.json")).unwrap();
    gradescope::check(&results);
    assert!(results["execution_time"].is_u64(), "{results}");
    let tests = results["tests"].as_array().unwrap();
    let scores: Vec<u64> = tests.iter().map(|test| test["score"].as_u64().unwrap()).collect();
    assert_eq!(scores, [0, 0, 1]);
    assert_eq!((&tests[0]["status"], &tests[2]["status"]), (&Value::from("failed"), &Value::from("passed")));

    let page = read("r.html");
    assert!(page.contains("<svg") && page.contains("&lt;b&gt;") && !page.contains("<b>"), "{page}");
    let other = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!other.contains("http://") && !other.contains("https://") && !other.contains("src="), "{page}");
}

/// Output that could control a terminal, close an HTML element, or be invalid XML.
const PAINT: &str = r"printf '\033]0;owned\007\033[2J</pre><script>x</script>]]> \342\200\256evil \000 \377\376 \357\277\276\r\n'
head -c 3000000 /dev/zero | tr '\0' x; echo; seq 1 500";

/// Grades `./mine`, which fails, and returns the report in each format.
fn all_reports(folder: &Path) -> [(&'static str, String); 6] {
    let formats = ["table", "json", "junit", "tap", "gradescope", "html"];
    let reports = formats.map(|format| format!("--report={format}=r.{format}"));
    let mut arguments = vec!["--cases", "cases"];
    arguments.extend(reports.iter().map(String::as_str));
    arguments.extend(["--", "./mine"]);
    assert_eq!(grade(folder, &arguments).status.code(), Some(1));
    formats.map(|format| (format, fs::read_to_string(folder.join(format!("r.{format}"))).unwrap()))
}

#[test]
fn the_output_of_a_program_is_escaped_in_every_report() {
    let folder = TempDir::new().unwrap();
    cases(folder.path());
    write_script(&folder.path().join("mine"), PAINT);
    for (format, text) in all_reports(folder.path()) {
        let is_hostile = |char: char| {
            (char.is_control() && char != '\n')
                || matches!(char, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}')
        };
        assert!(!text.contains(is_hostile), "{format}");
        assert!(text.contains("lines left out"), "{format}: {text}");
        assert!(text.len() < 60_000, "{format}: {}", text.len());
        match format {
            "junit" => drop(roxmltree::Document::parse(&text).unwrap()),
            "json" => drop(serde_json::from_str::<Value>(&text).unwrap()),
            "gradescope" => gradescope::check(&serde_json::from_str(&text).unwrap()),
            "html" => {
                assert!(
                    !text.contains("<script")
                        && text.matches("</pre>").count() == text.matches("<pre").count()
                );
                assert!(
                    text.contains("default-src 'none'") && !text.contains(" src=") && !text.contains("url(")
                );
            }
            "tap" => assert!(is_tap(&text), "{text}"),
            _ => {}
        }
    }
}

/// Returns whether a report follows the grammar of the Test Anything Protocol, version 13
/// (<https://testanything.org/tap-version-13-specification.html>).
fn is_tap(text: &str) -> bool {
    let mut lines = text.lines();
    let is_begun = lines.next() == Some("TAP version 13");
    let plan = lines.next().and_then(|line| line.strip_prefix("1..")?.parse::<usize>().ok());
    let mut count = 0;
    while let Some(line) = lines.next() {
        let after_ok = line.strip_prefix("not ").unwrap_or(line).strip_prefix("ok ");
        if let Some(rest) = after_ok {
            count += 1;
            let Some((number, name)) = rest.split_once(" - ") else { return false };
            if number != count.to_string()
                || name.replace("\\\\", "").replace("\\#", "").contains(['#', '\\'])
            {
                return false;
            }
        } else if line == "  ---" {
            if !lines
                .by_ref()
                .take_while(|line| *line != "  ...")
                .all(|line| line.starts_with("  ") && line.contains(": "))
            {
                return false;
            }
        } else if !line.starts_with('#') {
            return false;
        }
    }
    is_begun && plan == Some(count)
}

#[test]
fn boards_cannot_control_a_report() {
    let folder = TempDir::new().unwrap();
    let cases = cases(folder.path());
    let text = fs::read_to_string(cases.join("1-plain.in")).unwrap();
    for name in ["1-plain", "2-tree", "3-leaf"] {
        let steering = "# \u{1b}]0;owned\u{7}\u{202e}\u{9b}2J\r\n\t";
        fs::write(cases.join(format!("{name}.in")), format!("{steering}{text}")).unwrap();
    }
    // On a board without the comment the program fails in another way.
    write_script(
        &folder.path().join("mine"),
        "cat \"${3:--}\" \"${4:--}\" 2>&1 | grep -q owned && echo wrong || exit 3",
    );
    for (format, text) in all_reports(folder.path()) {
        assert!(text.contains("owned"), "{format}: {text}");
        if format != "json" {
            let is_steering = |char: char| char.is_control() && !matches!(char, '\n' | '\t');
            assert!(!text.contains(is_steering) && !text.contains('\u{202e}'), "{format}: {text}");
        }
    }
}

#[test]
fn invisible_features_of_a_file_are_named() {
    let folder = TempDir::new().unwrap();
    for (bytes, name) in [
        (r"\r", "carriage returns at the ends of its lines"),
        (r"\357\273\277", "a byte-order mark at its beginning"),
    ] {
        let text =
            format!("LC_ALL=C grep -q \"$(printf '{bytes}')\" \"${{3:-/dev/null}}\" - && exit 3\nexit 0");
        write_script(&folder.path().join("mine"), &text);
        let suite = folder.path().join("cases");
        let _ = fs::remove_dir_all(&suite);
        let cases = cases(folder.path());
        for case in ["1-plain", "2-tree"] {
            for part in ["in", "args", "ans"] {
                fs::remove_file(cases.join(format!("{case}.{part}"))).unwrap();
            }
        }
        let file = cases.join("3-leaf.in");
        let text = fs::read_to_string(&file).unwrap().replace('\n', "\r\n");
        fs::write(&file, format!("\u{feff}{text}")).unwrap();
        let output = grade(folder.path(), &["--cases", "cases", "--report=html=r.html", "--", "./mine"]);
        let table = String::from_utf8(output.stdout).unwrap();
        assert!(table.contains("\n  RULES:\n") && table.contains(name), "{table}");
        assert!(fs::read_to_string(folder.path().join("r.html")).unwrap().contains(name));
    }
}

#[test]
fn a_case_whose_name_begins_with_a_dash_is_not_an_option() {
    let folder = TempDir::new().unwrap();
    let cases = cases(folder.path());
    for part in ["in", "args", "ans"] {
        fs::rename(cases.join(format!("1-plain.{part}")), cases.join(format!("-v.{part}"))).unwrap();
    }
    let output = grade(folder.path(), &["--cases", "cases", "--report", "json", "--", "rankmoves"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((verdicts(&report), output.status.code()), (vec!["accepted"; 3], Some(0)));
    assert_eq!(report["cases"][0]["arguments"][2], "./-v.in");
}

#[test]
fn a_report_that_cannot_be_written_leaves_the_rows() {
    let folder = TempDir::new().unwrap();
    cases(folder.path());
    fs::create_dir(folder.path().join("hand-ins")).unwrap();
    // The file cannot be written from the first run on.
    let file = folder.path().join("anna.json");
    let text = format!("mkdir -p {}; exec rankmoves \"$@\"", file.display());
    write_script(&folder.path().join("hand-ins/anna"), &text);
    write_script(&folder.path().join("hand-ins/ben"), "exec rankmoves \"$@\"");
    let arguments = ["--cases", "cases", "--each", "hand-ins", "--report", "json={}.json"];
    let output = grade(folder.path(), &arguments);
    let rows = String::from_utf8_lossy(&output.stdout);
    assert_eq!(rows.lines().count(), 2, "{rows}");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to anna.json"), "{output:?}");
    assert!(folder.path().join("ben.json").is_file());
}

#[test]
fn reasons_never_contain_hidden_answers() {
    let folder = TempDir::new().unwrap();
    write_script(&folder.path().join("mine"), "rankmoves \"$@\" | sed '1d; s/99/98/; s/ red/ white/'");
    let reports = [
        "--report=json=r.json",
        "--report=gradescope=g.json",
        "--report=html=r.html",
        "--report=table=r.txt",
    ];
    let output = grade(folder.path(), &[&reports[..], &["--hide-expected", "--", "./mine"]].concat());
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let report: Value = serde_json::from_str(&read("r.json")).unwrap();
    let mut reasons = 0;
    for case in report["cases"].as_array().unwrap() {
        let reason = case["reason"].as_str().unwrap();
        assert!(!reason.contains("the score of") && !reason.contains("is legal"), "{reason}");
        reasons += usize::from(reason.contains("is wrong") || reason.contains("a legal move is not listed"));
    }
    assert!(reasons > 10, "{report}");
    let results: Value = serde_json::from_str(&read("g.json")).unwrap();
    for test in results["tests"].as_array().unwrap() {
        assert!(!test["output"].as_str().unwrap().contains("the score of"), "{test}");
    }
    for name in ["g.json", "r.html", "r.txt"] {
        assert!(!read(name).contains("The right answer"), "{name}");
    }
}

#[test]
fn differing_words_are_marked() {
    let folder = TempDir::new().unwrap();
    write_script(&folder.path().join("mine"), "rankmoves \"$@\" | sed s/-99/-98/");
    let output = grade(folder.path(), &["--report=html=r.html", "--", "./mine"]);
    let table = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    let pointed = lines.iter().zip(&lines[1..]).filter(|(_, below)| below.trim() == "^^^");
    let words: Vec<&str> = pointed.map(|(line, below)| &line[below.find('^').unwrap()..]).collect();
    assert_eq!(words, ["-98", "-99"], "{table}");
    let page = fs::read_to_string(folder.path().join("r.html")).unwrap();
    assert!(page.contains("score <mark>-98</mark>") && page.contains("score <mark>-99</mark>"), "{page}");
}
