//! Games from files.

use std::path::PathBuf;

use rankmoves_core::Ply;
use rankmoves_core::pdn::{Annotated, Record, split_commands};

use table::loading::{ArchiveEntry, Summary};

pub struct RecordMove<'a> {
    pub annotated: Annotated<'a>,
    /// The comment on the move. If a variation begins with the move, the variation's comment comes first.
    pub comment: String,
}

impl RecordMove<'_> {
    pub fn is(&self, ply: &Ply) -> bool {
        Ply::from(&self.annotated.mv) == *ply
    }
}

/// The file that the game came from, with its games.
#[derive(Clone, Debug, Default)]
pub struct Library {
    pub path: PathBuf,
    pub games: Vec<Summary>,
    /// The game that was opened.
    pub entry: ArchiveEntry,
    /// The number of changes to the session's record when the current line was last found in it.
    pub changes: u64,
    /// The variations that lead from the record's main line to the current line.
    pub branches: Vec<Branch>,
    /// The plies of the game that was read last.
    pub plies: Vec<Ply>,
    /// The index of the selected game.
    pub pointed: usize,
    /// The number of the pending request for a file. Programs wait for the file; a change to the game cancels it.
    pub loading: Option<u64>,
    /// The number of files requested so far.
    pub requests: u64,
}

/// A variation of a record.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// The index of the replaced move.
    index: usize,
    /// The index of the variation among the variations of the move.
    variation: usize,
}

impl Library {
    /// Returns the moves of the current line: the moves of the main line or, after a branch, of the variation.
    pub fn line<'a>(&self, record: &'a Record) -> Vec<RecordMove<'a>> {
        let own = |annotated: Annotated<'a>| {
            let (_, comment) = split_commands(annotated.comment);
            RecordMove { annotated, comment }
        };
        let mut moves: Vec<RecordMove<'a>> = record.line().moves().map(own).collect();
        for &Branch { index, variation } in &self.branches {
            let Some(line) = moves.get(index).and_then(|mv| mv.annotated.variations().nth(variation)) else {
                break;
            };
            moves.truncate(index);
            moves.extend(line.moves().map(own));
            if let Some(first) = moves.get_mut(index) {
                let (_, of_line) = split_commands(line.comment());
                first.comment = format!("{of_line} {}", first.comment).trim().into();
            }
        }
        moves
    }

    /// Finds the line of a record that has these plies, from the main line on.
    pub fn find_line(&mut self, record: &Record, plies: &[Ply]) {
        loop {
            let line = self.line(record);
            let Some(index) = line.iter().zip(plies).position(|(mv, ply)| !mv.is(ply)) else { return };
            let mut variations = line[index].annotated.variations();
            let Some(variation) =
                variations.position(|line| line.moves_after(&plies[index..=index]).is_some())
            else {
                return;
            };
            self.branches.push(Branch { index, variation });
        }
    }

    /// Switches to the next alternative to a move. After the last alternative, switches back to the line from
    /// which they all branch off. Returns whether there is an alternative.
    pub fn vary(&mut self, record: &Record, index: usize) -> bool {
        let mut is_found = self.enter(record, index, 0);
        while !is_found && let Some(branch) = self.branches.pop_if(|branch| branch.index == index) {
            let is_last = self.branches.last().is_none_or(|branch| branch.index != index);
            is_found = self.enter(record, index, branch.variation + 1) || is_last;
        }
        is_found
    }

    /// Enters a variation or, if it is empty, the next variation with moves. Returns whether one was entered.
    fn enter(&mut self, record: &Record, index: usize, variation: usize) -> bool {
        let line = self.line(record);
        let variations = line.get(index).map(|mv| mv.annotated.variations().enumerate().skip(variation));
        let found = variations.into_iter().flatten().find(|(_, line)| line.moves().len() > 0);
        self.branches.extend(found.map(|(variation, _)| Branch { index, variation }));
        found.is_some()
    }

    /// Goes back to the line from which this one branches off. Returns the plies up to, and with, the replaced move.
    pub fn leave(&mut self) -> Option<usize> {
        self.branches.pop().map(|branch| branch.index + 1)
    }
}
