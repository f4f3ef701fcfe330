//! One ply of all values: computes the values of the positions with one player to move from the
//! values with the opponent to move.
//!
//! The moves of one placement lead to the same columns of other rows of an [`Array`], so the
//! maximum is taken over entire rows at once. The results go to columns of the other array.
//!
//! A ply at depth n replaces the values at depth n − 2. An entry can change only if an entry that it is computed
//! from changed one ply earlier. Each array marks the parts of its rows that have changed.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::arrays::{Array, Strips, TILE, key};
use super::history::Changes;
use super::moves::{Jump, Moves, Removal};
use rankmoves_core::LOST;
use rankmoves_core::model::bitboard::{Bitboard, Word};
use rankmoves_core::model::variant::Variant;
use rankmoves_core::support::threads;

/// The computation of one ply, for the positions with one player to move.
pub(super) struct Sweep<'a, V: Variant> {
    pub(super) variant: V,
    pub(super) mover: &'a Moves<V::Word>,
    pub(super) opponent: &'a Moves<V::Word>,
    /// The values one ply shallower, with the opponent to move.
    pub(super) source: &'a Array,
    /// True to compute everything, regardless of the changes of `source`.
    pub(super) computes_all: bool,
    /// The maximum number of changes noted.
    pub(super) max_noted: usize,
    pub(super) threads: usize,
    pub(super) is_stopped: &'a (dyn Fn() -> bool + Sync),
}

/// Returns the number of threads that are worth starting for `entries` entries.
pub(super) fn useful_threads(threads: usize, entries: usize) -> usize {
    const MIN_SHARED_ENTRIES: usize = if cfg!(test) { 1 << 10 } else { 1 << 20 };
    if entries < MIN_SHARED_ENTRIES { 1 } else { threads }
}

/// The entries of the source to which captures from a strip may lead.
#[derive(Clone, Copy)]
struct Captures {
    /// The strips that single jumps lead to.
    strips: u64,
    /// True if an entry with fewer pieces has changed.
    are_due: bool,
}

/// The scores of a placement of the mover, one for each column of a strip.
#[derive(Default)]
struct Row {
    scores: Vec<i8>,
    jumps: Vec<i8>,
    /// For each column, the scores of the rows of the current tile.
    tile: Vec<[i8; TILE]>,
}

impl Row {
    fn resize(&mut self, len: usize) {
        self.scores.resize(len, 0);
        self.jumps.resize(len, 0);
        self.tile.resize(len, [0; TILE]);
    }
}

/// The entry of a position in which the player to move has no moves: the opponent has won.
#[expect(clippy::cast_possible_truncation, reason = "99 fits")]
const NO_MOVES: i8 = -LOST as i8;

/// Returns the removals from the placements in a range.
fn within<'a>(removals: &'a [Removal], range: &Range<usize>) -> &'a [Removal] {
    let before = |end: usize| removals.partition_point(|removal| (removal.before as usize) < end);
    &removals[before(range.start)..before(range.end)]
}

