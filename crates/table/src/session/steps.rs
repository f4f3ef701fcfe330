//! Steps back and forward in a game, and to its other lines.

use std::mem;

use rankmoves_game::Game;

use super::Session;

/// The result of stepping back or forward in the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SteppedPlies {
    /// The number of plies stepped over.
    pub plies: usize,
    /// True if a declared end, such as a resignation, was stepped over too.
    pub declared_end: bool,
    /// True if an unfinished chain was taken back too.
    pub chain: bool,
}

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
        self.truncate_clock(plies.take_while(|(new, old)| new == old).count());
        let left = mem::replace(&mut self.game, game);
        self.left.get_or_insert((left, timing));
    }

    /// Takes back up to `turns` turns. A turn is an unfinished chain, a declared end, or a ply. If exactly one
    /// side is a program, a turn goes back to the human's previous move, because the program would otherwise
    /// move again at once.
    pub fn undo(&mut self, turns: usize) -> SteppedPlies {
        let chain = turns > 0 && self.chain.take().is_some();
        let turns = turns - usize::from(chain);
        if turns > 0 {
            self.reopen();
        }
        let withdrawn = usize::from(self.game.declared_end().is_some() && turns > 0);
        self.game.undo(withdrawn);
        let at = self.game.played().len();
        let stops = (0..at).rev().filter(|&at| self.is_stop(at));
        let plies = stops.take(turns - withdrawn).last().map_or(0, |target| at - target);
        let undone = SteppedPlies { plies: self.game.undo(plies), declared_end: withdrawn > 0, chain };
        self.forget_thought_of_others(at);
        undone
    }

    /// Replays turns that were taken back, then the declared end that followed them, if any.
    pub fn redo(&mut self, turns: usize) -> SteppedPlies {
        self.chain = None;
        let (at, end) = (self.game.played().len(), self.game.plies().len());
        let stops = (at + 1..=end).filter(|&at| at == end || self.is_stop(at));
        let stops: Vec<usize> = stops.take(turns).collect();
        let plies = stops.last().map_or(0, |target| target - at);
        let redone = self.game.redo(plies + usize::from(stops.len() < turns));
        self.forget_thought_of_others(at);
        SteppedPlies { plies, declared_end: redone > plies, chain: false }
    }

    /// Goes to the position after `plies` plies, or to the end if there are fewer. Drops an unfinished chain.
    /// Moves played before the end of a finished game then become variations of it.
    pub fn go_to(&mut self, plies: usize) {
        self.chain = None;
        let (at, count) = (self.game.played().len(), self.game.plies().len());
        // A declared end counts as a ply.
        if plies < at {
            self.study();
            let withdrawn = usize::from(self.game.declared_end().is_some());
            self.game.undo(at - plies + withdrawn);
        } else {
            let end = if plies < count { plies } else { count + 1 };
            self.game.redo(end - at);
        }
        self.forget_thought_of_others(at);
    }

    /// Forgets the thinking time if the number of played plies is no longer `plies`, because that time was
    /// spent on another move.
    fn forget_thought_of_others(&mut self, plies: usize) {
        if self.game.played().len() != plies {
            self.forget_thought();
        }
    }

    /// Returns whether undo and redo may stop after `plies` plies.
    fn is_stop(&self, plies: usize) -> bool {
        let first = self.game.start().turn();
        let turn = if plies.is_multiple_of(2) { first } else { first.opponent() };
        self.is_studied() || self.person().is_none_or(|person| person == turn)
    }
}
