//! The command line of series and openings.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use rankmoves_game::{Opening, ParseOpeningError, Sprt, TimeControl};

use shell::arguments::{number_in, suggesting, threads};
use shell::manual::Manual;
use shell::options::InputOptions;
use table::agents::Spec;
use table::options::{DrawOptions, STARTS, SetupOptions, agent_words, opening_words};

pub const SERIES: Manual = Manual::new(
    "checkers series",
    &[
        (
            "checkers series --games 10 --seed 1 minimax:2 random",
            "Measures how often a search to depth 2 beats random moves",
        ),
        ("checkers series --games 4 --pdn games.pdn timed:0.01 minimax:2", "Keeps the games in a PDN file"),
        (
            "checkers series --openings three-move --games 8 --sprt 0,400 minimax:3 random",
            "Plays tournament openings until it is clear who is stronger",
        ),
    ],
);

/// Play many games between two agents, which take turns moving first
///
/// Agents are written as for `checkers play --red`, without human; hub:COMMAND, an engine that
/// speaks the Hub protocol, plays only English draughts. Each pair of games begins with the same few random plies, or with the same opening. The report gives the Elo
/// difference with a 95 % confidence interval. The same seed gives the same games on any
/// number of threads, except with timed, hub or a clock.
///
/// With --keep FILE or --pdn FILE, each game is appended to FILE.part when it ends; at the
/// end of the series, or if it is interrupted, FILE.part becomes FILE. If the series is
/// killed, FILE.part remains with all finished games. With --keep - or --pdn -, games go to
/// standard output and the result to standard error.
#[derive(Args)]
#[command(after_help = SERIES.help())]
pub struct SeriesOptions {
    /// Choose the first agent, whose score is reported
    #[arg(value_parser = suggesting::<Spec>(agent_words), hide_possible_values = true)]
    pub a: Spec,

    /// Choose the second agent
    #[arg(value_parser = suggesting::<Spec>(agent_words), hide_possible_values = true)]
    pub b: Spec,

    /// Set the number of games [default: 100, or two per opening with --openings, or 20000 with --sprt]
    #[arg(long, value_name = "N", value_parser = number_in(1..=10_000_000_u32))]
    pub games: Option<u32>,

    /// Seed the random numbers [default: a random seed, which is printed]
    #[arg(long, value_name = "N", value_parser = number_in(0..=u64::MAX))]
    pub seed: Option<u64>,

    /// Set the number of games played at once [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,

    /// Keep the games in a file whose name ends in .pdn or .jsonl (one JSON object per line, for all rules and boards)
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub keep: Option<PathBuf>,

    /// Keep the games in a PDN file, whatever its name
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, conflicts_with = "keep")]
    pub pdn: Option<PathBuf>,

    /// Let the agent `timed` use endgame tables, in FOLDER [default: checkers/endings in your data folder]
    #[arg(long, value_name = "FOLDER", require_equals = true, value_hint = clap::ValueHint::DirPath)]
    #[expect(clippy::option_option, reason = "that is how clap says that a value may be left out")]
    pub endings: Option<Option<PathBuf>>,

    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,

    /// Begin each game with N random plies, or with the opening NAME (its name or moves)
    #[arg(long, value_name = "N|NAME", default_value = "4", value_parser = suggesting::<SeriesOpening>(opening_words), hide_possible_values = true)]
    pub opening: SeriesOpening,

    /// Play each opening of a collection (three-move, or a PDN file) twice, the second time with sides swapped, in an order that depends on the seed
    #[arg(long, value_name = "WHICH", value_hint = clap::ValueHint::FilePath, conflicts_with = "opening", conflicts_with_all = STARTS)]
    pub openings: Option<Openings>,

    /// Give both agents a clock, such as 10s+0.1s (time for the game, plus time added per move); only `timed` and `hub` adapt their thinking time to it
    #[arg(long, value_name = "TIME")]
    pub clock: Option<TimeControl>,

    /// Stop as soon as a sequential test decides between an advantage of ELO0 and one of ELO1 (error probability 5 %)
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,

    #[command(flatten)]
    pub input: InputOptions,

    #[command(flatten)]
    pub setup: SetupOptions,

    #[command(flatten)]
    pub draws: DrawOptions,
}

impl SeriesOptions {
    pub fn agents(&self) -> [Spec; 2] {
        [self.a, self.b]
    }

    /// Returns the file in which the games are kept.
    pub fn kept(&self) -> Option<&Path> {
        self.keep.as_deref().or(self.pdn.as_deref())
    }
}

/// The start of the games of a series.
#[derive(Clone, Debug)]
pub enum SeriesOpening {
    /// A number of random plies.
    Random(u32),
    /// The same opening in all games.
    Named(Opening),
}

/// The maximum number of random plies.
const MAX_RANDOM_PLIES: u32 = 1000;

/// Reads a number of plies, or an opening.
impl FromStr for SeriesOpening {
    type Err = String;

    fn from_str(text: &str) -> Result<SeriesOpening, String> {
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            return number_in(0..=MAX_RANDOM_PLIES)(text).map(SeriesOpening::Random);
        }
        text.parse().map(SeriesOpening::Named).map_err(|why: ParseOpeningError| {
            format!("{why} (a number of random plies is 0 to {MAX_RANDOM_PLIES})")
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
