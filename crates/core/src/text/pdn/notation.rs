//! Moves as PDN writes them: by some of their squares.

use crate::model::illegal::IllegalMove;
use crate::model::moves::{Move, Path};
use crate::model::notation::Notation;
use crate::model::position::Position;
use crate::model::shape::Shape;

/// The reason why squares mean no move.
pub(super) enum NoMove {
    Illegal(IllegalMove),
    /// Two legal moves that take different pieces.
    Ambiguous([Path; 2]),
}

/// Returns the legal move that goes along these squares from the first to the
/// last, with or without others between them.
pub(super) fn read(position: &Position, squares: &Path) -> Result<Move, NoMove> {
    position.find(squares).or_else(|reason| {
        let fits = |path: &Path| path.end() == squares.end() && visits(path, squares);
        only(position, fits).unwrap_or(Err(NoMove::Illegal(reason)))
    })
}

/// Returns the legal move that goes along these squares from the first, and on
/// from the last: a chain that is not written to its end.
pub(super) fn read_beginning(position: &Position, squares: &Path) -> Option<Move> {
    only(position, |path| visits(path, squares)).and_then(Result::ok)
}

/// Returns the one legal move whose path fits; the first if they all take the
/// same pieces to the same place.
fn only(position: &Position, fits: impl Fn(&Path) -> bool) -> Option<Result<Move, NoMove>> {
    let mut legal = position.legal_moves().into_iter().filter(|legal| fits(legal.path()));
    let first = legal.next()?;
    let after = position.after(&first);
    Some(match legal.find(|other| position.after(other) != after) {
        Some(other) => Err(NoMove::Ambiguous([first.path().clone(), other.path().clone()])),
        None => Ok(first),
    })
}

/// Returns the legal moves that go along these squares from the first to the
/// last, or, if there are none, on from the last; one for each effect.
pub(super) fn candidates(position: &Position, squares: &Path) -> Vec<Move> {
    let legal = position.legal_moves();
    let to_the_end = |path: &Path| path.end() == squares.end() && visits(path, squares);
    let is_whole = legal.iter().any(|mv| to_the_end(mv.path()));
    let fits = |path: &Path| if is_whole { to_the_end(path) } else { visits(path, squares) };
    let mut found: Vec<(Move, Position)> = Vec::new();
    for mv in legal.into_iter().filter(|mv| fits(mv.path())) {
        let after = position.after(&mv);
        if found.iter().all(|(_, other)| *other != after) {
            found.push((mv, after));
        }
    }
    found.into_iter().map(|(mv, _)| mv).collect()
}

/// Returns whether a path starts on the first of some squares and comes to the
/// others in their order.
fn visits(path: &Path, squares: &Path) -> bool {
    let mut rest = path.squares().iter();
    path.start() == squares.start() && squares.squares().iter().all(|square| rest.any(|next| next == square))
}

/// Writes a legal move in the shortest spelling that tells it from the other
/// legal moves: its first and last square, else its whole path.
pub(super) fn write(position: &Position, legal: &Move) -> String {
    let path = legal.path();
    // Two different steps, or a step and a jump, never have both squares in common.
    let same_ends = |other: &Move| (other.path().start(), other.path().end()) == (path.start(), path.end());
    let is_unique =
        !legal.is_jump() || position.legal_moves().iter().filter(|other| same_ends(other)).count() == 1;
    let ends = [path.start(), path.end()];
    let squares = if is_unique { &ends } else { path.squares() };
    let numbers = Notation::Numbers(Shape::STANDARD).numbered(squares, legal.is_jump());
    numbers.expect("the squares of legal moves have numbers")
}
