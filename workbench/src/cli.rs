//! The command line of `checkers`.

mod cases;
mod compare;
mod endings;
mod games;
mod grade;
mod hub;
mod matches;
mod solve;
#[cfg(feature = "web")]
mod web;

use std::fmt;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum};
use rankmoves::{MAX_PERFT_DEPTH, Shape, Square};

pub use cases::*;
pub use compare::{COMPARE, CompareOptions};
pub use endings::*;
pub use games::*;
pub use grade::*;
pub use hub::{HUB, HubOptions};
pub use matches::*;
use picture::Symbols;
use shell::arguments::{ResourceOptions, threads, whole_number};
use shell::format::Format;
use shell::manual::{Manual, STATUSES};
use shell::options::{LinesOptions, SourceOptions};
use shell::output::is_stdout;
pub use solve::{SOLVE, SolveOptions};
#[cfg(feature = "web")]
pub use web::{ServerOptions, WEB, WebOptions};

/// The workbench for checkers positions.
#[derive(Parser)]
#[command(
    name = "checkers",
    version,
    disable_help_subcommand = true,
    arg_required_else_help = true,
    args_conflicts_with_subcommands = true,
    after_help = CHECKERS.help()
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Write man pages and shell completions into a folder, and nothing else
    #[arg(long, value_name = "FOLDER", value_hint = clap::ValueHint::DirPath)]
    pub generate: Option<PathBuf>,
}

/// The manual of `checkers`.
pub const CHECKERS: Manual = Manual {
    command: "checkers",
    notes: "",
    examples: &[
        ("checkers tui", "Opens a full-screen board that ranks the moves as you look"),
        ("checkers show -d 8 game.txt", "Shows a board beside the scores of its moves"),
        ("checkers play --help", "Tells more about a subcommand"),
    ],
    statuses: STATUSES,
};

/// The manuals of the program and its subcommands.
pub const MANUALS: [&Manual; 15 + cfg!(feature = "tui") as usize + cfg!(feature = "web") as usize] = [
    &CHECKERS,
    &PLAY,
    #[cfg(feature = "tui")]
    &TUI,
    #[cfg(feature = "web")]
    &WEB,
    &SERIES,
    &OPENINGS,
    &APPLY,
    &CONVERT,
    &SHOW,
    &INFO,
    &PERFT,
    &HUB,
    &SOLVE,
    &ENDINGS,
    &CASES,
    &COMPARE,
    &GRADE,
];

// In two groups: each takes stack of its own while the options are described.
#[derive(Subcommand)]
pub enum Command {
    #[command(flatten)]
    Game(GameCommand),
    #[command(flatten)]
    Tool(ToolCommand),
}

// Commands that play games.
#[derive(Subcommand)]
pub enum GameCommand {
    Play(Box<PlayOptions>),
    #[cfg(feature = "tui")]
    Tui(Box<TuiOptions>),
    #[cfg(feature = "web")]
    Web(Box<WebOptions>),
    Series(Box<SeriesOptions>),
    Openings(Box<OpeningsOptions>),
}

// All other commands.
#[derive(Subcommand)]
pub enum ToolCommand {
    Apply(Box<ApplyOptions>),
    Convert(Box<ConvertOptions>),
    Show(Box<ShowOptions>),
    Info(Box<InfoOptions>),
    Perft(Box<PerftOptions>),
    Hub(HubOptions),
    Solve(Box<SolveOptions>),
    Endings(Box<EndingsOptions>),
    Cases(Box<CasesOptions>),
    Compare(Box<CompareOptions>),
    Grade(Box<GradeOptions>),
}

/// The manual of `checkers show`.
pub const SHOW: Manual = Manual {
    command: "checkers show",
    notes: "",
    examples: &[
        ("checkers show game.txt", "Draws the board after the moves of a file"),
        (
            "checkers show -d 8 -o board.svg game.txt",
            "Saves a picture with an arrow for each move, the best green",
        ),
        ("checkers show --from c3 --numbers game.pdn", "Marks where a piece can go, and numbers the squares"),
        ("checkers show --format fen game.txt", "Writes the position as FEN"),
    ],
    statuses: STATUSES,
};

