//! Judging other programs for the same task: mistakes that people make, answers
//! compared, questions that bring mistakes to light.
//!
//! Pure functions: nothing here starts a process or knows a terminal.

mod cause;
mod compare;
mod listing;
mod mistake;
mod mutant;

pub use compare::{CompareError, Comparison, Difference, Finding, Part, compare};
pub use mistake::{Mistake, Mistakes, ParseMistakeError};
pub use mutant::{Mutant, Question};
