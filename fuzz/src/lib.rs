//! Checks that hold for any bytes: a module for each fuzz target, with a `check`
//! that panics where the library breaks a promise.
//!
//! The fuzz targets call them with the inputs that libFuzzer finds,
//! `tests/corpora.rs` with the inputs that it has found, and without libFuzzer.
//! Expected results come from the plain oracle of `tests/plain` or from a plain
//! reading of the formats; they share nothing with the library.
#![allow(clippy::missing_panics_doc, reason = "to panic is what checks are for")]

pub mod commands;
pub mod documents;
pub mod environment;
pub mod exchange;
pub mod fen;
pub mod moves;
pub mod pdn;
pub use testing::plain;
pub mod ranking;
/// The session of `checkers`, which belongs to the program and knows no terminal.
#[allow(dead_code, unused_imports, missing_docs, reason = "not everything in it is checked here")]
#[path = "../../src/bin/checkers/session/mod.rs"]
mod session;
pub mod start;

/// A check of any bytes.
pub type Check = fn(&[u8]);

/// The fuzz targets and their checks.
pub const TARGETS: [(&str, Check); 8] = [
    ("commands", commands::check),
    ("documents", documents::check),
    ("environment", environment::check),
    ("exchange", exchange::check),
    ("fen", fen::check),
    ("moves", moves::check),
    ("pdn", pdn::check),
    ("ranking", ranking::check),
];