/// Show a board: drawn for people, or written for programs
///
/// The board shows the position after the moves of the file and marks the last.
/// In ASCII, `(r)` can move, `{r}` is chosen, `[.]` is where it can go,
/// `<r>` is the last move, `*b*` is or was jumped.
#[derive(Args)]
#[command(after_help = SHOW.help())]
#[expect(clippy::struct_excessive_bools, reason = "they are switches")]
pub struct ShowOptions {
    /// Choose the format [default: by the extension of the output file, unicode on a terminal whose locale is UTF-8, else ascii]
    #[arg(short, long, value_name = "FORMAT")]
    pub format: Option<ShowFormat>,

    /// Write SVG, the same as --format svg
    #[arg(long, conflicts_with = "format")]
    pub svg: bool,

    /// Show the numbers of the squares
    #[arg(long)]
    pub numbers: bool,

    /// Draw the board from black's side
    #[arg(long)]
    pub flip: bool,

    /// Mark the pieces that can move
    #[arg(long)]
    pub movable: bool,

    /// Mark where the piece on a square can go, and what it can jump; d4, or the square's number
    #[arg(long, value_name = "SQUARE")]
    pub from: Option<SquareName>,

    /// Show the moves with their scores at a depth, as rankmoves -d D, and what they are proven to lead to where tables of endings know it; in SVG as arrows, the best green
    #[arg(short = 'd', long, value_name = "D", value_parser = any_depth, allow_negative_numbers = true)]
    pub rank: Option<u32>,

    /// Choose when to use colour; auto is on terminals, unless `NO_COLOR` is set
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Colour,

    #[command(flatten)]
    pub drawing: DrawingOptions,

    /// Save it in a file, whole or not at all; - is standard output
    #[arg(short, long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    output: Option<PathBuf>,

    #[command(flatten)]
    pub source: SourceOptions,
}

/// The characters of boards that are drawn as text.
#[derive(Args)]
pub struct DrawingOptions {
    /// Draw pieces as these characters: red man, red king, black man, black king [default: rRbB]
    #[arg(long, value_name = "CHARACTERS")]
    pub symbols: Option<Symbols>,
}

impl ShowOptions {
    /// Returns the file to write, if it is not standard output.
    pub fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !is_stdout(path))
    }
}

/// Formats of a shown board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ShowFormat {
    /// Plain text
    Ascii,
    /// Coloured squares; without colour, plain text in a frame of lines
    Unicode,
    /// An exchange file
    Exchange,
    /// FEN, which has the standard board and English rules only
    Fen,
    /// A JSON object on one line
    Json,
    /// A PDN game that starts here; English draughts only
    Pdn,
    /// A picture
    Svg,
}

impl ShowFormat {
    /// Returns the format that can be read back, if it is one.
    pub const fn text(self) -> Option<Format> {
        match self {
            ShowFormat::Ascii | ShowFormat::Unicode | ShowFormat::Svg => None,
            ShowFormat::Exchange => Some(Format::Exchange),
            ShowFormat::Fen => Some(Format::Fen),
            ShowFormat::Json => Some(Format::Json),
            ShowFormat::Pdn => Some(Format::Pdn),
        }
    }
}

/// Writes the name that options take.
impl fmt::Display for ShowFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_possible_value().map_or(Ok(()), |value| f.pad(value.get_name()))
    }
}

impl From<Format> for ShowFormat {
    fn from(format: Format) -> ShowFormat {
        match format {
            Format::Exchange => ShowFormat::Exchange,
            Format::Fen => ShowFormat::Fen,
            Format::Json => ShowFormat::Json,
            Format::Pdn => ShowFormat::Pdn,
        }
    }
}

/// Choices of colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    Auto,
    Always,
    Never,
}

/// A square by its name or its number.
#[derive(Clone, Copy, Debug)]
pub enum SquareName {
    Name(Square),
    Number(u32),
}

