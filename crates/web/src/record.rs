//! Records of games: read from texts, changed by the user, and sent to the page with their comments and variations.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use hyper::StatusCode;
use rankmoves_core::Ply;
use rankmoves_core::pdn::{self, Annotated, Line, Record};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;
use shell::input::{GameSelection, Input};

use super::app::App;
use super::body::MAX_FILE_BYTES;
use super::game::ReceivedGame;
use super::problem::Problem;
use super::reply;
use table::loading::{Loaded, load_input};

/// The text from which a game is read, or was read.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields, expecting = "the object of a request")]
pub struct SourceText {
    /// The text; if absent, the file named on the command line is read.
    text: Option<String>,
    /// The name of the file that the text comes from.
    name: Option<String>,
    /// The number of the game, from 1; if absent, the first valid game is read.
    number: Option<u32>,
}

impl SourceText {
    pub fn load(self, app: &App, stop: &Arc<AtomicBool>) -> Result<Loaded, Problem> {
        if self.number == Some(0) {
            return Err(Problem::field("number", "games are numbered from 1"));
        }
        let name = self.name.as_deref().unwrap_or("text");
        let mut input = match (self.text, &app.given.file) {
            (Some(text), _) if text.len() > MAX_FILE_BYTES => {
                let message = format!("{name} is larger than {} MiB", MAX_FILE_BYTES >> 20);
                return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, message));
            }
            (Some(text), _) => Input::from_text(name, text),
            (None, Some(file)) => file.input()?,
            (None, None) => {
                let message = "expected a text, because the command line names no file";
                return Err(Problem::field("text", message));
            }
        };
        input.stop = Arc::clone(stop);
        if stop.load(Relaxed) {
            return Err(Problem::left());
        }
        let draw_rules = app.given.options.draws.draw_rules();
        Ok(load_input(&input, draw_rules, GameSelection::game(self.number))?)
    }

    /// Reads the record; returns `None` if the text is not PDN.
    pub fn record(self, app: &App, stop: &Arc<AtomicBool>) -> Result<Option<Record>, Problem> {
        Ok(SourceText { name: Some("source".to_owned()), ..self }.load(app, stop)?.record)
    }

    /// Returns the whole text.
    pub fn text(self, app: &App) -> Result<String, Problem> {
        match (self.text, &app.given.file) {
            (None, Some(file)) => Ok(file.text()?),
            (text, _) => Ok(text.unwrap_or_default()),
        }
    }

    /// Returns the text after replacing the game that was read by another.
    pub fn with_game(self, app: &App, game: &str) -> Result<String, Problem> {
        let number = self.number;
        let text = self.text(app)?;
        let replaced = number.and_then(|number| pdn::replace_game(&text, number as usize, game.trim_end()));
        replaced.ok_or_else(|| Problem::field("source", "expected a text in PDN and the number of its game"))
    }
}

/// The request for a record with changes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the object of a request")]
struct EditRequest<'a> {
    /// The game whose moves are the main line if there is no source.
    #[serde(borrow)]
    game: &'a RawValue,
    source: Option<SourceText>,
    edits: Vec<Edit>,
}

/// A change to a record, at the place that `moves` lead to from the start.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    change: Change,
    moves: Vec<Ply>,
    /// The comment.
    #[serde(default)]
    text: String,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Change {
    Add,
    Promote,
    Delete,
    Comment,
}

/// A record after changes.
#[derive(Serialize)]
struct EditedView<'a> {
    record: LineView<'a>,
    /// The moves of the main line.
    moves: Vec<String>,
}

/// Answers the request for a record with changes.
pub fn answer(app: &App, body: &[u8], stop: &Arc<AtomicBool>) -> Result<Vec<u8>, Problem> {
    let EditRequest { game, source, edits } = serde_json::from_slice(body)?;
    let read = source.map(|source| source.record(app, stop)).transpose()?.flatten();
    let record = edited(app, body, game, read, &edits, stop)?;
    let moves = record.line().moves().map(|annotated| annotated.mv.to_string()).collect();
    reply::to_json(&EditedView { record: record.line().into(), moves })
}

/// Applies changes to the record `read` or, if that is `None`, to a new record of the game's moves. Skips
/// changes that the record refuses, such as those to deleted lines.
pub fn edited(
    app: &App,
    body: &[u8],
    game: &RawValue,
    read: Option<Record>,
    edits: &[Edit],
    stop: &AtomicBool,
) -> Result<Record, Problem> {
    let mut record = if let Some(read) = read {
        read
    } else {
        let game = ReceivedGame::read(app, body, game)?.game;
        Record::new(*game.start(), game.plies()).map_err(Problem::meaningless)?
    };
    for (index, Edit { change, moves, text }) in edits.iter().enumerate() {
        if stop.load(Relaxed) {
            return Err(Problem::left());
        }
        // A refused change must not keep the user from saving the rest.
        let _ = match change {
            Change::Add => record.add(moves),
            Change::Promote if is_addition(&edits[..index], moves) => record.promote_to_main(moves),
            Change::Promote => record.promote(moves),
            Change::Delete => record.delete(moves),
            Change::Comment => record.comment(moves, text),
        };
    }
    Ok(record)
}

/// Returns whether the last edit added the line of `plies`.
fn is_addition(edits: &[Edit], plies: &[Ply]) -> bool {
    edits.last().is_some_and(|last| matches!(last.change, Change::Add) && last.moves == plies)
}

/// The main line of a record, or a variation. Its moves are serialized one by one, because all at once they would
/// take about forty times the memory of the file.
#[derive(Serialize)]
pub struct LineView<'a> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nested_variation_that_is_played_becomes_the_main_line() {
        let app = App::for_tests();
        let edits = r#"[{"change": "add", "moves": ["f6->e5", "c3->d4"]}, {"change": "promote", "moves": ["f6->e5", "c3->d4"]}]"#;
        let edits: Vec<Edit> = serde_json::from_str(edits).unwrap();
        let text = |edits: &[Edit]| {
            let read = pdn::games("1. 11-15 23-19 (1... 24-19 (1... 22-18)) 1-0").next().unwrap().unwrap();
            edited(&app, b"", RawValue::NULL, Some(read), edits, &AtomicBool::new(false)).unwrap().to_string()
        };
        let played = text(&edits);
        assert!(played.contains("1. 11-15 22-18 (") && played.contains("[Result \"*\"]"), "{played}");
        let promoted = text(&edits[1..]);
        assert!(promoted.contains("1. 11-15 23-19 ("), "{promoted}");
        let edit = r#"[{"change": "promote", "moves": ["f6->e5", "g3->f4"]}]"#;
        let promoted = text(&serde_json::from_str::<Vec<Edit>>(edit).unwrap());
        assert!(promoted.contains("1. 11-15 24-19 (") && promoted.contains("[Result \"1-0\"]"), "{promoted}");
    }
}
