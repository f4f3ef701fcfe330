//! The scores of moves.

use std::fmt::Write as _;

use super::Walk;
use super::configuration::{Configuration, is_king};
#[allow(clippy::enum_glob_use, reason = "nearly all of them are switches here")]
use crate::mistake::Mistake::*;
use rankmoves_core::Player;

impl Walk {
    /// Returns the moves with their scores, and writes the tree to `out`.
    pub(super) fn rank(
        &mut self,
        configuration: &Configuration,
        depth: u32,
        level: usize,
        out: &mut Option<&mut String>,
    ) -> Option<Vec<(String, i32)>> {
        let player = configuration.turn;
        let indent = "    ".repeat(level);
        let mut ranked = Vec::new();
        let mut carried = None;
        for (path, after) in self.moves(configuration, level == 0)? {
            let score = if depth == 0 {
                self.score_of_leaf(if self.has(ScoreBeforeMove) { configuration } else { &after }, player)?
            } else {
                if let Some(out) = out {
                    writeln!(out, "{indent}? {path} for {player}:").ok()?;
                }
                let replies = self.rank(&after, depth - 1, level + 1, out)?;
                if replies.is_empty() && self.has(NoReplyStatic) {
                    self.score_of_leaf(&after, player)?
                } else {
                    self.score_of_replies(&replies, &after, player, &mut carried)
                }
            };
            if let Some(out) = out {
                writeln!(out, "{indent}. {path} for {player}: score {score}").ok()?;
            }
            ranked.push((path, score));
        }
        Some(ranked)
    }

    fn score_of_leaf(&mut self, after: &Configuration, player: Player) -> Option<i32> {
        let player = if self.has(ScoreOfOpponent) { player.opponent() } else { player };
        let player = if self.has(ScoreAlwaysReds) { Player::Red } else { player };
        let is_stuck = !self.has(OwnStuckForgotten) && self.is_stuck(after, player)?;
        let is_unseen = self.has(OtherStuckForgotten)
            || self.has(OtherBlockedForgotten) && !after.pieces(player.opponent()).is_empty();
        let has_won = !is_unseen && self.is_stuck(after, player.opponent())?;
        Some(match (is_stuck, has_won) {
            (true, true) if self.has(StuckOrder) => 99,
            (true, _) => -99,
            (_, true) => 99,
            _ => self.material(after, player) - self.material(after, player.opponent()),
        })
    }

    fn is_stuck(&mut self, configuration: &Configuration, player: Player) -> Option<bool> {
        for from in configuration.pieces(player) {
            let (steps, jumps) = self.moves_of(configuration, from)?;
            self.moves_left = self.moves_left.checked_sub((steps.len() + jumps.len()) as u64)?;
            if !steps.is_empty() || (!jumps.is_empty() && !self.has(StuckDespiteJumps)) {
                return Some(false);
            }
        }
        Some(true)
    }

    fn material(&self, configuration: &Configuration, player: Player) -> i32 {
        let king = match (self.has(KingsCountOne), self.has(KingsCountThree)) {
            (true, _) => 1,
            (_, true) => 3,
            _ => 2,
        };
        let pieces = configuration.pieces(player).into_iter().map(|cell| configuration.get(cell));
        pieces.map(|piece| if is_king(piece) { king } else { 1 }).sum()
    }

    /// Returns the score of a move from the scores of the replies. `carried` is the best reply to
    /// the moves before it that have the same parent.
    fn score_of_replies(
        &self,
        replies: &[(String, i32)],
        after: &Configuration,
        player: Player,
        carried: &mut Option<i32>,
    ) -> i32 {
        let mut scores = replies.iter().map(|&(_, score)| score);
        let chosen = if self.has(WorstReply) {
            scores.min()
        } else if self.has(FirstReply) {
            scores.next()
        } else {
            scores.max()
        };
        let Some(mut chosen) = chosen else {
            let is_blocked = !after.pieces(player.opponent()).is_empty();
            return if self.has(NoReplyLoses) || (self.has(NoReplyBlocked) && is_blocked) {
                -99
            } else if self.has(NoReplyMaterial) {
                self.material(after, player) - self.material(after, player.opponent())
            } else {
                99
            };
        };
        if self.has(BestCarriedOver) {
            chosen = carried.map_or(chosen, |before| before.max(chosen));
            *carried = Some(chosen);
        }
        if self.has(SignNotTurned) { chosen } else { -chosen }
    }
}
