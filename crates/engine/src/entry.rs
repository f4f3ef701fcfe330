//! Entries of the transposition table.

use super::scores::{Bound, Window, is_proven};
use rankmoves_core::model::bitboard::Word;
use rankmoves_core::support::table::Value;

/// The result of searching a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableEntry {
    /// The score, with wins and losses counted from the position, not from the root.
    score: i16,
    bound: Bound,
    depth: u8,
    /// The number of the best move in the order of generation.
    pub(super) best: Option<u16>,
    /// The number of the search that made the entry.
    generation: u16,
}

impl TableEntry {
    /// Marks an entry without a move.
    const NONE: u16 = u16::MAX;

    /// Makes an entry from the score found at a ply of the search.
    pub(super) fn new(
        score: i32,
        ply: usize,
        bound: Bound,
        depth: i32,
        best: Option<u16>,
        generation: u16,
    ) -> TableEntry {
        TableEntry {
            score: (score + counted_plies(score, ply)).try_into().expect("scores fit 16 bits"),
            bound,
            depth: depth.try_into().expect("depths are from 0 to 99"),
            best,
            generation,
        }
    }

    /// Returns the score with wins and losses counted from the root, for a
    /// position at a ply.
    pub(super) fn score_at(self, ply: usize) -> i32 {
        let score = i32::from(self.score);
        score - counted_plies(score, ply)
    }

    /// Returns whether the entry makes a search unnecessary. `score` comes from [`score_at`](Self::score_at).
    pub(super) fn is_sufficient(self, depth: i32, score: i32, window: Window) -> bool {
        i32::from(self.depth) >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => score >= window.beta,
                Bound::Upper => score <= window.alpha,
            }
    }
}

/// Returns `ply` with the sign of the score if the score is a win or a loss; 0 for other scores.
fn counted_plies(score: i32, ply: usize) -> i32 {
    if is_proven(score) { score.signum() * i32::try_from(ply).expect("a ply fits 32 bits") } else { 0 }
}

/// Packs an entry into a separate word. From the lowest bit: 16 bits of score, 8 of depth, 8 of bound, 16 of move,
/// 16 of generation.
impl<W: Word> Value<W> for TableEntry {
    const HAS_WORD: bool = true;

    fn pack(self) -> (u64, u64) {
        let word = u64::from(self.score.cast_unsigned())
            | u64::from(self.depth) << 16
            | (self.bound as u64) << 24
            | u64::from(self.best.unwrap_or(Self::NONE)) << 32
            | u64::from(self.generation) << 48;
        (1, word)
    }

    #[expect(clippy::cast_possible_truncation, reason = "each field is cut out of the word")]
    fn unpack(_: u64, word: u64) -> TableEntry {
        TableEntry {
            score: (word as u16).cast_signed(),
            depth: (word >> 16) as u8,
            bound: match (word >> 24) as u8 {
                0 => Bound::Lower,
                1 => Bound::Exact,
                _ => Bound::Upper,
            },
            best: Some((word >> 32) as u16).filter(|&best| best != Self::NONE),
            generation: (word >> 48) as u16,
        }
    }

    /// Returns the replacement priority: newest generation, then greatest depth.
    fn priority(self) -> u64 {
        u64::from(self.generation) << 8 | u64::from(self.depth)
    }
}
