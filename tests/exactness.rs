//! The search against the definition, where its shortcuts lie: nearly stuck
//! players, crownings, boards nearly full, endings with few pieces. A few
//! hundred positions in the ordinary run; `make soak` sets `SOAK_CASES`.

mod plain;
mod support;

use std::num::NonZeroUsize;

use plain::{Colour, Plain};
use proptest::prelude::*;
use rankmoves::rank::minimax;
use rankmoves::{RankedMove, Ranker, Resources};
use support::{affordable_depth, crowded, crowning, other_shapes, position, sparse, standard};

/// Tables of a line, of a few, and that grow; and the threads that share them.
const RESOURCES: [(usize, usize); 4] = [(1, 1 << 28), (1, 64), (2, 1 << 10), (8, 1 << 16)];

/// As many positions as the environment asks for, or else a few.
fn config(default: u32) -> ProptestConfig {
    let cases = std::env::var("SOAK_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(default);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Compares the ranking with the definition at every depth up to `deepest`
/// at which the tree has no more than `nodes` moves on its last ply.
fn check(plain: &Plain, deepest: u32, nodes: u64) -> Result<(), TestCaseError> {
    let position = position(plain);
    for depth in 0..=affordable_depth(&position, deepest, nodes) {
        let expected: Vec<RankedMove> = minimax(&position, depth);
        for (threads, table_bytes) in RESOURCES {
            let threads = NonZeroUsize::new(threads).unwrap();
            let mut ranker = Ranker::with_resources(Resources { threads, table_bytes }).unwrap();
            let found = ranker.rank(&position, depth).unwrap();
            prop_assert_eq!(&found, &expected, "depth {}, {} bytes\n{}", depth, table_bytes, plain.to_text());
        }
    }
    Ok(())
}

/// The position with the other player to move.
fn other_turn(mut plain: Plain) -> Plain {
    plain.turn = if plain.turn == Colour::Red { Colour::Black } else { Colour::Red };
    plain
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn any_position(plain in prop_oneof![standard(), other_shapes()]) {
        check(&plain, 8, 60_000)?;
    }

    #[test]
    fn players_who_are_nearly_stuck(plain in crowded()) {
        check(&plain, 8, 60_000)?;
        check(&other_turn(plain), 8, 60_000)?;
    }

    #[test]
    fn men_about_to_be_crowned(plain in crowning()) {
        check(&plain, 8, 60_000)?;
    }

    #[test]
    fn deep_endings(plain in sparse()) {
        check(&plain, 14, 60_000)?;
    }
}
