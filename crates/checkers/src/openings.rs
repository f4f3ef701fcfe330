//! `checkers openings`, and the openings of a series.

use std::fmt::Write as _;

use rankmoves_core::quoted;
use rankmoves_game::{DrawRules, Game, Opening, ParseOpeningError};

use crate::cli::{Openings, OpeningsOptions};
use shell::diagnostic::shown_path;
use shell::input::Input;
use shell::{Failure, Stop, output};

pub fn run(options: &OpeningsOptions) -> Result<(), Stop> {
    let wanted = &options.text.join(" ");
    let mut text = String::new();
    for opening in Opening::all().iter().filter(|opening| fits(opening, wanted)) {
        let number = opening.number().map_or_else(|| "-".to_owned(), |number| number.to_string());
        let line = format!("{number:>3}  {opening:<32}  {}", opening.name().unwrap_or_default());
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if text.is_empty() {
        let why = match wanted.parse::<Opening>() {
            // The error suggests similar names.
            Err(why @ ParseOpeningError::Name { .. }) => why.to_string(),
            _ => format!("no known opening begins with {}", quoted(wanted)),
        };
        return Err(Failure::new(why).into());
    }
    output::write_lines(&text)
}

/// Returns whether an opening matches: its moves begin with `wanted`, or its name contains it.
fn fits(opening: &Opening, wanted: &str) -> bool {
    let name = opening.name().unwrap_or_default().to_lowercase();
    opening.to_string().starts_with(wanted) || name.contains(&wanted.to_lowercase())
}

impl Openings {
    /// Returns a game for each opening, with the opening's moves already played.
    pub fn games(&self, draw_rules: DrawRules) -> Result<Vec<Game>, Stop> {
        match self {
            Openings::ThreeMove => {
                Ok(Opening::three_move().map(|opening| opening.game(draw_rules)).collect())
            }
            Openings::File(path) => {
                let input = Input::read(Some(path))?;
                let expected = || {
                    let message = "expected three-move, or a PDN file whose games are openings";
                    Failure::new(format!("{message}, but found {}", shown_path(path)))
                };
                let games = input.records().ok_or_else(expected)?.zip(1..).map(|(record, number)| {
                    let record = record?;
                    let game = Game::of_plies(record.start(), draw_rules, record.moves())
                        .expect("the moves were legal when the record was read");
                    if let Some(outcome) = game.outcome() {
                        let message = format!("expected openings in {}", shown_path(path));
                        let found = format!("found game {number}, which is over: {outcome}");
                        return Err(Failure::new(format!("{message} but {found}")).into());
                    }
                    Ok(game)
                });
                let games: Vec<Game> = games.collect::<Result<_, Stop>>()?;
                if games.is_empty() { Err(expected().into()) } else { Ok(games) }
            }
        }
    }
}
