//! The command line of the subcommands that play, read and write games.

use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};
use game::{Game, TimeControl};
use rankmoves_core::{Player, Shape};

use super::{DrawingOptions, OpeningOptions, ShowFormat};
use crate::session::{Labels, Seat, Session};
use shell::arguments::whole_number;
use shell::format::Format;
use shell::manual::{Manual, STATUSES};
use shell::options::{InputOptions, RULES, RuleOptions, SourceOptions};
use shell::output::is_stdout;

/// The manual of `checkers play`.
pub const PLAY: Manual = Manual {
    command: "checkers play",
    notes: "",
    examples: &[
        ("checkers play", "Plays red against the program"),
        (
            "checkers play --red timed:5 --black human --flip",
            "Plays black, with five seconds for each move of the program",
        ),
        ("checkers play --red minimax:2 --black random:1", "Watches two programs"),
        (
            "checkers play --clock 5m+3s --opening Kelso",
            "Plays an opening, with five minutes and three seconds a move",
        ),
        ("checkers play game.pdn", "Goes on with a game"),
    ],
    statuses: &[
        ("0", "the game is over or was left"),
        ("1", "the input cannot be read or is not a valid file or game, or the terminal cannot be used"),
        ("2", "the command line is wrong"),
        ("130, 143", "stopped by an interrupt (Ctrl-C), by SIGTERM"),
    ],
};

/// Play a game against a program or another person, or watch two programs
///
/// Moves are typed as c3->d4, c3-d4, 22-18, 22x15x8, a start or an end that is
/// enough, or #3 for the third in the list; help lists the other commands.
/// A chain can be made jump by jump. Commands may come through a pipe, one a line.
#[derive(Args)]
#[command(after_help = PLAY.help())]
pub struct PlayOptions {
    // First: the options of the table end under a heading of their own.
    #[command(flatten)]
    pub drawing: DrawingOptions,

    #[command(flatten)]
    pub clock: ClockOptions,

    #[command(flatten)]
    pub table: TableOptions,
}

/// The clock of a game at a table.
#[derive(Args)]
pub struct ClockOptions {
    /// Give both players a clock, as 5m+3s: the time of the game and what a move adds; timed and hub take their time from it
    #[arg(long, value_name = "TIME")]
    pub clock: Option<TimeControl>,
}

/// The manual of `checkers tui`.
#[cfg(feature = "tui")]
pub const TUI: Manual = Manual {
    command: "checkers tui",
    notes: "",
    examples: &[
        ("checkers tui", "Plays red against the program"),
        ("checkers tui game.pdn", "Looks through a game, each move judged"),
        ("checkers tui --red timed:1 --black minimax:6", "Watches two programs"),
        ("checkers tui --clock 5m+3s", "Plays with five minutes and three seconds a move"),
    ],
    statuses: &[
        ("0", "the game is over or was left"),
        ("1", "the input cannot be read or is not a valid file or game, or the terminal cannot be used"),
        ("2", "the command line is wrong"),
        ("130, 143", "stopped by an interrupt (Ctrl-C), by SIGTERM"),
    ],
};

/// Play, look through and edit games on a full-screen board that ranks the moves as you look
///
/// Press ? for the keys; after : come the words of checkers play. Colour is
/// used as the terminal has it; with `NO_COLOR` set there is none.
#[cfg(feature = "tui")]
#[derive(Args)]
#[command(after_help = TUI.help())]
pub struct TuiOptions {
    /// Choose the number of colours [default: as many as the terminal says it has]
    #[arg(long, value_name = "COLORS")]
    pub colors: Option<Colors>,

    /// Draw with ASCII characters only
    #[arg(long)]
    pub ascii: bool,

    /// Set the depth that scores go up to
    #[arg(short, long, value_name = "D", value_parser = super::any_depth, default_value_t = 10)]
    pub depth: u32,

    #[command(flatten)]
    pub clock: ClockOptions,

    #[command(flatten)]
    pub table: TableOptions,
}

impl TableOptions {
    /// Returns the session of a game with its seats.
    pub fn session(&self, game: Game) -> Session {
        let mut session = Session::new(game, [self.red, self.black]);
        session.numbers = self.numbers;
        let names = [self.name_red.clone(), self.name_black.clone()];
        session.set_labels(Labels { names, event: self.event.clone() });
        session
    }
}

/// The colours of a terminal.
#[cfg(feature = "tui")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Colors {
    /// 16 million
    True,
    /// 256
    #[value(name = "256")]
    Indexed,
    /// 16
    #[value(name = "16")]
    Sixteen,
    /// None
    None,
}

