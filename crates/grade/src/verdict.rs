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
    pub fn name(self) -> String {
        self.to_string().replace(' ', "-")
    }

    pub fn is_accepted(self) -> bool {
        self == Verdict::Accepted
    }
}

/// Writes the words used in reports for people.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Accepted => "accepted",
            Verdict::Presentation => "presentation",
            Verdict::WrongAnswer => "wrong answer",
            Verdict::OutputLimit => "output limit",
            Verdict::MemoryLimit => "memory limit",
            Verdict::TimeLimit => "time limit",
            Verdict::RunTimeError => "run-time error",
        })
    }
}
