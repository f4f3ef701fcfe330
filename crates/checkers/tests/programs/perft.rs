//! Tests of `checkers perft`: published counts in full, divided or split, and refusals.

use serde_json::Value;
use testing::run::{assert_fails, assert_prints, printed, run};
use testing::start;

const CHECKERS: &str = "checkers";
const RANKIN: &str = "testdata/valid/rankin.txt";
const START: &str = "testdata/perft/start-capture-multiple.txt";

#[test]
fn perft_reads_files_standard_input_and_fen() {
    assert_prints(&run(CHECKERS, &["perft", "-d", "5", START], b""), "7361\n");
    assert_prints(&run(CHECKERS, &["perft", START, "--depth=6"], b""), "36768\n");
    let rankin = std::fs::read(start::top().join(RANKIN)).unwrap();
    assert_prints(&run(CHECKERS, &["perft", "-d", "1"], &rankin), "2\n");
    assert_prints(&run(CHECKERS, &["perft", "-d", "0", "-"], &rankin), "1\n");
    let fen = "W:WK30,28:B1,2,3,26,18,17,25";
    assert_prints(&run(CHECKERS, &["perft", "-d", "6", "--fen", fen], b""), "4508\n");
}

#[test]
fn perft_counts_the_same_with_any_threads_and_table_and_reports_its_rate() {
    for options in [["--threads", "1", "--hash", "0"], ["--threads", "3", "--hash", "1"]] {
        let arguments = [&["perft", "-d", "9", START][..], &options].concat();
        // A published count; see crates/perft/tests/library/perft.rs.
        assert_prints(&run(CHECKERS, &arguments, b""), "3963680\n");
    }
    let output = run(CHECKERS, &["perft", "--stats", "-d", "9", START], b"");
    assert_eq!(output.stdout, b"3963680\n");
    let statistics = String::from_utf8(output.stderr).unwrap();
    assert!(statistics.lines().any(|line| line.starts_with("paths/s ")), "{statistics}");
    assert_fails(&run(CHECKERS, &["perft", "-d", "9", "--threads", "0", START], b""), 2, "from 1 to 1024");
}

#[test]
fn perft_divides_in_alphabetical_order() {
    let fen = "W:WK30,28:B1,2,3,26,18,17,25";
    // The king can go around the circle in either direction. By symmetry both counts are equal, and together
    // they are the published 186.
    let output = run(CHECKERS, &["perft", "--divide", "-d", "4", "--fen", fen], b"");
    assert_prints(&output, "c1->a3->c5->e3->c1: 93\nc1->e3->c5->a3->c1: 93\n186\n");
}

/// Counts the paths of `below` plies from each position after `split` plies. Returns the sum of these counts,
/// each multiplied by the number of paths to its position.
fn count_in_parts(split: u32, below: u32, source: &[&str]) -> u64 {
    let (split, below) = (split.to_string(), below.to_string());
    let arguments = [&["perft", "--split", "-d", &split][..], source].concat();
    let positions = printed(run(CHECKERS, &arguments, b""));
    let counts = printed(run(CHECKERS, &["perft", "--lines", "-d", &below], positions.as_bytes()));
    let product = |line: &str| {
        let answer: Value = serde_json::from_str(line).unwrap();
        answer["id"]["times"].as_u64().unwrap() * answer["count"].as_u64().unwrap()
    };
    counts.lines().map(product).sum()
}

#[test]
fn perft_split_into_positions_adds_up() {
    // Published counts; see crates/perft/tests/library/perft.rs.
    for split in 0..=4 {
        assert_eq!(count_in_parts(split, 9 - split, &[START]), 3_963_680, "{split}");
        let fen = "W:WK30,28:B1,2,3,26,18,17,25";
        assert_eq!(count_in_parts(split, 6 - split, &["--fen", fen]), 4508, "{split}");
    }
    // These counts are from an independent program, under other rules and on other boards.
    for (file, depth) in
        [("kings-amid-pawns-no-capture-single", 4), ("board-5x7-flipped", 6), ("board-51x4", 4)]
    {
        let file = format!("testdata/perft/{file}.txt");
        let text = std::fs::read_to_string(start::top().join(&file)).unwrap();
        let head = format!("# perft {depth} ");
        let count = text.lines().find_map(|line| line.strip_prefix(&head)).expect("the file has the count");
        assert_eq!(count_in_parts(3, depth - 3, &[&file]).to_string(), count, "{file}");
    }
}

#[test]
fn perft_splits_into_distinct_positions_with_their_path_counts() {
    let fen = "W:W18,25:B9";
    let arguments = ["perft", "--split", "-d", "3", "--fen", fen];
    let text = printed(run(CHECKERS, &arguments, b""));
    let mut lines: Vec<&str> = text.lines().collect();
    let times = |line: &&str| serde_json::from_str::<Value>(line).unwrap()["id"]["times"].as_u64().unwrap();
    let sum: u64 = lines.iter().map(times).sum();
    assert_prints(&run(CHECKERS, &["perft", "-d", "3", "--fen", fen], b""), &format!("{sum}\n"));
    let all = lines.len();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), all);
    let whole = printed(run(CHECKERS, &["perft", "--split", "-d", "0", "--fen", fen], b""));
    assert!(whole.ends_with(",\"id\":{\"times\":1}}\n"), "{whole}");
    assert_prints(&run(CHECKERS, &["show", "--format", "fen"], whole.as_bytes()), "W:W18,25:B9\n");
}

#[test]
fn perft_refuses_wrong_arguments() {
    assert_fails(&run(CHECKERS, &["perft"], b""), 2, "--depth <N>");
    assert_fails(&run(CHECKERS, &["perft", "-d", "1001"], b""), 2, "expected a whole number from 0 to 1000");
    let bad_fen = run(CHECKERS, &["perft", "-d", "1", "--fen", "W:W33:B1"], b"");
    assert_fails(&bad_fen, 2, "expected a square number from 1 to 32 but found '33' at column 4");
    assert_fails(&run(CHECKERS, &["perft", "-d", "1", "--fen", "W:W:B", "f"], b""), 2, "cannot be used with");
    for other in [&["--divide"][..], &["--lines"], &["--threads", "2"], &["--hash", "1"], &["--stats"]] {
        let arguments = [&["perft", "-d", "1", "--split"], other].concat();
        assert_fails(&run(CHECKERS, &arguments, b""), 2, "cannot be used with");
    }
    assert_fails(&run(CHECKERS, &["perft", "-d", "1"], b"RULES"), 1, "<stdin>:1:6");
    assert_fails(&run(CHECKERS, &[], b""), 2, "Usage: checkers");
}
