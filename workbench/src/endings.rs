//! `checkers endings`: tables of endings, built, checked and counted.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use etcetera::BaseStrategy;
use rankmoves::endings::{BuildError, BuildProgress, Counts, FileError, Material, Tables};
use rankmoves::{Blocked, Resources, Rules, Shape};
use serde::Serialize;

use crate::cli::{EndingsOptions, EndingsTask};
use crate::setup::flip;
use shell::diagnostic::shown_path;
use shell::{Failure, Stop, output, progress};

pub fn run(options: &EndingsOptions) -> Result<(), Stop> {
    // The command line wants it wherever it matters.
    let pieces = options.pieces.unwrap_or(2);
    match options.task {
        EndingsTask::Build => build(options, pieces),
        EndingsTask::Verify => verify(options, pieces),
        EndingsTask::Stats => stats(options, pieces),
        EndingsTask::List => list(options),
    }
}

/// Returns the folder of the tables, if the user has a data folder.
pub fn default_folder() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    Some(strategy.data_dir().join("checkers").join("endings"))
}

fn folder(given: Option<&Path>) -> Result<PathBuf, Stop> {
    given.map(Path::to_owned).or_else(default_folder).ok_or_else(|| {
        Failure::new("cannot find the user's data folder: expected --folder FOLDER".to_owned()).into()
    })
}

/// The most positions of tables that are built unasked: some seconds' work.
const MOST_POSITIONS: u64 = 16_000_000;

/// Returns whether the tables of some materials take no more than some seconds to build.
pub fn is_quick(tables: &Tables, materials: &[Material]) -> bool {
    // Before any is numbered, which takes memory: more than five pieces of a kind are too many.
    materials.len() <= 1000
        && tables.positions(materials).is_some_and(|positions| positions <= MOST_POSITIONS)
}

/// Refuses games in which a player without moves passes.
pub fn refuse_passes(rules: Rules) -> Result<(), Stop> {
    if rules.blocked == Blocked::Loses {
        return Ok(());
    }
    let why = "cannot solve games in which a player without moves passes: expected one who loses";
    Err(Failure::new(why.to_owned()).into())
}

/// The tables that a command is about.
struct Opened {
    tables: Tables,
    folder: PathBuf,
    threads: NonZeroUsize,
}

/// Opens the tables that the user has, to be added to; without a folder for them, or if
/// they are damaged, none. Says why.
pub fn open_or_begin(shape: Shape, rules: Rules) -> Tables {
    let opened = default_folder().map(|folder| Tables::open(&folder, shape, rules));
    opened
        .and_then(|opened| opened.map_err(|why| print_warning(&why)).ok())
        .unwrap_or_else(|| Tables::new(shape, rules))
}

/// Builds tables by a call of [`Tables::build`] or the like; in memory, if they cannot be kept.
pub fn build_somehow(
    tables: &mut Tables,
    mut build: impl FnMut(&mut Tables) -> Result<(), BuildError>,
) -> Result<(), Stop> {
    let done = build(tables).or_else(|why| match why {
        BuildError::File(why) => {
            print_warning(&why);
            *tables = Tables::new(tables.shape(), tables.rules());
            build(tables)
        }
        why => Err(why),
    });
    done.map_err(|why| Stop::failed("build the tables of endings", &why))
}

fn print_warning(why: &FileError) {
    output::print_error(&format!("warning: tables of endings are not kept: {why}\n"));
}

fn open(files: &EndingsOptions) -> Result<Opened, Stop> {
    refuse_passes(files.rules.rules())?;
    let folder = folder(files.folder.as_deref())?;
    let shape = flip(files.board.unwrap_or(Shape::STANDARD), files.flipped);
    let tables = Tables::open(&folder, shape, files.rules.rules())
        .map_err(|why| Stop::failed("open the tables of endings", &why))?;
    let threads = files.threads.unwrap_or_else(|| Resources::default().threads);
    Ok(Opened { tables, folder, threads })
}

/// Returns all materials of up to so many pieces.
fn materials(pieces: u32) -> Vec<Material> {
    (2..=pieces).flat_map(Material::all).collect()
}

/// Builds what is missing, and shows how far it has come.
fn complete(tables: &mut Tables, pieces: u32, threads: NonZeroUsize) -> Result<(), Stop> {
    let known: u64 = (2..=tables.pieces().min(pieces)).map(|pieces| positions(tables, pieces)).sum();
    let all: u64 = (2..=pieces).map(|pieces| positions(tables, pieces)).sum();
    let so_far = BuildProgress::default();
    let begun = Instant::now();
    let line = || tell(&so_far, all - known, begun);
    let built = progress::while_showing(line, || tables.build(pieces, threads, &so_far));
    built.map_err(|why| Stop::failed("build the tables of endings", &why))
}

fn positions(tables: &Tables, pieces: u32) -> u64 {
    tables.positions(&Material::all(pieces)).unwrap_or(0)
}

/// Tells how far a computation over positions has come, and how long it may still take.
fn tell(so_far: &BuildProgress, all: u64, begun: Instant) -> String {
    let done = so_far.done();
    #[expect(clippy::cast_precision_loss, reason = "it is an estimate")]
    let share = all.saturating_sub(done) as f64 / done.max(1) as f64;
    let left = Duration::try_from_secs_f64(begun.elapsed().as_secs_f64() * share);
    let left = left.map_or(String::new(), |left| format!(", some {} s left", left.as_secs()));
    format!("{done} of {all} positions{left}")
}

