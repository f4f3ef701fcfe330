//! Compares endgame tables and proofs with plain solvers and published figures.

mod endings;
mod endings_files;
mod proof;
