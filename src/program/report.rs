//! The results as text: one line per move, or the whole tree, whose lines `tree::text` writes.

use std::fmt::Write as _;
use std::io::Write as _;

use crate::{RankError, RankedMove, Ranker, Statistics, write_tree};
use rankmoves_core::Position;

use crate::program::progress;
use shell::{Stop, output};

/// Prints each move with its score, after all moves have been ranked. If there are too many moves for a list,
/// prints each move as soon as it is ranked.
pub fn write_plain(mut ranker: Ranker, position: &Position, depth: u32) -> Result<Statistics, Stop> {
    let player = position.turn();
    match progress::rank(&mut ranker, position, depth) {
        Err(RankError::TooManyMoves(_)) => {
            let rank = |ranker: &mut Ranker| ranker.rank_in_order(position, depth);
            let moves = progress::while_searching(&mut ranker, depth, rank)?;
            progress::write("moves", |out| {
                for RankedMove { mv, score } in moves {
                    writeln!(out, "{mv} for {player}: score {score}")?;
                }
                Ok(())
            })?;
        }
        done => {
            let mut text = String::new();
            for RankedMove { mv, score } in done? {
                let _ = writeln!(text, "{mv} for {player}: score {score}");
            }
            if text.is_empty() {
                text = no_moves(position);
            }
            output::write_lines(&text)?;
        }
    }
    Ok(ranker.statistics())
}

/// Prints the tree as it is walked.
pub fn write_verbose(position: &Position, depth: u32) -> Result<Statistics, Stop> {
    let mut statistics = Statistics::default();
    progress::write(&format!("tree to depth {depth}"), |out| {
        if position.has_moves() {
            statistics.nodes = write_tree(position, depth, out)?;
            Ok(())
        } else {
            out.write_all(no_moves(position).as_bytes())
        }
    })?;
    Ok(statistics)
}

fn no_moves(position: &Position) -> String {
    format!("Player {} has no moves available.\n", position.turn())
}
