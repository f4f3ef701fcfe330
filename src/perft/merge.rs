//! Counting with a transposition table.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::walk::Walker;
use crate::model::board::Pieces;
use crate::model::movegen::{self, Effect};
use crate::model::variant::{Side, Variant};
use crate::support::hash::WordHasher;
use crate::support::table::{Key, Table, Value};
use crate::support::tuning::Tuning;

/// A number of paths.
#[derive(Clone, Copy)]
pub(super) struct Count(u64);

impl<W> Value<W> for Count {
    const HAS_WORD: bool = true;

    #[inline]
    fn pack(self) -> (u64, u64) {
        (1, self.0)
    }

    #[inline]
    fn unpack(_: u64, word: u64) -> Count {
        Count(word)
    }
}

/// From this depth on, positions of one depth are merged before their successors are
/// counted. Below, counting them twice is faster.
const MERGE_DEPTH: u32 = 4;

/// A counter that counts positions that are met again only once.
///
/// It goes breadth first where there are few positions, else batch by batch, each batch to
/// the end before the next. Most transpositions are two orders of the moves of the last
/// three plies, and so lie in one batch. The table knows the positions of other batches.
pub(super) struct Merger<'a, V: Variant> {
    variant: V,
    tuning: Tuning,
    table: &'a Table<V::Word, Count>,
    walker: Walker<V>,
    indices: Indices<V::Word>,
}

/// The index of each position in a list.
type Indices<W> = HashMap<Pieces<W>, usize, BuildHasherDefault<WordHasher>>;

impl<V: Variant> Merger<'_, V> {
    pub(super) fn new(variant: V, tuning: Tuning, table: &Table<V::Word, Count>) -> Merger<'_, V> {
        Merger { variant, tuning, table, walker: Walker::new(variant), indices: Indices::default() }
    }

    /// Counts the paths of `depth` moves.
    pub(super) fn count<S: Side>(&mut self, pieces: Pieces<V::Word>, depth: u32) -> u64 {
        self.count_each::<S>(&[pieces], depth).into_iter().fold(0, u64::saturating_add)
    }

    /// Counts the paths of `depth` moves from each position.
    fn count_each<S: Side>(&mut self, positions: &[Pieces<V::Word>], depth: u32) -> Vec<u64> {
        if depth < MERGE_DEPTH.min(self.tuning.probe_depth) {
            let mut counts = vec![0; positions.len()];
            self.walker.count_each::<S>(positions, depth, &mut counts);
            return counts;
        }
        let mut counts = Vec::with_capacity(positions.len());
        while let Some(rest) = positions.get(counts.len()..).filter(|rest| !rest.is_empty()) {
            let batch = self.expand::<S>(rest);
            let after = self.count_successors::<S::Opponent>(&batch.successors, depth - 1);
            let mut begin = 0;
            counts.extend(batch.ends.iter().map(|&end| {
                let moves = &batch.moves[begin..end];
                begin = end;
                moves.iter().fold(0_u64, |sum, &successor| sum.saturating_add(after[successor]))
            }));
        }
        counts
    }

    /// Makes the moves of the first of some positions, of as many as fit into a batch.
    fn expand<S: Side>(&mut self, positions: &[Pieces<V::Word>]) -> Batch<V::Word> {
        let mut batch = Batch { successors: Vec::new(), moves: Vec::new(), ends: Vec::new() };
        let Batch { successors, moves, ends } = &mut batch;
        self.indices.clear();
        for &pieces in positions {
            movegen::generate::<V, S>(self.variant, pieces, &mut |effect: Effect<V::Word>| {
                let after = effect.apply::<S>(pieces);
                let index = *self.indices.entry(after).or_insert_with(|| {
                    successors.push(after);
                    successors.len() - 1
                });
                moves.push(index);
            });
            ends.push(moves.len());
            if moves.len() >= self.tuning.batch {
                break;
            }
        }
        batch
    }

    /// Counts the paths of `depth` moves from each of the positions after moves. Those
    /// that the table knows are not counted again.
    fn count_successors<S: Side>(&mut self, positions: &[Pieces<V::Word>], depth: u32) -> Vec<u64> {
        if depth + 1 < self.tuning.probe_depth {
            return self.count_each::<S>(positions, depth);
        }
        let mut counts = vec![0; positions.len()];
        let (mut unknown, mut indices) = (Vec::new(), Vec::new());
        // Probing all first lets the processor fetch several lines of the table at a time.
        for (index, &pieces) in positions.iter().enumerate() {
            let key = Key::new::<S>(pieces, depth);
            if let Some(Count(known)) = key.as_ref().and_then(|key| self.table.get(key)) {
                counts[index] = known;
            } else {
                unknown.push(pieces);
                indices.push(index);
            }
        }
        let new = self.count_each::<S>(&unknown, depth);
        for ((index, pieces), count) in indices.into_iter().zip(unknown).zip(new) {
            counts[index] = count;
            if let Some(key) = Key::new::<S>(pieces, depth) {
                self.table.put(&key, Count(count));
            }
        }
        counts
    }
}

/// Positions and their moves.
struct Batch<W> {
    /// The positions after the moves, each once.
    successors: Vec<Pieces<W>>,
    /// For each move, the index of the position after it.
    moves: Vec<usize>,
    /// For each position, the index after its last move.
    ends: Vec<usize>,
}
