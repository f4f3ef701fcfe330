//! Properties of every position that need no oracle.

mod chains;
mod legality;

use std::collections::BTreeSet;

use rankmoves_core::{Path, Position, Rules, Setup};

/// The greatest number of moves of a position with each move tried in many ways.
const MANY: usize = 300;

fn legal_paths(position: &Position) -> BTreeSet<Path> {
    position.legal_moves().map(|legal| legal.path().clone()).collect()
}

fn under(rules: Rules, position: &Position) -> Position {
    Setup { rules, ..position.setup() }.position().unwrap()
}
