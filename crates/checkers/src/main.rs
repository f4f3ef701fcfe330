//! `checkers`: the workbench.

use std::process::ExitCode;

fn main() -> ExitCode {
    workbench::main()
}
