//! The lines of a game, both read from its file and tried in this session, and the steps in them.

#[cfg(test)]
mod tests;

use std::mem;

use rankmoves_core::pdn::{GameResult, Record};
use rankmoves_core::{Move, Ply};
use rankmoves_game::{Game, Outcome};

use super::{Reply, Risk, Session};
use shell::quantity;

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
        let level = if is_main { "the main line" } else { "above the line that it branches from" };
        Ok(Reply::Set(format!("this variation is now {level}")))
    }

    /// Deletes the last move with everything after it.
    pub(super) fn delete(&mut self) -> Result<Reply, String> {
        self.refuse_if_begun()?;
        if self.game.played().is_empty() {
            return Err("there is no move to delete".to_owned());
        }
        let at = self.game.played().len();
        let is_last = at == self.game.plies().len() && self.rest_of_line().is_empty();
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
        self.forget_times(self.game.played().len());
        self.rejoin();
        if !self.is_in_finished_line() {
            let rest = self.rest_of_line();
            for mv in &rest {
                self.game.record(mv).expect("a record's moves are legal");
            }
            self.game.undo(rest.len());
        }
        Ok(Reply::Stepped("the move is deleted, with all later ones".to_owned()))
    }

    /// Returns the moves that follow the game's plies in their line of the record, if it has them.
    fn rest_of_line(&self) -> Vec<Move> {
        self.record().and_then(|record| record.line().moves_after(self.game.plies())).unwrap_or_default()
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

    /// Switches to another line of the same game, which keeps the times of the plies that both lines share. The
    /// first line that is left keeps its declared end and its clock, and gets them back when it is followed
    /// again. A line that only continues the current one does not leave it.
    pub fn follow(&mut self, game: Game) {
        self.chain = None;
        if game.plies() == self.game.plies() {
            return;
        }
        self.loss_guard.kept = game.plies().to_vec();
        self.keep_finished();
        if self.is_finished() {
            self.game = game;
            self.rejoin();
            return;
        }
        if let Some((game, timing)) = self.left.take_if(|(left, _)| left.plies() == game.plies()) {
            (self.game, self.timing) = (game, timing);
            return;
        }
        if game.plies().starts_with(self.game.plies()) {
            self.game = game;
            return;
        }
        let timing = self.timing.clone();
        let plies = game.plies().iter().zip(self.game.plies());
        let common = plies.take_while(|(new, old)| new == old).count();
        self.forget_times(common);
        let left = mem::replace(&mut self.game, game);
        self.left.get_or_insert((left, timing));
    }

    /// Takes back up to `turns` turns. A turn is an unfinished chain, a declared end, or a ply. If exactly one
    /// side is a program, a turn goes back to the human's previous move, because the program would otherwise
    /// move again at once.
    pub(super) fn undo(&mut self, turns: usize) -> Result<Reply, String> {
        let chain = turns > 0 && self.chain.take().is_some();
        let turns = turns - usize::from(chain);
        let outcome = self.game.outcome();
        let is_end =
            outcome.is_some() && self.finished().is_none_or(|game| game.plies() == self.game.plies());
        if turns > 0 && is_end {
            self.reopen();
            self.forget_result();
        }
        let withdrawn = usize::from(self.game.declared_end().is_some() && turns > 0);
        self.game.undo(withdrawn);
        let at = self.game.played().len();
        let stops = (0..at).rev().filter(|&at| self.is_stop(at));
        let count = stops.take(turns - withdrawn).last().map_or(0, |target| at - target);
        self.game.undo(count);
        self.rejoin_from(at);
        let parts = [
            chain.then(|| "the unfinished chain".to_owned()),
            (withdrawn > 0).then(|| declared(outcome).to_owned()),
            (count > 0).then(|| quantity(count, "ply", "plies")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let verb = match parts.as_slice() {
            [] => return Err("there is nothing to undo".to_owned()),
            [_] if count > 0 => "taken back",
            [_] => "is taken back",
            _ => "are taken back",
        };
        Ok(Reply::Stepped(format!("{} {verb}", parts.join(" and "))))
    }

    /// Replays turns that were taken back, then the declared end that followed them, if any.
    pub(super) fn redo(&mut self, turns: usize) -> Result<Reply, String> {
        self.refuse_if_begun()?;
        let (at, end) = (self.game.played().len(), self.game.plies().len());
        let stops = (at + 1..=end).filter(|&at| at == end || self.is_stop(at));
        let stops: Vec<usize> = stops.take(turns).collect();
        let count = stops.last().map_or(0, |target| target - at);
        let redone = self.game.redo(count + usize::from(stops.len() < turns));
        self.rejoin_from(at);
        let ended = declared(self.game.outcome());
        let text = match (count, redone > count) {
            (0, false) => return Err("there is nothing to redo".to_owned()),
            (0, true) => format!("{ended} is restored"),
            (count, false) => format!("{} played again", quantity(count, "ply", "plies")),
            (count, true) => {
                format!("{} played again, and {ended} is restored", quantity(count, "ply", "plies"))
            }
        };
        Ok(Reply::Stepped(text))
    }

    /// Goes to the position after `plies` plies, or to the end if there are fewer. Drops an unfinished chain.
    /// At the end of a game, begins to keep it: see [`is_finished`](Self::is_finished).
    pub fn go_to(&mut self, plies: usize) {
        self.chain = None;
        let at = self.game.played().len();
        if plies < at {
            self.keep_finished();
            // A declared end counts as a ply.
            let withdrawn = usize::from(self.game.declared_end().is_some());
            self.game.undo(at - plies + withdrawn);
        } else {
            self.game.redo(plies.min(self.game.plies().len()) - at);
        }
        self.rejoin_from(at);
    }

    /// Returns whether the game has ended here, and the user has since gone to an earlier place in it. Moves
    /// played there are variations, no program replies, and no clock runs. Undo at the end continues the game.
    pub fn is_finished(&self) -> bool {
        self.finished().is_some()
    }

    /// Returns the game as it ended, if it [is finished](Self::is_finished).
    pub(super) fn finished(&self) -> Option<&Game> {
        self.ended.as_ref().map(|(game, _)| game)
    }

    /// Returns the game to save. At an earlier place of a finished game, this is the game as it ended if its lines go
    /// on after the end, as they do if moves were taken back before a player resigned or ran out of time.
    pub fn game_to_save(&self) -> &Game {
        let goes_on = |ended: &&Game| {
            let longer = self.record().filter(|record| record.begins_with(ended.plies()));
            ended.declared_end().is_some()
                && self.is_in_finished_line()
                && longer.is_some_and(|record| record.line().moves().len() > ended.plies().len())
        };
        self.finished().filter(goes_on).unwrap_or(&self.game)
    }

    /// Keeps the game if it has ended at the cursor.
    fn keep_finished(&mut self) {
        if !self.is_finished() && self.game.outcome().is_some() {
            self.ended = Some((self.game.clone(), self.timing.clone()));
            self.left = None;
        }
    }

    /// Forgets that the game has ended.
    pub(super) fn reopen(&mut self) {
        self.ended = None;
    }

    /// Returns whether the plies up to the cursor are those of the finished game.
    pub(super) fn is_in_finished_line(&self) -> bool {
        self.finished().is_some_and(|game| game.plies().starts_with(self.game.played()))
    }

    /// Continues the line of the finished game if the cursor is in it. Its end stands again after the last ply.
    pub(super) fn rejoin(&mut self) {
        if let Some((game, timing)) = self.ended.as_ref().filter(|_| self.is_in_finished_line()).cloned() {
            // The plies may go on after an end by the rules.
            let (at, end) = (self.game.played().len(), game.played().len());
            let withdrawn = usize::from(at < end && game.declared_end().is_some());
            (self.game, self.timing) = (game, timing);
            self.game.undo(end.saturating_sub(at) + withdrawn);
            self.game.redo(at.saturating_sub(end));
        }
    }

    /// [Rejoins](Self::rejoin) the finished game after a step from the position after `plies` plies. Forgets the
    /// thinking time if the position is another one now, because that time was spent on another move.
    fn rejoin_from(&mut self, plies: usize) {
        self.rejoin();
        if self.game.played().len() != plies {
            self.forget_thought();
        }
    }

    /// Returns whether undo and redo may stop after `plies` plies.
    fn is_stop(&self, plies: usize) -> bool {
        let turn = self.game.all_positions()[plies].turn();
        self.is_finished() || self.person().is_none_or(|person| person == turn)
    }
}

/// Names a declared end of a game in messages.
fn declared(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::OutOfTime { .. }) => "the loss on time",
        Some(Outcome::Agreed) => "the agreed draw",
        _ => "the resignation",
    }
}
