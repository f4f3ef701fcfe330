//! The cases that a program is graded on: the standard suite, or those of a folder.

use std::fs;
use std::path::Path;

use rankmoves_judge::Case;
use rankmoves_core::exchange::Document;
use shell::diagnostic::shown_path;
use shell::{Failure, Stop};

use super::verdict;
use crate::{differences, standard_suite};

/// A case and the arguments that ask it.
#[derive(Clone, Debug)]
pub struct Task {
    pub case: Case,
    /// The options: depth and form of the answer.
    pub switches: Vec<String>,
    /// The name of the file; `None` where the board comes by standard input.
    pub file: Option<String>,
}

impl Task {
    /// Asks a case in the `index`-th way: switches in changing order, every other
    /// time by standard input.
    fn new(case: Case, index: usize) -> Task {
        let depth = ["-d".to_owned(), case.depth.to_string()];
        let verbose = case.verbose.then(|| "-v".to_owned());
        let switches = if (index / 2).is_multiple_of(2) {
            depth.into_iter().chain(verbose).collect()
        } else {
            verbose.into_iter().chain(depth).collect()
        };
        // A file is no option, whatever its name.
        let folder = if case.name.starts_with('-') { "./" } else { "" };
        let file = index.is_multiple_of(2).then(|| format!("{folder}{}.in", case.name));
        Task { case, switches, file }
    }

    /// Asks another case in the same way.
    pub fn asking(&self, case: Case) -> Task {
        let index = usize::from(self.file.is_none())
            + 2 * usize::from(self.switches.first().is_some_and(|switch| switch == "-v"));
        Task::new(Case { name: self.case.name.clone(), ..case }, index)
    }

    /// Returns the arguments of the program.
    pub fn arguments(&self) -> Vec<String> {
        self.switches.iter().chain(&self.file).cloned().collect()
    }
}

/// Returns the tasks: those of the standard suite, or of a folder.
pub fn tasks(folder: Option<&Path>) -> Result<Vec<Task>, Stop> {
    let Some(folder) = folder else {
        return Ok(standard_suite::cases()
            .into_iter()
            .enumerate()
            .map(|(index, case)| Task::new(case, index))
            .collect());
    };
    let shown = shown_path(folder);
    let failed = |why: &dyn std::error::Error| Stop::failed(&format!("read the folder {shown}"), why);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(|why| failed(&why))? {
        let path = entry.map_err(|why| failed(&why))?.path();
        if path.extension().is_some_and(|extension| extension == "in") {
            names.push(path.with_extension(""));
        }
    }
    names.sort();
    if names.is_empty() {
        return Err(Stop::from(Failure::new(format!("expected cases NAME.in in the folder {shown}"))));
    }
    names.iter().enumerate().map(|(index, name)| read(name, index)).collect()
}

/// Reads the files of a case.
fn read(name: &Path, index: usize) -> Result<Task, Stop> {
    let file = |extension: &str| {
        let mut path = name.as_os_str().to_owned();
        path.push(extension);
        path
    };
    let shown = |extension: &str| shown_path(Path::new(&file(extension)));
    let read = |extension: &str| {
        let failed = |why| Stop::failed(&format!("read {}", shown(extension)), &why);
        fs::read_to_string(file(extension)).map_err(failed)
    };
    let (text, answer, arguments) = (read(".in")?, read(".ans")?, read(".args")?);
    let refused = |extension: &str, why: &str| {
        Stop::from(Failure::new(format!("cannot use {}: {why}", shown(extension))))
    };
    let position = Document::parse(text.as_bytes()).and_then(|document| document.position());
    position.map_err(|why| refused(".in", &why.to_string()))?;
    let switches: Vec<String> = arguments.lines().map(|line| line.trim().to_owned()).collect();
    let switches: Vec<String> = switches.into_iter().filter(|line| !line.is_empty()).collect();
    let (depth, verbose) = question(&switches)
        .ok_or_else(|| refused(".args", "expected the arguments -d D and -v, each on a line of its own"))?;
    let name = name.file_name().expect("a file of a folder has a name").to_string_lossy().into_owned();
    let case = Case { name, text, depth, verbose, catches: Vec::new(), purpose: String::new(), answer };
    let file = Task::new(case.clone(), index).file;
    let task = Task { case, switches, file };
    match verdict::comparison(&task, task.case.answer.as_bytes()) {
        Some((_, comparison)) if !comparison.is_same() => {
            let why = format!("it is not the right answer: {}", differences::first(&comparison));
            Err(refused(".ans", &why))
        }
        _ => Ok(task),
    }
}

/// Reads depth and form of the answer from arguments.
fn question(switches: &[String]) -> Option<(u32, bool)> {
    let (mut depth, mut verbose) = (0, false);
    let mut switches = switches.iter().map(String::as_str);
    while let Some(switch) = switches.next() {
        depth = match switch {
            "-v" | "--verbose" => {
                verbose = true;
                continue;
            }
            "-d" | "--depth" => switches.next()?.parse().ok()?,
            _ => switch.strip_prefix("--depth=").or_else(|| switch.strip_prefix("-d"))?.parse().ok()?,
        };
    }
    Some((depth, verbose))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_and_form_are_read_from_arguments() {
        let read = |text: &str| question(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(read(""), Some((0, false)));
        assert_eq!(read("-v -d 3"), Some((3, true)));
        assert_eq!(read("--depth=2 --verbose"), Some((2, true)));
        assert_eq!(read("-d4"), Some((4, false)));
        for text in ["-d", "-d x", "-x", "file"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
