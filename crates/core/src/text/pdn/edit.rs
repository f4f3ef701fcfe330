//! Edits the lines of a record: adds, deletes, promotes and comments on moves.

use super::line::{Line, PackedLine};
use super::record::{Record, clean};
use super::{GameResult, MAX_NESTING};
use crate::model::illegal::IllegalMove;
use crate::model::moves::{Move, Ply};

/// A change at the end of a path of moves.
#[derive(Clone, Copy, Debug)]
enum Change<'a> {
    Add,
    Delete,
    Promote,
    /// Promotes until the path is the beginning of the main line.
    PromoteToMain,
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
        let moves = self.line().moves().take(plies.len());
        moves.map(|annotated| Ply::from(annotated.mv)).eq(plies.iter().cloned())
    }

    /// Adds a line of plies from the start. If the new line continues an existing line, it is appended to
    /// that line; otherwise it becomes a variation where it leaves the existing lines.
    ///
    /// This function, [`delete`](Self::delete), [`promote`](Self::promote) and [`comment`](Self::comment) take
    /// time proportional to the size of the record. If the main line changes, the result becomes unknown, except by
    /// `promote`: the result belongs to the game that was played, whichever line comes first.
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

    /// Promotes the line of `plies` until the main line begins with them, as if the game had gone so: its result
    /// becomes unknown.
    ///
    /// # Errors
    ///
    /// As for [`promote`](Self::promote). The record then stays unchanged.
    pub fn promote_to_main(&mut self, plies: &[Ply]) -> Result<(), EditError> {
        self.change(plies, Change::PromoteToMain)
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
        let mut tree = Tree::from(self.line());
        match change {
            Change::PromoteToMain => {
                while !tree.begins_with(&path) {
                    tree.change(&path, Change::Promote)?;
                }
            }
            _ => tree.change(&path, change)?,
        }
        if tree.nesting() > MAX_NESTING {
            return Err(EditError::TooDeep);
        }
        let before = self.moves();
        self.line = tree.packed();
        if !matches!(change, Change::Promote) && self.moves() != before {
            self.set_result(GameResult::Unknown);
        }
        Ok(())
    }
}

/// A line with its annotations, unpacked for changes.
#[derive(Default)]
struct Tree {
    comment: String,
    moves: Vec<TreeMove>,
}

/// A move with its annotations.
struct TreeMove {
    mv: Move,
    nags: Vec<u8>,
    comment: String,
    variations: Vec<Tree>,
}

impl From<Line<'_>> for Tree {
    fn from(line: Line<'_>) -> Tree {
        let moves = line.moves().map(|annotated| TreeMove {
            nags: annotated.nags.to_vec(),
            comment: annotated.comment.to_owned(),
            variations: annotated.variations().map(Tree::from).collect(),
            mv: annotated.mv,
        });
        Tree { comment: line.comment().to_owned(), moves: moves.collect() }
    }
}

impl Tree {
    fn packed(self) -> PackedLine {
        let mut line = PackedLine::default();
        line.comment = self.comment;
        for TreeMove { mv, nags, comment, variations } in self.moves {
            let last = line.push(mv);
            (last.nags, last.comment) = (nags, comment);
            for variation in variations {
                last.add_variation(variation.packed());
            }
        }
        line.finished()
    }

