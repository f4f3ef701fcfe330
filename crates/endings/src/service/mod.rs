//! Perfect play for programs: opens the user's tables, builds small ones, and answers.
//!
//! - [`open_or_begin`] opens the tables of a folder; [`build_or_keep_in_memory`] adds to them;
//! - [`Proven`] looks values up for people, on any board: it waits for the tables that it builds;
//! - [`Endings`] looks values up for players, on one board: it builds tables while the game continues. For hints
//!   it waits for the tables, so that the same position always has the same hint.

mod endings;
mod open;
mod proven;

pub use endings::Endings;
pub use open::{build_or_keep_in_memory, default_folder, is_quick, open_or_begin, quick_pieces, write_none};
pub use proven::Proven;
