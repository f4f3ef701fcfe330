//! The score of every move of the root, not of the best alone.

use std::collections::HashMap;

use super::{ASPIRATION, INFINITY, LEAST_WIN, MOST_ROOT_MOVES, Root, Search};
use crate::engine::clock::{Clock, Stopped};
use crate::engine::successors::list;
use crate::engine::{Estimate, Estimates, MAX_DEPTH, WIN};
use crate::player::Player;
use crate::position::Position;
use crate::variant::{Black, Red, Side, Variant};

impl<V: Variant> Search<V> {
    /// Ranks the moves of the player to move.
    pub(super) fn estimates(&mut self, position: &Position, past: &[Position], clock: Clock) -> Estimates {
        match position.turn() {
            Player::Red => self.estimates_of::<Red>(position, past, clock),
            Player::Black => self.estimates_of::<Black>(position, past, clock),
        }
    }

    fn estimates_of<S: Side>(&mut self, position: &Position, past: &[Position], clock: Clock) -> Estimates {
        self.clock = clock;
        self.begin(position, past);
        let mut roots = self.roots::<S>(position);
        if roots.is_empty() {
            return Estimates::default();
        }
        let mut ranked = (0, roots.clone());
        let deepest = self.clock.depth().unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        // Where only the depth is limited, all that comes before is as in `choose`.
        let ranks_each_depth = self.clock.may_end_early();
        for depth in 1..=deepest {
            self.grow_table();
            if self.search_depth::<S>(&mut roots, depth.cast_signed()).is_err() {
                break;
            }
            let is_last = depth == deepest || is_decided(&roots[0], depth);
            if !ranks_each_depth && !is_last {
                continue;
            }
            let depth = if ranks_each_depth { depth } else { deepest };
            if self.score_others::<S>(&mut roots, depth.cast_signed()).is_err() {
                break;
            }
            roots.sort_by_key(|root| -root.score);
            ranked = (depth, roots.clone());
            if depth == deepest || roots.iter().all(|root| is_decided(root, depth)) {
                break;
            }
        }
        let (depth, roots) = ranked;
        Estimates { moves: self.moves_of::<S>(position, &roots), depth, nodes: self.clock.nodes() }
    }

    /// Scores the moves behind the first, whose score is known and the highest.
    fn score_others<S: Side>(&mut self, roots: &mut [Root<V::Word>], depth: i32) -> Result<(), Stopped> {
        let Some((first, others)) = roots.split_first_mut() else { return Ok(()) };
        let beta = first.score + 1;
        for root in others {
            self.clock.look()?;
            let since = if root.is_lasting { self.path.len() } else { 0 };
            let mut width = 4 * ASPIRATION;
            root.score = loop {
                let alpha = (first.score - width).max(-INFINITY);
                let score = -self.search::<S::Opponent>(root.after, depth - 1, -beta, -alpha, since)?;
                if score > alpha || alpha == -INFINITY {
                    // The search of the first may have looked less deep into this one.
                    break score.min(first.score);
                }
                width = width.saturating_mul(8);
            };
        }
        Ok(())
    }

    /// Lists the moves in the order of their paths, each with the score of the
    /// root that has the same effect.
    fn moves_of<S: Side>(&self, position: &Position, roots: &[Root<V::Word>]) -> Vec<Estimate> {
        let pieces = position.board().pieces().convert();
        let scores: HashMap<_, _> = roots.iter().map(|root| (root.after, root.score)).collect();
        let listed = list::<V, S>(self.variant, position, MOST_ROOT_MOVES).into_iter();
        let mut moves: Vec<_> = listed
            .filter_map(|(effect, path)| {
                let score = *scores.get(&effect.apply::<S>(pieces))?;
                Some(Estimate { mv: position.find(&path).ok()?, score })
            })
            .collect();
        moves.sort_by(|one, other| one.mv.path().cmp(other.mv.path()));
        moves
    }
}

/// Returns whether a search of some depth has seen the end of the game.
fn is_decided<W>(root: &Root<W>, depth: u32) -> bool {
    root.score.abs() >= LEAST_WIN && WIN - root.score.abs() <= depth.cast_signed()
}
