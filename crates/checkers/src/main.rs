//! `checkers`: the workbench.

use std::process::ExitCode;

fn main() -> ExitCode {
    checkers_workbench::main()
}
