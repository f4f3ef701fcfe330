//! The command line of `checkers endings`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rankmoves_core::Shape;

use shell::arguments::number_in;
use shell::arguments::shape;
use shell::arguments::threads;
use shell::manual::{Manual, STATUSES};
use shell::options::RuleOptions;

/// The manual of `checkers endings`.
pub const ENDINGS: Manual = Manual {
    command: "checkers endings",
    notes: "",
    examples: &[
        (
            "checkers endings build --pieces 3",
            "Builds the tables of up to three pieces, or continues an earlier build",
        ),
        (
            "checkers endings verify --pieces 3",
            "Checks every value against the values of the positions after each move",
        ),
        ("checkers endings stats --pieces 3", "Counts wins, draws and losses of each material"),
        (
            "checkers endings build --pieces 3 --results-only",
            "Stores only wins, draws and losses, without plies",
        ),
        ("checkers endings list", "Lists the existing tables"),
    ],
    statuses: STATUSES,
};

/// Build, check and list endgame tables (perfect play with few pieces)
///
/// A table holds for each position whether the player to move wins, draws or loses, and in how
/// many plies; the winner takes the shortest way, the loser the longest. A player without
/// pieces or moves has lost; if neither can force a win, the position is drawn.
#[derive(Args)]
#[command(after_help = ENDINGS.help())]
pub struct EndingsOptions {
    /// Choose what to do
    pub task: EndingsTask,

    /// Set the greatest number of pieces
    #[arg(
        long,
        value_name = "N",
        required_if_eq_any = [("task", "build"), ("task", "verify"), ("task", "stats")],
        value_parser = number_in(2..=8),
        allow_negative_numbers = true
    )]
    pub pieces: Option<u32>,

    /// Store only wins, draws and losses, without plies, in a thirtieth of the disk space
    #[arg(long)]
    pub results_only: bool,

    /// Print one JSON object, for stats and list
    #[arg(long)]
    pub json: bool,

    /// Set the number of threads [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<NonZeroUsize>,

    /// Use the tables in this folder [default: checkers/endings in your data folder]
    #[arg(long, value_name = "FOLDER", value_hint = clap::ValueHint::DirPath)]
    pub folder: Option<PathBuf>,

    #[command(flatten)]
    pub rules: RuleOptions,

    /// Set the size of the board, ranks by files [default: 8x8]
    #[arg(long, value_name = "RxC", value_parser = shape)]
    pub board: Option<Shape>,

    /// Play on the other squares: the top left square is playable
    #[arg(long)]
    pub flipped: bool,
}

/// The tasks of `checkers endings`.
#[derive(Clone, Copy, ValueEnum)]
pub enum EndingsTask {
    /// Build the missing tables
    Build,
    /// Check every value against the values of the positions after each move
    Verify,
    /// Print one line per material, for the player to move: own men and kings, the opponent's men and kings, positions, wins, draws, losses, longest win, longest loss
    Stats,
    /// List the existing tables by rules and board, with their sizes, without reading them
    List,
}
