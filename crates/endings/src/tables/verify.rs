//! Verification of whole tables.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::check::{Check, Unreadable};
use super::rows::for_rows;
use super::slice::Codes;
use super::{BuildError, BuildProgress, Contents, Material, Tables, results};
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::variant::{Side, SidedTask, Variant};

impl Tables {
    /// Compares the value of every position of a material, red to move, and of those of the
    /// replies, with those after its moves. No wrong value passes: by induction on the plies, the values that
    /// agree with those after their moves are the right ones.
    ///
    /// # Errors
    ///
    /// If a value is wrong or cannot be read.
    pub fn verify(
        &self,
        material: Material,
        threads: NonZeroUsize,
        progress: &BuildProgress,
    ) -> Result<(), BuildError> {
        let stock = self.stock(Contents::Plies);
        for (player, material) in self.pair(material) {
            let slice = stock.slice(self.id(player, material))?;
            if let Codes::Packed(packed) = &slice.codes {
                packed.check()?;
            }
            let replies = stock.slice(self.id(player.opponent(), material.turned()))?;
            let converted = self.conversions(Contents::Plies, player, material)?;
            let check = Check {
                numbering: &slice.numbering,
                codes: &slice.codes,
                replies: (&replies.numbering, &replies.codes),
                converted: &converted,
            };
            let (wrong, is_broken) = (AtomicU64::new(u64::MAX), AtomicBool::new(false));
            for_rows(&slice.numbering, threads, progress, |rows| {
                match self.sided(player, RunCheck { check: &check, rows }) {
                    Ok(None) => {}
                    Ok(Some(number)) => drop(wrong.fetch_min(number, Relaxed)),
                    Err(Unreadable) => is_broken.store(true, Relaxed),
                }
            });
            if is_broken.into_inner() {
                return Err(stock.blame());
            }
            match wrong.into_inner() {
                u64::MAX if progress.is_stopped() => return Err(BuildError::Stopped),
                u64::MAX => progress.add(slice.numbering.len()),
                number => return Err(BuildError::WrongValue(material, number)),
            }
        }
        Ok(())
    }

    /// Verifies all tables up to some number of pieces as [`verify`](Self::verify) does one.
    ///
    /// # Errors
    ///
    /// As for [`verify`](Self::verify), and if a table is not there.
    pub fn verify_all(
        &self,
        pieces: u32,
        threads: NonZeroUsize,
        progress: &BuildProgress,
    ) -> Result<(), BuildError> {
        for material in (2..=pieces).flat_map(Material::all) {
            // If the board can be turned, those of the replies are a pair as well.
            if !self.can_be_turned() || material <= material.turned() {
                self.verify(material, threads, progress)?;
            }
        }
        Ok(())
    }

    /// Builds all tables of results up to some number of pieces again, in memory, and
    /// compares what files have with them: results alone do not show whether they follow
    /// from one another.
    ///
    /// # Errors
    ///
    /// If a result is wrong, cannot be read, or is not there; and as for
    /// [`build`](Self::build).
    pub fn verify_results(
        &self,
        pieces: u32,
        threads: NonZeroUsize,
        progress: &BuildProgress,
    ) -> Result<(), BuildError> {
        let materials: Vec<Material> = (2..=pieces).flat_map(Material::all).collect();
        let mut again = Tables::new(self.shape, self.rules);
        again.check_memory(&materials, Contents::Results)?;
        for material in materials {
            if again.stock(Contents::Results).has(&again.ids(material)) {
                continue;
            }
            let made = again.make(Contents::Results, material, threads, progress)?;
            for made in &made {
                if let Codes::Packed(packed) = &self.stock(Contents::Results).slice(made.id)?.codes {
                    for block in 0..made.payload().blocks() {
                        let (found, expected) = (packed.read(block)?, made.payload().block(block));
                        if let Some(place) = results::first_difference(&found, &expected) {
                            let number = block * packed.entries().block() + place;
                            return Err(BuildError::WrongValue(made.id.material, number as u64));
                        }
                    }
                }
                progress.add(made.numbering.len());
            }
            again.add(Contents::Results, made);
        }
        Ok(())
    }
}

struct RunCheck<'a> {
    check: &'a Check<'a>,
    rows: Range<u64>,
}

impl SidedTask for RunCheck<'_> {
    type Output = Result<Option<u64>, Unreadable>;

    fn run<V: Variant, S: Side>(self, variant: V, _: Pieces<V::Word>) -> Self::Output {
        self.check.first_wrong::<V, S>(variant, self.rows)
    }
}
