//! Tests `rankmoves` as users see it.

mod filter;
mod json;
mod lines;
mod many_moves;
mod proven;
mod snapshots;
