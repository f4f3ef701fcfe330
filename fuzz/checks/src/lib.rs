//! Checks that must pass for any bytes. Each fuzz target has a module with a function `check`, which panics
//! if the library breaks a promise.
//!
//! The fuzz targets call the checks with the inputs that libFuzzer generates; the test of the corpora calls
//! them with inputs found earlier, without libFuzzer. Expected results come from the plain oracle of
//! `testing::plain` or from plain readers of the formats, which share no parsing code with the library.
#![allow(clippy::missing_panics_doc, reason = "to panic is what checks are for")]

pub mod commands;
pub mod corpus;
pub mod documents;
pub mod environment;
pub mod exchange;
pub mod fen;
pub mod linear;
pub mod moves;
pub mod pdn;
pub mod ranking;
pub mod start;

/// A check that accepts arbitrary bytes.
pub type Check = fn(&[u8]);

/// The fuzz targets and their checks.
pub const TARGETS: [(&str, Check); 9] = [
    ("commands", commands::check),
    ("documents", documents::check),
    ("environment", environment::check),
    ("exchange", exchange::check),
    ("fen", fen::check),
    ("linear", linear::check),
    ("moves", moves::check),
    ("pdn", pdn::check),
    ("ranking", ranking::check),
];
