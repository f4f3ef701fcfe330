//! Tests of `checkers grade` with C programs: a correct program, copies with one mistake each, and the plain
//! program of the benchmarks.
//!
//! Each test prints a message and returns early if there is no C compiler.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{fs, thread};

use serde_json::Value;
use tempfile::TempDir;
use testing::run::printed;
use testing::start::{program, top};

/// A mistake in `crates/checkers/tests/grade/programs/plain.c`, by its number.
struct Mistake {
    number: u32,
    /// The name of this mistake in the diagnosis, if it has one.
    name: Option<&'static str>,
    /// The grader must find a board with at most this many pieces on which the mistake shows.
    pieces: u64,
    /// True if no board of two or three pieces shows the mistake.
    is_large: bool,
}

const fn named(number: u32, name: &'static str) -> Mistake {
    Mistake { number, name: Some(name), pieces: 4, is_large: false }
}

const fn unnamed(number: u32) -> Mistake {
    Mistake { number, name: None, pieces: 4, is_large: false }
}

/// The mistakes, by number. A mistake has a name here if the diagnosis can name it.
const MISTAKES: [Mistake; 26] = [
    named(1, "men-jump-backward"),
    named(2, "crowned-man-jumps-on"),
    // A king needs at least four jumps to return to its start. With two it would go back over the same
    // square, whose piece it has just taken; with three the rank changes by an odd multiple of two.
    Mistake { pieces: 5, is_large: true, ..named(3, "circle-refused") },
    named(4, "capture-forced-for-that-piece-only"),
    named(5, "unsorted"),
    named(6, "kings-count-one"),
    named(7, "stuck-despite-jumps"),
    // Neither player can move: each piece is blocked on every square ahead by pieces that are blocked
    // themselves. The smallest such board is a wall across its full width: four men in front of four kings on
    // the last rank.
    Mistake { pieces: 8, is_large: true, ..named(8, "stuck-order") },
    named(9, "best-carried-over"),
    named(10, "turn-not-passed"),
    unnamed(11),
    unnamed(12),
    unnamed(13),
    unnamed(14),
    named(15, "last-file-forgotten"),
    unnamed(16),
    named(17, "best-starts-at-zero"),
    // On a busy machine the smallest board found for this mistake, and for mistake 25, has more pieces, because
    // their trees are larger than the others.
    Mistake { pieces: 8, ..named(18, "search-cut-off") },
    unnamed(19),
    named(20, "first-move-only"),
    named(21, "kings-count-zero:red"),
    named(22, "material-without-sign"),
    unnamed(23),
    named(24, "kings-count-one:black"),
    Mistake { pieces: 8, ..named(25, "bounds-printed") },
    unnamed(26),
];

/// Prepares the compilation of a C program from the folder `grade`.
fn compiler(source: &str, to: &Path, options: &[&str]) -> Command {
    let mut compiler = program("cc");
    compiler.args(["-std=c11", "-Wall", "-Wextra"]).args(options);
    compiler.arg("-o").arg(to).arg(top().join("crates/checkers/tests/grade").join(source));
    compiler
}

/// Returns whether there is a compiler; prints a message if not.
fn has_compiler() -> bool {
    let found = program("cc").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        println!("skipped: there is no C compiler");
    }
    found
}

/// Compiles a program once for each number in `numbers`, into files `NUMBER` of a folder, two at a time.
/// Asserts that there are no warnings.
fn compile_each(source: &str, folder: &Path, numbers: &[u32], level: &str) {
    let middle = numbers.len().div_ceil(2);
    thread::scope(|scope| {
        for part in numbers.chunks(middle) {
            scope.spawn(move || {
                for number in part {
                    let mistake = format!("-DMISTAKE={number}");
                    let output =
                        compiler(source, &folder.join(file(*number)), &[level, &mistake]).output().unwrap();
                    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "mistake {number}");
                    assert!(output.status.success(), "mistake {number}");
                }
            });
        }
    });
}

/// Returns the file name of the program with this mistake; 0 means no mistake.
fn file(number: u32) -> String {
    format!("{number:02}")
}

#[test]
fn programs_with_a_mistake_are_caught_and_the_right_one_is_accepted() {
    // About half of the named mistakes, half of the others, and all that were once misdiagnosed.
    grade_mistakes(MISTAKES.iter().filter(|it| it.number % 2 == 1 || it.number > 20));
}

#[test]
#[ignore = "takes twice as long; `make soak` runs it"]
fn all_programs_with_a_mistake_each_are_caught() {
    grade_mistakes(MISTAKES.iter());
}

/// Grades the correct program and the programs with a mistake, one at a time.
fn grade_mistakes(mistakes: impl Iterator<Item = &'static Mistake> + Clone) {
    if !has_compiler() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let programs = folder.path().join("programs");
    fs::create_dir(&programs).unwrap();
    let numbers: Vec<u32> = [0].into_iter().chain(mistakes.clone().map(|mistake| mistake.number)).collect();
    compile_each("programs/plain.c", &programs, &numbers, "-O1");

    let output = program("checkers")
        .args(["grade", "--each", "programs", "--time", "10s", "--report", "json={}.json"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(1), ""));
    let report = |number: u32| -> Value {
        let report = fs::read(folder.path().join(file(number) + ".json")).unwrap();
        serde_json::from_slice(&report).unwrap()
    };
    let right = report(0);
    assert_eq!(right["accepted"], right["of"], "{right}");
    assert_eq!(right["smallest"], Value::Null);

    for mistake in mistakes {
        let Mistake { number, name, .. } = mistake;
        let report = report(*number);
        let accepted = report["accepted"].as_u64().unwrap();
        let diagnosis = report["diagnosis"].as_array().unwrap();
        let pieces = report["smallest"]["pieces"].as_u64();
        let failed = report["of"].as_u64().unwrap() - accepted;
        println!("{number:2}: {failed} cases failed, {pieces:?} pieces, {diagnosis:?}");
        assert!(failed > 0, "mistake {number} is not caught");
        assert_eq!(report["flaky"], false, "mistake {number}");
        assert!(pieces.unwrap() <= mistake.pieces, "mistake {number}: {}", report["smallest"]);
        if let Some(name) = name {
            assert!(failed >= 3, "mistake {number} is caught by {failed} cases only");
            let is_named = diagnosis.iter().any(|found| found["mistake"] == *name);
            assert!(is_named, "mistake {number} should be {name}: {diagnosis:?}");
        } else {
            // Other boards refute a diagnosis that a single board suggests.
            assert_eq!(diagnosis.len(), 0, "mistake {number} has no name: {diagnosis:?}");
            let explanation = report["smallest"]["explanation"].as_str().unwrap();
            assert!(!explanation.contains("as if"), "mistake {number}: {explanation}");
        }
    }
}

