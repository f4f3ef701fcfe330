//! Man pages and shell completions, written from the definition of the command line.

use std::fs;
use std::io;
use std::path::Path;

use clap::{Command, CommandFactory, ValueEnum};
use clap_complete::Shell;

use rankmoves::excerpt;

use super::Stop;
use super::diagnostic::PATH;

/// Writes the man pages of a program and its completions for every shell that
/// has them into a folder, which is made if need be.
pub fn generate<T: CommandFactory>(folder: &Path) -> Result<(), Stop> {
    write(T::command(), folder).map_err(|why| {
        let folder = excerpt(&folder.display().to_string(), PATH);
        Stop::failed(&format!("write to {folder}"), &why)
    })
}

fn write(mut command: Command, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let name = command.get_name().to_owned();
    for &shell in Shell::value_variants() {
        clap_complete::generate_to(shell, &mut command, &name, folder)?;
    }
    clap_mangen::generate_to(command, folder)
}
