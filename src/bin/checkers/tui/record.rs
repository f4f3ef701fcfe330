//! Games from files.

use std::path::{Path, PathBuf};

use rankmoves::game::{DrawRules, Game};
use rankmoves::pdn::{Line, Record};
use rankmoves::{Ply, Position};

use crate::common::Stop;
use crate::common::input::{Input, Part, Refusal};
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
    /// The line of it that is looked at: its own, or a variation behind the moves that lead there.
    pub line: Line,
    /// The lines that this one branches off from, the record's own first.
    pub above: Vec<Branching>,
    /// The plies of the game that was read last.
    pub plies: Vec<Ply>,
    /// Its number in the file, from 1.
    pub number: u32,
    /// The place of the game that is pointed at.
    pub pointed: usize,
}

/// Where a line was left for a variation.
#[derive(Clone, Debug)]
pub struct Branching {
    line: Line,
    /// The place of the move that another one is in place of.
    place: usize,
    /// Which of its variations that is, from 0.
    variation: usize,
}

impl Library {
    pub fn keep(&mut self, record: Option<Record>, games: Vec<Summary>, path: PathBuf, number: u32) {
        self.line = record.as_ref().map(|record| record.line().clone()).unwrap_or_default();
        self.above.clear();
        self.pointed = (number as usize).saturating_sub(1).min(games.len().saturating_sub(1));
        (self.record, self.games, self.path, self.number) = (record, games, path, number);
    }
}

impl Library {
    /// Goes to the next of all that might be played in place of a move, from
    /// the last one back to the line that they belong to; answers whether
    /// there is any.
    pub fn vary(&mut self, place: usize) -> bool {
        let mut is_found = self.enter(place, 0);
        while !is_found && let Some(above) = self.above.pop_if(|above| above.place == place) {
            self.line = above.line;
            let is_last = self.above.last().is_none_or(|above| above.place != place);
            is_found = self.enter(place, above.variation + 1) || is_last;
        }
        is_found
    }

    /// Goes into a variation, or the first after it that has moves, if there is one.
    fn enter(&mut self, place: usize, variation: usize) -> bool {
        let Some(instead) = self.line.moves.get(place) else { return false };
        let mut variations = instead.variations.iter().enumerate().skip(variation);
        let Some((variation, line)) = variations.find(|(_, line)| !line.moves.is_empty()) else {
            return false;
        };
        let mut moves = [&self.line.moves[..place], &line.moves].concat();
        let said = [line.comment.as_str(), &moves[place].comment];
        moves[place].comment = said.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ");
        let line = Line { comment: self.line.comment.clone(), moves };
        let line = std::mem::replace(&mut self.line, line);
        self.above.push(Branching { line, place, variation });
        true
    }

    /// Goes back to the line that this one branches off from, if there is one,
    /// and returns how many plies lead to where that is.
    pub fn leave(&mut self) -> Option<usize> {
        let Branching { line, place, .. } = self.above.pop()?;
        self.line = line;
        Some(place + 1)
    }
}

/// Plays a line of moves.
pub fn game_of(start: Position, line: &Line, draw_rules: DrawRules) -> Game {
    let mut game = Game::with_draw_rules(start, draw_rules);
    for annotated in &line.moves {
        // They are legal: a record has no others.
        let _ = game.record(&Ply::Move(annotated.mv.path().clone()));
    }
    game
}

/// Reads a game of a file, the first that is valid if none is asked for.
pub fn load(path: &Path, draw_rules: DrawRules, number: Option<u32>) -> Result<Loaded, Stop> {
    load_part(path, draw_rules, Part::game(number))
}

/// Reads as much of a game of a file as is asked for; of the first that is
/// valid, if none is.
pub fn load_part(path: &Path, draw_rules: DrawRules, part: Part) -> Result<Loaded, Stop> {
    let number = part.game;
    let input = Input::read(Some(path))?;
    let games: Vec<Summary> = input.records().into_iter().flatten().map(summary).collect();
    let valid = games.iter().position(|game| game.is_valid);
    let first = valid.and_then(|place| u32::try_from(place + 1).ok());
    let source = input.game(Part { game: number.or(first), ..part })?;
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
