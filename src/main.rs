//! `rankmoves`: ranks the moves of a checkers position.

use std::process::ExitCode;

fn main() -> ExitCode {
    rankmoves::program::main()
}
