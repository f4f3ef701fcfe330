//! Games of PDN as the page shows them, with comments and variations.

use rankmoves_core::pdn::{self, Annotated, Line, Record, Tag};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// A game as PDN has it. Its moves are written one by one: all at once take some forty times the
/// memory of the file.
#[derive(Clone)]
pub struct RecordView(Record);

struct LineView<'a>(Line<'a>);

/// A move with its annotations.
#[derive(Serialize)]
struct AnnotatedView<'a> {
    #[serde(rename = "move")]
    mv: String,
    comment: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    glyphs: Vec<String>,
    variations: Variations<'a>,
}

struct Variations<'a>(Annotated<'a>);

impl From<&Record> for RecordView {
    fn from(record: &Record) -> RecordView {
        RecordView(record.clone())
    }
}

impl Serialize for RecordView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let RecordView(record) = self;
        let tag = |Tag { name, value }: &Tag| (name.clone(), value.clone());
        let mut view = serializer.serialize_struct("RecordView", 3)?;
        view.serialize_field("tags", &record.tags().iter().map(tag).collect::<Vec<_>>())?;
        view.serialize_field("result", record.result().text())?;
        view.serialize_field("line", &LineView(record.line()))?;
        view.end()
    }
}

impl Serialize for LineView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut view = serializer.serialize_struct("LineView", 2)?;
        view.serialize_field("comment", self.0.comment())?;
        view.serialize_field("moves", &MovesView(self.0))?;
        view.end()
    }
}

struct MovesView<'a>(Line<'a>);

impl Serialize for MovesView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.moves().map(AnnotatedView::from))
    }
}

impl Serialize for Variations<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.variations().map(LineView))
    }
}

impl<'a> From<Annotated<'a>> for AnnotatedView<'a> {
    fn from(annotated: Annotated<'a>) -> AnnotatedView<'a> {
        AnnotatedView {
            mv: annotated.mv.to_string(),
            comment: annotated.comment,
            glyphs: annotated.nags.iter().map(|&nag| pdn::glyph(nag)).collect(),
            variations: Variations(annotated),
        }
    }
}
