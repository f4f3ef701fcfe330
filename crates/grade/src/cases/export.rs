//! The suite in the formats of other platforms, as packages of files.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::{env, fs};

use rankmoves_judge::{Case, refused};
use shell::words::escaped;
use shell::{Failure, Stop, shown_path};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::options::{CasesOptions, ExportFormat};

/// The name of the rubric among the cases.
pub const RUBRIC: &str = "rubric.toml";

/// Makes the package for a platform. `files` are the files that `checkers cases --output` writes.
pub fn package(
    format: ExportFormat,
    cases: &[Case],
    files: &BTreeMap<String, String>,
) -> Result<Package, Stop> {
    match format {
        ExportFormat::Kattis => Ok(kattis(cases)),
        ExportFormat::Check50 => Ok(check50(cases, files)),
        ExportFormat::Github => github(files),
    }
}

/// Makes a package that Gradescope's autograder runs unchanged
/// (<https://gradescope-autograders.readthedocs.io/en/latest/specs/>): the scripts, this program, and the cases.
/// If the options name no command to build or run a submission, the scripts find one themselves.
pub fn gradescope(
    options: &CasesOptions,
    points: &str,
    files: &BTreeMap<String, String>,
) -> Result<Package, Stop> {
    let [build, run] =
        [&options.build, &options.run].map(|command| escaped(command.as_deref().unwrap_or_default()));
    let script = include_str!("run_autograder").replacen("@BUILD@", &build, 1).replacen("@RUN@", &run, 1);
    let mut package = Package::default();
    package.add_program("setup.sh", include_bytes!("setup.sh"));
    package.add_program("run_autograder", script);
    package.add_this_program("checkers")?;
    package.add("README.txt", &include_str!("README.txt").replace("@POINTS@", points));
    package.add_cases("cases", files);
    Ok(package)
}

/// Makes a problem package for Kattis and `DOMjudge`. On these platforms, programs get no arguments, so the
/// options are a comment in the first line of the input.
fn kattis(cases: &[Case]) -> Package {
    let mut files = Package::default();
    files.add("problem.yaml", include_str!("export/problem.yaml"));
    files.add("domjudge-problem.ini", include_str!("export/domjudge-problem.ini"));
    files.add("problem_statement/problem.en.tex", include_str!("export/problem.en.tex"));
    files.add_program("input_validators/validate.py", include_bytes!("export/validate.py"));
    let solution = include_str!("export/rankmoves.py");
    files.add("submissions/accepted/rankmoves.py", solution);
    files.add("submissions/wrong_answer/worst_reply.py", &solution.replace("score > best", "score < best"));
    for (index, case) in cases.iter().enumerate() {
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
fn check50(cases: &[Case], case_files: &BTreeMap<String, String>) -> Package {
    let mut files = Package::default();
    files.add(".cs50.yaml", "check50:\n  files:\n    - !include \"*\"\n");
    let mut text = include_str!("export/check50.py").to_owned();
    let mut add = |function: &str, doc: &str, call: &str, name: &str| {
        let function = function.replace('-', "_");
        let _ = write!(
            text,
            "\n\n@check50.check(exists)\ndef {function}():\n    \"\"\"{doc}\"\"\"\n    {call}(\"{name}\")\n"
        );
    };
    for case in cases {
        let doc = format!("case {}: {}", case.name, case.arguments().join(" "));
        add(&format!("case_{}", case.name), &doc, "answered", &case.name);
    }
    for file in refused() {
        add(&format!("refused_{}", file.name), &format!("refuses: {}", file.purpose), "refused", &file.name);
    }
    files.add("__init__.py", &text);
    files.add_cases("cases", case_files);
    files
}

/// Makes the files for GitHub Actions: a workflow, this program and the cases.
fn github(cases: &BTreeMap<String, String>) -> Result<Package, Stop> {
    let mut files = Package::default();
    files.add(".github/workflows/grade.yml", include_str!("export/github.yml"));
    files.add_this_program("autograder/checkers")?;
    files.add_cases("autograder/cases", cases);
    Ok(files)
}

/// A file of a package.
struct PackedFile {
    name: String,
    bytes: Vec<u8>,
    is_program: bool,
}

/// The files of a package.
#[derive(Default)]
pub struct Package(Vec<PackedFile>);

impl Package {
    fn add(&mut self, name: &str, text: &str) {
        self.0.push(PackedFile { name: name.to_owned(), bytes: text.into(), is_program: false });
    }

    fn add_program(&mut self, name: &str, bytes: impl Into<Vec<u8>>) {
        self.0.push(PackedFile { name: name.to_owned(), bytes: bytes.into(), is_program: true });
    }

    /// Adds this program itself.
    fn add_this_program(&mut self, name: &str) -> Result<(), Stop> {
        let program = env::current_exe().and_then(fs::read);
        self.add_program(name, program.map_err(|why| Stop::failed("read the program itself", &why))?);
        Ok(())
    }

    /// Adds the files that `checkers cases --output` writes.
    fn add_cases(&mut self, folder: &str, files: &BTreeMap<String, String>) {
        for (name, text) in files {
            self.add(&format!("{folder}/{name}"), text);
        }
    }

    /// Writes the files into a folder, which must be new or empty.
    pub fn write_to(self, folder: &Path) -> Result<(), Stop> {
        let failed = |why| Stop::failed(&format!("write to {}", shown_path(folder)), &why);
        if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
            let message = format!("{} is not empty: choose another folder", shown_path(folder));
            return Err(Failure::new(message).into());
        }
        for PackedFile { name, bytes, is_program } in self.0 {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a file is in a folder")).map_err(failed)?;
            fs::write(&path, bytes).map_err(failed)?;
            #[cfg(unix)]
            if is_program {
                fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).map_err(failed)?;
            }
            // Other systems recognise programs by their names.
            #[cfg(not(unix))]
            let _ = is_program;
        }
        Ok(())
    }

    /// Returns the files as a ZIP archive. Its bytes depend only on the files.
    pub fn zip(self) -> Vec<u8> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for PackedFile { name, bytes, is_program } in self.0 {
            let options = SimpleFileOptions::default()
                .compression_method(CompressionMethod::Stored)
                .last_modified_time(DateTime::default())
                .unix_permissions(if is_program { 0o755 } else { 0o644 });
            archive.start_file(name, options).expect("names are short and differ");
            archive.write_all(&bytes).expect("files are shorter than 4 GiB");
        }
        archive.finish().expect("an archive in memory is written").into_inner()
    }
}
