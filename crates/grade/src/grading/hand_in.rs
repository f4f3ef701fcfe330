//! Hand-ins: programs, and folders that contain a program or build one.

use std::ffi::{OsStr, OsString};
use std::fs::{self, DirEntry};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf, absolute};
use std::time::Duration;
use std::{env, io};

use rankmoves_core::shorten;
use shell::{Failure, Stop, shown_path};
use tempfile::TempDir;

use super::Grading;
use super::guard::Limits;
use super::process::{self, Program, Run, RunEnding};

/// The limits of a build that differ from those of other runs.
const BUILD_TIME: Duration = Duration::from_secs(120);
const BUILD_BYTES: u64 = 4 << 30;

/// The name of the program in a folder, unless a command names another.
const PROGRAM: &str = "rankmoves";

/// The longest message of a failed build that is shown, in characters.
const MAX_BUILD_MESSAGE_CHARS: usize = 200;

/// A file or folder that has been handed in.
pub struct HandIn {
    pub path: PathBuf,
    /// The reason why the hand-in cannot be run.
    pub fault: Option<String>,
}

impl HandIn {
    fn new(path: PathBuf) -> HandIn {
        let fault = match fs::metadata(&path) {
            Err(why) => Some(format!("it cannot be read: {why}")),
            Ok(file) if file.is_dir() => None,
            Ok(file) if !file.is_file() => Some(
                "it is a named pipe, a socket or a device: --each takes executable files and folders"
                    .to_owned(),
            ),
            Ok(_) if !is_program(&path) => Some("it is not executable: chmod +x makes it so".to_owned()),
            Ok(_) => None,
        };
        HandIn { path, fault }
    }

    /// Returns the name. Escapes backslashes, and all bytes that are not ASCII if the name is not UTF-8.
    pub fn name(&self) -> String {
        let name = self.path.file_name().expect("a file of a folder has a name");
        let escaped = || name.as_encoded_bytes().escape_ascii().to_string();
        name.to_str().map_or_else(escaped, |name| name.replace('\\', r"\\"))
    }

    /// Prepares the program. Copies a folder, and runs the build command in the copy. Returns the program and the
    /// copy, which is removed when it is dropped, or the reason if the hand-in cannot be run.
    pub fn prepare(&self, grading: &Grading<'_>) -> io::Result<Result<(Program, Option<TempDir>), String>> {
        if let Some(fault) = &self.fault {
            return Ok(Err(fault.clone()));
        }
        if !self.path.is_dir() {
            let program = Program { file: self.path.clone(), arguments: Vec::new() };
            return Ok(Ok((program, None)));
        }
        let folder = TempDir::with_prefix("checkers-build-")?;
        match copy(&self.path, folder.path()) {
            Err(why) if why.kind() == io::ErrorKind::PermissionDenied => {
                return Ok(Err(format!("it cannot be read: {why}")));
            }
            copied => copied?,
        }
        if let Some(account) = grading.account {
            account.give(folder.path())?;
        }
        if let Some(command) = &grading.options.build {
            let run = build(command, folder.path(), grading)?;
            if run.ending != RunEnding::Status(0) {
                return Ok(Err(build_failure(&run)));
            }
        }
        let found = find(folder.path(), grading.options.run.as_deref());
        Ok(found.map(|program| (program, Some(folder))))
    }
}

fn build(command: &str, folder: &Path, grading: &Grading<'_>) -> io::Result<Run> {
    let limits = Limits { time: BUILD_TIME, memory: BUILD_BYTES, output: BUILD_BYTES, ..grading.limits };
    let grading = Grading { limits, ..*grading };
    let arguments = [OsString::from("-c"), OsString::from(command)].to_vec();
    let shell = Program { file: PathBuf::from("/bin/sh"), arguments };
    process::run(&grading, &shell, &[], folder, None)
}

