//! `checkers endings`: building, checking and counting endgame tables.

pub mod build;
mod reports;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use rankmoves_core::{Blocked, Rules, Shape};
use rankmoves_endings::{BuildError, Contents, FileError, Material, Tables};

use rankmoves_endings::service::default_folder;
use shell::arguments::{number_in, refuse, shape, threads};
use shell::manual::Manual;
use shell::options::RuleOptions;
use shell::{Failure, Stop, output, shown_path};
use table::setup::flip;

pub const ENDINGS: Manual = Manual::new(
    "checkers endings",
    &[
        (
            "checkers endings build --pieces 3",
            "Builds the tables for up to three pieces, or continues an earlier build",
        ),
        ("checkers endings verify --pieces 3", "Verifies the tables for up to three pieces"),
        ("checkers endings stats --pieces 3", "Counts wins, draws and losses for each combination of pieces"),
        (
            "checkers endings build --pieces 3 --results-only",
            "Builds smaller tables, without the number of plies",
        ),
        ("checkers endings list", "Lists the existing tables"),
    ],
);

/// Build, check and list endgame tables (perfect play with few pieces)
///
/// For each position, a table holds whether the player to move wins, draws or loses, and in how many
/// plies, assuming the fastest win and the longest defence. A player without pieces or moves loses.
/// If neither player can force a win, the position is a draw.
#[derive(Args)]
#[command(after_help = ENDINGS.help())]
pub struct EndingsOptions {
    /// Choose what to do
    pub task: EndingsTask,

    /// Set the greatest number of pieces on the board; every task except list needs it
    #[arg(
        long,
        value_name = "N",
        required_if_eq_any = [("task", "build"), ("task", "verify"), ("task", "stats")],
        value_parser = number_in(2..=8_u32)
    )]
    pub pieces: Option<u32>,

    /// Store only wins, draws and losses, without the number of plies; this takes a thirtieth of the disk
    /// space
    #[arg(long)]
    pub results_only: bool,

    /// With stats or list, print one JSON object
    #[arg(long)]
    pub json: bool,

    /// Set the number of threads [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,

    /// Use the tables in this folder [default: checkers/endings in your data folder]
    #[arg(long, value_name = "FOLDER", value_hint = clap::ValueHint::DirPath)]
    pub folder: Option<PathBuf>,

    #[command(flatten)]
    pub rules: RuleOptions,

    /// Set the size of the board, ranks by files [default: 8x8]
    #[arg(long, value_name = "RxC", value_parser = shape)]
    pub board: Option<Shape>,

    /// Play on the squares of the other colour: the top left square is playable
    #[arg(long)]
    pub flipped: bool,
}

impl EndingsOptions {
    pub fn contents(&self) -> Contents {
        if self.results_only { Contents::Results } else { Contents::Plies }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub enum EndingsTask {
    /// Build the missing tables
    Build,
    /// Check every value against the values of the positions after each move
    Verify,
    /// Print one line per combination of pieces: the men and kings of the player to move, the opponent's men and kings, the number of positions, wins, draws and losses, and the longest win and loss
    Stats,
    /// List the existing tables by rules and board, with their sizes, without reading them
    List,
}

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
        EndingsTask::Stats => reports::stats(options, pieces),
        EndingsTask::List => reports::list(options),
    }
}

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
fn folder(given: Option<&Path>) -> Result<PathBuf, Stop> {
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

/// Returns the error for a failed task, with advice on repairing an invalid table.
pub fn failed(task: &str, why: &BuildError) -> Stop {
    Failure::new(format!("cannot {task}: {why}{}", repair(why))).into()
}

/// Returns advice on repairing an invalid table.
pub fn repair(why: &BuildError) -> &'static str {
    match why {
        BuildError::File(FileError::Wrong { .. }) | BuildError::WrongValue(..) => {
            "; delete the table and run checkers endings build again"
        }
        _ => "",
    }
}

/// Opens the tables in the given folder; by default, in the user's folder. Returns the folder too.
pub fn open_in(given: Option<&Path>, shape: Shape, rules: Rules) -> Result<(Tables, PathBuf), Stop> {
    let folder = folder(given)?;
    let opened = Tables::open(&folder, shape, rules);
    Ok((opened.map_err(|why| failed("open the endgame tables", &why.into()))?, folder))
}

/// Opens the tables that the options describe. Returns their folder too.
fn open(options: &EndingsOptions) -> Result<(Tables, PathBuf), Stop> {
    let rules = options.rules.rules();
    refuse_passes(rules)?;
    let shape = flip(options.board.unwrap_or(Shape::STANDARD), options.flipped);
    open_in(options.folder.as_deref(), shape, rules)
}

fn verify(options: &EndingsOptions, pieces: u32) -> Result<(), Stop> {
    let ((mut tables, folder), contents) = (open(options)?, options.contents());
    let all = tables.positions(&Material::up_to(pieces)).unwrap_or(0);
    let task = format!("verify the endgame tables in {}", shown_path(&folder));
    let begun = Instant::now();
    let (done, verified) = build::interruptible(
        &mut tables,
        options.threads,
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
