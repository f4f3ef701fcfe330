//! The reports of `checkers endings`: `stats`, the counts of wins, draws and losses, and `list`, the tables in a folder.

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use rankmoves_core::{Player, Rules, Shape};
use rankmoves_endings::{Counts, Material, Tables};
use serde::Serialize;

use super::{EndingsOptions, build, failed, folder, open};
use shell::{Stop, json, output, quantity, shown_path};

/// The object of `stats --json`. docs/solve.md documents it.
#[derive(Serialize)]
struct Stats {
    rules: Rules,
    shape: Shape,
    materials: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    /// The player to move; `None` if both have the same counts.
    turn: Option<Player>,
    own_men: u32,
    own_kings: u32,
    their_men: u32,
    their_kings: u32,
    #[serde(flatten)]
    counts: Counts,
}

pub fn stats(options: &EndingsOptions, pieces: u32) -> Result<(), Stop> {
    let ((mut tables, folder), contents) = (open(options)?, options.contents());
    if let Some(announcement) = build::announcement(&tables, Some(&folder), pieces, contents)? {
        output::print_error(&announcement);
    }
    // The counts also need the values that files of results omit.
    build::complete(&mut tables, options, pieces, Tables::complete)?;
    let mut lines = Vec::new();
    let mut all = Material::up_to(pieces);
    all.sort_by_key(|material| (material.pieces(), *material));
    for material in all {
        for &player in tables.players() {
            let counts = tables.counts(contents, player, material);
            let counts = counts.map_err(|why| failed("count the values of endings", &why))?;
            lines.push(Line {
                turn: (tables.players().len() > 1).then_some(player),
                own_men: material.own.men,
                own_kings: material.own.kings,
                their_men: material.theirs.men,
                their_kings: material.theirs.kings,
                counts,
            });
        }
    }
    if options.json {
        let stats = Stats { rules: tables.rules(), shape: tables.shape(), materials: lines };
        return output::write_lines(&json::line(&stats));
    }
    output::write_lines(&text(&lines))
}

fn text(lines: &[Line]) -> String {
    let plies = |plies: Option<u16>| plies.map_or("-".to_owned(), |plies| plies.to_string());
    let mut text = String::new();
    for Line { turn, own_men, own_kings, their_men, their_kings, counts } in lines {
        let Counts { positions, won, drawn, lost, longest_win, longest_loss } = counts;
        let turn = turn.map_or(String::new(), |turn| format!(" {turn}"));
        let (longest_win, longest_loss) = (plies(*longest_win), plies(*longest_loss));
        let _ = writeln!(
            text,
            "{own_men} {own_kings} {their_men} {their_kings} \
             {positions} {won} {drawn} {lost} {longest_win} {longest_loss}{turn}"
        );
    }
    text
}

/// The tables of a shape and rules: one object of `list --json`.
#[derive(Serialize)]
struct Listed {
    name: String,
    files: usize,
    bytes: u64,
    result_files: usize,
    result_bytes: u64,
}

pub fn list(options: &EndingsOptions) -> Result<(), Stop> {
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
