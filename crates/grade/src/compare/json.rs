//! Writes the differences as one JSON object. docs/json.md documents it.

use rankmoves_core::exchange::Document;
use rankmoves_judge::{Comparison, Difference, Finding, ListingPart, Mistakes};
use serde::Serialize;

use crate::diagnosis::Statement;
use crate::differences::{Facts, part_name, short};
use crate::options::CompareOptions;
use shell::game_info::GameInfo;
use shell::json::{self, GameObject};

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

#[derive(Serialize)]
struct FindingFields {
    part: &'static str,
    kind: &'static str,
    line: Option<u64>,
    more: u64,
    #[serde(flatten)]
    facts: Facts,
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

pub fn write(options: &CompareOptions, comparison: &Comparison, agreed: Mistakes) -> String {
    let fields = ComparisonFields {
        same: comparison.is_same(),
        content_right: comparison.is_content_right(),
        depth: options.depth,
        verbose: options.verbose,
        lines: comparison.lines,
        form: comparison.count(ListingPart::Form),
        moves: comparison.count(ListingPart::Moves),
        scores: comparison.count(ListingPart::Scores),
        consequences: comparison.consequences,
        right_for: comparison.right_for,
        findings: comparison.findings.iter().map(|finding| finding_fields(finding, agreed)).collect(),
        mistakes: statements(agreed),
    };
    json::line(&fields)
}

fn finding_fields(finding: &Finding, agreed: Mistakes) -> FindingFields {
    let facts = Facts::of(finding);
    let position = Document::new(finding.position.setup(), []);
    let score = match &finding.difference {
        Difference::Score { mv, causes, line, .. } => Some(ScoreFields {
            text: short(mv),
            line_of_play: json::texts(line),
            mistakes: statements(*causes & agreed),
        }),
        _ => None,
    };
    FindingFields {
        part: part_name(finding.difference.part()),
        kind: facts.kind,
        line: finding.line,
        more: finding.more,
        facts,
        way: json::texts(&finding.way),
        position: GameObject::new(&position, GameInfo::default(), None),
        score,
    }
}

fn statements(mistakes: Mistakes) -> Vec<Statement> {
    mistakes
        .iter()
        .map(|it| Statement { mistake: it.name().into(), sentence: it.sentence().into() })
        .collect()
}
