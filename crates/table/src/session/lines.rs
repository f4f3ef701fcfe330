//! The lines of a game, both read from its file and tried in this session.

#[cfg(test)]
mod tests;

use rankmoves_core::Ply;
use rankmoves_core::pdn::{GameResult, Record};

use super::{Reply, Risk, Session};

/// The lines of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    /// The lines; `None` until there is a second line or a comment, or if PDN cannot hold the game.
    record: Option<Record>,
    /// The main line when it was read, if it was. Lines played later then become variations.
    read: Option<Vec<Ply>>,
    /// True if the lines or comments have changed since the record was set.
    is_changed: bool,
    /// The number of changes so far.
    changes: u64,
}

/// The error message for a game that PDN cannot hold.
const NOT_PDN: &str = "only games of English draughts on the standard board keep comments and variations";

impl Session {
    /// Keeps the record that the game was read from.
    pub fn set_record(&mut self, record: Option<Record>) {
        let changes = self.lines.changes + 1;
        let read = record.as_ref().map(|record| record.moves().iter().map(Ply::from).collect());
        self.lines = Lines { read, is_changed: false, record, changes };
    }

    /// Returns the lines of the game, if it was read from PDN or has several lines or a comment.
    pub fn record(&self) -> Option<&Record> {
        self.lines.record.as_ref()
    }

    /// Returns whether the main line was read from PDN.
    pub fn is_read(&self) -> bool {
        self.lines.read.is_some()
    }

    /// Returns the result that the game was read with, if any. Moves played in such a game are variations.
    pub fn read_result(&self) -> Option<GameResult> {
        let record = self.record().filter(|_| self.is_read());
        record.map(Record::result).filter(|&result| result != GameResult::Unknown)
    }

    /// Describes the game's result, if it is over at the cursor, or if it was read with a result and the cursor is at
    /// the end of the main line that was read.
    pub fn result(&self) -> Option<String> {
        if let Some(outcome) = self.game.outcome() {
            return Some(outcome.to_string());
        }
        let result = self.read_result().filter(|_| self.lines.read.as_deref() == Some(self.game.played()))?;
        let who = match result {
            GameResult::RedWins => "red wins",
            GameResult::BlackWins => "black wins",
            GameResult::Draw | GameResult::Unknown => "a draw",
        };
        Some(format!("{who}, according to the file"))
    }

    /// Returns whether lines or comments were added here, or changed.
    pub(crate) fn has_changed_lines(&self) -> bool {
        self.lines.is_changed
    }

    /// Returns the number of changes to the [record](Self::record).
    pub fn record_changes(&self) -> u64 {
        self.lines.changes
    }

    /// Keeps the line just played. `before` is the line before that; the new one may continue or replace it.
    pub(super) fn keep_line(&mut self, before: &[Ply]) {
        if self.lines.record.is_none() && !self.game.plies().starts_with(before) {
            self.lines.record = Record::new(*self.game.start(), before).ok();
        }
        if self.lines.record.is_none() {
            return;
        }
        let becomes_main = !self.is_read() && !self.is_finished();
        // A line that the record refuses is not kept.
        let _ = self.change(|record, played| {
            let added = record.add(played);
            if added.is_ok() && becomes_main {
                // The line may be nested too deep to be promoted.
                let _ = record.promote_to_main(played);
            }
            added
        });
    }

    /// Gives the record the result of the finished game, or of the game at the cursor, if that is its main line.
    /// A record that was read keeps its own result.
    pub(super) fn record_result(&mut self) {
        let ended = self.finished().unwrap_or(&self.game);
        let outcome = ended.outcome().filter(|_| !self.is_read());
        let plies = ended.plies();
        let is_main =
            |record: &Record| record.begins_with(plies) && record.line().moves().len() == plies.len();
        if let Some(outcome) = outcome.filter(|_| self.record().is_some_and(is_main))
            && let Some(record) = &mut self.lines.record
        {
            record.set_result(GameResult::from(outcome));
        }
    }

    /// Takes the result from the record, unless the record was read.
    pub(super) fn forget_result(&mut self) {
        if !self.is_read()
            && let Some(record) = &mut self.lines.record
        {
            record.set_result(GameResult::Unknown);
        }
    }

    /// Sets the comment on the last move, or on the start.
    pub(super) fn comment(&mut self, text: &str) -> Result<Reply, String> {
        self.change(|record, played| record.comment(played, text))?;
        let message = match text {
            "" => "the comment is removed",
            _ if text.contains(['{', '}']) => {
                "the comment is set, with parentheses instead of braces, as PDN needs"
            }
            _ => "the comment is set",
        };
        Ok(Reply::Set(message.to_owned()))
    }

    /// Promotes the current variation above the line that it branches from.
    pub(super) fn promote(&mut self) -> Result<Reply, String> {
        if self.record().is_none_or(|record| record.begins_with(self.game.played())) {
            return Err("this is the main line".to_owned());
        }
        self.change(Record::promote)?;
        // The promoted variation is continued instead of the finished game.
        self.reopen();
        let is_main = self.record().is_some_and(|record| record.begins_with(self.game.played()));
        let place = if is_main { "the main line" } else { "above the line that it branches from" };
        Ok(Reply::Set(format!("this variation is now {place}")))
    }

    /// Deletes the last move with everything after it.
    pub(super) fn delete(&mut self) -> Result<Reply, String> {
        self.refuse_if_begun()?;
        if self.game.played().is_empty() {
            return Err("there is no move to delete".to_owned());
        }
        let is_last = self.game.played().len() == self.game.plies().len();
        self.confirm(Risk::Delete(self.game.played().to_vec()), !is_last)?;
        // A declared end is deleted with the move before it.
        let end = usize::from(self.game.declared_end().is_some());
        if self.lines.record.is_some() {
            self.change(Record::delete)?;
        }
        if self.is_in_finished_line() {
            self.reopen();
        }
        self.game.undo(1 + end);
        self.game.truncate();
        self.rejoin();
        self.forget_thought();
        Ok(Reply::Stepped("the move is deleted, with all later ones".to_owned()))
    }

    fn change<E: ToString>(
        &mut self,
        change: impl FnOnce(&mut Record, &[Ply]) -> Result<(), E>,
    ) -> Result<(), String> {
        if self.lines.record.is_none() {
            self.lines.record = Record::new(*self.game.start(), self.game.plies()).ok();
        }
        let record = self.lines.record.as_mut().ok_or(NOT_PDN)?;
        change(record, self.game.played()).map_err(|why| why.to_string())?;
        self.lines.changes += 1;
        self.lines.is_changed = true;
        self.loss_guard.is_tried = true;
        self.record_result();
        Ok(())
    }
}
