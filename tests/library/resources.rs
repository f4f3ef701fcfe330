//! Tests that resources never change results: any number of threads, any size of the table.

use std::num::NonZeroUsize;
use std::str::FromStr;

use proptest::prelude::*;
use rankmoves::{RankedMove, Ranker, rank};
use rankmoves_core::exchange::Document;
use rankmoves_core::pdn::Fen;
use rankmoves_core::{Player, Position, Resources, Rules};
use rankmoves_perft::{Perft, PerftError, divide, perft};
use testing::seed::config;
use testing::support::{affordable_depth, other_shapes, position, sparse, standard};

/// Table sizes in bytes: a single cache line, where nearly every entry is overwritten; a table that is always full;
/// a table that grows.
const TABLES: [usize; 3] = [0, 1 << 12, 1 << 28];

fn rank_with(position: &Position, depth: u32, threads: usize, table_bytes: usize) -> Vec<RankedMove> {
    let threads = NonZeroUsize::new(threads).unwrap();
    let mut ranker = Ranker::with_resources(Resources { threads, table_bytes });
    ranker.rank(position, depth).unwrap()
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn small_tables_give_the_scores_of_the_oracle(plain in prop_oneof![standard(), sparse(), other_shapes()]) {
        let position = position(&plain);
        let depth = affordable_depth(&position, 6, 5_000);
        let expected = plain.rank(depth);
        for table_bytes in TABLES {
            let ranked = rank_with(&position, depth, 1, table_bytes);
            let ranked: Vec<_> = ranked.into_iter().map(|ranked| (ranked.mv.to_string(), ranked.score)).collect();
            prop_assert_eq!(&ranked, &expected, "table of {} bytes", table_bytes);
        }
    }
}

proptest! {
    #![proptest_config(config(24))]

    // Threads start at depth 11 of a ranking; in tests/library/exactness.rs they start earlier.
    #[test]
    fn threads_and_tables_change_nothing(plain in prop_oneof![sparse(), other_shapes()]) {
        let position = position(&plain);
        let depth = 11;
        if perft(&position, 5).unwrap() < 4_000 {
            let expected = rank_with(&position, depth, 1, 1 << 28);
            for (threads, table_bytes) in [(2, 1 << 28), (2, 1 << 18), (8, 1 << 20)] {
                prop_assert_eq!(&rank_with(&position, depth, threads, table_bytes), &expected);
            }
        }
    }
}

#[test]
fn the_start_is_ranked_alike_by_any_number_of_threads() {
    for rules in Rules::ALL {
        let start = Position::start(rules, Player::Red);
        let expected = rank_with(&start, 11, 1, 1 << 28);
        for threads in [2, 3, 8] {
            for _ in 0..5 {
                assert_eq!(rank_with(&start, 11, threads, 1 << 22), expected, "{threads} threads, {rules:?}");
            }
        }
        assert_eq!(rank(&start, 11).unwrap(), expected);
    }
}

#[test]
fn a_ranking_and_its_lines_share_their_values() {
    let text = std::fs::read_to_string("testdata/valid/rankin.txt").unwrap();
    let position = text.parse::<Document>().unwrap().position().unwrap();
    let mut ranker = Ranker::new();
    let moves = ranker.rank(&position, 100).unwrap();
    let nodes = ranker.statistics().nodes;
    assert!(nodes > 0);
    for RankedMove { mv, .. } in &moves {
        ranker.line(&position, mv, 100).unwrap();
    }
    // To follow a forced win, a line may also search the positions with the other player to move: at most as many
    // nodes again.
    assert!(ranker.statistics().nodes <= 2 * nodes);
    let with_lines = ranker.statistics().nodes;
    ranker.lines(&position, moves.iter().map(|ranked| &ranked.mv), 100).unwrap();
    assert_eq!(ranker.statistics().nodes, with_lines);
}

#[test]
fn a_ranker_uses_the_threads_and_table_it_is_given() {
    let start = Position::start(Rules::ENGLISH, Player::Red);
    let threads = |threads| NonZeroUsize::new(threads).unwrap();
    for given in [1, 3, 5] {
        let mut ranker = Ranker::with_resources(Resources::with_threads(threads(given)));
        ranker.rank(&start, 14).unwrap();
        assert_eq!(ranker.statistics().usage.threads, given);
    }
    let mut ranker = Ranker::with_resources(Resources { threads: threads(1), table_bytes: 1 << 12 });
    ranker.rank(&start, 14).unwrap();
    let usage = ranker.statistics().usage;
    assert_eq!((usage.threads, usage.table_bytes), (1, 1 << 12));
}

fn perft_with(threads: usize, table_bytes: usize) -> Perft {
    let threads = NonZeroUsize::new(threads).unwrap();
    Perft::with_resources(Resources { threads, table_bytes })
}

proptest! {
    #![proptest_config(config(24))]

    // Threads and the table are used from depth 8 on.
    #[test]
    fn threads_and_tables_count_the_same_paths(plain in prop_oneof![sparse(), other_shapes()]) {
        let position = position(&plain);
        let depth = 9;
        if perft(&position, 5).unwrap() < 4_000 {
            let expected = perft(&position, depth).unwrap();
            let parts = divide(&position, depth).unwrap();
            for (threads, table_bytes) in [(1, 64), (1, 1 << 28), (2, 0), (2, 1 << 18), (8, 1 << 20)] {
                let mut perft = perft_with(threads, table_bytes);
                prop_assert_eq!(perft.count(&position, depth).unwrap(), expected);
                prop_assert_eq!(&perft.divide(&position, depth).unwrap(), &parts);
            }
        }
    }
}

#[test]
fn a_count_that_does_not_fit_is_refused() {
    // Two kings with two to four moves on most squares: far more than 2^64 paths of 200 plies.
    let setup = Fen::from_str("W:WK32:BK1").unwrap().setup(Rules::ENGLISH);
    let position = setup.position().unwrap();
    assert!(matches!(perft_with(1, 1 << 20).count(&position, 200), Err(PerftError::TooMany)));
    assert!(matches!(perft_with(2, 1 << 20).divide(&position, 200), Err(PerftError::TooMany)));
}
