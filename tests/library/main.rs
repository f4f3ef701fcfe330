//! Compares exact ranking with the definition and the plain oracle.

mod batch;
mod budget;
mod exactness;
mod oracle;
mod resources;
mod rules_scores;
#[cfg(feature = "serde")]
mod serde;
mod stopping;
mod symmetries;
