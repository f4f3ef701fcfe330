//! Endgame tables and proofs against plain solvers and published figures.

mod endings;
mod endings_files;
mod proof;
