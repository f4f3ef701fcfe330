//! Proven values, as searches ask for them.

use super::{Tables, Value};
use crate::model::position::Position;

/// A source of proven values, such as [`Tables`]. Searches take them for what they
/// would find themselves.
pub trait Prober: Send + Sync {
    /// Returns the greatest number of pieces of positions that it may know.
    fn most_pieces(&self) -> u32;

    /// Returns the value of a position for the player to move, if it knows it.
    fn probe(&self, position: &Position) -> Option<Value>;
}

impl Prober for Tables {
    fn most_pieces(&self) -> u32 {
        Tables::most_pieces(self)
    }

    fn probe(&self, position: &Position) -> Option<Value> {
        Tables::probe(self, position)
    }
}
