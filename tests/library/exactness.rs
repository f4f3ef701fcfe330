//! The search against the definition, where its shortcuts lie: nearly stuck
//! players, crownings, boards nearly full, endings with few pieces. A few
//! hundred positions in the ordinary run; `make soak` sets `SOAK_CASES`, and
//! walks larger trees.

use std::num::NonZeroUsize;

use proptest::prelude::*;
use rankmoves::exchange::Document;
use rankmoves::rank::{LONGEST_LINE, minimax};
use rankmoves::{Move, Perft, Position, RankedMove, Ranker, Resources, Rules, Thresholds, perft};
use testing::plain::{Colour, Plain};
use testing::seed::{config, soak_cases};
use testing::support::{
    affordable_depth, crowded, crowning, other_shapes, outnumbered, position, sparse, standard, tiny,
};

/// Everything is put to use from here on: threads, the table, the values of
/// all positions that can be reached.
const LOW: Thresholds =
    Thresholds { parallel: 2, defer: 2, look_ahead: 2, far: 9, divided: 3, subtrees: 16, asked: 3 };

/// The number of threads, and the bytes of the table that they share: one
/// line, a few, and more than are needed.
const RESOURCES: [(usize, usize); 6] =
    [(1, 1 << 28), (1, 64), (2, 64), (2, 1 << 10), (8, 1 << 12), (8, 1 << 20)];

/// The most moves on the last ply of a tree that is walked.
fn most_leaves() -> u64 {
    if soak_cases().is_some() { 200_000 } else { 30_000 }
}

fn resources((threads, table_bytes): (usize, usize)) -> Resources {
    Resources { threads: NonZeroUsize::new(threads).unwrap(), table_bytes }
}

/// Compares rankings with the definition at every depth up to `deepest` at
/// which the tree is not too large, and back again. Rankers remember the depths
/// before: nothing of another depth may be taken for what is asked.
fn check(plain: &Plain, deepest: u32) -> Result<(), TestCaseError> {
    let position = position(plain);
    let thresholds = [LOW; RESOURCES.len()].into_iter().chain([Thresholds::default(); 2]);
    let mut rankers: Vec<_> = thresholds
        .zip(RESOURCES.into_iter().cycle())
        .map(|(thresholds, with)| {
            let ranker = Ranker::with_resources(resources(with)).unwrap();
            (thresholds, with, ranker.with_thresholds(thresholds))
        })
        .collect();
    let deepest = affordable_depth(&position, deepest, most_leaves());
    let expected: Vec<_> = (0..=deepest).map(|depth| minimax(&position, depth)).collect();
    for depth in (0..=deepest).chain((0..deepest).rev()) {
        for (thresholds, with, ranker) in &mut rankers {
            let found = ranker.rank(&position, depth).unwrap();
            prop_assert_eq!(
                &found,
                &expected[depth as usize],
                "depth {}, {:?}, {:?}\n{}",
                depth,
                with,
                thresholds,
                plain.to_text()
            );
        }
    }
    Ok(())
}

/// The position with the other player to move.
fn other_turn(mut plain: Plain) -> Plain {
    plain.turn = if plain.turn == Colour::Red { Colour::Black } else { Colour::Red };
    plain
}

#[test]
fn the_low_thresholds_are_put_to_use() {
    let start = Position::start(Rules::ENGLISH);
    let mut ranker = Ranker::with_resources(resources((2, 1 << 20))).unwrap();
    ranker.rank(&start, 4).unwrap();
    assert_eq!(ranker.statistics().usage.threads, 1, "it is not worth while yet");
    let mut ranker = ranker.with_thresholds(LOW);
    assert_eq!(ranker.statistics().nodes, 0, "what was found with others is forgotten");
    ranker.rank(&start, 4).unwrap();
    assert_eq!(ranker.statistics().usage.threads, 2);
}

#[test]
fn a_line_without_end_is_cut() {
    // Kings in corners of their own.
    let text = r#"RULES: no capture single jumps TURN: red BOARD:
        "B".".". ."."."." ".".".". ."."."." ".".".". ."."."." ".".".". ."."."R" MOVES:"#;
    let position = text.parse::<Document>().unwrap().position().unwrap();
    let first = position.legal_moves().into_iter().find(|mv| mv.to_string() == "g1->h2").unwrap();
    let mut ranker = Ranker::new();
    let longest = u32::try_from(LONGEST_LINE).unwrap();
    for depth in [50, longest - 2, longest - 1, longest, longest + 1, 10 * longest, u32::MAX] {
        let line = ranker.line(&position, &first, depth).unwrap();
        assert_eq!(line.len(), LONGEST_LINE.min(depth as usize + 1), "{depth}");
    }
}

/// A line of best play by the definition: the first of the moves with the
/// highest score, at each step.
fn best_line(position: &Position, first: &Move, depth: u32) -> Vec<Move> {
    let mut line = vec![first.clone()];
    let mut position = position.play(first.path()).unwrap();
    for depth in (0..depth).rev() {
        let ranked = minimax(&position, depth);
        let highest = ranked.iter().map(|ranked| ranked.score).max();
        let Some(best) = ranked.into_iter().find(|ranked| Some(ranked.score) == highest) else {
            break;
        };
        position = position.play(best.mv.path()).unwrap();
        line.push(best.mv);
    }
    line
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn any_position(plain in prop_oneof![standard(), other_shapes()]) {
        check(&plain, 8)?;
    }

    #[test]
    fn players_who_are_nearly_stuck(plain in crowded()) {
        check(&plain, 8)?;
        check(&other_turn(plain), 8)?;
    }

    #[test]
    fn players_who_are_outnumbered(plain in outnumbered()) {
        check(&plain, 4)?;
        check(&other_turn(plain), 4)?;
    }

    #[test]
    fn men_about_to_be_crowned(plain in crowning()) {
        check(&plain, 8)?;
    }

    #[test]
    fn deep_endings(plain in prop_oneof![sparse(), tiny()]) {
        check(&plain, 14)?;
    }

    #[test]
    fn lines_of_best_play(plain in prop_oneof![sparse(), tiny(), crowded(), other_shapes()]) {
        let position = position(&plain);
        let depth = affordable_depth(&position, 6, most_leaves() / 10);
        for (thresholds, with) in [(LOW, (1, 64)), (LOW, (2, 1 << 20)), (Thresholds::default(), (1, 1 << 20))] {
            let mut ranker = Ranker::with_resources(resources(with)).unwrap().with_thresholds(thresholds);
            for RankedMove { mv, .. } in minimax(&position, depth) {
                let line = ranker.line(&position, &mv, depth).unwrap();
                prop_assert_eq!(line, best_line(&position, &mv, depth), "depth {}\n{}", depth, plain.to_text());
            }
        }
    }

    #[test]
    fn counts(plain in prop_oneof![standard(), other_shapes(), crowded(), crowning(), sparse()]) {
        let position = position(&plain);
        for depth in 0..=affordable_depth(&position, 8, most_leaves()) {
            // The oracle takes its time.
            let plainly = perft(&position, depth).unwrap();
            if plainly < 3_000 {
                prop_assert_eq!(plainly, plain.perft(depth));
            }
            for with in [(1, 64), (2, 64), (8, 1 << 16), (3, 1 << 24), (2, 0)] {
                let mut counter = Perft::with_resources(resources(with)).unwrap().with_thresholds(LOW);
                prop_assert_eq!(counter.count(&position, depth).unwrap(), plainly, "{:?}", with);
            }
        }
    }
}
