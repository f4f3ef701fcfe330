//! `checkers cases`: writes a suite of test cases into a folder.

mod export;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use rankmoves_judge::{Case, Mistake, SuiteOptions, refused, with_catches};
use serde::{Deserialize, Serialize};

use crate::options::{CasesOptions, ExportTo};
use crate::rubric::Rubric;
use crate::suite::{REFUSED, choose, standard, tasks_of};
use shell::{Failure, Stop, atomic_file, output, shown_path};

/// The name of the file that lists the cases.
const LIST: &str = "cases.json";

/// The maximum number of cases for which the matrix has columns.
const MAX_COLUMNS: usize = 100;

/// Runs `checkers cases`.
///
/// # Errors
///
/// If the files cannot be written.
pub fn run(options: &CasesOptions) -> Result<(), Stop> {
    // Refuse an invalid rubric at once: it may take half a minute to choose the cases.
    let rubric = options.rubric.as_deref().map(Rubric::read).transpose()?;
    let cases = match options.suite() {
        default if default == SuiteOptions::default() => with_catches(standard()),
        other => choose(&other),
    };
    let (files, count) = (files(options, &cases), cases.len());
    let mut text = String::new();
    if let Some(package) = &options.gradescope {
        let mut files = files.clone();
        let mut points = (count + refused().len()).to_string();
        if let Some(rubric) = rubric {
            let rubric = rubric.for_tasks(&tasks_of(cases.clone()))?;
            points = rubric.total().to_string();
            files.insert(export::RUBRIC.to_owned(), rubric.text);
        }
        atomic_file::save(package, &export::gradescope(options, &points, &files)?.zip())?;
        let _ = writeln!(text, "{count} cases in {}, an autograder for Gradescope\n", shown_path(package));
    }
    for ExportTo { format, folder } in &options.exports {
        export::package(*format, &cases, &files)?.write_to(folder)?;
        let _ = writeln!(text, "{count} cases in {}, {}\n", shown_path(folder), format.what());
    }
    if let Some(folder) = &options.output {
        write_all(folder, &files)?;
        let (refused, folder) = (refused().len(), shown_path(folder));
        let _ = writeln!(text, "{count} cases in {folder}, {refused} invalid files in {folder}/{REFUSED}\n");
    }
    output::write_lines(&(text + &matrix(&cases)))
}

/// Returns all files of a suite by name.
fn files(options: &CasesOptions, cases: &[Case]) -> BTreeMap<String, String> {
    let list = serde_json::to_string_pretty(&List::new(options, cases)).expect("a list is valid JSON");
    let mut files = BTreeMap::from([(LIST.to_owned(), list + "\n")]);
    for case in cases {
        let arguments = case.arguments().join("\n") + "\n";
        files.insert(format!("{}.in", case.name), case.text.clone());
        files.insert(format!("{}.args", case.name), arguments);
        files.insert(format!("{}.ans", case.name), case.answer.clone());
    }
    for file in refused() {
        files.insert(format!("{REFUSED}/{}.in", file.name), file.text);
    }
    files
}

/// The contents of `cases.json`.
#[derive(Serialize, Deserialize)]
struct List {
    generator: String,
    seed: u64,
    cases: Vec<ListedCase>,
    refused: Vec<Refusal>,
    mistakes: Vec<Caught>,
}

#[derive(Serialize, Deserialize)]
struct ListedCase {
    name: String,
    arguments: Vec<String>,
    pieces: usize,
    purpose: String,
    catches: Vec<String>,
}

/// A file that must be refused, in the list.
#[derive(Serialize, Deserialize)]
struct Refusal {
    name: String,
    reason: String,
}

/// A mistake in the list, with the cases that catch it.
#[derive(Serialize, Deserialize)]
struct Caught {
    name: String,
    sentence: String,
    cases: Vec<String>,
}

/// The generator named in the lists that this command writes.
const GENERATOR: &str = "checkers cases";

impl List {
    fn new(options: &CasesOptions, cases: &[Case]) -> List {
        let entry = |case: &Case| ListedCase {
            name: case.name.clone(),
            arguments: case.arguments(),
            pieces: case.pieces(),
            purpose: case.purpose.clone(),
            catches: case.catches.iter().map(ToString::to_string).collect(),
        };
        let caught = |&mistake: &Mistake| Caught {
            name: mistake.name().to_owned(),
            sentence: format!("The program behaves as if {}.", mistake.sentence()),
            cases: catching(cases, mistake).map(|case| case.name.clone()).collect(),
        };
        List {
            generator: GENERATOR.to_owned(),
            seed: options.seed,
            cases: cases.iter().map(entry).collect(),
            refused: refused()
                .into_iter()
                .map(|file| Refusal { name: file.name, reason: file.purpose })
                .collect(),
            mistakes: Mistake::ALL.iter().map(caught).collect(),
        }
    }

