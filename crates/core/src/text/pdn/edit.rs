//! Edits the lines of a record: adds, deletes, promotes and comments on moves.

use super::line::{Annotated, Line, Moves, PackedLine};
use super::record::{Record, clean};
use super::{Ending, MAX_NESTING};
use crate::model::illegal::IllegalMove;
use crate::model::moves::{Move, Ply};

/// A change at the end of a path of moves.
#[derive(Clone, Copy, Debug)]
enum Change<'a> {
    Add,
    Delete,
    Promote,
    Comment(&'a str),
}

/// The reason why the lines of a [`Record`] cannot be changed.
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

impl Record {
    /// Returns whether the main line begins with these plies.
    pub fn begins_with(&self, plies: &[Ply]) -> bool {
        let moves = self.line().moves();
        moves.len() >= plies.len()
            && moves.zip(plies).all(|(annotated, ply)| Ply::from(&annotated.mv) == *ply)
    }

    /// Adds a line of plies from the start. If the new line continues an existing line, it is appended to
    /// that line; otherwise it becomes a variation where it leaves the existing lines.
    ///
    /// This function, [`delete`](Self::delete), [`promote`](Self::promote) and [`comment`](Self::comment) take
    /// time proportional to the size of the record. If the main line changes, the result becomes unknown.
    ///
    /// ```
    /// use rankmoves_core::Ply;
    /// use rankmoves_core::pdn;
    ///
    /// let mut record = pdn::games("1. 11-15 23-19 *").next().unwrap()?;
    /// let other: [Ply; 2] = ["f6->e5".parse()?, "e3->d4".parse()?];
    /// record.add(&other)?;
    /// record.comment(&other, "also good")?;
    /// assert!(record.to_string().ends_with("\n\n1. 11-15 23-19 (1... 23-18 {also good}) *\n"));
    /// record.promote(&other)?;
    /// assert!(record.to_string().ends_with("\n\n1. 11-15 23-18 {also good} (1... 23-19) *\n"));
    /// record.delete(&other)?;
    /// assert!(record.to_string().ends_with("\n\n1. 11-15 23-19 *\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a ply is illegal or a pass, or the variation would be nested too deep. The record then stays
    /// unchanged.
    pub fn add(&mut self, plies: &[Ply]) -> Result<(), EditError> {
        self.change(plies, Change::Add)
    }

    /// Deletes the last of `plies` and everything after it. The first variation of the deleted move, if there
    /// is one, takes its place.
    ///
    /// # Errors
    ///
    /// If a ply is illegal, or no line has the plies.
    pub fn delete(&mut self, plies: &[Ply]) -> Result<(), EditError> {
        self.change(plies, Change::Delete)
    }

    /// Promotes the variation in which `plies` end: exchanges it with the line from which it branches. Does
    /// nothing if `plies` end in the main line.
    ///
    /// # Errors
    ///
    /// If a ply is illegal, no line has the plies, or variations would be nested too deep.
    pub fn promote(&mut self, plies: &[Ply]) -> Result<(), EditError> {
        self.change(plies, Change::Promote)
    }

    /// Promotes the line of `plies` until the main line begins with them.
    ///
    /// # Errors
    ///
    /// As for [`promote`](Self::promote). Earlier promotions stay.
    pub fn promote_to_main(&mut self, plies: &[Ply]) -> Result<(), EditError> {
        while !self.begins_with(plies) {
            self.promote(plies)?;
        }
        Ok(())
    }

    /// Sets the comment on the last of `plies`, or before the first move if `plies` is empty. Replaces any
    /// comment there, except its commands (see [`split_commands`]) if the new comment has none. Braces and
    /// control characters are replaced as in [`note`](Self::note).
    ///
    /// # Errors
    ///
    /// If a ply is illegal, or no line has the plies.
    pub fn comment(&mut self, plies: &[Ply], comment: &str) -> Result<(), EditError> {
        self.change(plies, Change::Comment(&clean(comment)))
    }

