//! The command line of `checkers tui`.

use clap::Args;
use shell::arguments::number_in;
use shell::manual::Manual;
use table::options::{STATUSES, TableOptions};

/// The manual of `checkers tui`.
pub const TUI: Manual = Manual {
    command: "checkers tui",
    notes: "",
    examples: &[
        ("checkers tui", "You play red against the program"),
        ("checkers tui game.pdn", "Reviews a game, with a verdict on each move"),
        ("checkers tui --red timed:1 --black minimax:6", "Two programs play, and you watch"),
        ("checkers tui --clock 5m+3s", "Each side has five minutes, plus three seconds per move"),
    ],
    statuses: STATUSES,
};

/// Play, review and edit games on a full-screen board with ranked moves
///
/// Press ? to see the keys; type : before a command of checkers play. The board uses
/// the colours of the terminal, or none if `NO_COLOR` is set.
#[derive(Args)]
#[command(after_help = TUI.help())]
pub struct TuiOptions {
    /// Choose the number of colours [default: what the terminal supports]
    #[arg(long, value_name = "COLORS")]
    pub colors: Option<Colors>,

    /// Draw with ASCII characters only
    #[arg(long)]
    pub ascii: bool,

    /// Set the greatest depth of the ranking
    #[arg(short, long, value_name = "D", value_parser = number_in(0..=u32::MAX), default_value_t = 10)]
    pub depth: u32,

    /// The game and its players.
    #[command(flatten)]
    pub table: TableOptions,
}

/// The colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Colors {
    /// 16 million colours
    True,
    /// 256 colours
    #[value(name = "256")]
    Indexed,
    /// The 16 standard colours
    #[value(name = "16")]
    Sixteen,
    /// No colour
    None,
}
