//! Finds the mistakes that explain a whole answer.

use rankmoves_core::Position;
use rankmoves_judge::{Mistake, Mistakes, Mutant, Question, has_same_content};
use rankmoves_perft::perft;

/// The maximum number of moves in a tree for which all mistakes are tried.
const MAX_TREE_MOVES: u64 = 10_000;

/// Returns the mistakes that each lead to the moves and scores of an answer; none if the tree is too large.
pub fn mistakes(position: &Position, question: &Question<'_>, answer: &str) -> Mistakes {
    if !is_small(position, question.depth) {
        return Mistakes::NONE;
    }
    let explains = |mistake: &Mistake| {
        let mutant = Mutant::new(*mistake).answer(question);
        mutant.is_some_and(|mutant| has_same_content(&mutant, answer))
    };
    Mistake::ALL.iter().copied().filter(explains).collect()
}

fn is_small(position: &Position, depth: u32) -> bool {
    /// The greatest depth of a tree that is tried, even if the tree has few moves.
    const MAX_DEPTH: u32 = 50;
    let mut left = MAX_TREE_MOVES;
    depth <= MAX_DEPTH
        && (1..=depth + 1).all(|plies| {
            let rest = perft(position, plies).ok().and_then(|moves| left.checked_sub(moves));
            left = rest.unwrap_or_default();
            rest.is_some()
        })
}
