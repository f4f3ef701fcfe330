//! The library against the plain oracle, published figures, and rules worked out by hand.

mod batch;
mod budget;
mod endings;
mod endings_files;
mod engine;
mod engine_depths;
mod engine_threads;
mod environment;
mod evaluation;
mod exactness;
mod exchange;
mod game;
mod judge;
mod judge_compare;
mod judge_suite;
mod listing;
mod openings;
mod oracle;
mod patterns;
mod pdn;
mod perft;
mod prober;
mod problems;
mod proof;
mod properties;
mod properties_text;
mod proven_play;
mod resources;
mod rules;
mod rules_illegal;
mod rules_scores;
#[cfg(feature = "serde")]
mod serde;
mod stopping;
mod vector;
