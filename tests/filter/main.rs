//! Tests `rankmoves` as users see it.

mod early_ends;
mod filter;
mod json;
mod lines;
mod many_moves;
mod proven;
mod snapshots;
