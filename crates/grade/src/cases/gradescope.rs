//! Makes a package that Gradescope's autograder runs unchanged
//! (<https://gradescope-autograders.readthedocs.io/en/latest/specs/>).

use std::collections::BTreeMap;
use std::io::{Cursor, Write};
use std::path::Path;
use std::{env, fs};

use shell::{Stop, atomic_file};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use shell::words::quoted;

const SETUP: &str = include_str!("setup.sh");
const RUN: &str = include_str!("run_autograder");
const README: &str = include_str!("README.txt");

/// The name of the rubric among the cases.
pub const RUBRIC: &str = "rubric.toml";

/// The commands that the scripts run. If a command is empty, the scripts find one themselves.
pub struct Commands<'a> {
    pub build: &'a str,
    pub run: &'a str,
}

/// Writes the package: the scripts, this program, and the cases.
pub fn write(
    path: &Path,
    commands: &Commands<'_>,
    points: &str,
    files: &BTreeMap<String, String>,
) -> Result<(), Stop> {
    let program = env::current_exe().and_then(fs::read);
    let program = program.map_err(|why| Stop::failed("read the program itself", &why))?;
    let run = RUN.replacen("@BUILD@", &quoted(commands.build), 1).replacen("@RUN@", &quoted(commands.run), 1);
    let readme = README.replace("@POINTS@", points);
    let mut archive = Archive::new();
    archive.add("setup.sh", 0o755, SETUP.as_bytes());
    archive.add("run_autograder", 0o755, run.as_bytes());
    archive.add("checkers", 0o755, &program);
    archive.add("README.txt", 0o644, readme.as_bytes());
    for (name, text) in files {
        archive.add(&format!("cases/{name}"), 0o644, text.as_bytes());
    }
    atomic_file::save(path, &archive.finish())
}

/// A ZIP archive in memory. Its bytes depend only on its files.
struct Archive(ZipWriter<Cursor<Vec<u8>>>);

impl Archive {
    fn new() -> Archive {
        Archive(ZipWriter::new(Cursor::new(Vec::new())))
    }

    fn add(&mut self, name: &str, permissions: u32, bytes: &[u8]) {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(DateTime::default())
            .unix_permissions(permissions);
        self.0.start_file(name, options).expect("names are short and differ");
        self.0.write_all(bytes).expect("files are shorter than 4 GiB");
    }

    fn finish(self) -> Vec<u8> {
        self.0.finish().expect("an archive in memory is written").into_inner()
    }
}
