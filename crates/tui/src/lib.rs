//! `checkers tui`: a full-screen board that ranks the moves as you look.
//!
//! ```text
//! keys, mouse, time, answers ──> event ──> update ──> state ──> view ──> screen
//!                                             │          │
//!                            files, the end <─┴─ effect  └─ tasks ──> workers ──> answers
//! ```
//!
//! Nothing requests tasks: they follow from the state (`state::Model::tasks`), and
//! the workers are told when it changes. Update and view know no terminal, no
//! thread and no clock.

mod action;
mod bindings;
mod editor;
mod estimates;
mod event_loop;
mod files;
pub mod options;
mod prompt;
mod proofs;
mod record;
mod results;
mod run;
#[cfg(test)]
mod screenshot;
mod signals;
mod state;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;
mod tree;
mod update;
mod view;
mod worker;

pub use run::run;
