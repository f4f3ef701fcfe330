//! Sections of help texts and man pages other than the options.

use std::fmt::Write;

/// A part of a manual: a term and its explanation.
pub type ManualEntry = (&'static str, &'static str);

/// The examples and exit statuses of a command. They are defined once, beside the command line.
pub struct Manual {
    /// The command that the user types.
    pub command: &'static str,
    /// A paragraph before the examples; empty if there is none.
    pub notes: &'static str,
    /// Commands with their explanations.
    pub examples: &'static [ManualEntry],
    /// Exit statuses with their meaning.
    pub statuses: &'static [ManualEntry],
}

/// The exit statuses of a program that is stopped.
pub const STOPPED: ManualEntry =
    ("129, 130, 143", "stopped by a closed terminal, an interrupt (Ctrl-C) or SIGTERM, respectively");

/// The exit statuses of a command that reads a file and writes its result.
pub const STATUSES: &[ManualEntry] = &[
    ("0", "success, or the reader closed the pipe"),
    ("1", "the input cannot be read or is not valid, or the output cannot be written"),
    ("2", "the command line is wrong"),
    STOPPED,
];

impl Manual {
    /// Makes the manual of a command that reads a file and writes its result.
    pub const fn new(command: &'static str, examples: &'static [ManualEntry]) -> Manual {
        Manual { command, notes: "", examples, statuses: STATUSES }
    }

    /// Returns the text for the end of `--help`.
    pub fn help(&self) -> String {
        let mut text = String::new();
        if !self.notes.is_empty() {
            let _ = write!(text, "{}\n\n", self.notes);
        }
        text.push_str("Examples:");
        for (command, meaning) in self.examples {
            let _ = write!(text, "\n  {command}\n      {meaning}");
        }
        text.push_str("\n\nExit status:");
        for (status, meaning) in self.statuses {
            let _ = write!(text, "\n  {status:<13}  {meaning}");
        }
        text
    }
}
