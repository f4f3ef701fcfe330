//! `checkers solve`: the values of moves under perfect play.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use clap::Args;
use rankmoves_core::{Move, Player, Position, Rules, Shape};
use rankmoves_endings::proof::{Knowledge, Limits, Solution, SolvedMove, Solver};
use rankmoves_endings::{BuildError, Contents, FileError, Material, Prober, Tables, Wdl};
use serde::Serialize;

use crate::endings;
use rankmoves_endings::service::{
    build_or_keep_in_memory, default_folder, is_quick, open_or_begin, quick_pieces,
};
use shell::arguments::{duration, mebibytes, number_in};
use shell::manual::Manual;
use shell::options::InputOptions;
use shell::{Failure, Stop, json, output, progress};
use table::options::SetupOptions;
use table::session::too_many_moves;
use table::setup;

pub const SOLVE: Manual = Manual::new(
    "checkers solve",
    &[
        (
            "checkers solve --seconds 2 game.txt",
            "Searches for two seconds, and shows which moves are proven to win, draw or lose",
        ),
        (
            "checkers solve --fen W:WK29:BK4,1 --json",
            "Prints the proven results of the moves in a FEN position as JSON",
        ),
        ("checkers solve --board 4x4", "Solves the game on a small board"),
    ],
);

/// Prove the result of each move under perfect play
///
/// Each move wins, draws or loses; for a win or loss, the number of plies is printed. With few pieces,
/// tables give the exact number, assuming the fastest win and the longest defence. With more pieces,
/// solve searches for proofs, which give only an upper bound; anything not proven in time is reported
/// as `not known`. `--blocked passes` is not supported: a player without moves loses.
#[derive(Args)]
#[command(after_help = SOLVE.help())]
pub struct SolveOptions {
    /// Stop searching after this time, such as 30 (seconds) or 500ms, not counting the time to build tables
    #[arg(long, value_name = "S", default_value = "10", value_parser = duration)]
    pub seconds: Duration,

    /// First build the tables for up to N pieces [default: the most that can be built in a few seconds]
    #[arg(long, value_name = "N", value_parser = number_in(1..=8_u32))]
    pub pieces: Option<u32>,

    /// Limit the memory for the search, in MiB
    #[arg(long, value_name = "MIB", default_value = "1024", value_parser = mebibytes)]
    pub hash: usize,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub input: InputOptions,

    #[command(flatten)]
    pub setup: SetupOptions,
}

pub fn run(options: &SolveOptions) -> Result<(), Stop> {
    let position = setup::position(&options.setup, &options.input)?;
    endings::refuse_passes(position.rules())?;
    if let Some(many) = too_many_moves(&position) {
        return Err(Failure::new(format!("cannot solve the position: {many}")).into());
    }
    let tables = tables(&position, options.pieces)?;
    let solver = Solver::new(Some(&tables), options.hash);
    let limits = Limits { deadline: Some(Instant::now() + options.seconds), ..Limits::default() };
    let solution =
        progress::while_showing(|| "searching for proofs".to_owned(), || solver.solve(&position, &limits));
    endings::warn_of_damage(&tables);
    let answer = if options.json { json(&position, &tables, &solution) } else { text(&position, &solution) };
    output::write_lines(&answer)
}

/// Builds the requested tables. By default, builds the tables of all positions that can arise or, if that would
/// take more than a few seconds, only the tables of fewer pieces.
fn tables(position: &Position, pieces: Option<u32>) -> Result<Tables, Stop> {
    let (folder, shape) = (default_folder(), position.board().shape());
    // The tables then stay in memory only.
    let warn = |why: BuildError| {
        let message = format!("warning: endgame tables cannot be saved: {why}{}\n", endings::repair(&why));
        output::print_error(&message);
    };
    let mut tables =
        open_or_begin(folder.as_deref(), shape, position.rules(), |why: FileError| warn(why.into()));
    let material = Material::of_position(position);
    // Tables that take longer than a few seconds are announced, or refused without enough space.
    if let Some(pieces) = pieces.map(|pieces| pieces.min(material.pieces()))
        && !is_quick(&tables, &Material::up_to(pieces))
    {
        let announcement = endings::build::announcement(&tables, folder.as_deref(), pieces, Contents::Plies)?;
        output::print_error(&announcement.unwrap_or_default());
    }
    endings::build::interruptible(
        &mut tables,
        None,
        |so_far| format!("tables of {} positions", so_far.done()),
        |tables, so_far| {
            let build = |tables: &mut Tables| {
                if pieces.is_none() && is_quick(tables, &material.all_after()) {
                    return tables.build_from(Contents::Plies, material, so_far);
                }
                let pieces =
                    pieces.unwrap_or_else(|| quick_pieces(tables, material.pieces().saturating_sub(1)));
                tables.build(Contents::Plies, pieces.min(material.pieces()), so_far)
            };
            build_or_keep_in_memory(tables, build, warn)
        },
        |_, _| "stopped: finished endgame tables are kept\n".to_owned(),
    )?
    .map_err(|why| endings::failed("build the endgame tables", &why))?;
    Ok(tables)
}

fn text(position: &Position, solution: &Solution) -> String {
    let mut text = String::new();
    for SolvedMove { mv, knowledge, line } in &solution.moves {
        let _ = writeln!(text, "{mv}: {}", words(*knowledge));
        if !line.is_empty() {
            let line: Vec<String> = line.iter().map(Move::to_string).collect();
            let _ = writeln!(text, "    {}", line.join(" "));
        }
    }
    let _ = writeln!(text, "{} to move: {}", position.turn(), words(solution.knowledge()));
    text
}

fn words(knowledge: Knowledge) -> String {
    let result = match (knowledge.at_least, knowledge.at_most) {
        (Wdl::Loss, Wdl::Win) => "not known",
        (Wdl::Loss, Wdl::Draw) => "drawn or lost",
        (Wdl::Draw, Wdl::Win) => "won or drawn",
        (Wdl::Win, _) => "won",
        (_, Wdl::Loss) => "lost",
        (Wdl::Draw, Wdl::Draw) => "drawn",
    };
    match knowledge.plies {
        Some(plies) if knowledge.is_exact => format!("{result} in {plies}"),
        Some(plies) => format!("{result} in at most {plies}"),
        None => result.to_owned(),
    }
}

/// The printed object. docs/solve.md documents it.
#[derive(Serialize)]
struct Answer<'a> {
    rules: Rules,
    shape: Shape,
    player: Player,
    /// The greatest number of pieces in the tables.
    pieces: u32,
    #[serde(flatten)]
    value: Knowledge,
    #[serde(flatten)]
    solution: &'a Solution,
}

fn json(position: &Position, tables: &Tables, solution: &Solution) -> String {
    json::line(&Answer {
        rules: position.rules(),
        shape: position.board().shape(),
        player: position.turn(),
        pieces: tables.most_pieces(),
        value: solution.knowledge(),
        solution,
    })
}
