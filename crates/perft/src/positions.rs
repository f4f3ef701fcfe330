//! Finds the positions at the ends of paths.

use super::{PerftError, check};
use rankmoves_core::model::bitboard::Bitboard;
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::position::Position;
use rankmoves_core::support::hash::WordMap;

/// Returns each position after `depth` legal moves once, with the number of paths that lead to it.
/// The perft counts of these positions at some depth, each multiplied by the number of paths, add up to
/// the perft count of `position` `depth` plies deeper. The order does not depend on the machine.
///
/// ```
/// use rankmoves_core::{Player, Position, Rules};
/// use rankmoves_perft::{perft, positions_after};
///
/// let start = Position::start(Rules::ENGLISH, Player::Red);
/// let mut sum = 0;
/// for (position, paths) in positions_after(&start, 4)? {
///     sum += paths * perft(&position, 3)?;
/// }
/// assert_eq!(sum, perft(&start, 7)?);
/// # Ok::<(), rankmoves_perft::PerftError>(())
/// ```
///
/// One thread does the work, at about a million paths per second. All positions are kept in memory:
/// about 300 bytes each.
///
/// # Errors
///
/// If `depth` is more than [`MAX_PERFT_DEPTH`](super::MAX_PERFT_DEPTH), a number of paths
/// overflows, or the system refuses the memory.
pub fn positions_after(position: &Position, depth: u32) -> Result<Vec<(Position, u64)>, PerftError> {
    check(depth)?;
    // The pieces of each position, with the number of paths to it.
    let mut level: WordMap<_, u64> = WordMap::default();
    level.insert(position.board().pieces(), 1);
    let mut here = *position;
    for _ in 0..depth {
        let mut next = WordMap::default();
        for (&pieces, &paths) in &level {
            let position = here.with_pieces(pieces, here.turn(), here.jumping_set());
            for (_, after) in position.legal_moves().with_pieces() {
                next.try_reserve(1).map_err(|_| PerftError::Positions(next.len()))?;
                let sum = next.entry(after).or_insert(0_u64);
                *sum = sum.checked_add(paths).ok_or(PerftError::TooMany)?;
            }
        }
        level = next;
        here = here.with_pieces(Pieces::NONE, here.turn().opponent(), Bitboard::EMPTY);
    }
    let mut list = Vec::new();
    list.try_reserve_exact(level.len()).map_err(|_| PerftError::Positions(level.len()))?;
    let jumping = here.jumping_set();
    list.extend(
        level.into_iter().map(|(pieces, paths)| (here.with_pieces(pieces, here.turn(), jumping), paths)),
    );
    list.sort_unstable_by_key(|(position, _)| {
        let Pieces { red, black, kings } = position.board().pieces();
        (red.0, black.0, kings.0)
    });
    Ok(list)
}
