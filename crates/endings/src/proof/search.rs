//! Depth-first proof-number search for one claim.
//!
//! It is df-pn (Nagai 2002) with weak numbers (Ueda et al. 2008): if several positions must be proven, their
//! numbers are not added; instead, the largest number counts, plus one for each of the other positions. So
//! positions that are reached in several ways are not counted several times.
//!
//! A position that repeats on the path from the root counts as a failure of the claim. So does a position
//! that is too deep. A *proven* claim is right nevertheless: a proof is a finite tree whose leaves are ends
//! of the game or probed positions, because a proven entry is made only from entries proven before it. If a
//! claim is *not* proven, no conclusion is drawn, because the failure may be due to the path from the root. A
//! failed search starts again with the proven entries.

use super::solution::Limits;
use super::table::{
    Claim, INFINITE, Known, PositionKey, ProofEntry, ProofNumbers, ProofTable, UNKNOWN_PLIES, key,
};
use crate::{Prober, Wdl};
use rankmoves_core::model::movegen::JumpBudget;
use rankmoves_core::support::hash::WordSet;
use rankmoves_core::{Player, Position};

/// The number of plies from the root beyond which the claim counts as failed.
pub(super) const MAX_SEARCH_PLIES: u32 = 500;

pub(super) struct ProofSearch<'a> {
    claim: Claim,
    prober: Option<&'a dyn Prober>,
    table: ProofTable,
    /// The positions from the root to the current one.
    path: WordSet<PositionKey>,
    /// The number of positions expanded so far.
    pub(super) nodes: u64,
    /// The node count at which the search must pause.
    pause: u64,
    /// True if the search must end: a limit or the pause has been reached, or the table is full.
    is_over: bool,
    /// True if the table has had no room for an entry.
    is_full: bool,
    /// The number of entries while all of them are proven; `None` once there may be unproven entries.
    proven: Option<usize>,
}

/// A position after a move, and the known facts about it.
struct Child {
    position: Position,
    key: PositionKey,
    entry: ProofEntry,
}

/// Returns a probed result, and the plies to the end.
fn look_up(prober: &dyn Prober, position: &Position) -> Option<(Wdl, u32)> {
    let result = match prober.probe(position) {
        Some(value) => return Some((value.wdl(), value.plies().unwrap_or(0).into())),
        None => prober.result(position)?,
    };
    Some((result, if result == Wdl::Draw { 0 } else { UNKNOWN_PLIES }))
}

