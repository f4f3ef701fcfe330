//! The rules for grading programs.

use std::sync::RwLock;
use std::sync::atomic::AtomicBool;

use super::account::Account;
use super::limits::Limits;
use super::options::GradeOptions;
use super::rubric::Rubric;

/// The rules for grading programs.
#[derive(Clone, Copy)]
pub struct Grading<'a> {
    pub options: &'a GradeOptions,
    pub limits: Limits,
    /// The user that programs run as, if not the current user.
    pub account: Option<Account>,
    /// The points of the cases, if there is a rubric.
    pub rubric: Option<&'a Rubric>,
    /// A flag that a signal raises.
    pub stop: &'a AtomicBool,
    /// Locked exclusively by a run that must run alone, and shared by all other runs.
    pub alone: &'a RwLock<()>,
}
