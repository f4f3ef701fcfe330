//! The results as text: a line a move, or the whole tree.

use std::fmt::Write as _;
use std::io::{BufWriter, Write as _};
use std::time::Instant;

use rankmoves::{Position, RankError, RankedMove, Ranker, Statistics, write_tree};

use crate::common::{Stop, output, progress};

/// Bytes that are gathered before they are written.
const BUFFER: usize = 1 << 16;

/// Prints each move with its score, after all have been ranked.
pub fn write_plain(mut ranker: Ranker, position: &Position, depth: u32) -> Result<Statistics, Stop> {
    let player = position.turn();
    let mut text = String::new();
    for ranked in rank(&mut ranker, position, depth)? {
        let _ = writeln!(text, "{} for {player}: score {}", ranked.mv, ranked.score);
    }
    if text.is_empty() {
        text = no_moves(position);
    }
    output::write_lines(&text)?;
    Ok(ranker.statistics())
}

/// Ranks the moves, and tells a terminal how far it has come.
pub fn rank(ranker: &mut Ranker, position: &Position, depth: u32) -> Result<Vec<RankedMove>, RankError> {
    let (progress, start) = (ranker.progress(), Instant::now());
    let line = move || {
        let rate = u128::from(progress.nodes()) * 1000 / start.elapsed().as_millis().max(1);
        let (at, done, moves) = (progress.depth(), progress.done(), progress.moves());
        format!("depth {at} of {depth}, {done} of {moves} moves, {rate} nodes/s")
    };
    progress::while_showing(line, || ranker.rank(position, depth))
}

/// Prints the tree as it is walked.
pub fn write_verbose(position: &Position, depth: u32) -> Result<Statistics, Stop> {
    let mut statistics = Statistics::default();
    output::write(|out| {
        let mut out = BufWriter::with_capacity(BUFFER, out);
        if position.has_moves() {
            statistics.nodes = write_tree(position, depth, &mut out)?;
        } else {
            out.write_all(no_moves(position).as_bytes())?;
        }
        out.flush()
    })?;
    Ok(statistics)
}

fn no_moves(position: &Position) -> String {
    format!("Player {} has no moves available.\n", position.turn())
}
