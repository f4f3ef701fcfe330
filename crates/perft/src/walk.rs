//! Counts path by path.

use super::waiting::{Waiting, add};
use crate::moves::{count, count_two_plies};
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::movegen::{self, Effect};
use rankmoves_core::model::variant::{Side, Variant};

/// A counter that walks every path except its last two plies. These are counted for many positions at once,
/// without making the moves of the last ply.
pub(super) struct Walker<V: Variant> {
    variant: V,
    waiting: Waiting<V::Word>,
}

impl<V: Variant> Walker<V> {
    pub(super) fn new(variant: V) -> Walker<V> {
        Walker { variant, waiting: Waiting::new() }
    }

    /// Counts the paths of `depth` moves.
    pub(super) fn count<S: Side>(&mut self, pieces: Pieces<V::Word>, depth: u32) -> u64 {
        let mut sum = [0];
        self.count_each::<S>(&[pieces], depth, &mut sum);
        sum[0]
    }

    /// For each position, counts the paths of `depth` moves and adds their number to the sum at its index.
    pub(super) fn count_each<S: Side>(
        &mut self,
        positions: &[Pieces<V::Word>],
        depth: u32,
        sums: &mut [u64],
    ) {
        for (owner, &pieces) in positions.iter().enumerate() {
            match depth {
                0 => add(&mut sums[owner], 1),
                1 => add(&mut sums[owner], count::<V, S>(self.variant, pieces)),
                2 => add(&mut sums[owner], count_two_plies::<V, S>(self.variant, pieces)),
                _ => self.walk::<S>(pieces, depth, owner, sums),
            }
        }
        if depth.is_multiple_of(2) {
            self.waiting.finish::<V, S>(self.variant, sums);
        } else {
            self.waiting.finish::<V, S::Opponent>(self.variant, sums);
        }
    }

    /// Walks all paths of `depth` moves, except the last two moves of each path. `depth` is at least 3.
    fn walk<S: Side>(&mut self, pieces: Pieces<V::Word>, depth: u32, owner: usize, sums: &mut [u64]) {
        movegen::generate::<V, S>(self.variant, pieces, &mut |effect: Effect<V::Word>| {
            let after = effect.apply::<S>(pieces);
            if depth == 3 {
                self.waiting.add::<V, S::Opponent>(self.variant, after, owner, sums);
            } else {
                self.walk::<S::Opponent>(after, depth - 1, owner, sums);
            }
        });
    }
}
