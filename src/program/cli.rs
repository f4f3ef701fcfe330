//! The command line of `rankmoves`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Parser, ValueHint};

use rankmoves_endings::service::Proven;
use shell::Stop;
use shell::arguments::{ResourceOptions, number_in};
use shell::manual::{Manual, STOPPED};
use shell::options::{LinesOptions, SourceOptions};

/// Ranks the moves of a checkers position exactly
///
/// Prints each legal move with its score, assuming best play by both sides to the
/// depth that you choose. Without FILE or --fen, it reads the position from
/// standard input.
#[derive(Parser)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches")]
#[command(name = "rankmoves", version, after_help = MANUAL.help())]
#[command(group = ArgGroup::new("objects").args(["json", "lines"]).multiple(true))]
pub struct Cli {
    /// Set how many plies to look ahead after each move [default: 0]
    #[arg(short, long, value_name = "D", value_parser = number_in(0..=u32::MAX))]
    pub depth: Option<u32>,

    /// Print the whole tree of moves and replies
    #[arg(short, long, conflicts_with = "lines")]
    pub verbose: bool,

    /// Print one JSON object, with a line of best play for each move; with -v, also the tree
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub many: LinesOptions,

    /// With --lines, print only the N best moves
    #[arg(long, value_name = "N", requires = "lines", value_parser = number_in(1..=u32::MAX as usize))]
    pub top: Option<usize>,

    /// With --lines, print only the scores
    #[arg(long, requires = "lines")]
    pub scores: bool,

    /// With --lines, print tab-separated values: a header, then a row for each move
    #[arg(long, requires = "lines", conflicts_with_all = ["scores", "proven"])]
    pub tsv: bool,

    /// With --lines, rank each position to the greatest depth, up to -d (default with this option: 100), that takes
    /// at most MS milliseconds; this includes finding the lines of best play, unless --scores is given
    #[arg(long, value_name = "MS", requires = "lines", value_parser = milliseconds)]
    pub depth_by_time: Option<Duration>,

    /// With --json or --lines, add the result of each move under perfect play, if your endgame tables contain it (see checkers endings)
    #[arg(long, requires = "objects", conflicts_with = "scores")]
    pub proven: bool,

    /// Use the endgame tables in this folder [default: checkers/endings in your data folder]
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, requires = "proven")]
    pub endings: Option<PathBuf>,

    #[command(flatten)]
    pub resources: ResourceOptions,

    /// Write man pages and shell completions to this folder, then exit
    #[arg(long, value_name = "FOLDER", exclusive = true)]
    pub generate: Option<PathBuf>,

    #[command(flatten)]
    pub source: SourceOptions,
}

impl Cli {
    /// Returns the source of values under perfect play, if they are wanted.
    pub fn proven(&self) -> Result<Option<Proven>, Stop> {
        self.proven.then(|| shell::proven::proven_in(self.endings.as_deref())).transpose()
    }
}

/// The manual of `rankmoves`.
pub const MANUAL: Manual = Manual {
    command: "rankmoves",
    notes: "A score is the material of the player who moves (1 for a man, 2 for a king) minus the opponent's. \
            It is 99 if the opponent cannot move, -99 if the player cannot.",
    examples: &[
        ("rankmoves -d 8 game.txt", "Ranks the moves, looking eight plies ahead"),
        ("rankmoves -d 8 game.txt | sort -k5,5nr", "Lists the best moves first"),
        ("rankmoves -v -d 1 game.txt", "Shows each move with the replies that decide its score"),
        ("rankmoves --lines -d 6 --top 1 < positions.txt", "Ranks many FEN positions, one per line"),
        (
            "rankmoves --lines --tsv -d 6 < positions.txt",
            "Prints a row for each move, for awk and spreadsheets",
        ),
        ("rankmoves --json -d 4 < game.pdn", "Prints the ranking of a game's last position as JSON"),
    ],
    statuses: &[
        ("0", "success, even if there is no move to rank, or the reader closed the pipe"),
        ("1", "the input cannot be read or is not valid, or the output cannot be written"),
        ("2", "the command line is wrong"),
        STOPPED,
    ],
};

fn milliseconds(text: &str) -> Result<Duration, String> {
    number_in(0..=u32::MAX)(text).map(|number| Duration::from_millis(number.into()))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_defined() {
        super::Cli::command().debug_assert();
    }
}
