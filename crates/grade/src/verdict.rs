//! Verdicts on the runs of a program.

use std::fmt;

/// A verdict. More serious verdicts come later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Accepted,
    /// The content is right, but the form is not.
    Presentation,
    WrongAnswer,
    OutputLimit,
    MemoryLimit,
    TimeLimit,
    RunTimeError,
}

impl Verdict {
    /// Returns the name used in machine-readable reports.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Accepted => "accepted",
            Verdict::WrongAnswer => "wrong-answer",
            Verdict::Presentation => "presentation",
            Verdict::RunTimeError => "run-time-error",
            Verdict::TimeLimit => "time-limit",
            Verdict::MemoryLimit => "memory-limit",
            Verdict::OutputLimit => "output-limit",
        }
    }

    pub fn is_accepted(self) -> bool {
        self == Verdict::Accepted
    }
}

/// Writes the name as words.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Verdict::RunTimeError => "run-time error".to_owned(),
            other => other.name().replace('-', " "),
        };
        f.pad(&words)
    }
}
