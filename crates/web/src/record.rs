//! Games from PDN as sent to the page, with comments and variations.

use rankmoves_core::pdn::{self, Annotated, Line, Record};
use serde::{Serialize, Serializer};

/// A game from PDN. Its moves are serialized one by one, because all at once they would take about forty times
/// the memory of the file.
pub struct RecordView(pub Record);

#[derive(Serialize)]
struct RecordFields<'a> {
    tags: Vec<(&'a str, &'a str)>,
    result: &'static str,
    line: LineView<'a>,
}

#[derive(Serialize)]
struct LineView<'a> {
    comment: &'a str,
    #[serde(serialize_with = "moves")]
    moves: Line<'a>,
}

/// A move with its annotations.
#[derive(Serialize)]
struct MoveView<'a> {
    #[serde(rename = "move")]
    mv: String,
    comment: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    glyphs: Vec<String>,
    #[serde(serialize_with = "variations")]
    variations: Annotated<'a>,
}

impl Serialize for RecordView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let RecordView(record) = self;
        let tags = record.tags().iter().map(|tag| (tag.name.as_str(), tag.value.as_str())).collect();
        RecordFields { tags, result: record.result().text(), line: record.line().into() }
            .serialize(serializer)
    }
}

impl<'a> From<Line<'a>> for LineView<'a> {
    fn from(line: Line<'a>) -> LineView<'a> {
        LineView { comment: line.comment(), moves: line }
    }
}

fn moves<S: Serializer>(line: &Line<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(line.moves().map(|annotated| MoveView {
        mv: annotated.mv.to_string(),
        comment: annotated.comment,
        glyphs: annotated.nags.iter().map(|&nag| pdn::glyph(nag)).collect(),
        variations: annotated,
    }))
}

fn variations<S: Serializer>(annotated: &Annotated<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(annotated.variations().map(LineView::from))
}
