//! `rankmoves` as its users meet it.

mod filter;
mod json;
mod lines;
mod snapshots;
