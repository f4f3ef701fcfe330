//! PDN moves, which give only some of the squares of a path.

use crate::model::board::Pieces;
use crate::model::illegal::IllegalMove;
use crate::model::moves::{Move, Path};
use crate::model::notation::Notation;
use crate::model::position::Position;
use crate::model::shape::Shape;

/// The reason why some squares do not determine a move.
pub(super) enum NoMove {
    Illegal(IllegalMove),
    /// Two legal moves that capture different pieces.
    Ambiguous([Path; 2]),
}

/// Returns the legal move that goes from the first of these squares to the last and visits all of them. The
/// move may visit other squares, too.
pub(super) fn read(position: &Position, squares: &Path) -> Result<Move, NoMove> {
    position.find(squares).or_else(|reason| {
        let mut whole = visiting(position, squares).into_iter().filter(|mv| ends_alike(mv, squares));
        match (whole.next(), whole.next()) {
            (None, _) => Err(NoMove::Illegal(reason)),
            (Some(one), None) => Ok(one),
            (Some(one), Some(other)) => Err(NoMove::Ambiguous([one.path, other.path])),
        }
    })
}

/// Returns the legal moves that visit these squares and end on the last square. If there are none, returns
/// the moves that continue from the last square. Lists one move for each effect.
pub(super) fn candidates(position: &Position, squares: &Path) -> Vec<Move> {
    let moves = visiting(position, squares);
    let (whole, longer): (Vec<_>, Vec<_>) = moves.into_iter().partition(|mv| ends_alike(mv, squares));
    if whole.is_empty() { longer } else { whole }
}

fn ends_alike(mv: &Move, squares: &Path) -> bool {
    mv.path.end() == squares.end()
}

/// Returns the legal moves that start on the first square and visit the others in order. For each effect,
/// returns only the first move.
fn visiting(position: &Position, squares: &Path) -> Vec<Move> {
    let visits = |path: &Path| {
        let mut rest = path.squares().iter();
        squares.squares().iter().all(|square| rest.any(|next| next == square))
    };
    let mut found: Vec<(Move, Pieces<u128>)> = Vec::new();
    for (mv, after) in position.legal_moves().of_piece(squares.start()).with_pieces() {
        if visits(&mv.path) && found.iter().all(|&(_, other)| other != after) {
            found.push((mv, after));
        }
    }
    found.into_iter().map(|(mv, _)| mv).collect()
}

/// Writes a legal move: its first and last squares if no other legal move has both, otherwise its whole path.
pub(super) fn write(position: &Position, legal: &Move) -> String {
    let path = legal.path();
    // Two different steps, or a step and a jump, never share both their first and last squares.
    let same_ends = |other: &Move| ends_alike(other, path);
    let is_unique =
        !legal.is_jump() || position.legal_moves().of_piece(path.start()).filter(same_ends).nth(1).is_none();
    let ends = [path.start(), path.end()];
    let squares = if is_unique { &ends } else { path.squares() };
    let numbers = Notation::Numbers(Shape::STANDARD).numbered(squares, legal.is_jump());
    numbers.expect("the squares of legal moves have numbers")
}
