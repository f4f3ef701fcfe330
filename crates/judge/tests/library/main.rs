//! Mutants, comparisons and suites against the definition.

mod judge;
mod judge_compare;
mod judge_suite;
