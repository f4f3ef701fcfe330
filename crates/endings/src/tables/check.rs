//! Checks of finished slices, value by value.

use std::ops::Range;

use super::build::Conversions;
use super::numbering::{Numbering, usize_of};
use super::slice::Codes;
use super::value::Value;
use rankmoves_core::model::movegen::{self, Effect};
use rankmoves_core::model::variant::{Side, Variant};

/// A value that cannot be read from its file.
pub(super) struct Unreadable;

/// A slice and all that its moves lead to.
pub(super) struct Check<'a> {
    pub(super) numbering: &'a Numbering,
    pub(super) codes: &'a Codes,
    /// The positions after quiet moves.
    pub(super) replies: (&'a Numbering, &'a Codes),
    pub(super) converted: &'a Conversions<'a>,
}

impl Check<'_> {
    /// Returns the number of the first position of some rows, `S` to move, whose value does
    /// not follow from those after its moves.
    ///
    /// # Errors
    ///
    /// If one of the values cannot be read.
    pub(super) fn first_wrong<V: Variant, S: Side>(
        &self,
        variant: V,
        rows: Range<u64>,
    ) -> Result<Option<u64>, Unreadable> {
        let layout = variant.layout();
        let (numbering, codes) = self.replies;
        let (mut wrong, mut is_broken) = (None, false);
        self.numbering.for_each::<_, S>(layout, rows, |index, pieces| {
            // A player without moves has lost.
            let mut best = Some(Value::Lost(0));
            let mut has_moves = false;
            movegen::generate::<V, S>(variant, pieces, &mut |effect: Effect<V::Word>| {
                let value = if effect.captured.is_empty() && !effect.crowns {
                    codes.get(usize_of(numbering.number::<_, S::Opponent>(layout, effect.apply::<S>(pieces))))
                } else {
                    self.converted.value::<_, S>(layout, pieces, effect)
                };
                let value = value.map(Value::before);
                let is_first = !std::mem::replace(&mut has_moves, true);
                best = if is_first { value } else { best.zip(value).map(|(best, value)| best.max(value)) };
            });
            match best.zip(self.codes.get(index)) {
                None => is_broken = true,
                Some((best, value)) if best != value => wrong = wrong.or(Some(index as u64)),
                Some(_) => {}
            }
        });
        if is_broken { Err(Unreadable) } else { Ok(wrong) }
    }
}