    /// Makes a change at the end of `path`.
    fn change(&mut self, path: &[Move], change: Change<'_>) -> Result<(), EditError> {
        let same = self.moves.iter().zip(path).take_while(|(own, mv)| own.mv == **mv).count();
        let rest = &path[same..];
        let Some(next) = rest.first() else { return self.change_last(same, change) };
        let Some(own) = self.moves.get_mut(same) else {
            // The path is longer than the line.
            if !matches!(change, Change::Add) {
                return Err(EditError::NotFound);
            }
            let new = |mv| TreeMove { mv, nags: Vec::new(), comment: String::new(), variations: Vec::new() };
            self.moves.extend(rest.iter().cloned().map(new));
            return Ok(());
        };
        let known = own.variations.iter().position(|line| line.has_first(next));
        let index = known.unwrap_or(own.variations.len());
        if known.is_none() {
            own.variations.push(Tree::default());
        }
        let variation = &mut own.variations[index];
        if matches!(change, Change::Promote) && variation.begins_with(rest) {
            let found = own.variations.remove(index);
            let mut others = std::mem::take(&mut own.variations);
            others.insert(0, Tree { comment: String::new(), moves: self.moves.split_off(same) });
            self.append(found, others);
        } else {
            variation.change(rest, change)?;
            // A variation without moves is deleted.
            if variation.moves.is_empty() {
                own.variations.remove(index);
            }
        }
        Ok(())
    }

    /// Changes the last of the first `count` moves, or the comment before the first move.
    fn change_last(&mut self, count: usize, change: Change<'_>) -> Result<(), EditError> {
        let last = self.moves[..count].last_mut();
        match change {
            Change::Comment(text) => {
                let comment = last.map_or(&mut self.comment, |last| &mut last.comment);
                *comment = with_commands(comment, text);
            }
            Change::Delete | Change::Promote if count == 0 => return Err(EditError::NotFound),
            Change::Add | Change::Promote | Change::PromoteToMain => {}
            Change::Delete => {
                let deleted = self.moves.split_off(count - 1).into_iter().next();
                let mut variations = deleted.into_iter().flat_map(|deleted| deleted.variations);
                if let Some(first) = variations.find(|line| !line.moves.is_empty()) {
                    self.append(first, variations);
                }
            }
        }
        Ok(())
    }

    /// Appends a variation. Its first move gets the lines `others` as variations, before its own.
    fn append(&mut self, variation: Tree, others: impl IntoIterator<Item = Tree>) {
        let Tree { comment, mut moves } = variation;
        if let Some(first) = moves.first_mut() {
            let comments = [comment, std::mem::take(&mut first.comment)];
            let comments = comments.into_iter().filter(|text| !text.is_empty());
            first.comment = comments.collect::<Vec<_>>().join(" ");
            first.variations.splice(..0, others);
        }
        self.moves.append(&mut moves);
    }

    /// Returns whether the line begins with a move, or has that move as an alternative to its first move.
    fn has_first(&self, mv: &Move) -> bool {
        let first = self.moves.first();
        first.is_some_and(|first| first.mv == *mv || first.variations.iter().any(|line| line.has_first(mv)))
    }

    /// Returns whether the moves, without their variations, begin with a path.
    fn begins_with(&self, path: &[Move]) -> bool {
        self.moves.iter().take(path.len()).map(|own| &own.mv).eq(path)
    }

    /// Returns the maximum depth of nested variations.
    fn nesting(&self) -> usize {
        let variations = self.moves.iter().flat_map(|own| &own.variations);
        variations.map(|variation| 1 + variation.nesting()).max().unwrap_or(0)
    }
}

/// Returns a comment with the commands of the old one, unless it has commands itself.
fn with_commands(old: &str, new: &str) -> String {
    let (commands, _) = split_commands(old);
    if commands.is_empty() || !split_commands(new).0.is_empty() {
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
/// assert_eq!(split_commands(comment), ("[%clk 0:04:57]".to_owned(), "good but slow".to_owned()));
/// ```
pub fn split_commands(comment: &str) -> (String, String) {
    let (mut commands, mut words, mut rest) = (Vec::new(), String::new(), comment);
    while let Some(at) = rest.find("[%")
        && let Some(end) = rest[at..].find(']')
    {
        words += &rest[..at];
        commands.push(&rest[at..=at + end]);
        rest = &rest[at + end + 1..];
        if words.ends_with(' ') {
            rest = rest.trim_start();
        }
    }
    (commands.join(" "), (words + rest).trim().to_owned())
}
