//! Counts path by path. The last two plies are counted for many positions at once.

use crate::group::{Group, LANES, count, count_two_plies, count_two_plies_of_each};
use rankmoves_core::model::bitboard::Word;
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::movegen::{self, Effect, all_jumpers};
use rankmoves_core::model::variant::{Side, Variant};

/// Adds to a count, which saturates at `u64::MAX`.
#[inline]
pub(super) fn add(count: &mut u64, part: u64) {
    *count = count.saturating_add(part);
}

/// Positions that wait for their perft counts at depth 2, in groups of a single kind, because one
/// position with jumps or kings slows down its whole group.
struct Waiting<W> {
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

    fn new() -> Waiting<W> {
        Waiting { groups: [const { Waiters { group: Group::EMPTY, owners: [0; LANES], len: 0 } }; 4] }
    }

    /// Queues a position with side `S` to move. When its group is full or [`finish`](Self::finish) is called,
    /// its count at depth 2 is added to the sum of its owner. The side is the same for all waiting positions.
    #[inline]
    fn add<V: Variant<Word = W>, S: Side>(
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
    fn finish<V: Variant<Word = W>, S: Side>(&mut self, variant: V, sums: &mut [u64]) {
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
