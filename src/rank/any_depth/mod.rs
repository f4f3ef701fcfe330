//! The values at any depth of all positions of few pieces.
//!
//! The values at depth n + 1 follow from those at depth n, always in the same
//! way. With few pieces there is room for all of them:
//!
//! 1. `index` numbers the placements of one player's pieces without gaps;
//! 2. `moves` lists the steps and jumps of each placement, whatever the opponent's;
//! 3. `sweep` computes a ply: the values of one player's positions from those
//!    of the opponent's; `sparse` does so where little has changed;
//! 4. `values` goes from ply to ply until nothing changes any more or a period
//!    is found, and remembers earlier depths in a `history`.
//!
//! A position is a pair of placements. A move changes one of them; only a jump
//! changes the other. So one step is the same number of entries further for a
//! whole row of positions, and a ply is mostly maxima of rows. The price are
//! pairs that share a square, some 12 % of them with four pieces on the
//! standard board and 18 % with five.

mod arrays;
mod history;
mod index;
#[cfg(test)]
pub(crate) mod listed;
mod moves;
mod sparse;
mod sweep;
#[cfg(test)]
mod tests;
mod values;

pub(crate) use values::{Material, Values};
