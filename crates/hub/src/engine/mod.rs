//! Our engine as a program that speaks the Hub protocol: `checkers hub`.

mod event;
mod parameters;
mod replies;
mod run;
mod searcher;
mod session;

pub use run::run;
