//! The command line of `checkers endings`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rankmoves_core::Shape;

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
        ("checkers endings verify --pieces 3", "Compares every value with those after its moves"),
        ("checkers endings stats --pieces 3", "Counts wins, draws and losses of each material"),
        (
            "checkers endings build --pieces 3 --results-only",
            "Keeps wins, draws and losses alone, without plies",
        ),
        ("checkers endings list", "Lists the tables that there are"),
    ],
    statuses: STATUSES,
};

/// Build, check and count endgame tables: who wins with few pieces
///
/// A table says for each position whether the player to move wins, draws or loses, and in how
/// many plies: the winner takes the shortest way, the loser the longest. A player without
/// pieces or moves has lost; what neither can force is drawn.
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
        value_parser = clap::value_parser!(u32).range(2..=8),
        allow_negative_numbers = true
    )]
    pub pieces: Option<u32>,

    /// Keep wins, draws and losses alone, without plies: a tenth of the disk
    #[arg(long)]
    pub results_only: bool,

    /// Print one JSON object, for stats and list
    #[arg(long)]
    pub json: bool,

    /// Set the number of threads [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<NonZeroUsize>,

    /// Keep the tables in a folder [default: checkers/endings in the user's data folder]
    #[arg(long, value_name = "FOLDER", value_hint = clap::ValueHint::DirPath)]
    pub folder: Option<PathBuf>,

    #[command(flatten)]
    pub rules: RuleOptions,

    /// Set the size of the board, ranks by files [default: 8x8]
    #[arg(long, value_name = "RxC", value_parser = shape)]
    pub board: Option<Shape>,

    /// Play on the other squares: those of the top left corner's colour
    #[arg(long)]
    pub flipped: bool,
}

/// A task with tables of endings.
#[derive(Clone, Copy, ValueEnum)]
pub enum EndingsTask {
    /// Build the tables that are missing; what was built before is kept
    Build,
    /// Compare every value with those after its moves
    Verify,
    /// Print own men, own kings, their men, their kings, positions, wins, draws, losses, longest win, longest loss of each material; the player to move is own
    Stats,
    /// List the tables that there are by rules and board, with their sizes; verify reads them
    List,
}
