//! The standard suite: the library's suite for the default options. Choosing its questions takes
//! seconds, but answering them takes milliseconds, so the questions are kept in a file, which
//! `make suite` writes.

use rankmoves_judge::Case;
use serde::{Deserialize, Serialize};

const QUESTIONS: &str = include_str!("standard.json");

/// A question of the suite.
#[derive(Serialize, Deserialize)]
struct StandardQuestion {
    name: String,
    purpose: String,
    depth: u32,
    verbose: bool,
    text: String,
}

/// Answers the questions. Does not determine which mistakes they catch.
pub fn cases() -> Vec<Case> {
    let questions: Vec<StandardQuestion> =
        serde_json::from_str(QUESTIONS).expect("a test compares the file with the suite");
    let case = |StandardQuestion { name, purpose, depth, verbose, text }| {
        let case = Case::new(text, depth, verbose).expect("a test compares the file with the suite");
        Case { name, purpose, ..case }
    };
    questions.into_iter().map(case).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::OnceLock;

    use rankmoves_judge::{Suite, SuiteOptions, suite};

    use super::*;

    fn chosen() -> &'static Suite {
        static SUITE: OnceLock<Suite> = OnceLock::new();
        SUITE.get_or_init(|| suite(&SuiteOptions::default()))
    }

    #[test]
    fn the_standard_suite_is_the_default_suite_of_the_library() {
        assert!(Suite::of(&cases()) == *chosen(), "`make suite` regenerates the file");
    }

    #[test]
    #[ignore = "writes the standard suite into the sources: `make suite`"]
    fn write_the_standard_suite() {
        let question = |Case { name, purpose, text, depth, verbose, .. }: Case| StandardQuestion {
            name,
            purpose,
            depth,
            verbose,
            text,
        };
        let questions: Vec<_> = chosen().cases.iter().cloned().map(question).collect();
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/standard.json");
        fs::write(file, serde_json::to_string_pretty(&questions).unwrap() + "\n").unwrap();
    }
}
