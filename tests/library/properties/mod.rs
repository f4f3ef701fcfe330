//! Properties of every position that need no oracle.

mod chains;
mod legality;
mod symmetries;

use std::collections::BTreeSet;

use proptest::prelude::*;
use rankmoves_core::{Path, Position, Rules, Setup};
use testing::plain::Plain;
use testing::support::{other_shapes, sparse, standard};

/// The greatest number of moves of a position with each move tried in many ways.
const MANY: usize = 300;

fn any_shape() -> impl Strategy<Value = Plain> {
    prop_oneof![standard(), sparse(), other_shapes()]
}

fn legal_paths(position: &Position) -> BTreeSet<Path> {
    position.legal_moves().iter().map(|legal| legal.path().clone()).collect()
}

fn under(rules: Rules, position: &Position) -> Position {
    Setup { rules, ..position.setup() }.position().unwrap()
}
