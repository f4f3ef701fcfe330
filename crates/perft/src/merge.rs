//! Counts with a transposition table.

use super::walk::Walker;
use rankmoves_core::model::bitboard::Word;
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::movegen::{self, Effect};
use rankmoves_core::model::variant::{Side, Variant};
use rankmoves_core::support::hash::WordMap;
use rankmoves_core::support::table::{Key, SharedTable, Value};
use rankmoves_core::support::tuning::Tuning;

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

/// The least depth at which the successors of a batch are merged before they are counted. At lower depths,
/// counting duplicates twice is faster.
const MIN_MERGE_DEPTH: u32 = 4;

/// Up to this depth positions are expanded in batches, at greater depths one by one. Every ply keeps a batch
/// in memory, and a wide tree that is much deeper could not be counted in any case.
const MAX_BATCH_DEPTH: u32 = 12;

/// A counter that explores a repeated position only once.
///
/// It searches breadth first while there are few positions, otherwise batch by batch, and finishes each batch
/// before the next. Most transpositions differ only in the order of the moves of the last three plies, so
/// they are in the same batch. The table holds the positions of other batches.
pub(super) struct Merger<'a, V: Variant> {
    variant: V,
    tuning: Tuning,
    table: SharedTable<'a, V::Word, Count>,
    walker: Walker<V>,
    /// The indices of the positions of a batch, kept for its memory.
    indices: WordMap<Pieces<V::Word>, u32>,
}

impl<V: Variant> Merger<'_, V> {
    pub(super) fn new(variant: V, tuning: Tuning, table: SharedTable<'_, V::Word, Count>) -> Merger<'_, V> {
        Merger { variant, tuning, table, walker: Walker::new(variant), indices: WordMap::default() }
    }

    pub(super) fn count<S: Side>(&mut self, pieces: Pieces<V::Word>, depth: u32) -> u64 {
        self.count_each::<S>(&[pieces], depth).into_iter().fold(0, u64::saturating_add)
    }

    fn count_each<S: Side>(&mut self, positions: &[Pieces<V::Word>], depth: u32) -> Vec<u64> {
        if depth < MIN_MERGE_DEPTH.min(self.tuning.probe_depth) {
            let mut counts = vec![0; positions.len()];
            self.walker.count_each::<S>(positions, depth, &mut counts);
            return counts;
        }
        let mut counts = Vec::with_capacity(positions.len());
        while let Some(rest) = positions.get(counts.len()..).filter(|rest| !rest.is_empty()) {
            let batch = self.expand::<S>(rest, depth);
            let after = self.count_successors::<S::Opponent>(&batch.successors, depth - 1);
            let mut begin = 0;
            counts.extend(batch.ends.iter().map(|&end| {
                let moves = &batch.moves[begin..end];
                begin = end;
                moves.iter().fold(0_u64, |sum, &successor| sum.saturating_add(after[successor as usize]))
            }));
        }
        counts
    }

    /// Makes the moves of one position after another, until a batch is full.
    fn expand<S: Side>(&mut self, positions: &[Pieces<V::Word>], depth: u32) -> Batch<V::Word> {
        let enough = if depth > MAX_BATCH_DEPTH { 1 } else { self.tuning.batch };
        // Most positions have at most 12 moves.
        let (mut after_moves, mut ends) = (Vec::with_capacity(enough.min(12 * positions.len())), Vec::new());
        for &pieces in positions {
            movegen::generate::<V, S>(self.variant, pieces, &mut |effect: Effect<V::Word>| {
                after_moves.push(effect.apply::<S>(pieces));
            });
            ends.push(after_moves.len());
            if after_moves.len() >= enough {
                break;
            }
        }
        let (successors, moves) = merge(&after_moves, &mut self.indices);
        Batch { successors, moves, ends }
    }

    /// Counts the paths of `depth` moves from each of these positions. Positions in the table are not counted
    /// again.
    fn count_successors<S: Side>(&mut self, positions: &[Pieces<V::Word>], depth: u32) -> Vec<u64> {
        if depth + 1 < self.tuning.probe_depth {
            return self.count_each::<S>(positions, depth);
        }
        let mut counts = vec![0; positions.len()];
        let (mut unknown, mut indices) = (Vec::new(), Vec::new());
        // If all positions are probed first, the processor can fetch several lines of the table at the same time.
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

struct Batch<W> {
    /// The positions after the moves, each stored once.
    successors: Vec<Pieces<W>>,
    /// For each move, the index of the resulting position.
    moves: Vec<u32>,
    /// For each position, the index after its last move.
    ends: Vec<usize>,
}

/// Removes duplicates from some positions. Also returns, for each position, its index in the shorter list.
fn merge<W: Word>(
    positions: &[Pieces<W>],
    known: &mut WordMap<Pieces<W>, u32>,
) -> (Vec<Pieces<W>>, Vec<u32>) {
    known.clear();
    let mut distinct = Vec::with_capacity(positions.len());
    let indices = positions.iter().map(|&pieces| {
        *known.entry(pieces).or_insert_with(|| {
            distinct.push(pieces);
            u32::try_from(distinct.len() - 1).expect("a batch is small")
        })
    });
    let indices = indices.collect();
    (distinct, indices)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rankmoves_core::model::bitboard::Bitboard;

    #[test]
    fn merged_positions_are_listed_once_in_the_order_of_their_first_places() {
        let position = |number: u64| Pieces {
            red: Bitboard(1 << (number % 4)),
            black: Bitboard(16 << (number / 4 % 4)),
            kings: Bitboard(number / 16 % 2),
        };
        let mut known = WordMap::default();
        for (len, distinct) in [(0, 0), (1, 1), (31, 31), (1000, 32), (5, 5)] {
            let positions: Vec<_> = (0..len).map(position).collect();
            let (list, indices) = merge(&positions, &mut known);
            assert_eq!(list, positions[..distinct]);
            assert!(indices.iter().map(|&index| list[index as usize]).eq(positions));
        }
    }
}
