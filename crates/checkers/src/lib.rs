//! The workbench `checkers`: its command line, and the commands without a package of their own. See [`main`].
//!
//! The command line (`cli`) serves as the table of contents. Each command has a variant there, and a match arm
//! below that calls its `run`. Its options and manual are beside `run`.
//!
//! | Commands | Where |
//! |---|---|
//! | `play` | `play`, which reads commands line by line; the game is a session of the package `rankmoves-table` |
//! | `tui`, `web` | packages of these names, each enabled by a feature |
//! | `series`, `openings` | `series` plays and counts the games of two agents; `series_file` writes them to a file |
//! | `show`, `info` | showing a file, describing it |
//! | `apply`, `convert` | `rewrite`, which plays the moves of a file, or changes its format |
//! | `perft`, `solve`, `endings` | counts of moves, proofs, endgame tables, computed by `rankmoves-perft` and `rankmoves-endings` |
//! | `hub` | the package `rankmoves-hub`: the engine for other programs |
//! | `cases`, `compare`, `grade` | the package `rankmoves-grade` |
//!
//! To end early, a command returns `shell::Stop`; `shell::main` then prints the message and chooses the exit
//! status. `tests/programs/` runs the commands as programs.

mod cli;
mod command_input;
mod endings;
mod info;
mod openings;
mod perft;
mod play;
mod rewrite;
mod series;
mod series_file;
mod show;
mod solve;

use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::ErrorKind;
use cli::{Cli, Command, GameCommand, ToolCommand};
use shell::{Stop, manual};

/// Runs the program with its command line and returns its exit status.
pub fn main() -> ExitCode {
    #[cfg(unix)]
    if let Some(status) = grade::run_guard().or_else(hub::player::guard::run) {
        return status;
    }
    shell::main(cli::advice, run)
}

fn run(cli: &Cli) -> Result<ExitCode, Stop> {
    let done = match (&cli.generate, &cli.command) {
        (Some(folder), _) => manual::generate::<Cli>(folder, &cli::manuals(), |_| Ok(())),
        (None, Some(Command::Game(GameCommand::Play(options)))) => play::run(options),
        #[cfg(feature = "tui")]
        (None, Some(Command::Game(GameCommand::Tui(options)))) => tui::run(options),
        #[cfg(feature = "web")]
        (None, Some(Command::Game(GameCommand::Web(options)))) => web::run(options),
        (None, Some(Command::Game(GameCommand::Series(options)))) => series::run(options),
        (None, Some(Command::Game(GameCommand::Openings(options)))) => openings::run(options),
        (None, Some(Command::Tool(ToolCommand::Apply(options)))) => rewrite::apply(options),
        (None, Some(Command::Tool(ToolCommand::Convert(options)))) => rewrite::convert(options),
        (None, Some(Command::Tool(ToolCommand::Show(options)))) => show::run(options),
        (None, Some(Command::Tool(ToolCommand::Info(options)))) => info::run(options),
        (None, Some(Command::Tool(ToolCommand::Perft(options)))) => perft::run(options),
        (None, Some(Command::Tool(ToolCommand::Hub))) => hub::engine::run(),
        (None, Some(Command::Tool(ToolCommand::Solve(options)))) => solve::run(options),
        (None, Some(Command::Tool(ToolCommand::Endings(options)))) => endings::run(options),
        (None, Some(Command::Tool(ToolCommand::Cases(options)))) => grade::write_cases(options),
        (None, Some(Command::Tool(ToolCommand::Compare(options)))) => {
            return Ok(grade::compare(options, show::for_reader));
        }
        (None, Some(Command::Tool(ToolCommand::Grade(options)))) => grade::run(options),
        (None, None) => {
            Cli::command().error(ErrorKind::MissingSubcommand, "expected a command such as show").exit()
        }
    };
    done.map(|()| ExitCode::SUCCESS)
}
