//! Tests of `checkers cases`: the files of a suite, and the mistakes that they detect.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tempfile::TempDir;
use testing::run::{assert_fails, printed, run};

const CHECKERS: &str = "checkers";

fn cases(arguments: &[&str]) -> String {
    printed(run(CHECKERS, &[&["cases"], arguments].concat(), b""))
}

/// Reads all files in a folder and its subfolders, by name.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path).into_iter().map(|(name, text)| (format!("refused/{name}"), text)));
        } else {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            found.insert(name, fs::read_to_string(path).unwrap());
        }
    }
    found
}

#[test]
fn rankmoves_gives_the_answers_of_the_suite() {
    let folder = TempDir::new().unwrap();
    let suite = folder.path().join("a/suite");
    let told = cases(&["--output", suite.to_str().unwrap()]);
    assert!(told.starts_with("73 cases in "), "{told}");
    let files = files(&suite);
    let list: serde_json::Value = serde_json::from_str(&files["cases.json"]).unwrap();
    let listed = list["cases"].as_array().unwrap();
    assert_eq!(listed.len(), 73);
    for case in listed {
        let name = case["name"].as_str().unwrap();
        let arguments: Vec<&str> = files[&format!("{name}.args")].lines().collect();
        assert_eq!(case["arguments"], serde_json::json!(arguments));
        let output = run("rankmoves", &arguments, files[&format!("{name}.in")].as_bytes());
        assert_eq!(String::from_utf8(output.stdout).unwrap(), files[&format!("{name}.ans")], "{name}");
        assert!(output.status.success() && output.stderr.is_empty(), "{name}");
    }
    let refused = list["refused"].as_array().unwrap();
    for file in refused {
        let text = &files[&format!("refused/{}.in", file["name"].as_str().unwrap())];
        let output = run("rankmoves", &[], text.as_bytes());
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{file}");
    }
    assert_eq!(files.len(), 1 + 3 * listed.len() + refused.len());
}

#[test]
fn the_matrix_counts_the_cases_that_catch_each_mistake() {
    let told = cases(&[]);
    assert_eq!(told, cases(&["--seed", "1", "--depth", "0..10", "--count=73"]));
    let rows: Vec<Vec<&str>> =
        told.lines().skip(2).map(|line| line.split(' ').filter(|word| !word.is_empty()).collect()).collect();
    assert!(rows.len() > 40, "{told}");
    for row in rows {
        let [name, count, marks] = row[..] else { panic!("{row:?}") };
        assert_eq!(marks.len(), 73);
        let caught = marks.matches('x').count();
        assert!(caught >= 3 && count == caught.to_string(), "{name}: {count}");
    }
    let hidden =
        cases(&["--rules", "capture, multiple jumps", "--no-moves", "--count", "20", "--depth", "0..1"]);
    let last = hidden.lines().last().unwrap();
    assert!(
        last.starts_with("With these options no case shows ") && last.contains("moves-not-played"),
        "{last}"
    );
}

#[test]
fn a_suite_takes_the_place_of_an_earlier_one_and_of_no_other_file() {
    let folder = TempDir::new().unwrap();
    let name = folder.path().to_str().unwrap();
    fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    cases(&["--output", name]);
    let earlier = files(folder.path());
    cases(&["--output", name, "--count", "20", "--depth", "0"]);
    let later = files(folder.path());
    assert_eq!(later["notes.txt"], "mine");
    assert_eq!(earlier.len() - later.len(), 3 * 53);
    // If cases.json is missing, the folder might hold files that no earlier run wrote.
    fs::remove_file(folder.path().join("cases.json")).unwrap();
    let output = run(CHECKERS, &["cases", "--output", name], b"");
    assert_fails(&output, 1, "exists but is not from an earlier run");
    fs::write(folder.path().join("cases.json"), "{}").unwrap();
    let output = run(CHECKERS, &["cases", "--output", name], b"");
    assert_fails(&output, 1, "exists but is not from an earlier run");
    let file = folder.path().join("notes.txt");
    let output = run(CHECKERS, &["cases", "--output", file.to_str().unwrap()], b"");
    assert_fails(&output, 1, "cannot make the folder");
}

#[test]
fn impossible_options_are_refused() {
    for (arguments, told) in [
        (["--depth", "3..1"], "the lower depth first"),
        (["--depth", "0..99"], "from 0 to 6"),
        (["--depth", "7..10"], "from 0 to 6"),
        (["--count", "0"], "expected a whole number from 1 to 500"),
        (["--rules", "huffing"], "'no capture, single jumps'"),
        (["--board", "3x3"], "3x3"),
    ] {
        assert_fails(&run(CHECKERS, &[&["cases"][..], &arguments].concat(), b""), 2, told);
    }
}

#[test]
fn inputs_of_the_problem_package_begin_with_the_options_and_stay_valid() {
    let folder = TempDir::new().unwrap();
    let package = folder.path().join("package");
    let export = format!("kattis={}", package.display());
    cases(&["--export", &export]);
    let mut count = 0;
    for entry in fs::read_dir(package.join("data/secret")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "in") {
            let text = fs::read_to_string(&path).unwrap();
            let first = text.trim_start_matches('\u{feff}').lines().next().unwrap();
            let options: Vec<&str> = first.strip_prefix("# ").unwrap().split(' ').collect();
            let answer = run("rankmoves", &options, text.as_bytes()).stdout;
            assert_eq!(
                String::from_utf8(answer).unwrap(),
                fs::read_to_string(path.with_extension("ans")).unwrap()
            );
            count += 1;
        }
    }
    assert_eq!(count, 72, "one of the 73 cases is the sample");
    let output = run(CHECKERS, &["cases", "--export", &export], b"");
    assert_fails(&output, 1, "is not empty");
    assert_fails(
        &run(CHECKERS, &["cases", "--export", "moodle=x"], b""),
        2,
        "expected kattis, check50 or github",
    );
}
