//! Draws by repetition: sets of positions that the opponent cannot leave.
//!
//! A proof tree cannot show a draw by repetition, because it is finite. A closed set can. Call a position safe
//! if it is in the set or proven not to be lost. In each position of the set with the player to move, some move
//! leads to a safe position; with the opponent to move, all moves do. So the player never loses: while the game
//! stays in the set, the player has a move, and once the game leaves the set, the player does not lose.
//!
//! The set is built starting from the root. The player takes the first move that has not failed. A position that turns
//! out to fail is removed, and so is every position with the opponent to move that leads to it. Where the
//! player's move led to a removed position, the player tries the next move. The set that remains is closed.

use std::cmp::Reverse;

use super::solution::Limits;
use super::table::{Known, PositionKey, key};
use rankmoves_core::model::movegen::JumpBudget;
use rankmoves_core::support::hash::WordMap;
use rankmoves_core::{Player, Position};

/// The approximate size of a position in a set, in bytes.
pub(super) const BYTES_PER_NODE: usize = 512;

struct Node {
    /// The positions after the player's moves that have not been tried; empty if the opponent is to move.
    untried: Vec<Position>,
    /// The positions that rely on this position.
    relying: Vec<PositionKey>,
    has_failed: bool,
}

pub(super) struct ClosedSet<F> {
    player: Player,
    known: F,
    nodes: WordMap<PositionKey, Node>,
    /// The positions that have no continuation yet.
    open: Vec<Position>,
    /// The failed positions whose dependents are not yet removed.
    failed: Vec<PositionKey>,
}

impl<F: FnMut(&Position) -> Known> ClosedSet<F> {
    /// Creates an empty set; `known` returns the known facts about the claim that the player does not lose.
    pub(super) fn new(player: Player, known: F) -> ClosedSet<F> {
        ClosedSet { player, known, nodes: WordMap::default(), open: Vec::new(), failed: Vec::new() }
    }

    /// Returns whether some closed set contains a position. Returns `None` if that takes more than `max_nodes`
    /// positions, a limit is reached, a jump is in progress, or a position has too many moves.
    pub(super) fn contains(&mut self, root: &Position, max_nodes: usize, limits: &Limits) -> Option<bool> {
        if root.jumping().is_some() {
            return None;
        }
        self.add(root, None);
        let mut steps = 0usize;
        loop {
            steps += 1;
            if self.nodes.len() > max_nodes || steps.is_multiple_of(1024) && limits.are_met() {
                return None;
            }
            if let Some(key) = self.failed.pop() {
                self.propagate(key);
            } else if let Some(position) = self.open.pop() {
                self.expand(&position)?;
            } else {
                return Some(!self.nodes[&key(root)].has_failed);
            }
        }
    }

    /// Adds a position, and the position that relies on it.
    fn add(&mut self, position: &Position, relying: Option<PositionKey>) {
        let open = &mut self.open;
        let node = self.nodes.entry(key(position)).or_insert_with(|| {
            open.push(*position);
            Node { untried: Vec::new(), relying: Vec::new(), has_failed: false }
        });
        node.relying.extend(relying);
    }

    /// Finds the continuations of a position. Returns `None` if it has more moves than can be listed.
    fn expand(&mut self, position: &Position) -> Option<()> {
        let own = key(position);
        let after = position.successors(JumpBudget::DEFAULT)?;
        let mut after: Vec<(Position, Known)> =
            after.into_iter().map(|after| (after, (self.known)(&after))).collect();
        if position.turn() == self.player {
            if after.iter().any(|(_, known)| known.is_proven) {
                return Some(());
            }
            after.retain(|(_, known)| !known.is_refuted);
            // The last move is tried first.
            after.sort_by_key(|(_, known)| Reverse(known.proof_number));
            if let Some(node) = self.nodes.get_mut(&own) {
                node.untried = after.into_iter().map(|(after, _)| after).collect();
            }
            self.try_next(own);
        } else if after.iter().any(|(_, known)| known.is_refuted) {
            self.fail(own);
        } else {
            for (after, _) in after.iter().filter(|(_, known)| !known.is_proven) {
                self.add(after, Some(own));
                if self.nodes[&key(after)].has_failed {
                    self.fail(own);
                    break;
                }
            }
        }
        Some(())
    }

    /// Tries the player's next move in a position, and skips moves that fail.
    fn try_next(&mut self, own: PositionKey) {
        while let Some(next) = self.nodes.get_mut(&own).and_then(|node| node.untried.pop()) {
            self.add(&next, Some(own));
            if !self.nodes[&key(&next)].has_failed {
                return;
            }
        }
        self.fail(own);
    }

    fn fail(&mut self, key: PositionKey) {
        if let Some(node) = self.nodes.get_mut(&key).filter(|node| !node.has_failed) {
            node.has_failed = true;
            self.failed.push(key);
        }
    }

    /// Removes the positions that rely on a failed position.
    fn propagate(&mut self, key: PositionKey) {
        let relying = self.nodes.get_mut(&key).map(|node| std::mem::take(&mut node.relying));
        for before in relying.unwrap_or_default() {
            if before.1 == self.player {
                // A position of the player relies on one move at a time; that move has failed.
                self.try_next(before);
            } else {
                self.fail(before);
            }
        }
    }
}
