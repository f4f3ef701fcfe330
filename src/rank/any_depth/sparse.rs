//! A ply after few changes: only the positions before the changed ones are
//! computed, one by one.
//!
//! A position's value differs from that two plies ago only if that of a position
//! after one of its moves has changed in the ply before. Taking back a step or a
//! jump, wherever the opponent's other pieces stand, leads to all positions that a
//! changed one can come from; a chain is taken back jump by jump. Some of
//! them have no such move: they are computed in vain, and keep their values.

use super::arrays::{Array, Strips, key, position_of};
use super::history::{Changes, PlyChanges};
use super::index::Placement;
use super::moves::Moves;
use super::sweep::Sweep;
use rankmoves_core::model::bitboard::{Bitboard, Word};

/// The positions between two looks at the stop flag.
const POSITIONS_PER_CHECK: usize = 1 << 10;

impl<W: Word> Sweep<'_, W> {
    /// Computes the ply from the source's latest changes, as [`run`](Self::run).
    pub(super) fn run_sparse(&self, latest: &PlyChanges, target: &mut Array) -> Option<Vec<Changes>> {
        let rows = self.waiter.len();
        let mut due = Vec::new();
        for (number, _) in latest.iter() {
            // The waiter was to move there.
            let (other, own) = position_of(number, self.mover.len());
            for &before in self.mover.steps_to(own) {
                due.push(key(before as usize, other, rows));
            }
            self.take_back_jumps(own, other, &mut due);
        }
        due.sort_unstable();
        due.dedup();
        let strips = Strips::of(rows);
        let mut changes: Vec<Changes> = Vec::new();
        changes.resize_with(strips.count(), Changes::default);
        let own_strips = Strips::of(self.mover.len());
        for (place, &number) in due.iter().enumerate() {
            if place.is_multiple_of(POSITIONS_PER_CHECK) && (self.is_stopped)() {
                target.first_changed = 0;
                return None;
            }
            let (own, other) = position_of(number, rows);
            let Some(score) = self.score(own, other) else { continue };
            let entry = &mut target.entries[other * self.mover.len() + own];
            if *entry != score {
                changes[strips.strip_of(other)].note(number, own, *entry, self.max_noted / strips.count());
                *entry = score;
                target.changed[other] |= 1 << own_strips.strip_of(own);
                target.first_changed = target.first_changed.min(own);
            }
        }
        Some(changes)
    }

    /// Adds the positions from which a jump leads to a position, or a chain of jumps.
    fn take_back_jumps(&self, own: usize, other: usize, due: &mut Vec<u32>) {
        for take_back in self.mover.jumps_to(own) {
            for before in self.waiter.before_capture(other, take_back.over) {
                due.push(key(take_back.before as usize, before, self.waiter.len()));
                if self.rules.may_chain {
                    self.take_back_jumps(take_back.before as usize, before, due);
                }
            }
        }
    }

    /// Returns the entry of a position; `None` if two pieces are on one square.
    fn score(&self, own: usize, other: usize) -> Option<i8> {
        if self.mover.placements[own].occupied().intersects(self.waiter.placements[other].occupied()) {
            return None;
        }
        let is_free = |bit: u8| !self.waiter.holds(other, bit);
        let entry =
            |after: u32, other: usize| self.source.entries[after as usize * self.waiter.len() + other];
        let steps = self.mover.steps(own).iter().filter(|step| is_free(step.to));
        let step = steps.map(|step| entry(step.after, other)).max();
        let jumps = self.mover.jumps(own).iter().filter(|jump| !is_free(jump.over) && is_free(jump.to));
        let jump = jumps.map(|jump| {
            let captured = self.waiter.after_capture(other, jump.over);
            let stopped = entry(jump.after, captured as usize);
            self.best_end(&self.chain_start(own, *jump), captured, stopped)
        });
        let best = match (step, jump.max()) {
            (_, Some(jump)) if self.rules.must_capture => jump,
            (step, jump) => step.max(jump).unwrap_or(i8::MIN),
        };
        Some(Self::score_of_best(best))
    }
}

impl<W: Word> Moves<W> {
    /// Returns the placements with one piece more, on a square.
    fn before_capture(&self, after: usize, bit: u8) -> impl Iterator<Item = usize> {
        let Placement { men, kings } = self.placements[after];
        let piece = Bitboard::single(bit.into());
        let is_free = !self.holds(after, bit);
        let with_man = Placement { men: men | piece, kings };
        let with_king = Placement { men, kings: kings | piece };
        let placements = [with_man, with_king].into_iter().filter(move |_| is_free);
        placements.filter_map(|placement| self.index.rank(placement).map(|index| index as usize))
    }
}