    /// Reads the list that an earlier run left in a folder.
    fn read(folder: &Path) -> Option<List> {
        let list: List = serde_json::from_slice(&fs::read(folder.join(LIST)).ok()?).ok()?;
        (list.generator == GENERATOR).then_some(list)
    }

    /// Returns the names of the listed files, without the list itself.
    fn files(&self) -> Vec<String> {
        // The list may have been edited, so accept no name that leads out of the folder.
        let is_plain = |name: &&String| {
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        let names = self.cases.iter().map(|case| &case.name).filter(is_plain);
        let parts = names.flat_map(|name| ["in", "args", "ans"].map(|part| format!("{name}.{part}")));
        let refused = self.refused.iter().map(|file| &file.name).filter(is_plain);
        parts.chain(refused.map(|name| format!("{REFUSED}/{name}.in"))).collect()
    }
}

/// Writes the files into a folder, replacing the files of an earlier run. The list is written first, so that
/// after an interruption the next run can replace the files.
fn write_all(folder: &Path, files: &BTreeMap<String, String>) -> Result<(), Stop> {
    let earlier = List::read(folder);
    let old = earlier.as_ref().map(List::files).unwrap_or_default();
    let (list, others): (Vec<_>, Vec<_>) = files.iter().partition(|(name, _)| *name == LIST);
    for (name, _) in others.iter().chain(list.iter().filter(|_| earlier.is_none())) {
        if !old.contains(name) && folder.join(name).symlink_metadata().is_ok() {
            let path = shown_path(&folder.join(name));
            let message = format!("{path} exists but is not from an earlier run: choose another folder");
            return Err(Failure::new(message).into());
        }
    }
    let refused = folder.join(REFUSED);
    fs::create_dir_all(&refused).map_err(|why| failed("make the folder", &refused, &why))?;
    for name in old.iter().filter(|name| !files.contains_key(*name)) {
        match fs::remove_file(folder.join(name)) {
            Err(why) if why.kind() != io::ErrorKind::NotFound => {
                return Err(failed("remove", &folder.join(name), &why));
            }
            _ => {}
        }
    }
    for (name, text) in list.into_iter().chain(others) {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|why| failed("write to", &path, &why))?;
    }
    Ok(())
}

fn failed(task: &str, path: &Path, why: &io::Error) -> Stop {
    Stop::failed(&format!("{task} {}", shown_path(path)), why)
}

/// Returns the cases that catch a mistake.
fn catching(cases: &[Case], mistake: Mistake) -> impl Iterator<Item = &Case> {
    cases.iter().filter(move |case| case.catches.contains(&mistake))
}

/// Draws the matrix: a row for each mistake, a column for each case.
fn matrix(cases: &[Case]) -> String {
    let count = cases.len();
    let (mut text, mut uncovered) = (String::new(), Vec::new());
    let width = Mistake::ALL.iter().map(|mistake| mistake.name().len()).max().unwrap_or_default();
    let mut row = |name: &str, cases: &str, marks: &str| {
        let _ = writeln!(text, "{}", format!("{name:<width$} {cases:>5} {marks}").trim_end());
    };
    let has_columns = count <= MAX_COLUMNS;
    let digits =
        |ten: usize| (1..=count).map(|number| "0123456789".as_bytes()[number / ten % 10] as char).collect();
    let [tens, units]: [String; 2] = [digits(10), digits(1)];
    if has_columns {
        row("", "", &tens);
    }
    row("mistake", "cases", if has_columns { &units } else { "" });
    for &mistake in Mistake::ALL {
        let mark = |case: &Case| if case.catches.contains(&mistake) { 'x' } else { '.' };
        let (marks, count): (String, usize) =
            (cases.iter().map(mark).collect(), catching(cases, mistake).count());
        row(mistake.name(), &count.to_string(), if has_columns { &marks } else { "" });
        uncovered.extend((count == 0).then(|| mistake.name()));
    }
    if !uncovered.is_empty() {
        let _ = writeln!(text, "\nWith these options no case shows {}.", uncovered.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edited_list_names_no_files_outside_the_folder_or_without_a_name() {
        let entry = |name: &str| {
            format!(r#"{{"name":"{name}","arguments":[],"pieces":0,"purpose":"","catches":[]}}"#)
        };
        let entries = ["", "../01", "02"].map(entry).join(",");
        let list = format!(r#"{{"generator":"","seed":1,"cases":[{entries}],"refused":[],"mistakes":[]}}"#);
        let list: List = serde_json::from_str(&list).unwrap();
        assert_eq!(list.files(), ["02.in", "02.args", "02.ans"]);
    }
}
