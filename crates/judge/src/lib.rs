//! Judging other programs for the same task: mistakes that people make, answers
//! compared, questions that bring mistakes to light.
//!
//! Pure functions: nothing here starts a process or knows a terminal.

mod case;
mod cause;
mod compare;
mod comparer;
mod diagnose;
mod difference;
mod error;
mod level;
mod listing;
mod mistake;
mod mutant;
mod shrink;
mod suite;
mod text;
mod utf16;

pub use case::Case;
pub use compare::compare;
pub use diagnose::diagnose;
pub use difference::{Comparison, Difference, Finding, Part, Pruned};
pub use error::CompareError;
pub use listing::has_same_content;
pub use mistake::{Mistake, Mistakes};
pub use mutant::{Mutant, Question};
pub use shrink::shrink;
pub use suite::{Refused, Suite, SuiteOptions, refused, suite};
