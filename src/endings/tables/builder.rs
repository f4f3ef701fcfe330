//! Building and checking of tables: slice after slice, the rows of each by several threads.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering::Relaxed};

use super::build::{Conversions, Draft, Half};
use super::check::{Check, Unreadable};
use super::numbering::Numbering;
use super::slice::Codes;
use super::{BuildError, BuildProgress, Material, NewNumbering, Slice, Tables, file};
use crate::model::board::Pieces;
use crate::model::player::Player;
use crate::model::variant::{Side, SidedTask, Variant};
use crate::support::threads::run_alongside;

impl Tables {
    /// Compares the value of every position of a material, red to move, with those after
    /// its moves. No wrong value passes: by induction on the plies, the values that
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
        for (player, material) in self.pair(material) {
            let slice = self.slice(player, material)?;
            if let Codes::Packed(packed) = &slice.codes {
                packed.check()?;
            }
            let replies = self.slice(player.opponent(), material.turned())?;
            let converted = self.conversions(player, material)?;
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
                return Err(self.blame());
            }
            match wrong.into_inner() {
                u64::MAX if progress.stop.load(Relaxed) => return Err(BuildError::Stopped),
                u64::MAX => progress.done.fetch_add(slice.numbering.len(), Relaxed),
                number => return Err(BuildError::WrongValue(material, number)),
            };
        }
        Ok(())
    }

    /// Builds all tables up to some number of pieces that are not there yet.
    ///
    /// # Errors
    ///
    /// If there are too many positions, no memory, or it is stopped. What was built before
    /// stays.
    pub fn build(
        &mut self,
        pieces: u32,
        threads: NonZeroUsize,
        progress: &BuildProgress,
    ) -> Result<(), BuildError> {
        while self.pieces < pieces {
            self.build_slices(&Material::all(self.pieces + 1), threads, progress)?;
            self.pieces += 1;
        }
        Ok(())
    }

    /// Builds the tables of all that some material can lead to, and of itself, that are
    /// not there yet; the player to move may be either.
    ///
    /// # Errors
    ///
    /// As for [`build`](Self::build).
    pub fn build_from(
        &mut self,
        material: Material,
        threads: NonZeroUsize,
        progress: &BuildProgress,
    ) -> Result<(), BuildError> {
        let mut all = material.all_after();
        all.extend(material.turned().all_after());
        all.sort_by_key(|material| (material.pieces(), material.men(), *material));
        self.build_slices(&all, threads, progress)
    }

    fn build_slices(
        &mut self,
        materials: &[Material],
        threads: NonZeroUsize,
        progress: &BuildProgress,
    ) -> Result<(), BuildError> {
        for &material in materials {
            if !self.load(material)? {
                self.build_slice(material, threads, progress)?;
            }
        }
        Ok(())
    }

    /// Builds the slice of a material, red to move, and that of the replies.
    fn build_slice(
        &mut self,
        material: Material,
        threads: NonZeroUsize,
        progress: &BuildProgress,
    ) -> Result<(), BuildError> {
        let sides = self.pair(material);
        let count = sides.len();
        let mut numberings = Vec::new();
        for &(player, material) in &sides {
            let numbering = self.sided(player, NewNumbering(material));
            numberings.push(numbering.ok_or(BuildError::TooMany(material.pieces()))?);
        }
        let mut drafts = Vec::new();
        for numbering in &numberings {
            drafts.push(Draft::new(numbering.len()).ok_or(BuildError::Memory(numbering.len()))?);
        }
        let mut conversions = Vec::new();
        for &(player, material) in &sides {
            conversions.push(self.conversions(player, material)?);
        }
        let halves: Vec<Half> = (0..count)
            .map(|half| Half {
                numbering: &numberings[half],
                draft: &drafts[half],
                reply_numbering: &numberings[count - 1 - half],
                reply_draft: &drafts[count - 1 - half],
                converted: &conversions[half],
            })
            .collect();
        let run = |pass| {
            let mut highest = 0;
            for (&(player, _), half) in sides.iter().zip(&halves) {
                highest = highest.max(self.pass(player, half, pass, threads, progress));
            }
            if progress.stop.load(Relaxed) {
                Err(BuildError::Stopped)
            } else if drafts.iter().any(Draft::is_broken) {
                Err(self.blame())
            } else {
                Ok(highest)
            }
        };
        let mut highest = run(Pass::Begin)?;
        let mut plies = 0;
        while plies < highest {
            highest = highest.max(run(Pass::Tell(plies))?);
            plies += 1;
        }
        drop(halves);
        drop(conversions);
        for ((&(player, material), numbering), draft) in sides.iter().zip(numberings).zip(drafts) {
            let id = self.id(player, material);
            progress.done.fetch_add(numbering.len(), Relaxed);
            self.most_pieces = self.most_pieces.max(material.pieces());
            let codes = draft.finish();
            if let Some(path) = self.path(id) {
                file::write(&path, self.shape, self.rules, id, &codes)?;
            }
            self.slices.insert(id, Slice { numbering, codes });
        }
        Ok(())
    }

    /// Returns the slices that conversions from a material lead to.
    ///
    /// # Errors
    ///
    /// If one of them is not there.
    fn conversions(&self, player: Player, material: Material) -> Result<Conversions<'_>, BuildError> {
        let Material { own_men, own_kings, their_men, their_kings } = material;
        let mut conversions = Conversions { slices: Vec::new(), their_kings };
        for captured_men in 0..=their_men {
            for captured_kings in 0..=their_kings {
                for crowned in [false, true] {
                    // No man, no crowning; and nothing converts that captures and crowns nothing.
                    let is_conversion = captured_men + captured_kings > 0 || crowned;
                    if !is_conversion || crowned && own_men == 0 {
                        conversions.slices.push(None);
                        continue;
                    }
                    let after = Material {
                        own_men: their_men - captured_men,
                        own_kings: their_kings - captured_kings,
                        their_men: own_men - u8::from(crowned),
                        their_kings: own_kings + u8::from(crowned),
                    };
                    let slice = match after.has_both_sides() {
                        true => Some(self.slice(player.opponent(), after)?),
                        false => None,
                    };
                    conversions.slices.push(slice.map(|slice| (&slice.numbering, &slice.codes)));
                }
            }
        }
        Ok(conversions)
    }

    /// Returns the slice of a material, a player to move.
    pub(super) fn slice(&self, player: Player, material: Material) -> Result<&Slice, BuildError> {
        self.slices.get(&self.id(player, material)).ok_or(BuildError::Missing(material))
    }

    /// Returns the damage of the first file that could not be read.
    pub(super) fn blame(&self) -> BuildError {
        let mut broken: Vec<_> =
            self.slices.iter().filter_map(|(id, slice)| Some((id, slice.codes.damage()?))).collect();
        broken.sort_by_key(|(id, _)| (id.material.pieces(), id.material, id.player == Player::Black));
        broken.into_iter().next().map_or(BuildError::Unreadable, |(_, why)| why.into())
    }

    /// Runs a pass over all positions of half a pair of slices. Returns the highest code.
    fn pass(
        &self,
        player: Player,
        half: &Half,
        pass: Pass,
        threads: NonZeroUsize,
        progress: &BuildProgress,
    ) -> u16 {
        let highest = AtomicU16::new(0);
        for_rows(half.numbering, threads, progress, |rows| {
            highest.fetch_max(self.sided(player, RunPass { half, pass, rows }), Relaxed);
        });
        highest.into_inner()
    }
}

