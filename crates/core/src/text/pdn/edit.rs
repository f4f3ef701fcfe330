//! Edits the lines of a record: adds, deletes, promotes and comments on moves.

use super::MAX_NESTING;
use super::line::{Annotated, Line, Moves, PackedLine};
use crate::model::illegal::IllegalMove;
use crate::model::moves::Move;

/// A change at the end of a path of moves.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change<'a> {
    Add,
    Delete,
    Promote,
    Comment(&'a str),
}

/// The reason why the lines of a [`Record`](super::Record) cannot be changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// A ply is illegal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// No line of the record has the moves, or a ply is a pass.
    #[error("the record has no such moves")]
    NotFound,
    /// Variations would be nested too deep to be read again.
    #[error("variations may not be nested more than {MAX_NESTING} deep")]
    TooDeep,
}

/// Returns a line after a change at the end of `path`.
pub(super) fn changed(line: Line<'_>, path: &[Move], change: Change<'_>) -> Result<PackedLine, EditError> {
    let result = at_path(line, path, change)?.finished();
    if nesting(result.line()) > MAX_NESTING { Err(EditError::TooDeep) } else { Ok(result) }
}

fn at_path(line: Line<'_>, path: &[Move], change: Change<'_>) -> Result<PackedLine, EditError> {
    let mut result = PackedLine::of_comment(line.comment());
    let (mut moves, mut rest) = (line.moves(), path);
    while let Some((next, after)) = rest.split_first() {
        let Some(annotated) = moves.next() else {
            // The path is longer than the line.
            if !matches!(change, Change::Add) {
                return Err(EditError::NotFound);
            }
            for mv in rest {
                result.push(mv);
            }
            return Ok(result);
        };
        if annotated.mv != *next {
            return in_variations(result, &annotated, moves, rest, change);
        }
        if after.is_empty() {
            return Ok(at_move(result, &annotated, moves, change));
        }
        result.push_annotated(&annotated);
        rest = after;
    }
    match change {
        Change::Comment(text) => text.clone_into(&mut result.comment),
        Change::Add => {}
        Change::Delete | Change::Promote => return Err(EditError::NotFound),
    }
    Ok(with_rest(result, moves))
}

/// Changes a move of the line itself. `before` holds the moves before `mv`, and `after` the moves after it.
fn at_move(mut before: PackedLine, mv: &Annotated<'_>, after: Moves<'_>, change: Change<'_>) -> PackedLine {
    match change {
        Change::Add | Change::Promote => before.push_annotated(mv),
        Change::Comment(comment) => before.push_annotated(&Annotated { comment, ..mv.clone() }),
        Change::Delete => {
            let mut variations = mv.variations();
            let Some(first) = variations.find(|line| line.moves().len() > 0) else { return before };
            return instead(before, first, variations.map(PackedLine::from));
        }
    }
    with_rest(before, after)
}

/// Appends a variation to a line. The first move of the variation gets the lines `others` as variations,
/// before its own.
fn instead(
    mut before: PackedLine,
    variation: Line<'_>,
    others: impl Iterator<Item = PackedLine>,
) -> PackedLine {
    let mut moves = variation.moves();
    if let Some(first) = moves.next() {
        let comments = [variation.comment(), first.comment];
        let comment = comments.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ");
        let own = first.variations().map(PackedLine::from);
        before.push_with(&Annotated { comment: &comment, ..first.clone() }, others.chain(own));
    }
    with_rest(before, moves)
}

/// Changes a variation of a move, or adds a variation.
fn in_variations(
    mut before: PackedLine,
    mv: &Annotated<'_>,
    after: Moves<'_>,
    path: &[Move],
    change: Change<'_>,
) -> Result<PackedLine, EditError> {
    let place = mv.variations().position(|line| has_first(line, &path[0]));
    let others = mv.variations().enumerate().filter(|(index, _)| Some(*index) != place);
    let others = others.map(|(_, line)| PackedLine::from(line));
    let found = place.and_then(|place| mv.variations().nth(place));
    match (found, change) {
        (Some(found), Change::Promote) if begins_with(found, path) => {
            let mut old = PackedLine::default();
            old.push_with(mv, [].into_iter());
            return Ok(instead(before, found, [with_rest(old, after)].into_iter().chain(others)));
        }
        (Some(found), _) => {
            let new = at_path(found, path, change)?;
            let new = Some(new).filter(PackedLine::has_moves);
            let variations = mv.variations().enumerate().filter_map(|(index, line)| {
                if Some(index) == place { new.clone() } else { Some(PackedLine::from(line)) }
            });
            before.push_with(mv, variations);
        }
        (None, Change::Add) => {
            let mut new = PackedLine::default();
            for mv in path {
                new.push(mv);
            }
            before.push_with(mv, others.chain([new]));
        }
        (None, _) => return Err(EditError::NotFound),
    }
    Ok(with_rest(before, after))
}

/// Returns whether a line begins with a move, or has that move as an alternative to its first move.
fn has_first(line: Line<'_>, mv: &Move) -> bool {
    line.moves()
        .next()
        .is_some_and(|first| first.mv == *mv || first.variations().any(|variation| has_first(variation, mv)))
}

/// Returns whether the moves of a line, without its variations, begin with a path.
fn begins_with(line: Line<'_>, path: &[Move]) -> bool {
    line.moves().len() >= path.len() && line.moves().zip(path).all(|(annotated, mv)| annotated.mv == *mv)
}

/// Returns the maximum depth of nested variations.
fn nesting(line: Line<'_>) -> usize {
    let variations = line.moves().flat_map(|annotated| annotated.variations());
    variations.map(|variation| 1 + nesting(variation)).max().unwrap_or(0)
}

/// Appends the remaining moves to a line.
fn with_rest(mut line: PackedLine, rest: Moves<'_>) -> PackedLine {
    rest.for_each(|annotated| line.push_annotated(&annotated));
    line
}
