//! Loading games from files and texts, with a list of all games in the file.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rankmoves_core::Ply;
use rankmoves_core::pdn::Record;
use rankmoves_game::{DrawRules, Game, Opening};
use serde::Serialize;

use crate::setup;
use shell::format::Format;
use shell::game_info::GameInfo;
use shell::input::{GameSelection, Input};
use shell::{Failure, Stop, quantity};

/// A game read from a file.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The game.
    pub game: Game,
    /// The record, if the file is PDN, or JSON with facts about the game.
    pub record: Option<Record>,
    /// The games of the file, if its format allows several.
    pub games: Vec<Summary>,
    /// The path of the file; empty if the text came from elsewhere.
    pub path: PathBuf,
    /// The entry of this game in the file.
    pub entry: ArchiveEntry,
    /// True if the file has several games and the user has not chosen one.
    pub is_choice: bool,
    /// Warnings about the board and the variations.
    pub oddities: Vec<String>,
    /// The format of the text.
    pub format: Format,
    /// Facts about the game: those in its record, if there is one.
    pub about: GameInfo,
}

/// A game of a file, to replace it there.
#[derive(Clone, Copy, Debug, Default)]
pub struct ArchiveEntry {
    /// The number of the game, from 1.
    pub number: usize,
    /// The time of the file's last change before it was read, if it is known.
    pub modified: Option<SystemTime>,
}

/// A summary of one game of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The players, result, length, event, date and opening; or the error in the game.
    pub text: String,
    /// False if the game has an error.
    #[serde(rename = "valid")]
    pub is_valid: bool,
}

/// Reads part of a game from a file: the game with the selected number, or the first valid one.
///
/// # Errors
///
/// If the file cannot be read, or the game is not valid.
pub fn load(path: &Path, draw_rules: DrawRules, part: GameSelection) -> Result<Loaded, Stop> {
    let modified = last_change(path);
    let loaded = load_input(&Input::read(Some(path))?, draw_rules, part)?;
    Ok(Loaded { path: path.to_owned(), entry: ArchiveEntry { modified, ..loaded.entry }, ..loaded })
}

/// Returns the time of the last change to a file, if the system reports it.
pub(crate) fn last_change(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|file| file.modified()).ok()
}

/// Reads part of a game from an input: the game with the selected number, or the first valid one.
///
/// # Errors
///
/// If the input cannot be read, or the game is not valid.
pub fn load_input(input: &Input, draw_rules: DrawRules, part: GameSelection) -> Result<Loaded, Stop> {
    let games = summaries(input);
    let first_valid = (1..).zip(&games).find(|(_, game)| game.is_valid);
    let number = part.game.or(first_valid.map(|(number, _)| number));
    let source = input.game(GameSelection { game: number, ..part })?;
    let (game, record) = setup::game_of(&source, draw_rules)?;
    let oddities = source.document.oddities().into_iter().map(|(oddity, _)| oddity.to_string());
    Ok(Loaded {
        oddities: oddities.chain(source.illegal_variation()).collect(),
        about: record.as_ref().map_or_else(|| source.about.clone(), GameInfo::of),
        game,
        record,
        is_choice: part.game.is_none() && games.len() > 1,
        games,
        path: PathBuf::new(),
        entry: ArchiveEntry { number: number.unwrap_or(1) as usize, modified: None },
        format: source.format,
    })
}

/// Lists the games of an input, if its format allows several.
pub fn summaries(input: &Input) -> Vec<Summary> {
    let summary = |record: Result<Record, Failure>| match record {
        Ok(record) => {
            let plies: Vec<Ply> = record.moves().iter().map(Ply::from).collect();
            let opening = Opening::name_of(&record.start(), &plies);
            let opening = opening.map_or_else(String::new, |name| format!(", {name}"));
            Summary { text: describe(&record) + &opening, is_valid: true }
        }
        Err(failure) => Summary { text: failure.located(), is_valid: false },
    };
    input.records().into_iter().flatten().map(summary).collect()
}

/// Describes a record in one line.
pub fn describe(record: &Record) -> String {
    let known = |name| record.known_tag(name);
    let player = |name| known(name).unwrap_or("?");
    let plies = quantity(record.line().moves().len(), "ply", "plies");
    let rest = [known("Event"), known("Date")].into_iter().flatten().map(|value| format!(", {value}"));
    let rest: String = rest.collect();
    format!("{} - {}  {}  {plies}{rest}", player("Black"), player("White"), record.result().text())
}

#[cfg(test)]
mod tests {
    use rankmoves_core::exchange::Document;
    use rankmoves_core::pdn::GameResult;
    use rankmoves_core::{Board, Position, Rules, Setup, Shape};
    use shell::json;

    use super::*;

    #[test]
    fn games_are_listed_with_their_openings() {
        let text =
            "[Event \"Cup\"] 1. 11-15 23-18 2. 8-11 * [Event \"Other\"] [FEN \"B:W23:B11\"] 1. 11-15 *";
        let listed = summaries(&Input::from_text("a.pdn", text.to_owned()));
        let texts: Vec<&str> = listed.iter().map(|game| game.text.as_str()).collect();
        assert_eq!(texts, ["? - ?  *  3 plies, Cup, Cross", "? - ?  *  1 ply, Other"]);
    }

    #[test]
    fn facts_about_a_game_in_json_are_tags() {
        let start = Record::standard_start();
        let first: Vec<Ply> = start.legal_moves().take(1).map(|mv| Ply::from(&mv)).collect();
        let facts = GameInfo {
            red: Some("Ann".to_owned()),
            round: Some(3),
            result: Some(GameResult::RedWins),
            ..GameInfo::default()
        };
        let loaded = |start: Position, plies: &[Ply], facts: &GameInfo| {
            let document = Document::new(start.setup(), plies.iter().cloned());
            let text = json::write(&document, facts.clone(), None::<()>);
            let input = Input::from_text("a.json", text);
            load_input(&input, DrawRules::NONE, GameSelection::default()).ok().expect("it can be read")
        };
        let record = loaded(start, &first, &facts).record.expect("English draughts has a record");
        assert_eq!((GameInfo::of(&record), record.moves().len()), (facts.clone(), 1));
        assert_eq!(loaded(start, &first, &GameInfo::default()).record, None);
        let board = Board::start(Shape::new(10, 10, false).unwrap(), 4);
        let other = Setup { board, ..Position::start(Rules::ENGLISH, start.turn()).setup() };
        assert_eq!(loaded(other.position().unwrap(), &[], &facts).record, None);
    }
}
