//! Tests the rules of the game, one test per rule: a position and its exact list of legal moves.
//!
//! The expected values were worked out by hand from the definition, not taken from the program.

mod boards;
mod chains;
mod moves;

use rankmoves_core::{Player, Rules};
use testing::notation::{moves, position_on};

/// Asserts the same moves under all four combinations of the rules.
fn assert_moves(turn: Player, pieces: &str, expected: &str) {
    assert_moves_on("8x8", turn, pieces, expected);
}

fn assert_moves_on(shape: &str, turn: Player, pieces: &str, expected: &str) {
    for rules in Rules::ALL {
        let position = position_on(shape, rules, turn, pieces);
        assert_eq!(moves(&position), expected, "{pieces} on {shape} under {rules:?}");
        assert_eq!(position.has_moves(), !expected.is_empty(), "{pieces} on {shape} under {rules:?}");
    }
}
