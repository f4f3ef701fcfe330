//! A game at a table: the session of its seats, clock and moves, for every board that shows it.
//!
//! - [`session`] takes typed commands and plays moves; it uses no terminal.
//! - [`agents`] are the programs that play, [`estimator`] the engine's view of a position.
//! - [`setup`], [`loading`], [`save`] and [`written`] are games from files and back.
//! - [`options`] are the command-line options that the boards share.

pub mod agents;
mod date;
pub mod draw;
pub mod estimator;
pub mod file_names;
pub mod loading;
pub mod options;
pub mod review;
pub mod save;
pub mod score_text;
pub mod session;
pub mod setup;
pub mod written;

pub use date::today;
