//! `checkers tui`: a full-screen board that ranks the moves while you watch.
//!
//! ```text
//! keys, mouse, time, answers ──> event ──> update ──> state ──> view ──> screen
//!                                             │          │
//!                            files, the end <─┴─ effect  └─ tasks ──> workers ──> answers
//! ```
//!
//! The only entry point is [`run()`], with the [options] of the command line.
//!
//! Tasks are not requested; they follow from the state (`state::Model::tasks`), and the workers get the list
//! whenever it changes. Update and view do not depend on a terminal, threads or a clock, so tests can type
//! keys and compare frames.
//!
//! | Where | Contents |
//! |---|---|
//! | `bindings` | keys and their actions; most are commands of a [table](table::session) |
//! | `update/` | the effects of events on the state, by parts of the screen |
//! | `state`, `tree`, `record`, `editor`, `prompt` | the state, and the tasks that follow from it |
//! | `results` | the tasks of the workers, and their results by position |
//! | `worker` | the threads that rank, query agents and look up tables |
//! | `view/` | the frame, drawn from the state alone |
//! | `run`, `terminal` | the event loop, and everything else outside the state |

mod bindings;
mod editor;
pub mod options;
mod prompt;
mod record;
mod results;
mod run;
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
