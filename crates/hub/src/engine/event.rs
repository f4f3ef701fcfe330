//! Events that a session handles.

use rankmoves_engine::Choice;

/// An event that the session handles.
pub enum Event {
    /// A line was received.
    Line(String),
    /// A line was too long; it has been skipped.
    TooLong,
    /// The input has ended.
    End,
    /// A depth has been searched.
    Depth(Choice),
    /// The search has ended.
    Choice(Option<Choice>),
}
