//! Lines of best play: principal variations, followed ply by ply.

use std::mem;

use super::error::RankError;
use super::progress::Progress;
use super::search::Search;
use rankmoves_core::{LOST, Move, Player, Position, Score, WON, score};

/// The maximum length of a principal variation, in moves.
pub const MAX_LINE_LEN: usize = 10_000;

/// Extends lines of one move each, given the values at `depth` of the positions at their ends. A line ends when
/// no next move is found. `search` recurses on the caller's stack.
pub(super) fn follow(
    lines: &mut [Vec<Move>],
    ends: impl Iterator<Item = (Position, Score)>,
    depth: u32,
    search: &mut dyn Search,
    progress: &Progress,
) -> Result<(), RankError> {
    let ends = ends.map(|(position, value)| LineEnd { position, value, depth, is_least: false });
    let mut open: Vec<_> = lines.iter_mut().zip(ends).collect();
    // Extend all lines together, ply by ply: following one line to its end could drop the values at great depths
    // that the other lines still need.
    for _ in 1..MAX_LINE_LEN {
        for (line, mut end) in mem::take(&mut open) {
            let Some((best, after)) = end.best_move(search, progress)? else { continue };
            line.push(best);
            if let Some(depth) = end.depth.checked_sub(1) {
                open.push((line, LineEnd { position: after, value: -end.value, depth, ..end }));
            }
        }
        if open.is_empty() {
            break;
        }
    }
    Ok(())
}

/// The last position of a line, where the search for its next moves starts.
struct LineEnd {
    position: Position,
    /// The value of the position at `depth`.
    value: Score,
    depth: u32,
    /// True if the value means a forced win or loss, and `depth` is the least depth that shows it.
    is_least: bool,
}

impl LineEnd {
    /// Returns the next move and the resulting position; `None` without moves, or if finding the move takes too
    /// much work. Reduces the depth to the depth of a forced win or loss. The move is the first of the best
    /// moves. If the game ends by force, the best moves win soonest or lose latest.
    fn best_move(
        &mut self,
        search: &mut dyn Search,
        progress: &Progress,
    ) -> Result<Option<(Move, Position)>, RankError> {
        if !self.is_least && self.may_be_decided() {
            self.find_least_depth(search)?;
        }
        // If every move loses at this depth, the best moves are the ones that do not lose at a depth two lower.
        let (depth, least) = match self.depth.checked_sub(2) {
            Some(earlier) if self.is_least && self.value == LOST => (earlier, LOST + 1),
            _ => (self.depth, self.value),
        };
        for mv in self.position.legal_moves().take_while(|_| !progress.is_stopped()) {
            let after = self.position.after(&mv);
            let is_best = match depth.checked_sub(1) {
                None => Some(score(&after, self.position.turn()) >= least),
                Some(depth) => search.is_at_most(&after, depth, -least)?,
            };
            match is_best {
                Some(false) => {}
                Some(true) => return Ok(Some((mv, after))),
                None => break,
            }
        }
        Ok(None)
    }

    /// Returns whether the value is that of a win or a loss, and there are too few pieces for it to be a score
    /// of material. The win or loss need not be forced.
    fn may_be_decided(&self) -> bool {
        let most = Player::ALL.map(|player| self.position.board().count(player)).into_iter().max();
        self.value.abs() == WON && most.is_some_and(|most| 2 * most < WON.unsigned_abs())
    }

    /// Reduces the depth to the least one at which the player to move wins or loses by force.
    ///
    /// A depth counts only if the winner makes the last move. At other depths, a
    /// player without moves has lost although it is not their turn, and may have
    /// moves again one ply later.
    fn find_least_depth(&mut self, search: &mut dyn Search) -> Result<(), RankError> {
        let is_won = self.value == WON;
        for depth in (u32::from(!is_won)..=self.depth).step_by(2) {
            let bound = if is_won { WON - 1 } else { LOST };
            match search.is_at_most(&self.position, depth, bound)? {
                Some(is_at_most) if is_at_most != is_won => {
                    (self.depth, self.is_least) = (depth, true);
                    break;
                }
                Some(_) => {}
                None => break,
            }
        }
        Ok(())
    }
}
