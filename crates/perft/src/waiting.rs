//! Positions waiting to be counted with others of the same kind.

use crate::group::{Group, LANES, count_two_plies_of_each};
use crate::moves::count_two_plies;
use rankmoves_core::model::bitboard::Word;
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::movegen::all_jumpers;
use rankmoves_core::model::variant::{Side, Variant};

/// Adds to a count, which saturates at `u64::MAX`.
#[inline]
pub(super) fn add(count: &mut u64, part: u64) {
    *count = count.saturating_add(part);
}

/// Positions that wait for their perft counts at depth 2, in groups of a single kind, because one
/// position with jumps or kings slows down its whole group.
pub(super) struct Waiting<W> {
    groups: [Waiters<W>; 4],
}

struct Waiters<W> {
    group: Group<W>,
    /// For each position, the index of the sum that its count is added to.
    owners: [usize; LANES],
    len: usize,
}

impl<W: Word> Waiting<W> {
    /// True if positions are counted in groups. Vector registers hold several sets of the standard board, but
    /// seldom more than one of any other board.
    const IN_GROUPS: bool = W::BITS == 64;

    /// Returns empty groups.
    pub(super) fn new() -> Waiting<W> {
        Waiting { groups: [const { Waiters { group: Group::EMPTY, owners: [0; LANES], len: 0 } }; 4] }
    }

    /// Queues a position with side `S` to move. When its group is full or [`finish`](Self::finish) is called,
    /// its count at depth 2 is added to the sum of its owner. The side is the same for all waiting positions.
    #[inline]
    pub(super) fn add<V: Variant<Word = W>, S: Side>(
        &mut self,
        variant: V,
        pieces: Pieces<W>,
        owner: usize,
        sums: &mut [u64],
    ) {
        if !Self::IN_GROUPS {
            add(&mut sums[owner], count_two_plies::<V, S>(variant, pieces));
            return;
        }
        let has_jumps = !all_jumpers::<V, S>(variant, pieces).is_empty();
        let kind = usize::from(has_jumps) + 2 * usize::from(!pieces.kings.is_empty());
        let waiters = &mut self.groups[kind];
        waiters.group.set(waiters.len, pieces);
        waiters.owners[waiters.len] = owner;
        waiters.len += 1;
        if waiters.len == LANES {
            self.count_kind::<V, S>(variant, kind, sums);
        }
    }

    /// Counts all waiting positions and adds the counts to the sums of their owners.
    pub(super) fn finish<V: Variant<Word = W>, S: Side>(&mut self, variant: V, sums: &mut [u64]) {
        // Positions of nonstandard boards are counted at once and never wait. The condition removes the code
        // for them.
        if Self::IN_GROUPS {
            for kind in 0..self.groups.len() {
                if self.groups[kind].len > 0 {
                    self.count_kind::<V, S>(variant, kind, sums);
                }
            }
        }
    }

    /// Adds the counts of a group.
    #[inline(never)]
    fn count_kind<V: Variant<Word = W>, S: Side>(&mut self, variant: V, kind: usize, sums: &mut [u64]) {
        let Waiters { group, owners, len } = &mut self.groups[kind];
        // Clear the unused lanes; otherwise the positions left in them would be counted again.
        (*len..LANES).for_each(|lane| group.set(lane, Pieces::NONE));
        let counts = match kind {
            0 => count_two_plies_of_each::<V, S, false, false>(variant, group),
            1 => count_two_plies_of_each::<V, S, true, false>(variant, group),
            2 => count_two_plies_of_each::<V, S, false, true>(variant, group),
            _ => count_two_plies_of_each::<V, S, true, true>(variant, group),
        };
        for (&owner, count) in owners.iter().zip(counts).take(*len) {
            add(&mut sums[owner], count);
        }
        *len = 0;
    }
}
