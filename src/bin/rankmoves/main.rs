//! `rankmoves`: ranks the moves of a checkers position.

mod cli;
#[path = "../common/mod.rs"]
mod common;
mod json;
mod report;

use std::process::ExitCode;

use cli::Cli;
use common::input::Input;
use common::{Stop, arguments, generate};

fn main() -> ExitCode {
    let cli: Cli = arguments::parse();
    common::main(|| run(&cli))
}

fn run(cli: &Cli) -> Result<(), Stop> {
    if let Some(folder) = &cli.generate {
        return generate::generate::<Cli>(folder);
    }
    let position = Input::read(cli.file.as_deref())?.position()?;
    match (cli.json, cli.verbose) {
        (true, with_tree) => json::write(&position, cli.depth, with_tree),
        (false, true) => report::write_verbose(&position, cli.depth),
        (false, false) => report::write_plain(&position, cli.depth),
    }
}
