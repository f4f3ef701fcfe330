//! The command line of openings, clocks and tests of matches.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use rankmoves::game::{Opening, ParseOpeningError, Sprt, TimeControl};

use shell::arguments::whole_number;
use shell::manual::{Manual, STATUSES};

/// The options that name the start of a game, which openings have themselves.
pub const STARTS: [&str; 7] = ["file", "fen", "rules", "board", "flipped", "rows", "first"];

/// The opening of a game of English draughts.
#[derive(Args)]
pub struct OpeningOptions {
    /// Begin with an opening of English draughts, by its name or its moves; checkers openings lists them
    #[arg(long, value_name = "NAME", conflicts_with_all = STARTS)]
    pub opening: Option<Opening>,
}

/// The openings of a series, its clock and its end.
#[derive(Args)]
pub struct MatchOptions {
    /// Begin each game with so many random plies, or with an opening by its name or moves
    #[arg(long, value_name = "N|NAME", default_value = "4")]
    pub opening: SeriesOpening,

    /// Begin with these openings, each twice with exchanged sides, in an order drawn by the seed: three-move, or the games of a PDN file
    #[arg(long, value_name = "WHICH", value_hint = clap::ValueHint::FilePath, conflicts_with = "opening", conflicts_with_all = STARTS)]
    pub openings: Option<Openings>,

    /// Give both agents a clock, as 10s+0.1s: the time of a game and what a move adds; timed takes its time from it
    #[arg(long, value_name = "TIME")]
    pub clock: Option<TimeControl>,

    /// End as soon as pairs of games tell whether the first agent is stronger by the first or by the second number of Elo
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
}

/// The start of the games of a series.
#[derive(Clone, Debug)]
pub enum SeriesOpening {
    /// So many random plies.
    Random(u32),
    /// The same opening in all games.
    Named(Opening),
}

impl SeriesOpening {
    /// The most random plies.
    const MOST: u32 = 1000;
}

/// Reads a number of plies, or an opening.
impl FromStr for SeriesOpening {
    type Err = String;

    fn from_str(text: &str) -> Result<SeriesOpening, String> {
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            return whole_number(text, SeriesOpening::MOST).map(SeriesOpening::Random);
        }
        text.parse().map(SeriesOpening::Named).map_err(|why: ParseOpeningError| {
            format!("{why} (a number of random plies is 0 to {})", SeriesOpening::MOST)
        })
    }
}

/// The openings of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// The three-move deck.
    ThreeMove,
    /// The games of a PDN file.
    File(PathBuf),
}

impl From<&str> for Openings {
    fn from(text: &str) -> Openings {
        if text == "three-move" { Openings::ThreeMove } else { Openings::File(text.into()) }
    }
}

/// The manual of `checkers openings`.
pub const OPENINGS: Manual = Manual {
    command: "checkers openings",
    notes: "",
    examples: &[
        ("checkers openings", "Lists the openings of English draughts that are known"),
        ("checkers openings edinburgh", "Lists those whose names or moves have a part in common with a text"),
        ("checkers play --opening \"Edinburgh Single\"", "Plays one of them"),
    ],
    statuses: STATUSES,
};

/// List openings of English draughts: moves, number and name
///
/// First come the 156 of the three-move deck of the American Checker
/// Federation with their numbers on its list, whose other 18 are barred; then
/// names of other lengths.
#[derive(Args)]
#[command(after_help = OPENINGS.help())]
pub struct OpeningsOptions {
    /// List only those whose moves begin with this text, or whose names have it as a part
    pub text: Option<String>,
}
