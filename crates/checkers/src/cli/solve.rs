//! The command line of `checkers solve`.

use std::time::Duration;

use clap::Args;

use shell::arguments::{duration, mebibytes, number_in};
use shell::manual::Manual;
use shell::options::InputOptions;
use table::options::SetupOptions;

pub const SOLVE: Manual = Manual::new(
    "checkers solve",
    &[
        (
            "checkers solve --seconds 2 game.txt",
            "Searches for two seconds, and shows which moves are proven to win, draw or lose",
        ),
        (
            "checkers solve --fen W:WK29:BK4,1 --json",
            "Prints the proven results of the moves in a FEN position as JSON",
        ),
        ("checkers solve --board 4x4", "Solves the game on a small board"),
    ],
);

/// Prove the result of each move under perfect play
///
/// Each move wins, draws or loses; for a win or loss, the number of plies is printed. With few pieces,
/// tables give the exact number, assuming the fastest win and the longest defence. With more pieces,
/// solve searches for proofs, which give only an upper bound; anything not proven in time is reported
/// as `not known`. `--blocked passes` is not supported: a player without moves loses.
#[derive(Args)]
#[command(after_help = SOLVE.help())]
pub struct SolveOptions {
    /// Stop searching after this time, such as 30 (seconds) or 500ms, not counting the time to build tables
    #[arg(long, value_name = "S", default_value = "10", value_parser = duration)]
    pub seconds: Duration,

    /// First build the tables for up to N pieces [default: the most that can be built in a few seconds]
    #[arg(long, value_name = "N", value_parser = number_in(1..=8_u32))]
    pub pieces: Option<u32>,

    /// Limit the memory for the search, in MiB
    #[arg(long, value_name = "MIB", default_value = "1024", value_parser = mebibytes)]
    pub hash: usize,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub input: InputOptions,

    #[command(flatten)]
    pub setup: SetupOptions,
}
