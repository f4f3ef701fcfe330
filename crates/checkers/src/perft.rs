//! `checkers perft`: move counts.

use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Instant;

use clap::Args;
use rankmoves_core::exchange::Document;
use rankmoves_core::{Move, Position};
use rankmoves_perft::{MAX_PERFT_DEPTH, Perft, PerftError, positions_after};
use serde::Serialize;

use shell::arguments::{ResourceOptions, number_in, refuse};
use shell::game_info::GameInfo;
use shell::line_buffer::{LineBuffer, PIPE_BUF};
use shell::lines::{LineError, LineQuestion, write_object};
use shell::manual::Manual;
use shell::options::{LinesOptions, SourceOptions};
use shell::progress::{print_stats, rate};
use shell::{Stop, json, lines, output, progress};

pub const PERFT: Manual = Manual::new(
    "checkers perft",
    &[
        ("checkers perft -d 6 game.txt", "Counts the paths of six plies"),
        (
            "checkers perft -d 6 --lines < positions.txt",
            "Counts the paths from many positions; prints a JSON object for each",
        ),
        (
            "checkers perft -d 4 --divide --fen W:W30:B1,2,3",
            "Counts the paths that begin with each move of a FEN position",
        ),
        (
            "checkers perft -d 4 --split game.txt | checkers perft -d 10 --lines",
            "Counts the paths of 14 plies in parts, one for each position after four plies",
        ),
    ],
);

/// Count the paths (sequences of legal moves) from a position
///
/// Every path counts, even if two lead to the same position. With --hash 0 every path is played
/// out; otherwise the count below a repeated position is computed once and reused.
#[derive(Args)]
#[command(after_help = PERFT.help())]
pub struct PerftOptions {
    /// Set the number of plies
    #[arg(short, long, value_name = "N", value_parser = number_in(0..=MAX_PERFT_DEPTH))]
    pub depth: u32,

    /// First print the count for each legal move
    #[arg(long)]
    pub divide: bool,

    /// Instead of counting, print each position after -d plies once, as a JSON object for --lines; `times` in its `id` is the number of paths to it
    #[arg(long, conflicts_with_all = ["divide", "lines", "threads", "hash", "stats"])]
    pub split: bool,

    #[command(flatten)]
    pub many: LinesOptions,

    #[command(flatten)]
    pub resources: ResourceOptions,

    #[command(flatten)]
    pub source: SourceOptions,
}

pub fn run(options: &PerftOptions) -> Result<(), Stop> {
    if options.many.lines {
        return count_lines(options);
    }
    let position = options.source.read()?.with_lines_option().position(options.source.input.selection())?;
    if options.split {
        return split(&position, options.depth);
    }
    let start = Instant::now();
    let resources = options.resources.resources().map_err(stop)?;
    let mut perft = Perft::with_resources(resources);
    let progress = perft.progress();
    let line = || {
        let (done, all, rate) =
            (progress.done(), progress.subtrees(), rate(progress.paths(), start.elapsed()));
        format!("paths of {} moves, {done} of {all} subtrees, {rate} paths/s", options.depth)
    };
    let work = || Answer::count(&mut perft, &position, options.depth, options.divide);
    let Answer { depth, count, moves } = progress::while_showing(line, work).map_err(stop)?;
    let time = start.elapsed();
    let mut text = String::new();
    for MoveCount { mv, count } in moves.iter().flatten() {
        let _ = writeln!(text, "{mv}: {count}");
    }
    let _ = writeln!(text, "{count}");
    output::write_lines(&text)?;
    if options.resources.stats {
        print_stats(depth, ("paths", count), perft.usage(), time);
    }
    Ok(())
}

fn stop(why: impl Error) -> Stop {
    Stop::failed("count the moves", &why)
}

/// Prints the positions after `depth` plies; the `id` of each states how many paths lead to it.
fn split(position: &Position, depth: u32) -> Result<(), Stop> {
    let positions = positions_after(position, depth).map_err(stop)?;
    output::write(|out| {
        let mut lines = LineBuffer::new(out, PIPE_BUF);
        for (position, times) in positions {
            let id = serde_json::json!({"times": times});
            let line = json::write(&Document::new(position.setup(), []), GameInfo::default(), Some(id));
            lines.write_all(line.as_bytes())?;
        }
        lines.flush()
    })
}

/// The count of a position; with `--lines`, the answer to a line.
#[derive(Serialize)]
struct Answer {
    depth: u32,
    count: u64,
    /// The count below each move, with `--divide`.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveCount>>,
}

#[derive(Serialize)]
struct MoveCount {
    #[serde(rename = "move")]
    mv: Move,
    count: u64,
}

impl Answer {
    /// Counts the paths from a position, with `divide` also those below each move.
    fn count(perft: &mut Perft, position: &Position, depth: u32, divide: bool) -> Result<Answer, PerftError> {
        if !divide || depth == 0 {
            return Ok(Answer { depth, count: perft.count(position, depth)?, moves: None });
        }
        let parts = perft.divide(position, depth)?;
        let count = parts.iter().try_fold(0_u64, |sum, (_, count)| sum.checked_add(*count));
        let count = count.ok_or(PerftError::TooMany)?;
        let moves = parts.into_iter().map(|(mv, count)| MoveCount { mv, count }).collect();
        Ok(Answer { depth, count, moves: Some(moves) })
    }
}

fn count_lines(options: &PerftOptions) -> Result<(), Stop> {
    if options.resources.stats {
        refuse("--stats cannot be used with --lines");
    }
    let resources = options.resources.resources().map_err(stop)?;
    let PerftOptions { depth, divide, .. } = *options;
    let share = resources.per_thread();
    let answer = move |perft: &mut Perft, LineQuestion { position, .. }: &LineQuestion| {
        Some(Answer::count(perft, position, depth, divide).map_err(|why| LineError::new(&why)))
    };
    let perft = move |_: &_| Perft::with_resources(share);
    let group = if depth > 4 { 1 } else { 16 };
    let lines = options.source.lines(&options.many, resources.threads, group)?;
    lines::answer(&lines, perft, answer, write_object, "")
}
