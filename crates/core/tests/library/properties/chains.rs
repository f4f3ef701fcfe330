//! Tests chains: their prefixes under each combination of the rules, and chains played jump by jump.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rankmoves_core::{Capture, Jumps, Path, Ply, Position, Rules};
use testing::seed::config;
use testing::support::{any_shape, position};

use super::{MANY, legal_paths, under};

// The four combinations of the rules.

/// Returns the prefixes of a path that end between its first square and its last.
fn proper_prefixes(path: &Path) -> impl Iterator<Item = Path> {
    (2..path.squares().len()).filter_map(|length| Path::new(path.squares()[..length].to_vec()))
}

fn is_jump(path: &Path) -> bool {
    path.squares()[0].rank().abs_diff(path.squares()[1].rank()) == 2
}

proptest! {
    #![proptest_config(config(6000))]

    #[test]
    fn prefixes_of_chains_are_moves_only_under_no_capture_with_multiple_jumps(plain in any_shape()) {
        let position = position(&plain);
        for rules in Rules::ALL {
            let paths = legal_paths(&under(rules, &position));
            let longest = paths.iter().map(|path| path.squares().len()).max().unwrap_or(0);
            prop_assert!(rules.jumps == Jumps::Multiple || longest <= 2, "{:?} {:?}", rules, paths);
            for prefix in paths.iter().flat_map(proper_prefixes) {
                let expected = rules.capture == Capture::Optional && rules.jumps == Jumps::Multiple;
                prop_assert_eq!(paths.contains(&prefix), expected, "{} under {:?}", prefix, rules);
            }
        }
    }

    #[test]
    fn the_moves_under_no_capture_with_multiple_jumps_determine_all_others(plain in any_shape()) {
        let position = position(&plain);
        let [free_single, free, forced_single, forced] =
            Rules::ALL.map(|rules| legal_paths(&under(rules, &position)));
        let single: BTreeSet<Path> = free.iter().filter(|path| path.squares().len() == 2).cloned().collect();
        prop_assert_eq!(&free_single, &single);
        let cut_short: BTreeSet<Path> = free.iter().flat_map(proper_prefixes).collect();
        let complete: BTreeSet<Path> = free.difference(&cut_short).cloned().collect();
        let jumps_first = |paths: BTreeSet<Path>| {
            let (jumps, steps): (BTreeSet<Path>, _) = paths.into_iter().partition(is_jump);
            if jumps.is_empty() { steps } else { jumps }
        };
        prop_assert_eq!(&forced_single, &jumps_first(single));
        prop_assert_eq!(&forced, &jumps_first(complete));
    }
}

// Chains jump by jump.

/// Returns the remaining paths of the moves that begin with the first `done` squares of a path.
fn rests(paths: &BTreeSet<Path>, path: &Path, done: usize) -> BTreeSet<Path> {
    let begun = &path.squares()[..done];
    let same = paths.iter().filter(|other| other.squares().starts_with(begun));
    same.filter_map(|other| Path::new(other.squares()[done - 1..].to_vec())).collect()
}

/// Plays every move of a position leg by leg, and checks the position after each leg.
fn check_chains(start: &Position) -> Result<(), TestCaseError> {
    let paths = legal_paths(start);
    prop_assume!(paths.len() <= MANY);
    for path in &paths {
        let squares = path.squares();
        let end = start.play_ply(&Ply::Move(path.clone()));
        let mut here = *start;
        for done in 2..=squares.len() {
            here = here.advance(squares[done - 2], squares[done - 1]).unwrap();
            let rests = rests(&paths, path, done);
            if rests.is_empty() {
                prop_assert_eq!(Ok(here), end, "{}", path);
                break;
            }
            prop_assert_eq!((here.turn(), here.jumping()), (start.turn(), Some(squares[done - 1])));
            prop_assert_eq!(&legal_paths(&here), &rests, "{} after {} squares", path, done);
            prop_assert_eq!(here.setup().position(), Ok(here));
            if let Some(rest) = Path::new(squares[done - 1..].to_vec()) {
                prop_assert_eq!(&here.play_ply(&Ply::Move(rest.clone())), &end, "{} from {}", path, rest);
            } else {
                prop_assert_eq!(&here.stop_jumping(), &end, "{} stopped", path);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn a_chain_jump_by_jump_leads_where_its_path_does(plain in any_shape(), multiple in any::<bool>()) {
        let position = position(&plain);
        check_chains(&position)?;
        let jumps = if multiple { Jumps::Multiple } else { Jumps::Single };
        check_chains(&under(Rules { jumps, ..position.rules() }, &position))?;
    }
}
