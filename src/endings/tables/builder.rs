//! Building of tables: slice after slice, the rows of each by several threads.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use super::build::{Conversions, Draft, Half, MOST_CODE};
use super::numbering::Numbering;
use super::part::remove_leftovers;
use super::rows::for_rows;
use super::slice::Codes;
use super::stock::{Slice, SliceId};
use super::write::{Payload, write};
use super::{BuildError, BuildProgress, Contents, FileError, Material, Tables, file};
use crate::model::board::Pieces;
use crate::model::player::Player;
use crate::model::variant::{Side, SidedTask, Variant};

/// A slice that has been built.
pub(super) struct Made {
    pub(super) id: SliceId,
    pub(super) numbering: Numbering,
    codes: Codes,
    /// The results as a file keeps them, if there are only results.
    packed: Option<Vec<u8>>,
}

impl Made {
    /// Returns the entries as a file keeps them.
    pub(super) fn payload(&self) -> Payload<'_> {
        match &self.packed {
            None => Payload::Codes(&self.codes),
            Some(packed) => Payload::Results(packed, self.codes.len()),
        }
    }
}

impl Tables {
    /// Builds all tables up to some number of pieces that are not there yet.
    ///
    /// # Errors
    ///
    /// If there are too many positions, no memory, a file cannot be read or written, or it is
    /// stopped. What was built before stays.
    pub fn build(
        &mut self,
        pieces: u32,
        threads: NonZeroUsize,
        progress: &BuildProgress,
    ) -> Result<(), BuildError> {
        self.build_all(Contents::Plies, pieces, threads, progress)
    }

    /// Builds all tables of results alone up to some number of pieces that are not there
    /// yet. They take a fraction of the disk; [`result`](Self::result) asks them.
    ///
    /// # Errors
    ///
    /// As for [`build`](Self::build).
    pub fn build_results(
        &mut self,
        pieces: u32,
        threads: NonZeroUsize,
        progress: &BuildProgress,
    ) -> Result<(), BuildError> {
        self.build_all(Contents::Results, pieces, threads, progress)
    }

    fn build_all(
        &mut self,
        contents: Contents,
        pieces: u32,
        threads: NonZeroUsize,
        progress: &BuildProgress,
    ) -> Result<(), BuildError> {
        if self.stock(contents).pieces >= pieces {
            return Ok(());
        }
        let all: Vec<Material> = (2..=pieces).flat_map(Material::all).collect();
        self.build_slices(contents, &all, threads, progress)?;
        self.stock_mut(contents).pieces = pieces;
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
        self.build_slices(Contents::Plies, &both_after(material), threads, progress)
    }

    /// Builds the tables of results alone of all that some material can lead to, and of
    /// itself, that are not there yet; the player to move may be either.
    ///
    /// # Errors
    ///
    /// As for [`build`](Self::build).
    pub fn build_results_from(
        &mut self,
        material: Material,
        threads: NonZeroUsize,
        progress: &BuildProgress,
    ) -> Result<(), BuildError> {
        self.build_slices(Contents::Results, &both_after(material), threads, progress)
    }

    /// Builds those of some materials that are not there; each stands behind all that it can
    /// lead to.
    fn build_slices(
        &mut self,
        contents: Contents,
        materials: &[Material],
        threads: NonZeroUsize,
        progress: &BuildProgress,
    ) -> Result<(), BuildError> {
        let mut is_all = true;
        for &material in materials {
            is_all &= self.load(contents, material)?;
        }
        if is_all {
            return Ok(());
        }
        self.check_memory(materials, contents)?;
        if let Some(folder) = &self.folder {
            remove_leftovers(folder);
        }
        for &material in materials {
            // Another build may have finished it meanwhile.
            let is_there = self.load(contents, material)?;
            if !(is_there && self.is_whole(contents, material)) {
                let made = self.make(contents, material, threads, progress)?;
                if !is_there {
                    self.save(contents, &made, threads, progress)?;
                    progress.add(made.iter().map(|made| made.numbering.len()).sum());
                }
                self.add(contents, made);
            }
        }
        Ok(())
    }

    /// Computes in memory the results that files leave out, of all tables up to some number
    /// of pieces, for [`counts`](Self::result_counts).
    ///
    /// # Errors
    ///
    /// As for [`build`](Self::build).
    pub fn complete_results(
        &mut self,
        pieces: u32,
        threads: NonZeroUsize,
        progress: &BuildProgress,
    ) -> Result<(), BuildError> {
        self.build_results(pieces, threads, progress)?;
        for material in (2..=pieces).flat_map(Material::all) {
            if !self.is_whole(Contents::Results, material) {
                let made = self.make(Contents::Results, material, threads, progress)?;
                self.add(Contents::Results, made);
            }
        }
        Ok(())
    }

    /// Returns whether a pair of slices has all entries: files of results leave some out.
    fn is_whole(&self, contents: Contents, material: Material) -> bool {
        let stock = self.stock(contents);
        let is_packed = |slice: &Slice| matches!(slice.codes, Codes::Packed(_));
        contents == Contents::Plies
            || !self.ids(material).iter().filter_map(|&id| stock.find(id)).any(is_packed)
    }

