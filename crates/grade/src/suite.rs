//! The cases on which a program is graded: the standard suite, or the cases of a folder.

use std::fs;
use std::path::{Path, PathBuf};

use rankmoves_core::exchange::{Document, MAX_BYTES};
use rankmoves_judge::{Case, SuiteOptions, refused};
use serde::{Deserialize, Serialize};
use shell::input::{read_bytes, read_text};
use shell::progress::while_showing;
use shell::{Failure, Stop, shown_path};

use super::differences;
use super::task::Task;

/// The questions of the standard suite, the library's suite for the default options. Choosing its questions
/// takes seconds, but answering them takes milliseconds, so the questions are kept in a file, which `make suite`
/// writes.
const QUESTIONS: &str = include_str!("standard.json");

/// The folder with the files that must be refused.
pub const REFUSED: &str = "refused";

#[derive(Serialize, Deserialize)]
struct StandardQuestion {
    name: String,
    purpose: String,
    depth: u32,
    verbose: bool,
    text: String,
}

/// Answers the questions of the standard suite. Does not determine which mistakes they catch.
pub fn standard() -> Vec<Case> {
    let questions: Vec<StandardQuestion> =
        serde_json::from_str(QUESTIONS).expect("a test compares the file with the suite");
    let case = |StandardQuestion { name, purpose, depth, verbose, text }| {
        let case = Case::new(text, depth, verbose).expect("a test compares the file with the suite");
        Case { name, purpose, ..case }
    };
    questions.into_iter().map(case).collect()
}

/// Chooses the cases of a suite, and shows on a terminal that this takes its time.
pub fn choose(options: &SuiteOptions) -> Vec<Case> {
    while_showing(|| "choosing cases".to_owned(), || rankmoves_judge::suite(options))
}

pub fn tasks_in(folder: &Path) -> Result<Vec<Task>, Stop> {
    let names = names_in(folder)?;
    if names.is_empty() {
        let shown = shown_path(folder);
        return Err(Stop::from(Failure::new(format!("expected cases NAME.in in the folder {shown}"))));
    }
    let cases = names.iter().enumerate().map(|(index, name)| read(name, index));
    let refused = folder.join(REFUSED);
    let refused = if refused.is_dir() { names_in(&refused)? } else { Vec::new() };
    let refused = refused.iter().enumerate().map(|(index, name)| read_refused(name, index));
    cases.chain(refused).collect()
}

/// Returns the tasks of cases, and of the files that a program must refuse.
pub fn tasks_of(cases: Vec<Case>) -> Vec<Task> {
    let tasks = [cases, refused()].into_iter().flat_map(|cases| cases.into_iter().enumerate());
    tasks.map(|(index, case)| Task::new(case, index)).collect()
}

/// Finds the files `NAME.in` in a folder. Returns their paths without `.in`, in order.
fn names_in(folder: &Path) -> Result<Vec<PathBuf>, Stop> {
    let failed = |why| Stop::failed(&format!("read the folder {}", shown_path(folder)), &why);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "in") {
            names.push(path.with_extension(""));
        }
    }
    names.sort();
    Ok(names)
}

fn read_refused(path: &Path, index: usize) -> Result<Task, Stop> {
    let file = path.with_added_extension("in");
    let shown = shown_path(&file);
    let text = String::from_utf8_lossy(&read_bytes(&file, MAX_BYTES)?).into_owned();
    let case = Case { name: file_name(path), text, depth: 1, ..Case::default() };
    match Task::new(case, index) {
        valid if valid.position.is_ok() => {
            Err(Failure::new(format!("cannot use {shown} as an invalid file: it is valid")).into())
        }
        task => Ok(task),
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().expect("a file of a folder has a name").to_string_lossy().into_owned()
}

fn read(name: &Path, index: usize) -> Result<Task, Stop> {
    let shown = |extension: &str| shown_path(&name.with_added_extension(extension));
    let read = |extension: &str| read_text(&name.with_added_extension(extension), MAX_BYTES);
    let (text, answer, arguments) = (read("in")?, read("ans")?, read("args")?);
    let refused = |extension: &str, why: &str| {
        Stop::from(Failure::new(format!("cannot use {}: {why}", shown(extension))))
    };
    let position = Document::parse(text.as_bytes()).and_then(|document| document.position());
    position.map_err(|why| refused("in", &why.to_string()))?;
    let words = arguments.lines().map(str::trim).filter(|word| !word.is_empty());
    let switches: Vec<String> = words.map(str::to_owned).collect();
    let (depth, verbose) = question(&switches)
        .ok_or_else(|| refused("args", "expected the arguments -d D and -v, each on a line of its own"))?;
    let case = Case { name: file_name(name), text, depth, verbose, answer, ..Case::default() };
    let task = Task { switches, ..Task::new(case, index) };
    match task.compare(task.case.answer.as_bytes()) {
        Some(comparison) if !comparison.is_same() => {
            let why = format!("it is not the right answer: {}", differences::first(&comparison, false));
            Err(refused("ans", &why))
        }
        _ => Ok(task),
    }
}

/// Reads from the arguments the depth, and whether the answer is a tree.
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
    use std::sync::OnceLock;

    use rankmoves_judge::with_catches;

    use super::*;

    fn chosen() -> &'static [Case] {
        static SUITE: OnceLock<Vec<Case>> = OnceLock::new();
        SUITE.get_or_init(|| rankmoves_judge::suite(&SuiteOptions::default()))
    }

    #[test]
    fn the_standard_suite_is_the_default_suite_of_the_library() {
        assert!(with_catches(standard()) == chosen(), "`make suite` regenerates the file");
    }

    #[test]
    #[ignore = "writes the standard suite into the sources: `make suite`"]
    fn write_the_standard_suite() {
        let question = |Case { name, purpose, text, depth, verbose, .. }: Case| StandardQuestion {
            name,
            purpose,
            depth,
            verbose,
            text,
        };
        let questions: Vec<_> = chosen().iter().cloned().map(question).collect();
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/standard.json");
        fs::write(file, serde_json::to_string_pretty(&questions).unwrap() + "\n").unwrap();
    }

    #[test]
    fn the_standard_suite_uses_every_form() {
        let tasks = tasks_of(standard());
        let has = |is_so: &dyn Fn(&Task, &[String]) -> bool| {
            tasks.iter().filter(|task| is_so(task, &task.arguments())).count() >= 3
        };
        assert!(has(&|_, words| words.last().is_some_and(|word| word == "-")));
        assert!(has(&|_, words| words
            .last()
            .is_some_and(|word| Path::new(word).extension().is_some_and(|extension| extension == "in"))));
        assert!(has(&|task, words| words.first().is_some_and(|word| word == "-v") && task.file().is_none()));
        assert!(has(&|task, words| words.last().is_some_and(|word| word == "-v") && task.position.is_ok()));
        assert!(has(&|task, _| task.position.is_err() && task.file().is_none()));
        assert_eq!(tasks.iter().filter(|task| task.position.is_err()).count(), refused().len());
    }

    #[test]
    fn titles_name_no_mistake() {
        let titles: Vec<String> = tasks_of(standard()).iter().map(Task::title).collect();
        assert_eq!(titles[0], "01: 1 piece, depth 0");
        assert_eq!(titles.last().unwrap(), "refused/capture-refused: a file to be refused");
        let words = ["king", "jump", "score", "reply"];
        let cases = titles.iter().filter(|title| !title.starts_with("refused/"));
        assert!(cases.clone().all(|title| words.iter().all(|word| !title.contains(word))), "{titles:?}");
    }

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
