//! Tests of `checkers endings` with scarce resources, signals and obstacles. The command reports the reason,
//! uses no wrong values and keeps finished tables.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use testing::run::{assert_fails, assert_prints, printed, run};
use testing::terminal::Terminal;
use testing::{seed, start};

const CHECKERS: &str = "checkers";
/// The number of tables of up to three pieces.
const TABLES: usize = 16;

fn scratch(name: &str) -> PathBuf {
    crate::scratch(&format!("endings-faults-{name}"))
}

/// Returns the arguments for tables of up to three pieces in a folder.
fn arguments<'a>(task: &'a str, folder: &'a Path) -> [&'a str; 6] {
    ["endings", task, "--pieces", "3", "--folder", folder.to_str().unwrap()]
}

fn endings(task: &str, folder: &Path) -> Output {
    run(CHECKERS, &arguments(task, folder), b"")
}

/// Runs `checkers endings` under a limit that the shell sets.
fn limited(limit: &str, arguments: &[&str]) -> Output {
    let script = format!("ulimit {limit}; exec \"$@\"");
    let checkers = start::built(CHECKERS);
    run("sh", &[&["-c", &script, "sh", checkers.to_str().unwrap()], arguments].concat(), b"")
}

/// Returns the names of the files in the folder for tables of English rules; none if there is no such folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder.join("8x8-capture-multiple")).into_iter().flatten();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

fn is_table(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "slice")
}

/// Returns the number of finished tables. Asserts that their folder contains nothing else.
#[track_caller]
fn finished(folder: &Path) -> usize {
    let names = names(folder);
    assert!(names.iter().all(|name| is_table(name)), "{names:?}");
    names.len()
}

/// Asserts that a build continues from the tables in a folder, with the right results.
#[track_caller]
fn assert_build_continues(folder: &Path) {
    let built = endings("build", folder);
    assert!(built.status.success(), "{built:?}");
    assert_eq!(finished(folder), TABLES);
    assert_prints(
        &endings("verify", folder),
        "199520 values agree with those of the positions after each move\n",
    );
}

#[test]
fn a_build_without_memory_for_it_does_not_begin() {
    let folder = scratch("memory");
    let six = ["endings", "build", "--pieces", "6", "--folder", folder.to_str().unwrap()];
    let refused = limited("-v 500000", &six);
    assert_fails(&refused, 1, "error: cannot build the endgame tables: too little memory: ");
    assert_eq!(finished(&folder), 0);
}

#[test]
fn a_file_size_limit_is_an_error_that_keeps_finished_tables() {
    let folder = scratch("size");
    let ended = limited("-f 8", &arguments("build", &folder));
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert!(said.contains(".slice: File too large"), "{said}");
    let kept = finished(&folder);
    assert!(kept > 0 && kept < TABLES, "{kept}");
    assert_build_continues(&folder);
}

#[test]
fn a_folder_that_takes_no_files_is_named() {
    // Even root cannot create a folder there.
    let refused = endings("build", Path::new("/proc/tables"));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(said.contains("/proc/tables"), "{said}");
    let missing = endings("verify", Path::new("/proc/tables"));
    assert_fails(&missing, 1, "cannot verify the endgame tables in /proc/tables: there is no table of ");
}

/// Starts a build and waits until this many tables are finished, or until the build ends.
fn start_build(folder: &Path, tables: usize) -> Child {
    let mut program = start::program(CHECKERS);
    program.args(arguments("build", folder)).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    while names(folder).iter().filter(|name| is_table(name)).count() < tables
        && child.try_wait().unwrap().is_none()
    {
        thread::sleep(Duration::from_millis(1));
    }
    child
}

#[test]
fn a_signal_at_any_moment_keeps_and_reports_finished_tables() {
    let folder = scratch("signals");
    let mut rng = seed::rng();
    let mut stopped = 0;
    for round in 0..6 {
        let _ = fs::remove_dir_all(folder.join("8x8-capture-multiple"));
        let (signal, status) = [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)][round % 3];
        let child = start_build(&folder, rng.usize(1..12));
        // The process may already have ended.
        let _ = kill_process(Pid::from_child(&child), signal);
        let output = child.wait_with_output().unwrap();
        let (kept, said) = (finished(&folder), String::from_utf8_lossy(&output.stderr));
        if output.status.code() == Some(status) {
            assert_eq!(said, format!("stopped: {kept} of {TABLES} tables are kept\n"));
            stopped += 1;
        } else {
            assert_eq!((output.status.code(), kept), (Some(0), TABLES), "{said}");
        }
    }
    assert!(stopped > 0);
    assert_build_continues(&folder);
}

