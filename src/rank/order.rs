//! Move ordering: decides how soon a cutoff comes, never the value.

use std::cmp::Ordering;

use super::entry::Entry;
use super::root::Bounds;
use rankmoves_core::model::bitboard::{Bitboard, Word};
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::movegen;
use rankmoves_core::model::variant::{Side, Variant};
use rankmoves_core::support::hash::spread;
use rankmoves_core::support::table::Probe;
use rankmoves_core::{ByPlayer, Score};

/// A position after a move of a node.
#[derive(Clone, Copy)]
pub(super) struct Successor<W> {
    pub(super) pieces: Pieces<W>,
    /// The number of the move in the order of generation.
    pub(super) number: u16,
    class: MoveClass,
    /// The place in the order of search: the lowest is searched first.
    order: u32,
}

/// The class of a move by the results that the table has for it.
#[derive(Clone, Copy)]
enum MoveClass {
    /// The move caused the last cutoff of the node.
    HashMove,
    /// The table shows that the move would cause a cutoff at another depth.
    CutsElsewhere,
    Unknown,
    /// The table has bounds, but the value may be on either side of the search's bound.
    Unclear,
    /// The table shows that the move fails at another depth.
    FailsElsewhere,
    /// The table shows that the move fails at this depth.
    Fails,
}

impl<W: Word> Successor<W> {
    /// Makes a successor that is not rated.
    pub(super) fn new(pieces: Pieces<W>, number: usize) -> Successor<W> {
        let number = number.try_into().unwrap_or(u16::MAX);
        Successor { pieces, number, class: MoveClass::Unknown, order: 0 }
    }

    /// Classifies the successor by its entries in the table. The search of the node must find out whether the
    /// value reaches `bound` for the node's side.
    pub(super) fn classify(&mut self, probe: &Probe<Entry>, bound: Score) {
        let is_at_least = |entry: &Entry| entry.bounds.lower > -bound;
        self.class = match (&probe.value, &probe.deepest_other) {
            (Some(known), _) if is_at_least(known) => MoveClass::Fails,
            (_, Some(other)) if is_at_least(other) => MoveClass::FailsElsewhere,
            (_, Some(Entry { bounds: Bounds { upper, .. }, .. })) if *upper <= -bound => {
                MoveClass::CutsElsewhere
            }
            (None, None) => MoveClass::Unknown,
            _ => MoveClass::Unclear,
        };
    }
}

/// The cutoffs that moves have caused, in any position: the history heuristic (J. Schaeffer, *The
/// history heuristic and alpha-beta search enhancements in practice*, 1989).
pub(super) struct CutoffHistory {
    counts: ByPlayer<Vec<u32>>,
}

impl CutoffHistory {
    /// The number of counters per player: moves with the same hash share one.
    const LEN: usize = 1 << 10;
    /// The count at which all counters are halved.
    const MAX_COUNT: u32 = 1 << 16;

    /// Creates a history without cutoffs.
    pub(super) fn new() -> CutoffHistory {
        CutoffHistory { counts: ByPlayer::from_fn(|_| vec![0; Self::LEN]) }
    }

    /// Records a cutoff at `depth`, caused by the move of side `S` from `before` to `after`.
    pub(super) fn note<W: Word, S: Side>(&mut self, before: Pieces<W>, after: Pieces<W>, depth: u32) {
        let counts = &mut self.counts[S::PLAYER];
        let count = &mut counts[Self::index::<W, S>(before, after)];
        *count += depth.min(200).pow(2);
        if *count >= Self::MAX_COUNT {
            for count in counts.iter_mut() {
                *count /= 2;
            }
        }
    }

    fn count<W: Word, S: Side>(&self, before: Pieces<W>, after: Pieces<W>) -> u32 {
        self.counts[S::PLAYER][Self::index::<W, S>(before, after)]
    }

    /// Returns the index of a move, which depends on its first and last squares.
    #[inline]
    fn index<W: Word, S: Side>(before: Pieces<W>, after: Pieces<W>) -> usize {
        let Bitboard(moved) = before.of(S::PLAYER) ^ after.of(S::PLAYER);
        let wide: u128 = moved.into();
        #[expect(clippy::cast_possible_truncation, reason = "both halves are meant")]
        let hash = spread(wide as u64 ^ ((wide >> 64) as u64).rotate_left(32));
        usize::try_from(hash % Self::LEN as u64).expect("the remainder is below a length")
    }
}

/// Rates the positions after the moves of side `S`: the hash move first, then by class, kind of move,
/// history, and order of generation. Moves the first in this order to the front.
///
/// With required captures, moves that force the opponent to jump come first:
/// there are few replies to search. Otherwise moves that offer a jump come
/// last: they usually lose a piece.
pub(super) fn rate<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    successors: &mut [Successor<V::Word>],
    history: &CutoffHistory,
    hash_move: Option<u16>,
) {
    let (mut lowest, mut first) = (u32::MAX, 0);
    for (index, successor) in successors.iter_mut().enumerate() {
        if hash_move == Some(successor.number) {
            successor.class = MoveClass::HashMove;
        }
        let jumpers = movegen::all_jumpers::<V, S::Opponent>(variant, successor.pieces);
        let is_late = jumpers.is_empty() == variant.must_capture();
        let failures = CutoffHistory::MAX_COUNT - history.count::<V::Word, S>(pieces, successor.pieces);
        successor.order = (successor.class as u32) << 29
            | u32::from(is_late) << 28
            | failures << NUMBER_BITS
            | u32::from(successor.number).min((1 << NUMBER_BITS) - 1);
        if successor.order < lowest {
            (lowest, first) = (successor.order, index);
        }
    }
    successors.swap(0, first);
}

/// The number of bits for a move's number in its order. Moves with greater numbers share the last value, and come
/// in any order.
const NUMBER_BITS: u32 = 11;

/// The number of moves that are taken one by one. Most nodes search only one move. If this many moves
/// fail, the other moves usually fail as well, and sorting all of them is cheaper.
const TAKEN_SINGLY: usize = 16;

/// Moves the successor with the lowest order to the front of `open`, the successors not yet searched. `turn` is
/// the number of successors already searched, at least one.
pub(super) fn take_next<W: Word>(open: &mut [Successor<W>], turn: usize) {
    match turn.cmp(&TAKEN_SINGLY) {
        Ordering::Less => {
            let lowest = (0..open.len()).min_by_key(|&index| open[index].order);
            open.swap(0, lowest.unwrap_or_default());
        }
        Ordering::Equal => open.sort_unstable_by_key(|successor| successor.order),
        Ordering::Greater => {}
    }
}
