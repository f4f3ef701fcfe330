//! Games from files.

use std::path::PathBuf;

use rankmoves_core::pdn;
use rankmoves_core::{Move, Ply, Position};
use rankmoves_game::{DrawRules, Game};

pub use table::loading::{Loaded, Summary, describe, load, load_part};

/// A line of annotated moves, for access by index.
#[derive(Clone, Debug, Default)]
pub struct Line {
    pub comment: String,
    pub moves: Vec<Annotated>,
}

impl Line {
    /// Returns whether a line begins with a ply, or has it as an alternative to its first move.
    fn leads(&self, ply: &Ply) -> bool {
        let first = self.moves.first();
        first.is_some_and(|first| {
            Ply::from(&first.mv) == *ply || first.variations.iter().any(|line| line.leads(ply))
        })
    }
}

/// A move with its annotations.
#[derive(Clone, Debug)]
pub struct Annotated {
    pub mv: Move,
    pub nags: Vec<u8>,
    pub comment: String,
    pub variations: Vec<Line>,
}

impl From<pdn::Line<'_>> for Line {
    fn from(line: pdn::Line<'_>) -> Line {
        let annotated = |annotated: pdn::Annotated<'_>| Annotated {
            variations: annotated.variations().map(Line::from).collect(),
            nags: annotated.nags.to_vec(),
            comment: annotated.comment.to_owned(),
            mv: annotated.mv,
        };
        Line { comment: line.comment().to_owned(), moves: line.moves().map(annotated).collect() }
    }
}

/// The file that the game came from, with its games.
#[derive(Clone, Debug, Default)]
pub struct Library {
    pub path: PathBuf,
    pub games: Vec<Summary>,
    /// The number of changes to the session's record when `line` was made from it.
    pub changes: u64,
    /// The current line of the record: its main line, or a variation after the moves that lead to it.
    pub line: Line,
    /// The lines from which the current one branches off, the main line first.
    pub above: Vec<BranchPoint>,
    /// The plies of the game that was read last.
    pub plies: Vec<Ply>,
    /// The game's number in the file, from 1.
    pub number: u32,
    /// The index of the selected game.
    pub pointed: usize,
    /// The number of the pending request for a file. Programs do not move until the file arrives. A manual
    /// change to the game cancels the request.
    pub loading: Option<u64>,
    /// The number of files requested so far.
    pub requests: u64,
}

/// The point where a variation leaves its line.
#[derive(Clone, Debug)]
pub struct BranchPoint {
    line: Line,
    /// The index of the replaced move.
    place: usize,
    /// The index of the variation among the variations of the move.
    variation: usize,
}

impl Library {
    /// Keeps the games of a file that has been read.
    pub fn keep(&mut self, games: Vec<Summary>, path: PathBuf, number: u32) {
        self.pointed = (number as usize).saturating_sub(1).min(games.len().saturating_sub(1));
        (self.games, self.path, self.number) = (games, path, number);
    }

    /// Follows plies from a main line into its variations.
    pub fn find_line(&mut self, main: Line, plies: &[Ply]) {
        self.line = main;
        self.above.clear();
        let is_same = |annotated: &Annotated, ply: &Ply| Ply::from(&annotated.mv) == *ply;
        let mut place = 0;
        while let (Some(ply), Some(annotated)) = (plies.get(place), self.line.moves.get(place)) {
            if is_same(annotated, ply) {
                place += 1;
                continue;
            }
            let leads = |line: &Line| line.leads(ply);
            let Some(variation) = annotated.variations.iter().position(leads) else { return };
            if !self.enter(place, variation) {
                return;
            }
        }
    }

    /// Switches to the next alternative to a move. After the last alternative, switches back to the line from
    /// which they all branch off. Returns whether there is an alternative.
    pub fn vary(&mut self, place: usize) -> bool {
        let mut is_found = self.enter(place, 0);
        while !is_found && let Some(above) = self.above.pop_if(|above| above.place == place) {
            self.line = above.line;
            let is_last = self.above.last().is_none_or(|above| above.place != place);
            is_found = self.enter(place, above.variation + 1) || is_last;
        }
        is_found
    }

    /// Enters a variation or, if it is empty, the next variation with moves. Returns whether one was entered.
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
        self.above.push(BranchPoint { line, place, variation });
        true
    }

    /// Goes back to the line from which this one branches off, if any, and returns the number of plies up to
    /// and including the replaced move.
    pub fn leave(&mut self) -> Option<usize> {
        let BranchPoint { line, place, .. } = self.above.pop()?;
        self.line = line;
        Some(place + 1)
    }
}

/// Plays a line of moves.
pub fn game_of(start: Position, line: &Line, draw_rules: DrawRules) -> Game {
    let mut game = Game::with_draw_rules(start, draw_rules);
    for annotated in &line.moves {
        // Cannot fail: a record's moves are legal.
        let _ = game.record(&annotated.mv);
    }
    game
}
