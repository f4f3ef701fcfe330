//! Failures of the programs, kept as data and rendered only when they are shown.

use rankmoves_core::shorten;

use super::diagnostic::{self, Diagnostic, Excerpt, Location, MAX_PATH_CHARS};

/// The reason why a program or one of its commands fails.
#[derive(Clone, Debug)]
pub struct Failure {
    message: String,
    /// The errors in a text, if the failure concerns a location in a text.
    errors: Option<Box<Errors>>,
    /// True if the command line lacks something; in that case the usage is shown with the message.
    pub(super) is_usage: bool,
}

#[derive(Clone, Debug)]
struct Errors {
    /// The name of the file in messages.
    file: String,
    diagnostic: Diagnostic,
    /// An excerpt for each listed diagnostic.
    excerpts: Vec<Excerpt>,
}

impl Failure {
    /// Creates a failure without a location in a text.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), errors: None, is_usage: false }
    }

    pub(super) fn usage(message: &str) -> Failure {
        Failure { is_usage: true, ..Failure::new(message) }
    }

    /// Builds the failure for a file whose text has errors. `excerpt` returns the text around a location.
    pub fn in_file(file: &str, diagnostic: Diagnostic, excerpt: impl Fn(Location) -> Excerpt) -> Failure {
        let excerpts = diagnostic.listed().map(|listed| excerpt(listed.location)).collect();
        let message = diagnostic.message.clone();
        let errors = Errors { file: file.to_owned(), diagnostic, excerpts };
        Failure { errors: Some(Box::new(errors)), ..Failure::new(message) }
    }

    /// Returns the message without the file and the location.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the location of the first error, if the text of a file is invalid.
    pub fn location(&self) -> Option<Location> {
        self.errors.as_ref().map(|errors| errors.diagnostic.location)
    }

    /// Returns the message, preceded by the line and the column if the text of a file is invalid.
    pub fn located(&self) -> String {
        let place = |Location { line, column, .. }| format!("line {line}, column {column}: ");
        self.location().map_or_else(String::new, place) + &self.message
    }

    /// Returns the reason on one line: the message, preceded by the file and the location if the text of a
    /// file is invalid.
    pub fn reason(&self) -> String {
        let Some(errors) = &self.errors else { return self.message.clone() };
        let Location { line, column, .. } = errors.diagnostic.location;
        format!("{}:{line}:{column}: {}", shorten(&errors.file, MAX_PATH_CHARS), self.message)
    }

    /// Renders the failure in colour, with the faulty lines, in the style of the Rust compiler.
    pub fn render(&self) -> String {
        match &self.errors {
            None => diagnostic::render_error(&self.message),
            Some(errors) => diagnostic::render_errors(&errors.diagnostic, &errors.file, &errors.excerpts),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use anstream::adapter::strip_str;

    use super::*;
    use crate::input::{GameSelection, Input};

    #[test]
    fn the_reason_names_message_and_location_of_the_rendering() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/broken");
        let mut count = 0;
        for file in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let Ok(input) = Input::read(Some(&file)) else { panic!("{} can be read", file.display()) };
            let read = input.game(GameSelection::default()).and_then(|source| source.position());
            let Err(failure) = read else { panic!("{} is broken", file.display()) };
            let rendered = strip_str(&failure.render()).to_string();
            let message = rendered.lines().next().unwrap().strip_prefix("error: ").unwrap();
            let location = rendered.lines().find_map(|line| line.trim().strip_prefix("--> ")).unwrap();
            assert_eq!(failure.reason(), format!("{location}: {message}"));
            assert_eq!(failure.message(), message);
            count += 1;
        }
        assert!(count > 50, "the folder has files");
    }

    #[test]
    fn a_failure_without_a_location_is_rendered_as_its_message() {
        let failure = Failure::new("cannot write to a");
        assert_eq!(strip_str(&failure.render()).to_string(), "error: cannot write to a\n");
        assert_eq!((failure.reason().as_str(), failure.location()), ("cannot write to a", None));
    }
}