    fn change(&mut self, plies: &[Ply], change: Change<'_>) -> Result<(), EditError> {
        let mut here = self.start;
        let mut path = Vec::with_capacity(plies.len());
        for ply in plies {
            let Ply::Move(squares) = ply else { return Err(EditError::NotFound) };
            let mv = here.find(squares)?;
            here = here.after(&mv);
            path.push(mv);
        }
        let line = at_path(self.line(), &path, change)?.finished();
        if nesting(line.line()) > MAX_NESTING {
            return Err(EditError::TooDeep);
        }
        let [old, new] = [self.line(), line.line()].map(|line| line.moves().map(|annotated| annotated.mv));
        let has_changed = old.ne(new);
        self.line = line;
        if has_changed {
            self.set_result(Ending::Unknown);
        }
        Ok(())
    }
}

/// Returns a line after a change at the end of `path`.
fn at_path(line: Line<'_>, path: &[Move], change: Change<'_>) -> Result<PackedLine, EditError> {
    let mut result = PackedLine::default();
    line.comment().clone_into(&mut result.comment);
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
        Change::Comment(text) => result.comment = with_commands(&result.comment, text),
        Change::Add => {}
        Change::Delete | Change::Promote => return Err(EditError::NotFound),
    }
    Ok(with_rest(result, moves))
}

/// Changes a move of the line itself. `before` holds the moves before `mv`, and `after` the moves after it.
fn at_move(mut before: PackedLine, mv: &Annotated<'_>, after: Moves<'_>, change: Change<'_>) -> PackedLine {
    match change {
        Change::Add | Change::Promote => before.push_annotated(mv),
        Change::Comment(text) => {
            let comment = with_commands(mv.comment, text);
            before.push_annotated(&Annotated { comment: &comment, ..mv.clone() });
        }
        Change::Delete => {
            let mut variations = mv.variations();
            let Some(first) = variations.find(|line| line.moves().len() > 0) else { return before };
            return instead(before, first, variations.map(PackedLine::from));
        }
    }
    with_rest(before, after)
}

/// Returns a comment with the commands of the old one, unless it has commands itself.
fn with_commands(old: &str, new: &str) -> String {
    let (commands, _) = split_commands(old);
    if new.contains("[%") || commands.is_empty() {
        new.to_owned()
    } else {
        format!("{commands} {new}").trim().to_owned()
    }
}

/// Splits a comment into the commands that programs write into it, such as the time left (`[%clk 0:04:57]`), and
/// the words of people.
///
/// ```
/// use rankmoves_core::pdn::split_commands;
///
/// let comment = "good [%clk 0:04:57] but slow";
/// assert_eq!(split_commands(comment), ("[%clk 0:04:57]".to_owned(), "good  but slow".to_owned()));
/// ```
pub fn split_commands(comment: &str) -> (String, String) {
    let (mut commands, mut words, mut rest) = (Vec::new(), String::new(), comment);
    while let Some(at) = rest.find("[%")
        && let Some(end) = rest[at..].find(']')
    {
        words += &rest[..at];
        commands.push(&rest[at..=at + end]);
        rest = &rest[at + end + 1..];
    }
    (commands.join(" "), (words + rest).trim().to_owned())
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
    let mut variations: Vec<PackedLine> = mv.variations().map(PackedLine::from).collect();
    match (place, change) {
        (Some(place), Change::Promote) if begins_with(variations[place].line(), path) => {
            let found = variations.remove(place);
            let mut old = PackedLine::default();
            old.push_with(mv, [].into_iter());
            variations.insert(0, with_rest(old, after));
            return Ok(instead(before, found.line(), variations.into_iter()));
        }
        (Some(place), _) => {
            let new = at_path(variations[place].line(), path, change)?;
            // A variation without moves is deleted.
            variations.splice(place..=place, Some(new).filter(PackedLine::has_moves));
        }
        (None, Change::Add) => {
            let mut new = PackedLine::default();
            for mv in path {
                new.push(mv);
            }
            variations.push(new);
        }
        (None, _) => return Err(EditError::NotFound),
    }
    before.push_with(mv, variations.into_iter());
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
