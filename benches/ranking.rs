//! Benchmarks of ranking, perft and tree: `make bench`.

use std::io::sink;
use std::num::NonZeroUsize;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use rankmoves::pdn::Fen;
use rankmoves::{Position, Ranker, Resources, Rules, perft, write_tree};

fn main() {
    divan::main();
}

/// Positions with many men, with jumps, and with kings.
const POSITIONS: [&str; 3] = [
    "W:W21-32:B1-12",
    "B:W18,19,21,23,24,26,29,30,31,32:B1,2,3,4,6,7,9,10,11,12",
    "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
];

fn position(fen: &str, rules: Rules) -> Position {
    let fen: Fen = fen.parse().expect("the FEN is valid");
    fen.setup(rules).position().expect("a FEN without jump in progress is a position")
}

#[divan::bench(args = POSITIONS)]
fn legal_moves(bencher: Bencher, fen: &str) {
    let position = position(fen, Rules::ENGLISH);
    bencher.bench(|| position.legal_moves());
}

/// Measures perft in leaves per second.
#[divan::bench(args = [7, 9])]
fn perft_of_the_start(bencher: Bencher, depth: u32) {
    let start = Position::start(Rules::ENGLISH);
    let leaves = perft(&start, depth).expect("the depth is in range");
    bencher.counter(ItemsCount::new(leaves)).bench(|| perft(&start, depth));
}

/// Measures the last two plies, which need no search.
#[divan::bench(args = POSITIONS)]
fn rank_at_depth_2(bencher: Bencher, fen: &str) {
    let position = position(fen, Rules::ENGLISH);
    bencher.bench(|| one_thread().rank(&position, 2));
}

#[divan::bench(args = POSITIONS, sample_count = 10)]
fn rank_at_depth_13(bencher: Bencher, fen: &str) {
    let position = position(fen, Rules::ENGLISH);
    bencher.bench(|| one_thread().rank(&position, 13));
}

#[divan::bench(args = [10, 12], sample_count = 10)]
fn rank_the_start_without_capture(bencher: Bencher, depth: u32) {
    let start = Position::start(Rules::ALL[0]);
    bencher.bench(|| one_thread().rank(&start, depth));
}

#[divan::bench(args = [3, 5], sample_count = 10)]
fn verbose_tree(bencher: Bencher, depth: u32) {
    let start = Position::start(Rules::ALL[0]);
    let mut text = Vec::new();
    write_tree(&start, depth, &mut text).expect("memory takes all");
    bencher.counter(BytesCount::new(text.len())).bench(|| write_tree(&start, depth, &mut sink()));
}

fn one_thread() -> Ranker {
    let resources = Resources { threads: NonZeroUsize::MIN, ..Resources::default() };
    Ranker::with_resources(resources).expect("there is memory")
}
