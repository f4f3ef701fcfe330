//! Tests of the evaluation and the search: against plain definitions on boards of characters, and with forced
//! wins and published problems.

mod engine;
mod engine_depths;
mod engine_threads;
mod evaluation;
mod patterns;
mod prober;
mod problems;
