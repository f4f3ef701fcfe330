//! Writes the Test Anything Protocol, version 13, because Debian's `prove` supports no later version.

use std::fmt::Write as _;

use rankmoves_core::shorten;

use super::{MAX_NAME_CHARS, Paint, Room};
use crate::result::GradeResult;

pub fn write(result: &GradeResult) -> String {
    let mut text = format!("TAP version 13\n1..{}\n", result.cases.len());
    for (number, graded) in (1..).zip(&result.cases) {
        let name = shorten(&graded.name, MAX_NAME_CHARS).replace('\\', "\\\\").replace('#', "\\#");
        if graded.verdict.is_accepted() {
            let _ = writeln!(text, "ok {number} - {name}");
            continue;
        }
        let _ = writeln!(text, "not ok {number} - {name}");
        // JSON texts are YAML.
        let json = |text: &str| serde_json::Value::from(text).to_string();
        let _ = writeln!(text, "  ---\n  verdict: {}", graded.verdict.name());
        let _ = writeln!(text, "  reason: {}", json(&graded.reason));
        let _ = writeln!(text, "  arguments: {}", json(&graded.arguments.join(" ")));
        let _ = writeln!(text, "  seconds: {:.3}\n  ...", graded.seconds);
    }
    for sentence in super::patterns(result).lines().map(str::to_owned).chain(result.sentences()) {
        let _ = writeln!(text, "# {sentence}");
    }
    for line in super::describe(result, &Paint::PLAIN, Room::ALL).unwrap_or_default().lines() {
        text += format!("# {line}").trim_end();
        text.push('\n');
    }
    text
}
