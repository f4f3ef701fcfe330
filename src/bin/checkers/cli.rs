//! The command line of `checkers`.

mod games;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use rankmoves::MAX_PERFT_DEPTH;
use rankmoves::pdn::Fen;

use crate::common::arguments::{ResourceOptions, whole_number};
pub use games::*;

/// The workbench for checkers positions.
#[derive(Parser)]
#[command(
    name = "checkers",
    version,
    disable_help_subcommand = true,
    arg_required_else_help = true,
    args_conflicts_with_subcommands = true
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Write man pages and shell completions into a folder, and nothing else
    #[arg(long, value_name = "FOLDER", value_hint = clap::ValueHint::DirPath)]
    pub generate: Option<PathBuf>,
}

#[derive(Subcommand)]
pub enum Command {
    Play(PlayOptions),
    Series(SeriesOptions),
    Apply(ApplyOptions),
    Convert(ConvertOptions),
    Perft(PerftOptions),
}

/// Count the paths of legal moves from a position
///
/// Every path counts, even where two have the same effect. With --hash 0 every
/// one is walked; otherwise a position that is met again is not counted again.
#[derive(Args)]
pub struct PerftOptions {
    /// The number of plies
    #[arg(short, long, value_name = "N", value_parser = depth, allow_negative_numbers = true)]
    pub depth: u32,

    /// Print the count behind each move first
    #[arg(long)]
    pub divide: bool,

    #[command(flatten)]
    pub resources: ResourceOptions,

    /// The position in FEN, as W:W21,K32:B1-12; English rules on the standard board
    #[arg(long, conflicts_with = "file")]
    pub fen: Option<Fen>,

    /// The position, in the exchange format; standard input if absent or -
    pub file: Option<PathBuf>,
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
