//! The results of the workers, stored by position.
//!
//! A ranking depends only on its position. Even a late ranking is kept, so that undo, redo and the tree can use
//! it.

use std::collections::HashMap;
use std::hash::Hash;

use rankmoves::RankedMove;
use rankmoves_core::{Move, Path, Ply, Position};
use rankmoves_engine::Estimates;
use rankmoves_game::Game;

use table::estimator;
use table::review::{Hint, ProvenMoves, ReviewedPly, Tried, ends_drawn};

/// A task for a worker. Workers do their tasks in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    Rank(Position, u32),
    /// Find the principal variation that begins with a move, at this depth.
    Line(Position, Move, u32),
    /// Estimate the moves of a position; the greater this depth of the exact scores, the longer the engine searches.
    Estimate(Position, u32),
    /// Look up the moves of a position in endgame tables.
    Prove(Position),
    /// Judge the ply of a game after this number of plies.
    Review(Box<Game>, usize),
    /// Judge a move instead of the ply of a game after this number of plies.
    Try(Box<Game>, usize, Path),
    Hint(Box<Game>),
}

#[derive(Clone, Debug)]
pub enum Answer {
    Ranking(Vec<RankedMove>),
    Line(Vec<Move>),
    Estimates(Estimates),
    Proofs(ProvenMoves),
    Reviewed(Box<ReviewedPly>),
    Tried(Box<Tried>),
    Hint(Box<Hint>),
}

/// The answers so far.
#[derive(Clone, Debug, Default)]
pub struct Results {
    rankings: HashMap<(Position, u32), Vec<RankedMove>>,
    /// For each position, the first depth that has not been ranked yet.
    unranked: HashMap<Position, u32>,
    lines: HashMap<(Position, Path, u32), Vec<Move>>,
    /// The estimates, each with the depth of the exact scores that it suits.
    estimates: HashMap<Position, (u32, Estimates)>,
    proofs: HashMap<Position, ProvenMoves>,
    reviewed: HashMap<PlyKey, ReviewedPly>,
}

/// The position before a ply, the ply, and whether it ended its game as a draw.
type PlyKey = (Position, Ply, bool);

fn ply_key(game: &Game, at: usize) -> Option<PlyKey> {
    let ply = game.plies().get(at)?;
    let is_draw = at + 1 == game.plies().len() && ends_drawn(game);
    Some((game.all_positions()[at], ply.clone(), is_draw))
}

impl Results {
    /// The maximum number of entries in each table.
    const MAX_KEPT_POSITIONS: usize = 1 << 14;

    pub fn insert(&mut self, task: Task, answer: Answer) {
        match (task, answer) {
            (Task::Rank(position, depth), Answer::Ranking(ranking)) => {
                if self.rankings.len() >= Results::MAX_KEPT_POSITIONS {
                    // Small endgames reach thousands of depths in a second: keep the deepest.
                    self.rankings.retain(|(other, of), _| *other == position && *of + 256 > depth);
                    self.unranked.retain(|other, _| *other == position);
                }
                keep(&mut self.rankings, (position, depth), ranking);
                let from = self.unranked.get(&position).copied().unwrap_or(0);
                let next = (from..=u32::MAX).find(|&depth| self.ranking(&position, depth).is_none());
                keep(&mut self.unranked, position, next.unwrap_or(u32::MAX));
            }
            (Task::Line(position, mv, depth), Answer::Line(line)) => {
                keep(&mut self.lines, (position, mv.path().clone(), depth), line);
            }
            (Task::Estimate(position, depth), Answer::Estimates(estimates)) => {
                keep(&mut self.estimates, position, (depth, estimates));
            }
            (Task::Prove(position), Answer::Proofs(proofs)) => keep(&mut self.proofs, position, proofs),
            (Task::Review(game, at), Answer::Reviewed(reviewed)) => {
                if let Some(key) = ply_key(&game, at) {
                    keep(&mut self.reviewed, key, *reviewed);
                }
            }
            // Hints and tried moves are shown only once. Any other answer does not fit its task.
            (_, _) => {}
        }
    }

    /// Returns the moves of a position in the order of their paths, with their scores at a depth.
    pub fn ranking(&self, position: &Position, depth: u32) -> Option<&[RankedMove]> {
        self.rankings.get(&(*position, depth)).map(Vec::as_slice)
    }

    /// Returns the greatest depth, up to `most`, such that it and all lower depths have been ranked.
    pub fn depth(&self, position: &Position, most: u32) -> Option<u32> {
        Some(self.unranked.get(position)?.checked_sub(1)?.min(most))
    }

    /// Returns the line of best play after a move: at the depth or, until it is known, at one ply less.
    pub fn line_so_far(&self, position: &Position, mv: &Move, depth: Option<u32>) -> Option<&[Move]> {
        let line = |depth| self.lines.get(&(*position, mv.path().clone(), depth)).map(Vec::as_slice);
        let depth = depth?;
        line(depth).or_else(|| line(depth.checked_sub(1)?))
    }

    pub fn estimates(&self, position: &Position) -> Option<&Estimates> {
        self.estimates.get(position).map(|(_, estimates)| estimates)
    }

    pub fn reviewed(&self, game: &Game, at: usize) -> Option<&ReviewedPly> {
        self.reviewed.get(&ply_key(game, at)?)
    }

    pub fn proofs(&self, position: &Position) -> Option<&ProvenMoves> {
        self.proofs.get(position)
    }

    /// Returns the value that ranks a move among moves of equal score, if it is known.
    pub fn view(&self, position: &Position, path: &Path) -> Option<i32> {
        let proven = self.proofs(position).and_then(|proofs| proofs.value(path));
        estimator::view(proven, self.estimates(position), path)
    }

    pub fn has_result(&self, task: &Task) -> bool {
        match task {
            Task::Rank(position, depth) => self.ranking(position, *depth).is_some(),
            Task::Line(position, mv, depth) => {
                self.lines.contains_key(&(*position, mv.path().clone(), *depth))
            }
            Task::Estimate(position, depth) => {
                self.estimates.get(position).is_some_and(|(found, _)| found >= depth)
            }
            Task::Prove(position) => self.proofs(position).is_some(),
            Task::Review(game, at) => self.reviewed(game, *at).is_some(),
            Task::Try(..) | Task::Hint(_) => false,
        }
    }
}

/// Adds an answer to a table. Empties the table first if it is full.
fn keep<K: Eq + Hash, V>(answers: &mut HashMap<K, V>, key: K, value: V) {
    if answers.len() >= Results::MAX_KEPT_POSITIONS {
        answers.clear();
    }
    answers.insert(key, value);
}
