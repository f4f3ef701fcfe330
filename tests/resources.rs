//! Scores do not depend on the number of threads or the size of the table.

mod plain;
mod support;

use std::num::NonZeroUsize;

use proptest::prelude::*;
use rankmoves::{Position, RankedMove, Ranker, Resources, Rules, rank};
use support::{affordable_depth, other_shapes, position, sparse, standard};

/// A table of a single line, which forgets nearly everything; one that is
/// always full; one that grows.
const TABLES: [usize; 3] = [0, 1 << 12, 1 << 28];

fn rank_with(position: &Position, depth: u32, threads: usize, table_bytes: usize) -> Vec<RankedMove> {
    let threads = NonZeroUsize::new(threads).unwrap();
    let mut ranker = Ranker::with_resources(Resources { threads, table_bytes }).unwrap();
    ranker.rank(position, depth).unwrap()
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
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
    #![proptest_config(config(60))]

    // Threads start at depth 11 of a ranking.
    #[test]
    fn threads_and_tables_change_nothing(plain in prop_oneof![sparse(), other_shapes()]) {
        let position = position(&plain);
        let depth = 11;
        if rankmoves::perft(&position, 5).unwrap() < 4_000 {
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
        let start = Position::start(rules);
        let expected = rank_with(&start, 11, 1, 1 << 28);
        for threads in [2, 3, 8] {
            for _ in 0..5 {
                assert_eq!(rank_with(&start, 11, threads, 1 << 22), expected, "{threads} threads, {rules:?}");
            }
        }
        assert_eq!(rank(&start, 11).unwrap(), expected);
    }
}
