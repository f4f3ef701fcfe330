//! Steps back and forward in a game, and to its other lines.

use std::mem;

use rankmoves_game::{Game, Outcome};

use super::{Reply, Session};
use shell::quantity;

impl Session {
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
        if let Some((game, timing)) = self.suspended.take_if(|(left, _)| left.plies() == game.plies()) {
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
        if let Some(timing) = &mut self.timing {
            timing.clock.truncate(common);
        }
        self.forget_thought();
        let left = mem::replace(&mut self.game, game);
        self.suspended.get_or_insert((left, timing));
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
        self.suspended.as_ref().map(|(game, _)| game).filter(|game| game.outcome().is_some())
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
            self.suspended = Some((self.game.clone(), self.timing.clone()));
        }
    }

    /// Forgets that the game has ended.
    pub(super) fn reopen(&mut self) {
        self.suspended.take_if(|(game, _)| game.outcome().is_some());
    }

    /// Returns whether the plies up to the cursor are those of the finished game.
    pub(super) fn is_in_finished_line(&self) -> bool {
        self.finished().is_some_and(|game| game.plies().starts_with(self.game.played()))
    }

    /// Continues the line of the finished game if the cursor is in it. Its end stands again after the last ply.
    pub(super) fn rejoin(&mut self) {
        if let Some((game, timing)) = self.suspended.as_ref().filter(|_| self.is_in_finished_line()).cloned()
        {
            let undone = game.plies().len() - self.game.played().len();
            let withdrawn = usize::from(undone > 0 && game.declared_end().is_some());
            (self.game, self.timing) = (game, timing);
            self.game.undo(undone + withdrawn);
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
