//! Endings: positions of so few pieces that there is room for the values of all of them.
//!
//! - [`Tables`] keep what perfect play leads to: a win, a loss or a draw, and in how
//!   many plies;
//! - `depths` computes scores at any depth, for [`rank`](mod@crate::rank).

pub(crate) mod depths;
mod prober;
mod tables;

pub use prober::Prober;
pub use tables::{
    BuildError, BuildProgress, Contents, Counts, FileError, Material, Needs, Tables, Value, Wdl,
};
