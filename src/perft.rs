//! Move counts: the number of paths through the tree of moves.

use crate::board::Pieces;
use crate::movegen::{self, Effect};
use crate::moves::Move;
use crate::position::Position;
use crate::stack;
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
/// # Ok::<(), rankmoves::PerftError>(())
/// ```
///
/// # Errors
///
/// If `depth` is more than [`MAX_PERFT_DEPTH`], or the system refuses a thread.
pub fn perft(position: &Position, depth: u32) -> Result<u64, PerftError> {
    check(depth)?;
    // While a jump is in progress only the piece that jumps may move.
    if depth > 0 && position.jumping().is_some() {
        return Ok(divide(position, depth)?.iter().map(|(_, count)| count).sum());
    }
    let count = || match depth {
        0 => 1,
        _ => variant::dispatch_sided(position.board(), position.rules(), position.turn(), Perft { depth }),
    };
    stack::with_room_for(depth, count).map_err(PerftError::Thread)
}

/// The part of each legal move, in their order, in the [`perft`] of a position.
///
/// At depth 0 there are no parts, and the list is empty.
///
/// # Errors
///
/// If `depth` is more than [`MAX_PERFT_DEPTH`], or the system refuses a thread.
pub fn divide(position: &Position, depth: u32) -> Result<Vec<(Move, u64)>, PerftError> {
    check(depth)?;
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

/// Why moves could not be counted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PerftError {
    /// The depth is more than [`MAX_PERFT_DEPTH`].
    #[error("moves are counted to a depth of {MAX_PERFT_DEPTH} at most, not {0}")]
    TooDeep(u32),
    /// Deep counts run on a thread of their own, which has room for them.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] std::io::Error),
}

fn check(depth: u32) -> Result<(), PerftError> {
    if depth > MAX_PERFT_DEPTH { Err(PerftError::TooDeep(depth)) } else { Ok(()) }
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
    match depth {
        1 => return movegen::count::<V, S>(variant, pieces),
        2 => return movegen::count_two::<V, S>(variant, pieces),
        _ => {}
    }
    let mut total = 0;
    movegen::generate::<V, S>(variant, pieces, &mut |effect: Effect<V::Word>| {
        total += count::<V, S::Opponent>(variant, effect.apply::<S>(pieces), depth - 1);
    });
    total
}
