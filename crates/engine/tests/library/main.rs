//! The evaluation and the search against definitions on characters, forced wins and published problems.

mod engine;
mod engine_depths;
mod engine_threads;
mod evaluation;
mod patterns;
mod prober;
mod problems;
