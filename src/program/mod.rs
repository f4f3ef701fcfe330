//! The program `rankmoves`: reads the options, calls the library, and writes the text.

mod cli;
mod json;
mod lines;
mod page;
pub mod progress;
mod report;

use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Instant;

use crate::{RankError, Ranker, Statistics};
use cli::Cli;
use shell::input::GameSelection;
use shell::progress::print_stats;
use shell::{Stop, manual};

impl From<RankError> for Stop {
    fn from(why: RankError) -> Stop {
        Stop::failed("rank the moves", &why)
    }
}

/// Runs the program with its command line and returns its exit status.
pub fn main() -> ExitCode {
    shell::main(|_| None, run)
}

/// Runs the program with the given command line, whose first word is the program's name, and returns its exit
/// status. It may also end the process.
pub fn main_with(line: &[OsString]) -> ExitCode {
    shell::main_with(|| line.to_vec(), |_| None, run)
}

fn run(cli: &Cli) -> Result<(), Stop> {
    if let Some(folder) = &cli.generate {
        return manual::generate::<Cli>(folder, &[&cli::MANUAL], page::write);
    }
    if cli.many.lines {
        return lines::rank(cli);
    }
    let depth = cli.depth.unwrap_or(0);
    let part = GameSelection { is_whole: true, ..cli.source.input.selection() };
    let position = cli.source.read()?.with_lines_option().position(part)?;
    let start = Instant::now();
    // Created only when needed: the text of the tree takes neither threads nor a table.
    let ranker = || cli.resources.resources().map(Ranker::with_resources).map_err(RankError::from);
    let Statistics { nodes, usage } = match (cli.json, cli.verbose) {
        (true, with_tree) => {
            let proven = cli.proven()?;
            json::write(ranker()?, &position, depth, with_tree, proven.as_ref())?
        }
        (false, true) => report::write_verbose(&position, depth)?,
        (false, false) => report::write_plain(ranker()?, &position, depth)?,
    };
    if cli.resources.stats {
        print_stats(depth, ("nodes", nodes), usage, start.elapsed());
    }
    Ok(())
}
