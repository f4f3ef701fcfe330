//! The values of a list of positions at any depth by plain iteration, as a reference for the other methods.

use std::collections::{HashMap, HashSet};

use rankmoves_core::{LOST, Position, Score, score};

/// Positions with their successors and values.
pub(in crate::rank::any_depth) struct Listed {
    pub(in crate::rank::any_depth) positions: Vec<Position>,
    after: Vec<Vec<usize>>,
    /// The value of each position at the current depth.
    pub(in crate::rank::any_depth) values: Vec<Score>,
}

impl Listed {
    /// Makes a list of positions with their values at depth 0. The list must also contain their successors.
    pub(in crate::rank::any_depth) fn new(positions: HashSet<Position>) -> Listed {
        let positions: Vec<Position> = positions.into_iter().collect();
        let places: HashMap<Position, usize> =
            positions.iter().enumerate().map(|(place, &position)| (position, place)).collect();
        let positions_after =
            |position: &Position| position.legal_moves().map(|mv| position.after(&mv)).collect::<Vec<_>>();
        let after = positions
            .iter()
            .map(|position| positions_after(position).iter().map(|after| places[after]).collect());
        let value = |position: &Position| {
            let scores = positions_after(position).into_iter().map(|after| score(&after, position.turn()));
            scores.max().unwrap_or(LOST)
        };
        let (after, values) = (after.collect(), positions.iter().map(value).collect());
        Listed { positions, after, values }
    }

    /// Goes one ply deeper.
    pub(in crate::rank::any_depth) fn deepen(&mut self) {
        let value = |after: &Vec<usize>| after.iter().map(|&place| -self.values[place]).max().unwrap_or(LOST);
        self.values = self.after.iter().map(value).collect();
    }
}
