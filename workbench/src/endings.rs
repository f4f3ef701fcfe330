//! `checkers endings`: tables of endings, built, checked and counted.

pub mod build;
mod list;
mod stats;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use etcetera::BaseStrategy;
use rankmoves::endings::{BuildError, BuildProgress, Contents, FileError, Material, Tables};
use rankmoves::{Blocked, Resources, Rules, Shape};

use crate::cli::{EndingsOptions, EndingsTask};
use crate::setup::flip;
use shell::diagnostic::shown_path;
use shell::{Failure, Stop, output, progress};

pub fn run(options: &EndingsOptions) -> Result<(), Stop> {
    // The command line wants it wherever it matters.
    let pieces = options.pieces.unwrap_or(2);
    match options.task {
        EndingsTask::Build => build::run(options, pieces),
        EndingsTask::Verify => verify(options, pieces),
        EndingsTask::Stats => stats::run(options, pieces),
        EndingsTask::List => list::run(options),
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
pub struct Opened {
    tables: Tables,
    folder: PathBuf,
    threads: NonZeroUsize,
    /// The contents of those that it is about.
    contents: Contents,
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
    let contents = if files.results_only { Contents::Results } else { Contents::Plies };
    Ok(Opened { tables, folder, threads, contents })
}

fn verify(files: &EndingsOptions, pieces: u32) -> Result<(), Stop> {
    let Opened { tables, folder, threads, contents } = open(files)?;
    let so_far = BuildProgress::default();
    let materials: Vec<Material> = (2..=pieces).flat_map(Material::all).collect();
    let all = tables.positions(&materials).unwrap_or(0);
    let begun = Instant::now();
    let verified = progress::while_showing(
        || build::tell(&so_far, all, begun),
        || match contents {
            Contents::Results => tables.verify_results(pieces, threads, &so_far),
            Contents::Plies => tables.verify_all(pieces, threads, &so_far),
        },
    );
    let task = format!("verify the tables of endings in {}", shown_path(&folder));
    verified.map_err(|why| Stop::failed(&task, &why))?;
    let all = so_far.done();
    output::write_lines(&match contents {
        Contents::Plies => format!("{all} positions agree with those after their moves\n"),
        Contents::Results => format!("{all} results are those of tables that were built again\n"),
    })
}
