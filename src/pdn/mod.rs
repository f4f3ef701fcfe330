//! Portable Draughts Notation.

mod fen;

pub use fen::{Fen, FenError};
