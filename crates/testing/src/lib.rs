//! Helpers for all tests: the plain oracle, random positions, positions in one line of text, seeds, and
//! programs with their terminals.

#![allow(missing_docs, clippy::missing_panics_doc)]

pub mod listings;
pub mod notation;
pub mod plain;
pub mod run;
pub mod seed;
pub mod start;
pub mod stop;
pub mod support;
pub mod terminal;
