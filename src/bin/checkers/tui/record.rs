//! Games from files.

use std::path::{Path, PathBuf};

use rankmoves::Ply;
use rankmoves::game::{DrawRules, Game};
use rankmoves::pdn::Record;

use crate::common::Stop;
use crate::common::input::{Input, Refusal};
use crate::setup;

/// A game that has been read.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub game: Game,
    /// As PDN has it, if it was read from there.
    pub record: Option<Record>,
    /// The games of the file, if it may have several.
    pub games: Vec<Summary>,
    pub path: PathBuf,
    /// Its number in the file, from 1.
    pub number: u32,
    /// Whether there are others, and none was asked for.
    pub is_choice: bool,
    /// What is odd about the board.
    pub oddities: Vec<String>,
}

/// One of the games of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Who played, where and when, and how it ended; or what is wrong with it.
    pub text: String,
    pub is_valid: bool,
}

/// The file that the game came from.
#[derive(Clone, Debug, Default)]
pub struct Library {
    pub path: PathBuf,
    pub games: Vec<Summary>,
    pub record: Option<Record>,
    /// The plies of the game that was read last.
    pub plies: Vec<Ply>,
    /// Its number in the file, from 1.
    pub number: u32,
    /// The place of the game that is pointed at.
    pub pointed: usize,
}

impl Library {
    pub fn keep(&mut self, record: Option<Record>, games: Vec<Summary>, path: PathBuf, number: u32) {
        self.pointed = (number as usize).saturating_sub(1).min(games.len().saturating_sub(1));
        (self.record, self.games, self.path, self.number) = (record, games, path, number);
    }
}

/// Reads a game of a file, the first that is valid if none is asked for.
pub fn load(path: &Path, draw_rules: DrawRules, number: Option<u32>) -> Result<Loaded, Stop> {
    let input = Input::read(Some(path))?;
    let games: Vec<Summary> = input.records().unwrap_or_default().into_iter().map(summary).collect();
    let valid = games.iter().position(|game| game.is_valid);
    let first = valid.and_then(|place| u32::try_from(place + 1).ok());
    let source = input.game(number.or(first))?;
    let (game, record) = setup::game_of(&source, draw_rules)?;
    let oddities = source.document.oddities().into_iter().map(|(oddity, _)| oddity.to_string());
    Ok(Loaded {
        game,
        record,
        is_choice: number.is_none() && games.len() > 1,
        games,
        path: path.to_owned(),
        number: number.or(first).unwrap_or(1),
        oddities: oddities.collect(),
    })
}

fn summary(record: Result<Record, Refusal>) -> Summary {
    match record {
        Ok(record) => Summary { text: describe(&record), is_valid: true },
        Err(refusal) => Summary { text: refusal.fault.message, is_valid: false },
    }
}

/// A record in a line.
pub fn describe(record: &Record) -> String {
    let known = |name| record.tag(name).filter(|value| !value.is_empty() && !value.starts_with('?'));
    let player = |name| known(name).unwrap_or("?");
    let moves = record.line().moves.len();
    let rest = [known("Event"), known("Date")].into_iter().flatten().map(|value| format!(", {value}"));
    let rest: String = rest.collect();
    format!("{} - {}  {}  {moves} plies{rest}", player("Black"), player("White"), record.result().text())
}
