//! Builds tables, slice by slice, and keeps each slice in its file.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, SendError};

use super::control::Build;
use super::pair::BuiltSlice;
use super::slices::Slice;
use super::write::{self, PendingFile, remove_leftovers, sync_names, write};
use super::{BuildControl, BuildError, Contents, FileError, Material, Tables, file};
use rankmoves_core::support::threads::run_alongside;

/// The maximum number of pairs of files that wait for the disk while the next slices are made.
const MAX_WAITING_PAIRS: usize = 4;

/// A pair of slices to be written to the disk.
struct Pair {
    files: Vec<PendingFile>,
    positions: u64,
}

/// A function that passes a finished pair on. It returns an error after any failure, to stop the build.
type HandOver<'a> = dyn Fn(Pair) -> Result<(), BuildError> + 'a;

/// The state that a build shares with the thread that finishes its pairs.
struct Disk<'a> {
    control: &'a BuildControl,
    /// The number of finished pairs. Pairs finish in the order in which they were handed over.
    finished: AtomicUsize,
    failure: OnceLock<FileError>,
}

impl Disk<'_> {
    /// Moves the files of a pair to their places, unless an earlier pair failed.
    fn finish(&self, pair: Pair) {
        if self.failure.get().is_some() {
            return;
        }
        match write::finish(pair.files) {
            Ok(()) => {
                self.control.add(pair.positions);
                self.finished.fetch_add(1, Relaxed);
            }
            Err(why) => drop(self.failure.set(why)),
        }
    }

    /// Runs a build. A second thread waits for the disk and finishes pairs. Without it, waiting would take a
    /// fifth of the time of building small tables.
    fn alongside(&self, build: impl FnOnce(&HandOver) -> Result<(), BuildError>) -> Result<(), BuildError> {
        let (queue, pairs) = mpsc::sync_channel(MAX_WAITING_PAIRS);
        let hand_over = move |pair| {
            // If the other thread is missing, pairs are finished here.
            if let Err(SendError(pair)) = queue.send(pair) {
                self.finish(pair);
            }
            if self.failure.get().is_some() { Err(BuildError::Stopped) } else { Ok(()) }
        };
        let finish_all = |pairs: Receiver<Pair>| pairs.iter().for_each(|pair| self.finish(pair));
        // The queue is moved into the build: its end ends the other thread.
        run_alongside([pairs], 0, finish_all, move |_, _| build(&hand_over))
    }
}

impl Tables {
    /// Builds all missing tables up to some number of pieces. Results-only tables take a fraction of the disk
    /// space; [`result`](crate::Prober::result) reads them.
    ///
    /// # Errors
    ///
    /// If there are too many positions, there is no memory, a file cannot be read or written, or the build is
    /// stopped. Tables that are already built are kept.
    pub fn build(
        &mut self,
        contents: Contents,
        pieces: u32,
        control: &BuildControl,
    ) -> Result<(), BuildError> {
        self.build_slices(Build { contents, control }, &Material::up_to(pieces))
    }

    /// Builds the missing tables of a material and of all materials to which it can lead, for either player
    /// to move.
    ///
    /// # Errors
    ///
    /// As for [`build`](Self::build).
    pub fn build_from(
        &mut self,
        contents: Contents,
        material: Material,
        control: &BuildControl,
    ) -> Result<(), BuildError> {
        self.build_slices(Build { contents, control }, &both_after(material))
    }

    /// Builds the missing tables of some materials. In the list, each material comes after all materials that it
    /// can lead to.
    fn build_slices(&mut self, build: Build, materials: &[Material]) -> Result<(), BuildError> {
        let Build { contents, control } = build;
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
        let mut handed_over = Vec::new();
        let disk = Disk { control, finished: AtomicUsize::new(0), failure: OnceLock::new() };
        let outcome = disk.alongside(|hand_over| {
            materials.iter().try_for_each(|&material| {
                if self.build_one(build, material, hand_over)? {
                    handed_over.push(material);
                }
                Ok(())
            })
        });
        if let Some(folder) = self.folder.as_ref().filter(|_| !handed_over.is_empty()) {
            sync_names(folder);
        }
        let Disk { finished, failure, .. } = disk;
        for &material in &handed_over[finished.into_inner()..] {
            let ids = self.ids(material);
            self.store_mut(contents).remove(&ids);
        }
        failure.into_inner().map_or(outcome, |why| Err(why.into()))
    }

    /// Builds and stores the two slices of a material, unless they exist: the slice of its positions, and the
    /// slice that its non-converting moves lead to. Returns whether the slices were handed over to the disk.
    fn build_one(
        &mut self,
        build: Build,
        material: Material,
        hand_over: &HandOver,
    ) -> Result<bool, BuildError> {
        // Another build may have finished the pair in the meantime.
        let is_there = self.load(build.contents, material)?;
        if is_there && self.is_whole(build.contents, material) {
            return Ok(false);
        }
        let made = self.make(build, material)?;
        if !is_there {
            let files = self.write(build, &made)?;
            let positions = made.iter().map(|made| made.numbering.len()).sum();
            hand_over(Pair { files, positions })?;
        }
        self.add(build.contents, made);
        Ok(!is_there)
    }

    /// Builds tables as [`build`](Self::build) does, and computes in memory the results that files leave out,
    /// for [`counts`](Self::counts).
    ///
    /// # Errors
    ///
    /// As for [`build`](Self::build).
    pub fn complete(
        &mut self,
        contents: Contents,
        pieces: u32,
        control: &BuildControl,
    ) -> Result<(), BuildError> {
        self.build(contents, pieces, control)?;
        for material in Material::up_to(pieces) {
            if !self.is_whole(contents, material) {
                let made = self.make(Build { contents, control }, material)?;
                self.add(contents, made);
            }
        }
        Ok(())
    }

    /// Returns whether a pair of slices has all entries: files that hold only results omit some.
    fn is_whole(&self, contents: Contents, material: Material) -> bool {
        let store = self.store(contents);
        let is_in_file = |slice: &Slice| slice.codes.file().is_some();
        contents == Contents::Plies
            || !self.ids(material).iter().filter_map(|&id| store.find(id)).any(is_in_file)
    }

    /// Writes slices to files, if there is a folder. The files of a pair are moved together,
    /// because half a pair would have to be built again.
    fn write(&self, build: Build, made: &[BuiltSlice]) -> Result<Vec<PendingFile>, BuildError> {
        let mut written = Vec::new();
        for made in made {
            if let Some(path) = self.path(made.id, build.contents) {
                let identity = file::identity(self.shape, self.rules, made.id, build.contents);
                written.push(write(&path, identity, made.packed(), build.control)?);
            }
        }
        Ok(written)
    }
}

/// Returns a material and all materials to which it can lead, with either player to move, fewest pieces and
/// men first.
fn both_after(material: Material) -> Vec<Material> {
    let mut all = material.all_after();
    all.extend(material.turned().all_after());
    all.sort_by_key(|material| (material.pieces(), material.men(), *material));
    all.dedup();
    all
}