fn build_failure(run: &Run) -> String {
    let error = String::from_utf8_lossy(&run.error);
    let line = error.lines().find(|line| line.contains("rror")).or(error.lines().last()).unwrap_or_default();
    match run.ending {
        RunEnding::Time | RunEnding::WallTime => {
            format!("the build did not finish within {} s", BUILD_TIME.as_secs())
        }
        _ => shorten(&format!("it cannot be built: {}", line.trim()), MAX_BUILD_MESSAGE_CHARS),
    }
}

/// Finds the program in a folder: the program that the command names or, without a command, `rankmoves` or
/// the only program.
fn find(folder: &Path, command: Option<&str>) -> Result<Program, String> {
    if let Some(command) = command {
        let words = shell::words::split(command)?;
        let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
        return program_in(folder, &words)
            .map_err(|why| format!("cannot run {}: {why}", shorten(command, 80)));
    }
    let named = folder.join(PROGRAM);
    let mut programs: Vec<PathBuf> = if is_program(&named) { vec![named] } else { programs(folder) };
    match (programs.pop(), programs.len()) {
        (Some(file), 0) => Ok(Program { file, arguments: Vec::new() }),
        (None, _) => {
            Err("there is no program in the folder: use --build to make it, or --run to name it".to_owned())
        }
        (Some(_), more) => {
            Err(format!("there are {} programs in the folder, none named {PROGRAM}: use --run", more + 1))
        }
    }
}

/// Lists the executable files of a folder that are not hidden.
fn programs(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(is_visible).map(|entry| entry.path()).filter(|path| is_program(path)).collect()
}

/// Returns whether `ls` shows a file: its name does not begin with a dot.
fn is_visible(entry: &DirEntry) -> bool {
    !entry.file_name().as_encoded_bytes().starts_with(b".")
}

/// Copies the contents of a folder. Links are copied as links.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, target) = (entry.file_type()?, to.join(entry.file_name()));
        if kind.is_dir() {
            fs::create_dir(&target)?;
            copy(&entry.path(), &target)?;
        } else if kind.is_symlink() {
            symlink(fs::read_link(entry.path())?, &target)?;
        } else if kind.is_file() {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}

/// Finds the visible hand-ins in a folder, in the order of their names.
pub fn hand_ins(folder: &Path) -> Result<Vec<HandIn>, Stop> {
    let shown = shown_path(folder);
    let failed = |why| Stop::failed(&format!("read the folder {shown}"), &why);
    let folder = absolute(folder).map_err(failed)?;
    let entries = fs::read_dir(folder).map_err(failed)?.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let mut paths: Vec<PathBuf> = entries.into_iter().filter(is_visible).map(|entry| entry.path()).collect();
    paths.sort();
    if paths.is_empty() {
        return Err(Stop::from(Failure::new(format!("expected hand-ins in the folder {shown}"))));
    }
    Ok(paths.into_iter().map(HandIn::new).collect())
}

pub fn program(command: &[OsString]) -> Result<Program, Stop> {
    program_in(Path::new(""), command).map_err(|why| {
        let shown = shown_path(Path::new(&command[0]));
        Stop::from(Failure::new(format!("cannot run {shown}: {why}")))
    })
}

/// Finds the program that a command starts when run in `folder`. The program is run in other folders later,
/// so names of files among its arguments are made absolute.
fn program_in(folder: &Path, command: &[OsString]) -> Result<Program, String> {
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

fn is_program(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    #[test]
    fn names_that_are_not_utf_8_stay_different() {
        let name =
            |bytes| HandIn { path: Path::new(OsStr::from_bytes(bytes)).to_owned(), fault: None }.name();
        assert_eq!(name(b"hand-ins/a\xff"), "a\\xff");
        assert_eq!(name(b"hand-ins/a\xfe"), "a\\xfe");
        assert_eq!(name(b"hand-ins/a\\xfe"), "a\\\\xfe");
        assert_eq!(name("hand-ins/Zoë".as_bytes()), "Zoë");
    }
}
