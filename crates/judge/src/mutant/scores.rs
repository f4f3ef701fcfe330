//! The scores of moves.

use std::fmt::Write as _;

use super::{Configuration, MAX_MUTANT_DEPTH, Walk};
#[allow(clippy::enum_glob_use, reason = "nearly all of them are switches here")]
use crate::mistake::Mistake::*;
use rankmoves_core::Player;

impl Walk {
    /// Returns the moves with their scores, and writes the tree to `out`. Returns `None` if the tree is too large
    /// or too deep.
    pub(super) fn rank(
        &mut self,
        configuration: &Configuration,
        depth: u32,
        level: usize,
        out: &mut Option<&mut String>,
    ) -> Option<Vec<(String, i32)>> {
        if level > MAX_MUTANT_DEPTH as usize + 1 {
            self.moves_left.set(0);
            return None;
        }
        let player = configuration.turn;
        let indent = if out.is_some() { "    ".repeat(level) } else { String::new() };
        let mut ranked = Vec::new();
        let mut carried = None;
        let moves = self.moves(configuration, level == 0)?;
        if self.has(RepetitionDrawn) {
            self.line.push(configuration.clone());
        }
        let is_memoised = out.is_none() && self.has(DepthNotInMemo);
        for (path, mut after) in moves {
            if let Some(out) = out.as_mut().filter(|_| depth > 0) {
                writeln!(out, "{indent}? {path} for {player}:").ok()?;
            }
            if depth > 0 && self.has_for(SamePlayerReplies, player) {
                after.turn = player;
            }
            let score = if self.line.contains(&after) {
                0
            } else if let Some(&stored) = self.memo.get(&after) {
                stored
            } else if depth == 0 {
                let scored = if self.has_for(ScoreBeforeMove, player) { configuration } else { &after };
                self.score_of_leaf(scored, player)?
            } else {
                let replies = self.rank(&after, depth - 1, level + 1, out)?;
                if replies.is_empty() && self.has_for(NoReplyStatic, player) {
                    self.score_of_leaf(&after, player)?
                } else {
                    self.score_of_replies(&replies, &after, player, &mut carried)
                }
            };
            if is_memoised {
                self.memo.insert(after, score);
            }
            if let Some(out) = out {
                let is_turned = player != self.first_player && self.has(RootPlayersScorePrinted);
                let printed = if is_turned { -score } else { score };
                writeln!(out, "{indent}. {path} for {player}: score {printed}").ok()?;
            }
            ranked.push((path, score));
        }
        self.line.pop();
        Some(ranked)
    }

    fn score_of_leaf(&self, after: &Configuration, mover: Player) -> Option<i32> {
        let is_roots = mover != self.first_player && self.has(RootPlayersView);
        let player = if is_roots { self.first_player } else { mover };
        let player = if self.has_for(ScoreOfOpponent, mover) { player.opponent() } else { player };
        let is_reds = player != Player::Red && self.has(ScoreAlwaysReds);
        let player = if is_reds { Player::Red } else { player };
        let has = |mistake| self.has_for(mistake, mover);
        let is_forgotten = has(StuckForgotten) || has(OwnStuckForgotten);
        let is_unseen = has(StuckForgotten)
            || has(OtherStuckForgotten)
            || has(OtherBlockedForgotten) && after.pieces(player.opponent()).next().is_some();
        let is_stuck = !is_forgotten && self.is_stuck(after, player)?;
        let has_won = !is_unseen && self.is_stuck(after, player.opponent())?;
        Some(match (is_stuck, has_won) {
            (true, true) if has(StuckOrder) => 99,
            (true, _) => -99,
            (_, true) => 99,
            _ => self.balance(after, player, mover),
        })
    }

    /// Returns the score of the material for a player, after a move of `mover`.
    fn balance(&self, configuration: &Configuration, player: Player, mover: Player) -> i32 {
        let is_reds = player != Player::Red && self.has(MaterialAlwaysReds);
        let player = if is_reds { Player::Red } else { player };
        let own = self.material(configuration, player);
        if self.has_for(OwnMaterialOnly, mover) {
            return own;
        }
        let balance = own - self.material(configuration, player.opponent());
        if balance < 0 && self.has_for(MaterialWithoutSign, mover) { -balance } else { balance }
    }

    fn material(&self, configuration: &Configuration, player: Player) -> i32 {
        let count = |piece| configuration.cells.iter().map(|&cell| i32::from(cell == piece)).sum::<i32>();
        let man = if player == Player::Red { b'r' } else { b'b' };
        let kings = count(man.to_ascii_uppercase());
        let values = [(KingsCountZero, 0), (KingsCountOne, 1), (KingsCountThree, 3)];
        let value = values.into_iter().find(|&(mistake, _)| kings > 0 && self.has_for(mistake, player));
        count(man) + kings * value.map_or(2, |(_, value)| value)
    }

    /// Returns the score of a move from the scores of the replies. `carried` is the highest score of a reply
    /// to the earlier moves with the same parent.
    fn score_of_replies(
        &self,
        replies: &[(String, i32)],
        after: &Configuration,
        player: Player,
        carried: &mut Option<i32>,
    ) -> i32 {
        let has = |mistake| self.has_for(mistake, player);
        let Some(mut chosen) = self.chosen(replies, player) else {
            let is_blocked = after.pieces(player.opponent()).next().is_some();
            return if has(NoReplyLoses) || is_blocked && has(NoReplyBlocked) {
                -99
            } else if has(NoReplyZero) {
                0
            } else if has(NoReplyMaterial) {
                self.balance(after, player, player)
            } else {
                99
            };
        };
        if chosen == 0 && has(ZeroIsNoReply) {
            return 99;
        }
        let highest = carried.map_or(chosen, |before| before.max(chosen));
        *carried = Some(highest);
        if highest != chosen && has(BestCarriedOver) {
            chosen = highest;
        }
        if chosen != 0 && has(SignNotTurned) { chosen } else { chosen.saturating_neg() }
    }

    /// Returns the score of the reply that the opponent of `player` chooses, if there is one.
    fn chosen(&self, replies: &[(String, i32)], player: Player) -> Option<i32> {
        let has = |mistake| self.has_for(mistake, player);
        let mut scores = replies.iter().map(|&(_, score)| score);
        if has(WorstReply) {
            scores.min()
        } else if has(FirstReply) {
            scores.next()
        } else if has(LastReply) {
            scores.next_back()
        } else if has(RepliesSummed) {
            (!replies.is_empty()).then(|| scores.fold(0, i32::saturating_add))
        } else {
            scores.max().map(|highest| if highest < 0 && has(BestStartsAtZero) { 0 } else { highest })
        }
    }
}
