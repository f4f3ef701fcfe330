//! Tools for long computations: memory, threads, stacks, the transposition table, numbering of sets of
//! squares, lines of input, tuning.

pub mod batch;
pub mod combinations;
pub mod hash;
pub mod line;
pub mod resources;
pub mod stack;
pub mod table;
pub mod threads;
pub mod tuning;
