//! Games that have been read, with the texts from which they were read.

use std::borrow::Cow;

use rankmoves_core::exchange::{self, Document};
use rankmoves_core::pdn::{GameResult, Omission, Record};
use rankmoves_core::{Position, shorten};
use serde::Serialize;

use super::Failure;
use super::diagnostic::{self, Diagnostic, Location, MAX_PATH_CHARS};
use super::format::Format;
use super::game_info::{self, GameInfo};
use super::input::{GameSelection, Input};
use super::output::{print_error, warn};
use super::quantity;

/// A game, and the input from which it was read.
pub struct Source<'a> {
    pub(super) input: &'a Input,
    /// The format of the text.
    pub format: Format,
    /// The game with the moves to play, without the later moves of the text.
    pub document: Document,
    /// The error in the first illegal move, if the document does not store the locations of its moves.
    pub(super) illegal: Option<Failure>,
    /// The later moves of the text, which are not played, as a game that begins where `document` ends. `None`
    /// unless the caller gave a number of moves, and the text has at least that number.
    pub rest: Option<Document>,
    /// Facts about the game from a JSON object.
    pub about: GameInfo,
    /// The PDN record of the game, if it was read from PDN.
    pub record: Option<Record>,
    /// The location of the end of the game, and the text of its last line if `input` does not contain that
    /// line.
    pub(super) end: (Location, Option<String>),
    /// The game's place in the file, for PDN and files of many games.
    pub archived: Option<Archived>,
    /// The error in the move after the last move read, if the game continues in the text.
    pub cut: Option<Failure>,
}

/// The place of a game in a file of PDN or JSON Lines. Serialized in `info --json`.
#[derive(Serialize)]
pub struct Archived {
    /// The number of games in the file.
    pub games: usize,
    /// The number of the game, from 1.
    #[serde(rename = "game")]
    pub number: u32,
    /// The number of other games with errors.
    #[serde(rename = "wrong_games")]
    pub wrong: usize,
    /// True if the user chose the game by its number.
    #[serde(skip)]
    pub is_chosen: bool,
    /// The first error in another game, and its line.
    #[serde(skip)]
    pub(super) first_wrong: Option<(Diagnostic, String)>,
}

impl Archived {
    /// Starts the search for the selected game, before the first game of the file.
    pub(super) fn before(part: GameSelection) -> Archived {
        let (number, is_chosen) = (part.game.unwrap_or(1), part.game.is_some());
        Archived { number, games: 0, is_chosen, wrong: 0, first_wrong: None }
    }

    /// Counts a game of the file. Returns whether it is the selected game.
    pub(super) fn count(&mut self) -> bool {
        self.games += 1;
        self.games == self.number as usize
    }

    /// Counts another game with an error. `line` returns the faulty line; it is called only for the first such
    /// game, because the line may be long and contain many invalid games.
    pub(super) fn add_wrong<'a>(&mut self, error: Diagnostic, line: impl FnOnce() -> &'a str) {
        self.wrong += 1;
        self.first_wrong.get_or_insert_with(|| (error, line().to_owned()));
    }

    /// Returns the message that the file does not have the game.
    pub(super) fn missing(&self) -> String {
        if self.games == 0 {
            return "the file contains no game".to_owned();
        }
        format!("there is no game {}: the file has {}", self.number, quantity(self.games, "game", "games"))
    }
}

