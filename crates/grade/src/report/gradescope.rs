//! The `results.json` of Gradescope's autograders
//! (<https://gradescope-autograders.readthedocs.io/en/latest/specs/>).

use std::fmt::Write as _;

use rankmoves_core::shorten;
use serde::Serialize;
use serde_json::Number;
use shell::json::line;

use super::{MAX_NAME_CHARS, Paint, Room};
use crate::graded::Graded;
use crate::result::{GradeResult, common_failure};
use crate::rubric::{CasePoints, Visibility};

#[derive(Serialize)]
struct ResultsFields {
    output: String,
    output_format: &'static str,
    stdout_visibility: &'static str,
    /// The time of all runs, in whole seconds.
    execution_time: u64,
    tests: Vec<TestFields>,
}

#[derive(Serialize)]
struct TestFields {
    score: Number,
    max_score: Number,
    status: &'static str,
    name: String,
    name_format: &'static str,
    output: String,
    output_format: &'static str,
    visibility: Visibility,
}

/// Writes `results.json`.
pub fn write(result: &GradeResult) -> String {
    let mut output = format!("{} cases accepted\n", result.sum());
    if let Some(common) = common_failure(&result.cases) {
        let _ = writeln!(output, "{}", common.sentence());
    }
    output += &super::points(result);
    output += &super::patterns(result);
    if let Some(smallest) = super::describe(result, &Paint::PLAIN, Room::ALL) {
        let _ = write!(output, "\n{smallest}");
    }
    let _ = write!(output, "\n{}", super::conclusion(result));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "times are short")]
    let execution_time = result.seconds().ceil() as u64;
    line(&ResultsFields {
        output,
        output_format: "text",
        stdout_visibility: "hidden",
        execution_time,
        tests: tests(result),
    })
}

/// Lists the cases. Each is worth one point, unless a rubric gives it other points.
fn tests(result: &GradeResult) -> Vec<TestFields> {
    let point = |graded: &Graded| {
        let earned = f64::from(u8::from(graded.verdict.is_accepted()));
        CasePoints { earned, points: 1.0, ..CasePoints::default() }
    };
    let points = match &result.points {
        Some(points) => points.cases.clone(),
        None => result.cases.iter().map(point).collect(),
    };
    // Differences of rounded sums add up to the rounded totals. Cases with full marks come first in the sums, so
    // that each gets its maximum.
    let is_full = |case: &&CasePoints| case.earned >= case.points;
    let full: f64 = points.iter().filter(is_full).map(|case| case.points).sum();
    let (mut full_sum, mut earned_sum, mut most_sum) = (0.0, full, full);
    let test = |(graded, case): (&Graded, &CasePoints)| {
        let is_full = is_full(&case);
        let most = grown(if is_full { &mut full_sum } else { &mut most_sum }, case.points);
        let score = if is_full { most } else { grown(&mut earned_sum, case.earned).min(most) };
        let colon = if graded.reason.is_empty() { "" } else { ": " };
        TestFields {
            score: number(score),
            max_score: number(most),
            status: if graded.verdict.is_accepted() { "passed" } else { "failed" },
            name: shorten(&graded.name, MAX_NAME_CHARS),
            name_format: "text",
            output: format!("{}{colon}{}", graded.verdict, graded.reason),
            output_format: "text",
            visibility: case.visibility,
        }
    };
    result.cases.iter().zip(&points).map(test).collect()
}

/// Adds points to a sum. Returns how much the rounded sum grows.
fn grown(sum: &mut f64, points: f64) -> f64 {
    let before = rounded(*sum);
    *sum += points;
    rounded(*sum) - before
}

/// Rounds points to four decimals, because shares of a part need not be round numbers.
fn rounded(points: f64) -> f64 {
    (points * 10_000.0).round() / 10_000.0
}

/// Returns rounded points; whole points are written as whole numbers.
fn number(points: f64) -> Number {
    let points = rounded(points);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "points are not negative")]
    let whole = points as u64;
    Number::from_f64(points).filter(|_| points.fract() > 0.0).unwrap_or_else(|| whole.into())
}