impl SquareName {
    /// Returns the square, or why the board has no such square for pieces.
    pub fn square(self, shape: Shape) -> Result<Square, String> {
        match self {
            SquareName::Name(square) if shape.is_playable(square) => Ok(square),
            SquareName::Name(square) if shape.contains(square) => {
                Err(format!("expected a black square but found {square}, which is a red one"))
            }
            SquareName::Name(square) => {
                let last = Square::new(shape.files() - 1, shape.ranks() - 1);
                let last = last.expect("a board has a last square");
                Err(format!(
                    "expected a square from a1 to {last} but found {square}, which is not on the board"
                ))
            }
            SquareName::Number(number) => shape.square_numbered(number).ok_or_else(|| {
                let count = shape.squares().count();
                format!("expected the number of a square from 1 to {count} but found {number}")
            }),
        }
    }
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SquareName::Name(square) => square.fmt(f),
            SquareName::Number(number) => number.fmt(f),
        }
    }
}

impl FromStr for SquareName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<SquareName, &'static str> {
        let name = text.parse().map(SquareName::Name).ok();
        let number = || whole_number(text, u32::MAX).map(SquareName::Number).ok();
        name.or_else(number).ok_or("expected a square such as d4, or its number")
    }
}

/// The manual of `checkers info`.
pub const INFO: Manual = Manual {
    command: "checkers info",
    notes: "",
    examples: &[
        ("checkers info game.txt", "Tells rules, turn, pieces and moves of a file"),
        ("checkers info --lines < positions.txt", "Writes the same of many positions, an object a line"),
        ("checkers info --json --game 2 games.pdn", "Writes the same of the second game for a program"),
    ],
    statuses: STATUSES,
};

/// Tell what a file holds: whether it is valid, rules, turn, pieces, moves
#[derive(Args)]
#[command(after_help = INFO.help())]
pub struct InfoOptions {
    /// Print one JSON object; where the file is not valid, one that says why
    #[arg(long)]
    pub json: bool,

    /// Print the engine's evaluation too: each term with red's and black's count
    #[arg(long)]
    pub evaluate: bool,

    #[command(flatten)]
    pub many: LinesOptions,

    /// With --lines, the number of threads [default: as many as there are processors]
    #[arg(long, value_name = "N", requires = "lines", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub source: SourceOptions,
}

/// The manual of `checkers perft`.
pub const PERFT: Manual = Manual {
    command: "checkers perft",
    notes: "",
    examples: &[
        ("checkers perft -d 6 game.txt", "Counts the paths of six plies"),
        ("checkers perft -d 6 --lines < positions.txt", "Counts them for many positions, an object a line"),
        ("checkers perft -d 4 --divide --fen W:W30:B1,2,3", "Counts them behind each move of a FEN position"),
        (
            "checkers perft -d 4 --split game.txt | checkers perft -d 10 --lines",
            "Counts the paths of 14 plies in parts, an object for each position after four",
        ),
    ],
    statuses: STATUSES,
};

/// Count the paths of legal moves from a position
///
/// Every path counts, even where two have the same effect. With --hash 0 every
/// one is walked; otherwise a position that is met again is not counted again.
#[derive(Args)]
#[command(after_help = PERFT.help())]
pub struct PerftOptions {
    /// Set the number of plies
    #[arg(short, long, value_name = "N", value_parser = depth, allow_negative_numbers = true)]
    pub depth: u32,

    /// Print the count behind each move first
    #[arg(long)]
    pub divide: bool,

    /// Print the positions after so many plies instead, each once, as objects for --lines; `id` has the `times` that it is reached
    #[arg(long, conflicts_with_all = ["divide", "lines", "threads", "hash", "stats"])]
    pub split: bool,

    #[command(flatten)]
    pub many: LinesOptions,

    #[command(flatten)]
    pub resources: ResourceOptions,

    #[command(flatten)]
    pub source: SourceOptions,
}

fn any_depth(text: &str) -> Result<u32, String> {
    whole_number(text, u32::MAX)
}

fn depth(text: &str) -> Result<u32, String> {
    whole_number(text, MAX_PERFT_DEPTH)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_defined() {
        super::Cli::command().debug_assert();
    }
}
