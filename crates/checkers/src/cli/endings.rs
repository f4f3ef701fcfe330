//! The command line of `checkers endings`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rankmoves_core::Shape;
use rankmoves_endings::Contents;

use shell::arguments::{number_in, shape, threads};
use shell::manual::Manual;
use shell::options::RuleOptions;

pub const ENDINGS: Manual = Manual::new(
    "checkers endings",
    &[
        (
            "checkers endings build --pieces 3",
            "Builds the tables for up to three pieces, or continues an earlier build",
        ),
        ("checkers endings verify --pieces 3", "Verifies the tables for up to three pieces"),
        ("checkers endings stats --pieces 3", "Counts wins, draws and losses for each combination of pieces"),
        (
            "checkers endings build --pieces 3 --results-only",
            "Builds smaller tables, without the number of plies",
        ),
        ("checkers endings list", "Lists the existing tables"),
    ],
);

/// Build, check and list endgame tables (perfect play with few pieces)
///
/// For each position, a table holds whether the player to move wins, draws or loses, and in how many
/// plies, assuming the fastest win and the longest defence. A player without pieces or moves loses.
/// If neither player can force a win, the position is a draw.
#[derive(Args)]
#[command(after_help = ENDINGS.help())]
pub struct EndingsOptions {
    /// Choose what to do
    pub task: EndingsTask,

    /// Set the greatest number of pieces on the board; every task except list needs it
    #[arg(
        long,
        value_name = "N",
        required_if_eq_any = [("task", "build"), ("task", "verify"), ("task", "stats")],
        value_parser = number_in(2..=8_u32)
    )]
    pub pieces: Option<u32>,

    /// Store only wins, draws and losses, without the number of plies; this takes a thirtieth of the disk
    /// space
    #[arg(long)]
    pub results_only: bool,

    /// With stats or list, print one JSON object
    #[arg(long)]
    pub json: bool,

    /// Set the number of threads [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,

    /// Use the tables in this folder [default: checkers/endings in your data folder]
    #[arg(long, value_name = "FOLDER", value_hint = clap::ValueHint::DirPath)]
    pub folder: Option<PathBuf>,

    #[command(flatten)]
    pub rules: RuleOptions,

    /// Set the size of the board, ranks by files [default: 8x8]
    #[arg(long, value_name = "RxC", value_parser = shape)]
    pub board: Option<Shape>,

    /// Play on the squares of the other colour: the top left square is playable
    #[arg(long)]
    pub flipped: bool,
}

impl EndingsOptions {
    /// Returns the kind of tables: results with plies, or results only.
    pub fn contents(&self) -> Contents {
        if self.results_only { Contents::Results } else { Contents::Plies }
    }
}

/// The tasks of `checkers endings`.
#[derive(Clone, Copy, ValueEnum)]
pub enum EndingsTask {
    /// Build the missing tables
    Build,
    /// Check every value against the values of the positions after each move
    Verify,
    /// Print one line per combination of pieces: the men and kings of the player to move, the opponent's men and kings, the number of positions, wins, draws and losses, and the longest win and loss
    Stats,
    /// List the existing tables by rules and board, with their sizes, without reading them
    List,
}
