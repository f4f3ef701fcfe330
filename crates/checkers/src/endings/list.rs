//! `checkers endings list`: the tables in a folder.

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use serde::Serialize;

use super::{EndingsOptions, folder};
use shell::diagnostic::shown_path;
use shell::{Stop, json, output, quantity};

/// The tables of a shape and rules: one object of `list --json`.
#[derive(Serialize)]
struct Listed {
    name: String,
    files: usize,
    bytes: u64,
    result_files: usize,
    result_bytes: u64,
}

pub fn run(options: &EndingsOptions) -> Result<(), Stop> {
    let folder = folder(options.folder.as_deref())?;
    let listed = read_folder(&folder)
        .map_err(|why| Stop::failed(&format!("read the folder {}", shown_path(&folder)), &why))?;
    let listed = listed.unwrap_or_else(|| {
        output::print_error(&format!("no tables: there is no folder {}\n", shown_path(&folder)));
        Vec::new()
    });
    if options.json {
        return output::write_lines(&json::line(&listed));
    }
    let tables = |count| quantity(count, "table", "tables");
    let mut text = String::new();
    for Listed { name, files, bytes, result_files, result_bytes } in listed {
        for (count, bytes, kind) in [(files, bytes, ""), (result_files, result_bytes, " of results only")] {
            if count > 0 {
                let _ = writeln!(text, "{name}: {}{kind}, {bytes} bytes, not verified", tables(count));
            }
        }
    }
    output::write_lines(&text)
}

/// Lists the folders of tables in a folder; returns `None` if the folder does not exist.
fn read_folder(folder: &Path) -> io::Result<Option<Vec<Listed>>> {
    let entries = match fs::read_dir(folder) {
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(None),
        entries => entries?,
    };
    let mut listed = Vec::new();
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            let name = entry.file_name().to_string_lossy().into_owned();
            listed.extend(read_tables(name, &entry.path())?);
        }
    }
    listed.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Some(listed))
}

/// Counts the tables in a folder; returns `None` if there are none.
fn read_tables(name: String, folder: &Path) -> io::Result<Option<Listed>> {
    let mut listed = Listed { name, files: 0, bytes: 0, result_files: 0, result_bytes: 0 };
    for file in fs::read_dir(folder)? {
        let file = file?;
        let (files, bytes) = match file.path().extension().and_then(|extension| extension.to_str()) {
            Some("slice") => (&mut listed.files, &mut listed.bytes),
            Some("results") => (&mut listed.result_files, &mut listed.result_bytes),
            _ => continue,
        };
        *files += 1;
        *bytes += file.metadata()?.len();
    }
    Ok((listed.files + listed.result_files > 0).then_some(listed))
}
