//! The suite in the formats of other platforms.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use rankmoves_judge::Suite;
use shell::diagnostic::shown_path;
use shell::{Failure, Stop};

use crate::options::ExportFormat;

/// The bytes of a file, and whether it is executable.
struct File {
    bytes: Vec<u8>,
    is_program: bool,
}

#[derive(Default)]
struct Files(BTreeMap<String, File>);

impl Files {
    fn add(&mut self, name: &str, text: &str) {
        self.0.insert(name.to_owned(), File { bytes: text.as_bytes().to_vec(), is_program: false });
    }

    fn add_program(&mut self, name: &str, bytes: &[u8]) {
        self.0.insert(name.to_owned(), File { bytes: bytes.to_vec(), is_program: true });
    }
}

/// Writes a suite into a folder, which must be new or empty. `files` are the files that
/// `checkers cases --output` writes.
pub fn write(
    format: ExportFormat,
    folder: &Path,
    suite: &Suite,
    files: &BTreeMap<String, String>,
) -> Result<(), Stop> {
    let made = match format {
        ExportFormat::Kattis => kattis(suite),
        ExportFormat::Check50 => check50(suite, files),
        ExportFormat::Github => github(files)?,
    };
    let failed = |why| Stop::failed(&format!("write to {}", shown_path(folder)), &why);
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        let message = format!("{} is not empty: choose another folder", shown_path(folder));
        return Err(Failure::new(message).into());
    }
    for (name, File { bytes, is_program }) in made.0 {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).map_err(failed)?;
        fs::write(&path, bytes).map_err(failed)?;
        if is_program {
            make_executable(&path).map_err(failed)?;
        }
    }
    Ok(())
}

#[cfg(unix)]
fn make_executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Makes a problem package for Kattis and `DOMjudge`. On these platforms, programs get no arguments, so the
/// options are a comment in the first line of the input.
fn kattis(suite: &Suite) -> Files {
    let mut files = Files::default();
    files.add("problem.yaml", include_str!("export/problem.yaml"));
    files.add("domjudge-problem.ini", include_str!("export/domjudge-problem.ini"));
    files.add("problem_statement/problem.en.tex", include_str!("export/problem.en.tex"));
    files.add_program("input_validators/validate.py", include_bytes!("export/validate.py"));
    let solution = include_str!("export/rankmoves.py");
    files.add("submissions/accepted/rankmoves.py", solution);
    files.add("submissions/wrong_answer/worst_reply.py", &solution.replace("score > best", "score < best"));
    for (index, case) in suite.cases.iter().enumerate() {
        let folder = if index == 0 { "sample" } else { "secret" };
        let options = format!("# {}\n", case.arguments().join(" "));
        let text = match case.text.strip_prefix('\u{feff}') {
            Some(rest) => format!("\u{feff}{options}{rest}"),
            None => options + &case.text,
        };
        files.add(&format!("data/{folder}/{}.in", case.name), &text);
        files.add(&format!("data/{folder}/{}.ans", case.name), &case.answer);
    }
    files
}

/// Makes checks for check50, with a function for each case.
fn check50(suite: &Suite, cases: &BTreeMap<String, String>) -> Files {
    let mut files = Files::default();
    files.add(".cs50.yaml", "check50:\n  files:\n    - !include \"*\"\n");
    let mut text = include_str!("export/check50.py").to_owned();
    let mut add = |function: &str, doc: &str, call: &str, name: &str| {
        let function = function.replace('-', "_");
        let _ = write!(
            text,
            "\n\n@check50.check(exists)\ndef {function}():\n    \"\"\"{doc}\"\"\"\n    {call}(\"{name}\")\n"
        );
    };
    for case in &suite.cases {
        let doc = format!("case {}: {}", case.name, case.arguments().join(" "));
        add(&format!("case_{}", case.name), &doc, "answered", &case.name);
    }
    for file in &suite.refused {
        add(&format!("refused_{}", file.name), &format!("refuses: {}", file.reason), "refused", &file.name);
    }
    files.add("__init__.py", &text);
    for (name, text) in cases {
        files.add(&format!("cases/{name}"), text);
    }
    files
}

/// Makes the files for GitHub Actions: a workflow, this program and the cases.
fn github(cases: &BTreeMap<String, String>) -> Result<Files, Stop> {
    let mut files = Files::default();
    files.add(".github/workflows/grade.yml", include_str!("export/github.yml"));
    let program = env::current_exe().and_then(fs::read);
    let program = program.map_err(|why| Stop::failed("read the program itself", &why))?;
    files.add_program("autograder/checkers", &program);
    for (name, text) in cases {
        files.add(&format!("autograder/cases/{name}"), text);
    }
    Ok(files)
}
