//! Programs to grade.

use std::ffi::{OsStr, OsString};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf, absolute};
use std::{env, fs};

use shell::diagnostic::shown_path;
use shell::{Failure, Stop};

/// The exit status if a program cannot be started, the same as in shells.
pub const NOT_STARTED: u8 = 127;

/// The beginning of the message of a guard that cannot start the program.
pub const CANNOT_START: &str = "cannot start the program: ";

/// A program with its first arguments.
#[derive(Clone, Debug)]
pub struct Program {
    pub file: PathBuf,
    pub arguments: Vec<OsString>,
}

/// Finds the program of a command.
pub fn program(command: &[OsString]) -> Result<Program, Stop> {
    program_in(Path::new(""), command).map_err(|why| {
        let shown = shown_path(Path::new(&command[0]));
        Stop::from(Failure::new(format!("cannot run {shown}: {why}")))
    })
}

/// Finds the program that a command starts when run in `folder`. The program is run in other folders later,
/// so names of files among its arguments are made absolute.
pub fn program_in(folder: &Path, command: &[OsString]) -> Result<Program, String> {
    let (name, arguments) = command.split_first().ok_or("the command is empty")?;
    let is_path = name.as_encoded_bytes().contains(&b'/');
    let here = folder.join(name);
    let file = if is_path {
        absolute(&here).ok().filter(|file| file.is_file())
    } else {
        let path = env::var_os("PATH").unwrap_or_default();
        let files = env::split_paths(&path).map(|folder| folder.join(name));
        files.filter_map(|file| absolute(file).ok()).find(|file| is_program(file))
    };
    let Some(file) = file else {
        if !is_path && here.is_file() {
            let shown = shown_path(Path::new(name));
            return Err(format!("there is no such program on the PATH: write ./{shown} for the file here"));
        }
        let is_folder = is_path && here.is_dir();
        return Err(if is_folder { "it is a folder" } else { "there is no such program" }.to_owned());
    };
    if !is_program(&file) {
        return Err("it is not executable".to_owned());
    }
    let argument = |argument: &OsString| named_file(folder, argument).unwrap_or_else(|| argument.clone());
    Ok(Program { file, arguments: arguments.iter().map(argument).collect() })
}

/// Returns the absolute name of an argument, if the argument names a file in a folder.
fn named_file(folder: &Path, argument: &OsStr) -> Option<OsString> {
    let path = Path::new(argument);
    let is_file = path.is_relative() && !argument.is_empty() && folder.join(path).exists();
    absolute(folder.join(path)).ok().filter(|_| is_file).map(PathBuf::into_os_string)
}

/// Returns whether a file can be executed.
pub fn is_program(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}
