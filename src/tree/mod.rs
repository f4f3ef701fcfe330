//! Walks the tree of moves and replies, and writes it as a stream.
//!
//! The walk keeps one iterator over moves for each ply between the root and the
//! current node (`trail.rs`), so memory does not grow with the number of nodes.
//! The walk does not recurse, so the call stack does not grow either.

mod text;
mod trail;
mod walk;

pub use text::{push_close, push_open, write_tree};
pub use walk::{Node, Visitor, walk};