/// A game, its players, and how the board is shown.
#[derive(Args)]
pub struct TableOptions {
    // Not documentation, in which square brackets are links.
    #[arg(
        long,
        value_name = "WHO",
        default_value = "human",
        help = "Give red to a player: human, random[:SEED], random-piece[:SEED], minimax:D[:SEED], eval[:D[:SEED]], timed:SECONDS or hub:COMMAND, an engine"
    )]
    pub red: Seat,

    /// Give black to a player, likewise
    #[arg(long, value_name = "WHO", default_value = "timed:1")]
    pub black: Seat,

    /// Name the player of red, for PDN (White) [default: the agent]
    #[arg(long, value_name = "NAME")]
    pub name_red: Option<String>,

    /// Name the player of black, for PDN [default: the agent]
    #[arg(long, value_name = "NAME")]
    pub name_black: Option<String>,

    /// Name the event that the game belongs to, for PDN; today's date (UTC) is written by itself
    #[arg(long, value_name = "TEXT")]
    pub event: Option<String>,

    /// Show the squares' numbers, and write moves with them: 22-18, 22x15
    #[arg(long)]
    pub numbers: bool,

    /// Draw the board from black's side
    #[arg(long)]
    pub flip: bool,

    #[command(flatten)]
    pub opening: OpeningOptions,

    #[command(flatten)]
    pub input: InputOptions,

    #[command(flatten)]
    pub setup: SetupOptions,

    #[command(flatten)]
    pub draws: DrawOptions,
}

/// The rules by which games are drawn.
#[derive(Args)]
#[command(next_help_heading = "Rules and board, where no file gives them")]
pub struct DrawOptions {
    /// Draw the game after so many moves of each player without a jump or a man's move; 0: never
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub draw_after: u32,
}

/// The start of a game, where no file gives it.
#[derive(Args)]
#[command(next_help_heading = "Rules and board, where no file gives them")]
#[command(group = ArgGroup::new("rules").args(RULES).multiple(true).conflicts_with("file"))]
pub struct SetupOptions {
    #[command(flatten)]
    pub rules: RuleOptions,

    /// Set the size of the board, ranks by files [default: 8x8]
    #[arg(long, value_name = "RxC", value_parser = shape, conflicts_with_all = INPUT)]
    pub board: Option<Shape>,

    /// Play on the other squares: those of the top left corner's colour
    #[arg(long, conflicts_with_all = INPUT)]
    pub flipped: bool,

    /// Set the rows of men of each side, from 1 to half the ranks [default: all ranks but two, shared]
    #[arg(long, value_name = "N", value_parser = rows, conflicts_with_all = INPUT)]
    pub rows: Option<u32>,

    /// Choose the player who moves first
    #[arg(long, value_name = "PLAYER", default_value = "black", conflicts_with_all = INPUT)]
    pub first: Player,
}

/// Options that set the board and the player to move by themselves.
const INPUT: [&str; 2] = ["file", "fen"];

/// The output of a game or a board.
#[derive(Args)]
pub struct OutputOptions {
    /// Write to this file, replaced as a whole; standard output if absent or -
    #[arg(short, long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    output: Option<PathBuf>,
}

impl OutputOptions {
    /// Returns the file to write, if it is not standard output.
    pub fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !is_stdout(path))
    }
}

/// The manual of `checkers apply`.
pub const APPLY: Manual = Manual {
    command: "checkers apply",
    notes: "",
    examples: &[
        ("checkers apply game.txt", "Writes the position that the moves of a file lead to"),
        ("checkers apply -m 2 -o later.txt game.txt", "Plays two moves and saves the rest with the position"),
        ("checkers apply --to fen game.pdn", "Writes the last position of a game as FEN"),
    ],
    statuses: STATUSES,
};

/// Play the moves of a file and write what they lead to, with the moves that are left
#[derive(Args)]
#[command(after_help = APPLY.help())]
pub struct ApplyOptions {
    /// Write the part before an illegal move all the same
    #[arg(long)]
    pub keep_going: bool,

    /// Leave out the moves that are not played
    #[arg(long)]
    pub drop_rest: bool,

    /// Choose the format [default: by the extension of the output file, or the exchange format]
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<ShowFormat>,

    #[command(flatten)]
    pub drawing: DrawingOptions,

    #[command(flatten)]
    pub output: OutputOptions,

    #[command(flatten)]
    pub source: SourceOptions,
}

/// The manual of `checkers convert`.
pub const CONVERT: Manual = Manual {
    command: "checkers convert",
    notes: "",
    examples: &[
        ("checkers convert --to pdn game.txt", "Writes a game as PDN"),
        (
            "checkers convert -o game.json --game 2 games.pdn",
            "Saves the second game in the format of the extension",
        ),
    ],
    statuses: STATUSES,
};

/// Write a game or position in another format
///
/// The command refuses parts that a format cannot hold, or reports them on
/// standard error.
#[derive(Args)]
#[command(after_help = CONVERT.help())]
pub struct ConvertOptions {
    /// Choose the format [default: by the extension of the output file, or the exchange format]
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<Format>,

    #[command(flatten)]
    pub output: OutputOptions,

    #[command(flatten)]
    pub source: SourceOptions,
}

pub(super) fn shape(text: &str) -> Result<Shape, String> {
    let sides =
        text.split_once('x').and_then(|(ranks, files)| Some((ranks.parse().ok()?, files.parse().ok()?)));
    let (ranks, files) = sides.ok_or("expected a size such as 10x10, ranks by files")?;
    Shape::new(ranks, files, false).map_err(|why| why.to_string())
}

/// Reads a number of rows; the board says how many there may be.
fn rows(text: &str) -> Result<u32, String> {
    whole_number(text, u32::MAX)
}