impl<'a> Source<'a> {
    /// Makes the source of a game whose text contains nothing else.
    pub(super) fn new(input: &'a Input, format: Format, document: Document) -> Source<'a> {
        Source {
            input,
            format,
            document,
            illegal: None,
            rest: None,
            about: GameInfo::default(),
            record: None,
            end: Default::default(),
            archived: None,
            cut: None,
        }
    }

    /// Keeps only the first `moves` moves of the game, if a number is given.
    pub(super) fn stop_after(&mut self, moves: Option<usize>) -> Result<(), Failure> {
        let (Some(most), count) = (moves, self.document.plies().len()) else {
            return Ok(());
        };
        if most > count {
            if self.cut.is_some() {
                return Ok(());
            }
            let game = match &self.archived {
                Some(Archived { number, games: 2.., .. }) => format!("game {number}"),
                _ => "the file".to_owned(),
            };
            let most = quantity(most, "move", "moves");
            let message = format!("expected at least {most} but {game} has {count}");
            let (location, line) = &self.end;
            let line = line.as_deref().map_or_else(|| self.input.line(location.line), Cow::Borrowed);
            return Err(self.input.failure_at(Diagnostic::at(message, *location), &line));
        }
        let rest = self.document.split_off(most);
        if rest.plies().len() > 0 && self.about.result.is_some() {
            self.about.result = Some(GameResult::Unknown);
        }
        self.rest = Some(rest);
        if let Some(record) = &mut self.record {
            record.truncate(most);
        }
        Ok(())
    }

    /// Prints warnings on standard error: oddities of the board, and parts of the file that are ignored.
    pub fn warn(&self) {
        let name = &self.input.name;
        let shown = shorten(name, MAX_PATH_CHARS);
        if let Some(Archived { games: games @ 2.., is_chosen: false, .. }) = self.archived {
            warn(&format!("{shown}: using the first of {games} games; the option --game N chooses another"));
        }
        self.warn_of_wrong_games();
        for (oddity, location) in self.document.oddities() {
            match self.format {
                Format::Exchange => {
                    let line = self.input.line(location.line);
                    print_error(&diagnostic::warning_at(&oddity.to_string(), name, &line, location));
                }
                Format::Fen | Format::Json | Format::Pdn => warn(&format!("{shown}: {oddity}")),
            }
        }
    }

    /// Returns a warning if a variation has an illegal move.
    pub fn illegal_variation(&self) -> Option<String> {
        let mut omissions = self.record.as_ref()?.omissions();
        omissions.find(|&part| part == Omission::Variations).map(|part| part.to_string())
    }

    /// Prints on standard error the number of other games with errors, and the first error, unless the user
    /// chose the game. Returns that number, or 0 if nothing is printed.
    pub fn warn_of_wrong_games(&self) -> usize {
        let archived = self.archived.as_ref().filter(|archived| !archived.is_chosen);
        let Some(Archived { wrong, first_wrong: Some((Diagnostic { message, location, .. }, line)), .. }) =
            archived
        else {
            return 0;
        };
        let games = match wrong {
            1 => "1 later game is invalid".to_owned(),
            _ => format!("{wrong} later games are invalid; first error"),
        };
        let name = &self.input.name;
        print_error(&diagnostic::warning_at(&format!("{games}: {message}"), name, line, *location));
        *wrong
    }

    /// Returns the position after the moves of the document.
    pub fn position(&self) -> Result<Position, Failure> {
        self.document.position().map_err(|error| self.illegal_move(error))
    }

    fn illegal_move(&self, error: exchange::Error) -> Failure {
        self.illegal.clone().unwrap_or_else(|| self.input.failure(Diagnostic::from(error)))
    }

    /// Returns the number of moves of the text that will not be played.
    pub fn rest_len(&self) -> usize {
        self.rest.as_ref().map_or(0, |rest| rest.plies().len())
    }

    /// Plays the moves up to the first illegal one. Returns the position, the number of moves played and, if
    /// not all requested moves could be played, the error in the next move.
    pub fn play(&self) -> (Position, usize, Option<Failure>) {
        let (position, played, error) = self.document.play();
        let failure = error.map(|error| self.illegal_move(error));
        (position, played, failure.or_else(|| self.cut.clone().filter(|_| self.rest.is_none())))
    }

    /// Returns the facts about the game, from PDN or JSON.
    pub fn facts(&self) -> GameInfo {
        self.record.as_ref().map_or_else(|| self.about.clone(), GameInfo::of)
    }

    /// Lists what a document of the game with its facts loses in this format, one sentence each.
    pub fn lost_in(&self, format: Format) -> Vec<String> {
        let Some(record) = &self.record else {
            let are_lost = !format.holds_facts() && self.about != GameInfo::default();
            let lost = "the event, players, date and result of the game are not kept".to_owned();
            return are_lost.then_some(lost).into_iter().collect();
        };
        let omissions = record.omissions().map(|part| part.to_string());
        omissions.chain(game_info::lost(record, format)).collect()
    }
}
