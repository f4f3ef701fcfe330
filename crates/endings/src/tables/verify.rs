//! Verification of whole tables.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::control::Build;
use super::file::Packed;
use super::numbering::for_rows;
use super::retrograde::Conversions;
use super::slices::Slice;
use super::value::Value;
use super::{BuildControl, BuildError, Contents, Material, Tables, form};
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::movegen::{self, Effect};
use rankmoves_core::model::variant::{Side, SidedTask, Variant};

impl Tables {
    /// Checks the value of every position of a material with red to move, and of the positions after its
    /// non-converting moves, against the values of their successors. No wrong value passes: by induction on the plies,
    /// values that agree with the values of all successors are right.
    ///
    /// # Errors
    ///
    /// If a value is wrong or cannot be read.
    pub fn verify_material(&self, material: Material, control: &BuildControl) -> Result<(), BuildError> {
        let store = self.store(Contents::Plies);
        for (player, material) in self.pair(material) {
            let slice = store.slice(self.id(player, material))?;
            slice.codes.file().map_or(Ok(()), Packed::check)?;
            let replies = store.slice(self.id(player.opponent(), material.turned()))?;
            let converted = self.conversions(Contents::Plies, player, material)?;
            let (wrong, is_broken) = (AtomicU64::new(u64::MAX), AtomicBool::new(false));
            for_rows(&slice.numbering, control, |rows| {
                let (wrong, is_broken) = (&wrong, &is_broken);
                self.sided(player, Check { slice, replies, converted: &converted, rows, wrong, is_broken });
            });
            if is_broken.into_inner() {
                return Err(store.read_error());
            }
            match wrong.into_inner() {
                u64::MAX if control.is_stopped() => return Err(BuildError::Stopped),
                u64::MAX => control.add(slice.numbering.len()),
                number => return Err(BuildError::WrongValue(material, number)),
            }
        }
        Ok(())
    }

    /// Verifies all tables up to some number of pieces. Tables that store plies are verified with
    /// [`verify_material`](Self::verify_material). Results without plies cannot be checked against one
    /// another, so results-only tables are built again in memory and compared.
    ///
    /// # Errors
    ///
    /// If a value is wrong, missing or cannot be read; and as for [`build`](Self::build).
    pub fn verify(&self, contents: Contents, pieces: u32, control: &BuildControl) -> Result<(), BuildError> {
        let materials = Material::up_to(pieces);
        if contents == Contents::Results {
            return self.verify_results(&materials, control);
        }
        for material in materials {
            // If the board can be turned, a material and its turned counterpart are verified together.
            if !self.can_be_turned() || material <= material.turned() {
                self.verify_material(material, control)?;
            }
        }
        Ok(())
    }

    fn verify_results(&self, materials: &[Material], control: &BuildControl) -> Result<(), BuildError> {
        let mut again = Tables::new(self.shape, self.rules);
        again.check_memory(materials, Contents::Results)?;
        for &material in materials {
            if again.store(Contents::Results).has(&again.ids(material)) {
                continue;
            }
            let made = again.make(Build { contents: Contents::Results, control }, material)?;
            for made in &made {
                if let Some(file) = self.store(Contents::Results).slice(made.id)?.codes.file() {
                    for block in 0..made.packed().blocks() {
                        let (found, expected) = (file.read(block)?, made.packed().block(block));
                        if let Some(index) = form::first_difference(&found, expected) {
                            let number = block * file.form.block() + index;
                            return Err(BuildError::WrongValue(made.id.material, number as u64));
                        }
                    }
                }
                control.add(made.numbering.len());
            }
            again.add(Contents::Results, made);
        }
        Ok(())
    }
}

/// A check of some rows of a slice against the slices to which its moves lead.
struct Check<'a> {
    slice: &'a Slice,
    /// The positions after non-converting moves.
    replies: &'a Slice,
    converted: &'a Conversions<'a>,
    rows: Range<u64>,
    /// The least number of a position whose value does not follow from the values of its successors.
    wrong: &'a AtomicU64,
    /// Becomes true if a value cannot be read from its file.
    is_broken: &'a AtomicBool,
}

impl SidedTask for Check<'_> {
    type Output = ();

    fn run<V: Variant, S: Side>(self, variant: V, _: Pieces<V::Word>) {
        let layout = variant.layout();
        let Slice { numbering, codes } = self.replies;
        self.slice.numbering.for_each::<_, S>(layout, self.rows, |index, pieces| {
            // A player without moves has lost.
            let mut best = Some(Value::Lost(0));
            let mut has_moves = false;
            movegen::generate::<V, S>(variant, pieces, &mut |effect: Effect<V::Word>| {
                let value = if effect.captured.is_empty() && !effect.crowns {
                    codes.get(numbering.number::<_, S::Opponent>(layout, effect.apply::<S>(pieces)))
                } else {
                    self.converted.value::<_, S>(layout, pieces, effect)
                };
                let value = value.map(Value::before);
                let is_first = !std::mem::replace(&mut has_moves, true);
                best = if is_first { value } else { best.zip(value).map(|(best, value)| best.max(value)) };
            });
            match best.zip(self.slice.codes.get(index)) {
                None => self.is_broken.store(true, Relaxed),
                Some((best, value)) if best != value => drop(self.wrong.fetch_min(index as u64, Relaxed)),
                Some(_) => {}
            }
        });
    }
}