fn build(files: &EndingsOptions, pieces: u32) -> Result<(), Stop> {
    let Opened { mut tables, folder, threads } = open(files)?;
    if tables.pieces() < pieces {
        let missing: Vec<u64> =
            (tables.pieces() + 1..=pieces).map(|pieces| positions(&tables, pieces)).collect();
        let all: u64 = missing.iter().sum();
        // A byte each, and three for a slice in the making, at most a tenth of them with many
        // pieces; on disk, less than a third of a byte.
        output::write_lines(&format!(
            "{all} positions: about {} MiB of memory, {} MiB in {}\n",
            mebibytes(all + all / 3),
            mebibytes(all / 3),
            shown_path(&folder)
        ))?;
    }
    complete(&mut tables, pieces, threads)
}

fn mebibytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

fn verify(files: &EndingsOptions, pieces: u32) -> Result<(), Stop> {
    let Opened { tables, threads, .. } = open(files)?;
    let so_far = BuildProgress::default();
    let all: u64 = (2..=pieces).map(|pieces| positions(&tables, pieces)).sum();
    let (mut verified, begun) = (0, Instant::now());
    progress::while_showing(
        || tell(&so_far, all, begun),
        || {
            for material in materials(pieces) {
                // A slice is verified with that of its replies.
                if material <= material.turned() {
                    tables.verify(material, threads, &so_far)?;
                }
                verified += tables.positions(&[material]).unwrap_or(0);
            }
            Ok(())
        },
    )
    .map_err(|why: BuildError| Stop::failed("verify the tables of endings", &why))?;
    output::write_lines(&format!("{verified} positions agree with those after their moves\n"))
}

/// The object of `stats --json`. docs/endings.md documents it.
#[derive(Serialize)]
struct Stats {
    rules: Rules,
    shape: Shape,
    materials: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    own_men: u8,
    own_kings: u8,
    their_men: u8,
    their_kings: u8,
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    longest_win: u16,
    longest_loss: u16,
}

fn stats(options: &EndingsOptions, pieces: u32) -> Result<(), Stop> {
    let Opened { mut tables, threads, .. } = open(options)?;
    complete(&mut tables, pieces, threads)?;
    let mut lines = Vec::new();
    for pieces in 2..=pieces {
        let mut all = Material::all(pieces);
        all.sort();
        for material in all {
            let counts = tables.counts(material);
            let counts = counts.map_err(|why| Stop::failed("count the values of endings", &why))?;
            lines.push(line(material, counts));
        }
    }
    if options.json {
        let stats = Stats { rules: tables.rules(), shape: tables.shape(), materials: lines };
        let object = serde_json::to_string(&stats).expect("these fields have a JSON form");
        return output::write_lines(&(object + "\n"));
    }
    let mut text = String::new();
    for Line {
        own_men,
        own_kings,
        their_men,
        their_kings,
        positions,
        wins,
        draws,
        losses,
        longest_win,
        longest_loss,
    } in lines
    {
        let _ = writeln!(
            text,
            "{own_men} {own_kings} {their_men} {their_kings} {positions} {wins} {draws} {losses} {longest_win} {longest_loss}"
        );
    }
    output::write_lines(&text)
}

fn line(material: Material, counts: Counts) -> Line {
    let Material { own_men, own_kings, their_men, their_kings } = material;
    let Counts { positions, won, drawn, lost, longest_win, longest_loss } = counts;
    Line {
        own_men,
        own_kings,
        their_men,
        their_kings,
        positions,
        wins: won,
        draws: drawn,
        losses: lost,
        longest_win,
        longest_loss,
    }
}

/// The object of `list --json`. docs/endings.md documents it.
#[derive(Serialize)]
struct Listed {
    name: String,
    files: usize,
    bytes: u64,
}

fn list(options: &EndingsOptions) -> Result<(), Stop> {
    let folder = folder(options.folder.as_deref())?;
    let listed = read_folder(&folder)
        .map_err(|why| Stop::failed(&format!("read the folder {}", shown_path(&folder)), &why))?;
    if options.json {
        let object = serde_json::to_string(&listed).expect("these fields have a JSON form");
        return output::write_lines(&(object + "\n"));
    }
    let mut text = String::new();
    for Listed { name, files, bytes } in &listed {
        let _ = writeln!(text, "{name}: {files} tables, {bytes} bytes");
    }
    output::write_lines(&text)
}

/// Lists the folders of tables in a folder; none if there is no such folder.
fn read_folder(folder: &Path) -> io::Result<Vec<Listed>> {
    let entries = match fs::read_dir(folder) {
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut listed = Vec::new();
    for entry in entries {
        let entry = entry?;
        if !entry.file_type()?.is_dir() {
            continue;
        }
        let (mut files, mut bytes) = (0, 0);
        for file in fs::read_dir(entry.path())? {
            let file = file?;
            if file.path().extension().is_some_and(|extension| extension == "slice") {
                files += 1;
                bytes += file.metadata()?.len();
            }
        }
        if files > 0 {
            listed.push(Listed { name: entry.file_name().to_string_lossy().into_owned(), files, bytes });
        }
    }
    listed.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(listed)
}
