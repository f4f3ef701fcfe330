//! The texts that games are read from: sent by the page, or the file on the command line.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use hyper::StatusCode;
use rankmoves_core::pdn::Record;
use serde::Deserialize;
use shell::input::{GameSelection, Input};
use table::loading::{Loaded, load_input};

use super::app::App;
use super::body::MAX_FILE_BYTES;
use super::problem::Problem;

/// The text from which a game was read; if absent, the file named on the command line is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceText {
    text: Option<String>,
    number: Option<u32>,
}

impl SourceText {
    /// Reads the record; returns `None` if the text is not PDN.
    pub fn record(self, app: &App, stop: &Arc<AtomicBool>) -> Result<Option<Record>, Problem> {
        Ok(load(app, "source", self.text, self.number, stop)?.record)
    }
}

/// Reads a game from a text, or from the file on the command line.
pub fn load(
    app: &App,
    name: &str,
    text: Option<String>,
    number: Option<u32>,
    stop: &Arc<AtomicBool>,
) -> Result<Loaded, Problem> {
    if number == Some(0) {
        return Err(Problem::field("number", "games are numbered from 1"));
    }
    let input = match (text, &app.given.file) {
        (Some(text), _) if text.len() > MAX_FILE_BYTES => {
            let message = format!("{name} is larger than {} MiB", MAX_FILE_BYTES >> 20);
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, message));
        }
        (Some(text), _) => Input::from_text(name, text),
        (None, Some(file)) => file.input()?,
        (None, None) => {
            return Err(Problem::field("text", "expected a text, because the command line names no file"));
        }
    };
    let input = input.stopped_by(Arc::clone(stop));
    if stop.load(Relaxed) {
        return Err(Problem::left());
    }
    Ok(load_input(&input, app.given.draw_rules, GameSelection::game(number))?)
}