impl<V: Variant> Sweep<'_, V> {
    /// Computes the ply. Returns the changes for each strip of the source's columns. Returns `None` if
    /// stopped; in that case only a part of the target has changed.
    pub(super) fn run(&self, target: &mut Array) -> Option<Vec<Changes>> {
        let strips = Strips::of(self.opponent.len());
        let mut changes: Vec<Changes> = Vec::new();
        changes.resize_with(strips.count(), Changes::default);
        let rows = target.entries.chunks_mut(strips.width * self.mover.len());
        let tasks = rows.zip(target.changed.chunks_mut(strips.width)).zip(&mut changes).enumerate();
        // By the end, the stop flag may have been cleared again.
        let is_incomplete = AtomicBool::new(false);
        let threads = useful_threads(self.threads, self.source.entries.len());
        threads::share(tasks, threads, 0, |tasks| {
            let mut row = Row::default();
            for (strip, ((entries, changed), changes)) in tasks {
                if !self.compute_strip(strip, entries, changed, changes, &mut row) {
                    is_incomplete.store(true, Relaxed);
                    return;
                }
            }
        });
        if is_incomplete.into_inner() {
            // Some changes are not recorded, so any column may have changed.
            target.first_changed = 0;
            return None;
        }
        let first = changes.iter().map(|changes| changes.first_column).min();
        target.first_changed = target.first_changed.min(first.unwrap_or(usize::MAX));
        Some(changes)
    }

    /// Computes the rows of the target that one strip of columns of the source fills: a unit of work for a thread.
    /// Returns `false` if stopped.
    fn compute_strip(
        &self,
        strip: usize,
        entries: &mut [i8],
        rows_changed: &mut [u64],
        changes: &mut Changes,
        row: &mut Row,
    ) -> bool {
        let all = Strips::of(self.opponent.len());
        let (columns, max_noted) = (all.columns_of(strip), self.max_noted / all.count());
        row.resize(columns.len());
        let holders: Vec<_> = (0..u8::try_from(V::Word::BITS).expect("words have at most 128 bits"))
            .map(|bit| within(self.opponent.holders(bit), &columns))
            .collect();
        let captures = self.captures(columns.end - 1);
        let width = self.mover.len();
        for first in (0..width).step_by(TILE) {
            if (self.is_stopped)() {
                return false;
            }
            let mut due = [0; TILE];
            for (own, due) in (first..width).zip(&mut due) {
                if self.computes_all || self.is_due(own, strip, captures) {
                    *due = -1;
                    self.compute_row(own, &columns, &holders, row);
                    for (tile, &score) in row.tile.iter_mut().zip(&row.scores) {
                        tile[own - first] = score;
                    }
                }
            }
            if due == [0; TILE] {
                continue;
            }
            let mark = 1 << Strips::of(width).strip_of(first);
            let last = width.min(first + TILE);
            let rows = entries.chunks_exact_mut(width).zip(&mut *rows_changed).zip(&row.tile);
            for (index, ((entries, changed), scores)) in rows.enumerate() {
                let entries = &mut entries[first..last];
                let differs = entries.iter().zip(scores).zip(&due);
                if differs.fold(0, |all, ((&entry, &score), &due)| all | (entry ^ score) & due) == 0 {
                    continue;
                }
                for (offset, ((entry, &score), &due)) in entries.iter_mut().zip(scores).zip(&due).enumerate()
                {
                    if *entry != score && due != 0 {
                        let own = first + offset;
                        changes.note(
                            key(own, columns.start + index, self.opponent.len()),
                            own,
                            *entry,
                            max_noted,
                        );
                        *changed |= mark;
                        *entry = score;
                    }
                }
            }
        }
        true
    }

    /// Returns the strips of the source that can be reached by captures from columns up to `last_column`.
    /// Placements of fewer pieces have columns further left.
    fn captures(&self, last_column: usize) -> Captures {
        let pieces = self.opponent.placements[last_column].occupied().len();
        let end = self.opponent.index.first_with(pieces);
        let strips = match end.checked_sub(1) {
            None => 0,
            Some(last) => u64::MAX >> (63 - Strips::of(self.opponent.len()).strip_of(last)),
        };
        Captures { strips, are_due: self.source.first_changed < end }
    }

    /// Returns whether the values of a part of a row may differ from those two plies ago.
    fn is_due(&self, own: usize, strip: usize, captures: Captures) -> bool {
        let changed = |row: u32| self.source.changed[row as usize];
        self.mover.steps.get(own).iter().any(|step| changed(step.after) >> strip & 1 != 0)
            || captures.are_due
                && self.mover.jumps.get(own).iter().any(|&jump| {
                    // A chain of several jumps may end on any row.
                    changed(jump.after) & captures.strips != 0 || !self.onward(jump).is_empty()
                })
    }

    /// Computes the entries for one placement of the mover and some placements of the opponent.
    fn compute_row(&self, own: usize, columns: &Range<usize>, holders: &[&[Removal]], row: &mut Row) {
        let (source, stride) = (&self.source.entries, self.opponent.len());
        let Row { scores, jumps, .. } = row;
        scores.fill(i8::MIN);
        for step in self.mover.steps.get(own) {
            let start = step.after as usize * stride;
            let after = &source[start + columns.start..start + columns.end];
            let blocks = &self.opponent.blocks(step.to)[columns.clone()];
            for ((score, &after), &block) in scores.iter_mut().zip(after).zip(blocks) {
                *score = (*score).max(after.min(block));
            }
        }
        let mut has_jumps = false;
        for jump in self.mover.jumps.get(own) {
            let removals = holders[usize::from(jump.over)];
            if removals.is_empty() {
                continue;
            }
            if !has_jumps {
                jumps.fill(i8::MIN);
                has_jumps = true;
            }
            let blocks = self.opponent.blocks(jump.to);
            let after = &source[jump.after as usize * stride..][..stride];
            let onward = self.onward(*jump);
            for removal in removals {
                let column = removal.before as usize;
                if blocks[column] == Moves::<V::Word>::NO_LIMIT {
                    let stopped = after[removal.after as usize];
                    let best = &mut jumps[column - columns.start];
                    *best = (*best).max(self.best_end(onward, removal.after, stopped));
                }
            }
        }
        if has_jumps {
            let must_capture = self.variant.must_capture();
            for (score, &jump) in scores.iter_mut().zip(jumps.iter()) {
                *score = if must_capture && jump != i8::MIN { jump } else { (*score).max(jump) };
            }
        }
        for score in &mut *scores {
            *score = if *score == i8::MIN { NO_MOVES } else { -*score };
        }
        // Entries with two pieces on the same square stay zero.
        for bit in self.mover.placements[own].occupied().bits() {
            let blocks = &self.opponent.blocks(u8::try_from(bit).expect("a board has at most 128 bits"));
            for (score, &block) in scores.iter_mut().zip(&blocks[columns.clone()]) {
                *score &= !(block >> 7);
            }
        }
    }

    /// Returns the jumps of the same piece that may follow a jump if the opponent's pieces
    /// allow it.
    #[inline]
    fn onward(&self, jump: Jump) -> &[Jump] {
        if !self.variant.may_chain() || jump.crowns {
            return &[];
        }
        let jumps = self.mover.jumps.get(jump.after as usize);
        let before = |end: u8| jumps.partition_point(|next| next.from < end);
        &jumps[before(jump.to)..before(jump.to + 1)]
    }

    /// Returns the score of the best chain after its first jump: the chain continues with a jump of
    /// `onward`, or stops with the score `stopped`. The opponent has the placement `other`.
    #[inline]
    fn best_end(&self, onward: &[Jump], other: u32, stopped: i8) -> i8 {
        let occupied = self.opponent.placements[other as usize].occupied();
        let has = |bit: u8| occupied.intersects(Bitboard::single(bit.into()));
        let is_possible = |next: &&Jump| has(next.over) && !has(next.to);
        let continued = onward.iter().filter(is_possible).map(|&next| self.end_after(next, other)).max();
        match continued {
            Some(continued) if self.variant.must_capture() => continued,
            continued => continued.map_or(stopped, |continued| continued.max(stopped)),
        }
    }

    /// Returns the score of the best chain that continues with `jump`; `other` is the opponent's placement before it.
    fn end_after(&self, jump: Jump, other: u32) -> i8 {
        let other = self.opponent.after_capture(other, jump.over);
        let stopped = self.source.entries[jump.after as usize * self.opponent.len() + other as usize];
        self.best_end(self.onward(jump), other, stopped)
    }
}