    /// Makes the slice of a material, red to move, and that of the replies: by retrograde
    /// analysis or, if their files leave entries out, from these.
    pub(super) fn make(
        &self,
        contents: Contents,
        material: Material,
        threads: NonZeroUsize,
        progress: &BuildProgress,
    ) -> Result<Vec<Made>, BuildError> {
        let sides = self.pair(material);
        let count = sides.len();
        let mut numberings = Vec::new();
        for &(player, material) in &sides {
            let numbering = self.numbering(player, material);
            numberings.push(numbering.ok_or(BuildError::TooMany(material.pieces()))?);
        }
        let mut drafts = Vec::new();
        for numbering in &numberings {
            drafts.push(Draft::new(numbering.len()).ok_or(BuildError::Memory(3 * numbering.len()))?);
        }
        let mut conversions = Vec::new();
        for &(player, material) in &sides {
            conversions.push(self.conversions(contents, player, material)?);
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
            if progress.is_stopped() {
                Err(BuildError::Stopped)
            } else if drafts.iter().any(Draft::is_broken) {
                Err(self.stock(contents).blame())
            } else {
                Ok(highest)
            }
        };
        let mut highest = run(Pass::Begin)?;
        let files: Vec<_> = sides
            .iter()
            .filter_map(|&(player, material)| self.stock(contents).find(self.id(player, material)))
            .collect();
        if files.len() == count {
            for (draft, slice) in drafts.iter().zip(files) {
                draft.fill(&slice.codes).ok_or_else(|| self.stock(contents).blame())?;
            }
        } else {
            let mut plies = 0;
            // The next code is two more.
            while plies < highest.min(MOST_CODE - 2) {
                highest = highest.max(run(Pass::Tell(plies))?);
                plies += 1;
            }
        }
        drop(halves);
        drop(conversions);
        let finish =
            |((&(player, material), numbering), draft): ((&(Player, Material), Numbering), Draft)| {
                let (codes, packed) = match contents {
                    Contents::Plies => (draft.finish(), None),
                    Contents::Results => {
                        let (codes, packed) = draft.finish_results();
                        (codes, Some(packed))
                    }
                };
                Made { id: self.id(player, material), numbering, codes, packed }
            };
        Ok(sides.iter().zip(numberings).zip(drafts).map(finish).collect())
    }

    /// Writes slices to their files, if there is a folder. None takes its place before all are
    /// written: half a pair would have to be built again.
    fn save(
        &self,
        contents: Contents,
        made: &[Made],
        threads: NonZeroUsize,
        progress: &BuildProgress,
    ) -> Result<(), BuildError> {
        let mut written = Vec::new();
        for made in made {
            if let Some(path) = self.path(made.id, contents) {
                let identity = file::identity(self.shape, self.rules, made.id, contents);
                written.push((write(&path, identity, &made.payload(), threads, progress)?, path));
            }
        }
        for (part, path) in written {
            part.finish(&path).map_err(FileError::io(&path))?;
        }
        Ok(())
    }

    /// Keeps slices.
    pub(super) fn add(&mut self, contents: Contents, made: Vec<Made>) {
        let slices =
            made.into_iter().map(|Made { id, numbering, codes, .. }| (id, Slice { numbering, codes }));
        self.stock_mut(contents).add(slices.collect());
    }

    /// Returns the slices that conversions from a material lead to.
    ///
    /// # Errors
    ///
    /// If one of them is not there.
    pub(super) fn conversions(
        &self,
        contents: Contents,
        player: Player,
        material: Material,
    ) -> Result<Conversions<'_>, BuildError> {
        let Material { own_men, own_kings, their_men, their_kings } = material;
        let mut conversions = Conversions { slices: Vec::new(), their_kings };
        for captured_men in 0..=their_men {
            for captured_kings in 0..=their_kings {
                for crowned in [0, 1] {
                    let is_conversion = captured_men + captured_kings + crowned > 0 && crowned <= own_men;
                    let after = is_conversion.then(|| Material {
                        own_men: their_men - captured_men,
                        own_kings: their_kings - captured_kings,
                        their_men: own_men - crowned,
                        their_kings: own_kings + crowned,
                    });
                    let slice = match after.filter(|after| after.has_both_sides()) {
                        Some(after) => Some(self.stock(contents).slice(self.id(player.opponent(), after))?),
                        None => None,
                    };
                    conversions.slices.push(slice.map(|slice| (&slice.numbering, &slice.codes)));
                }
            }
        }
        Ok(conversions)
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

/// Returns a material and all that it can lead to, either player to move, fewest pieces and
/// men first.
fn both_after(material: Material) -> Vec<Material> {
    let mut all = material.all_after();
    all.extend(material.turned().all_after());
    all.sort_by_key(|material| (material.pieces(), material.men(), *material));
    all.dedup();
    all
}

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
