//! Compares mutants, comparisons and suites with the definition.

mod judge;
mod judge_compare;
mod judge_diagnosis;
mod judge_suite;
