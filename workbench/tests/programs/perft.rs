//! `checkers perft`: published counts, divided or not, and what it refuses.

use testing::run::{assert_fails, assert_prints, run};
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
fn perft_counts_alike_with_any_threads_and_table_and_tells_its_rate() {
    for options in [["--threads", "1", "--hash", "0"], ["--threads", "3", "--hash", "1"]] {
        let arguments = [&["perft", "-d", "9", START][..], &options].concat();
        // A published count, see tests/library/perft.rs.
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
    // The two ways of the king around the circle mirror each other but for
    // the order; their parts add up to the published 186.
    let output = run(CHECKERS, &["perft", "--divide", "-d", "4", "--fen", fen], b"");
    assert_prints(&output, "c1->a3->c5->e3->c1: 93\nc1->e3->c5->a3->c1: 93\n186\n");
}

#[test]
fn perft_refuses_what_it_cannot_do() {
    assert_fails(&run(CHECKERS, &["perft"], b""), 2, "--depth <N>");
    assert_fails(&run(CHECKERS, &["perft", "-d", "1001"], b""), 2, "expected a whole number from 0 to 1000");
    let bad_fen = run(CHECKERS, &["perft", "-d", "1", "--fen", "W:W33:B1"], b"");
    assert_fails(&bad_fen, 2, "expected a square number from 1 to 32 but found '33:B1' at column 4");
    assert_fails(&run(CHECKERS, &["perft", "-d", "1", "--fen", "W:W:B", "f"], b""), 2, "cannot be used with");
    assert_fails(&run(CHECKERS, &["perft", "-d", "1"], b"RULES"), 1, "<stdin>:1:6");
    assert_fails(&run(CHECKERS, &[], b""), 2, "Usage: checkers");
}
