//! The engine of the project as a program for the Hub protocol: `checkers hub`.

mod event;
mod parameters;
mod replies;
mod run;
mod searcher;
mod session;

pub use run::run;
