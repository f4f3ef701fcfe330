//! Tests properties of every position, without an oracle.

mod chains;
mod legality;

use std::collections::BTreeSet;

use rankmoves_core::{Path, Position, Rules, Setup};

/// The maximum number of moves in a position for tests that try each move in many ways.
const MANY: usize = 300;

fn legal_paths(position: &Position) -> BTreeSet<Path> {
    position.legal_moves().map(|legal| legal.path().clone()).collect()
}

fn under(rules: Rules, position: &Position) -> Position {
    Setup { rules, ..position.setup() }.position().unwrap()
}