#[test]
fn an_interrupted_verification_reports_its_progress() {
    let folder = scratch("verify");
    printed(endings("build", &folder));
    // A signal may come before the verification begins, or after its end.
    let told = (0..100).find_map(|delay| {
        let mut program = start::program(CHECKERS);
        program.args(arguments("verify", &folder)).args(["--threads", "1"]);
        let child = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        thread::sleep(Duration::from_millis(2 * delay));
        let _ = kill_process(Pid::from_child(&child), Signal::INT);
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        (output.status.code() == Some(130) && !said.is_empty()).then_some(said)
    });
    let told = told.expect("some signal comes while it works");
    assert!(told.starts_with("stopped: ") && told.ends_with(" of 199520 positions are verified\n"), "{told}");
}

#[test]
fn a_terminal_shows_how_long_a_build_may_still_take_until_it_is_interrupted() {
    let folder = scratch("terminal");
    let mut program = start::program(CHECKERS);
    program.args(["endings", "build", "--pieces", "5", "--folder"]).arg(&folder);
    let (mut terminal, _) = Terminal::start(&mut program, 100, 24);
    terminal.wait_for(", 145859644 positions in all: about ");
    terminal.wait_for(" s left");
    terminal.signal(Signal::INT);
    let (status, written, _) = terminal.end();
    assert_eq!(status.code(), Some(130), "{written}");
    let stopped = format!("stopped: {} of 85 tables are kept", finished(&folder));
    assert!(written.contains(&stopped), "{stopped}: {written}");
}

#[test]
fn a_build_continues_after_killed_ones() {
    let folder = scratch("killed");
    for tables in [1, 5, 9] {
        let mut child = start_build(&folder, tables);
        let _ = child.kill();
        child.wait().unwrap();
    }
    assert_build_continues(&folder);
}

#[test]
fn files_of_a_killed_build_are_removed_and_those_of_a_running_one_stay() {
    let folder = scratch("leftovers");
    let tables = folder.join("8x8-capture-multiple");
    fs::create_dir_all(&tables).unwrap();
    let [dead, alive] = ["0-1-0-1.part-1-0", "0-1-0-2.part-2-0"].map(|name| tables.join(name));
    fs::write(&dead, "half of a table").unwrap();
    let file = File::create(&alive).unwrap();
    file.lock().unwrap();
    printed(endings("build", &folder));
    assert!(!dead.exists() && alive.exists());
    drop(file);
    fs::remove_file(tables.join("0-1-0-2.slice")).unwrap();
    assert_build_continues(&folder);
}

#[test]
fn tables_of_results_only_stand_beside_those_with_plies() {
    let folder = scratch("results");
    let alone =
        |task: &str| run(CHECKERS, &[&arguments(task, &folder)[..], &["--results-only"]].concat(), b"");
    let said = printed(alone("build"));
    assert!(said.starts_with("building 16 tables, 199520 positions in all: about "), "{said}");
    printed(endings("build", &folder));
    let list = printed(run(CHECKERS, &["endings", "list", "--folder", folder.to_str().unwrap()], b""));
    let lines: Vec<&str> = list.lines().collect();
    assert!(lines[0].starts_with("8x8-capture-multiple: 16 tables, "), "{list}");
    assert!(lines[1].starts_with("8x8-capture-multiple: 16 tables of results only, "), "{list}");
    // All columns except the last two, which are numbers of plies.
    let of_plies = printed(endings("stats", &folder));
    let columns = |line: &str| line.rsplitn(3, ' ').nth(2).unwrap().to_owned() + " - -\n";
    assert_prints(&alone("stats"), &of_plies.lines().map(columns).collect::<String>());
    assert_prints(&alone("verify"), "199520 results equal those of tables that were built for comparison\n");
    let file = folder.join("8x8-capture-multiple/1-1-0-1.results");
    let mut bytes = fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&file, bytes).unwrap();
    for task in ["verify", "stats"] {
        assert_fails(
            &alone(task),
            1,
            "1-1-0-1.results: a block does not match its checksum: the file is damaged",
        );
    }
    fs::copy(folder.join("8x8-capture-multiple/1-1-0-1.slice"), &file).unwrap();
    assert_fails(&alone("stats"), 1, "1-1-0-1.results: the table has plies: expected one with results only");
}
