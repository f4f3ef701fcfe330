//! The workbench `checkers` as a library: [`main`], and the [`session`] of a game at a table.

mod agents;
mod apply;
mod archive_copy;
mod cases;
mod cli;
mod command_input;
mod compare;
mod date;
mod differences;
mod draw;
mod endings;
mod estimator;
mod file_names;
mod grade;
mod hub;
mod info;
#[cfg(any(feature = "tui", feature = "web"))]
mod loading;
mod openings;
mod perft;
mod play;
mod save;
mod score_text;
mod series;
mod series_file;
pub mod session;
mod setup;
mod shell_word;
mod show;
mod solve;
mod standard_suite;
mod tables;
#[cfg(feature = "tui")]
mod tui;
#[cfg(feature = "web")]
mod web;

use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::ErrorKind;
use cli::{Cli, Command, GameCommand, HubOptions, ToolCommand};
use shell::{Stop, generate};

/// Runs the program with its command line and returns its exit status.
pub fn main() -> ExitCode {
    grade::guard::run().or_else(hub::player::guard::run).unwrap_or_else(|| shell::main(run))
}

fn run(cli: &Cli) -> Result<ExitCode, Stop> {
    let done = match (&cli.generate, &cli.command) {
        (Some(folder), _) => generate::generate::<Cli>(folder, &cli::MANUALS, |_| Ok(())),
        (None, Some(Command::Game(GameCommand::Play(options)))) => play::run(options),
        #[cfg(feature = "tui")]
        (None, Some(Command::Game(GameCommand::Tui(options)))) => tui::run(options),
        #[cfg(feature = "web")]
        (None, Some(Command::Game(GameCommand::Web(options)))) => web::run(options),
        (None, Some(Command::Game(GameCommand::Series(options)))) => series::run(options),
        (None, Some(Command::Game(GameCommand::Openings(options)))) => openings::run(options),
        (None, Some(Command::Tool(ToolCommand::Apply(options)))) => apply::run(options),
        (None, Some(Command::Tool(ToolCommand::Convert(options)))) => apply::convert(options),
        (None, Some(Command::Tool(ToolCommand::Show(options)))) => show::run(options),
        (None, Some(Command::Tool(ToolCommand::Info(options)))) => info::run(options),
        (None, Some(Command::Tool(ToolCommand::Perft(options)))) => perft::run(options),
        (None, Some(Command::Tool(ToolCommand::Hub(HubOptions {})))) => hub::engine::run(),
        (None, Some(Command::Tool(ToolCommand::Solve(options)))) => solve::run(options),
        (None, Some(Command::Tool(ToolCommand::Endings(options)))) => endings::run(options),
        (None, Some(Command::Tool(ToolCommand::Cases(options)))) => cases::run(options),
        (None, Some(Command::Tool(ToolCommand::Compare(options)))) => return Ok(compare::run(options)),
        (None, Some(Command::Tool(ToolCommand::Grade(options)))) => grade::run(options),
        (None, None) => {
            Cli::command().error(ErrorKind::MissingSubcommand, "expected a subcommand such as show").exit()
        }
    };
    done.map(|()| ExitCode::SUCCESS)
}
