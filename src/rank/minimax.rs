//! The definition of a move's score, word for word. It stays unoptimised: every
//! faster search is tested against it.

use super::ranking::RankedMove;
use rankmoves_core::{Move, Position, Score, WON, score};

/// Ranks the moves of a position by walking the whole tree, as a reference for
/// [`rank`](super::rank) at small depths. The time grows with the number of
/// paths, and the recursion is `depth` calls deep.
pub fn minimax(position: &Position, depth: u32) -> Vec<RankedMove> {
    let ranked = |mv| RankedMove { score: score_of_move(position, &mv, depth), mv };
    position.legal_moves().map(ranked).collect()
}

fn score_of_move(position: &Position, mv: &Move, depth: u32) -> Score {
    let after = position.after(mv);
    if depth == 0 {
        return score(&after, position.turn());
    }
    let highest = after.legal_moves().map(|reply| score_of_move(&after, &reply, depth - 1)).max();
    highest.map_or(WON, |highest| -highest)
}
