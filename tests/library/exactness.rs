//! Compares the search with the definition where the search has shortcuts:
//! nearly stuck players, crownings, boards nearly full, endings with few
//! pieces. An ordinary run takes a few hundred positions; `make soak` sets
//! `SOAK_CASES`, and walks larger trees.

use std::num::NonZeroUsize;

use proptest::prelude::*;
use rankmoves::rank::{MAX_LINE_LEN, minimax};
use rankmoves::{RankedMove, Ranker};
use rankmoves_core::exchange::Document;
use rankmoves_core::pdn::Fen;
use rankmoves_core::support::tuning::Tuning;
use rankmoves_core::{LOST, Move, Player, Position, Resources, Rules, WON};
use rankmoves_perft::{Perft, perft};
use testing::plain::{Colour, Plain};
use testing::seed::{config, soak_cases};
use testing::support::{
    affordable_depth, crowded, crowning, other_shapes, outnumbered, position, sparse, standard, tiny,
};

/// Tuning that uses threads, the table and the state graph even at shallow depths.
const LOW: Tuning = Tuning {
    parallel_depth: 2,
    defer_depth: 2,
    enhanced_cutoff_depth: 2,
    table_depth: 2,
    internal_deepening_depth: 3,
    internal_reduction: 1,
    any_depth_from: 9,
    values_per_node: u64::MAX,
    split_depth: 3,
    subtrees: 16,
    probe_depth: 3,
    batch: 4,
};

/// Numbers of threads, and sizes of their table in bytes: one cache line, a few, and more than are needed.
const RESOURCES: [(usize, usize); 6] =
    [(1, 1 << 28), (1, 64), (2, 64), (2, 1 << 10), (8, 1 << 12), (8, 1 << 20)];

/// Returns the maximum number of leaves of the trees that are walked.
fn max_leaves() -> u64 {
    if soak_cases().is_some() { 200_000 } else { 20_000 }
}

fn resources((threads, table_bytes): (usize, usize)) -> Resources {
    Resources { threads: NonZeroUsize::new(threads).unwrap(), table_bytes }
}

/// Compares rankings with the definition at every depth up to `deepest`, unless the tree is too large, and
/// then back down to 0. Rankers remember earlier depths: a value of another depth must never be used.
fn check(plain: &Plain, deepest: u32) -> Result<(), TestCaseError> {
    let position = position(plain);
    let tuning = [LOW; RESOURCES.len()].into_iter().chain([Tuning::default(); 2]);
    let mut rankers: Vec<_> = tuning
        .zip(RESOURCES.into_iter().cycle())
        .map(|(tuning, with)| {
            let ranker = Ranker::with_resources(resources(with));
            (tuning, with, ranker.with_tuning(tuning))
        })
        .collect();
    let deepest = affordable_depth(&position, deepest, max_leaves());
    let expected: Vec<_> = (0..=deepest).map(|depth| minimax(&position, depth)).collect();
    for depth in (0..=deepest).chain((0..deepest).rev()) {
        for (tuning, with, ranker) in &mut rankers {
            let found = ranker.rank(&position, depth).unwrap();
            prop_assert_eq!(
                &found,
                &expected[depth as usize],
                "depth {}, {:?}, {:?}\n{}",
                depth,
                with,
                tuning,
                plain.to_text()
            );
        }
    }
    Ok(())
}

/// Returns the position with the other player to move.
fn other_turn(mut plain: Plain) -> Plain {
    plain.turn = if plain.turn == Colour::Red { Colour::Black } else { Colour::Red };
    plain
}

#[test]
fn low_tuning_starts_threads_at_shallow_depths() {
    let start = Position::start(Rules::ENGLISH, Player::Red);
    let mut ranker = Ranker::with_resources(resources((2, 1 << 20)));
    ranker.rank(&start, 4).unwrap();
    assert_eq!(ranker.statistics().usage.threads, 1, "no thread starts by default");
    let mut ranker = ranker.with_tuning(LOW);
    assert_eq!(ranker.statistics().nodes, 0, "new tuning forgets the results");
    ranker.rank(&start, 4).unwrap();
    assert_eq!(ranker.statistics().usage.threads, 2);
}

#[test]
fn an_endless_line_is_cut() {
    // Two kings in opposite corners.
    let text = r#"RULES: no capture single jumps TURN: red BOARD:
        "B".".". ."."."." ".".".". ."."."." ".".".". ."."."." ".".".". ."."."R" MOVES:"#;
    let position = text.parse::<Document>().unwrap().position().unwrap();
    let first = position.legal_moves().find(|mv| mv.to_string() == "g1->h2").unwrap();
    let mut ranker = Ranker::new();
    let longest = u32::try_from(MAX_LINE_LEN).unwrap();
    for depth in [50, longest - 2, longest - 1, longest, longest + 1, 10 * longest, u32::MAX] {
        let line = ranker.line(&position, &first, depth).unwrap();
        assert_eq!(line.len(), MAX_LINE_LEN.min(depth as usize + 1), "{depth}");
    }
}

#[test]
fn pauses_for_lists_that_become_too_long_change_no_score() {
    let fens = ["W:W21,22:B5,6", "W:W22,30:B6,K9"];
    for (fen, rules) in fens.into_iter().flat_map(|fen| Rules::ALL.map(|rules| (fen, rules))) {
        let position = fen.parse::<Fen>().unwrap().setup(rules).position().unwrap();
        for depth in [24, 29] {
            let mut searching =
                Ranker::new().with_tuning(Tuning { any_depth_from: u32::MAX, ..Tuning::default() });
            let mut pausing = Ranker::new();
            let found = pausing.rank(&position, depth).unwrap();
            assert_eq!(found, searching.rank(&position, depth).unwrap(), "{fen} {rules:?} at {depth}");
        }
    }
}

