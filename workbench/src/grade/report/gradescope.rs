//! The `results.json` of Gradescope's autograders
//! (<https://gradescope-autograders.readthedocs.io/en/latest/specs/>).

use std::fmt::Write as _;

use serde::Serialize;

use crate::grade::result::GradeResult;

#[derive(Serialize)]
struct Results {
    output: String,
    output_format: &'static str,
    stdout_visibility: &'static str,
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    score: u32,
    max_score: u32,
    status: &'static str,
    name: String,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
}

/// Writes the file. Each case is worth one point.
pub fn write(result: &GradeResult) -> String {
    let tests = result.cases.iter().map(|graded| {
        let is_accepted = graded.verdict.is_accepted();
        let colon = if graded.reason.is_empty() { "" } else { ": " };
        Test {
            score: u32::from(is_accepted),
            max_score: 1,
            status: if is_accepted { "passed" } else { "failed" },
            name: graded.name.clone(),
            output: format!("{}{colon}{}", graded.verdict, graded.reason),
            output_format: "text",
            visibility: "visible",
        }
    });
    let mut output = format!("{} of {} cases accepted\n", result.accepted(), result.cases.len());
    for sentence in result.sentences() {
        let _ = writeln!(output, "{sentence}");
    }
    if let Some(smallest) = super::describe(result) {
        let _ = write!(output, "\n{smallest}");
    }
    let results =
        Results { output, output_format: "text", stdout_visibility: "hidden", tests: tests.collect() };
    super::one_line(&results)
}
