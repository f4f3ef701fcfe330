//! Move counts: the number of paths through the tree of moves.

use crate::board::Pieces;
use crate::movegen::{self, Effect};
use crate::moves::Move;
use crate::position::Position;
use crate::variant::{self, Side, SidedTask, Variant};

/// The deepest count that [`perft`] takes.
pub const MAX_PERFT_DEPTH: u32 = 1000;

/// The number of sequences of `depth` legal moves from a position. Moves
/// count by their paths: two with the same effect are two. At depth 0, 1.
///
/// The time grows with the number itself, at some hundred million a second.
///
/// ```
/// use rankmoves::{Position, Rules, perft};
///
/// assert_eq!(perft(&Position::start(Rules::ENGLISH), 4)?, 1469);
/// # Ok::<(), rankmoves::PerftDepthError>(())
/// ```
///
/// # Errors
///
/// If `depth` is more than [`MAX_PERFT_DEPTH`].
pub fn perft(position: &Position, depth: u32) -> Result<u64, PerftDepthError> {
    match depth.checked_sub(1) {
        None => Ok(1),
        // While a jump is in progress only the piece that jumps may move.
        Some(_) if position.jumping().is_some() => {
            Ok(divide(position, depth)?.iter().map(|(_, count)| count).sum())
        }
        Some(_) if depth > MAX_PERFT_DEPTH => Err(PerftDepthError { depth }),
        Some(_) => {
            Ok(variant::dispatch_sided(position.board(), position.rules(), position.turn(), Perft { depth }))
        }
    }
}

/// The part of each legal move, in their order, in the [`perft`] of a position.
///
/// At depth 0 there are no parts, and the list is empty.
///
/// # Errors
///
/// If `depth` is more than [`MAX_PERFT_DEPTH`].
pub fn divide(position: &Position, depth: u32) -> Result<Vec<(Move, u64)>, PerftDepthError> {
    let Some(below) = depth.checked_sub(1) else {
        return Ok(Vec::new());
    };
    position
        .legal_moves()
        .into_iter()
        .map(|legal| {
            let count = perft(&position.after(&legal), below)?;
            Ok((legal, count))
        })
        .collect()
}

/// The depth is more than [`MAX_PERFT_DEPTH`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("moves are counted to a depth of {MAX_PERFT_DEPTH} at most, not {depth}")]
pub struct PerftDepthError {
    /// The depth asked for.
    pub depth: u32,
}

struct Perft {
    depth: u32,
}

impl SidedTask for Perft {
    type Output = u64;

    fn run<V: Variant, S: Side>(self, variant: V, pieces: Pieces<V::Word>) -> u64 {
        count::<V, S>(variant, pieces, self.depth)
    }
}

/// The count to a depth of at least 1. The last ply is counted, not played.
fn count<V: Variant, S: Side>(variant: V, pieces: Pieces<V::Word>, depth: u32) -> u64 {
    if depth == 1 {
        return movegen::count::<V, S>(variant, pieces);
    }
    let mut total = 0;
    movegen::generate::<V, S>(variant, pieces, &mut |effect: Effect<V::Word>| {
        total += count::<V, S::Opponent>(variant, effect.apply::<S>(pieces), depth - 1);
    });
    total
}
