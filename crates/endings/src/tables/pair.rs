//! Handles pairs of slices whose non-converting moves lead to each other: analyses them on several threads, and
//! recomputes the values that files leave out.

use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use super::control::Build;
use super::material::SliceId;
use super::numbering::{Numbering, for_rows};
use super::retrograde::{Conversions, Draft, Half, MAX_CODE};
use super::slices::{Codes, Entries, Slice};
use super::{BuildError, Contents, Material, Tables};
use rankmoves_core::model::board::Pieces;
use rankmoves_core::model::variant::{Side, SidedTask, Variant};
use rankmoves_core::{PieceCount, Player};

pub(super) struct BuiltSlice {
    pub(super) id: SliceId,
    pub(super) numbering: Numbering,
    entries: Entries,
    /// The entries as a file stores them, if the file omits some.
    packed: Option<Entries>,
}

impl BuiltSlice {
    /// Returns the entries as a file stores them.
    pub(super) fn packed(&self) -> &Entries {
        self.packed.as_ref().unwrap_or(&self.entries)
    }
}

impl Tables {
    /// Adds built slices to the store.
    pub(super) fn add(&mut self, contents: Contents, made: Vec<BuiltSlice>) {
        let slice = |BuiltSlice { id, numbering, entries, .. }| {
            (id, Slice { numbering, codes: Codes::InMemory(entries) })
        };
        self.store_mut(contents).add(made.into_iter().map(slice));
    }

    /// Makes the pair of slices of a material by retrograde analysis. If their files omit entries, recomputes
    /// these entries from the files.
    pub(super) fn make(&self, build: Build, material: Material) -> Result<Vec<BuiltSlice>, BuildError> {
        let mut halves = Vec::new();
        for (player, material) in self.pair(material) {
            let numbering = self.numbering(player, material).ok_or(BuildError::TooMany(material.pieces()))?;
            let len = numbering.len();
            let draft = Draft::new(len).ok_or(BuildError::Memory(3 * len))?;
            let converted = self.conversions(build.contents, player, material)?;
            halves.push(Half { player, numbering, draft, converted });
        }
        let run = |pass| self.pass(build, &halves, pass);
        let mut highest = run(Pass::Begin)?;
        let store = self.store(build.contents);
        let id = |half: &Half| self.id(half.player, half.numbering.material);
        if store.has(&self.ids(material)) {
            for half in &halves {
                let codes = &store.slice(id(half))?.codes;
                half.draft.fill(codes).ok_or_else(|| store.read_error())?;
            }
        } else {
            let mut plies = 0;
            // A pass finds codes up to `plies` + 2; greater codes come from conversions.
            while plies < highest.min(MAX_CODE - 2) {
                highest = highest.max(run(Pass::Propagate(plies))?);
                plies += 1;
            }
        }
        let made = halves.into_iter().map(|half| {
            let id = id(&half);
            let (entries, packed) = half.draft.finish(build.contents);
            BuiltSlice { id, numbering: half.numbering, entries, packed }
        });
        Ok(made.collect())
    }

    /// Runs a pass over all positions of both slices of a pair. Returns the highest code.
    fn pass(&self, build: Build, halves: &[Half], pass: Pass) -> Result<u16, BuildError> {
        let highest = AtomicU16::new(0);
        for (half, reply) in halves.iter().zip(halves.iter().rev()) {
            for_rows(&half.numbering, build.control, |rows| {
                let run = RunPass { half, reply, pass, rows };
                highest.fetch_max(self.sided(half.player, run), Relaxed);
            });
        }
        if build.control.is_stopped() {
            Err(BuildError::Stopped)
        } else if halves.iter().any(|half| half.draft.is_broken.load(Relaxed)) {
            Err(self.store(build.contents).read_error())
        } else {
            Ok(highest.into_inner())
        }
    }

    /// Returns the slices to which conversions from a material lead.
    ///
    /// # Errors
    ///
    /// If one of them is missing.
    pub(super) fn conversions(
        &self,
        contents: Contents,
        player: Player,
        material: Material,
    ) -> Result<Conversions<'_>, BuildError> {
        let Material { own, theirs } = material;
        let mut conversions = Conversions { slices: Vec::new(), their_kings: theirs.kings };
        for captured_men in 0..=theirs.men {
            for captured_kings in 0..=theirs.kings {
                for crowned in [0, 1] {
                    let is_conversion = captured_men + captured_kings + crowned > 0 && crowned <= own.men;
                    let after = is_conversion.then(|| Material {
                        own: PieceCount {
                            men: theirs.men - captured_men,
                            kings: theirs.kings - captured_kings,
                        },
                        theirs: PieceCount { men: own.men - crowned, kings: own.kings + crowned },
                    });
                    let slice = match after.filter(|after| after.has_both_sides()) {
                        Some(after) => Some(self.store(contents).slice(self.id(player.opponent(), after))?),
                        None => None,
                    };
                    conversions.slices.push(slice);
                }
            }
        }
        Ok(conversions)
    }
}

#[derive(Clone, Copy)]
enum Pass {
    Begin,
    /// Propagates the positions decided in this many plies.
    Propagate(u16),
}

struct RunPass<'a> {
    half: &'a Half<'a>,
    /// The half to which non-converting moves lead.
    reply: &'a Half<'a>,
    pass: Pass,
    rows: Range<u64>,
}

impl SidedTask for RunPass<'_> {
    type Output = u16;

    fn run<V: Variant, S: Side>(self, variant: V, _: Pieces<V::Word>) -> u16 {
        match self.pass {
            Pass::Begin => self.half.begin::<V, S>(variant, self.rows),
            Pass::Propagate(plies) => self.half.propagate::<V, S>(variant, self.reply, self.rows, plies),
        }
    }
}
