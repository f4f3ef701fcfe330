//! Games of PDN as the page shows them, with comments and variations.

use rankmoves_core::pdn::{self, Annotated, Line, Record, Tag};
use serde::Serialize;

/// A game as PDN has it.
#[derive(Serialize)]
pub struct RecordView {
    tags: Vec<(String, String)>,
    result: &'static str,
    line: LineView,
}

#[derive(Serialize)]
struct LineView {
    comment: String,
    moves: Vec<AnnotatedView>,
}

/// A move with what is said about it.
#[derive(Serialize)]
struct AnnotatedView {
    #[serde(rename = "move")]
    mv: String,
    comment: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    glyphs: Vec<String>,
    variations: Vec<LineView>,
}

impl From<&Record> for RecordView {
    fn from(record: &Record) -> RecordView {
        let tag = |tag: &Tag| (tag.name.clone(), tag.value.clone());
        RecordView {
            tags: record.tags().iter().map(tag).collect(),
            result: record.result().text(),
            line: record.line().into(),
        }
    }
}

impl From<&Line> for LineView {
    fn from(line: &Line) -> LineView {
        LineView {
            comment: line.comment.clone(),
            moves: line.moves.iter().map(AnnotatedView::from).collect(),
        }
    }
}

impl From<&Annotated> for AnnotatedView {
    fn from(Annotated { mv, nags, comment, variations }: &Annotated) -> AnnotatedView {
        AnnotatedView {
            mv: mv.to_string(),
            comment: comment.clone(),
            glyphs: nags.iter().map(|&nag| pdn::glyph(nag)).collect(),
            variations: variations.iter().map(LineView::from).collect(),
        }
    }
}
