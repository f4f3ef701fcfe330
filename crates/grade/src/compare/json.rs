//! Writes the differences as one JSON object. docs/json.md documents it.

use rankmoves_core::exchange::Document;
use rankmoves_judge::{Difference, Finding, ListingPart, Mistakes};
use serde::Serialize;

use super::AnswerFacts;
use crate::diagnosis::Statement;
use crate::differences::{Agreed, Facts, part_name, short};
use shell::game_info::GameInfo;
use shell::json::{self, GameObject};

/// The fields of the object.
#[derive(Serialize)]
struct ComparisonFields {
    same: bool,
    content_right: bool,
    depth: u32,
    verbose: bool,
    lines: u64,
    form: u64,
    moves: u64,
    scores: u64,
    consequences: u64,
    right_for: Option<u32>,
    findings: Vec<FindingFields>,
    mistakes: Vec<Statement>,
}

/// The fields of a difference.
#[derive(Serialize)]
struct FindingFields {
    part: &'static str,
    kind: &'static str,
    line: Option<u64>,
    more: u64,
    message: String,
    found: Option<String>,
    expected: Option<String>,
    why: Option<String>,
    way: Vec<String>,
    position: GameObject,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    score: Option<ScoreFields>,
}

/// The extra fields of a difference in a score.
#[derive(Serialize)]
struct ScoreFields {
    #[serde(rename = "move")]
    text: String,
    line_of_play: Vec<String>,
    mistakes: Vec<Statement>,
}

/// Writes the object on a line.
pub fn write(facts: &AnswerFacts<'_>) -> String {
    let comparison = facts.comparison;
    let fields = ComparisonFields {
        same: comparison.is_same(),
        content_right: comparison.is_content_right(),
        depth: facts.options.depth,
        verbose: facts.options.verbose,
        lines: comparison.lines,
        form: comparison.count(ListingPart::Form),
        moves: comparison.count(ListingPart::Moves),
        scores: comparison.count(ListingPart::Scores),
        consequences: comparison.consequences,
        right_for: comparison.right_for,
        findings: comparison.findings.iter().map(|finding| finding_fields(finding, facts.agreed)).collect(),
        mistakes: mistakes(facts.agreed.mistakes),
    };
    json::line(&fields)
}

fn finding_fields(finding: &Finding, agreed: Agreed) -> FindingFields {
    let Facts { kind, message, found, expected, why } = Facts::of(finding);
    let position = Document::new(finding.position.setup(), []);
    let score = match &finding.difference {
        Difference::Score { mv, causes, line, .. } => Some(ScoreFields {
            text: short(mv),
            line_of_play: json::texts(line),
            mistakes: mistakes(*causes & agreed.mistakes),
        }),
        _ => None,
    };
    FindingFields {
        part: part_name(finding.difference.part()),
        kind,
        line: finding.line,
        more: finding.more,
        message,
        found,
        expected,
        why,
        way: json::texts(&finding.way),
        position: GameObject::new(&position, GameInfo::default(), None),
        score,
    }
}

fn mistakes(mistakes: Mistakes) -> Vec<Statement> {
    mistakes
        .iter()
        .map(|it| Statement { mistake: it.name().into(), sentence: it.sentence().into() })
        .collect()
}
