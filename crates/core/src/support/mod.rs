//! Means of long computations: memory, threads, stacks, the transposition table, tuning.

pub mod batch;
pub mod hash;
pub mod resources;
pub mod stack;
pub mod table;
pub mod threads;
pub mod tuning;
