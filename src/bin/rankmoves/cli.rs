//! The command line of `rankmoves`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Parser;
use rankmoves::Resources;

use crate::common::arguments::whole_number;

/// Ranks the moves of a checkers position exactly
///
/// Prints every available move with the score it leads to under perfect play
/// to a chosen depth.
#[derive(Parser)]
#[command(name = "rankmoves", version, after_help = AFTER_HELP)]
pub struct Cli {
    /// The number of plies of best replies that follow each move
    #[arg(short, long, value_name = "D", default_value = "0", value_parser = depth, allow_negative_numbers = true)]
    pub depth: u32,

    /// Print the whole tree of moves and replies
    #[arg(short, long)]
    pub verbose: bool,

    /// Print one JSON object, with a line of best play for each move; with -v also the tree
    #[arg(long)]
    pub json: bool,

    /// The number of threads that search [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<NonZeroUsize>,

    /// The most memory for the table of positions, which grows as it is needed [default: 256]
    #[arg(long, value_name = "MIB", value_parser = mebibytes, allow_negative_numbers = true)]
    pub hash: Option<usize>,

    /// Write depth, nodes, table, threads and time to standard error when done
    #[arg(long)]
    pub stats: bool,

    /// The position, in the exchange format; standard input if absent or -
    pub file: Option<PathBuf>,

    /// Write man pages and shell completions into a folder, and nothing else
    #[arg(long, value_name = "FOLDER", exclusive = true)]
    pub generate: Option<PathBuf>,
}

const AFTER_HELP: &str = "\
Scores are the player's own: men + 2 x kings less the opponent's, 99 if the opponent cannot move, -99 if \
the player cannot.

Exit status: 0 ranked, or no moves to rank; 1 the input cannot be read, or is not a valid file or game, or the \
output cannot be written; 2 the command line is wrong; 130 interrupted; 143 terminated.";

fn depth(text: &str) -> Result<u32, String> {
    whole_number(text, u32::MAX)
}

/// More threads than any machine can make use of.
const MOST_THREADS: u32 = 1024;

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = whole_number(text, MOST_THREADS).ok().and_then(|number| NonZeroUsize::new(number as usize));
    number.ok_or_else(|| format!("expected a whole number from 1 to {MOST_THREADS}"))
}

/// A number of mebibytes, as bytes.
fn mebibytes(text: &str) -> Result<usize, String> {
    whole_number(text, 1 << 24).map(|number| (number as usize) << 20)
}

impl Cli {
    /// What the search may use.
    pub fn resources(&self) -> Resources {
        let default = Resources::default();
        Resources {
            threads: self.threads.unwrap_or(default.threads),
            table_bytes: self.hash.unwrap_or(default.table_bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_defined() {
        super::Cli::command().debug_assert();
    }
}
