//! Tests of memory, threads, `--stats` and progress in both programs.

use std::fs::File;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use tempfile::TempDir;
use testing::listings::{DEPTH_2, VERBOSE_1};
use testing::run::{assert_fails, assert_prints, run, statistics};
use testing::start;
use testing::terminal::Terminal;

const RANKMOVES: &str = "rankmoves";
const CHECKERS: &str = "checkers";
const RANKIN: &str = "testdata/valid/rankin.txt";
const START: &str = "testdata/perft/start-capture-multiple.txt";

#[test]
fn the_default_table_fits_the_available_memory() {
    // The default of 256 MiB does not fit in 200 MB of address space.
    let run_in_little = |program: &str, arguments: &[&str]| {
        let script = ["-c", "ulimit -v 200000; exec \"$@\"", "sh", program];
        run("sh", &[&script, arguments].concat(), b"")
    };
    assert_prints(&run_in_little(RANKMOVES, &["-d", "2", RANKIN]), DEPTH_2);
    // Published counts; see crates/perft/tests/library/perft.rs.
    assert_prints(&run_in_little(CHECKERS, &["perft", "-d", "9", START]), "3963680\n");
    assert_prints(&run_in_little(CHECKERS, &["perft", "-d", "12", START]), "388623673\n");
    let message = "there is no memory for a table of 256 MiB";
    assert_fails(&run_in_little(RANKMOVES, &["-d", "2", "--hash", "256", RANKIN]), 1, message);
    assert_fails(&run_in_little(CHECKERS, &["perft", "-d", "2", "--hash", "256", RANKIN]), 1, message);
    // The tree does not use a table.
    assert_prints(&run_in_little(RANKMOVES, &["-v", "-d", "1", "--hash", "256", RANKIN]), VERBOSE_1);
}

#[test]
fn reading_variations_takes_a_few_times_the_memory_of_their_text() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("variations.pdn");
    let variations = " (11-16)".repeat((4 << 20) / 8);
    std::fs::write(&file, format!("1. 11-15{variations} *\n")).unwrap();
    // The limit leaves room for sixteen times the text, which is 64 MiB, and for the program and its
    // libraries, about 30 MB. A list of moves per variation would take 340 MiB.
    let script = ["-c", "ulimit -v 100000; exec \"$@\"", "sh", CHECKERS, "show", file.to_str().unwrap()];
    let output = run("sh", &script, b"");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn fewer_threads_will_do_where_the_system_has_no_room_for_more() {
    for (program, arguments) in [
        (RANKMOVES, &["--threads", "1024", "-d", "11", "--stats", START][..]),
        (CHECKERS, &["perft", "--threads", "1024", "-d", "9", "--stats", START]),
    ] {
        let plenty = run(program, arguments, b"");
        // A thread's stack alone takes 1 MiB. The limit grows in much smaller steps, so that each run has a
        // different amount of memory left when no more threads can start.
        for kilobytes in (400_000..402_000).step_by(144) {
            let script = format!("ulimit -v {kilobytes}; exec \"$@\"");
            let output = run("sh", &[&["-c", &script, "sh", program], arguments].concat(), b"");
            assert_eq!(output.status.code(), Some(0), "{kilobytes}: {output:?}");
            assert_eq!(output.stdout, plenty.stdout);
            let figures = statistics(&output);
            let (_, threads) = figures.iter().find(|(name, _)| name == "threads").unwrap();
            let threads: usize = threads.parse().unwrap();
            assert!((16..400).contains(&threads), "{kilobytes}: {threads}");
        }
    }
}

#[test]
fn statistics_report_work_and_resources() {
    let figures = |program, arguments: &[&str]| {
        let output = run(program, &[arguments, &["--stats", START]].concat(), b"");
        let figures = statistics(&output);
        move |name: &str| figures.iter().find(|figure| figure.0 == name).unwrap().1.clone()
    };
    // These are the moves of the tree: 7 + 49 + 302 + 1469, published counts as in
    // crates/perft/tests/library/perft.rs.
    assert_eq!(figures(RANKMOVES, &["-v", "-d", "3"])("nodes"), "1827");
    // At this depth, neither threads nor a larger table are worthwhile.
    let shallow = figures(RANKMOVES, &["-d", "6", "--threads", "3"]);
    assert_eq!(shallow("threads"), "1");
    assert!(shallow("table").ends_with(" of 64 KiB"), "{}", shallow("table"));
    assert_eq!(figures(RANKMOVES, &["-d", "11", "--threads", "3"])("threads"), "3");
    // The tree does not use a table, and neither does a count with `--hash 0`.
    assert_eq!(figures(RANKMOVES, &["-v", "-d", "1"])("table"), "0 of 0 KiB");
    let perft = |arguments: &[&str]| figures(CHECKERS, &[&["perft", "-d", "9"], arguments].concat());
    assert_eq!(perft(&["--threads", "3"])("threads"), "3");
    assert_eq!(perft(&["--hash", "0"])("table"), "0 of 0 KiB");
    assert_eq!(perft(&[])("paths"), "3963680");
    // At depth 1 a ranking needs no search, so only the moves of the tree count.
    let json = figures(RANKMOVES, &["--json", "-v", "-d", "1"]);
    assert_eq!(json("nodes"), (7 + 49).to_string());
    // Three pieces can reach a few thousand positions; each is searched to several depths.
    let output = run(RANKMOVES, &["--stats", "-d", "100", RANKIN], b"");
    let nodes: u64 = statistics(&output)[1].1.parse().unwrap();
    assert!(nodes > 1000, "{nodes}");
}

#[test]
fn a_long_job_shows_its_progress_on_a_terminal_until_a_signal_ends_it() {
    let start = "testdata/valid/start-capture-multiple.txt";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("terminal");
    std::fs::create_dir_all(&folder).unwrap();
    for (program, arguments, line, signal, status) in [
        (RANKMOVES, &["-d", "60", start][..], "moves, ", Signal::INT, 130),
        (RANKMOVES, &["--json", "-d", "60", start], "moves, ", Signal::TERM, 143),
        (RANKMOVES, &["-v", "-d", "60", start], "MiB written", Signal::TERM, 143),
        (CHECKERS, &["perft", "-d", "40", start], "subtrees, ", Signal::INT, 130),
    ] {
        // The tree is endless, so it is not stored.
        let out = if arguments.contains(&"-v") { Path::new("/dev/null") } else { &folder.join("out") };
        let (mut command, begin) = (start::program(program), Instant::now());
        command.args(arguments).stdout(File::create(out).unwrap());
        let mut terminal = Terminal::start_with_messages_only(&mut command);
        terminal.follow(line);
        assert!(begin.elapsed() >= Duration::from_secs(1), "short jobs show nothing: {:?}", terminal.written);
        terminal.signal(signal);
        let (ended, screen, _) = terminal.end();
        assert_eq!(ended.code(), Some(status), "{arguments:?}");
        // The progress line has been erased, and there is nothing else.
        let (lines, rest) = screen.rsplit_once("\r\x1b[K").unwrap();
        assert!(rest.is_empty() && lines.starts_with('\r') && !lines.contains('\n'), "{screen:?}");
        assert_eq!(std::fs::metadata(out).unwrap().len(), 0, "{arguments:?}");
    }
}
