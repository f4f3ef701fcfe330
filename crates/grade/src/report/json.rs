//! Writes the report as one JSON object.

use serde::Serialize;
use shell::json::line;

use crate::diagnosis::Statement;
use crate::graded::FailureKind;
use crate::result::{GradeResult, Smallest};
use crate::rubric::Points;

#[derive(Serialize)]
struct JsonReport<'a> {
    program: &'a str,
    cases: Vec<CaseFields<'a>>,
    accepted: usize,
    of: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<&'a Points>,
    flaky: bool,
    patterns: &'a [String],
    smallest: Option<SmallestFields<'a>>,
    boards: Vec<SmallestFields<'a>>,
    diagnosis: &'a [Statement],
}

#[derive(Serialize)]
struct CaseFields<'a> {
    name: &'a str,
    verdict: String,
    reason: &'a str,
    seconds: f64,
    arguments: &'a [String],
}

#[derive(Serialize)]
struct SmallestFields<'a> {
    board: &'a str,
    verdict: String,
    kind: FailureKind,
    arguments: &'a [String],
    pieces: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'a str>,
    got: &'a str,
    explanation: &'a str,
}

/// Writes the report on one line.
pub fn write(result: &GradeResult) -> String {
    let cases = result.cases.iter().map(|graded| CaseFields {
        name: &graded.name,
        verdict: graded.verdict.name(),
        reason: &graded.reason,
        seconds: (graded.seconds * 1000.0).round() / 1000.0,
        arguments: &graded.arguments,
    });
    let report = JsonReport {
        program: &result.program,
        cases: cases.collect(),
        accepted: result.accepted(),
        of: result.cases.len(),
        points: result.points.as_ref(),
        flaky: result.is_flaky(),
        patterns: &result.patterns,
        smallest: result.smallest().map(|found| fields(result, found)),
        boards: result.boards.iter().map(|found| fields(result, found)).collect(),
        diagnosis: &result.diagnosis,
    };
    line(&report)
}

fn fields<'a>(result: &GradeResult, found: &'a Smallest) -> SmallestFields<'a> {
    SmallestFields {
        board: &found.task.case.text,
        verdict: found.verdict.name(),
        kind: found.kind,
        arguments: &found.task.switches,
        pieces: found.task.case.pieces(),
        expected: (!result.hides_expected).then_some(&found.expected),
        got: &found.got,
        explanation: &found.explanation,
    }
}
