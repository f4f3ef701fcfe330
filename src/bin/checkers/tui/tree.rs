//! The tree of moves and replies: which are open, which is pointed at.

use std::cmp::Reverse;
use std::collections::HashSet;

use rankmoves::{Move, MoveList, Path, Player, Position, RankedMove, Score};

use super::facts::Facts;
use crate::session::MOST_MOVES;

/// Moves from the root to one in the tree.
pub type Branch = Vec<Path>;

/// The order of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The best first, equally good ones in alphabetical order.
    #[default]
    Score,
    Alphabet,
}

/// How the tree is shown.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub order: Order,
    open: HashSet<Branch>,
    /// Nothing: the first move, whichever it is.
    pointed: Option<Branch>,
}

/// A move in the tree.
#[derive(Clone, Debug)]
pub struct Row {
    pub branch: Branch,
    /// Where the move is made.
    pub position: Position,
    pub mv: Move,
    /// At the depth that remains; `None` as long as it is not known.
    pub score: Option<Score>,
    /// Whether no other move in its place is better.
    pub is_best: bool,
    pub is_open: bool,
    /// Whether it can be opened: there are replies, and they are looked at.
    pub has_replies: bool,
    /// The depth of its score; there are replies to look at if it is above 0.
    pub depth: Option<u32>,
}

impl Row {
    pub fn player(&self) -> Player {
        self.position.turn()
    }

    /// How many moves lead to its place.
    pub fn level(&self) -> usize {
        self.branch.len() - 1
    }
}

impl Tree {
    /// Forgets what was open: another position is the root.
    pub fn reset(&mut self) {
        self.open.clear();
        self.pointed = None;
    }

    /// The moves that are shown, from the top, at the depth of the root's
    /// scores; the root's `moves` as long as they have none.
    pub fn rows(&self, root: &Position, moves: &MoveList, depth: Option<u32>, facts: &Facts) -> Vec<Row> {
        let mut rows = Vec::new();
        self.add_rows(&Vec::new(), root, Some(moves), depth, facts, &mut rows);
        rows
    }

    fn add_rows(
        &self,
        above: &Branch,
        position: &Position,
        listed: Option<&MoveList>,
        depth: Option<u32>,
        facts: &Facts,
        rows: &mut Vec<Row>,
    ) {
        let ranking = depth.and_then(|depth| facts.ranking(position, depth));
        let mut moves: Vec<(Move, Option<Score>)> = if let Some(ranking) = ranking {
            ranking.iter().map(|RankedMove { mv, score }| (mv.clone(), Some(*score))).collect()
        } else {
            let list = listed.map_or_else(|| position.legal_moves_up_to(MOST_MOVES), Clone::clone);
            list.moves.into_iter().map(|mv| (mv, None)).collect()
        };
        let best = moves.iter().filter_map(|(_, score)| *score).max();
        if self.order == Order::Score {
            moves.sort_by_key(|(_, score)| Reverse(*score));
        }
        for (mv, score) in moves {
            let branch: Branch = above.iter().chain([mv.path()]).cloned().collect();
            let is_open = self.open.contains(&branch);
            let after = depth.filter(|&depth| depth > 0).and_then(|_| position.play(mv.path()).ok());
            let is_best = score.is_some() && score == best;
            rows.push(Row {
                branch: branch.clone(),
                position: *position,
                mv,
                score,
                is_best,
                is_open,
                has_replies: after.as_ref().is_some_and(Position::has_moves),
                depth,
            });
            if let (true, Some(after), Some(depth)) =
                (is_open, after, depth.and_then(|depth| depth.checked_sub(1)))
            {
                self.add_rows(&branch, &after, None, Some(depth), facts, rows);
            }
        }
    }

    /// The row that is pointed at: the first, if the one that was is not there.
    pub fn pointed(&self, rows: &[Row]) -> usize {
        let place =
            self.pointed.as_ref().and_then(|branch| rows.iter().position(|row| row.branch == *branch));
        place.unwrap_or(0)
    }

    pub fn point(&mut self, row: &Row) {
        self.pointed = Some(row.branch.clone());
    }

    /// Points at the first row, and stays there whichever it is.
    pub fn point_first(&mut self) {
        self.pointed = None;
    }

    pub fn open(&mut self, row: &Row) {
        self.open.insert(row.branch.clone());
    }

    /// Closes a move with all below it.
    pub fn close(&mut self, row: &Row) {
        self.open.retain(|branch| !branch.starts_with(&row.branch));
    }

    /// The positions after the open moves, with how many moves lead there.
    pub fn open_positions(&self, root: &Position) -> Vec<(Position, u32)> {
        let mut branches: Vec<&Branch> = self.open.iter().collect();
        branches.sort_unstable();
        let after =
            |branch: &Branch| branch.iter().try_fold(*root, |position, path| position.play(path)).ok();
        let level = |branch: &Branch| u32::try_from(branch.len()).unwrap_or(u32::MAX);
        branches.into_iter().filter_map(|branch| Some((after(branch)?, level(branch)))).collect()
    }
}