/// Returns the principal variation of the definition: at each ply the first of the moves
/// with the highest score. If the player wins by force, the move is the first that wins
/// at the least depth; if the player loses by force, it is the first that delays the loss
/// to the greatest depth.
///
/// A win is forced if the score is that of a win and the winner makes the last move.
fn principal_variation(position: &Position, first: &Move, mut depth: u32) -> Vec<Move> {
    let mut line = vec![first.clone()];
    let mut position = position.play(first).unwrap();
    while depth > 0 {
        depth -= 1;
        let ranked_at = |depth| minimax(&position, depth);
        let highest_at = |depth| ranked_at(depth).iter().map(|ranked| ranked.score).max();
        let Some(highest) = highest_at(depth) else { break };
        // With more than 49 kings, the score 99 may be material, without a forced win.
        let is_material = Player::ALL.iter().any(|&player| position.board().count(player) > 49);
        let least = |first: u32| {
            (first..=depth).step_by(2).find(|&depth| !is_material && highest_at(depth) == Some(highest))
        };
        let forced = match highest {
            WON => least(0),
            LOST => least(1),
            _ => None,
        };
        depth = forced.unwrap_or(depth);
        let is_best = |ranked: &RankedMove| ranked.score == highest;
        let best = match forced {
            Some(1) => ranked_at(1).into_iter().next(),
            Some(depth) if highest == LOST => {
                ranked_at(depth - 2).into_iter().find(|ranked| !is_best(ranked))
            }
            _ => ranked_at(depth).into_iter().find(is_best),
        };
        let best = best.expect("some move is best");
        position = position.play(&best.mv).unwrap();
        line.push(best.mv);
    }
    line
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn random_positions_rank_as_defined(plain in prop_oneof![standard(), other_shapes()]) {
        check(&plain, 8)?;
    }

    #[test]
    fn positions_of_nearly_stuck_players_rank_as_defined(plain in crowded()) {
        check(&plain, 8)?;
        check(&other_turn(plain), 8)?;
    }

    #[test]
    fn positions_of_outnumbered_players_rank_as_defined(plain in outnumbered()) {
        check(&plain, 4)?;
        check(&other_turn(plain), 4)?;
    }

    #[test]
    fn positions_before_crownings_rank_as_defined(plain in crowning()) {
        check(&plain, 8)?;
    }

    #[test]
    fn deep_endings_rank_as_defined(plain in prop_oneof![sparse(), tiny()]) {
        check(&plain, 14)?;
    }

    #[test]
    fn principal_variations_are_those_of_the_definition(plain in prop_oneof![sparse(), tiny(), crowded(), other_shapes()]) {
        let position = position(&plain);
        let depth = affordable_depth(&position, 6, max_leaves() / 10);
        for (tuning, with) in [(LOW, (1, 64)), (LOW, (2, 1 << 20)), (Tuning::default(), (1, 1 << 20))] {
            let mut ranker = Ranker::with_resources(resources(with)).with_tuning(tuning);
            for RankedMove { mv, .. } in minimax(&position, depth) {
                let line = ranker.line(&position, &mv, depth).unwrap();
                prop_assert_eq!(line, principal_variation(&position, &mv, depth), "depth {}\n{}", depth, plain.to_text());
            }
        }
    }

    #[test]
    fn perft_counts_do_not_depend_on_resources(plain in prop_oneof![standard(), other_shapes(), crowded(), crowning(), sparse()]) {
        let position = position(&plain);
        for depth in 0..=affordable_depth(&position, 8, max_leaves()) {
            // The oracle is slow.
            let plainly = perft(&position, depth).unwrap();
            if plainly < 3_000 {
                prop_assert_eq!(plainly, plain.perft(depth));
            }
            for with in [(1, 64), (2, 64), (8, 1 << 16), (3, 1 << 24), (2, 0)] {
                let mut counter = Perft::with_resources(resources(with)).with_tuning(LOW);
                prop_assert_eq!(counter.count(&position, depth).unwrap(), plainly, "{:?}", with);
            }
        }
    }
}

#[test]
fn tuning_that_is_too_low_is_raised() {
    let zero = Tuning {
        parallel_depth: 0,
        defer_depth: 0,
        enhanced_cutoff_depth: 0,
        table_depth: 0,
        internal_deepening_depth: 0,
        internal_reduction: 0,
        any_depth_from: 0,
        values_per_node: 0,
        split_depth: 0,
        subtrees: usize::MAX,
        probe_depth: 0,
        batch: 0,
    };
    let start = Position::english();
    for tuning in [zero, Tuning { internal_deepening_depth: 3, internal_reduction: 9, ..LOW }] {
        let mut ranker = Ranker::with_resources(resources((2, 1 << 20))).with_tuning(tuning);
        let mut counter = Perft::with_resources(resources((2, 1 << 20))).with_tuning(tuning);
        for depth in 0..7 {
            assert_eq!(ranker.rank(&start, depth).unwrap(), minimax(&start, depth), "{tuning:?}");
            assert_eq!(counter.count(&start, depth).unwrap(), perft(&start, depth).unwrap(), "{tuning:?}");
        }
    }
}
