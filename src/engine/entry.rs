//! What the table remembers about a position that was searched.

use crate::bitboard::Word;
use crate::table::Value;

/// How a score of the table bounds the value of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Lower,
    Exact,
    Upper,
}

/// What is remembered about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Wins and losses are counted from the position, not from the root.
    pub(super) score: i16,
    pub(super) bound: Bound,
    pub(super) depth: u8,
    /// The number of the best move in the order in which they are generated.
    pub(super) best: Option<u16>,
    /// Which search of the engine's it comes from.
    pub(super) generation: u16,
}

impl Entry {
    /// Stands for no move.
    const NONE: u16 = u16::MAX;

    /// Whether a search of some depth with this window need not be made.
    pub(super) fn answers(self, depth: i32, score: i32, alpha: i32, beta: i32) -> bool {
        i32::from(self.depth) >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            }
    }
}

/// In its own word, from the lowest bit: score 16, depth 8, bound 8, move 16,
/// generation 16.
impl<W: Word> Value<W> for Entry {
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
    fn unpack(_: u64, word: u64) -> Entry {
        Entry {
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

    /// What the search in hand has found stays longest, of that the deepest.
    fn priority(self) -> u64 {
        u64::from(self.generation) << 8 | u64::from(self.depth)
    }
}
