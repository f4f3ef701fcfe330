//! Perfect play in checkers: which positions are won, drawn or lost, and in how many plies.
//!
//! - [`Tables`] hold the values of all positions of few pieces. They are built by retrograde
//!   analysis, kept in files, and probed.
//! - [`proof`] finds the values of other positions by tables, by proof-number search and by closed
//!   sets of positions.
//! - [`service`] opens the user's tables, builds small ones, and answers programs.

mod prober;
pub mod proof;
pub mod service;
mod tables;

pub use prober::Prober;
pub use tables::{
    BuildControl, BuildError, Contents, Counts, FileError, Material, Needs, Tables, Value, Wdl,
};
