//! Describes differences between an answer and the right one, for `checkers compare` and `checkers grade`.

mod facts;
mod text;

pub use facts::{Facts, part_name, short};
pub use text::{Agreed, HEADING, describe, first, sentences};
