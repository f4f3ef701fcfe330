//! Changes that the user makes to the lines of a record.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rankmoves_core::Ply;
use rankmoves_core::pdn::Record;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::app::App;
use super::game_json::ReceivedGame;
use super::problem::Problem;
use super::record::RecordView;
use super::source::SourceText;

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
pub struct EditedView {
    record: RecordView,
    /// The moves of the main line.
    moves: Vec<String>,
}

/// Answers the request for a record with changes.
pub fn answer(app: &App, body: &[u8], stop: &Arc<AtomicBool>) -> Result<EditedView, Problem> {
    let EditRequest { game, source, edits } = serde_json::from_slice(body)?;
    let read = source.map(|source| source.record(app, stop)).transpose()?.flatten();
    let record = edited(app, body, game, read, &edits, stop)?;
    let moves = record.line().moves().map(|annotated| annotated.mv.to_string()).collect();
    Ok(EditedView { record: RecordView(record), moves })
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
        let game = ReceivedGame::read(body, game, app.given.draw_rules)?.game;
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

#[cfg(test)]
mod tests {
    use rankmoves_core::pdn;

    use super::*;

    #[test]
    fn a_nested_variation_that_is_played_becomes_the_main_line() {
        let app = App::for_tests();
        let edits = r#"[{"change": "add", "moves": ["f6->e5", "c3->d4"]}, {"change": "promote", "moves": ["f6->e5", "c3->d4"]}]"#;
        let edits: Vec<Edit> = serde_json::from_str(edits).unwrap();
        let text = |edits: &[Edit]| {
            let read = pdn::games("1. 11-15 23-19 (1... 24-19 (1... 22-18)) *").next().unwrap().unwrap();
            edited(&app, b"", RawValue::NULL, Some(read), edits, &AtomicBool::new(false)).unwrap().to_string()
        };
        let played = text(&edits);
        assert!(played.contains("1. 11-15 22-18 ("), "{played}");
        let promoted = text(&edits[1..]);
        assert!(promoted.contains("1. 11-15 23-19 ("), "{promoted}");
    }
}
