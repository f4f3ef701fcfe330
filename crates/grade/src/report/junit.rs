//! `JUnit` XML.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use rankmoves_core::shorten;

use super::{MAX_NAME_CHARS, Paint, Room};
use crate::graded::Verdict;
use crate::result::GradeResult;

pub fn write(result: &GradeResult) -> String {
    let mut suite = TestSuite::new(result.program.as_str());
    for graded in &result.cases {
        let mut status = match graded.verdict {
            Verdict::Accepted => TestCaseStatus::success(),
            Verdict::WrongAnswer | Verdict::Presentation => {
                TestCaseStatus::non_success(NonSuccessKind::Failure)
            }
            _ => TestCaseStatus::non_success(NonSuccessKind::Error),
        };
        if !graded.verdict.is_accepted() {
            status.set_type(graded.verdict.name()).set_message(graded.reason.as_str());
        }
        let mut case = TestCase::new(shorten(&graded.name, MAX_NAME_CHARS), status);
        case.set_classname("checkers grade").set_time(Duration::from_secs_f64(graded.seconds));
        suite.add_test_case(case);
    }
    let mut output = super::patterns(result) + &result.sentences().join("\n");
    output += &super::describe(result, &Paint::PLAIN, Room::ALL)
        .map_or_else(String::new, |smallest| format!("\n{smallest}"));
    if !output.is_empty() {
        suite.set_system_out(output);
    }
    suite.set_time(Duration::from_secs_f64(result.seconds()));
    let mut report = Report::new("checkers grade");
    report.add_test_suite(suite);
    let text = report.to_string().expect("a report in memory is written");
    // The first attribute `skipped` belongs to `testsuites`, where Jenkins' schema does not allow it.
    text.replacen(" skipped=\"0\"", "", 1)
}
