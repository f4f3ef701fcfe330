//! Retrograde analysis of one slice, or of a slice together with the slice to which its non-converting moves lead.
//!
//! A move that neither captures nor crowns is non-converting: the pieces stay the same, and the other player is
//! to move. All other moves are conversions: they lead to slices built earlier.
//!
//! 1. Every position is visited once: the best of its conversions is noted, and its non-converting moves are
//!    counted.
//! 2. Then positions are taken in the order of their plies n = 0, 1, 2, …; each updates its predecessors by
//!    non-converting moves. Predecessors of a loss in n are won in n + 1, unless they are won sooner. Predecessors of
//!    a win in n have one non-converting move fewer that could avoid a loss. When no such move remains, they are lost:
//!    in n + 1 plies, because this was the longest way, or in more if a losing conversion takes longer.
//!
//! Positions that are still undecided at the end are draws. A position is decided exactly at the ply of its
//! value, because all positions with fewer plies have propagated by then.
//!
//! The core's generator lists the moves, but it cannot list predecessors. A non-converting move is taken back by a step
//! with the same [`Layout::step`], from the square where the piece stands to an empty one. The step was legal
//! unless a jump is compulsory in the predecessor; such predecessors are marked as having no non-converting move.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, Ordering::Relaxed};

use super::form::result_of;
use super::material::Contents;
use super::numbering::{Numbering, usize_of};
use super::slices::{Codes, Entries, Slice};
use super::value::Value;
use rankmoves_core::Player;
use rankmoves_core::model::bitboard::Bitboard;
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::layout::{Direction, Layout};
use rankmoves_core::model::movegen::{self, Effect};
use rankmoves_core::model::variant::{Side, Variant};

/// The bit that marks a state as undecided: its position is lost unless a non-converting move avoids the loss.
///
/// The other bits hold the code of the longest losing conversion; they are 0 if there is none.
const UNDECIDED: u16 = 1 << 15;
/// No non-converting move is legal, so the value from conversions is final.
const ONLY_CONVERSIONS: u16 = 1 << 14;
pub(super) const MAX_CODE: u16 = ONLY_CONVERSIONS - 1;

/// A slice being built.
pub(super) struct Draft {
    states: Vec<AtomicU16>,
    /// For each position, the number of non-converting moves that have not been found to lose.
    non_converting: Vec<AtomicU8>,
    /// True if a value that it builds on could not be read.
    pub(super) is_broken: AtomicBool,
}

impl Draft {
    /// Creates a draft of `len` positions; `None` if there is no memory for it.
    pub(super) fn new(len: u64) -> Option<Draft> {
        let len = usize::try_from(len).ok()?;
        let (mut states, mut non_converting) = (Vec::new(), Vec::new());
        states.try_reserve_exact(len).ok()?;
        non_converting.try_reserve_exact(len).ok()?;
        states.resize_with(len, AtomicU16::default);
        non_converting.resize_with(len, AtomicU8::default);
        Some(Draft { states, non_converting, is_broken: AtomicBool::new(false) })
    }

    /// Reads the results of all positions with non-converting moves from `codes`; `None` if a code cannot be read.
    pub(super) fn fill(&self, codes: &Codes) -> Option<()> {
        for (index, state) in self.states.iter().enumerate() {
            if state.load(Relaxed) & ONLY_CONVERSIONS == 0 {
                state.store(codes.code(index)?, Relaxed);
            }
        }
        Some(())
    }

    /// Returns the entries, once all plies have propagated. If a file stores them differently, also returns
    /// the form in the file, without the results that are not needed.
    pub(super) fn finish(self, contents: Contents) -> (Entries, Option<Entries>) {
        drop(self.non_converting);
        if contents == Contents::Plies {
            return (Entries::new(self.states.iter().map(code_of)), None);
        }
        let result = |state: &AtomicU16| Some(result_of(code_of(state)));
        let needed =
            |state: &AtomicU16| result(state).filter(|_| state.load(Relaxed) & ONLY_CONVERSIONS == 0);
        let results = Entries::of_results(self.states.iter().map(result));
        (results, Some(Entries::of_results(self.states.iter().map(needed))))
    }

    /// Records that a non-converting move leads to a position that the opponent loses in `plies`. Returns whether that
    /// improves the state.
    fn win(&self, index: usize, plies: u16) -> bool {
        let code = plies + 2;
        let better = |state: u16| {
            let is_better =
                state & ONLY_CONVERSIONS == 0 && (state & UNDECIDED != 0 || state == 0 || state > code);
            is_better.then_some(code)
        };
        self.states[index].fetch_update(Relaxed, Relaxed, better).is_ok()
    }

    /// Records that a non-converting move leads to a position that the opponent wins in `plies`. Returns the code of
    /// the loss if that decides the position.
    fn lose(&self, index: usize, plies: u16) -> Option<u16> {
        let state = &self.states[index];
        if state.load(Relaxed) & UNDECIDED == 0 || self.non_converting[index].fetch_sub(1, Relaxed) > 1 {
            return None;
        }
        // No other thread changes the state now, because this was the last non-converting move.
        let code = (state.load(Relaxed) & !UNDECIDED).max(plies + 2);
        state.store(code, Relaxed);
        Some(code)
    }
}

/// Returns the code of a state, once all plies have propagated: a state still undecided is a draw.
fn code_of(state: &AtomicU16) -> u16 {
    match state.load(Relaxed) {
        state if state & UNDECIDED == 0 => state & !ONLY_CONVERSIONS,
        _ => 0,
    }
}

/// The slice of a pair in which a given player is to move.
pub(super) struct Half<'a> {
    pub(super) player: Player,
    pub(super) numbering: Numbering,
    pub(super) draft: Draft,
    /// The values, for the opponent, of the positions to which conversions lead. Each conversion captures men
    /// and kings of the opponent, crowns a man, or both.
    pub(super) converted: Conversions<'a>,
}

