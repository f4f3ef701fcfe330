//! The command line of the commands that play, read and write games.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{DrawingOptions, ShowFormat};
use shell::format::Format;
use shell::manual::Manual;
use shell::options::SourceOptions;
use shell::output::is_stdout;
use table::options::TableOptions;

pub const PLAY: Manual = Manual {
    command: "checkers play",
    notes: "",
    examples: &[
        ("checkers play", "You play red against the program"),
        (
            "checkers play --red timed:5 --black human",
            "You play black; the program has five seconds per move",
        ),
        ("checkers play --red minimax:2 --black random:1", "Two programs play, and you watch"),
        (
            "checkers play --clock 5m+3s --opening Kelso",
            "Plays an opening; each side has five minutes, plus three seconds per move",
        ),
        ("checkers play game.pdn", "Continues a game"),
    ],
    statuses: table::options::STATUSES,
};

/// Play against a program or another person, or watch two programs
///
/// Type a move as c3->d4, c3-d4, 22-18 or 22x15x8; as a single square if only one move
/// starts or ends there; or as #3, the third in the list. Type `help` for a list of
/// the other commands. You can type a chain jump by jump. Commands may come through a pipe, one
/// per line.
#[derive(Args)]
#[command(after_help = PLAY.help())]
pub struct PlayOptions {
    // These options come first, because the options in `table` have a heading, which would cover these too.
    #[command(flatten)]
    pub drawing: DrawingOptions,

    #[command(flatten)]
    pub table: TableOptions,
}

/// Options for the output of a game or board.
#[derive(Args)]
pub struct OutputOptions {
    /// Write to this file (completely or not at all); - means standard output (the default)
    #[arg(short, long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    output: Option<PathBuf>,
}

impl OutputOptions {
    /// Returns the file to write, unless the output is standard output.
    pub fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !is_stdout(path))
    }
}

pub const APPLY: Manual = Manual::new(
    "checkers apply",
    &[
        ("checkers apply game.txt", "Writes the position that the moves of a file lead to"),
        ("checkers apply -m 2 -o later.txt game.txt", "Plays two plies and saves the rest with the position"),
        ("checkers apply --to fen game.pdn", "Writes the last position of a game as FEN"),
    ],
);

/// Play the moves of a file and write the position after them
///
/// Moves that are not played are written after the position, unless --drop-rest is given.
#[derive(Args)]
#[command(after_help = APPLY.help())]
pub struct ApplyOptions {
    /// Write the position before the first illegal move, instead of nothing
    #[arg(long)]
    pub keep_going: bool,

    /// Leave out the moves that are not played
    #[arg(long)]
    pub drop_rest: bool,

    /// Choose the format of the position; checkers convert writes the whole game [default: by the extension of the output file, or the exchange format]
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<ShowFormat>,

    #[command(flatten)]
    pub drawing: DrawingOptions,

    #[command(flatten)]
    pub output: OutputOptions,

    #[command(flatten)]
    pub source: SourceOptions,
}

pub const CONVERT: Manual = Manual::new(
    "checkers convert",
    &[
        ("checkers convert --to pdn game.txt", "Writes a game as PDN"),
        (
            "checkers convert -o game.json --game 2 games.pdn",
            "Saves the second game, in the format that the file's extension names",
        ),
    ],
);

/// Write a game or position in another format
///
/// The output includes the moves; use checkers apply to play them, and checkers show to draw the
/// board. If the format cannot hold everything, a warning on standard error names what is lost, or
/// the conversion is refused.
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
