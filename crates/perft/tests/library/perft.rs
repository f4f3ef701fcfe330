//! Tests perft counts: each file in `testdata/perft` has comments `# perft DEPTH COUNT` with its own counts,
//! and their source.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use rankmoves_core::exchange::Document;
use rankmoves_core::pdn::Fen;
use rankmoves_core::{Board, Player, Position, Rules, Setup, Shape};
use rankmoves_perft::{Perft, perft, positions_after};
use testing::start::testdata;

/// The largest count in the ordinary run, which includes all published counts of the start position to depth
/// 9.
const ORDINARY: u64 = 4_000_000;

fn files() -> Vec<PathBuf> {
    let folder = testdata("perft");
    let entries = fs::read_dir(&folder).expect("testdata/perft is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Returns the depths and counts of a file.
fn counts(text: &str) -> Vec<(u32, u64)> {
    let numbers = text.lines().filter_map(|line| line.strip_prefix("# perft "));
    let pair = |numbers: &str| {
        let (depth, count) = numbers.split_once(' ')?;
        Some((depth.parse().ok()?, count.parse().ok()?))
    };
    numbers
        .map(|numbers| pair(numbers).unwrap_or_else(|| panic!("not a depth and a count: {numbers}")))
        .collect()
}

fn check(is_due: impl Fn(u64) -> bool) {
    let mut checked = 0;
    for file in files() {
        let name = file.display();
        let text = fs::read_to_string(&file).unwrap();
        let position = text.parse::<Document>().and_then(|document| document.position());
        let position = position.unwrap_or_else(|error| panic!("{name}:{error}"));
        let counts = counts(&text);
        assert!(!counts.is_empty(), "{name} has no counts");
        for (depth, count) in counts.into_iter().filter(|&(_, count)| is_due(count)) {
            assert_eq!(perft(&position, depth).unwrap(), count, "{name} at depth {depth}");
            checked += 1;
        }
    }
    assert!(checked > 0, "no counts were checked");
}

#[test]
fn every_file_has_its_perft_counts() {
    check(|count| count <= ORDINARY);
}

#[test]
#[ignore = "minutes in a test build; run by `make perft`"]
fn every_file_has_its_deep_perft_counts() {
    check(|count| count > ORDINARY);
}

#[test]
fn fen_positions_have_their_published_counts() {
    let published: [(&str, &[u64]); 2] = [
        ("W:WK30,28:B1,2,3,26,18,17,25", &[2, 12, 36, 186, 868, 4508]),
        ("B:WK29,K30,K31,K32:BK1,K2,K3,K4", &[7, 49, 350, 2500, 20200, 163_216]),
    ];
    for (text, counts) in published {
        let position = text.parse::<Fen>().unwrap().setup(Rules::ENGLISH).position().unwrap();
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&position, depth).unwrap(), count, "{text} at depth {depth}");
        }
    }
}

/// Counts the paths of `split + below` plies: for each position after `split` plies, counts the continuations.
fn sum(position: &Position, split: u32, below: u32) -> u64 {
    let positions = positions_after(position, split).unwrap();
    positions.iter().map(|(position, paths)| paths * perft(position, below).unwrap()).sum()
}

#[test]
fn positions_after_some_plies_carry_the_counts_of_all_files() {
    for file in files() {
        let text = fs::read_to_string(&file).unwrap();
        let position = text.parse::<Document>().unwrap().position().unwrap();
        for (depth, count) in counts(&text).into_iter().filter(|&(_, count)| count <= ORDINARY / 100) {
            for split in 0..=depth {
                assert_eq!(
                    sum(&position, split, depth - split),
                    count,
                    "{} at {split} of {depth}",
                    file.display()
                );
            }
        }
    }
}

#[test]
fn positions_after_some_plies_carry_the_counts_under_all_rules_and_shapes() {
    for rules in Rules::ALL {
        for (ranks, files, flipped) in [(8, 8, false), (8, 8, true), (5, 7, false), (10, 10, true)] {
            let shape = Shape::new(ranks, files, flipped).unwrap();
            for turn in Player::ALL {
                let setup = Setup { board: Board::start(shape, 2), turn, rules, jumping: None };
                let position = setup.position().unwrap();
                for split in 0..=5 {
                    let expected = perft(&position, 5).unwrap();
                    assert_eq!(sum(&position, split, 5 - split), expected, "{rules:?} {shape} {split}");
                }
            }
        }
    }
}

#[test]
fn positions_after_some_plies_are_distinct_and_ordered_alike() {
    let start = Position::start(Rules::ENGLISH, Player::Red);
    let positions = positions_after(&start, 5).unwrap();
    let distinct: HashSet<Position> = positions.iter().map(|&(position, _)| position).collect();
    assert_eq!(distinct.len(), positions.len());
    assert!(distinct.iter().all(|position| position.turn() == Player::Black));
    assert_eq!(positions, positions_after(&start, 5).unwrap());
    assert_eq!(positions_after(&start, 0).unwrap(), [(start, 1)]);
}

/// White's king on 18 has jumped 14 and may continue only over 6.
#[test]
fn positions_after_a_jump_in_progress_are_those_of_its_continuations() {
    let position = "W:WK18,32:B14,6,1".parse::<Fen>().unwrap().setup(Rules::ENGLISH).position().unwrap();
    let first = position.next_legs();
    let jumping = position.advance(first[0].path().start(), first[0].path().end()).unwrap();
    assert!(jumping.jumping().is_some());
    for split in 0..=3 {
        assert_eq!(sum(&jumping, split, 4 - split), perft(&jumping, 4).unwrap(), "{split}");
    }
}

#[test]
fn perft_at_depth_0_is_1() {
    assert_eq!(perft(&Position::start(Rules::ENGLISH, Player::Red), 0).unwrap(), 1);
}

#[test]
fn a_depth_above_the_limit_is_refused() {
    let depth = rankmoves_perft::MAX_PERFT_DEPTH + 1;
    let position = Position::start(Rules::ENGLISH, Player::Red);
    let errors = [
        perft(&position, depth).unwrap_err(),
        rankmoves_perft::divide(&position, depth).unwrap_err(),
        positions_after(&position, depth).unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.to_string(), "expected a depth of at most 1000 but found 1001");
    }
}

#[test]
fn a_stopped_count_is_no_count() {
    let mut counter = Perft::new();
    counter.stop_flag().store(true, Relaxed);
    let start = Position::start(Rules::ENGLISH, Player::Red);
    assert_eq!(counter.count(&start, 9).unwrap_err().to_string(), "the count was stopped");
    counter.stop_flag().store(false, Relaxed);
    assert_eq!(counter.count(&start, 5).unwrap(), 7361);
}