/// Returns whether two programs made from `every.c` give the same answers on all boards of `pieces` pieces.
fn answer_alike(folder: &Path, one: u32, other: u32, pieces: u32, depth: u32) -> bool {
    let start = |number: u32| {
        program(folder.join(file(number)))
            .args([pieces.to_string(), depth.to_string()])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let (mut one, mut other) = (start(one), start(other));
    let (mut ours, mut theirs) = (one.stdout.take().unwrap(), other.stdout.take().unwrap());
    let (mut alike, mut total) = (true, 0);
    loop {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        ours.by_ref().take(1 << 16).read_to_end(&mut left).unwrap();
        theirs.by_ref().take(1 << 16).read_to_end(&mut right).unwrap();
        alike &= left == right;
        total += left.len();
        if left.is_empty() {
            break;
        }
    }
    assert!(one.wait().unwrap().success() && other.wait().unwrap().success());
    assert!(total > 100_000, "{total} bytes of hashes");
    alike
}

#[test]
#[ignore = "takes a minute"]
fn no_board_of_two_or_three_pieces_shows_a_mistake_that_is_shown_on_a_larger_one() {
    if !has_compiler() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let larger: Vec<u32> =
        MISTAKES.iter().filter(|mistake| mistake.is_large).map(|mistake| mistake.number).collect();
    // Check that the comparison can detect a mistake at all: boards with two pieces show mistake 1.
    let numbers = [&[0, 1], &larger[..]].concat();
    compile_each("programs/every.c", folder.path(), &numbers, "-O2");
    let folder = folder.path();
    assert!(!answer_alike(folder, 0, 1, 2, 0));
    for &number in &larger {
        for (pieces, depth) in [(2, 0), (2, 1), (2, 2), (3, 0)] {
            assert!(answer_alike(folder, 0, number, pieces, depth), "mistake {number}: {pieces} pieces");
        }
    }
}

/// Returns whether the plain program can read a file: a board of 8×8, no moves, no blank before a colon. (It
/// reads the squares after `BOARD:` one by one, and does not look for words after them.)
fn is_for_naive(text: &str) -> bool {
    let text: String = text.lines().map(|line| line.split('#').next().unwrap_or_default()).collect();
    if text.contains(" :") {
        return false;
    }
    let (rules, rest) = text.split_once("TURN").unwrap();
    let (_, moves) = rest.split_once("MOVES").unwrap();
    !rules.contains("board") && moves.trim().trim_start_matches(':').trim().is_empty()
}

/// Grades the plain program on the cases of a suite that it can read; it must pass all of them. Returns their
/// number.
fn grade_naive(options: &[&str]) -> usize {
    let folder = TempDir::new().unwrap();
    let (naive, cases) = (folder.path().join("naive"), folder.path().join("cases"));
    assert!(
        compiler("../../../../benches/plain/naive.c", &naive, &["-O1", "-w"]).status().unwrap().success()
    );
    let wrapper = top().join("crates/checkers/tests/grade/wrapper.sh");
    fs::copy(wrapper, folder.path().join("wrapper.sh")).unwrap();
    let checkers = |arguments: &[&str]| {
        printed(program("checkers").args(arguments).current_dir(folder.path()).output().unwrap())
    };
    checkers(&[&["cases", "--no-moves", "--output", "cases"], options].concat());
    // The plain program does not refuse any file.
    fs::remove_dir_all(cases.join("refused")).unwrap();
    let mut read = 0;
    for entry in fs::read_dir(&cases).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "in") {
            if is_for_naive(&fs::read_to_string(&path).unwrap()) {
                read += 1;
            } else {
                fs::remove_file(&path).unwrap();
            }
        }
    }
    let told = checkers(&["grade", "--time", "10s", "--cases", "cases", "--", "./wrapper.sh"]);
    assert_eq!(told, format!("{read} of {read} cases accepted\n"), "{options:?}");
    read
}

#[test]
fn the_plain_program_of_the_benchmarks_is_accepted_on_all_that_it_can_read() {
    if has_compiler() {
        assert_eq!(grade_naive(&["--seed", "1"]), 70, "all but one form and two boards");
    }
}

#[test]
#[ignore = "takes half a minute"]
fn the_plain_program_of_the_benchmarks_is_accepted_under_all_rules() {
    let rules = [
        "no capture, single jumps",
        "no capture, multiple jumps",
        "capture, single jumps",
        "capture, multiple jumps",
    ];
    for (seed, rules) in (2..).zip(rules).filter(|_| has_compiler()) {
        let seed = format!("--seed={seed}");
        assert_eq!(grade_naive(&[&seed, "--rules", rules]), 70, "{rules}");
    }
}