pub(super) struct Conversions<'a> {
    /// The slices, indexed by captured men, captured kings, and whether a man is crowned; `None` if the
    /// opponent has no pieces left.
    pub(super) slices: Vec<Option<&'a Slice>>,
    pub(super) their_kings: u32,
}

impl Conversions<'_> {
    /// Returns the value, for the opponent of `S`, of the position after a conversion;
    /// `None` if it cannot be read.
    #[inline]
    pub(super) fn value<L: Layout, S: Side>(
        &self,
        layout: L,
        pieces: Pieces<L::Word>,
        effect: Effect<L::Word>,
    ) -> Option<Value> {
        let kings = (effect.captured & pieces.kings).len();
        let men = effect.captured.len() - kings;
        let index = (men * (self.their_kings + 1) + kings) * 2 + u32::from(effect.crowns);
        match self.slices[index as usize] {
            Some(Slice { numbering, codes }) => {
                codes.get(numbering.number::<_, S::Opponent>(layout, effect.apply::<S>(pieces)))
            }
            None => Some(Value::Lost(0)),
        }
    }
}

/// The best value to which a conversion leads.
#[derive(Clone, Copy, Default)]
struct Converted {
    /// The code of the shortest win, 0 if there is none.
    win: u16,
    /// The code of the longest loss, 0 if there is none.
    loss: u16,
    draws: bool,
}

impl Half<'_> {
    /// Visits the positions of some rows for the first time. Returns the highest code.
    pub(super) fn begin<V: Variant, S: Side>(&self, variant: V, rows: Range<u64>) -> u16 {
        let layout = variant.layout();
        let mut highest = 0;
        self.numbering.for_each::<_, S>(layout, rows, |index, pieces| {
            let (mut non_converting, mut converted) = (0u8, Converted::default());
            movegen::generate::<V, S>(variant, pieces, &mut |effect: Effect<V::Word>| {
                if effect.captured.is_empty() && !effect.crowns {
                    non_converting += 1;
                    return;
                }
                let Some(value) = self.converted.value::<_, S>(layout, pieces, effect) else {
                    self.draft.is_broken.store(true, Relaxed);
                    return;
                };
                // A forged file may contain any code.
                let code = |plies: u16| plies.saturating_add(1).min(MAX_CODE);
                match value.before() {
                    Value::Won(plies) if converted.win == 0 || code(plies) < converted.win => {
                        converted.win = code(plies);
                    }
                    Value::Won(_) => {}
                    Value::Drawn => converted.draws = true,
                    Value::Lost(plies) => converted.loss = converted.loss.max(code(plies)),
                }
            });
            let code = match converted {
                Converted { win: 1.., .. } => converted.win,
                Converted { draws: true, .. } => 0,
                // The player has no moves at all.
                Converted { loss: 0, .. } if non_converting == 0 => 1,
                Converted { loss, .. } if non_converting == 0 => loss,
                Converted { loss, .. } => UNDECIDED | loss,
            };
            highest = highest.max(code & !UNDECIDED);
            let only_conversions = if non_converting == 0 { ONLY_CONVERSIONS } else { 0 };
            self.draft.states[index].store(code | only_conversions, Relaxed);
            self.draft.non_converting[index].store(non_converting, Relaxed);
        });
        highest
    }

    /// Updates the predecessors, in `reply`, of the positions in some rows that are decided in `plies` plies, with
    /// `S` to move. Returns the highest new code.
    pub(super) fn propagate<V: Variant, S: Side>(
        &self,
        variant: V,
        reply: &Half,
        rows: Range<u64>,
        plies: u16,
    ) -> u16 {
        let layout = variant.layout();
        let len = self.numbering.row_len();
        let (first, mut highest) = (rows.start, 0);
        let states = &self.draft.states[usize_of(rows.start * len)..usize_of(rows.end * len)];
        for (row, states) in states.chunks(usize_of(len)).enumerate() {
            let is_decided = |state: &AtomicU16| state.load(Relaxed) & !ONLY_CONVERSIONS == plies + 1;
            // The compiler vectorises this test, and few rows have a decided state.
            if !states.iter().fold(false, |any, state| any | is_decided(state)) {
                continue;
            }
            let row = first + row as u64;
            self.numbering.for_each::<_, S>(layout, row..row + 1, |index, pieces| {
                if !is_decided(&self.draft.states[index]) {
                    return;
                }
                for_each_before::<V, S::Opponent>(variant, pieces, |before| {
                    let number = reply.numbering.number::<_, S::Opponent>(layout, before);
                    let code = if plies.is_multiple_of(2) {
                        if reply.draft.win(number, plies) { plies + 2 } else { 0 }
                    } else {
                        reply.draft.lose(number, plies).unwrap_or(0)
                    };
                    highest = highest.max(code);
                });
            });
        }
        highest
    }
}

/// Calls `act` with each predecessor of this position by a step of `S` that crowns no man, even if `S` could
/// jump there. Positions in which a jump is compulsory have no non-converting moves to count, and are marked as such.
fn for_each_before<V: Variant, S: Side>(
    variant: V,
    pieces: Pieces<V::Word>,
    mut act: impl FnMut(Pieces<V::Word>),
) {
    let layout = variant.layout();
    let empty = movegen::empty(variant, pieces);
    for direction in Direction::ALL {
        let movers = movegen::movers::<_, S>(pieces, direction);
        for from in (layout.step(movers, direction.reversed()) & empty).singles() {
            let to = layout.step(from, direction);
            act(Effect { from: to, to: from, captured: Bitboard::EMPTY, crowns: false }.apply::<S>(pieces));
        }
    }
}