/// Lets threads act on all rows of a slice, some at a time, until it is stopped.
fn for_rows(
    numbering: &Numbering,
    threads: NonZeroUsize,
    progress: &BuildProgress,
    act: impl Fn(Range<u64>) + Sync,
) {
    let rows = numbering.rows();
    let step = (CHUNK / numbering.row_len().max(1)).max(1);
    let next = AtomicU64::new(0);
    let work = || {
        while !progress.stop.load(Relaxed) {
            let start = next.fetch_add(step, Relaxed);
            if start >= rows {
                break;
            }
            act(start..rows.min(start + step));
        }
    };
    let threads = if numbering.len() > 8 * CHUNK { threads.get() } else { 1 };
    run_alongside(1..threads, 0, |_| work(), |_, _| work());
}

/// The positions that a thread takes at a time.
const CHUNK: u64 = 1 << 14;

#[derive(Clone, Copy)]
enum Pass {
    Begin,
    Tell(u16),
}

struct RunPass<'a> {
    half: &'a Half<'a>,
    pass: Pass,
    rows: Range<u64>,
}

impl SidedTask for RunPass<'_> {
    type Output = u16;

    fn run<V: Variant, S: Side>(self, variant: V, _: Pieces<V::Word>) -> u16 {
        match self.pass {
            Pass::Begin => self.half.begin::<V, S>(variant, self.rows),
            Pass::Tell(plies) => self.half.tell::<V, S>(variant, self.rows, plies),
        }
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
