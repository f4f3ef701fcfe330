//! The results as text: a line a move, or the whole tree.

use std::fmt::Write as _;
use std::io::{BufWriter, Write as _};

use rankmoves::{Position, Ranker, write_tree};

use crate::common::{Stop, output, progress};

/// Bytes that are gathered before they are written.
const BUFFER: usize = 1 << 16;

/// Prints each move with its score, after all have been ranked.
pub fn write_plain(ranker: &mut Ranker, position: &Position, depth: u32) -> Result<(), Stop> {
    let player = position.turn();
    let mut text = String::new();
    for ranked in progress::rank(ranker, position, depth)? {
        let _ = writeln!(text, "{} for {player}: score {}", ranked.mv, ranked.score);
    }
    if text.is_empty() {
        text = no_moves(position);
    }
    output::write_lines(&text)
}

/// Prints the tree as it is walked.
pub fn write_verbose(position: &Position, depth: u32) -> Result<(), Stop> {
    output::write(|out| {
        let mut out = BufWriter::with_capacity(BUFFER, out);
        if position.has_moves() {
            write_tree(position, depth, &mut out)?;
        } else {
            out.write_all(no_moves(position).as_bytes())?;
        }
        out.flush()
    })
}

fn no_moves(position: &Position) -> String {
    format!("Player {} has no moves available.\n", position.turn())
}
