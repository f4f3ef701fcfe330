//! `checkers hub`: runs the engine as a program that speaks the Hub protocol.

mod parameters;
mod replies;
mod run;
mod searcher;
mod session;

pub use run::run;
