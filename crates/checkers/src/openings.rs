//! `checkers openings`, and the openings of a series.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use rankmoves_core::quoted;
use rankmoves_game::{DrawRules, Game, Opening, ParseOpeningError};

use shell::input::Input;
use shell::manual::Manual;
use shell::{Failure, Stop, output, shown_path};

pub const OPENINGS: Manual = Manual::new(
    "checkers openings",
    &[
        ("checkers openings", "Lists all known openings of English draughts"),
        ("checkers openings edinburgh", "Lists the openings with this word in their names"),
        ("checkers play --opening \"Edinburgh Single\"", "Plays one of them"),
    ],
);

/// List openings of English draughts: moves, number and name
///
/// First come the 156 three-move openings (ballots) of the American Checker Federation,
/// numbered as in its list, which also has 18 barred ones. Then come named openings of
/// other lengths.
#[derive(Args)]
#[command(after_help = OPENINGS.help())]
pub struct OpeningsOptions {
    /// List only openings whose moves begin with this text or whose names contain it
    pub text: Vec<String>,
}

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

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    ThreeMove,
    File(PathBuf),
}

impl From<&str> for Openings {
    fn from(text: &str) -> Openings {
        if text == "three-move" { Openings::ThreeMove } else { Openings::File(text.into()) }
    }
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