impl<'a> ProofSearch<'a> {
    /// Creates a search with a table of at most `bytes` bytes.
    pub(super) fn new(claim: Claim, prober: Option<&'a dyn Prober>, bytes: usize) -> ProofSearch<'a> {
        ProofSearch {
            claim,
            prober,
            table: ProofTable::new(claim, bytes),
            path: WordSet::default(),
            nodes: 0,
            pause: 0,
            is_over: false,
            is_full: false,
            proven: Some(0),
        }
    }

    /// Searches for `nodes` nodes. Returns whether the claim is proven, `None` if it is still undecided.
    /// `Some(false)` means only that further searching does not help.
    pub(super) fn run(&mut self, root: &Position, nodes: u64, limits: &Limits) -> Option<bool> {
        if root.jumping().is_some() {
            return Some(false);
        }
        self.pause = self.nodes.saturating_add(nodes);
        self.is_over = false;
        self.is_full = false;
        loop {
            let proven_before = self.proven.take();
            let root = self.child(*root);
            let threshold = ProofNumbers { phi: INFINITE, delta: INFINITE };
            let entry = if root.entry.numbers.is_final() {
                root.entry
            } else {
                self.path.clear();
                self.expand(&root, threshold, 0, limits)
            };
            if entry.numbers.prove(self.claim, root.key.1) {
                return Some(true);
            }
            if !entry.numbers.is_final() {
                return if self.is_full { Some(false) } else { None };
            }
            // The stored numbers may be due to another path, from this root or another. Search again with only
            // the proven entries, until a search proves nothing new.
            self.proven = Some(self.table.keep_proven());
            if self.proven == proven_before {
                return Some(false);
            }
        }
    }

    /// Returns the numbers of a position in which the claim is decided: it holds or fails.
    fn final_numbers(&self, to_move: Player, holds: bool) -> ProofNumbers {
        if (to_move == self.claim.player) == holds { ProofNumbers::REACHED } else { ProofNumbers::MISSED }
    }

    /// Returns the length of a position's proof in plies, if the claim is proven and the length is known.
    pub(super) fn plies(&mut self, position: &Position) -> Option<u32> {
        let child = self.child(*position);
        let is_known =
            child.entry.numbers.prove(self.claim, child.key.1) && child.entry.plies != UNKNOWN_PLIES;
        is_known.then_some(child.entry.plies)
    }

    pub(super) fn known(&self, position: &Position) -> Known {
        let key = key(position);
        let found = self.table.get(&key);
        let ProofEntry { numbers, .. } = found.unwrap_or_else(|| self.first_entry(position));
        let is_proven = numbers.prove(self.claim, key.1);
        let is_own = key.1 == self.claim.player;
        Known {
            is_proven,
            // A claim that the search could not prove may still hold.
            is_refuted: found.is_none() && numbers.is_final() && !is_proven,
            proof_number: if is_own { numbers.phi } else { numbers.delta },
        }
    }

    fn child(&mut self, position: Position) -> Child {
        let key = key(&position);
        let entry = self.table.get(&key).unwrap_or_else(|| self.first_entry(&position));
        Child { position, key, entry }
    }

    fn first_entry(&self, position: &Position) -> ProofEntry {
        let pieces = position.board().pieces();
        let count = (pieces.red | pieces.black).len();
        let prober = self.prober.filter(|prober| count <= prober.most_pieces());
        if let Some((result, plies)) = prober.and_then(|prober| look_up(prober, position)) {
            let numbers = self.final_numbers(position.turn(), self.claim.holds(position.turn(), result));
            return ProofEntry { numbers, plies, work: 0 };
        }
        ProofEntry { numbers: self.estimate(position), plies: 0, work: 0 }
    }

    /// Returns the initial numbers: the smaller the player's lead in pieces, the longer a claim takes to
    /// prove.
    fn estimate(&self, position: &Position) -> ProofNumbers {
        let pieces = position.board().pieces();
        let value = |player| {
            let own = pieces.of(player);
            // In thirds of a king.
            2 * own.len() + (own & pieces.kings).len()
        };
        let ahead = i64::from(value(self.claim.player)) - i64::from(value(self.claim.player.opponent()));
        let ahead = ahead + if self.claim.least == Wdl::Draw { 3 } else { -3 };
        let harder = |by: i64| 1 + u32::try_from(by.clamp(0, 30)).unwrap_or(0);
        let (proof, disproof) = (harder(-ahead), harder(ahead));
        if position.turn() == self.claim.player {
            ProofNumbers { phi: proof, delta: disproof }
        } else {
            ProofNumbers { phi: disproof, delta: proof }
        }
    }

    /// Expands a position until its numbers reach a threshold, or a limit is reached.
    fn expand(&mut self, node: &Child, threshold: ProofNumbers, ply: u32, limits: &Limits) -> ProofEntry {
        let to_move = node.key.1;
        let Some(after) = node.position.successors(JumpBudget::DEFAULT) else {
            // There are more chains than can be searched, so the search gives up the claim here.
            return ProofEntry { numbers: self.final_numbers(to_move, false), plies: 0, work: 0 };
        };
        self.nodes += 1;
        if self.nodes >= self.pause || self.nodes.is_multiple_of(1024) && limits.are_met() {
            self.is_over = true;
        }
        if after.is_empty() {
            let holds = self.claim.holds(to_move, Wdl::Loss);
            let entry = ProofEntry { numbers: self.final_numbers(to_move, holds), plies: 0, work: 1 };
            return self.store(node.key, entry);
        }
        let mut children: Vec<Child> = Vec::with_capacity(after.len());
        for position in after {
            if children.iter().all(|child| child.position != position) {
                let child = self.child(position);
                children.push(child);
            }
        }
        for child in &mut children {
            if self.path.contains(&child.key) || ply >= MAX_SEARCH_PLIES {
                child.entry.numbers = self.final_numbers(child.key.1, false);
            }
        }
        let begun = self.nodes;
        self.path.insert(node.key);
        let entry = loop {
            let (numbers, best, second, unproven) = Self::numbers_of(&children);
            let work =
                node.entry.work.saturating_add(u32::try_from(self.nodes - begun + 1).unwrap_or(u32::MAX));
            let entry = ProofEntry { numbers, plies: self.plies_of(to_move, numbers, &children), work };
            if numbers.is_final()
                || numbers.phi >= threshold.phi
                || numbers.delta >= threshold.delta
                || self.is_over
            {
                break entry;
            }
            let child = ProofNumbers {
                phi: threshold.delta.saturating_sub(unproven - 1),
                delta: threshold.phi.min(second.saturating_add(second / 4 + 1).min(INFINITE)),
            };
            let entry = self.expand(&children[best], child, ply + 1, limits);
            children[best].entry = entry;
        };
        self.path.remove(&node.key);
        self.store(node.key, entry)
    }

    /// Computes the numbers of a node from its children. Also returns the best child, the second lowest δ, and
    /// the number of children whose φ is not 0.
    fn numbers_of(children: &[Child]) -> (ProofNumbers, usize, u32, u32) {
        let (mut best, mut lowest, mut second) = (0, INFINITE, INFINITE);
        let (mut largest, mut unproven) = (0, 0);
        for (index, child) in children.iter().enumerate() {
            let ProofNumbers { phi, delta } = child.entry.numbers;
            if delta < lowest {
                (best, second, lowest) = (index, lowest, delta);
            } else {
                second = second.min(delta);
            }
            largest = largest.max(phi);
            unproven += u32::from(phi > 0);
        }
        let delta = if unproven == 0 { 0 } else { (largest + unproven - 1).min(INFINITE) };
        (ProofNumbers { phi: lowest, delta }, best, second, unproven.max(1))
    }

    /// Returns the length of the proof in plies, if the claim is proven: the claim's player chooses the shortest
    /// way, the opponent the longest.
    fn plies_of(&self, to_move: Player, numbers: ProofNumbers, children: &[Child]) -> u32 {
        if !numbers.prove(self.claim, to_move) {
            return 0;
        }
        let proven = children.iter().filter(|child| child.entry.numbers.prove(self.claim, child.key.1));
        let plies = proven.map(|child| child.entry.plies);
        let plies = if to_move == self.claim.player { plies.min() } else { plies.max() };
        plies.unwrap_or(0).saturating_add(1)
    }

    fn store(&mut self, key: PositionKey, entry: ProofEntry) -> ProofEntry {
        if !self.table.put(key, entry) {
            self.is_over = true;
            self.is_full = true;
        }
        entry
    }
}
