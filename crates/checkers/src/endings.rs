//! `checkers endings`: building, checking and counting endgame tables.

pub mod build;
mod list;
mod stats;

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::ValueEnum as _;
use rankmoves_core::{Blocked, Rules, Shape};
use rankmoves_endings::{BuildError, Contents, FileError, Material, Tables};

use crate::cli::{EndingsOptions, EndingsTask};
use rankmoves_endings::service::default_folder;
use shell::arguments::refuse;
use shell::diagnostic::shown_path;
use shell::{Failure, Stop, output};
use table::setup::flip;

/// Warns if a table has an unreadable value.
pub fn warn_of_damage(tables: &Tables) {
    if let Some(why) = tables.damage() {
        output::warn(&format!("{why}: the table is not used"));
    }
}

pub fn run(options: &EndingsOptions) -> Result<(), Stop> {
    refuse_unused(options);
    // The command line requires the number for the tasks that use it.
    let pieces = options.pieces.unwrap_or(2);
    match options.task {
        EndingsTask::Build => build::run(options, pieces),
        EndingsTask::Verify => verify(options, pieces),
        EndingsTask::Stats => stats::run(options, pieces),
        EndingsTask::List => list::run(options),
    }
}

/// Refuses options that a task does not use.
fn refuse_unused(options: &EndingsOptions) {
    let EndingsOptions { task, pieces, results_only, json, threads, folder: _, rules, board, flipped } =
        options;
    let is_list = matches!(task, EndingsTask::List);
    let has_json = is_list || matches!(task, EndingsTask::Stats);
    let of_a_game = [
        ("--pieces", pieces.is_some()),
        ("--results-only", *results_only),
        ("--threads", threads.is_some()),
        ("--board", board.is_some()),
        ("--flipped", *flipped),
        ("--no-capture, --single-jumps or --blocked", rules.rules() != Rules::ENGLISH),
    ];
    let unused = of_a_game.into_iter().filter(|_| is_list).chain([("--json", *json && !has_json)]);
    if let Some((option, _)) = unused.into_iter().find(|(_, is_given)| *is_given) {
        let name = task.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
        refuse(&format!("{option} cannot be used with {name}"));
    }
}

/// Returns the given folder of tables; by default, the user's folder.
pub fn folder(given: Option<&Path>) -> Result<PathBuf, Stop> {
    given.map(Path::to_owned).or_else(default_folder).ok_or_else(|| {
        let why = FileError::NoFolder;
        Failure::new(format!("cannot find the endgame tables: {why}, or --folder FOLDER")).into()
    })
}

/// Refuses games in which a player without moves passes.
pub fn refuse_passes(rules: Rules) -> Result<(), Stop> {
    if rules.blocked == Blocked::Loses {
        return Ok(());
    }
    let why = "solve and endings support only --blocked loses: a player without moves loses";
    Err(Failure::new(why.to_owned()).into())
}

/// Warns that tables stay in memory only.
pub fn print_warning(why: &BuildError) {
    output::print_error(&format!("warning: endgame tables cannot be saved: {why}{}\n", repair(why)));
}

/// Returns the error for a failed task, with advice on repairing an invalid table.
pub fn failed(task: &str, why: &BuildError) -> Stop {
    Failure::new(format!("cannot {task}: {why}{}", repair(why))).into()
}

/// Returns advice on repairing an invalid table.
fn repair(why: &BuildError) -> &'static str {
    match why {
        BuildError::File(FileError::Wrong { .. }) | BuildError::WrongValue(..) => {
            "; delete the table and run checkers endings build again"
        }
        _ => "",
    }
}

/// Opens the tables in a folder.
pub fn open_in(folder: &Path, shape: Shape, rules: Rules) -> Result<Tables, Stop> {
    Tables::open(folder, shape, rules).map_err(|why| failed("open the endgame tables", &why.into()))
}

/// Opens the tables that the options describe. Returns their folder too.
fn open(files: &EndingsOptions) -> Result<(Tables, PathBuf), Stop> {
    refuse_passes(files.rules.rules())?;
    let folder = folder(files.folder.as_deref())?;
    let shape = flip(files.board.unwrap_or(Shape::STANDARD), files.flipped);
    Ok((open_in(&folder, shape, files.rules.rules())?, folder))
}

fn verify(files: &EndingsOptions, pieces: u32) -> Result<(), Stop> {
    let ((mut tables, folder), contents) = (open(files)?, files.contents());
    let all = tables.positions(&Material::up_to(pieces)).unwrap_or(0);
    let task = format!("verify the endgame tables in {}", shown_path(&folder));
    let begun = Instant::now();
    let (done, verified) = build::interruptible(
        &mut tables,
        files.threads,
        |so_far| build::progress_line(so_far, all, begun),
        |tables, so_far| {
            let verified = tables.verify(contents, pieces, so_far);
            (so_far.done(), verified)
        },
        |_, (done, verified)| match verified {
            Ok(()) | Err(BuildError::Stopped) => format!("stopped: {done} of {all} positions are verified\n"),
            Err(why) => format!("cannot {task}: {why}\n"),
        },
    )?;
    verified.map_err(|why| failed(&task, &why))?;
    output::write_lines(&match contents {
        Contents::Plies => format!("{done} values agree with those of the positions after each move\n"),
        Contents::Results => format!("{done} results equal those of tables that were built for comparison\n"),
    })
}
