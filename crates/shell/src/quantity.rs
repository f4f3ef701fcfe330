//! Numbers with their nouns.

use std::fmt::Display;

/// Writes a number with its noun: `1 ply`, `2 plies`.
pub fn quantity<N: Display + PartialEq + From<u8> + Copy>(count: N, one: &str, many: &str) -> String {
    format!("{count} {}", if count == N::from(1) { one } else { many })
}
